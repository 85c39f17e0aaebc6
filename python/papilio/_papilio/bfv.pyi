"""
BFV.
"""

import numpy
import numpy.typing
import papilio._papilio.field
import typing
import typing_extensions
from . import Parameters, Plaintext, PublicKey, Scheme, SecretKey
from typing import Final, SupportsIndex, final

__all__ = ["Bfv", "Ciphertext", "Product"]

@final
class Bfv(Scheme):
    """
    BFV: exact arithmetic modulo a plaintext modulus, slot by slot.

    ``Bfv(parameters, plaintext_modulus)``: the modulus is from 2 to 2^61 - 1, or a field of
    ``papilio.field`` for its prime. For N slots it is a prime t, and 2N divides t - 1.

    >>> import numpy as np
    >>> from papilio.bfv import BatchEncoder, Bfv, Parameters, RelinearizationKey, SecretKey
    >>> bfv = Bfv(Parameters.advise(17, depth=1).parameters, 65537)
    >>> secret, encoder = SecretKey.generate(bfv), BatchEncoder(bfv)
    >>> bfv.relinearization_key = RelinearizationKey.generate(bfv, secret)
    >>> x = bfv.encrypt_secret(secret, encoder.encode(np.array([1, 2, 3])))
    >>> encoder.decode(bfv.decrypt(secret, x * x + 1))[:4].tolist()
    [2, 5, 10, 1]

    Raises ``papilio.ParametersError`` when the modulus has no room for messages.
    """
    def __new__(cls, /, parameters: Parameters, plaintext_modulus: int | papilio._papilio.field.Field) -> Bfv: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[Parameters, int]]:
        """
        Without its keys, which have bytes of their own.
        """
    def __repr__(self, /) -> str: ...
    def decrypt(self, /, secret: SecretKey, ciphertext: Ciphertext) -> Plaintext:
        """
        Decrypts, for the owner of the key alone: who supplies ciphertexts and is shown what
        becomes of them can find the key.

        Raises ``papilio.NoiseError`` when the noise may have reached the message,
        ``papilio.WrongKeyError`` for a ciphertext under another key.
        """
    def encode_coefficients(self, /, values: numpy.typing.NDArray[numpy.uint64]) -> Plaintext:
        """
        Encodes at most N residues of ``uint64``, one a coefficient; of shape ``(n, 4)`` for
        primes of 251 bits and more.

        Raises ``papilio.PlaintextError`` for more, or for a value that is not below t.
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
    def multiply(self, /, a: Ciphertext, b: Ciphertext) -> Product:
        """
        The product of two ciphertexts before relinearization: products are summed first.
        """
    @property
    def parameters(self, /) -> Parameters:
        """
        The ring parameters.
        """
    @property
    def plaintext_modulus(self, /) -> int:
        """
        The plaintext modulus t.
        """

@final
class Ciphertext:
    """
    An encrypted plaintext.

    ``+``, ``-`` and ``*`` act slot by slot on ciphertexts, plaintexts and whole numbers. A
    product of ciphertexts is relinearized by the scheme's ``relinearization_key``;
    rotations take its ``galois_keys``.

    Raises ``papilio.ContextError`` and ``papilio.LevelError`` for ciphertexts that do not
    fit each other, ``papilio.WrongKeyError`` for a key that is missing or another's.
    """
    __array_ufunc__: Final[tuple[()] | None]
    """
    Arrays leave operators to ciphertexts, which refuse them: they are encoded first.
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
    @staticmethod
    def from_bytes(scheme: Bfv, data: typing_extensions.Buffer) -> Ciphertext:
        """
        The ciphertext from its bytes.

        Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
        """
    def inner_sum(self, /, count: SupportsIndex | None = None) -> Ciphertext:
        """
        The sum of ``count`` neighboring slots in each; of all slots without a count.
        """
    @property
    def level(self, /) -> int:
        """
        Its primes.
        """
    def mod_switch_to(self, /, level: SupportsIndex) -> Ciphertext:
        """
        The same message with fewer primes.
        """
    def noise_budget(self, /, secret: SecretKey) -> float:
        """
        The noise budget that is left, in bits, measured with the secret key; for its owner
        alone.
        """
    @property
    def predicted_budget_bits(self, /) -> float:
        """
        The noise budget that is left by prediction, in bits: decryption refuses at the end
        of it.
        """
    def rotate_columns(self, /) -> Ciphertext:
        """
        The rows of slots exchanged.
        """
    def rotate_rows(self, /, steps: SupportsIndex) -> Ciphertext:
        """
        Both rows of slots rotated to the left by ``steps``, for negative steps to the
        right.
        """
    @property
    def scheme(self, /) -> Bfv:
        """
        The scheme.
        """
    def square(self, /) -> Ciphertext:
        """
        The square, for less than a product, relinearized.
        """
    def to_bytes(self, /) -> bytes:
        """
        The ciphertext as bytes.
        """

@final
class Product:
    """
    A product of ciphertexts, of three parts.
    """
    def __add__(self, other: object, /) -> Product: ...
    def __repr__(self, /) -> str: ...
    @property
    def level(self, /) -> int:
        """
        Its primes.
        """
    def relinearize(self, /) -> Ciphertext:
        """
        The product as a ciphertext, by the scheme's ``relinearization_key``.
        """
