"""A Falcon-512 signature verified by the precompiles of EIP-7885, with their gas.

This is what a contract does: the point by a hash of salt and message, the product of the signature's
polynomial with the key by two transforms, and the norm of the short vector. Key, message and signature are
an entry of a known-answer file.

    python python/examples/09_falcon.py
"""

import hashlib
import pathlib

import numpy as np

from papilio import precompile

N, Q, BOUND = 512, 12289, 34034726
HEADER = N.to_bytes(4, "big") + Q.to_bytes(8, "big")
ANSWERS = pathlib.Path(__file__).parents[2] / "crates" / "evm" / "tests" / "data" / "falcon512.rsp"


def bits(data):
    return np.unpackbits(np.frombuffer(data, dtype=np.uint8))


def public_key(data):
    """512 coefficients of 14 bits."""
    assert data[0] == 9 and len(data) == 897
    return bits(data[1:]).reshape(N, 14) @ (1 << np.arange(13, -1, -1))


def decompressed(data):
    """Coefficients as sign, seven bits, and the rest in unary (Falcon's specification, algorithm 18)."""
    stream, place, values = bits(data).tolist(), 0, []
    for _ in range(N):
        sign, low = stream[place], int("".join(map(str, stream[place + 1 : place + 8])), 2)
        end = stream.index(1, place + 8)
        magnitude = low + ((end - place - 8) << 7)
        assert magnitude or not sign, "zero has one encoding"
        values.append(-magnitude if sign else magnitude)
        place = end + 1
    assert not any(stream[place:]), "the rest is zero"
    return np.array(values)


def point(salt, message):
    """The polynomial that salt and message are hashed to (algorithm 3)."""
    words = np.frombuffer(hashlib.shake_256(salt + message).digest(4 * N), dtype=">u2")
    return (words[words < 5 * Q][:N] % Q).astype(np.int64)


def called(operation, *polynomials):
    """The output of a precompile, and its gas."""
    data = HEADER + b"".join((polynomial % Q).astype(">u2").tobytes() for polynomial in polynomials)
    output = np.frombuffer(precompile.run(operation, data), dtype=">u2")
    return output.astype(np.int64), precompile.gas(operation, data)


def verify(key, message, signature):
    """Whether the signature is one, and the gas of the precompiles."""
    assert signature[0] == 0x39
    s2, c = decompressed(signature[41:]), point(signature[1:41], message)
    (a, first), (b, second) = called("forward", s2), called("forward", public_key(key))
    product, third = called("multiply", a, b)
    product, fourth = called("inverse", product)
    s1 = (c - product + Q // 2) % Q - Q // 2
    return int(s1 @ s1 + s2 @ s2) <= BOUND, first + second + third + fourth


lines = [line.split(" = ") for line in ANSWERS.read_text().splitlines() if " = " in line]
entry = {name: value for name, value in reversed(lines)}
key, message, signature = (bytes.fromhex(entry[name]) for name in ("pk", "msg", "sm"))
valid, gas = verify(key, message, signature)
assert valid
print(f"valid, {gas} gas of precompiles")
assert not verify(key, message + b"!", signature)[0]
print("with another message: not valid")
