"""Transforms across ciphertexts on the machines of a Ray cluster: a task a window of coefficients.

A task is sent seeds and its window of one half of each ciphertext, and expands the other half
itself. What it computes stays on its node; hashes of 32 bytes a ciphertext come back. The result and
its hashes are those of one machine, byte for byte, whatever the kernels of the nodes.

    import papilio.ray, ray
    ray.init()
    result = papilio.ray.transform(columns, design)
    result.root                     # one hash of all
    values = result.gather()        # bring all of it here
    result.report()
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

from . import hntt
from ._papilio import hntt as _native
from ._papilio import info
from .errors import PapilioError

try:
    import ray
    # A folder of that name is no Ray.
    import ray.exceptions
except ImportError as missing:
    raise ImportError("papilio.ray needs Ray, which `pip install 'papilio[ray]'` brings") from missing

__all__ = ["Transformed", "WorkerError", "transform"]

#: Windows that a worker has at once, at most: one that it computes, and one that waits.
_IN_FLIGHT = 2
#: How often a window is tried again after its worker or node was lost.
_RETRIES = 3
#: Losses that another worker makes good.
_LOST = (
    ray.exceptions.WorkerCrashedError,
    ray.exceptions.NodeDiedError,
    ray.exceptions.ObjectLostError,
    ray.exceptions.OwnerDiedError,
)


class WorkerError(PapilioError):
    """A node that cannot take part: it has another version of this package."""


@dataclass
class _Window:
    """A window, what was computed of it, and where."""

    start: int
    stop: int
    values: Any = None
    hashes: NDArray[numpy.uint8] | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    tries: int = 0


def _compute(version: str, design: bytes, seeds: NDArray[numpy.uint8], c0: NDArray[numpy.uint64], first: int) -> Any:
    """A task: transforms one window."""
    installed = info()["version"]
    if installed != version:
        return None, None, {"version": installed}
    start = time.perf_counter()
    of = hntt.Design.from_bytes(design)
    planned = time.perf_counter() - start
    values, (expand, transformed, stored) = _native.transform_window(of, seeds, c0, first, first, first + c0.shape[2])
    start = time.perf_counter()
    hashes = hntt.hash_columns(values)
    facts = {
        "version": installed,
        "node": ray.get_runtime_context().get_node_id(),
        "kernel": info()["chosen"][47]["stage"],
        "expand": expand,
        "transform": planned + transformed + stored,
        "hash": time.perf_counter() - start,
    }
    return values, hashes, facts


class Transformed:
    """Transformed ciphertexts, window by window on the nodes that computed them.

    ``hashes``: of every window, ``uint8`` of shape ``(outputs, 32)``. ``root``: one hash of these, the
    same as ``papilio.hntt.root`` of the hashes that one machine computes of the same windows.
    """

    def __init__(self, columns: hntt.Columns, design: hntt.Design, windows: list[_Window], run: _Run) -> None:
        self._columns, self._design, self._windows, self._run = columns, design, windows, run
        self.hashes = [window.hashes for window in windows if window.hashes is not None]
        self.root = hntt.root(self.hashes)

    def window(self, index: int) -> NDArray[numpy.uint64]:
        """A window, brought here: computed again when the node that had it is gone."""
        start = time.perf_counter()
        window = self._windows[index]
        while True:
            try:
                values: NDArray[numpy.uint64] = ray.get(window.values)
                break
            except _LOST as lost:
                expected = window.hashes
                self._run.again(window, lost)
                self._run.compute([window], None)
                if window.hashes is None or expected is None or (window.hashes != expected).any():
                    raise PapilioError(f"the window {window.start} to {window.stop} was computed again, to another result") from lost
        self._run.seconds["gather"] += time.perf_counter() - start
        return values

    def gather(self, out: NDArray[numpy.uint64] | None = None) -> NDArray[numpy.uint64]:
        """All windows in one array of shape ``(outputs, 2, output_limbs, degree)``."""
        of, (first, last) = self._design, self._columns.extent
        shape = (of.outputs, 2, of.output_limbs, last - first)
        whole = numpy.empty(shape, numpy.uint64) if out is None else out
        if whole.shape != shape or whole.dtype != numpy.uint64:
            raise ValueError(f"out has the shape {whole.shape} and dtype {whole.dtype}, where {shape} of uint64 is needed")
        for index, window in enumerate(self._windows):
            whole[..., window.start - first : window.stop - first] = self.window(index)
        return whole

    def report(self) -> dict[str, Any]:
        """The work that was done, where, and how long each part took; seconds of tasks are sums over them."""
        run, tasks = self._run, [window.facts for window in self._windows]
        own = sum(facts[part] for facts in tasks for part in ("expand", "transform", "hash"))
        kept = self._design.outputs * 2 * self._design.output_limbs * 8
        wall = run.seconds["wall"]
        return {
            "windows": len(self._windows),
            "workers": run.workers,
            "nodes": len({facts["node"] for facts in tasks}),
            "bytes_in": run.bytes_in,
            "bytes_out": sum(hashes.nbytes for hashes in self.hashes),
            "bytes_kept": sum(kept * (window.stop - window.start) for window in self._windows),
            "retries": run.retries,
            "seconds": {
                **{part: sum(facts[part] for facts in tasks) for part in ("expand", "transform", "hash")},
                **run.seconds,
            },
            "overhead_ratio": max(0.0, wall * min(run.workers, len(self._windows)) / own - 1) if own else 0.0,
            "kernel": {facts["node"]: facts["kernel"] for facts in tasks},
        }


class _Run:
    """The tasks of a transform, and what they took."""

    def __init__(self, columns: hntt.Columns, design: hntt.Design, cpus: int) -> None:
        self.columns, self.design = columns, design.to_bytes()
        environment = {"env_vars": {"RAYON_NUM_THREADS": str(cpus)}}
        # Losses are counted here, and made good here.
        self.task = ray.remote(_compute).options(num_cpus=cpus, num_returns=3, max_retries=0, runtime_env=environment)
        self.workers = sum(int(resources.get("CPU", 0)) // cpus for resources in _nodes())
        if self.workers == 0:
            raise ValueError(f"no node of the cluster has {cpus} CPUs: a lesser `cpus` finds workers")
        self.seeds = ray.put(columns.seeds)
        self.seconds = {"put": 0.0, "gather": 0.0, "wall": 0.0}
        self.scratch = numpy.empty((0, 0, 0), numpy.uint64)
        self.bytes_in = columns.seeds.nbytes
        self.retries = 0

    def submit(self, window: _Window) -> list[Any]:
        """Sends a window to whichever worker is free."""
        start = time.perf_counter()
        first, _ = self.columns.extent
        part = self.columns.c0[:, :, window.start - first : window.stop - first]
        # Memory that has been touched takes half the time of new memory. `put` copies before it returns.
        if self.scratch.shape != part.shape:
            self.scratch = numpy.empty(part.shape, numpy.uint64)
        numpy.copyto(self.scratch, part)
        sent = ray.put(self.scratch)
        self.bytes_in += part.nbytes
        self.seconds["put"] += time.perf_counter() - start
        references: Any = self.task.remote(info()["version"], self.design, self.seeds, sent, window.start)
        return list(references)

    def again(self, window: _Window, lost: Exception) -> None:
        """Counts a loss."""
        window.tries += 1
        self.retries += 1
        if window.tries > _RETRIES:
            text = f"the window {window.start} to {window.stop} was lost {window.tries} times: {type(lost).__name__}"
            raise PapilioError(text) from lost

    def compute(self, windows: list[_Window], progress: Callable[[float], object] | None) -> None:
        """Computes windows, never more than two a worker at once."""
        start = time.perf_counter()
        waiting, done = list(reversed(windows)), 0
        flying: dict[Any, tuple[_Window, list[Any]]] = {}
        try:
            while waiting or flying:
                while waiting and len(flying) < _IN_FLIGHT * self.workers:
                    window = waiting.pop()
                    references = self.submit(window)
                    flying[references[2]] = (window, references)
                # The reference of the last result is there when all are.
                ready, _ = ray.wait(list(flying), num_returns=1)
                window, (values, hashes, facts) = flying.pop(ready[0])
                try:
                    window.hashes, window.facts = ray.get([hashes, facts])
                except _LOST as lost:
                    self.again(window, lost)
                    waiting.append(window)
                    continue
                if window.hashes is None:
                    found, mine = window.facts["version"], info()["version"]
                    raise WorkerError(f"a node has papilio {found}, where {mine} is needed: install the same wheel on all nodes")
                window.values = values
                done += 1
                if progress is not None:
                    progress(done / len(windows))
        except BaseException:
            for _, references in flying.values():
                ray.cancel(references[2], force=True)
            raise
        finally:
            self.seconds["wall"] += time.perf_counter() - start


def transform(
    columns: hntt.Columns,
    design: hntt.Design,
    windows: int | None = None,
    cpus: int = 1,
    progress: Callable[[float], object] | None = None,
) -> Transformed:
    """Transforms columns on the cluster that ``ray.init`` has connected to.

    ``windows``: into how many windows of coefficients the work is divided, by default four for each
    worker; ``cpus``: cores of a worker. ``progress`` is called with the part that is done. Ctrl-C
    cancels what is under way.

    Raises ``ValueError`` where the object store of a node has no room for a window, and names the
    number to change; ``WorkerError`` for a node with another version; ``papilio.PapilioError`` for a
    window that was lost four times.
    """
    if not ray.is_initialized():
        raise PapilioError("no cluster: `ray.init()` connects to one, or starts one here")
    if columns.extent != (0, design.degree):
        raise ValueError(f"columns hold the coefficients {columns.extent} of {design.degree}: all are needed")
    run = _Run(columns, design, cpus)
    if windows is None:
        windows = min(4 * run.workers, max(1, design.degree // 256))
    parts = [_Window(start, stop) for start, stop in hntt.windows(design, windows)]
    _check_room(design, max(part.stop - part.start for part in parts))
    run.compute(parts, progress)
    return Transformed(columns, design, parts, run)


def _nodes() -> list[dict[str, float]]:
    """The resources of the nodes that are up."""
    return [node["Resources"] for node in ray.nodes() if node["Alive"]]  # type: ignore[no-untyped-call]


def _check_room(design: hntt.Design, coefficients: int) -> None:
    """Refuses windows that no object store holds."""
    row = 8 * coefficients
    needed = design.inputs * len(design.moduli) * row + design.outputs * 2 * design.output_limbs * row
    least = int(min(resources.get("object_store_memory", 0) for resources in _nodes()))
    if needed > least:
        raise ValueError(
            f"a window takes {needed >> 20} MiB with its result, and the smallest object store has {least >> 20} MiB: "
            "ask for more `windows`, or give nodes more `object_store_memory`"
        )
