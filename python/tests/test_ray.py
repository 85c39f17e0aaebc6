"""Transforms over the nodes of a cluster: the result of one machine, whatever happens to nodes."""

import subprocess
import sys
import threading

import numpy as np
import pytest

from papilio import PapilioError, field, hntt

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
import papilio.ray  # noqa: E402

REPORT = {
    "windows", "workers", "nodes", "bytes_in", "bytes_out", "bytes_kept", "retries", "seconds", "overhead_ratio", "kernel",
}
SECONDS = {"put", "expand", "transform", "hash", "gather", "wall"}


def start_cluster():
    made = cluster_utils.Cluster()
    try:
        made.add_node(num_cpus=0, object_store_memory=300 << 20)
        made.add_node(num_cpus=1, object_store_memory=200 << 20)
        made.add_node(num_cpus=1, object_store_memory=200 << 20)
        ray.init(address=made.address, log_to_driver=False)
    except Exception:
        made.shutdown()
        raise
    return made


@pytest.fixture(scope="module")
def cluster(patient):
    made = patient(start_cluster)()
    yield made
    ray.shutdown()
    made.shutdown()


class Work:
    """A design with encrypted columns, and what one machine makes of them."""

    def __init__(self, columns, lanes):
        self.design = hntt.design(columns, lanes, field.P32, layout="columns")
        self.client = hntt.Client(self.design)
        rng = np.random.default_rng(3)
        self.matrix = rng.integers(0, field.P32.modulus, (columns, lanes), dtype=np.uint32)
        self.columns = self.client.encrypt(self.matrix)
        self.expected = hntt.transform(self.columns, self.design)

    def hashes(self, count):
        return [hntt.hash_columns(self.expected[..., a:b].copy()) for a, b in hntt.windows(self.design, count)]


@pytest.fixture(scope="module")
def work():
    return Work(64, 512)


def test_the_result_is_that_of_one_machine(cluster, work):
    told = []
    result = papilio.ray.transform(work.columns, work.design, windows=6, progress=told.append)
    assert result.root == hntt.root(work.hashes(6))
    assert (result.gather() == work.expected).all()
    assert told[-1] == 1.0 and told == sorted(told)
    report = result.report()
    assert set(report) == REPORT and set(report["seconds"]) == SECONDS
    assert (report["windows"], report["workers"], report["retries"]) == (6, 2, 0)
    assert 1 <= report["nodes"] == len(report["kernel"]) <= 2
    assert report["bytes_in"] == work.columns.nbytes
    assert report["bytes_out"] == 6 * 32 * work.design.outputs
    assert report["bytes_kept"] == work.expected.nbytes
    values = work.client.decrypt(result.gather())
    clear = field.P32.dft(np.ascontiguousarray(work.matrix.T)).T
    assert (values == clear).all()


def test_a_window_that_is_computed_again_is_compared(cluster, work, monkeypatch):
    result = papilio.ray.transform(work.columns, work.design, windows=2)
    get, losses = ray.get, []

    def lost_once(references, **options):
        if not losses:
            losses.append(references)
            raise ray.exceptions.ObjectLostError("0" * 56, None, "")
        return get(references, **options)

    monkeypatch.setattr(papilio.ray.ray, "get", lost_once)
    assert (result.window(0) == work.expected[..., : work.design.degree // 2]).all()
    assert result.report()["retries"] == 1
    # Hashes of the first time that are others: one of them is wrong.
    losses.clear()
    result._windows[0].hashes = work.hashes(2)[1]
    with pytest.raises(PapilioError, match="computed again, to another result"):
        result.window(0)


def test_the_root_tells_windows_apart(cluster, work):
    hashes = work.hashes(4)
    assert papilio.ray.transform(work.columns, work.design, windows=4).root == hntt.root(hashes)
    assert hntt.root(hashes[::-1]) != hntt.root(hashes)


def test_a_lost_node_costs_its_windows_alone(cluster, work):
    lost = cluster.add_node(num_cpus=1, object_store_memory=200 << 20)
    cluster.wait_for_nodes()
    # Ray decides which nodes compute: again, until this one has something to lose.
    for _ in range(10):
        result = papilio.ray.transform(work.columns, work.design, windows=8)
        there = [window.facts["node"] for window in result._windows].count(lost.node_id)
        if there:
            break
    assert there
    cluster.remove_node(lost, allow_graceful=False)
    assert (result.gather() == work.expected).all()
    assert 1 <= result.report()["retries"] <= there
    assert result.root == hntt.root(work.hashes(8))


def test_a_node_that_is_lost_in_the_middle(cluster):
    work = Work(512, 4096)
    lost = cluster.add_node(num_cpus=1, object_store_memory=400 << 20)
    cluster.wait_for_nodes()
    begun = threading.Event()

    def kill():
        begun.wait()
        cluster.remove_node(lost, allow_graceful=False)

    killer = threading.Thread(target=kill)
    killer.start()
    result = papilio.ray.transform(work.columns, work.design, windows=16, progress=lambda part: begun.set())
    killer.join()
    assert result.root == hntt.root(work.hashes(16))
    assert (result.gather() == work.expected).all()


def test_an_interrupt_cancels_what_is_under_way(cluster, work):
    def interrupt(part):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        papilio.ray.transform(work.columns, work.design, windows=8, progress=interrupt)
    # The workers are free again.
    assert papilio.ray.transform(work.columns, work.design, windows=2).root == hntt.root(work.hashes(2))


def test_refusals(cluster, work, monkeypatch):
    for windows in (0, -1, work.design.degree // 256 + 1):
        with pytest.raises(ValueError, match="windows"):
            papilio.ray.transform(work.columns, work.design, windows=windows)
    with pytest.raises(ValueError, match="all are needed"):
        papilio.ray.transform(work.columns.window(0, 256), work.design)
    with pytest.raises(ValueError, match="100 CPUs"):
        papilio.ray.transform(work.columns, work.design, cpus=100)
    large = hntt.design(1 << 14, 4096, field.P32, layout="columns")
    with pytest.raises(ValueError, match="object_store_memory"):
        papilio.ray._check_room(large, large.degree)
    with monkeypatch.context() as patched:
        patched.setattr(papilio.ray, "info", lambda: {"version": "9.9.9"})
        with pytest.raises(papilio.ray.WorkerError, match=r"papilio 0\.\d+\.\d+, where 9\.9\.9"):
            papilio.ray.transform(work.columns, work.design, windows=2)


def test_without_a_cluster_or_without_ray():
    program = (
        "import sys; sys.modules['ray'] = None\n"
        "try:\n    import papilio.ray\nexcept ImportError as missing:\n    print(missing)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "papilio[ray]" in told
    program = (
        "import numpy, papilio.ray, papilio; from papilio import hntt, field\n"
        "design = hntt.design(4, 256, field.P32)\n"
        "columns = hntt.Client(design).encrypt(numpy.zeros((4, 256), numpy.uint32))\n"
        "try:\n    papilio.ray.transform(columns, design)\nexcept papilio.PapilioError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "ray.init()" in told


def test_lost_too_often(cluster, work):
    run = papilio.ray._Run(work.columns, work.design, 1)
    window = papilio.ray._Window(0, 256)
    for _ in range(3):
        run.again(window, ValueError())
    with pytest.raises(PapilioError, match="lost 4 times"):
        run.again(window, ValueError())
