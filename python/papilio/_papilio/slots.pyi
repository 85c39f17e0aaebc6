"""
Transforms in the slots of a ciphertext.
"""

import collections.abc
import numpy
import numpy.typing
import papilio._papilio.bfv
import papilio._papilio.bgv
import typing
import typing_extensions
from . import GaloisKeys, Parameters, Scheme, SecretKey
from .field import Field
from typing import SupportsIndex, final

__all__ = ["SlotDesign", "design", "transform"]

@final
class SlotDesign:
    """
    A plan of a transform inside a ciphertext, made by ``papilio.slots.design``.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[bytes, bool]]: ...
    def __repr__(self, /) -> str: ...
    def arrange(self, /, values: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        A vector as the slots of the ciphertext: what ``BatchEncoder.encode`` takes.

        Raises ``ValueError`` for another shape than ``(size,)``, ``(size, 4)`` for elements of four
        words.
        """
    def collect(self, /, slots: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The transformed vector, in natural order, from the slots of the result.

        Raises ``ValueError`` unless all slots are given.
        """
    @staticmethod
    def from_bytes(data: typing_extensions.Buffer, insecure: bool = False) -> SlotDesign:
        """
        The design from its bytes, all that runs checked; predictions are those that were written.

        Raises ``papilio.FormatError`` for bytes of no design, ``papilio.DesignError`` for one that
        does not fit itself, ``papilio.SecurityError`` for one below 128 bits of security, unless
        ``insecure`` is true.
        """
    @property
    def galois_key_bytes(self, /) -> int:
        """
        Bytes of the rotation keys.
        """
    def galois_keys(self, /, scheme: Scheme, secret: SecretKey) -> GaloisKeys:
        """
        The keys that the transform takes.

        Raises ``papilio.ContextError`` for a secret of other parameters.
        """
    @property
    def parameters(self, /) -> Parameters:
        """
        The ring parameters of the scheme.
        """
    @property
    def predicted_budget_bits(self, /) -> float:
        """
        The noise budget in bits that the result has left by prediction.
        """
    @property
    def predicted_seconds(self, /) -> float:
        """
        Predicted seconds of one core of this machine.
        """
    @property
    def size(self, /) -> int:
        """
        The length of the vector.
        """
    def to_bytes(self, /) -> bytes:
        """
        The design as bytes, JSON.
        """

def design(size: SupportsIndex, field: Field, *, inverse: bool = False, memory: SupportsIndex = ..., key_bytes: SupportsIndex = ..., log_degree: SupportsIndex | None = None, insecure: bool = False) -> SlotDesign:
    """
    The cheapest plan for a transform of ``size`` elements over ``field``, inside one ciphertext of
    ``Bfv`` or ``Bgv``.

    ``size`` is a power of two, ``field`` one of ``Goldilocks``, ``Stark252``, ``Bn254`` and
    ``Bls12_381``. ``memory`` and ``key_bytes`` are the most bytes of memory of the transform, and
    of its rotation keys.

    Raises ``papilio.DesignError`` where none lasts within noise, security and these limits.
    """

def transform(ciphertext: papilio._papilio.bfv.Ciphertext | papilio._papilio.bgv.Ciphertext, design: SlotDesign, progress: collections.abc.Callable[[float], object] | None = None) -> papilio._papilio.bfv.Ciphertext | papilio._papilio.bgv.Ciphertext:
    """
    The server's part: transforms the vector in a ciphertext's slots, with the ``galois_keys`` of
    its scheme. ``progress`` is called with the part that is done.

    Raises ``papilio.WrongKeyError`` for keys that are missing, ``papilio.ContextError`` and
    ``papilio.LevelError`` for a ciphertext that does not fit the design.
    """
