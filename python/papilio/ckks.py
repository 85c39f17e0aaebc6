"""CKKS: approximate arithmetic on real or complex vectors, slot by slot, on ciphertexts."""

from . import _papilio
from ._papilio import ckks as _native

Advice = _native.Advice
Ciphertext = _native.Ciphertext
Ckks = _native.Ckks
GaloisKeys = _papilio.GaloisKeys
LinearTransform = _native.LinearTransform
Parameters = _native.Parameters
Plaintext = _native.Plaintext
Polynomial = _native.Polynomial
Precision = _native.Precision
PublicKey = _native.PublicKey
RelinearizationKey = _papilio.RelinearizationKey
SecretKey = _papilio.SecretKey

__all__ = [
    "Advice",
    "Ciphertext",
    "Ckks",
    "GaloisKeys",
    "LinearTransform",
    "Parameters",
    "Plaintext",
    "Polynomial",
    "Precision",
    "PublicKey",
    "RelinearizationKey",
    "SecretKey",
]
