"""Writes crates/evm/tests/data/signing.json: keys and signatures of ML-DSA-44 by dilithium-py.

An implementation of FIPS 204 in Python, with SHAKE and, replaced from outside, with the generator of EIP-8051:
blocks keccak256(keccak256(input) | counter), the counter in eight bytes, big endian.

    pip install dilithium-py==1.5.1 pycryptodome==4.4.0
    python crates/evm/tests/signing.py > crates/evm/tests/data/signing.json
"""

import hashlib
import json

import dilithium_py.ml_dsa.ml_dsa as scheme
import dilithium_py.polynomials.polynomials as polynomials
from Crypto.Hash import keccak
from dilithium_py.ml_dsa import ML_DSA_44


def keccak256(data):
    return keccak.new(digest_bits=256, data=data).digest()


class Counter:
    def __init__(self, data):
        self.state, self.blocks, self.rest = keccak256(data), 0, b""

    def read(self, length):
        while len(self.rest) < length:
            self.rest += keccak256(self.state + self.blocks.to_bytes(8, "big"))
            self.blocks += 1
        read, self.rest = self.rest[:length], self.rest[length:]
        return read


def random(purpose, number, length):
    return hashlib.shake_256(f"{purpose} {number}".encode()).digest(length)


def case(name, number):
    seed, message = random("seed", number, 32), random("message", number, 41 * number)
    drawn = bytes(32) if number % 4 == 0 else random("random", number, 32)
    entry = {"scheme": name, "seed": seed.hex(), "random": drawn.hex(), "message": message.hex()}
    public, secret = ML_DSA_44._keygen_internal(seed)
    context = random("context", number, 85 * (number // 2)) if number % 2 else b""
    framed = bytes([0, len(context)]) + context + message
    mu = ML_DSA_44._h(ML_DSA_44._h(public, 64) + framed, 64)
    if number % 3 == 2:
        entry["mu"], signature = mu.hex(), ML_DSA_44._sign_internal(secret, mu, drawn, external_mu=True)
    else:
        entry["context"], signature = context.hex(), ML_DSA_44._sign_internal(secret, framed, drawn)
    assert ML_DSA_44._verify_internal(public, framed, signature)
    return entry | {"public_key": keccak256(public).hex(), "signature": keccak256(signature).hex()}


def main():
    cases = [case("mldsa44", number) for number in range(8)]
    for module in (scheme, polynomials):
        module.shake256 = Counter
    polynomials.shake128 = Counter
    cases += [case("mldsa44-eth", number) for number in range(8)]
    source = "dilithium-py 1.5.1, by crates/evm/tests/signing.py; public keys and signatures by their Keccak-256"
    print(json.dumps({"source": source, "cases": cases}, indent=2))


if __name__ == "__main__":
    main()
