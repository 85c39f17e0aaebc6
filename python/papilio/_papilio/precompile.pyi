"""
The precompiles of EIP-7885.
"""

import typing
import typing_extensions
from typing import SupportsIndex

__all__ = ["address", "gas", "run"]

def address(operation: typing.Literal['forward', 'inverse', 'multiply', 'add'], base: SupportsIndex = ...) -> int:
    """
    The address of an operation, where the first is at ``base``.
    """

def gas(operation: typing.Literal['forward', 'inverse', 'multiply', 'add'], data: typing_extensions.Buffer) -> int:
    """
    The gas of a call, by its header and its length; malformed input has a price too.
    """

def run(operation: typing.Literal['forward', 'inverse', 'multiply', 'add'], data: typing_extensions.Buffer) -> bytes:
    """
    The output of a call: ``"forward"`` and ``"inverse"`` transform a polynomial, ``"multiply"`` and
    ``"add"`` act on two, value by value.

    ``data`` is the header, ``n`` in 4 bytes and ``q`` in 8, and the coefficients, all big-endian;
    other forms are those of the specification.

    Raises ``papilio.PrecompileError`` for input that the precompile refuses.
    """
