"""The transform inside one ciphertext: a vector lies in the slots, and stages are sums of rotations times
diagonals.

The planner chooses radices, ring and rotation keys within limits of memory and of bytes of keys. The
server transforms with those keys and without the secret; the client compares with the transform in the
clear.

    python python/examples/07_slots.py
"""

import numpy as np

from papilio import slots
from papilio.bfv import BatchEncoder, Bfv, SecretKey
from papilio.field import Goldilocks

SIZE = 256

design = slots.design(SIZE, Goldilocks, memory=1 << 30, key_bytes=1 << 28)
print(design)

bfv = Bfv(design.parameters, Goldilocks)
secret = SecretKey.generate(bfv)
bfv.galois_keys = design.galois_keys(bfv, secret)
encoder = BatchEncoder(bfv)
values = np.random.default_rng().integers(0, Goldilocks.modulus, SIZE, dtype=np.uint64)
# The design says which slot holds which element.
x = bfv.encrypt_secret(secret, encoder.encode(design.arrange(values)))

# The server's part.
y = slots.transform(x, design)

transformed = design.collect(encoder.decode(bfv.decrypt(secret, y)))
assert (transformed == Goldilocks.dft(values)).all()
print(f"{SIZE} elements, {len(bfv.galois_keys)} rotation keys of {design.galois_key_bytes >> 20} MiB")
print(f"noise budget left: {y.noise_budget(secret):.1f} bits")
