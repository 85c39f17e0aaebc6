"""A product of polynomials by the number-theoretic transform: forward, value by value, inverse.

Two polynomials of degree below 1024 with coefficients modulo 12289 are multiplied modulo X^1024 + 1,
and the result is compared with the definition.

    python python/examples/01_transform.py
"""

import numpy as np

from papilio.ntt import Plan

N, Q = 1024, 12289


def by_definition(a, b):
    """The product term by term; X^1024 = -1."""
    full = np.convolve(a.astype(object), b.astype(object))
    full[: N - 1] -= full[N:]
    return [int(c) % Q for c in full[:N]]


plan = Plan(Q, N)
i = np.arange(N, dtype=np.uint64)
a, b = (3 * i + 1) % Q, i * i % Q

# A product of values does not mind their order, and bit-reversed order is faster.
x, y = plan.forward(a, natural=False), plan.forward(b, natural=False)
product = plan.inverse(x * y % np.uint64(Q), natural=False)

assert product.tolist() == by_definition(a, b)
print(f"kernel: {plan.kernel}")
print(f"the first coefficients of the product modulo X^{N} + 1 and {Q}: {product[:4]}")
