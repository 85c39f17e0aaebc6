"""Number-theoretic transforms, BFV, BGV and CKKS, and transforms under encryption, on numpy arrays.

* :mod:`papilio.ntt`: transforms of polynomials modulo word primes.
* :mod:`papilio.field`: transforms over the prime fields of proof systems.
* :mod:`papilio.bfv`, :mod:`papilio.bgv`: exact arithmetic on ciphertexts.
* :mod:`papilio.ckks`: approximate arithmetic on ciphertexts.
* :mod:`papilio.hntt`: transforms across ciphertexts.
* :mod:`papilio.slots`: transforms inside a ciphertext.
* :mod:`papilio.precompile`: the precompiles of EIP-7885.
* :mod:`papilio.r1cs`: constraint systems and witnesses.

Kernels are chosen at run time: :func:`papilio.info` names them.
"""

import sys as _sys

from . import _papilio

# The modules of the native half, under the names that its classes have in stubs.
for _name in ("bfv", "bgv", "ckks", "field", "hntt", "ntt", "precompile", "r1cs", "slots"):
    _sys.modules[f"papilio._papilio.{_name}"] = getattr(_papilio, _name)

from . import bfv, bgv, ckks, errors, field, hntt, ntt, precompile, r1cs, slots
from ._papilio import (
    Advice,
    BatchEncoder,
    GaloisKeys,
    Parameters,
    Plaintext,
    PublicKey,
    RelinearizationKey,
    Scheme,
    SecretKey,
    info,
)
from .errors import (
    AdviceError,
    ContextError,
    DesignError,
    FormatError,
    LevelError,
    NoiseError,
    PapilioError,
    ParametersError,
    PlaintextError,
    PlanError,
    PrecisionError,
    PrecompileError,
    ScaleError,
    SecurityError,
    WitnessError,
    WrongKeyError,
)

from .arrays import empty_aligned

__version__: str = info()["version"]

__all__ = [
    "Advice",
    "BatchEncoder",
    "GaloisKeys",
    "Parameters",
    "Plaintext",
    "PublicKey",
    "RelinearizationKey",
    "Scheme",
    "SecretKey",
    "bfv",
    "bgv",
    "ckks",
    "empty_aligned",
    "AdviceError",
    "ContextError",
    "DesignError",
    "FormatError",
    "LevelError",
    "NoiseError",
    "PapilioError",
    "ParametersError",
    "PlaintextError",
    "PlanError",
    "PrecisionError",
    "PrecompileError",
    "ScaleError",
    "SecurityError",
    "WitnessError",
    "WrongKeyError",
    "errors",
    "field",
    "hntt",
    "info",
    "ntt",
    "precompile",
    "r1cs",
    "slots",
]
