"""Transforms over fields, against the definition in Python integers."""

import pickle

import numpy as np
import pytest

import papilio
from papilio import field

FIELDS = [field.BabyBear, field.KoalaBear, field.P32, field.Goldilocks, field.Stark252, field.Bn254, field.Bls12_381]
MODULI = {
    "BabyBear": 2**31 - 2**27 + 1,
    "KoalaBear": 2**31 - 2**24 + 1,
    "P32": 2**32 - 2**20 + 1,
    "Goldilocks": 2**64 - 2**32 + 1,
    "Stark252": 2**251 + 17 * 2**192 + 1,
    "Bn254": 21888242871839275222246405745257275088548364400416034343698204186575808495617,
    "Bls12_381": 52435875175126190479447740508185965837690552500527637822603658699938581184513,
}


def array(of, numbers):
    if of.words == 1:
        return np.array(numbers, dtype=of.dtype)
    words = [[(x >> (64 * i)) & (2**64 - 1) for i in range(4)] for x in numbers]
    return np.array(words, dtype=np.uint64)


def numbers(of, values):
    if of.words == 1:
        return values.tolist()
    return [sum(word << (64 * i) for i, word in enumerate(words)) for words in values.tolist()]


def random_numbers(of, count, seed):
    rng = np.random.default_rng(seed)
    drawn = [int.from_bytes(rng.bytes(40), "little") % of.modulus for _ in range(count)]
    drawn[:3] = [0, 1, of.modulus - 1]
    return drawn


@pytest.mark.parametrize("of", FIELDS, ids=lambda of: of.name)
def test_moduli_and_roots(of):
    assert of.modulus == MODULI[of.name]
    assert (of.modulus - 1) % 2**of.two_adicity == 0
    root = of.root_of_unity(2**10)
    assert pow(root, 2**9, of.modulus) == of.modulus - 1
    with pytest.raises(ValueError, match="no root of unity|2\\^64 - 1"):
        of.root_of_unity(2 ** (of.two_adicity + 1))
    with pytest.raises(papilio.PlanError, match="power of two"):
        of.root_of_unity(12)


@pytest.mark.parametrize("of", FIELDS, ids=lambda of: of.name)
@pytest.mark.parametrize("shift", [None, 7])
def test_values_are_those_of_the_definition(of, shift):
    n, coefficients = 32, random_numbers(of, 32, 1)
    root = of.root_of_unity(n)
    expected = []
    for k in range(n):
        point, value = (shift or 1) * pow(root, k, of.modulus), 0
        for c in reversed(coefficients):
            value = (value * point + c) % of.modulus
        expected.append(value)
    x = array(of, coefficients)
    values = of.dft(x, shift=shift)
    assert numbers(of, values) == expected
    scrambled = of.dft(x, natural=False, shift=shift)
    reverse = [int(format(k, "05b")[::-1], 2) for k in range(n)]
    assert (scrambled[reverse] == values).all()
    assert (of.idft(values, shift=shift) == x).all()
    plan = of.plan(n, shift)
    out = np.empty_like(x)
    assert plan.forward(x, out=out) is out and (out == values).all()
    assert plan.inverse(out, out=out) is out and (out == x).all()


@pytest.mark.parametrize("of", FIELDS, ids=lambda of: of.name)
def test_batches(of):
    x = np.stack([np.stack([array(of, random_numbers(of, 64, 10 * i + j)) for j in range(3)]) for i in range(2)])
    values = of.dft(x)
    assert values.shape == x.shape
    for i in range(2):
        for j in range(3):
            assert (values[i, j] == of.dft(x[i, j])).all()


@pytest.mark.parametrize("of", FIELDS, ids=lambda of: of.name)
def test_the_first_element_that_is_none_is_named(of):
    for wrong in (of.modulus, of.modulus + 1, 2 ** (256 if of.words == 4 else 8 * np.dtype(of.dtype).itemsize) - 1):
        x = array(of, [0, of.modulus - 1, wrong, 0])
        index = r"x\[2\]" if of.words == 1 else r"x\[2, 0\]"
        with pytest.raises(ValueError, match=index):
            of.dft(x)


def test_other_arrays_are_refused():
    with pytest.raises(TypeError, match="dtype uint64, shape .* where a C-contiguous array of dtype uint32"):
        field.BabyBear.dft(np.zeros(8, dtype=np.uint64))
    with pytest.raises(ValueError, match="shape"):
        field.Bn254.dft(np.zeros((8, 3), dtype=np.uint64))
    with pytest.raises(papilio.PlanError, match="12 values"):
        field.Goldilocks.dft(np.zeros(12, dtype=np.uint64))
    with pytest.raises(TypeError, match="a list"):
        field.Goldilocks.dft([1, 2, 3])
    with pytest.raises(papilio.PlanError, match="shift of a coset is zero"):
        field.Goldilocks.dft(np.zeros(8, dtype=np.uint64), shift=0)
    for shift in (field.Goldilocks.modulus, -1, 1.5):
        with pytest.raises(ValueError, match="no element of Goldilocks"):
            field.Goldilocks.dft(np.zeros(8, dtype=np.uint64), shift=shift)


def test_a_vector_of_one_element_is_its_own_transform():
    assert field.Goldilocks.dft(np.array([5], dtype=np.uint64)).tolist() == [5]


def test_fields_and_plans_are_pickled():
    for of in FIELDS:
        assert pickle.loads(pickle.dumps(of)) is of
        plan = of.plan(16, 3)
        again = pickle.loads(pickle.dumps(plan))
        assert (again.n, again.shift, again.field) == (16, 3, of)
        assert repr(again) == f"papilio.field.{of.name}.plan(16, 3)"


@pytest.mark.parametrize("of", FIELDS, ids=lambda of: of.name)
def test_integers_and_arrays(of):
    drawn = random_numbers(of, 10, 3)
    assert (of.array(drawn) == array(of, drawn)).all() and of.array(drawn).dtype == of.dtype
    assert of.integers(of.array(drawn)) == drawn
    assert field.BY_KEY[of.key] is of
    for wrong in (-1, of.modulus, 2**300, 1.0, None):
        with pytest.raises(ValueError, match=r"integers\[1\]"):
            of.array([0, wrong])
    with pytest.raises(TypeError):
        of.integers(np.zeros(4))
    if of.words > 1:
        with pytest.raises(ValueError, match="shape"):
            of.integers(np.zeros((4, 3), dtype=np.uint64))
