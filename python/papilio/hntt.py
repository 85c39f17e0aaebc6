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

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from . import field as _field
from ._papilio import hntt as _native
from .report import Report

Design = _native.Design
design = _native.design
hash_columns = _native.hash_columns

__all__ = ["Client", "Columns", "Design", "Run", "design", "hash_columns", "plan", "root", "run", "transform", "windows"]

#: Windows begin and end at multiples of it.
_CHUNK = 256


@dataclass(frozen=True, eq=False)
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
    if not isinstance(columns, Columns):
        raise TypeError(f"columns are a {type(columns).__name__}, where papilio.hntt.Columns are needed")
    if columns.c0.ndim != 3:
        raise ValueError(f"c0 has the shape {columns.c0.shape}, where (inputs, limbs, coefficients) is needed")
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


def plan(design: Design) -> Report:
    """A report of a design: the transform, its ring and noise, and the designs that it beat by predicted
    time.

    >>> from papilio.field import P32
    >>> print(str(plan(design(64, 1024, P32))).splitlines()[0])
    64 columns of 1024 elements over p32
    """
    columns = f"{design.columns} columns of {design.lanes} elements over {design.field}"
    shown = {"transform": columns, "design": design.summary(), **_ring(design)}
    seconds = {"chosen: " + _shape(design): design.predicted_seconds}
    for other in design.beaten:
        seconds[_shape(other)] = other.predicted_seconds
    shown["why"] = "least predicted time of those that last within noise and security"
    return Report(columns, shown, seconds, "s of one core")


def _shape(design: Design) -> str:
    """The facts that tell designs of one transform apart."""
    radices = "*".join(map(str, design.radices))
    return f"{design.layout} {radices}, N = {design.degree}, {len(design.moduli)} primes"


def _ring(design: Design) -> dict[str, str]:
    """Facts of a design's ciphertexts."""
    sent = design.inputs * len(design.moduli) * design.degree * 8
    returned = design.outputs * 2 * design.output_limbs * design.degree * 8
    return {
        "ciphertexts": f"{design.inputs} sent of {sent / 2**20:.1f} MiB, {design.outputs} returned of {returned / 2**20:.1f} MiB",
        "budget": f"{design.predicted_budget_bits:.1f} bits left by prediction",
        "security": f"{design.security_bits} bits" if design.security_bits else "BELOW 128 bits: accepted as insecure",
        "predicted time": f"{design.predicted_seconds:.3g} s of one core",
    }


@dataclass(frozen=True, eq=False)
class Run:
    """A transform from the matrix to the result, and whether the transform in the clear agrees.

    ``values``: the transformed matrix. ``seconds``: of ``encrypt``, ``transform``, ``decrypt`` and
    ``clear``, the transform in the clear.
    """

    design: Design
    values: NDArray[numpy.unsignedinteger[Any]]
    verified: bool
    seconds: dict[str, float]

    def report(self) -> Report:
        """The run as a table and a plot."""
        shown = {
            "design": self.design.summary(),
            **_ring(self.design),
            "verdict": "VERIFIED: equal to the transform in the clear" if self.verified else "DIFFERS from the transform in the clear",
        }
        return Report(f"{self.design.columns} columns of {self.design.lanes} elements", shown, self.seconds, "s")

    def to_html(self) -> str:
        """The report as one file of HTML, without a script."""
        return self.report().to_html()

    def _repr_html_(self) -> str:
        return self.report()._repr_html_()


def run(
    matrix: NDArray[numpy.unsignedinteger[Any]], design: Design, progress: Callable[[float], object] | None = None
) -> Run:
    """Both sides at once, with a new key: encrypts a matrix, transforms it, decrypts it, and compares
    the result with the transform in the clear.

    ``matrix`` has the shape ``(input_columns, lanes)`` and the dtype of the design's field. ``progress``
    is called with the part that is done.

    >>> from papilio.field import P32
    >>> run(numpy.ones((16, 256), dtype=numpy.uint32), design(16, 256, P32)).verified
    True
    """
    def part(first: float, last: float) -> Callable[[float], object] | None:
        return None if progress is None else lambda done: progress(first + (last - first) * done)

    client, start = Client(design), time.perf_counter()
    columns = client.encrypt(matrix, part(0.0, 0.3))
    encrypted = time.perf_counter()
    transformed = transform(columns, design, progress=part(0.3, 0.8))
    served = time.perf_counter()
    values = client.decrypt(transformed, part(0.8, 1.0))
    decrypted = time.perf_counter()
    expected = _in_the_clear(matrix, design)
    seconds = {
        "encrypt": encrypted - start,
        "transform": served - encrypted,
        "decrypt": decrypted - served,
        "clear": time.perf_counter() - decrypted,
    }
    return Run(design, values, bool((values == expected).all()), seconds)


def _in_the_clear(matrix: NDArray[numpy.unsignedinteger[Any]], design: Design) -> NDArray[numpy.unsignedinteger[Any]]:
    """The transform of the columns of a matrix, its missing columns zero."""
    of = _field.BY_KEY[design.field]
    whole = numpy.zeros((design.columns, *matrix.shape[1:]), dtype=matrix.dtype)
    whole[: len(matrix)] = matrix
    vectors = numpy.ascontiguousarray(numpy.swapaxes(whole, 0, 1))
    # The axis of the columns comes before that of the words of an element.
    shift = pow(of.generator, design.shift, of.modulus)
    method = of.idft if design.inverse else of.dft
    return numpy.swapaxes(method(vectors, out=vectors, shift=shift), 0, 1)
