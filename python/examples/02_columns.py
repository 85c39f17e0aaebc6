"""A batch of columns: the low-degree extension that provers of proof systems spend their time on.

Each of 64 polynomials over BabyBear has 1024 coefficients, and is evaluated on a coset of twice as
many points. One value is compared with Horner's rule.

    python python/examples/02_columns.py
"""

import numpy as np

from papilio.field import BabyBear

ROWS, COLUMNS = 1024, 64

coefficients = np.arange(ROWS * COLUMNS, dtype=np.uint32).reshape(COLUMNS, ROWS)

# Twice as many points: the rate of the code is 1/2. The coset keeps them apart from the subgroup.
padded = np.zeros((COLUMNS, 2 * ROWS), dtype=np.uint32)
padded[:, :ROWS] = coefficients
dft = BabyBear.plan(2 * ROWS, BabyBear.generator)
values = dft.forward(padded)

column, k = 3, 5
point, expected = BabyBear.generator * pow(BabyBear.root_of_unity(2 * ROWS), k, BabyBear.modulus), 0
for c in reversed(coefficients[column].tolist()):
    expected = (expected * point + c) % BabyBear.modulus
assert values[column, k] == expected

print(dft.explain())
print(f"{COLUMNS} columns of {ROWS} coefficients became {2 * ROWS} values each")
