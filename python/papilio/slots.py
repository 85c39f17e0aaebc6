"""The transform inside one ciphertext: a vector lies in the slots, and stages are sums of rotations times
diagonals.

>>> from papilio import slots
>>> from papilio.field import Goldilocks
>>> slots.design(64, Goldilocks).size
64
"""

from ._papilio import slots as _native

SlotDesign = _native.SlotDesign
design = _native.design
transform = _native.transform

__all__ = ["SlotDesign", "design", "transform"]
