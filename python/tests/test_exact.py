"""BFV and BGV: operations against integers, and refusals."""

import _thread
import copy
import pickle
import random
import threading
import time

import numpy as np
import pytest

import papilio
from papilio import bfv, bgv, field
from papilio.bfv import BatchEncoder, GaloisKeys, Parameters, PublicKey, RelinearizationKey, SecretKey

T = 65537


class Setting:
    """A scheme with keys, and two vectors under encryption."""

    def __init__(self, scheme):
        self.scheme = scheme(Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49]), T)
        self.secret = SecretKey.generate(self.scheme)
        self.public = PublicKey.generate(self.scheme, self.secret)
        self.scheme.relinearization_key = RelinearizationKey.generate(self.scheme, self.secret)
        self.scheme.galois_keys = GaloisKeys.powers_of_two(self.scheme, self.secret)
        self.encoder = BatchEncoder(self.scheme)
        rng = np.random.default_rng(5)
        # Slot 0 and 1 have both ends of the interval.
        self.a, self.b = (rng.integers(0, T, 8192, dtype=np.uint64) for _ in range(2))
        self.a[:2], self.b[:2] = [0, T - 1], [T - 1, T - 1]
        self.x = self.scheme.encrypt_secret(self.secret, self.encoder.encode(self.a))
        self.y = self.scheme.encrypt_public(self.public, self.encoder.encode(self.b))

    def decrypt(self, ciphertext):
        return self.encoder.decode(self.scheme.decrypt(self.secret, ciphertext))


@pytest.fixture(scope="module", params=[bfv.Bfv, bgv.Bgv], ids=["bfv", "bgv"])
def at(request):
    return Setting(request.param)


def rows(values, steps):
    return np.concatenate([np.roll(row, -steps) for row in values.reshape(2, -1)])


def test_operators_act_slot_by_slot(at):
    a, b, t = at.a, at.b, np.uint64(T)
    plain = at.encoder.encode(b)
    for found, expected in [
        (at.x, a),
        (at.y, b),
        (at.x + at.y, (a + b) % t),
        (at.x - at.y, (a + t - b) % t),
        (-at.x, (t - a) % t),
        (at.x * at.y, a * b % t),
        (at.x * at.x, a * a % t),
        (at.x.square(), a * a % t),
        (at.x + plain, (a + b) % t),
        (plain + at.x, (a + b) % t),
        (at.x - plain, (a + t - b) % t),
        (plain - at.x, (b + t - a) % t),
        (at.x * plain, a * b % t),
        (plain * at.x, a * b % t),
        (at.x + 5, (a + np.uint64(5)) % t),
        (at.x - 5, (a + t - np.uint64(5)) % t),
        (5 - at.x, (np.uint64(5) + t - a) % t),
        (-3 * at.x, a * np.uint64(T - 3) % t),
        (at.x * (10**30), a * np.uint64(10**30 % T) % t),
        (at.scheme.multiply(at.x, at.y).relinearize(), a * b % t),
        ((at.scheme.multiply(at.x, at.y) + at.scheme.multiply(at.x, at.x)).relinearize(), (a * b + a * a) % t),
        (at.x.rotate_rows(3), rows(a, 3)),
        (at.x.rotate_rows(-1), rows(a, -1)),
        (at.x.rotate_columns(), np.roll(a, 4096)),
        (at.x.inner_sum(), np.full(8192, int(a.sum()) % T, dtype=np.uint64)),
        (at.x.inner_sum(2), (a + rows(a, 1)) % t),
    ]:
        assert (at.decrypt(found) == expected).all()


def test_signed_values(at):
    values = np.array([-32768, -1, 0, 1, 32768])
    plaintext = at.encoder.encode(values)
    assert at.encoder.decode_signed(plaintext)[:5].tolist() == values.tolist()
    assert at.encoder.decode(plaintext)[:5].tolist() == [T - 32768, T - 1, 0, 1, 32768]
    for wrong in (-32769, 32769):
        with pytest.raises(papilio.PlaintextError, match="place 1"):
            at.encoder.encode(np.array([0, wrong]))


def test_signed_values_of_all_words():
    scheme = bgv.Bgv(Parameters(log_degree=11, log_q=[49] * 14, insecure=True), field.Bn254)
    encoder, t = BatchEncoder(scheme), field.Bn254.modulus
    ends = np.array([-(2**63), 2**63 - 1, -1, 0])
    plaintext = encoder.encode(ends)
    assert encoder.decode_signed(plaintext)[:4].tolist() == ends.tolist()
    assert field.Bn254.integers(encoder.decode(plaintext))[:4] == [t - 2**63, 2**63 - 1, t - 1, 0]
    for value, bits in [(2**63, 65), (2**64, 66), (t - 2**63 - 1, 65), (2**128 + 7, 130), (t // 2, 254)]:
        with pytest.raises(papilio.PlaintextError, match=f" {bits} bits with its sign"):
            encoder.decode_signed(encoder.encode(field.Bn254.array([value])))


def test_coefficients(at):
    values = np.arange(100, dtype=np.uint64)
    plaintext = at.scheme.encode_coefficients(values)
    assert plaintext.coefficients()[:101].tolist() == [*range(100), 0]
    with pytest.raises(papilio.PlaintextError, match="place 0"):
        at.scheme.encode_coefficients(np.array([T], dtype=np.uint64))
    with pytest.raises(papilio.PlaintextError, match="8193 values"):
        at.scheme.encode_coefficients(np.zeros(8193, dtype=np.uint64))


def test_budgets(at):
    product = at.x * at.y
    assert 0 < product.predicted_budget_bits <= product.noise_budget(at.secret) < at.x.noise_budget(at.secret)
    spent = at.x
    with pytest.raises(papilio.NoiseError, match="exhausted"):
        for _ in range(8):
            spent = spent * spent
            at.decrypt(spent)


def test_levels(at):
    lower = at.x.mod_switch_to(2)
    assert (at.x.level, lower.level) == (3, 2)
    assert (at.decrypt(lower) == at.a).all()
    for wrong in (0, 4, 99):
        with pytest.raises(papilio.LevelError, match=f"level {wrong}: .* 1 to 3"):
            at.x.mod_switch_to(wrong)
    if isinstance(at.scheme, bfv.Bfv):
        with pytest.raises(papilio.LevelError, match="a level of 2 primes where one of 3 is needed"):
            at.x + lower


def test_bytes_and_pickles(at):
    kind = type(at.x)
    data = at.x.to_bytes()
    for view in (data, bytearray(data), memoryview(data), np.frombuffer(data, dtype=np.uint8)):
        assert (at.decrypt(kind.from_bytes(at.scheme, view)) == at.a).all()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert (at.decrypt(pickle.loads(pickle.dumps([at.x, at.x], protocol))[1]) == at.a).all()
    buffers = []
    small = pickle.dumps(at.x, protocol=5, buffer_callback=buffers.append)
    assert len(small) < 1000 and sum(len(buffer.raw()) for buffer in buffers) == len(data)
    assert (at.decrypt(pickle.loads(small, buffers=buffers)) == at.a).all()
    assert (at.decrypt(copy.deepcopy(at.x)) == at.a).all()
    damaged = bytearray(data)
    damaged[500] ^= 1
    for wrong in (data[:-1], data[:100], b"", damaged, data + b"\0"):
        with pytest.raises(papilio.FormatError):
            kind.from_bytes(at.scheme, wrong)
    with pytest.raises(TypeError):
        kind.from_bytes(at.scheme, 5)


def test_keys_have_bytes_and_secrets_are_hidden(at):
    for key in (at.secret, at.public, at.scheme.relinearization_key, at.scheme.galois_keys):
        again = type(key).from_bytes(at.scheme, key.to_bytes(at.scheme))
        assert again.to_bytes(at.scheme) == key.to_bytes(at.scheme)
    secret = SecretKey.from_bytes(at.scheme, at.secret.to_bytes(at.scheme))
    assert (at.encoder.decode(at.scheme.decrypt(secret, at.x)) == at.a).all()
    assert repr(at.secret) == str(at.secret) == "SecretKey(..)"
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled"):
            attempt(at.secret)


def test_randomness_is_new_every_time(at):
    plaintext = at.encoder.encode(at.a)
    ciphertexts = [at.scheme.encrypt_secret(at.secret, plaintext) for _ in range(2)]
    ciphertexts += [at.scheme.encrypt_public(at.public, plaintext) for _ in range(2)]
    assert len({ciphertext.to_bytes() for ciphertext in ciphertexts}) == 4
    for kind in (PublicKey, RelinearizationKey):
        assert len({kind.generate(at.scheme, at.secret).to_bytes(at.scheme) for _ in range(2)}) == 2
    assert len({SecretKey.generate(at.scheme).to_bytes(at.scheme) for _ in range(2)}) == 2


def test_operands_that_do_not_fit(at):
    other = Setting(type(at.scheme))
    with pytest.raises(papilio.WrongKeyError, match="key"):
        at.x + other.x
    with pytest.raises(papilio.WrongKeyError, match="key"):
        at.scheme.decrypt(other.secret, at.x)
    larger = type(at.scheme)(Parameters(log_degree=14, log_q=[49, 49, 49], log_p=[49]), T)
    secret = SecretKey.generate(larger)
    foreign = larger.encrypt_secret(secret, BatchEncoder(larger).encode(at.a))
    for attempt in (
        lambda: at.x + foreign,
        lambda: foreign - at.x,
        lambda: at.x * foreign,
        lambda: at.scheme.decrypt(secret, foreign),
        lambda: at.scheme.decrypt(secret, at.x),
        lambda: at.x + BatchEncoder(larger).encode(at.a),
        lambda: secret.to_bytes(at.scheme),
        lambda: at.scheme.galois_keys.to_bytes(larger),
        lambda: PublicKey.generate(larger, at.secret),
        lambda: larger.encrypt_public(at.public, BatchEncoder(larger).encode(at.a)),
    ):
        with pytest.raises(papilio.ContextError):
            attempt()
    for wrong in (1.5, "1", None, np.ones(3), np.arange(3), at.a):
        for attempt in (lambda: at.x + wrong, lambda: wrong * at.x, lambda: at.x - wrong):
            with pytest.raises(TypeError):
                attempt()


def test_missing_keys_are_named(at):
    bare = type(at.scheme)(at.scheme.parameters, T)
    x = bare.encrypt_secret(at.secret, at.encoder.encode(at.a))
    with pytest.raises(papilio.WrongKeyError, match="relinearization_key"):
        x * x
    with pytest.raises(papilio.WrongKeyError, match="galois_keys"):
        x.rotate_rows(1)
    bare.galois_keys = GaloisKeys.for_rotations(bare, at.secret, [1, -2])
    assert (at.decrypt(x.rotate_rows(-2)) == rows(at.a, -2)).all()
    with pytest.raises(papilio.WrongKeyError, match="rotation by 5"):
        x.rotate_rows(5)
    bare.galois_keys = None
    with pytest.raises(papilio.WrongKeyError):
        x.rotate_rows(1)


def test_parameters():
    with pytest.raises(papilio.SecurityError, match="128-bit security"):
        Parameters(log_degree=12, log_q=[49, 49, 49])
    assert Parameters(log_degree=12, log_q=[49, 49, 49], insecure=True).security_bits == 0
    for wrong in (dict(log_degree=9, log_q=[30]), dict(log_degree=13), dict(log_degree=13, moduli=[15])):
        with pytest.raises(papilio.ParametersError):
            Parameters(**wrong)
    of = Parameters(log_degree=13, log_q=[49, 49], log_p=[49])
    again = pickle.loads(pickle.dumps(of))
    assert again == of and hash(again) == hash(of) and again.moduli == of.moduli
    assert again != Parameters(log_degree=13, log_q=[49, 48], log_p=[49])
    weak = Parameters(log_degree=12, log_q=[49, 49, 49], insecure=True)
    with pytest.raises(papilio.SecurityError, match="insecure=True"):
        Parameters.from_bytes(weak.to_bytes())
    assert Parameters.from_bytes(weak.to_bytes(), insecure=True) == weak == pickle.loads(pickle.dumps(weak))
    advice = Parameters.advise(17, depth=2, rotations=True)
    assert advice.parameters.security_bits >= 128 and advice.budgets[-1] > 0 and advice.reasons
    with pytest.raises(papilio.AdviceError, match="65"):
        Parameters.advise(17, depth=65)
    sums = Parameters.advise(17, circuit=["multiply", "add:4", "inner-sum"])
    assert len(sums.budgets) == 4 and sums.parameters.log_key_modulus > Parameters.advise(17, 1).parameters.log_key_modulus
    with pytest.raises(ValueError, match="divide"):
        Parameters.advise(17, circuit=["divide"])
    for wrong in ({}, {"depth": 1, "circuit": ["multiply"]}, {"rotations": True, "circuit": ["multiply"]}):
        with pytest.raises(ValueError, match="circuit"):
            Parameters.advise(17, **wrong)
    with pytest.raises(ValueError, match="cggi"):
        Parameters.advise(17, 1, scheme="cggi")


@pytest.mark.parametrize("of", [field.Goldilocks, field.Stark252, field.Bn254, field.Bls12_381], ids=lambda of: of.name)
@pytest.mark.parametrize("kind", [bfv.Bfv, bgv.Bgv], ids=["bfv", "bgv"])
def test_fields_as_plaintext_moduli(kind, of):
    t = of.modulus
    scheme = kind(Parameters(log_degree=11, log_q=[49] * (14 if of.bits > 64 else 7), log_p=[49] * 2, insecure=True), of)
    assert scheme.plaintext_modulus == t
    secret, encoder = SecretKey.generate(scheme), BatchEncoder(scheme)
    scheme.relinearization_key = RelinearizationKey.generate(scheme, secret)
    scheme.galois_keys = GaloisKeys.for_rotations(scheme, secret, [1])
    draw = random.Random(of.bits)
    a, b = ([0, 1, t - 1, *(draw.randrange(t) for _ in range(2045))] for _ in range(2))
    b[:3] = [t - 1] * 3
    x, y = (scheme.encrypt_secret(secret, encoder.encode(of.array(values))) for values in (a, b))

    def decrypt(ciphertext):
        return of.integers(encoder.decode(scheme.decrypt(secret, ciphertext)))

    assert decrypt(x) == a
    assert decrypt(x * y) == [i * j % t for i, j in zip(a, b)]
    assert decrypt(x.square() - y + 5) == [(i * i - j + 5) % t for i, j in zip(a, b)]
    assert decrypt(x * (t - 2)) == [-2 * i % t for i in a]
    assert decrypt(x * encoder.encode(of.array(b))) == [i * j % t for i, j in zip(a, b)]
    assert decrypt(x.rotate_rows(1)) == [*a[1:1024], a[0], *a[1025:], a[1024]]
    products = scheme.multiply(x, y) + scheme.multiply(x, x)
    assert decrypt(products.relinearize()) == [(i * j + i * i) % t for i, j in zip(a, b)]
    assert encoder.decode_signed(encoder.encode(np.array([-7, 8])))[:2].tolist() == [-7, 8]
    assert of.integers(scheme.encode_coefficients(of.array(a)).coefficients()) == a
    for again in (pickle.loads(pickle.dumps(x)), type(x).from_bytes(scheme, x.to_bytes())):
        assert decrypt(again) == a
    # The prime says the same as the field.
    assert repr(kind(scheme.parameters, t)) == repr(scheme)


@pytest.mark.parametrize("kind", [bfv.Bfv, bgv.Bgv], ids=["bfv", "bgv"])
def test_long_products_have_the_same_result_and_are_interrupted(kind):
    scheme = kind(Parameters(log_degree=15, log_q=[49] * 8, log_p=[49]), 65537)
    secret, encoder = SecretKey.generate(scheme), BatchEncoder(scheme)
    scheme.relinearization_key = RelinearizationKey.generate(scheme, secret)
    a = np.arange(encoder.slots, dtype=np.uint64)
    x = scheme.encrypt_secret(secret, encoder.encode(a))
    for found in (x * x, x.square(), scheme.multiply(x, x).relinearize()):
        assert (encoder.decode(scheme.decrypt(secret, found)) == a * a % np.uint64(65537)).all()
    threading.Timer(0.05, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            x * x


def test_keys_end_at_an_interrupt():
    scheme = bfv.Bfv(Parameters(log_degree=15, log_q=[49] * 8, log_p=[49]), 65537)
    secret = SecretKey.generate(scheme)
    start = time.perf_counter()
    GaloisKeys.powers_of_two(scheme, secret)
    whole = time.perf_counter() - start

    def interrupted():
        threading.Timer(whole / 20, _thread.interrupt_main).start()
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            GaloisKeys.powers_of_two(scheme, secret)
        return time.perf_counter() - start

    # Once of five times is enough: the machine may do other work.
    assert any(interrupted() < whole / 2 for _ in range(5))


def test_fields_have_arrays_of_their_shape():
    of = Parameters(log_degree=11, log_q=[49] * 14, insecure=True)
    scheme = bgv.Bgv(of, field.Bn254)
    encoder = BatchEncoder(scheme)
    values = field.Bn254.array([1, 2, 3])
    for wrong in (values[0].copy(), values.reshape(1, 3, 4), np.zeros((3, 3), dtype=np.uint64)):
        for attempt in (encoder.encode, scheme.encode_coefficients):
            with pytest.raises(ValueError, match="shape"):
                attempt(wrong)
    values[1] = field.Bn254.array([field.Bn254.modulus - 1])[0]
    values[1, 0] += np.uint64(1)
    for attempt in (encoder.encode, scheme.encode_coefficients):
        with pytest.raises(papilio.PlaintextError, match="place 1"):
            attempt(values)
    words = bgv.Bgv(of, T)
    small = words.encode_coefficients(np.ones(1, dtype=np.uint64))
    secret = SecretKey.generate(words)
    for attempt in (
        lambda: scheme.encrypt_secret(secret, small),
        lambda: encoder.decode(small),
        lambda: scheme.decrypt(secret, words.encrypt_secret(secret, small)),
        lambda: scheme.multiply(*[words.encrypt_secret(secret, small)] * 2),
    ):
        with pytest.raises(papilio.ContextError, match="plaintext modulus"):
            attempt()


def test_plaintext_moduli():
    of = Parameters(log_degree=13, log_q=[49, 49], log_p=[49])
    for wrong in (0, 1, 2**61, 2**64 - 1):
        with pytest.raises(papilio.ParametersError):
            bfv.Bfv(of, wrong)
    # Fields of 31 and 32 bits are words like others.
    assert bfv.Bfv(of, field.P32).plaintext_modulus == field.P32.modulus
    with pytest.raises(TypeError, match="plaintext_modulus"):
        bfv.Bfv(of, 65537.0)
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError):
            bfv.Bfv(of, wrong)
    with pytest.raises(papilio.PlaintextError, match="no slots"):
        BatchEncoder(bfv.Bfv(of, 2**16))
    with pytest.raises(TypeError):
        BatchEncoder(of)
