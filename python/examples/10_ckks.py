"""CKKS: a step of logistic regression on encrypted samples.

A client encrypts points with labels, a column of the table in the slots of each ciphertext. A server
computes the margin of every sample, a polynomial of degree 3 in the place of the logistic function,
and by sums over slots the gradient. The client decrypts the new weights.

    python python/examples/10_ckks.py
"""

import numpy as np

from papilio.ckks import Ckks, GaloisKeys, Parameters, Precision, PublicKey, RelinearizationKey, SecretKey

SAMPLES, RATE = 4096, 4.0
# 1/(1 + e^m) is near 1/2 + c1·m + c3·m^3: least squares for margins from -4 to 4.
C1, C3 = -0.2166, 0.0066
WEIGHTS = np.array([0.1, -0.2, 0.3])

rng = np.random.default_rng(1)
labels = np.where(np.arange(SAMPLES) % 2 == 0, 1.0, -1.0)
points = (labels[:, None] * [0.8, 0.3] + rng.uniform(-2, 2, (SAMPLES, 2))) / 2.8
rows = labels[:, None] * np.column_stack([np.ones(SAMPLES), points])


def step(columns):
    """The server's part: the new weights, each in every slot."""
    margins = sum(float(w) * x for w, x in zip(WEIGHTS[1:], columns[1:])) + float(WEIGHTS[0]) * columns[0]
    logistic = margins.square() * (C3 * margins) + C1 * margins + 0.5
    return [(logistic * x * (RATE / SAMPLES)).inner_sum(SAMPLES) + float(w) for w, x in zip(WEIGHTS, columns)]


advice = Parameters.advise(depth=5, precision=16, slots=SAMPLES)
print(advice)
ckks = Ckks(advice.parameters)
secret = SecretKey.generate(ckks)
public = PublicKey.generate(ckks, secret)
ckks.relinearization_key = RelinearizationKey.generate(ckks, secret)
ckks.galois_keys = GaloisKeys.for_inner_sum(ckks, secret, SAMPLES)

columns = [ckks.encrypt_public(public, ckks.encode(np.tile(rows[:, j], ckks.slots // SAMPLES))) for j in range(3)]
found = step(columns)

weights = np.array([ckks.decode(ckks.decrypt(secret, w))[0].real for w in found])
margins = rows @ WEIGHTS
clear = WEIGHTS + RATE / SAMPLES * (0.5 + C1 * margins + C3 * margins**3) @ rows
precision, predicted = Precision.of(weights, clear), min(w.precision_bits for w in found)
print(f"weights      {weights}\nin the clear {clear}")
print(f"precision: {predicted:.1f} bits predicted, {precision.minimum:.1f} measured")
print(f"right: {(rows @ WEIGHTS > 0).mean():.3f} of the samples before, {(rows @ weights > 0).mean():.3f} after")
assert precision.minimum >= predicted > 10
