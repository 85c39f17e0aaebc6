"""
Transforms of polynomials modulo word primes.
"""

import numpy
import numpy.typing
import typing
from typing import final

__all__ = ["Coset", "Plan"]

@final
class Coset:
    """
    The points `shift·ω^k`, ω the root of unity that `Plan.root_of_unity` names.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, shift: int) -> Coset: ...
    def __reduce__(self, /) -> tuple[type, tuple[int]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def shift(self, /) -> int:
        """
        The shift, which is no multiple of the modulus.
        """

@final
class Plan:
    """
    Transforms of vectors of one length modulo one prime.

    ``Plan(modulus, n, domain="negacyclic")``: ``modulus`` is an odd prime below 2^62, ``n`` a power
    of two from 2 to 2^24. The domain is ``"negacyclic"`` (polynomials modulo X^n + 1; ``2n``
    divides ``modulus - 1``), ``"cyclic"`` (modulo X^n - 1; ``n`` divides ``modulus - 1``) or a
    ``Coset``.

    >>> import numpy as np, papilio
    >>> plan = papilio.ntt.Plan(12289, 1024)
    >>> x = np.arange(1024, dtype=np.uint64)
    >>> bool((plan.inverse(plan.forward(x)) == x).all())
    True

    Raises ``papilio.PlanError`` for a modulus or a length that has no transform.
    """
    def __new__(cls, /, modulus: int, n: int, domain: typing.Literal['negacyclic', 'cyclic'] | Coset = ...) -> Plan: ...
    def __reduce__(self, /) -> tuple[type, tuple[int, int, str | Coset]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def domain(self, /) -> str | Coset:
        """
        ``"negacyclic"``, ``"cyclic"`` or the coset.
        """
    def explain(self, /) -> str:
        """
        The choices of the planner, and their reasons.
        """
    @property
    def first_point(self, /) -> int:
        """
        The point of value 0: 1 for a cyclic transform, a root of unity of order ``2n`` for a
        negacyclic one.
        """
    def forward(self, /, x: numpy.typing.NDArray[numpy.uint64], out: numpy.typing.NDArray[numpy.uint64] | None = None, natural: bool = True) -> numpy.typing.NDArray[numpy.uint64]:
        """
        Evaluates polynomials, by their coefficients, at the points of the domain.

        ``x`` is a C-contiguous ``uint64`` array of shape ``(..., n)`` with values below the
        modulus; it may be read-only. The result has its shape: value ``k`` at place ``k`` with
        ``natural``, at the place of the reversed digits of ``k`` without, which is faster. ``out``
        takes the result; with ``out=x`` it is computed in place.

        Raises ``TypeError`` for another dtype or layout, ``ValueError`` for another shape or a
        value that is not below the modulus; ``x`` is not changed then,
        while another ``out`` may hold a mixture.
        """
    def inverse(self, /, x: numpy.typing.NDArray[numpy.uint64], out: numpy.typing.NDArray[numpy.uint64] | None = None, natural: bool = True) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The coefficients of polynomials from their values: the inverse of ``forward`` with the same
        ``natural``. Arguments, result and errors are those of ``forward``.
        """
    @property
    def kernel(self, /) -> str:
        """
        The kernel that runs here.
        """
    @property
    def modulus(self, /) -> int:
        """
        The prime.
        """
    @property
    def n(self, /) -> int:
        """
        The length of a vector.
        """
    @property
    def root_of_unity(self, /) -> int:
        """
        ω, of order ``n``: value ``k`` of a transform in natural order belongs to the point
        ``first_point·ω^k``.
        """
