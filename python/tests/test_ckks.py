"""CKKS: operations against numbers, to the precision that is predicted."""

import _thread
import pickle
import threading

import numpy as np
import pytest

import papilio
from papilio.ckks import (
    Ckks,
    GaloisKeys,
    LinearTransform,
    Parameters,
    Polynomial,
    Precision,
    PublicKey,
    RelinearizationKey,
    SecretKey,
)


class Setting:
    def __init__(self):
        self.scheme = Ckks(Parameters(log_degree=13, log_scale=38, levels=3, log_p=[49]))
        self.secret = SecretKey.generate(self.scheme)
        self.public = PublicKey.generate(self.scheme, self.secret)
        self.scheme.relinearization_key = RelinearizationKey.generate(self.scheme, self.secret)
        self.scheme.galois_keys = GaloisKeys.powers_of_two(self.scheme, self.secret)
        rng = np.random.default_rng(7)
        self.a = rng.uniform(-1, 1, 4096)
        self.b = rng.uniform(-1, 1, 4096) / 2 + 0.5j * rng.uniform(-1, 1, 4096)
        self.x = self.scheme.encrypt_secret(self.secret, self.scheme.encode(self.a))
        self.y = self.scheme.encrypt_public(self.public, self.scheme.encode(self.b))

    def decrypt(self, ciphertext):
        return self.scheme.decode(self.scheme.decrypt(self.secret, ciphertext))

    def check(self, ciphertext, expected):
        precision = Precision.of(self.decrypt(ciphertext), np.asarray(expected, dtype=np.complex128))
        predicted = ciphertext.precision_bits
        assert 15 < predicted <= precision.minimum


@pytest.fixture(scope="module")
def at():
    return Setting()


def test_operators_act_slot_by_slot(at):
    a, b = at.a, at.b
    for found, expected in [
        (at.x, a),
        (at.y, b),
        (at.x + at.y, a + b),
        (at.x - at.y, a - b),
        (-at.y, -b),
        (at.x * at.y, a * b),
        (at.x * at.x, a * a),
        (at.x.square(), a * a),
        ((at.x * at.y).rescale(), a * b),
        (at.x.multiply_rescale(at.y), a * b),
        ((at.x * at.x).multiply_rescale(at.y), a * a * b),
        (at.x * at.y + at.x, a * b + a),
        (at.x * at.y * at.x, a * b * a),
        (at.x + 0.25, a + 0.25),
        (1 - at.x, 1 - a),
        (at.x - 0.5j, a - 0.5j),
        (0.3 * at.x, 0.3 * a),
        (at.x * 2, 2 * a),
        (at.x + b, a + b),
        (b + at.x, a + b),
        (b - at.x, b - a),
        (at.x - a, 0 * a),
        (a * at.y, a * b),
        (at.y.rotate(5), np.roll(b, -5)),
        (at.y.rotate(-1), np.roll(b, 1)),
        (at.y.conjugate(), b.conj()),
        (at.x.inner_sum(4), a + np.roll(a, -1) + np.roll(a, -2) + np.roll(a, -3)),
        (at.x.evaluate(Polynomial.power([0.5, 0.25, 0.0, -0.125])), 0.5 + 0.25 * a - 0.125 * a**3),
    ]:
        at.check(found, expected)


def test_polynomials(at):
    polynomial, error = Polynomial.fit(np.cos, (-1, 1), 6)
    assert polynomial.degree == 6 and polynomial.depth <= 3 and 0 < error < 1e-4
    assert np.abs(at.decrypt(at.x.evaluate(polynomial)) - np.cos(at.a)).max() < 2 * error

    def fails(x):
        raise KeyError("of the function")

    with pytest.raises(KeyError, match="of the function"):
        Polynomial.fit(fails, (-1, 1), 3)
    with pytest.raises(papilio.PapilioError):
        Polynomial.fit(np.cos, (1, -1), 3)
    with pytest.raises(papilio.LevelError):
        at.x.evaluate(Polynomial.chebyshev((-1, 1), [0.01] * 32))


def test_matrices(at):
    rng = np.random.default_rng(1)
    diagonals = {k: rng.uniform(-1, 1, 4096) for k in (-1, 0, 3)}
    matrix = LinearTransform(at.scheme, diagonals, at.x.levels_left)
    at.scheme.galois_keys = matrix.galois_keys(at.secret)
    try:
        at.check(at.x.transform(matrix), sum(d * np.roll(at.a, -k) for k, d in diagonals.items()))
    finally:
        at.scheme.galois_keys = GaloisKeys.powers_of_two(at.scheme, at.secret)
    with pytest.raises(papilio.PapilioError):
        LinearTransform(at.scheme, {0: np.ones(3)}, 2)
    with pytest.raises(papilio.LevelError):
        LinearTransform(at.scheme, {0: np.ones(4096)}, 4)


def test_precision():
    have, want = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0 + 2.0**-10, 3.0 + 2.0**-5])
    assert Precision.of(have, want).minimum == 5
    with pytest.raises(ValueError, match="3 values beside 2"):
        Precision.of(have, want[:2])


def test_public_decryption(at):
    values, bits = at.scheme.decrypt_public(at.secret, at.x, queries=10, statistical_bits=30)
    assert bits > 0 and np.abs(values - at.a).max() < 2.0**-bits
    with pytest.raises(papilio.PrecisionError):
        at.scheme.decrypt_public(at.secret, at.x, queries=10, least_bits=39)
    with pytest.raises(papilio.PrecisionError):
        at.scheme.decrypt_public(at.secret, at.x, queries=10, statistical_bits=29)


def test_refusals(at):
    for values, text in [
        (np.full(8, np.nan), "place 0"),
        (np.array([0.0, np.inf]), "place 1"),
        (np.zeros(4097), "4097 values"),
        (np.array([1e300]), "bits"),
    ]:
        with pytest.raises(papilio.PapilioError, match=text):
            at.scheme.encode(values)
    with pytest.raises(ValueError, match="one axis"):
        at.scheme.encode(np.zeros((2, 4)))
    for values in (np.zeros(4, dtype=np.float32), [1.0], np.zeros(8)[::2]):
        with pytest.raises(TypeError):
            at.scheme.encode(values)
    with pytest.raises(papilio.LevelError):
        at.x * at.x * at.x * at.x * at.x
    for wrong in ("1", None, [1.0]):
        with pytest.raises(TypeError):
            at.x + wrong
    other = Setting()
    with pytest.raises(papilio.WrongKeyError):
        at.x + other.x
    bare = Ckks(at.scheme.parameters)
    x = bare.encrypt_secret(at.secret, bare.encode(at.a))
    with pytest.raises(papilio.WrongKeyError):
        x * x
    with pytest.raises(papilio.WrongKeyError):
        x.rotate(1)
    larger = Ckks(Parameters(log_degree=14, log_scale=40, levels=3, log_p=[49]))
    with pytest.raises(papilio.ContextError):
        larger.decode(at.scheme.encode(at.a))
    with pytest.raises(papilio.ContextError):
        larger.decrypt(at.secret, at.x)


def test_bytes_and_pickles(at):
    again = pickle.loads(pickle.dumps(at.x))
    assert again.levels_left == at.x.levels_left and again.scheme.parameters == at.scheme.parameters
    assert (at.scheme.decode(at.scheme.decrypt(at.secret, again)) == at.decrypt(at.x)).all()
    data = at.x.to_bytes()
    with pytest.raises(papilio.FormatError):
        type(at.x).from_bytes(at.scheme, data[:-1])
    key = PublicKey.from_bytes(at.scheme, at.public.to_bytes(at.scheme))
    at.check(at.scheme.encrypt_public(key, at.scheme.encode(at.a)), at.a)


def test_parameters():
    advice = Parameters.advise(depth=3, precision=20, slots=2048)
    assert advice.parameters.security_bits >= 128 and advice.parameters.slots >= 2048
    assert advice.precisions[-1] >= 20 and advice.ciphertext_bytes > 0
    with pytest.raises(papilio.AdviceError):
        Parameters.advise(depth=10**6, precision=20)
    with pytest.raises(papilio.SecurityError):
        Parameters(log_degree=12, log_scale=40, levels=7)
    with pytest.raises(papilio.ParametersError, match="29"):
        Parameters(log_degree=13, log_scale=29, levels=2)


def test_long_products_have_the_same_result_and_are_interrupted():
    scheme = Ckks(Parameters(log_degree=15, log_scale=40, levels=7, log_p=[49]))
    secret = SecretKey.generate(scheme)
    scheme.relinearization_key = RelinearizationKey.generate(scheme, secret)
    scheme.galois_keys = GaloisKeys.for_rotations(scheme, secret, [1])
    a = np.linspace(-1, 1, scheme.slots)
    x = scheme.encrypt_secret(secret, scheme.encode(a))
    for found, expected in [(x * x, a * a), (x.multiply_rescale(x), a * a), (x.rotate(1), np.roll(a, -1))]:
        assert np.abs(scheme.decode(scheme.decrypt(secret, found)) - expected).max() < 1e-6
    threading.Timer(0.05, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            x * x


def test_predictions_hold_the_error_of_an_approximation():
    scheme = Ckks(Parameters.advise(depth=12, precision=15).parameters)
    secret = SecretKey.generate(scheme)
    scheme.relinearization_key = RelinearizationKey.generate(scheme, secret)
    # Both ends of the interval, where the approximation is worst.
    values = np.resize(np.linspace(0.25, 1.75, 100), scheme.slots)
    inverse = scheme.encrypt_secret(secret, scheme.encode(values)).inverse(2, 10)
    sign = scheme.encrypt_secret(secret, scheme.encode(np.where(values < 1, -0.25, values - 0.75))).sign(2, 10)
    for found, expected in [(inverse, 1 / values), (sign, np.where(values < 1, -1.0, 1.0))]:
        right = -np.log2(np.abs(scheme.decode(scheme.decrypt(secret, found)) - expected).max())
        assert 7.5 < found.precision_bits <= right
