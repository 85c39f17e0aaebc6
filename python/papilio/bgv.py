"""BGV: exact arithmetic modulo a plaintext modulus, slot by slot, on ciphertexts."""

from . import _papilio
from ._papilio import bgv as _native

Advice = _papilio.Advice
BatchEncoder = _papilio.BatchEncoder
Bgv = _native.Bgv
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
    "Bgv",
    "Ciphertext",
    "GaloisKeys",
    "Parameters",
    "Plaintext",
    "Product",
    "PublicKey",
    "RelinearizationKey",
    "SecretKey",
]
