"""A transform of encrypted columns on the machines of a Ray cluster.

Without a cluster, one is started on this machine.

    python python/examples/11_ray.py
"""

import numpy as np
import ray

import papilio.ray
from papilio import hntt
from papilio.field import P32

design = hntt.design(64, 1024, P32)
client = hntt.Client(design)
matrix = np.random.default_rng().integers(0, P32.modulus, (64, 1024), dtype=np.uint32)
columns = client.encrypt(matrix)

ray.init(log_to_driver=False)
result = papilio.ray.transform(columns, design, windows=4)
print(f"root {result.root.hex()}")
values = client.decrypt(result.gather())
assert (values == P32.dft(np.ascontiguousarray(matrix.T)).T).all()
for name, value in result.report().items():
    print(f"{name}: {value}")
ray.shutdown()
