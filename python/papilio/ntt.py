"""Transforms of polynomials modulo word primes."""

from ._papilio import ntt as _native

Coset = _native.Coset
Plan = _native.Plan

__all__ = ["Coset", "Plan"]
