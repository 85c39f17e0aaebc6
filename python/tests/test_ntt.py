"""Transforms of polynomials: against the definition, and refusals that leave arrays as they are."""

import pickle

import numpy as np
import pytest

import papilio
from papilio.ntt import Coset, Plan

# A prime of each class of residues: 30, 49, 50 and 61 bits, and Falcon's.
MODULI = [12289, 1073479681, 562949951881217, 1125899904679937, 2305843009146585089]


def evaluate(coefficients, points, modulus):
    """Horner's rule in Python integers."""
    values = []
    for point in points:
        value = 0
        for c in reversed(coefficients):
            value = (value * point + c) % modulus
        values.append(value)
    return values


def points(plan):
    return [plan.first_point * pow(plan.root_of_unity, k, plan.modulus) % plan.modulus for k in range(plan.n)]


@pytest.mark.parametrize("modulus", MODULI)
@pytest.mark.parametrize("domain", ["negacyclic", "cyclic", Coset(3)])
def test_values_are_those_of_the_definition(modulus, domain):
    plan = Plan(modulus, 64, domain)
    rng = np.random.default_rng(modulus)
    x = rng.integers(0, modulus, 64, dtype=np.uint64)
    # The edges of the interval as well.
    x[:4] = [0, 1, modulus - 1, modulus - 1]
    expected = evaluate(x.tolist(), points(plan), modulus)
    assert plan.forward(x).tolist() == expected
    scrambled = plan.forward(x, natural=False)
    reverse = [int(format(k, "06b")[::-1], 2) for k in range(64)]
    assert scrambled[reverse].tolist() == expected
    assert (plan.inverse(plan.forward(x)) == x).all()
    assert (plan.inverse(scrambled, natural=False) == x).all()


def test_the_negacyclic_transform_multiplies_polynomials():
    n, q = 256, 7681
    plan = Plan(q, n)
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, q, n, dtype=np.uint64) for _ in range(2))
    product = plan.inverse(plan.forward(a) * plan.forward(b) % np.uint64(q))
    full = np.convolve(a.astype(object), b.astype(object))
    wrapped = full[:n]
    wrapped[: n - 1] -= full[n:]
    assert product.tolist() == [int(c) % q for c in wrapped]


def test_any_number_of_leading_axes():
    plan = Plan(12289, 128)
    x = np.random.default_rng(2).integers(0, 12289, (2, 3, 5, 128), dtype=np.uint64)
    values = plan.forward(x)
    assert values.shape == x.shape
    for index in np.ndindex(2, 3, 5):
        assert (values[index] == plan.forward(x[index])).all()


def test_long_batches_are_done_piece_by_piece():
    plan = Plan(12289, 4096, "cyclic")
    x = np.random.default_rng(3).integers(0, 12289, (700, 4096), dtype=np.uint64)
    values = plan.forward(x)
    assert (values[-1] == plan.forward(x[-1])).all()
    assert (plan.inverse(values) == x).all()


def test_out_takes_the_result_and_the_input_is_not_changed():
    plan = Plan(12289, 1024)
    x = np.arange(1024, dtype=np.uint64)
    before, out = x.copy(), np.empty_like(x)
    assert plan.forward(x, out=out) is out
    assert (x == before).all()
    assert (out == plan.forward(x)).all()
    assert plan.inverse(out, out=out) is out
    assert (out == before).all()


def test_read_only_views_are_taken():
    plan = Plan(12289, 1024)
    x = np.frombuffer(np.arange(1024, dtype=np.uint64).tobytes(), dtype=np.uint64)
    assert not x.flags.writeable
    assert (plan.inverse(plan.forward(x)) == x).all()
    with pytest.raises(ValueError, match="read-only"):
        plan.forward(x, out=x)


def test_a_view_keeps_its_owner():
    plan = Plan(12289, 16)
    x = np.arange(64, dtype=np.uint64)[16:32]
    assert (plan.inverse(plan.forward(x)) == np.arange(16, 32)).all()


@pytest.mark.parametrize(
    "x, wanted",
    [
        (np.zeros(1024), "dtype float64, shape (1024,), strides (8,), where a C-contiguous array of dtype uint64"),
        (np.zeros(1024, dtype=np.int64), "dtype int64"),
        (np.zeros(1024, dtype=">u8"), "dtype >u8"),
        (np.zeros((1024, 4), dtype=np.uint64).T, r"shape (4, 1024), strides (8, 32)"),
        (np.zeros(2048, dtype=np.uint64)[::2], "strides (16,)"),
        (np.zeros(1024, dtype=np.uint64)[::-1], "strides (-8,)"),
        (np.asfortranarray(np.zeros((2, 1024), dtype=np.uint64)), "strides (8, 16)"),
        (np.zeros((), dtype=np.uint64), "shape ()"),
        ([1] * 1024, "a list"),
        (None, "a NoneType"),
        (np.frombuffer(b"\0" * 8193, dtype=np.uint8)[1:].view(np.uint64), "misaligned"),
    ],
)
def test_other_types_and_layouts_are_named(x, wanted):
    with pytest.raises(TypeError) as refused:
        Plan(12289, 1024).forward(x)
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    "shape", [(512,), (1024, 512), (0, 1024), (0,)],
)
def test_other_shapes_are_refused(shape):
    with pytest.raises(ValueError, match=r"shape|elements"):
        Plan(12289, 1024).forward(np.zeros(shape, dtype=np.uint64))


@pytest.mark.parametrize("wrong", [12289, 12290, 2**32, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 1])
def test_the_first_value_that_is_no_residue_is_named(wrong):
    x = np.zeros((3, 1024), dtype=np.uint64)
    x[1, 7] = wrong
    x[2, 0] = wrong
    before = x.copy()
    for out in (None, x, np.empty_like(x)):
        with pytest.raises(ValueError, match=r"x\[1, 7\] is not below 12289"):
            Plan(12289, 1024).forward(x, out=out)
    assert (x == before).all()


@pytest.mark.parametrize("place", [0, 1, 2047, 2048, 3 * 2048 + 7, 2**20 - 1, 2**20, 2**21 - 1])
def test_a_value_is_found_wherever_it_is(place):
    plan, x = Plan(12289, 4096, "cyclic"), np.zeros((512, 4096), dtype=np.uint64)
    x.flat[place] = 12289
    before = x.copy()
    for out in (None, x, np.empty_like(x)):
        with pytest.raises(ValueError, match=rf"x\[{place // 4096}, {place % 4096}\] is not below"):
            plan.forward(x, out=out)
    assert (x == before).all()


@pytest.mark.parametrize("modulus", [3, 5, *MODULI, 4611686018427322369])
def test_residues_are_told_from_others_on_both_sides_of_every_edge(modulus):
    plan = Plan(modulus, 2, "cyclic")
    assert plan.forward(np.array([0, modulus - 1], dtype=np.uint64)).tolist() == [modulus - 1, 1]
    for wrong in (modulus, modulus + 1, 2**63 - 1, 2**63, 2**63 + modulus - 1, 2**63 + modulus, 2**64 - 2, 2**64 - 1):
        with pytest.raises(ValueError, match=r"x\[1\]"):
            plan.forward(np.array([0, wrong], dtype=np.uint64))


def test_outputs_that_do_not_fit_are_refused():
    plan, x = Plan(12289, 1024), np.zeros((2, 1024), dtype=np.uint64)
    with pytest.raises(ValueError, match="shape"):
        plan.forward(x, out=np.zeros(1024, dtype=np.uint64))
    with pytest.raises(TypeError, match="out is an array of dtype int64"):
        plan.forward(x, out=np.zeros((2, 1024), dtype=np.int64))
    buffer = np.zeros(3 * 1024, dtype=np.uint64)
    with pytest.raises(ValueError, match="shares memory"):
        plan.forward(buffer[:2048].reshape(2, 1024), out=buffer[1024:].reshape(2, 1024))
    bytes_of = np.zeros(8 * 1024 + 1, dtype=np.uint8)
    with pytest.raises(TypeError, match="misaligned"):
        plan.forward(buffer[:1024], out=bytes_of[1:].view(np.uint64))
    # Another view of the same memory is no other array.
    with pytest.raises(ValueError, match="shares memory"):
        plan.forward(buffer[:1024], out=buffer[:1024])


@pytest.mark.parametrize(
    "arguments, text",
    [
        ((15, 1024), "15 is no odd prime"),
        ((2, 1024), "2 is no odd prime"),
        ((2**62 + 135, 1024), "no odd prime below 2^62"),
        ((12289, 1000), "1000"),
        ((12289, 1), "length 1"),
        ((12289, 0), "length 0"),
        ((12289, 2**40), str(2**40)),
        ((12289, 8192), "primitive root of order 16384"),
        ((12289, 1024, Coset(12289)), "multiple of 12289"),
    ],
)
def test_transforms_that_there_are_not(arguments, text):
    with pytest.raises(papilio.PlanError, match=text.replace("^", r"\^")):
        Plan(*arguments)


@pytest.mark.parametrize("modulus", [-1, 2**64, 2**200])
def test_integers_out_of_range_are_named(modulus):
    with pytest.raises(ValueError, match=str(modulus)):
        Plan(modulus, 1024)


@pytest.mark.parametrize("wrong", [12289.0, "12289", None])
def test_what_is_no_integer_is_named(wrong):
    with pytest.raises(TypeError, match="modulus is a"):
        Plan(wrong, 1024)
    with pytest.raises(TypeError, match="domain is"):
        Plan(12289, 1024, 5)
    with pytest.raises(TypeError, match='domain is "circular"'):
        Plan(12289, 1024, "circular")


@pytest.mark.parametrize("domain", ["negacyclic", "cyclic", Coset(5)])
def test_plans_are_pickled(domain):
    plan = Plan(12289, 512, domain)
    again = pickle.loads(pickle.dumps(plan))
    x = np.arange(512, dtype=np.uint64)
    assert repr(again) == repr(plan)
    assert again.domain == domain
    assert (again.forward(x) == plan.forward(x)).all()


@pytest.mark.parametrize("shape", [5, (5,), (3, 1024), (2, 3, 4)])
@pytest.mark.parametrize("alignment", [1, 64, 4096])
def test_aligned_arrays(shape, alignment):
    made = [papilio.empty_aligned(shape, dtype, alignment) for dtype in (np.uint64, "uint32", np.uint8)]
    for x, dtype in zip(made, ("uint64", "uint32", "uint8")):
        assert x.dtype == dtype and x.shape == np.empty(shape).shape and x.flags.c_contiguous and x.flags.writeable
        assert x.ctypes.data % alignment == 0
    for wrong in (0, 3, -64):
        with pytest.raises(ValueError, match="power of two"):
            papilio.empty_aligned(shape, alignment=wrong)
    for negative in (-1, (2, -3)):
        with pytest.raises(ValueError, match="zero or positive"):
            papilio.empty_aligned(negative)
    assert papilio.empty_aligned(np.int64(3)).shape == (3,)
