"""Transforms across ciphertexts: a client encrypts columns, a server without a key transforms them.

>>> import numpy as np
>>> from papilio import hntt
>>> from papilio.field import P32
>>> design = hntt.design(16, 256, P32)
>>> client = hntt.Client(design)
>>> columns = client.encrypt(np.ones((16, 256), dtype=np.uint32))

The server has the design and the columns:

>>> values = hntt.transform(columns, design)

And the client has the result, column 0 of which is the sum of all columns:

>>> client.decrypt(values)[0, :4].tolist()
[16, 16, 16, 16]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from ._papilio import hntt as _native

Design = _native.Design
design = _native.design
hash_columns = _native.hash_columns

__all__ = ["Client", "Columns", "Design", "design", "hash_columns", "root", "transform", "windows"]

#: Windows begin and end at multiples of it.
_CHUNK = 256


@dataclass(frozen=True)
class Columns:
    """Encrypted columns, or a window of their coefficients.

    ``seeds``: ``uint8`` of shape ``(inputs, 32)``, of which the server expands one half of each
    ciphertext. ``c0``: the other half, ``uint64`` of shape ``(inputs, limbs, coefficients)``, residues
    below the design's moduli. ``first``: the first coefficient that ``c0`` holds.
    """

    seeds: NDArray[numpy.uint8]
    c0: NDArray[numpy.uint64]
    first: int = 0

    @property
    def extent(self) -> tuple[int, int]:
        """The coefficients that are here, from the first to the one after the last."""
        return self.first, self.first + self.c0.shape[2]

    @property
    def nbytes(self) -> int:
        """Bytes of both arrays."""
        return self.seeds.nbytes + self.c0.nbytes

    def window(self, start: int, stop: int) -> Columns:
        """The coefficients ``start`` to ``stop`` alone, copied."""
        first, last = self.extent
        if not first <= start < stop <= last:
            raise ValueError(f"the window {start} to {stop} is not within the coefficients {first} to {last}")
        return Columns(self.seeds, self.c0[:, :, start - first : stop - first].copy(), start)


class Client(_native.Client):
    """The side that holds the key of a design: it encrypts columns and decrypts the result.

    ``Client(design)`` draws a new key, which is hidden from ``repr`` and refused by ``pickle``.
    """

    def encrypt(self, matrix: NDArray[numpy.unsignedinteger[Any]], progress: Callable[[float], object] | None = None) -> Columns:
        """Encrypts a matrix of shape ``(input_columns, lanes)`` with the dtype of the design's field.

        ``progress`` is called with the part that is done. Raises ``TypeError`` for another dtype or
        layout, ``ValueError`` for another shape or elements that are not below the modulus.
        """
        return Columns(*self.encrypt_arrays(matrix, progress))


def transform(
    columns: Columns,
    design: Design,
    window: tuple[int, int] | None = None,
    progress: Callable[[float], object] | None = None,
    out: NDArray[numpy.uint64] | None = None,
) -> NDArray[numpy.uint64]:
    """The server's part: transforms ciphertexts without any key.

    The result has the shape ``(outputs, 2, output_limbs, coefficients)``. With ``window = (start,
    stop)``, multiples of 256, only these coefficients are computed; windows side by side along the
    last axis are the whole. ``progress`` is called with the part that is done; Ctrl-C ends the work
    within a fifth of a second.

    Raises ``ValueError`` for arrays that do not fit the design, or a window that does not fit them.
    """
    start, stop = columns.extent if window is None else window
    values, _ = _native.transform_window(design, columns.seeds, columns.c0, columns.first, start, stop, out, progress)
    return values


def windows(design: Design, count: int) -> list[tuple[int, int]]:
    """The coefficients of a design in ``count`` windows, of equal size up to 256.

    These are the parts of ``papilio transform --part``. Raises ``ValueError`` for a count below 1 or
    above ``degree / 256``.
    """
    chunks = design.degree // _CHUNK
    if not 1 <= count <= chunks:
        raise ValueError(f"{count} windows: ciphertexts of {design.degree} coefficients have 1 to {chunks} windows")
    bounds = [i * chunks // count * _CHUNK for i in range(count + 1)]
    return list(zip(bounds, bounds[1:]))


def root(hashes: Sequence[NDArray[numpy.uint8]]) -> bytes:
    """One hash, of 32 bytes, of what ``hash_columns`` gives for each window in order."""
    joined = numpy.frombuffer(b"".join(of_window.tobytes() for of_window in hashes), numpy.uint64)
    return bytes(hash_columns(joined[None])[0])
