"""A second loader of the committed kernels, for a device on whose machine no program of Rust starts: `python3 load.py` loads
`papilio.ptx`, which is beside it or in `kernels`, by `libcuda.so.1`, compares transforms and products with integers of Python, and
prints a line of JSON for each with the median of its times. The exit status is 1 where a word is wrong. Words are from a seed that is
printed, and that `PAPILIO_SEED` names. Nothing but the standard library is needed, of Python 3.8 or later."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import random
import statistics
import struct
import sys
from pathlib import Path
from typing import Callable, Iterator

BLOCK = 256
# Launches between two events.
LAUNCHES = 20
# Places of a transform that are computed by its definition, beside all by the tree.
PLACES = 8
# Flags of a stream or an event that does not wait for the default stream, and memory of the device for a pool.
NON_BLOCKING = 1
PINNED, OF_DEVICE = 1, 1

HANDLE, SIZE, INT, UNSIGNED = ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int, ctypes.c_uint
TO = ctypes.POINTER
# Functions of the driver and their arguments; all return a number, 0 for success.
FUNCTIONS = {
    "cuInit": [UNSIGNED],
    "cuDriverGetVersion": [TO(INT)],
    "cuDeviceGet": [TO(INT), INT],
    "cuDeviceGetName": [ctypes.c_char_p, INT, INT],
    "cuDevicePrimaryCtxRetain": [TO(HANDLE), INT],
    "cuDevicePrimaryCtxRelease_v2": [INT],
    "cuCtxPushCurrent_v2": [HANDLE],
    "cuCtxPopCurrent_v2": [TO(HANDLE)],
    "cuStreamCreate": [TO(HANDLE), UNSIGNED],
    "cuStreamSynchronize": [HANDLE],
    "cuStreamDestroy_v2": [HANDLE],
    "cuEventCreate": [TO(HANDLE), UNSIGNED],
    "cuEventRecord": [HANDLE, HANDLE],
    "cuEventSynchronize": [HANDLE],
    "cuEventElapsedTime": [TO(ctypes.c_float), HANDLE, HANDLE],
    "cuEventDestroy_v2": [HANDLE],
    "cuMemPoolCreate": [TO(HANDLE), ctypes.c_char_p],
    "cuMemPoolDestroy": [HANDLE],
    "cuMemAllocFromPoolAsync": [TO(HANDLE), SIZE, HANDLE, HANDLE],
    "cuMemFreeAsync": [HANDLE, HANDLE],
    "cuMemcpyHtoDAsync_v2": [HANDLE, ctypes.c_char_p, SIZE, HANDLE],
    "cuMemcpyDtoHAsync_v2": [ctypes.c_char_p, HANDLE, SIZE, HANDLE],
    "cuModuleLoadData": [TO(HANDLE), ctypes.c_char_p],
    "cuModuleGetFunction": [TO(HANDLE), HANDLE, ctypes.c_char_p],
    "cuModuleUnload": [HANDLE],
    "cuLaunchKernel": [HANDLE, *[UNSIGNED] * 7, HANDLE, TO(ctypes.c_void_p), TO(ctypes.c_void_p)],
}


class Device:
    """The first device, with the kernels of a text, a stream, and memory of a pool; all is given back when the stack is closed."""

    def __init__(self, text: bytes, stack: contextlib.ExitStack) -> None:
        try:
            self.driver = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            sys.exit(f"there is no driver of NVIDIA: {error}")
        self.stack = stack
        for name, arguments in FUNCTIONS.items():
            getattr(self.driver, name).argtypes = arguments
        version, device, name = INT(), INT(), ctypes.create_string_buffer(256)
        self.call("cuInit", 0)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDeviceGetName", name, len(name), device)
        print(f"{name.value.decode()}, CUDA {version.value // 1000}.{version.value % 1000 // 10}", file=sys.stderr)
        context = self.make("cuDevicePrimaryCtxRetain", device)
        self.finally_call("cuDevicePrimaryCtxRelease_v2", device)
        self.call("cuCtxPushCurrent_v2", context)
        self.finally_call("cuCtxPopCurrent_v2", ctypes.byref(HANDLE()))
        # Ints, and zeros for the rest of 88 bytes: memory of device 0 that no other process sees.
        self.pool = self.make("cuMemPoolCreate", struct.pack("=4i72x", PINNED, 0, OF_DEVICE, 0))
        self.finally_call("cuMemPoolDestroy", self.pool)
        self.stream = self.make("cuStreamCreate", NON_BLOCKING)
        self.finally_call("cuStreamDestroy_v2", self.stream)
        # The driver sees the end of the text by a zero.
        self.module = self.make("cuModuleLoadData", text + b"\0")
        self.finally_call("cuModuleUnload", self.module)
        self.finally_call("cuStreamSynchronize", self.stream)

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function, which is to succeed."""
        code = getattr(self.driver, name)(*arguments)
        if code:
            raise RuntimeError(f"{name}: error {code} of the driver")

    def make(self, name: str, *arguments: object) -> ctypes.c_uint64:
        """The handle or address that a function writes."""
        made = HANDLE()
        self.call(name, ctypes.byref(made), *arguments)
        return made

    def finally_call(self, name: str, *arguments: object) -> None:
        """Calls a function in the end, before those that were said earlier."""
        self.stack.callback(self.call, name, *arguments)

    def upload(self, data: bytes) -> ctypes.c_uint64:
        """The address of a copy."""
        address = self.make("cuMemAllocFromPoolAsync", len(data), self.pool, self.stream)
        self.finally_call("cuMemFreeAsync", address, self.stream)
        self.write(address, data)
        return address

    def write(self, address: ctypes.c_uint64, data: bytes) -> None:
        """Copies bytes to an address."""
        self.call("cuMemcpyHtoDAsync_v2", address, data, len(data), self.stream)
        self.call("cuStreamSynchronize", self.stream)

    def read(self, address: ctypes.c_uint64, count: int) -> list[int]:
        """Words at an address."""
        data = ctypes.create_string_buffer(8 * count)
        self.call("cuMemcpyDtoHAsync_v2", data, address, 8 * count, self.stream)
        self.call("cuStreamSynchronize", self.stream)
        return list(struct.unpack(f"={count}Q", data.raw))

    def kernel(self, name: str, grid: tuple[int, int], shared: int, *words: int) -> Callable[[], None]:
        """A launch of a kernel with its arguments, of which those of 32 bits are the low halves of words."""
        function = self.make("cuModuleGetFunction", self.module, name.encode())
        values = [HANDLE(word) for word in words]
        places = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])

        def launch() -> None:
            # The values are kept as long as this, which points to them.
            assert len(values) == len(places)
            self.call("cuLaunchKernel", function, *grid, 1, BLOCK, 1, 1, shared, self.stream, places, None)

        return launch

    def microseconds(self, samples: int, launches: list[Callable[[], None]]) -> float:
        """The median time of some launches; the first sample is not one."""
        times = []
        with contextlib.ExitStack() as stack:
            begin, end = [self.make("cuEventCreate", 0) for _ in range(2)]
            for event in (begin, end):
                stack.callback(self.call, "cuEventDestroy_v2", event)
            for _ in range(samples + 1):
                self.call("cuEventRecord", begin, self.stream)
                for _ in range(LAUNCHES):
                    for launch in launches:
                        launch()
                self.call("cuEventRecord", end, self.stream)
                self.call("cuEventSynchronize", end)
                milliseconds = ctypes.c_float()
                self.call("cuEventElapsedTime", ctypes.byref(milliseconds), begin, end)
                times.append(milliseconds.value * 1000 / LAUNCHES)
        return statistics.median(times[1:])


def is_prime(q: int) -> bool:
    """Whether an odd number below 2^64 is a prime, by the first twelve bases (J. Sorenson and J. Webster, 2015)."""
    odd, twos = q - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, q)
        if power != 1 and all(pow(power, 1 << i, q) != q - 1 for i in range(twos)):
            return False
    return True


def reversed_bits(value: int, bits: int) -> int:
    """The bits of a number in the other order."""
    return int(format(value, f"0{bits}b")[::-1], 2)


class Ring:
    """Polynomials modulo X^n + 1 and the greatest prime of some bits that has the roots, in Python's integers."""

    def __init__(self, log: int, bits: int) -> None:
        self.log, self.n = log, 1 << log
        step = 2 * self.n
        self.q = next(q for q in range((1 << bits) - step + 1, 0, -step) if is_prime(q))
        square = next(g for g in range(2, self.q) if pow(g, (self.q - 1) // 2, self.q) == self.q - 1)
        self.root = pow(square, (self.q - 1) // step, self.q)
        powers = [1]
        for _ in range(self.n - 1):
            powers.append(powers[-1] * self.root % self.q)
        # A node of the tree has the factor w: X^2m - w^2 is (X^m - w)(X^m + w).
        self.twiddles = [powers[reversed_bits(node, log)] for node in range(self.n)]

    def forward(self, words: list[int]) -> list[int]:
        """Values by the tree, in bit-reversed order."""
        values, q = list(words), self.q
        half = self.n // 2
        while half:
            for first in range(0, self.n, 2 * half):
                w = self.twiddles[(self.n + first) // (2 * half)]
                for at in range(first, first + half):
                    x, y = values[at], values[at + half] * w
                    values[at], values[at + half] = (x + y) % q, (x - y) % q
            half //= 2
        return values

    def value(self, words: list[int], place: int) -> int:
        """The value of a place, by definition."""
        point = pow(self.root, 2 * reversed_bits(place, self.log) + 1, self.q)
        value = 0
        for word in reversed(words):
            value = (value * point + word) % self.q
        return value

    def multiply(self, x: list[int], y: list[int]) -> list[int]:
        """The product of two polynomials, as one of two integers."""
        size = 2 * self.q.bit_length() + self.log
        size = (size + 7) // 8
        whole = [int.from_bytes(b"".join(word.to_bytes(size, "little") for word in words), "little") for words in (x, y)]
        product = (whole[0] * whole[1]).to_bytes(2 * self.n * size, "little")
        sums = [int.from_bytes(product[i * size : (i + 1) * size], "little") for i in range(2 * self.n)]
        return [(low - high) % self.q for low, high in zip(sums[: self.n], sums[self.n :])]


def constant(q: int, w: int, doubles: bool) -> bytes:
    """A factor as kernels read it: the number of least magnitude as a double, or a word and floor(2^64·w/q)."""
    if doubles:
        return struct.pack("=d", w - q if w > q // 2 else w)
    return struct.pack("=2Q", w, (w << 64) // q)


def prime(ring: Ring, doubles: bool, twiddles: int) -> bytes:
    """A `Prime` of `kernels/arithmetic.cuh`."""
    q, bits = ring.q, ring.q.bit_length()
    wide = (1 << 128) // q
    words = struct.pack("=5Q", q, (1 << 2 * bits) // q, bits, wide % (1 << 64), wide >> 64)
    return words + constant(q, pow(ring.n, -1, q), doubles).ljust(16, b"\0") + struct.pack("=Q", twiddles)


def shared_bytes(length: int) -> int:
    """Shared memory of a pass over columns or rows of so many words."""
    return 8 * (16 * BLOCK // length) * (length + length // 16 + 1)


class Case:
    """Polynomials of a ring on a device, in one arithmetic."""

    def __init__(self, device: Device, ring: Ring, suffix: str, polynomials: int) -> None:
        self.device, self.ring, self.polynomials = device, ring, polynomials
        doubles, n = suffix == "f64", ring.n
        inverse = pow(n, -1, ring.q)
        # In the place of node 0 is the root over n.
        twiddles = [ring.twiddles[1] * inverse % ring.q, *ring.twiddles[1:]]
        tree = device.upload(b"".join(constant(ring.q, w, doubles) for w in twiddles)).value
        primes = device.upload(prime(ring, doubles, tree)).value
        self.x, self.y = [[random.randrange(ring.q) for _ in range(n * polynomials)] for _ in range(2)]
        self.places = [device.upload(self.packed(words)) for words in (self.x, self.y)]
        rows, columns = shared_bytes(256), shared_bytes(n // 256)
        grid, log = (n // 4096, polynomials), ring.log - 8

        def forward(at: int) -> list[Callable[[], None]]:
            first = device.kernel(f"columns_forward_{suffix}_{log}", grid, columns, at, primes, 1, at, polynomials)
            return [first, device.kernel(f"rows_forward_{suffix}", grid, rows, at, primes, 1, n // 256)]

        to, other = [place.value for place in self.places]
        self.forward, self.forward_other = forward(to), forward(other)
        self.inverse = [
            device.kernel(f"rows_inverse_{suffix}", grid, rows, to, primes, 1, n // 256),
            device.kernel(f"columns_inverse_{suffix}_{log}", grid, columns, to, primes, 1),
        ]
        self.multiply = [device.kernel("multiply", (n // (2 * BLOCK), polynomials), 0, to, other, primes, 1, n)]

    def packed(self, words: list[int]) -> bytes:
        return struct.pack(f"={len(words)}Q", *words)

    def after(self, *launches: list[Callable[[], None]]) -> list[int]:
        """The words of x after some launches, which begin with the words as they were."""
        for place, words in zip(self.places, (self.x, self.y)):
            self.device.write(place, self.packed(words))
        for part in launches:
            for launch in part:
                launch()
        return self.device.read(self.places[0], len(self.x))

    def polynomial(self, words: list[int], place: int) -> list[int]:
        return words[place * self.ring.n : (place + 1) * self.ring.n]

    def is_right(self) -> dict[str, bool]:
        """Whether each operation has the words of Python: all words of the first polynomial and the last, or of all."""
        ring, ends = self.ring, {0, self.polynomials - 1}
        values = self.after(self.forward)
        there = {i: self.polynomial(values, i) for i in ends}
        forward = all(there[i] == ring.forward(self.polynomial(self.x, i)) for i in ends)
        places = [0, ring.n - 1, *[random.randrange(ring.n) for _ in range(PLACES - 2)]]
        forward &= all(there[0][place] == ring.value(self.polynomial(self.x, 0), place) for place in places)
        inverse = self.after(self.forward, self.inverse) == self.x
        multiply = self.after(self.multiply) == [x * y % ring.q for x, y in zip(self.x, self.y)]
        product = self.after(self.forward, self.forward_other, self.multiply, self.inverse)
        of_polynomials = all(
            self.polynomial(product, i) == ring.multiply(self.polynomial(self.x, i), self.polynomial(self.y, i)) for i in ends
        )
        return {"ntt_forward": forward, "ntt_inverse": inverse and of_polynomials, "multiply": multiply}

    def rows(self, arithmetic: str, samples: int) -> Iterator[dict[str, object]]:
        """A row of each operation, with the time of one polynomial; wrong words have none."""
        launches = {"ntt_forward": self.forward, "ntt_inverse": self.inverse, "multiply": self.multiply}
        for operation, correct in self.is_right().items():
            time = self.device.microseconds(samples, launches[operation]) / self.polynomials if correct else None
            shape = {"degree": self.ring.n, "limbs": 1, "batch": self.polynomials}
            more = {"arithmetic": arithmetic, "modulus": self.ring.q, "microseconds": time, "correct": correct}
            yield {"operation": operation, **shape, "engine": "cuda", "loader": Path(__file__).name, **more}


def positive(text: str) -> int:
    """A number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not at least 1")
    return int(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, nargs="+", default=[12, 15], choices=range(12, 17), help="log2 of words of a polynomial")
    parser.add_argument("--polynomials", type=positive, default=64, help="polynomials of a launch")
    parser.add_argument("--samples", type=positive, default=25, help="timed samples of each operation")
    arguments = parser.parse_args()
    here = Path(__file__).resolve().parent
    text = next(path for path in (here / "papilio.ptx", here / "kernels" / "papilio.ptx") if path.is_file()).read_bytes()
    seed = os.environ.get("PAPILIO_SEED") or str(random.SystemRandom().getrandbits(64))
    if not seed.isdecimal():
        parser.error(f"PAPILIO_SEED is no number: {seed!r}")
    random.seed(int(seed))
    print(f"PAPILIO_SEED={seed}", file=sys.stderr)
    wrong = []
    with contextlib.ExitStack() as stack:
        device = Device(text, stack)
        for log in arguments.logs:
            for suffix, bits, arithmetic in (("f64", 50, "doubles"), ("u64", 62, "words of 64 bits")):
                for row in Case(device, Ring(log, bits), suffix, arguments.polynomials).rows(arithmetic, arguments.samples):
                    print(json.dumps(row), flush=True)
                    wrong += [] if row["correct"] else [f"{row['operation']} of {row['degree']} words, {arithmetic}"]
    if wrong:
        sys.exit(f"other words than Python's: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
