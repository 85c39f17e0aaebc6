"""BFV with the plaintext modulus 65537: keys, slots, a product, a rotation, decryption.

A plaintext has 8192 slots, in two rows of 4096. Sums and products act slot by slot; a rotation moves
both rows.

    python python/examples/03_bfv.py
"""

import numpy as np

from papilio.bfv import BatchEncoder, Bfv, GaloisKeys, Parameters, PublicKey, RelinearizationKey, SecretKey

# Three primes of 49 bits for ciphertexts and one for key switching, for 128-bit security.
bfv = Bfv(Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49]), plaintext_modulus=65537)
secret = SecretKey.generate(bfv)
public = PublicKey.generate(bfv, secret)
bfv.relinearization_key = RelinearizationKey.generate(bfv, secret)
bfv.galois_keys = GaloisKeys.for_rotations(bfv, secret, [1])

encoder = BatchEncoder(bfv)
a, b = np.arange(encoder.slots) % 100 - 50, np.arange(encoder.slots) % 7
x = bfv.encrypt_public(public, encoder.encode(a))
y = bfv.encrypt_public(public, encoder.encode(b))

rotated = (x * y).rotate_rows(1)

values = encoder.decode_signed(bfv.decrypt(secret, rotated))
expected = np.roll((a * b).reshape(2, -1), -1, axis=1).ravel()
assert (values == expected).all()

print(bfv)
print(f"a·b rotated to the left by one: {values[:6]} ...")
print(f"noise budget in bits: {x.predicted_budget_bits:.1f} fresh, {rotated.noise_budget(secret):.1f} after both")
