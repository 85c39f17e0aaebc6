"""
Transforms over the prime fields of proof systems.
"""

import collections.abc
import numpy
import numpy.typing
import typing
from typing import final

__all__ = ["Dft", "Field", "fields"]

@final
class Dft:
    """
    A transform of vectors of one length over a field, with its tables.

    Made by ``Field.plan``.
    """
    def __reduce__(self, /) -> tuple[typing.Any, tuple[int, int]]: ...
    def __repr__(self, /) -> str: ...
    def explain(self, /) -> str:
        """
        The choices of the planner, and their reasons.
        """
    @property
    def field(self, /) -> Field:
        """
        The field.
        """
    def forward(self, /, x: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]], out: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None = None, natural: bool = True) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        ``Field.dft`` with these tables.
        """
    def inverse(self, /, x: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]], out: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None = None, natural: bool = True) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        ``Field.idft`` with these tables.
        """
    @property
    def kernel(self, /) -> str:
        """
        The kernel that runs here.
        """
    @property
    def n(self, /) -> int:
        """
        The length of a vector.
        """
    @property
    def shift(self, /) -> int:
        """
        The first point: value ``k`` in natural order belongs to ``shift·ω^k``.
        """

@final
class Field:
    """
    A prime field, as ``papilio.field.Goldilocks`` is one.

    Arrays of its elements have the dtype ``dtype`` and hold canonical residues. Fields of 251 bits
    and more have elements of four 64-bit words, the least first, along the last axis.

    >>> import numpy as np
    >>> from papilio.field import Goldilocks
    >>> values = Goldilocks.dft(np.arange(8, dtype=np.uint64))
    >>> int(values[0]), Goldilocks.idft(values).tolist()
    (28, [0, 1, 2, 3, 4, 5, 6, 7])
    """
    def __reduce__(self, /) -> str:
        """
        Pickled by name.
        """
    def __repr__(self, /) -> str: ...
    def array(self, /, integers: collections.abc.Iterable[int]) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        Integers below the modulus as an array of elements, of shape ``(n,)``, or ``(n, 4)`` where
        elements have four words.

        Raises ``ValueError`` for what is no element, and names its place.
        """
    @property
    def bits(self, /) -> int:
        """
        Bits of the prime.
        """
    def dft(self, /, x: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]], out: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None = None, natural: bool = True, shift: int | None = None) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        Evaluates polynomials, by their coefficients, at the points ``shift·ω^k``.

        ``x`` is a C-contiguous array of shape ``(..., n)`` with the field's ``dtype``, ``(..., n,
        4)`` where elements have four words. Value ``k`` lies at place ``k`` with ``natural``, at
        the place of the reversed digits of ``k`` without. ``out`` takes the result; with ``out=x``
        it is computed in place. The tables of the last eight lengths are kept.

        Raises ``TypeError`` for another dtype or layout, ``ValueError`` for another shape or values
        that are not below the modulus, ``papilio.PlanError`` for a length without a transform.
        """
    @property
    def dtype(self, /) -> str:
        """
        The dtype of arrays of elements: ``"uint32"`` or ``"uint64"``.
        """
    @property
    def generator(self, /) -> int:
        """
        A generator of the multiplicative group.
        """
    def idft(self, /, x: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]], out: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None = None, natural: bool = True, shift: int | None = None) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        The coefficients of polynomials from their values: the inverse of ``dft`` with the same
        ``natural`` and ``shift``. Arguments, result and errors are those of ``dft``.
        """
    def integers(self, /, x: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]) -> list[int]:
        """
        The elements of an array as integers, one after the other in memory.

        Raises ``TypeError`` for another dtype or layout, ``ValueError`` for an array whose last
        axis is not that of the words of elements.
        """
    @property
    def key(self, /) -> str:
        """
        The name in designs, in files and on the command line.
        """
    @property
    def modulus(self, /) -> int:
        """
        The prime.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the field.
        """
    def plan(self, /, n: int, shift: int | None = None) -> Dft:
        """
        The transform of length ``n`` over the subgroup of that order, or the coset of ``shift``.

        Raises ``papilio.PlanError`` unless ``n`` is a power of two with a root of unity of that
        order.
        """
    def root_of_unity(self, /, n: int) -> int:
        """
        The root of unity of order ``n`` that transforms of length ``n`` take.

        Raises ``papilio.PlanError`` where there is none.
        """
    @property
    def two_adicity(self, /) -> int:
        """
        The greatest ``a`` for which there is a root of unity of order ``2^a``.
        """
    @property
    def words(self, /) -> int:
        """
        Words of an element: 1, or 4 along the last axis of an array.
        """

def fields() -> dict[str, Field]:
    """
    Every field, by name.
    """
