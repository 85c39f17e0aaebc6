"""The precompiles of EIP-7885: the transform of Falcon-512's ring, and its gas.

A call is the header `n | q` and the coefficients, big-endian; it is charged before it is computed.

    python python/examples/08_precompile.py
"""

import numpy as np

from papilio import ntt, precompile

N, Q = 512, 12289

# X, modulo X^512 + 1 and 12289: form S, with coefficients of two bytes.
header = N.to_bytes(4, "big") + Q.to_bytes(8, "big")
x = np.zeros(N, dtype=">u2")
x[1] = 1
data = header + x.tobytes()

output = precompile.run("forward", data)

# Values are in bit-reversed order, at the odd powers of a root of unity of order 1024.
values = np.frombuffer(output, dtype=">u2").astype(np.uint64)
assert all(pow(int(value), N, Q) == Q - 1 for value in values) and len(set(values)) == N
# The inverse gives the coefficients back.
assert precompile.run("inverse", header + output) == x.tobytes()

print(f"the transform at address {precompile.address('forward'):#x}: {precompile.gas('forward', data)} gas")
print(f"{len(output)} bytes returned; out of the machine: {ntt.Plan(Q, N)}")
