"""Rotations and the inner sum: the inner product of two encrypted vectors, which ends in every slot.

The parameters are asked for by the circuit that they have to last for. Keys for rotations by powers of
two are enough for any number of steps.

    python python/examples/04_inner_sum.py
"""

import numpy as np

from papilio.bfv import BatchEncoder, Bfv, GaloisKeys, Parameters, PublicKey, RelinearizationKey, SecretKey

advice = Parameters.advise(17, circuit=["multiply", "inner-sum"])
print(advice)
bfv = Bfv(advice.parameters, 65537)

secret = SecretKey.generate(bfv)
public = PublicKey.generate(bfv, secret)
bfv.relinearization_key = RelinearizationKey.generate(bfv, secret)
bfv.galois_keys = GaloisKeys.powers_of_two(bfv, secret)

encoder = BatchEncoder(bfv)
a = np.arange(encoder.slots) % 7 - 2
b = np.arange(encoder.slots) % 3
x = bfv.encrypt_public(public, encoder.encode(a))
y = bfv.encrypt_public(public, encoder.encode(b))

# A rotation by 100 steps is made of those by 128, -32 and 4.
rotated = encoder.decode_signed(bfv.decrypt(secret, x.rotate_rows(100)))
assert (rotated[:10] == a[100:110]).all()

values = encoder.decode_signed(bfv.decrypt(secret, (x * y).inner_sum()))
assert (values == (a * b).sum()).all()
print(f"the inner product of {encoder.slots} pairs, in every slot: {values[0]}")
