"""Writes crates/evm/tests/data/signing.json: keys and signatures of ML-DSA-44 by dilithium-py.

An implementation of FIPS 204 in Python, with SHAKE and, replaced from outside, with the generator of EIP-8051:
blocks keccak256(keccak256(input) | counter), the counter in eight bytes, big endian. In the schemes of that EIP's text
mu is the hash of tr, of 32 bytes, and the message; over SHAKE this is Dilithium2 of round 3. With the name of a scheme it writes an answer file of its second case.

    pip install dilithium-py==1.5.1 pycryptodome==4.4.0
    python crates/evm/tests/signing.py > crates/evm/tests/data/signing.json
    python crates/evm/tests/signing.py mldsa44-eth-text > crates/evm/tests/data/mldsa44-eth-text.rsp
    python crates/evm/tests/signing.py mldsa44-text > crates/evm/tests/data/mldsa44-text.rsp
"""

import hashlib
import json
import sys

import dilithium_py.ml_dsa.ml_dsa as scheme
import dilithium_py.polynomials.polynomials as polynomials
from Crypto.Hash import keccak
from dilithium_py.dilithium import Dilithium2
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


def signed(name, number):
    """A case, and its public key and signature."""
    seed, message = random("seed", number, 32), random("message", number, 41 * number)
    drawn = bytes(32) if number % 4 == 0 else random("random", number, 32)
    entry = {"scheme": name, "seed": seed.hex(), "random": drawn.hex(), "message": message.hex()}
    public, secret = ML_DSA_44._keygen_internal(seed)
    tr = ML_DSA_44._h(public, 64)
    if name.endswith("text"):
        mu = ML_DSA_44._h(tr[:32] + message, 64)
        if number % 3 == 2:
            entry["mu"] = mu.hex()
        signature = ML_DSA_44._sign_internal(secret, mu, drawn, external_mu=True)
        assert "eth" in name or Dilithium2.verify(public, message, signature)
        return entry, message, public, signature
    context = random("context", number, 85 * (number // 2)) if number % 2 else b""
    framed = bytes([0, len(context)]) + context + message
    mu = ML_DSA_44._h(tr + framed, 64)
    if number % 3 == 2:
        entry["mu"], signature = mu.hex(), ML_DSA_44._sign_internal(secret, mu, drawn, external_mu=True)
    else:
        entry["context"], signature = context.hex(), ML_DSA_44._sign_internal(secret, framed, drawn)
    assert ML_DSA_44._verify_internal(public, framed, signature)
    return entry, message, public, signature


def case(name, number):
    entry, _, public, signature = signed(name, number)
    return entry | {"public_key": keccak256(public).hex(), "signature": keccak256(signature).hex()}


def over_keccak():
    for module in (scheme, polynomials):
        module.shake256 = Counter
    polynomials.shake128 = Counter


def answer(name):
    if "eth" in name:
        over_keccak()
    _, message, public, signature = signed(name, 1)
    print("# By dilithium-py 1.5.1: crates/evm/tests/signing.py.")
    print()
    fields = {"count": 0, "mlen": len(message), "msg": message.hex(), "pk": public.hex(), "sm": (signature + message).hex()}
    for field, value in fields.items():
        print(f"{field} = {value}")


def main():
    if len(sys.argv) > 1:
        return answer(sys.argv[1])
    cases = [case(name, number) for name in ("mldsa44", "mldsa44-text") for number in range(8)]
    over_keccak()
    cases += [case(name, number) for name in ("mldsa44-eth", "mldsa44-eth-text") for number in range(8)]
    source = "dilithium-py 1.5.1, by crates/evm/tests/signing.py; public keys and signatures by their Keccak-256"
    print(json.dumps({"source": source, "cases": cases}, indent=2))


if __name__ == "__main__":
    main()
