"""Times of the package beside those of numpy, galois and TenSEAL, in one run, as rows of JSON.

    python python/benchmarks/peers.py [--rows transform,schemes,ray] [--binary target/release/papilio]

Peers that are not installed are left out. Every row checks its answer first. Times are medians, of one
thread. With the program, its times of the same operations are peers too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

# Before the library is loaded, which makes its threads then.
os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np

import papilio
from papilio import bfv, ckks, field, hntt

SAMPLES = 15


def seconds(call: Callable[[], object], least: float = 0.02) -> float:
    """The median time of a call."""
    call()
    start = time.perf_counter()
    call()
    count = max(1, int(least / max(time.perf_counter() - start, 1e-9)))
    samples = []
    for _ in range(SAMPLES):
        start = time.perf_counter()
        for _ in range(count):
            call()
        samples.append((time.perf_counter() - start) / count)
    return statistics.median(samples)


def row(operation: str, own: float, peer: str, other: float, **more: Any) -> None:
    """Prints a row; the ratio is the peer's time over ours."""
    facts = {"operation": operation, "seconds": own, "peer": peer, "peer_seconds": other, "ratio": other / own, **more}
    print(json.dumps(facts), flush=True)


def of_program(binary: str | None, *arguments: str) -> list[dict[str, Any]]:
    """The rows of a benchmark of the program."""
    if binary is None:
        return []
    command = [binary, "bench", *arguments, "--threads", "1", "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in told.splitlines()]


class Words31:
    """Arithmetic of numpy modulo a prime below 2^31."""

    def __init__(self, modulus: int) -> None:
        self.q = np.uint64(modulus)

    def add(self, a: Any, b: Any) -> Any:
        return (a + b) % self.q

    def sub(self, a: Any, b: Any) -> Any:
        return (a + (self.q - b)) % self.q

    def mul(self, a: Any, b: Any) -> Any:
        return a * b % self.q


class Goldilocks:
    """Arithmetic of numpy modulo 2^64 - 2^32 + 1: products by halves of 32 bits."""

    q, epsilon, mask, half = (np.uint64(x) for x in (2**64 - 2**32 + 1, 2**32 - 1, 2**32 - 1, 32))

    def add(self, a: Any, b: Any) -> Any:
        total = a + b
        return np.where((total < a) | (total >= self.q), total - self.q, total)

    def sub(self, a: Any, b: Any) -> Any:
        return np.where(a < b, a - b + self.q, a - b)

    def mul(self, a: Any, b: Any) -> Any:
        (a0, a1), (b0, b1) = ((x & self.mask, x >> self.half) for x in (a, b))
        low, cross, other = a0 * b0, a0 * b1, a1 * b0
        middle = (low >> self.half) + (cross & self.mask) + (other & self.mask)
        high = a1 * b1 + (cross >> self.half) + (other >> self.half) + (middle >> self.half)
        low = (low & self.mask) | (middle << self.half)
        # 2^64 = 2^32 - 1, and 2^96 = -1.
        top = high >> self.half
        low = np.where(low < top, low - top - self.epsilon, low - top)
        high = (high & self.mask) * self.epsilon
        total = low + high
        total = np.where(total < high, total + self.epsilon, total)
        return np.where(total >= self.q, total - self.q, total)


def numpy_ntt(arithmetic: Words31 | Goldilocks, modulus: int, root: int, n: int) -> Callable[[Any], Any]:
    """The transform as numpy can do it: log n passes over the whole array."""
    powers = np.ones(n, dtype=np.uint64)
    for i in range(1, n):
        powers[i] = int(powers[i - 1]) * root % modulus
    reverse = np.zeros(n, dtype=np.int64)
    for bit in range(n.bit_length() - 1):
        reverse |= ((np.arange(n) >> bit) & 1) << (n.bit_length() - 2 - bit)

    def forward(x: Any) -> Any:
        values, half = x[reverse], 1
        while half < n:
            pairs = values.reshape(-1, 2, half)
            even, odd = pairs[:, 0], arithmetic.mul(pairs[:, 1], powers[:: n // (2 * half)][:half])
            values = np.stack([arithmetic.add(even, odd), arithmetic.sub(even, odd)], axis=1).reshape(-1)
            half *= 2
        return values

    return forward


def transforms(binary: str | None) -> None:
    """Overheads of a call, and transforms beside those of others."""
    n = 1 << 16
    # The greatest prime of 49 bits with the roots that this length needs.
    (modulus,) = bfv.Parameters(log_degree=16, log_q=[49]).moduli
    plan = papilio.ntt.Plan(modulus, n)
    rng = np.random.default_rng(1)
    x = rng.integers(0, plan.modulus, n, dtype=np.uint64)
    out = np.empty_like(x)
    tiny = papilio.ntt.Plan(modulus, 2)
    small = np.zeros(2, dtype=np.uint64)
    overhead = seconds(lambda: tiny.forward(small, out=small, natural=False))
    whole = seconds(lambda: plan.forward(x, out=out, natural=False))
    print(json.dumps({"operation": "call of 2 values", "seconds": overhead}))
    print(json.dumps({"operation": "forward 2^16, 49 bits", "seconds": whole, "kernel": plan.kernel}))

    of, n = field.Goldilocks, 1 << 20
    x = rng.integers(0, of.modulus, n, dtype=np.uint64)
    dft = of.plan(n)
    by_numpy = numpy_ntt(Goldilocks(), of.modulus, of.root_of_unity(n), n)
    assert (by_numpy(x) == dft.forward(x)).all()
    # At the beginning of a line of the cache, as the program has them.
    out, place = (papilio.empty_aligned(n, alignment=1 << 21) for _ in range(2))
    place[:] = x
    in_place = seconds(lambda: dft.forward(place, out=place))
    copied = seconds(lambda: dft.forward(x, out=out))
    for told in of_program(binary, "ntt", "--field", "goldilocks", "--n", str(n)):
        if told["order"] == "natural" and told["direction"] == "forward":
            row("Goldilocks 2^20, in place", in_place, "papilio bench, in place", told["nanoseconds"] / 1e9)
            row("Goldilocks 2^20, out=", copied, "papilio bench, in place", told["nanoseconds"] / 1e9)
    row("Goldilocks 2^20, out=", copied, "numpy", seconds(lambda: by_numpy(x), least=0))

    modulus = 2013265921
    plan = papilio.ntt.Plan(modulus, n, "cyclic")
    x = rng.integers(0, modulus, n, dtype=np.uint64)
    out = np.empty_like(x)
    by_numpy = numpy_ntt(Words31(modulus), modulus, plan.root_of_unity, n)
    assert (by_numpy(x) == plan.forward(x)).all()
    row("31 bits, 2^20, out=", seconds(lambda: plan.forward(x, out=out)), "numpy", seconds(lambda: by_numpy(x), least=0))
    try:
        import galois
    except ImportError:
        return
    for modulus, n in ((modulus, 1 << 12), (of.modulus, 1 << 12)):
        x = rng.integers(0, modulus, n, dtype=np.uint64)
        theirs = galois.ntt([int(value) for value in x], modulus=modulus)
        own = plan_of(modulus, n)
        # The roots of both may differ, and then the order of the values.
        assert sorted(int(value) for value in theirs) == sorted(own(x).tolist())
        argument = theirs.view(np.ndarray).copy()
        argument[:] = x
        row(f"{modulus.bit_length()} bits, 2^12", seconds(lambda: own(x)), "galois", seconds(lambda: galois.ntt(argument, modulus=modulus), least=0))


def plan_of(modulus: int, n: int) -> Callable[[Any], Any]:
    """The transform in natural order."""
    if modulus == field.Goldilocks.modulus:
        return field.Goldilocks.plan(n).forward
    return papilio.ntt.Plan(modulus, n, "cyclic").forward


def beside(rows: list[dict[str, Any]], own: dict[str, float], names: dict[str, list[str]], scheme: str) -> None:
    """Rows of the same operations in the program."""
    told = {row["operation"]: row["milliseconds"] / 1e3 for row in rows}
    for operation, parts in names.items():
        if told:
            row(f"{scheme} {operation}", own[operation], "papilio bench", sum(told[part] for part in parts))


def schemes(binary: str | None) -> None:
    """CKKS and BFV over 2^13 slots and more, beside TenSEAL."""
    parameters = bfv.Parameters(log_degree=14, log_q=[49] * 6, log_p=[49] * 2)
    scheme = bfv.Bfv(parameters, 786433)
    secret = bfv.SecretKey.generate(scheme)
    public = bfv.PublicKey.generate(scheme, secret)
    scheme.relinearization_key = bfv.RelinearizationKey.generate(scheme, secret)
    scheme.galois_keys = bfv.GaloisKeys.for_rotations(scheme, secret, [1])
    encoder = bfv.BatchEncoder(scheme)
    values = np.arange(encoder.slots, dtype=np.int64) % 1000
    residues = values.astype(np.uint64)
    plaintext = encoder.encode(values)
    x, y = (scheme.encrypt_public(public, plaintext) for _ in range(2))
    assert (encoder.decode_signed(scheme.decrypt(secret, x * y)) == (values * values + 393216) % 786433 - 393216).all()
    own = {
        "encode": seconds(lambda: encoder.encode(residues)),
        "encrypt": seconds(lambda: scheme.encrypt_public(public, plaintext)),
        "decrypt": seconds(lambda: scheme.decrypt(secret, x)),
        "add": seconds(lambda: x + y),
        "multiply + relinearize": seconds(lambda: x * y),
        "rotate": seconds(lambda: x.rotate_rows(1)),
    }
    for operation, time_of in own.items():
        print(json.dumps({"operation": f"BFV {operation}, N = 16384, 6 primes", "seconds": time_of}))
    rows = of_program(binary, "bfv", "--set", "n16384-l7", "--plain-modulus", "786433")
    beside(rows, own, {"encode": ["encode"], "encrypt": ["encrypt"], "decrypt": ["decrypt"], "add": ["add"],
                       "multiply + relinearize": ["multiply", "relinearize"], "rotate": ["rotate_rows"]}, "BFV")
    try:
        import tenseal
    except ImportError:
        return approximate(binary)
    # TenSEAL encodes and encrypts in one call.
    context = tenseal.context(tenseal.SCHEME_TYPE.BFV, 16384, plain_modulus=786433, coeff_mod_bit_sizes=[49] * 7)
    context.generate_galois_keys()
    a, b = (tenseal.bfv_vector(context, values.tolist()) for _ in range(2))
    assert (a * b).decrypt() == ((values * values + 393216) % 786433 - 393216).tolist()
    row("BFV encode + encrypt", own["encode"] + own["encrypt"], "TenSEAL", seconds(lambda: tenseal.bfv_vector(context, values.tolist())))
    row("BFV add", own["add"], "TenSEAL", seconds(lambda: a + b))
    row("BFV multiply + relinearize", own["multiply + relinearize"], "TenSEAL", seconds(lambda: a * b))
    row("BFV decrypt", own["decrypt"], "TenSEAL", seconds(lambda: a.decrypt()))

    approximate(binary)


def approximate(binary: str | None) -> None:
    """CKKS over 2^13 slots, beside TenSEAL."""
    parameters = ckks.Parameters(log_degree=14, log_scale=40, levels=7, log_p=[49, 49])
    of = ckks.Ckks(parameters)
    secret = ckks.SecretKey.generate(of)
    public = ckks.PublicKey.generate(of, secret)
    of.relinearization_key = ckks.RelinearizationKey.generate(of, secret)
    of.galois_keys = ckks.GaloisKeys.for_rotations(of, secret, [1])
    numbers = np.random.default_rng(2).uniform(-1, 1, of.slots)
    plaintext = of.encode(numbers)
    x, y = (of.encrypt_public(public, plaintext) for _ in range(2))
    assert np.abs(of.decode(of.decrypt(secret, x * y)) - numbers**2).max() < 1e-6
    own = {
        "encode": seconds(lambda: of.encode(numbers)),
        "encrypt": seconds(lambda: of.encrypt_public(public, plaintext)),
        "decrypt": seconds(lambda: of.decrypt(secret, x)),
        "multiply + relinearize + rescale": seconds(lambda: x.multiply_rescale(y)),
        "rotate": seconds(lambda: x.rotate(1)),
    }
    decode = seconds(lambda: of.decode(of.decrypt(secret, x)))
    for operation, time_of in own.items():
        print(json.dumps({"operation": f"CKKS {operation}, N = 16384, 8 primes", "seconds": time_of}))
    rows = of_program(binary, "ckks", "--set", "n14-l7")
    beside(rows, own, {"encode": ["encode"], "encrypt": ["encrypt"], "decrypt": ["decrypt"],
                       "multiply + relinearize + rescale": ["multiply_relinearize_rescale"], "rotate": ["rotate"]}, "CKKS")
    try:
        import tenseal
    except ImportError:
        return
    # TenSEAL has one special prime, and no rotation of its vectors.
    context = tenseal.context(tenseal.SCHEME_TYPE.CKKS, 16384, coeff_mod_bit_sizes=[49, *[40] * 7, 49])
    context.global_scale = 2**40
    context.generate_galois_keys()
    a, b = (tenseal.ckks_vector(context, numbers.tolist()) for _ in range(2))
    assert np.abs(np.array((a * b).decrypt()) - numbers**2).max() < 1e-4
    row("CKKS encode + encrypt", own["encode"] + own["encrypt"], "TenSEAL", seconds(lambda: tenseal.ckks_vector(context, numbers.tolist())))
    row("CKKS multiply + relinearize + rescale", own["multiply + relinearize + rescale"], "TenSEAL", seconds(lambda: a * b))
    row("CKKS decrypt + decode", decode, "TenSEAL", seconds(lambda: a.decrypt()))


def cluster() -> None:
    """A transform on one node of one core, and on two."""
    import ray
    from ray.cluster_utils import Cluster

    import papilio.ray

    design = hntt.design(4096, 4096, field.P32, layout="columns")
    columns = hntt.Client(design).encrypt(np.random.default_rng(3).integers(0, field.P32.modulus, (4096, 4096), dtype=np.uint32))
    walls = []
    for nodes in (1, 2):
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 2 << 30})
        for _ in range(nodes):
            made.add_node(num_cpus=1, object_store_memory=2 << 30)
        ray.init(address=made.address, log_to_driver=False)
        papilio.ray.transform(columns, design, windows=4)
        reports = [papilio.ray.transform(columns, design, windows=4).report() for _ in range(5)]
        report = sorted(reports, key=lambda report: report["seconds"]["wall"])[2]
        own = sum(report["seconds"][part] for part in ("expand", "transform", "hash"))
        mebibytes = report["bytes_in"] / 2**20
        overhead = 1e3 * (report["seconds"]["wall"] * min(nodes, 8) - own) / mebibytes
        walls.append(report["seconds"]["wall"])
        print(json.dumps({"operation": f"ray, {nodes} nodes of one core", **report, "overhead_ms_per_mib": overhead}), flush=True)
        ray.shutdown()
        made.shutdown()
    row("ray, two nodes beside one", walls[1], "one node", walls[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="transform,schemes,ray", help="of transform, schemes, ray")
    parser.add_argument("--binary", help="the program, for its own times")
    asked = parser.parse_args()
    rows = asked.rows.split(",")
    if "transform" in rows:
        transforms(asked.binary)
    if "schemes" in rows:
        schemes(asked.binary)
    if "ray" in rows:
        cluster()


if __name__ == "__main__":
    main()
