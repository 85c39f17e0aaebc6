"""The precompiles of EIP-7885: transforms, products and sums of polynomials, and their gas.

>>> from papilio import precompile
>>> header = (4).to_bytes(4, "big") + (12289).to_bytes(8, "big")
>>> precompile.run("forward", header + bytes([0, 1, 0, 0, 0, 0, 0, 0])).hex()
'0001000100010001'
"""

from ._papilio import precompile as _native

address = _native.address
gas = _native.gas
run = _native.run

__all__ = ["address", "gas", "run"]
