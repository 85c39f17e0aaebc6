"""Times of the package beside those of numpy, galois and TenSEAL, in one run, as rows of JSON.

    python python/benchmarks/peers.py [--rows transform,schemes,ray] [--binary target/release/papilio]

Peers that are not installed are left out. Every row checks its answer first. Times are medians.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

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


def numpy_ntt(modulus: int, root: int, n: int) -> Callable[[Any], Any]:
    """The transform as numpy can do it: log n passes over the whole array, for moduli below 2^31."""
    powers = np.ones(n, dtype=np.uint64)
    for i in range(1, n):
        powers[i] = int(powers[i - 1]) * root % modulus
    reverse = np.zeros(n, dtype=np.int64)
    for bit in range(n.bit_length() - 1):
        reverse |= ((np.arange(n) >> bit) & 1) << (n.bit_length() - 2 - bit)
    q = np.uint64(modulus)

    def forward(x: Any) -> Any:
        values, half = x[reverse], 1
        while half < n:
            pairs = values.reshape(-1, 2, half)
            odd = pairs[:, 1] * powers[:: n // (2 * half)][:half] % q
            values = np.stack([(pairs[:, 0] + odd) % q, (pairs[:, 0] + q - odd) % q], axis=1).reshape(-1)
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
    out = np.empty_like(x)
    dft = of.plan(n)
    own = seconds(lambda: dft.forward(x, out=out))
    if binary is not None:
        command = [binary, "bench", "ntt", "--field", "goldilocks", "--n", str(n), "--json"]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rows = [json.loads(line) for line in told.splitlines()]
        rust = next(r for r in rows if r["order"] == "natural" and r["direction"] == "forward" and r["threads"] == 1)
        row("Goldilocks 2^20, natural order", own, "papilio bench", rust["nanoseconds"] / 1e9)
    try:
        import galois
    except ImportError:
        pass
    else:
        small_n, modulus = 1 << 12, 2013265921
        x = rng.integers(0, modulus, small_n, dtype=np.uint64)
        plan = papilio.ntt.Plan(modulus, small_n, "cyclic")
        theirs = galois.ntt(x.astype(np.int64), modulus=modulus)
        # The roots of both may differ, and then the order of the values.
        assert sorted(theirs.tolist()) == sorted(plan.forward(x).tolist())
        out, signed = np.empty_like(x), x.astype(np.int64)
        of_galois = seconds(lambda: galois.ntt(signed, modulus=modulus))
        row("31 bits, 2^12, natural order", seconds(lambda: plan.forward(x, out=out)), "galois", of_galois)
        out = np.empty(n, dtype=np.uint64)
    modulus, n = 2013265921, 1 << 20
    plan = papilio.ntt.Plan(modulus, n, "cyclic")
    x = rng.integers(0, modulus, n, dtype=np.uint64)
    out = np.empty_like(x)
    by_numpy = numpy_ntt(modulus, plan.root_of_unity, n)
    assert (by_numpy(x) == plan.forward(x)).all()
    own_31 = seconds(lambda: plan.forward(x, out=out))
    other = seconds(lambda: by_numpy(x), least=0)
    row("31 bits, 2^20, natural order", own_31, "numpy", other)
    # Numpy has no 64-bit products modulo a prime: this is less than it would take.
    row("Goldilocks 2^20, natural order", own, "numpy at 31 bits", other)


def schemes() -> None:
    """CKKS and BFV over 2^13 slots and more, beside TenSEAL."""
    parameters = bfv.Parameters(log_degree=14, log_q=[49] * 7, log_p=[49] * 2, insecure=True)
    scheme = bfv.Bfv(parameters, 786433)
    secret = bfv.SecretKey.generate(scheme)
    public = bfv.PublicKey.generate(scheme, secret)
    scheme.relinearization_key = bfv.RelinearizationKey.generate(scheme, secret)
    scheme.galois_keys = bfv.GaloisKeys.for_rotations(scheme, secret, [1])
    encoder = bfv.BatchEncoder(scheme)
    values = np.arange(encoder.slots, dtype=np.int64) % 1000
    plaintext = encoder.encode(values)
    x, y = (scheme.encrypt_public(public, plaintext) for _ in range(2))
    assert (encoder.decode_signed(scheme.decrypt(secret, x * y)) == (values * values + 393216) % 786433 - 393216).all()
    own = {
        "encode": seconds(lambda: encoder.encode(values)),
        "encrypt": seconds(lambda: scheme.encrypt_public(public, plaintext)),
        "decrypt": seconds(lambda: scheme.decrypt(secret, x)),
        "add": seconds(lambda: x + y),
        "multiply + relinearize": seconds(lambda: x * y),
        "rotate": seconds(lambda: x.rotate_rows(1)),
    }
    for operation, time_of in own.items():
        print(json.dumps({"operation": f"BFV {operation}, N = 16384, 7 primes", "seconds": time_of}))
    try:
        import tenseal
    except ImportError:
        return
    # TenSEAL encodes and encrypts in one call.
    context = tenseal.context(tenseal.SCHEME_TYPE.BFV, 16384, plain_modulus=786433, coeff_mod_bit_sizes=[49] * 8)
    context.generate_galois_keys()
    a, b = (tenseal.bfv_vector(context, values.tolist()) for _ in range(2))
    assert (a * b).decrypt() == ((values * values + 393216) % 786433 - 393216).tolist()
    row("BFV encode + encrypt", own["encode"] + own["encrypt"], "TenSEAL", seconds(lambda: tenseal.bfv_vector(context, values.tolist())))
    row("BFV add", own["add"], "TenSEAL", seconds(lambda: a + b))
    row("BFV multiply + relinearize", own["multiply + relinearize"], "TenSEAL", seconds(lambda: a * b))
    row("BFV decrypt", own["decrypt"], "TenSEAL", seconds(lambda: a.decrypt()))

    parameters = ckks.Parameters(log_degree=14, log_scale=40, levels=7, log_p=[49])
    of = ckks.Ckks(parameters)
    secret = ckks.SecretKey.generate(of)
    public = ckks.PublicKey.generate(of, secret)
    of.relinearization_key = ckks.RelinearizationKey.generate(of, secret)
    of.galois_keys = ckks.GaloisKeys.for_rotations(of, secret, [1])
    numbers = np.random.default_rng(2).uniform(-1, 1, of.slots)
    plaintext = of.encode(numbers)
    x, y = (of.encrypt_public(public, plaintext) for _ in range(2))
    assert np.abs(of.decode(of.decrypt(secret, x * y)) - numbers**2).max() < 1e-6
    context = tenseal.context(tenseal.SCHEME_TYPE.CKKS, 16384, coeff_mod_bit_sizes=[49, *[40] * 7, 49])
    context.global_scale = 2**40
    context.generate_galois_keys()
    a, b = (tenseal.ckks_vector(context, numbers.tolist()) for _ in range(2))
    assert np.abs(np.array((a * b).decrypt()) - numbers**2).max() < 1e-4
    row("CKKS encode + encrypt", seconds(lambda: of.encrypt_public(public, of.encode(numbers))), "TenSEAL", seconds(lambda: tenseal.ckks_vector(context, numbers.tolist())))
    row("CKKS multiply + relinearize + rescale", seconds(lambda: (x * y).rescale()), "TenSEAL", seconds(lambda: a * b))
    row("CKKS decrypt + decode", seconds(lambda: of.decode(of.decrypt(secret, x))), "TenSEAL", seconds(lambda: a.decrypt()))
    # TenSEAL has no rotation of its vectors.
    print(json.dumps({"operation": "CKKS rotate, N = 16384, 8 primes", "seconds": seconds(lambda: x.rotate(1))}))


def cluster() -> None:
    """A transform on one node of one core, and on two."""
    import ray
    from ray.cluster_utils import Cluster

    import papilio.ray

    design = hntt.design(1024, 4096, field.P32, layout="columns")
    columns = hntt.Client(design).encrypt(np.zeros((1024, 4096), dtype=np.uint32))
    walls = []
    for nodes in (1, 2):
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 2 << 30})
        for _ in range(nodes):
            made.add_node(num_cpus=1, object_store_memory=2 << 30)
        ray.init(address=made.address, log_to_driver=False)
        papilio.ray.transform(columns, design, windows=2)
        reports = [papilio.ray.transform(columns, design, windows=8).report() for _ in range(5)]
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
        schemes()
    if "ray" in rows:
        cluster()


if __name__ == "__main__":
    main()
