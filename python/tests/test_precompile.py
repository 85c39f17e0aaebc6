"""The precompiles against the definition, and refusals."""

import numpy as np
import pytest

import papilio
from papilio import precompile


def call(n, q, *vectors, width=2):
    words = b"".join(int(x).to_bytes(width, "big") for vector in vectors for x in vector)
    return n.to_bytes(4, "big") + q.to_bytes(8, "big") + words


def test_a_product_of_polynomials():
    n, q = 8, 7681
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, q, n).tolist() for _ in range(2))
    a[0], b[0] = q - 1, q - 1
    values = [np.frombuffer(precompile.run("forward", call(n, q, x)), ">u2") for x in (a, b)]
    product = precompile.run("inverse", call(n, q, np.frombuffer(precompile.run("multiply", call(n, q, *values)), ">u2")))
    full = np.convolve(np.array(a, dtype=object), np.array(b, dtype=object))
    expected = full[:n].copy()
    expected[: n - 1] -= full[n:]
    assert np.frombuffer(product, ">u2").tolist() == [int(c) % q for c in expected]
    added = precompile.run("add", memoryview(call(n, q, a, b)))
    assert np.frombuffer(added, ">u2").tolist() == [(i + j) % q for i, j in zip(a, b)]


def test_gas_and_addresses():
    assert [precompile.address(name) for name in ("forward", "inverse", "multiply", "add")] == [0x12, 0x13, 0x14, 0x15]
    assert precompile.address("add", base=0x100) == 0x103
    short, long = (precompile.gas("forward", call(n, 12289, [0] * n)) for n in (512, 1024))
    assert 0 < short < long
    # The price of Falcon-512's transform, as docs/eip7885.md has it.
    assert short == 790
    assert precompile.gas("forward", b"") > 0
    with pytest.raises(ValueError, match="base"):
        precompile.address("add", base=2**64 - 2)


@pytest.mark.parametrize(
    "data, text",
    [
        (b"", "short"),
        (call(8, 7681, [0] * 7), "length"),
        (call(7, 7681, [0] * 7), "power"),
        (call(8, 7681, [0] * 7 + [7681]), "modulus"),
        (call(8, 0, [0] * 8), "zero"),
    ],
)
def test_refusals(data, text):
    with pytest.raises(papilio.PrecompileError, match=text):
        precompile.run("forward", data)
    with pytest.raises(ValueError, match="square"):
        precompile.run("square", data)
    with pytest.raises(TypeError):
        precompile.run("forward", 5)
