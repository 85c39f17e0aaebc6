"""
CKKS.
"""

import collections.abc
import numpy
import numpy.typing
import typing
import typing_extensions
from . import GaloisKeys, Scheme, SecretKey
from _typeshed import SupportsGetItem
from typing import Final, SupportsFloat, SupportsIndex, final

__all__ = ["Advice", "Ciphertext", "Ckks", "LinearTransform", "Parameters", "Plaintext", "Polynomial", "Precision", "PublicKey"]

@final
class Advice:
    """
    Parameters that were found, the sizes of the objects made with them, and why.
    """
    def __repr__(self, /) -> str: ...
    @property
    def ciphertext_bytes(self, /) -> int:
        """
        Bytes of a fresh ciphertext in memory.
        """
    @property
    def key_bytes(self, /) -> int | None:
        """
        Bytes of a relinearization key in memory, and of the key of each rotation.
        """
    @property
    def parameters(self, /) -> Parameters:
        """
        The parameters.
        """
    @property
    def precisions(self, /) -> list[float]:
        """
        The predicted precision in bits of a fresh ciphertext, then after each product.
        """
    @property
    def reasons(self, /) -> list[str]:
        """
        Why these, a sentence each.
        """

@final
class Ciphertext:
    """
    An encrypted vector of numbers.

    ``+``, ``-`` and ``*`` act slot by slot on ciphertexts, numbers and arrays (``float64`` or
    ``complex128``), and bring operands to one level and scale by themselves. A product of
    ciphertexts takes the scheme's ``relinearization_key``, rotations take its ``galois_keys``.

    Raises ``papilio.LevelError`` when no level is left, ``papilio.ScaleError`` when a message does
    not fit, ``papilio.WrongKeyError`` for a key that is missing or another's.
    """
    __array_ufunc__: Final[tuple[()] | None]
    """
    Arrays leave operators to ciphertexts.
    """
    def __add__(self, other: object, /) -> Ciphertext: ...
    def __mul__(self, other: object, /) -> Ciphertext: ...
    def __neg__(self, /) -> Ciphertext: ...
    def __radd__(self, other: object, /) -> Ciphertext: ...
    def __reduce_ex__(self, /, protocol: typing.SupportsIndex) -> tuple[typing.Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __rmul__(self, other: object, /) -> Ciphertext: ...
    def __rsub__(self, other: object, /) -> Ciphertext: ...
    def __sub__(self, other: object, /) -> Ciphertext: ...
    def conjugate(self, /) -> Ciphertext:
        """
        The complex conjugate of every slot.
        """
    def evaluate(self, /, polynomial: Polynomial) -> Ciphertext:
        """
        A polynomial of every slot. In the basis of Chebyshev all slots are real and in its
        interval.
        """
    @staticmethod
    def from_bytes(scheme: Ckks, data: typing_extensions.Buffer) -> Ciphertext:
        """
        The ciphertext from its bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    def inner_sum(self, /, count: SupportsIndex) -> Ciphertext:
        """
        The sum of ``count`` neighboring slots in each, a power of two.
        """
    def inverse(self, /, least: SupportsIndex, precision: SupportsIndex) -> Ciphertext:
        """
        The inverses of real slots from ``2**-least`` to ``2 - 2**-least``, to a relative error of
        ``2**-precision``.
        """
    @property
    def levels_left(self, /) -> int:
        """
        How many times it can be rescaled.
        """
    @property
    def log2_bound(self, /) -> float:
        """
        ``log2`` of a bound on the magnitudes of its values.
        """
    @property
    def log_scale(self, /) -> float:
        """
        ``log2`` of the scale.
        """
    def multiply_rescale(self, /, other: Ciphertext) -> Ciphertext:
        """
        The product with a ciphertext, divided by the scale in the same step: for less than ``*``
        and ``rescale``, where the product is not a summand before.
        """
    @property
    def precision_bits(self, /) -> float:
        """
        The bits after the binary point that are right in every slot, by prediction.
        """
    def rescale(self, /) -> Ciphertext:
        """
        A product divided by the scale, which operators do by themselves when they need it; what has
        the scale of its level is returned as it is.
        """
    def rotate(self, /, steps: SupportsIndex) -> Ciphertext:
        """
        The slots rotated to the left by ``steps``, for negative steps to the right.
        """
    @property
    def scheme(self, /) -> Ckks:
        """
        The scheme.
        """
    def sign(self, /, gap: SupportsIndex, precision: SupportsIndex) -> Ciphertext:
        """
        The signs of real slots with ``2**-gap <= |x| <= 1``, to within ``2**-precision``.
        """
    def square(self, /) -> Ciphertext:
        """
        The square, for less than a product.
        """
    def to_bytes(self, /) -> bytes:
        """
        The ciphertext as bytes.
        """
    def transform(self, /, matrix: LinearTransform) -> Ciphertext:
        """
        A matrix times the slots.
        """
    def with_bound(self, /, log2_bound: SupportsFloat | SupportsIndex) -> Ciphertext:
        """
        The same ciphertext with a lesser bound on the magnitudes of its values, as its ``log2``:
        the caller knows it.
        """

@final
class Ckks(Scheme):
    """
    CKKS: approximate arithmetic on real or complex vectors, slot by slot.

    ``Ckks(parameters)`` of ``papilio.ckks.Parameters``. Scales and levels are kept by the operators
    of ciphertexts; every ciphertext says how many bits after the binary point are right.

    >>> import numpy as np
    >>> from papilio.ckks import Ckks, Parameters, RelinearizationKey, SecretKey
    >>> ckks = Ckks(Parameters.advise(depth=2, precision=20).parameters)
    >>> secret = SecretKey.generate(ckks)
    >>> ckks.relinearization_key = RelinearizationKey.generate(ckks, secret)
    >>> x = ckks.encrypt_secret(secret, ckks.encode(np.array([0.5, -0.25])))
    >>> y = 1 - x * x
    >>> ckks.decode(ckks.decrypt(secret, y))[:2].real.round(4).tolist()
    [0.75, 0.9375]
    """
    def __new__(cls, /, parameters: Parameters) -> Ckks: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[Parameters]]:
        """
        Without its keys, which have bytes of their own.
        """
    def __repr__(self, /) -> str: ...
    def decode(self, /, plaintext: Plaintext) -> numpy.typing.NDArray[numpy.complex128]:
        """
        The numbers in all slots, a new ``complex128`` array.

        Raises ``papilio.ContextError`` for a plaintext of other parameters.
        """
    def decrypt(self, /, secret: SecretKey, ciphertext: Ciphertext) -> Plaintext:
        """
        Decrypts, for the owner of the key alone: the noise that the result has in it tells of the
        key. What others may see is ``decrypt_public``.

        Raises ``papilio.ScaleError`` when message and noise do not fit the modulus,
        ``papilio.WrongKeyError`` for a ciphertext under another key.
        """
    def decrypt_public(self, /, secret: SecretKey, ciphertext: Ciphertext, *, queries: SupportsIndex, statistical_bits: SupportsIndex = 40, least_bits: SupportsIndex = 0) -> tuple[numpy.typing.NDArray[numpy.complex128], int]:
        """
        The numbers of a ciphertext that others may see, with noise that hides the key, and how many
        bits after the binary point are right.

        ``queries`` is the number of decryptions under this key that are ever shown,
        ``statistical_bits`` the security of each (30 at least), ``least_bits`` the precision that
        has to be left.

        Raises ``papilio.PrecisionError`` when fewer bits are left; the errors of ``decrypt``.
        """
    def encode(self, /, values: numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]) -> Plaintext:
        """
        Encodes at most ``slots`` numbers, ``float64`` or ``complex128``, zeros in the rest: with
        all levels and the scale of the parameters.

        Raises ``papilio.PlaintextError`` for more, or for numbers that are not finite or too great.
        """
    def encrypt_public(self, /, key: PublicKey, plaintext: Plaintext) -> Ciphertext:
        """
        Encrypts under the public key.

        Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
        """
    def encrypt_secret(self, /, secret: SecretKey, plaintext: Plaintext) -> Ciphertext:
        """
        Encrypts under the secret key.

        Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
        """
    @property
    def parameters(self, /) -> Parameters:
        """
        Ring, scale and levels.
        """
    @property
    def slots(self, /) -> int:
        """
        The number of slots, N/2.
        """

@final
class LinearTransform:
    """
    A matrix over slots by its diagonals: slot ``i`` of the product is ``Σ_k d[k][i]·x[i + k]``, the
    second index taken around the slots. It takes one level.

    ``LinearTransform(ckks, diagonals, levels)``: ``diagonals`` are arrays of ``slots`` numbers by
    steps to the left; ``levels`` are those that ciphertexts have left before the product.

    Raises ``papilio.PlaintextError`` for diagonals of another length, ``papilio.LevelError`` for no
    level or more than there are.
    """
    def __new__(cls, /, ckks: Ckks, diagonals: collections.abc.Mapping[int, numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]], levels: SupportsIndex) -> LinearTransform: ...
    def __repr__(self, /) -> str: ...
    def galois_keys(self, /, secret: SecretKey) -> GaloisKeys:
        """
        The keys of rotations that it takes.
        """
    @property
    def memory_bytes(self, /) -> int:
        """
        Bytes of its diagonals in memory.
        """

@final
class Parameters:
    """
    Parameters of ``Ckks``: ring, scale and levels.

    ``Parameters(log_degree=14, log_scale=40, levels=7, log_p=[49])``: the ring degree is
    ``2**log_degree`` (10 to 16), with half as many slots; messages are multiplied by
    ``2**log_scale`` (30 to 50, or 60 to 98); ``levels`` products may follow each other; ``log_p``
    are the bit lengths of the special primes, which key switching needs. ``log_base`` are the bits
    of the modulus that is never divided away, 0 for a good choice.

    Raises ``papilio.SecurityError`` below 128 bits of security, unless ``insecure`` is true;
    ``papilio.ParametersError`` for what makes no parameters.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, log_degree: SupportsIndex, log_scale: SupportsIndex, levels: SupportsIndex, log_p: SupportsGetItem[int, SupportsIndex] = ..., log_base: SupportsIndex = 0, insecure: bool = False) -> Parameters: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[bytes, bool]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def advise(depth: SupportsIndex, precision: SupportsIndex, *, terms: SupportsIndex = 2, log_bound: SupportsFloat | SupportsIndex = 0.0, slots: SupportsIndex = 1, rotations: bool = True, log_degree: SupportsIndex | None = None, security: SupportsIndex = 128) -> Advice:
        """
        The cheapest parameters for a depth and a precision, and the reasons for them.

        ``depth`` is the number of products on the longest path, those with constants that are no
        integers included; ``precision`` the bits after the binary point that are right at the end;
        ``log_bound`` is ``log2`` of the greatest magnitude of a value on the way, ``terms`` the
        ciphertexts that are summed before a product.

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
    def levels(self, /) -> int:
        """
        The products that may follow each other.
        """
    @property
    def log_scale(self, /) -> int:
        """
        ``log2`` of the scale.
        """
    @property
    def security_bits(self, /) -> int:
        """
        128, 192 or 256, or 0 below.
        """
    @property
    def slots(self, /) -> int:
        """
        The number of slots, N/2.
        """
    def to_bytes(self, /) -> bytes:
        """
        The parameters as bytes.
        """

@final
class Plaintext:
    """
    A vector of numbers times a scale, as a polynomial; hidden from ``repr``.

    Made by ``Ckks.encode`` and ``Ckks.decrypt``.
    """
    def __repr__(self, /) -> str: ...
    @property
    def log_scale(self, /) -> float:
        """
        ``log2`` of the scale.
        """

@final
class Polynomial:
    """
    A polynomial with real coefficients, to be evaluated in every slot.
    """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def chebyshev(interval: tuple[float, float], coefficients: collections.abc.Sequence[float]) -> Polynomial:
        """
        ``Σ c[k]·T_k(u)``, ``u`` in [-1, 1] for ``x`` in the interval, ``T_k`` the polynomials of
        Chebyshev.
        """
    @property
    def coefficients(self, /) -> list[float]:
        """
        The coefficients in its basis.
        """
    @property
    def degree(self, /) -> int:
        """
        The degree.
        """
    @property
    def depth(self, /) -> int:
        """
        The levels that its evaluation takes.
        """
    @staticmethod
    def fit(f: collections.abc.Callable[[float], float], interval: tuple[float, float], degree: int) -> tuple[Polynomial, float]:
        """
        The polynomial of a degree that approximates ``f`` in an interval, and its greatest error
        there.

        Raises what ``f`` raises.
        """
    @staticmethod
    def power(coefficients: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> Polynomial:
        """
        ``c[0] + c[1]·x + c[2]·x^2 + …``.
        """

@final
class Precision:
    """
    The bits after the binary point that are right, over all slots.
    """
    def __repr__(self, /) -> str: ...
    @property
    def mean(self, /) -> float:
        """
        The mean over all slots.
        """
    @property
    def median(self, /) -> float:
        """
        The median over all slots.
        """
    @property
    def minimum(self, /) -> float:
        """
        The bits of the slot with the greatest error.
        """
    @staticmethod
    def of(have: numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128], want: numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]) -> Precision:
        """
        The precision of ``have`` beside the exact values ``want``, ``float64`` or ``complex128``
        arrays of one length.

        Raises ``ValueError`` for arrays of different lengths.
        """

@final
class PublicKey:
    """
    A key that encrypts and does not decrypt, for ``Ckks``: of the special primes too, which leave
    ciphertexts less noise.
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
