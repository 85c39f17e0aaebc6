"""BGV over the scalar field of BN254: plaintexts of 254 bits, products at depth two.

The plaintext modulus is any field of ``papilio.field``. Values sit in the coefficients of the plaintext;
a constant polynomial is one number.

    python python/examples/05_bgv.py
"""

import secrets

from papilio.bgv import Bgv, Parameters, PublicKey, RelinearizationKey, SecretKey
from papilio.field import Bn254

# 1029 bits of at most 1747: eighteen primes for ciphertexts, and three for relinearization.
bgv = Bgv(Parameters(log_degree=16, log_q=[49] * 18, log_p=[49] * 3), Bn254)

secret = SecretKey.generate(bgv)
public = PublicKey.generate(bgv, secret)
bgv.relinearization_key = RelinearizationKey.generate(bgv, secret)

a, b = (secrets.randbelow(Bn254.modulus) for _ in range(2))
x, y = (bgv.encrypt_public(public, bgv.encode_coefficients(Bn254.array([value]))) for value in (a, b))

# (x^2 + y^2)^2. Products switch their operands down by themselves, as far as the noise of the result is
# least.
result = (x.square() + y.square()).square()

decrypted = Bn254.integers(bgv.decrypt(secret, result).coefficients())
assert decrypted[0] == pow(a * a + b * b, 2, Bn254.modulus)
print(f"(x^2 + y^2)^2 modulo a prime of {Bn254.bits} bits, at N = {bgv.degree}, {bgv.security_bits} bits of security")
print(f"primes of a ciphertext: {x.level} fresh, {result.level} after two products")
print(f"noise budget left: {result.noise_budget(secret):.1f} bits")
