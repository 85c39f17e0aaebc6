"""Why something is refused: one class a kind, all of them kinds of :class:`PapilioError`.

The texts are those of the Rust library. Arrays of another type or layout are ``TypeError``, those of
another shape or with values out of range ``ValueError``.
"""

__all__ = [
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
]


class PapilioError(Exception):
    """Anything that the library refuses."""


class PlanError(PapilioError, ValueError):
    """No transform of this modulus, length or domain."""


class ParametersError(PapilioError, ValueError):
    """Parameters that make no ring or no scheme."""


class SecurityError(ParametersError):
    """Parameters below 128 bits of security, where nobody said ``insecure``."""


class AdviceError(ParametersError):
    """No parameters for what was asked for."""


class DesignError(ParametersError):
    """No design for a transform under encryption, or one that does not fit."""


class ContextError(PapilioError, ValueError):
    """An operand of other parameters, or of another plaintext modulus."""


class LevelError(PapilioError, ValueError):
    """An operand of another level, or without a level that is needed."""


class ScaleError(PapilioError, ValueError):
    """A scale that does not fit that of another operand, or a message that does not fit its scale."""


class WrongKeyError(PapilioError, ValueError):
    """An operand under another key, or no key for the operation."""


class NoiseError(PapilioError, ArithmeticError):
    """The noise budget is exhausted, or the ciphertext damaged: there is no message to be had."""


class PrecisionError(PapilioError, ArithmeticError):
    """Fewer bits are right than were asked for."""


class PlaintextError(PapilioError, ValueError):
    """Values that make no plaintext: too many, too large, or not finite."""


class FormatError(PapilioError, ValueError):
    """Bytes that are not those of the object: damaged, of another kind, version or parameters."""


class WitnessError(PapilioError, ValueError):
    """A witness that does not satisfy a constraint system."""


class PrecompileError(PapilioError, ValueError):
    """Input that a precompile refuses: a call with it takes all gas and returns nothing."""
