"""Transforms across ciphertexts, against the transform in the clear."""

import dataclasses
import html
import json
import os
import pickle
import subprocess
import sys
import _thread
import threading

import numpy as np
import pytest

import papilio
from papilio import field, hntt


def random_matrix(of, shape, seed=1):
    rng = np.random.default_rng(seed)
    if of.words == 1:
        matrix = rng.integers(0, of.modulus, shape, dtype=of.dtype)
        matrix.flat[:2] = [0, of.modulus - 1]
        return matrix
    numbers = [int.from_bytes(rng.bytes(40), "little") % of.modulus for _ in range(int(np.prod(shape)))]
    numbers[:2] = [0, of.modulus - 1]
    words = [[(x >> (64 * i)) & (2**64 - 1) for i in range(4)] for x in numbers]
    return np.array(words, dtype=np.uint64).reshape(*shape, 4)


def clear(of, matrix, columns, shift=None, inverse=False):
    """The transform along the columns, by the field."""
    padded = np.zeros((columns, *matrix.shape[1:]), dtype=matrix.dtype)
    padded[: len(matrix)] = matrix
    along = np.ascontiguousarray(np.swapaxes(padded, 0, 1))
    return np.swapaxes((of.idft if inverse else of.dft)(along, shift=shift), 0, 1)


@pytest.mark.parametrize("of", [field.P32, field.Goldilocks, field.Bn254], ids=lambda of: of.name)
@pytest.mark.parametrize("options", [{}, {"rate": 2, "coset": True}, {"inverse": True}, {"layout": "columns"}], ids=str)
def test_round_trips(of, options):
    design = hntt.design(16, 64, of, **options)
    client = hntt.Client(design)
    matrix = random_matrix(of, (design.input_columns, 64))
    values = hntt.transform(client.encrypt(matrix), design)
    assert values.shape == (design.outputs, 2, design.output_limbs, design.degree)
    shift = of.generator if options.get("coset") else None
    expected = clear(of, matrix, 16, shift, options.get("inverse", False))
    assert (client.decrypt(values) == expected).all()


def test_windows_side_by_side_are_the_whole():
    design = hntt.design(32, 256, field.P32)
    columns = hntt.Client(design).encrypt(random_matrix(field.P32, (32, 256)))
    whole = hntt.transform(columns, design)
    cuts = [0, 256, 1024, 1792, design.degree]
    windows = [hntt.transform(columns, design, (a, b)) for a, b in zip(cuts, cuts[1:])]
    assert (np.concatenate(windows, axis=3) == whole).all()
    # A worker has the coefficients of its window alone.
    part = columns.window(1024, 1792)
    assert part.nbytes < columns.nbytes
    assert (hntt.transform(part, design) == windows[2]).all()
    out = np.empty_like(windows[2])
    assert hntt.transform(part, design, out=out) is out and (out == windows[2]).all()
    hashes = hntt.hash_columns(whole)
    assert hashes.shape == (design.outputs, 32) and len(np.unique(hashes, axis=0)) == design.outputs
    assert (hntt.hash_columns(windows[2]) == hntt.hash_columns(out)).all()


def test_arrays_that_do_not_fit():
    design = hntt.design(16, 256, field.P32)
    client = hntt.Client(design)
    columns = client.encrypt(random_matrix(field.P32, (16, 256)))
    for window in [(0, 100), (256, 256), (512, 256), (0, 2 * design.degree), (128, 512)]:
        with pytest.raises(ValueError, match="window"):
            hntt.transform(columns, design, window)
    with pytest.raises(ValueError, match="window"):
        columns.window(0, 2 * design.degree)
    with pytest.raises(ValueError, match="window"):
        hntt.transform(columns.window(0, 256), design, (256, 512))
    with pytest.raises(ValueError, match="seeds"):
        hntt.transform(hntt.Columns(columns.seeds[:-1].copy(), columns.c0), design)
    with pytest.raises(ValueError, match="c0 has the shape"):
        hntt.transform(hntt.Columns(columns.seeds, columns.c0[:-1].copy()), design)
    with pytest.raises(TypeError, match="seeds"):
        hntt.transform(hntt.Columns(columns.seeds.astype(np.int8), columns.c0), design)
    wrong = columns.c0.copy()
    wrong[3, 0, 5] = design.moduli[0]
    with pytest.raises(ValueError, match=r"c0\[3, 0, 5\] is not below"):
        hntt.transform(hntt.Columns(columns.seeds, wrong), design)
    with pytest.raises(ValueError, match="matrix has the shape"):
        client.encrypt(np.zeros((16, 255), dtype=np.uint32))
    with pytest.raises(TypeError, match="uint32"):
        client.encrypt(np.zeros((16, 256), dtype=np.uint64))
    bad = np.zeros((16, 256), dtype=np.uint32)
    bad[2, 7] = field.P32.modulus
    with pytest.raises(ValueError, match=r"matrix\[2, 7\]"):
        client.encrypt(bad)
    values = hntt.transform(columns, design)
    with pytest.raises(ValueError, match="shape"):
        client.decrypt(values[:, :, :, :256].copy())
    values[1, 0, 0, 0] = 2**63
    with pytest.raises(papilio.FormatError, match=r"values\[1\]"):
        client.decrypt(values)


def test_damage_does_not_decrypt():
    design = hntt.design(16, 256, field.P32)
    client = hntt.Client(design)
    columns = client.encrypt(random_matrix(field.P32, (16, 256)))
    values = hntt.transform(columns, design)
    values[0] = np.random.default_rng(1).integers(0, min(design.moduli), values[0].shape, dtype=np.uint64)
    with pytest.raises(papilio.NoiseError):
        client.decrypt(values)
    with pytest.raises(papilio.NoiseError):
        hntt.Client(design).decrypt(hntt.transform(columns, design))


def test_designs():
    design = hntt.design(64, 512, field.Goldilocks, rate=2, coset=True)
    again = pickle.loads(pickle.dumps(design))
    assert again == design and again.explain().splitlines()[0] == design.explain().splitlines()[0]
    assert (design.columns, design.input_columns, design.lanes, design.field) == (64, 32, 512, "goldilocks")
    assert design.predicted_budget_bits > 0 and design.predicted_seconds > 0
    for arguments in [(60, 512), (64, 500), (1, 512), (2**30, 512), (64, 2**20)]:
        with pytest.raises(papilio.DesignError):
            hntt.design(*arguments, field.Goldilocks)
    with pytest.raises(papilio.DesignError, match="baby-bear"):
        hntt.design(64, 512, field.BabyBear)
    with pytest.raises(ValueError, match="rate is 3"):
        hntt.design(64, 512, field.P32, rate=3)
    with pytest.raises(ValueError, match="rows"):
        hntt.design(64, 512, field.P32, layout="rows")
    data = design.to_bytes()
    for wrong in (data[:-1], b"{}", b"", data.replace(b"goldilocks", b"silverlock")):
        with pytest.raises((papilio.FormatError, papilio.DesignError)):
            hntt.Design.from_bytes(wrong)
    with pytest.raises(TypeError, match="secret"):
        pickle.dumps(hntt.Client(design))


def test_progress_and_what_it_raises():
    design = hntt.design(256, 4096, field.P32, layout="columns")
    client = hntt.Client(design)
    told = []
    columns = client.encrypt(np.zeros((256, 4096), dtype=np.uint32), told.append)
    hntt.transform(columns, design, progress=told.append)
    assert told[-1] == 1.0 and all(0 <= part <= 1 for part in told)

    def stop(part):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        hntt.transform(columns, design, progress=stop)


def test_an_interrupt_ends_a_transform():
    design = hntt.design(1024, 4096, field.P32, layout="columns")
    columns = hntt.Client(design).encrypt(np.zeros((1024, 4096), dtype=np.uint32))
    threading.Timer(0.15, _thread.interrupt_main).start()
    told = []
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            hntt.transform(columns, design, progress=told.append)
            told.clear()
    # It was in the middle of one, which it did not finish.
    assert 1.0 not in told


@pytest.mark.parametrize("options", [{}, {"rate": 4, "coset": True}, {"inverse": True}], ids=str)
def test_runs_and_their_reports(options):
    design = hntt.design(16, 64, field.Bn254, **options)
    done = []
    ran = hntt.run(random_matrix(field.Bn254, (design.input_columns, 64)), design, progress=done.append)
    assert ran.verified and sorted(done) == done and done[-1] == 1.0
    for report in (ran.report(), hntt.plan(design)):
        page = report.to_html()
        assert page.startswith("<!DOCTYPE html>") and page.count("<svg") == 1 and "<script" not in page
        assert page.count("<rect") >= len(report.bars)
        for text in (*report.facts, *report.facts.values(), *report.bars):
            assert html.escape(text) in page
        assert report._repr_html_() in page
    assert "VERIFIED" in ran.to_html() and ran._repr_html_() in ran.to_html()
    assert len(hntt.plan(design).bars) == 1 + len(design.beaten)


def test_a_result_that_differs_is_told(monkeypatch):
    design = hntt.design(16, 64, field.P32)
    ran = hntt.run(random_matrix(field.P32, (16, 64)), design)
    assert "VERIFIED" not in dataclasses.replace(ran, verified=False).to_html()
    # The comparison itself: one element that differs is enough.
    real = hntt._in_the_clear

    def all_but_one(matrix, design):
        values = real(matrix, design).copy()
        values[-1, -1] ^= 1
        return values

    monkeypatch.setattr(hntt, "_in_the_clear", all_but_one)
    assert not hntt.run(random_matrix(field.P32, (16, 64)), design).verified


def test_bars_are_drawn_of_numbers():
    from papilio import _papilio

    drawn = _papilio.bars([("a & b", 1.0), ("<script>", 0.0)], "s")
    assert "a &amp; b" in drawn and "<script" not in drawn
    for wrong in ([], [("a", -1.0)], [("a", float("nan"))], [("a", float("inf"))]):
        with pytest.raises(ValueError, match="bars"):
            _papilio.bars(wrong, "s")


def test_the_portable_kernel_computes_the_same(tmp_path):
    design = hntt.design(32, 256, field.P32)
    columns = hntt.Client(design).encrypt(random_matrix(field.P32, (32, 256)))
    expected = hntt.root([hntt.hash_columns(hntt.transform(columns, design))])
    (tmp_path / "columns").write_bytes(pickle.dumps((design, columns)))
    program = (
        "import pathlib, pickle, sys, papilio; from papilio import hntt\n"
        "design, columns = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "print(papilio.info()['chosen'][47]['stage'], hntt.root([hntt.hash_columns(hntt.transform(columns, design))]).hex())"
    )
    environment = {**os.environ, "PAPILIO_KERNEL": "scalar"}
    command = [sys.executable, "-c", program, str(tmp_path / "columns")]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    assert told == ["scalar", expected.hex()]


def test_randomness_is_new_for_every_column_and_every_client():
    design, matrix = hntt.design(16, 256, field.P32), np.zeros((16, 256), dtype=np.uint32)
    client = hntt.Client(design)
    sent = [client.encrypt(matrix), client.encrypt(matrix), hntt.Client(design).encrypt(matrix)]
    seeds = {row.tobytes() for columns in sent for row in columns.seeds}
    # Half of a ciphertext of zero is the product with the secret, and an error.
    halves = {column.tobytes() for columns in sent for column in columns.c0}
    assert len(seeds) == len(halves) == 3 * design.inputs


@pytest.mark.parametrize("place", [0, 1, 2047, 4095, 4096, 8191])
def test_hashes_are_of_all_words(place):
    window = np.arange(3 * 8192, dtype=np.uint64).reshape(3, 2, 4096)
    before = hntt.hash_columns(window)
    window[1].flat[place] ^= np.uint64(1 << 63)
    after = hntt.hash_columns(window)
    assert (before != after).any(axis=1).tolist() == [False, True, False]
    assert hntt.root([before]) != hntt.root([after])


def test_designs_from_bytes_are_checked():
    design = hntt.design(16, 64, field.P32, coset=True)

    def changed(change):
        facts = json.loads(design.to_bytes())
        change(facts)
        return json.dumps(facts).encode()

    # Another coset is another transform, and its run knows it.
    squared = hntt.Design.from_bytes(changed(lambda facts: facts["outer"].update(shift=2)))
    assert (design.shift, squared.shift, squared.coset) == (1, 2, True)
    assert hntt.run(random_matrix(field.P32, (16, 64)), squared).verified
    for key, value in [("seconds", -1.0), ("predicted", {"fresh": 1e400, "after": 1.0})]:
        with pytest.raises((papilio.DesignError, papilio.FormatError)):
            hntt.Design.from_bytes(changed(lambda facts: facts.update({key: value})))
    weak = hntt.design(16, 256, field.Bn254, log_degree=12, insecure=True)
    assert weak.security_bits == 0 and design.security_bits >= 128
    assert "BELOW 128 bits" in str(hntt.plan(weak)) and "BELOW" not in str(hntt.plan(design))
    with pytest.raises(papilio.SecurityError, match="insecure=True"):
        hntt.Design.from_bytes(weak.to_bytes())
    assert hntt.Design.from_bytes(weak.to_bytes(), insecure=True) == weak == pickle.loads(pickle.dumps(weak))


def test_columns_that_are_none():
    design = hntt.design(16, 64, field.P32)
    columns = hntt.Client(design).encrypt(random_matrix(field.P32, (16, 64)))
    for wrong in (None, (columns.seeds, columns.c0)):
        with pytest.raises(TypeError, match="Columns are needed"):
            hntt.transform(wrong, design)
    with pytest.raises(ValueError, match="c0 has the shape"):
        hntt.transform(hntt.Columns(columns.seeds, columns.c0[0]), design)
    assert columns == columns and columns != hntt.Columns(columns.seeds, columns.c0)
