"""
The native half of the package, whose names are those of the modules of ``papilio``.
"""

import collections.abc
import numpy
import numpy.typing
import typing
import typing_extensions
from . import bfv as bfv, bgv as bgv, ckks as ckks, field as field, hntt as hntt, ntt as ntt, precompile as precompile, r1cs as r1cs, slots as slots
from _typeshed import SupportsGetItem
from typing import SupportsIndex, final
from typing_extensions import disjoint_base

__all__ = ["Advice", "BatchEncoder", "GaloisKeys", "Parameters", "Plaintext", "PublicKey", "RelinearizationKey", "Scheme", "SecretKey", "bars", "info", "bfv", "bgv", "ckks", "field", "hntt", "ntt", "precompile", "r1cs", "slots"]

@final
class Advice:
    """
    Parameters that were found, and why.
    """
    def __repr__(self, /) -> str: ...
    @property
    def budgets(self, /) -> list[float]:
        """
        The predicted noise budget in bits of a fresh ciphertext, then after each step.
        """
    @property
    def parameters(self, /) -> Parameters:
        """
        The parameters.
        """
    @property
    def reasons(self, /) -> list[str]:
        """
        Why these, a sentence each.
        """

@final
class BatchEncoder:
    """
    Vectors as plaintexts with a value in each slot, which sums and products act on slot by slot.

    ``BatchEncoder(scheme)`` for a ``Bfv`` or ``Bgv``: its plaintext modulus is a prime t, and 2n
    divides t - 1 for n slots. Slots are in two rows, which rotations move.

    Raises ``papilio.PlaintextError`` for a plaintext modulus without slots.
    """
    def __new__(cls, /, scheme: Scheme) -> BatchEncoder: ...
    def __repr__(self, /) -> str: ...
    def decode(self, /, plaintext: Plaintext) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The values of all slots: ``uint64`` residues.

        Raises ``papilio.ContextError`` for a plaintext of another ring.
        """
    def decode_signed(self, /, plaintext: Plaintext) -> numpy.typing.NDArray[numpy.int64]:
        """
        The values of all slots: ``int64`` numbers above -t/2 and up to t/2.

        Raises ``papilio.ContextError`` for a plaintext of another ring, ``papilio.PlaintextError``
        for a value beyond 64 bits.
        """
    def encode(self, /, values: numpy.typing.NDArray[numpy.uint64] | numpy.typing.NDArray[numpy.int64]) -> Plaintext:
        """
        Encodes at most ``slots`` values, zeros in the rest: ``uint64`` residues below t, of shape
        ``(values, 4)`` for primes of 251 bits and more, or ``int64`` numbers from -t/2 to t/2.
        ``Field.array`` makes residues of integers.

        Raises ``papilio.PlaintextError`` for more values, or values out of range.
        """
    @property
    def slots(self, /) -> int:
        """
        The number of slots.
        """

@final
class GaloisKeys:
    """
    Keys of rotations of slots.
    """
    def __len__(self, /) -> int:
        """
        The number of keys.
        """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def for_inner_sum(scheme: Scheme, secret: SecretKey, count: SupportsIndex) -> GaloisKeys:
        """
        Keys for ``inner_sum`` over ``count`` slots, a power of two.

        Raises ``papilio.PapilioError`` for another count; the errors of ``for_rotations``.
        """
    @staticmethod
    def for_rotations(scheme: Scheme, secret: SecretKey, steps: collections.abc.Iterable[int], conjugation: bool = False) -> GaloisKeys:
        """
        Keys for rotations by these steps, to the left, for negative steps to the right; with
        ``conjugation`` for the exchange of rows of ``Bfv`` and ``Bgv`` too, and for the conjugate
        of ``Ckks``. Steps that have no key are made of those that are powers of two.

        Raises ``papilio.WrongKeyError`` for parameters without special primes,
        ``papilio.ContextError`` for a secret of other parameters.
        """
    @staticmethod
    def from_bytes(scheme: Scheme, data: typing_extensions.Buffer) -> GaloisKeys:
        """
        From bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    @staticmethod
    def powers_of_two(scheme: Scheme, secret: SecretKey) -> GaloisKeys:
        """
        Keys for rotations by powers of two and for the conjugate: any number of steps is made of
        these.
        """
    def to_bytes(self, /, scheme: Scheme) -> bytes:
        """
        The keys as bytes.
        """

@final
class Parameters:
    """
    Ring parameters of ``Bfv`` and ``Bgv``.

    ``Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49])``: the ring degree is
    ``2**log_degree`` (10 to 16); ``log_q`` are the bit lengths of the primes of the ciphertext
    modulus, ``log_p`` those of the special primes, which key switching needs. ``moduli`` and
    ``special_moduli`` say the primes themselves instead.

    >>> import papilio
    >>> papilio.Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49])
    Parameters(N = 8192, 3 primes, log2 PQ = 196.0, 128-bit security)

    Raises ``papilio.SecurityError`` below 128 bits of security, unless ``insecure`` is true;
    ``papilio.ParametersError`` for what makes no ring.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, log_degree: SupportsIndex, log_q: SupportsGetItem[int, SupportsIndex] = ..., log_p: SupportsGetItem[int, SupportsIndex] = ..., moduli: SupportsGetItem[int, SupportsIndex] = ..., special_moduli: SupportsGetItem[int, SupportsIndex] = ..., insecure: bool = False) -> Parameters: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[bytes, bool]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def advise(plaintext_bits: SupportsIndex, depth: SupportsIndex | None = None, rotations: bool = False, *, circuit: collections.abc.Sequence[str] | None = None, scheme: typing.Literal['bfv', 'bgv'] = "bfv", log_degree: SupportsIndex | None = None, security: SupportsIndex = 128) -> Advice:
        """
        The cheapest parameters for a circuit, and the reasons for them.

        ``plaintext_bits`` is the bit length of the plaintext modulus (2 to 256), ``depth`` the
        number of products on the longest path; with ``rotations`` every ciphertext may be rotated
        once. ``circuit`` says the steps of that path instead: ``"multiply"``,
        ``"multiply-plain"``, ``"add:K"`` for K terms, ``"add-across"``, ``"rotate"``,
        ``"inner-sum"``, ``"linear:K"`` for K diagonals. ``scheme`` is ``"bfv"`` or
        ``"bgv"``, ``security`` 128, 192 or 256.

        Raises ``papilio.AdviceError`` where there are none.
        """
    @property
    def degree(self, /) -> int:
        """
        The ring degree N.
        """
    @staticmethod
    def from_bytes(data: typing_extensions.Buffer, insecure: bool = False) -> Parameters:
        """
        The parameters from their bytes.

        Raises ``papilio.FormatError``; ``papilio.SecurityError`` for parameters below 128 bits of
        security, unless ``insecure`` is true; the errors of the constructor.
        """
    @property
    def log_key_modulus(self, /) -> float:
        """
        Bits of the product of all primes, on which security depends.
        """
    @property
    def moduli(self, /) -> list[int]:
        """
        The primes of the ciphertext modulus; the last is divided away first.
        """
    @property
    def security_bits(self, /) -> int:
        """
        128, 192 or 256, or 0 below.
        """
    @property
    def special_moduli(self, /) -> list[int]:
        """
        The special primes.
        """
    def to_bytes(self, /) -> bytes:
        """
        The parameters as bytes.
        """

@final
class Plaintext:
    """
    A polynomial of residues modulo the plaintext modulus; hidden from ``repr``, erased when it is
    freed.

    Made by ``BatchEncoder.encode``, ``encode_coefficients`` and ``decrypt``.
    """
    def __repr__(self, /) -> str: ...
    def coefficients(self, /) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The coefficients, a new array of N residues: ``uint64``, of shape ``(N, 4)`` for primes of
        251 bits and more.
        """

@final
class PublicKey:
    """
    A key that encrypts and does not decrypt, for ``Bfv`` and ``Bgv``.
    """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def from_bytes(scheme: Scheme, data: typing_extensions.Buffer) -> PublicKey:
        """
        From bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    @staticmethod
    def generate(scheme: Scheme, secret: SecretKey) -> PublicKey:
        """
        The key of a secret.

        Raises ``papilio.ContextError`` for a secret of other parameters.
        """
    def to_bytes(self, /, scheme: Scheme) -> bytes:
        """
        The key as bytes.
        """

@final
class RelinearizationKey:
    """
    The key that brings products of ciphertexts back to two parts.
    """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def from_bytes(scheme: Scheme, data: typing_extensions.Buffer) -> RelinearizationKey:
        """
        From bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    @staticmethod
    def generate(scheme: Scheme, secret: SecretKey) -> RelinearizationKey:
        """
        The key of a secret.

        Raises ``papilio.WrongKeyError`` for parameters without special primes,
        ``papilio.ContextError`` for a secret of other parameters.
        """
    def to_bytes(self, /, scheme: Scheme) -> bytes:
        """
        The key as bytes.
        """

@disjoint_base
class Scheme:
    """
    The ring that ``Bfv``, ``Bgv`` and ``Ckks`` have in common, and the keys that operators of
    ciphertexts take.
    """
    @property
    def degree(self, /) -> int:
        """
        The ring degree N.
        """
    @property
    def galois_keys(self, /) -> GaloisKeys | None:
        """
        The keys that rotations and sums of slots take; ``None`` until they are set.
        """
    @galois_keys.setter
    def galois_keys(self, /, keys: GaloisKeys | None) -> None: ...
    @property
    def moduli(self, /) -> list[int]:
        """
        The primes of the ciphertext modulus; the last is divided away first.
        """
    @property
    def relinearization_key(self, /) -> RelinearizationKey | None:
        """
        The key that products of ciphertexts take; ``None`` until it is set.
        """
    @relinearization_key.setter
    def relinearization_key(self, /, key: RelinearizationKey | None) -> None: ...
    @property
    def security_bits(self, /) -> int:
        """
        128, 192 or 256, or 0 for parameters that were accepted as ``insecure``.
        """
    @property
    def special_moduli(self, /) -> list[int]:
        """
        The primes that key switching divides away again.
        """

@final
class SecretKey:
    """
    A uniform ternary secret: hidden from ``repr``, refused by ``pickle``, erased when it is freed.
    """
    def __reduce__(self, /) -> typing.NoReturn:
        """
        Refused, for pickles are sent and stored unasked.
        """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def from_bytes(scheme: Scheme, data: typing_extensions.Buffer) -> SecretKey:
        """
        From bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    @staticmethod
    def generate(scheme: Scheme) -> SecretKey:
        """
        A new secret, by the randomness of the operating system.
        """
    def to_bytes(self, /, scheme: Scheme) -> bytes:
        """
        The secret itself as bytes, which Python neither hides nor erases: for the eyes of its owner.
        """

def bars(bars: collections.abc.Sequence[tuple[str, float]], unit: str) -> str:
    """
    A drawing with a bar for each ``(name, value)``, as the text of an SVG. Values are zero or
    positive and have the same unit, which is written behind them.

    Raises ``ValueError`` for no bars, or a value that is negative or no number.
    """

def info() -> dict[str, typing.Any]:
    """
    The installed version, and the kernels that run here.

    A dict: ``version``; ``kernels``, the names of those that this processor has, the preferred one
    first; ``chosen``, for primes of 30, 47, 50 and 61 bits the kernels of transforms, stages across
    ciphertexts and base conversions; ``restricted_by``, the value of ``PAPILIO_KERNEL`` or
    ``None``.

    >>> import papilio
    >>> "scalar" in papilio.info()["kernels"]
    True
    """
