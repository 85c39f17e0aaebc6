"""
Transforms across ciphertexts.
"""

import collections.abc
import numpy
import numpy.typing
import typing
import typing_extensions
from .field import Field
from _typeshed import SupportsGetItem
from typing import SupportsIndex, final
from typing_extensions import disjoint_base

__all__ = ["Client", "Design", "design", "hash_columns", "transform_window"]

@disjoint_base
class Client:
    """
    The native half of ``papilio.hntt.Client``.
    """
    def __new__(cls, /, design: Design) -> Client: ...
    def __reduce__(self, /) -> typing.NoReturn:
        """
        Refused, for pickles are sent and stored unasked.
        """
    def __repr__(self, /) -> str: ...
    def decrypt(self, /, values: numpy.typing.NDArray[numpy.uint64], progress: collections.abc.Callable[[float], object] | None = None) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
        """
        The transformed columns in the clear, of shape ``(columns, lanes)``, from ``values`` of
        shape ``(outputs, 2, output_limbs, degree)``.

        Raises ``papilio.NoiseError`` for what does not decrypt, ``papilio.FormatError`` for
        residues that are none.
        """
    @property
    def design(self, /) -> Design:
        """
        The design.
        """
    def encrypt_arrays(self, /, matrix: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]], progress: collections.abc.Callable[[float], object] | None = None) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint64]]:
        """
        Seeds and halves of encrypted columns: what ``encrypt`` makes ``Columns`` of.
        """

@final
class Design:
    """
    A plan of a transform across ciphertexts, made by ``papilio.hntt.design``.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[bytes, bool]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def beaten(self, /) -> list[Design]:
        """
        The designs that it beat, the cheapest first; none for a design from bytes.
        """
    @property
    def columns(self, /) -> int:
        """
        The length of the transform.
        """
    @property
    def coset(self, /) -> bool:
        """
        Whether the points are those of a coset of the roots of unity.
        """
    @property
    def degree(self, /) -> int:
        """
        The ring degree N: coefficients of each ciphertext.
        """
    def explain(self, /) -> str:
        """
        A line of what runs and its predicted cost, and a line for each plan that it beat.
        """
    @property
    def field(self, /) -> str:
        """
        Name of the field.
        """
    @staticmethod
    def from_bytes(data: typing_extensions.Buffer, insecure: bool = False) -> Design:
        """
        The design from its bytes, every part of it checked.

        Raises ``papilio.FormatError`` for bytes of no design, ``papilio.DesignError`` for one that
        does not fit itself, ``papilio.SecurityError`` for one below 128 bits of security, unless
        ``insecure`` is true.
        """
    @property
    def input_columns(self, /) -> int:
        """
        The columns that are given.
        """
    @property
    def inputs(self, /) -> int:
        """
        The ciphertexts that a client sends.
        """
    @property
    def inverse(self, /) -> bool:
        """
        Whether it is the inverse transform.
        """
    @property
    def lanes(self, /) -> int:
        """
        Elements of a column.
        """
    @property
    def layout(self, /) -> str:
        """
        ``"columns"`` or ``"blocked"``.
        """
    @property
    def moduli(self, /) -> list[int]:
        """
        The primes of ciphertexts that a client sends.
        """
    @property
    def output_limbs(self, /) -> int:
        """
        How many of these primes the ciphertexts have that the server returns.
        """
    @property
    def outputs(self, /) -> int:
        """
        The ciphertexts that the server returns.
        """
    @property
    def predicted_budget_bits(self, /) -> float:
        """
        The noise budget in bits that outputs have left by prediction.
        """
    @property
    def predicted_seconds(self, /) -> float:
        """
        Predicted seconds of one core of this machine for the server's part.
        """
    @property
    def radices(self, /) -> list[int]:
        """
        The radices of the stages.
        """
    @property
    def security_bits(self, /) -> int:
        """
        128, 192 or 256, or 0 for a design that was accepted as ``insecure``.
        """
    @property
    def shift(self, /) -> int:
        """
        The exponent ``e`` of the coset: the first point is ``generator^e``.
        """
    def summary(self, /) -> str:
        """
        The ring degree, radices, layout and primes in a line.
        """
    def to_bytes(self, /) -> bytes:
        """
        The design as bytes, JSON.
        """

def design(columns: SupportsIndex, lanes: SupportsIndex, field: Field, *, inverse: bool = False, rate: SupportsIndex = 1, coset: bool = False, layout: typing.Literal['auto', 'columns', 'blocked'] = "auto", radices: SupportsGetItem[int, SupportsIndex] | None = None, log_degree: SupportsIndex | None = None, insecure: bool = False) -> Design:
    """
    The cheapest plan for a transform of ``columns`` columns of ``lanes`` elements over ``field``.

    ``columns`` is a power of two, the length of the transform; ``lanes`` a power of two, at most
    the ring degree. With ``rate`` 2, 4 or 8 only the first ``columns / rate`` columns are given,
    the rest are zero (Reed-Solomon encoding); with ``coset`` the points are those of the coset by
    the field's generator. ``layout`` is ``"auto"``, ``"columns"`` or ``"blocked"``; ``log_degree``
    is from 12 to 16. ``field`` is ``P32``, ``Goldilocks``, ``Stark252``, ``Bn254`` or
    ``Bls12_381``. Columns are encrypted under the secret key.

    >>> import papilio
    >>> papilio.hntt.design(64, 1024, papilio.field.P32).columns
    64

    Raises ``papilio.DesignError`` where none lasts within noise and security.
    """

def hash_columns(window: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint8]:
    """
    The BLAKE3 hash of each transformed ciphertext of a window: ``uint8`` of shape ``(outputs,
    32)``.
    """

def transform_window(design: Design, seeds: numpy.typing.NDArray[numpy.uint8], c0: numpy.typing.NDArray[numpy.uint64], first: SupportsIndex, start: SupportsIndex, stop: SupportsIndex, out: numpy.typing.NDArray[numpy.uint64] | None = None, progress: collections.abc.Callable[[float], object] | None = None) -> tuple[numpy.typing.NDArray[numpy.uint64], tuple[float, float, float]]:
    """
    Transforms the coefficients ``start`` to ``stop`` of all ciphertexts; ``first`` is the first
    that ``c0`` holds. The result, and the seconds of expanding seeds, of the transform and of
    storing it. What ``papilio.hntt.transform`` calls.
    """
