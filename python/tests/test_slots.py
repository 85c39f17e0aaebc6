"""Transforms in slots, against the transform in the clear."""

import pickle
import re

import numpy as np
import pytest

import papilio
from papilio import bfv, bgv, field, slots
from papilio.bfv import BatchEncoder, GaloisKeys, SecretKey


class Setting:
    """A design, its scheme with keys, and a vector under encryption."""

    def __init__(self, kind, of, **options):
        self.of, self.design = of, slots.design(16, of, insecure=True, **options)
        self.scheme = kind(self.design.parameters, of)
        self.secret, self.encoder = SecretKey.generate(self.scheme), BatchEncoder(self.scheme)
        self.scheme.galois_keys = self.design.galois_keys(self.scheme, self.secret)
        self.values = of.array([0, of.modulus - 1, *(pow(3, 50 * i, of.modulus) for i in range(14))])
        self.x = self.encrypted(self.values)

    def encrypted(self, values):
        return self.scheme.encrypt_secret(self.secret, self.encoder.encode(self.design.arrange(values)))

    def decrypted(self, ciphertext):
        return self.design.collect(self.encoder.decode(self.scheme.decrypt(self.secret, ciphertext)))


@pytest.mark.parametrize("of", [field.Goldilocks, field.Stark252, field.Bn254, field.Bls12_381], ids=lambda of: of.name)
def test_round_trips(of):
    at = Setting(bfv.Bfv, of, log_degree=12)
    done = []
    y = slots.transform(at.x, at.design, progress=done.append)
    expected = of.dft(at.values) if of.words == 1 else of.dft(at.values[None])[0]
    assert (at.decrypted(y) == expected).all()
    assert 0 < at.design.predicted_budget_bits <= y.noise_budget(at.secret)
    assert done == sorted(done) and done[-1] == 1.0


def test_the_other_scheme_and_direction():
    of = field.Goldilocks
    at = Setting(bgv.Bgv, of, log_degree=12, inverse=True)
    assert (at.decrypted(slots.transform(at.x, at.design)) == of.idft(at.values)).all()


def test_what_does_not_fit():
    at, other = (Setting(bfv.Bfv, field.Goldilocks, log_degree=degree) for degree in (12, 13))
    with pytest.raises(papilio.ContextError, match="degree"):
        slots.transform(other.x, at.design)
    with pytest.raises(papilio.LevelError):
        slots.transform(at.x.mod_switch_to(at.x.level - 1), at.design)
    words = bfv.Bfv(at.design.parameters, 65537)
    words.galois_keys = at.scheme.galois_keys
    x = words.encrypt_secret(at.secret, words.encode_coefficients(np.ones(1, dtype=np.uint64)))
    with pytest.raises(papilio.ContextError, match="plaintext modulus"):
        slots.transform(x, at.design)
    at.scheme.galois_keys = GaloisKeys.for_rotations(at.scheme, at.secret, [1])
    with pytest.raises(papilio.WrongKeyError):
        slots.transform(at.x, at.design)
    at.scheme.galois_keys = None
    with pytest.raises(papilio.WrongKeyError, match="galois_keys"):
        slots.transform(at.x, at.design)
    with pytest.raises(ValueError, match="shape"):
        at.design.arrange(at.values[:8])
    with pytest.raises(ValueError, match="shape"):
        at.design.collect(at.values)
    with pytest.raises(papilio.PlaintextError, match="place 0"):
        at.design.arrange(np.full(16, 2**64 - 1, dtype=np.uint64))
    with pytest.raises(TypeError):
        slots.transform(at.values, at.design)


def test_designs_that_there_are_not():
    for of, options, text in [
        (field.BabyBear, {}, "baby-bear"),
        (field.Goldilocks, {"key_bytes": 1}, "limits"),
        (field.Goldilocks, {"log_degree": 4}, "2^12 and 2^16"),
    ]:
        with pytest.raises(papilio.DesignError, match=re.escape(text)):
            slots.design(16, of, **options)
    with pytest.raises(papilio.DesignError):
        slots.design(15, field.Goldilocks)


def test_designs_travel():
    at = Setting(bfv.Bfv, field.Bn254, log_degree=12)
    copy = pickle.loads(pickle.dumps(at.design, protocol=5))
    assert copy == at.design and copy != slots.design(16, field.Bn254, insecure=True, log_degree=12, inverse=True)
    y = slots.transform(at.x, copy)
    assert (at.decrypted(y) == at.of.dft(at.values[None])[0]).all()
    data = at.design.to_bytes()
    with pytest.raises(papilio.SecurityError, match="insecure"):
        slots.SlotDesign.from_bytes(data)
    with pytest.raises(papilio.FormatError):
        slots.SlotDesign.from_bytes(data[:-1], insecure=True)
    with pytest.raises(papilio.DesignError, match="baby is no field"):
        slots.SlotDesign.from_bytes(data.replace(b'"field":"bn254"', b'"field":"baby"'), insecure=True)
    with pytest.raises(papilio.DesignError):
        slots.SlotDesign.from_bytes(data.replace(b'"log_degree":12', b'"log_degree":13', 1), insecure=True)
