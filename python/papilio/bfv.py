"""BFV: exact arithmetic modulo a plaintext modulus, slot by slot, on ciphertexts."""

from . import _papilio
from ._papilio import bfv as _native

Advice = _papilio.Advice
BatchEncoder = _papilio.BatchEncoder
Bfv = _native.Bfv
Ciphertext = _native.Ciphertext
GaloisKeys = _papilio.GaloisKeys
Parameters = _papilio.Parameters
Plaintext = _papilio.Plaintext
Product = _native.Product
PublicKey = _papilio.PublicKey
RelinearizationKey = _papilio.RelinearizationKey
SecretKey = _papilio.SecretKey

__all__ = [
    "Advice",
    "BatchEncoder",
    "Bfv",
    "Ciphertext",
    "GaloisKeys",
    "Parameters",
    "Plaintext",
    "Product",
    "PublicKey",
    "RelinearizationKey",
    "SecretKey",
]
