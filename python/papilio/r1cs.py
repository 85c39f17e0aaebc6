"""Constraint systems and witnesses: files of circom, and the built-in circuit."""

from ._papilio import r1cs as _native

R1cs = _native.R1cs
read_witness = _native.read_witness
semaphore = _native.semaphore

__all__ = ["R1cs", "read_witness", "semaphore"]
