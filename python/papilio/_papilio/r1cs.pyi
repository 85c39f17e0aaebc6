"""
Constraint systems and witnesses.
"""

import os
import numpy
import numpy.typing
import typing
from .field import Field
from typing import SupportsIndex, final

__all__ = ["R1cs", "read_witness", "semaphore"]

@final
class R1cs:
    """
    A rank-1 constraint system: products of linear combinations of wires.

    Made by ``R1cs.read`` and ``semaphore``.
    """
    def __repr__(self, /) -> str: ...
    def check(self, /, witness: numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]) -> None:
        """
        Refuses a witness, an array of elements of the field, that does not satisfy every
        constraint.

        Raises ``papilio.WitnessError`` with the first constraint that it does not satisfy.
        """
    @property
    def constraints(self, /) -> int:
        """
        The number of constraints.
        """
    @property
    def field(self, /) -> str:
        """
        Name of the field.
        """
    @property
    def outputs(self, /) -> int:
        """
        The number of public outputs.
        """
    @property
    def private_inputs(self, /) -> int:
        """
        The number of private inputs.
        """
    @property
    def public_inputs(self, /) -> int:
        """
        The number of public inputs.
        """
    @staticmethod
    def read(path: str | os.PathLike[str], field: Field) -> R1cs:
        """
        Reads a constraint system of circom (``.r1cs``) over a field.

        Raises ``OSError`` for a file that cannot be opened, ``papilio.FormatError`` for one that is
        damaged, or over another field.
        """
    @property
    def wires(self, /) -> int:
        """
        The number of wires: the length of a witness.
        """

def read_witness(path: str | os.PathLike[str], field: Field) -> numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]:
    """
    Reads a witness of circom (``.wtns``): an array of elements of the field.

    Raises ``OSError`` for a file that cannot be opened, ``papilio.FormatError`` for one that is
    damaged, or over another field.
    """

def semaphore(levels: SupportsIndex, field: Field, seed: SupportsIndex = 1) -> tuple[R1cs, numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]]:
    """
    The built-in circuit, a Semaphore membership proof in a tree of ``levels`` levels, with a
    witness that ``seed`` makes up.

    >>> from papilio.field import P32
    >>> from papilio.r1cs import semaphore
    >>> system, witness = semaphore(2, P32)
    >>> system.check(witness)

    Raises ``papilio.PapilioError`` for no level or too many.
    """
