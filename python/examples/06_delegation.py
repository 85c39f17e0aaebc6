"""The encrypted transform over two parties: a client delegates a matrix to a server without a key.

The client compares the result with the transform in the clear, which stands here for a proof that
the server was honest: nothing in this library proves it.

    python python/examples/06_delegation.py
"""

import pickle

import numpy as np

from papilio import hntt
from papilio.field import P32

COLUMNS, LANES = 64, 1024


def server(design: bytes, columns: bytes) -> bytes:
    """The server has the plan and the ciphertexts, and no key."""
    return pickle.dumps(hntt.transform(pickle.loads(columns), hntt.Design.from_bytes(design)), protocol=5)


design = hntt.design(COLUMNS, LANES, P32)
print(design.explain().splitlines()[0])
client = hntt.Client(design)
matrix = np.random.default_rng().integers(0, P32.modulus, (COLUMNS, LANES), dtype=np.uint32)

sent = pickle.dumps(client.encrypt(matrix), protocol=5)
returned = server(design.to_bytes(), sent)

values = client.decrypt(pickle.loads(returned))
assert (values == P32.dft(np.ascontiguousarray(matrix.T)).T).all()
print(f"{COLUMNS} columns of {LANES}: {len(sent) / 2**20:.1f} MiB sent, {len(returned) / 2**20:.1f} MiB returned")
