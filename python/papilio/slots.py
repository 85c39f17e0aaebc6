"""The transform inside one ciphertext: a vector lies in the slots, and stages are sums of rotations times
diagonals.

>>> from papilio import slots
>>> from papilio.bfv import BatchEncoder, Bfv, SecretKey
>>> from papilio.field import Goldilocks
>>> design = slots.design(4, Goldilocks)
>>> bfv = Bfv(design.parameters, Goldilocks)
>>> secret, encoder = SecretKey.generate(bfv), BatchEncoder(bfv)
>>> bfv.galois_keys = design.galois_keys(bfv, secret)
>>> x = bfv.encrypt_secret(secret, encoder.encode(design.arrange(Goldilocks.array([1, 2, 3, 4]))))

The server has the design, the scheme with its Galois keys, and the ciphertext:

>>> y = slots.transform(x, design)

And the client has the result, value 0 of which is the sum of all:

>>> int(design.collect(encoder.decode(bfv.decrypt(secret, y)))[0])
10
"""

from ._papilio import slots as _native

SlotDesign = _native.SlotDesign
design = _native.design
transform = _native.transform

__all__ = ["SlotDesign", "design", "transform"]
