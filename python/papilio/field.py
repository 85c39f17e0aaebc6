"""The prime fields of proof systems, and transforms over them.

``BabyBear``, ``KoalaBear`` (31 bits) and ``P32`` (2^32 - 2^20 + 1) have elements of dtype
``uint32``, ``Goldilocks`` (2^64 - 2^32 + 1) of ``uint64``; ``Stark252``, ``Bn254`` and ``Bls12_381``
(their scalar fields) have elements of four ``uint64``, the least first, along the last axis.
"""

from ._papilio import field as _native

Dft = _native.Dft
Field = _native.Field

_fields = _native.fields()
BabyBear: Field = _fields["BabyBear"]
KoalaBear: Field = _fields["KoalaBear"]
P32: Field = _fields["P32"]
Goldilocks: Field = _fields["Goldilocks"]
Stark252: Field = _fields["Stark252"]
Bn254: Field = _fields["Bn254"]
Bls12_381: Field = _fields["Bls12_381"]

#: Every field by its ``key``.
BY_KEY: dict[str, Field] = {of.key: of for of in _fields.values()}

__all__ = ["BY_KEY", "BabyBear", "Bls12_381", "Bn254", "Dft", "Field", "Goldilocks", "KoalaBear", "P32", "Stark252"]
