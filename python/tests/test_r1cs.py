"""Constraint systems: files of circom, the built-in circuit, and its witness under encryption."""

import struct

import numpy as np
import pytest

import papilio
from papilio import field, hntt
from papilio.r1cs import R1cs, read_witness, semaphore

BN254 = field.Bn254.modulus


def section(kind, content):
    return struct.pack("<IQ", kind, len(content)) + content


def r1cs_file(prime=BN254):
    """One constraint, x·x = y, on the wires 1, y (output), x (private)."""
    header = struct.pack("<I", 32) + prime.to_bytes(32, "little") + struct.pack("<IIIIQI", 3, 1, 0, 1, 3, 1)
    term = lambda wire: struct.pack("<II", 1, wire) + (1).to_bytes(32, "little")  # noqa: E731
    constraints = term(2) + term(2) + term(1)
    labels = struct.pack("<QQQ", 0, 1, 2)
    sections = section(1, header) + section(2, constraints) + section(3, labels)
    return b"r1cs" + struct.pack("<II", 1, 3) + sections


def wtns_file(values, prime=BN254):
    header = struct.pack("<I", 32) + prime.to_bytes(32, "little") + struct.pack("<I", len(values))
    content = b"".join(value.to_bytes(32, "little") for value in values)
    return b"wtns" + struct.pack("<II", 2, 2) + section(1, header) + section(2, content)


def test_files_of_circom(tmp_path):
    (tmp_path / "square.r1cs").write_bytes(r1cs_file())
    (tmp_path / "square.wtns").write_bytes(wtns_file([1, 49, 7]))
    system = R1cs.read(tmp_path / "square.r1cs", field.Bn254)
    assert (system.wires, system.constraints, system.outputs, system.public_inputs, system.private_inputs) == (3, 1, 1, 0, 1)
    witness = read_witness(str(tmp_path / "square.wtns"), field.Bn254)
    assert witness.tolist() == [[1, 0, 0, 0], [49, 0, 0, 0], [7, 0, 0, 0]]
    system.check(witness)
    witness[2, 0] = 8
    with pytest.raises(papilio.WitnessError, match="constraint"):
        system.check(witness)
    with pytest.raises(papilio.WitnessError):
        system.check(witness[:2].copy())


def test_files_that_are_refused(tmp_path):
    path = tmp_path / "file"
    for data in (b"", r1cs_file()[:-1], wtns_file([1, 2]), r1cs_file(field.Goldilocks.modulus), b"r1cs" + b"\xff" * 100):
        path.write_bytes(data)
        with pytest.raises(papilio.FormatError, match="file"):
            R1cs.read(path, field.Bn254)
    for data in (b"", wtns_file([1, 2])[:-1], r1cs_file(), wtns_file([1, BN254]), wtns_file([1], 7)):
        path.write_bytes(data)
        with pytest.raises(papilio.FormatError, match="file"):
            read_witness(path, field.Bn254)
    with pytest.raises(FileNotFoundError):
        R1cs.read(tmp_path / "absent", field.Bn254)
    with pytest.raises(papilio.PapilioError, match="baby-bear"):
        R1cs.read(path, field.BabyBear)


@pytest.mark.parametrize("of", [field.P32, field.Bn254], ids=lambda of: of.name)
def test_the_witness_of_the_built_in_circuit(of):
    system, witness = semaphore(2, of, seed=7)
    assert len(witness) == system.wires and system.constraints > 100
    system.check(witness)
    again, same = semaphore(2, of, seed=7)
    assert (same == witness).all() and (semaphore(2, of, seed=8)[1] != witness).any()
    broken = witness.copy()
    broken.flat[-4 if of.words == 4 else -1] ^= 1
    with pytest.raises(papilio.WitnessError):
        system.check(broken)
    for levels in (0, 10**6):
        with pytest.raises(papilio.PapilioError, match="level"):
            semaphore(levels, of)
    with pytest.raises(ValueError, match="shape"):
        system.check(np.zeros((2, 2, 2), dtype=witness.dtype))


def test_a_witness_under_encryption():
    _, witness = semaphore(2, field.P32)
    lanes = 256
    columns = 1 << (-(-len(witness) // lanes) - 1).bit_length()
    matrix = np.zeros((columns, lanes), dtype=np.uint32)
    matrix.ravel()[: len(witness)] = witness
    design = hntt.design(2 * columns, lanes, field.P32, rate=2)
    client = hntt.Client(design)
    values = client.decrypt(hntt.transform(client.encrypt(matrix), design))
    padded = np.concatenate([matrix, np.zeros_like(matrix)])
    assert (values == field.P32.dft(np.ascontiguousarray(padded.T)).T).all()


def test_files_that_are_not_there_are_named(tmp_path):
    for read in (R1cs.read, read_witness):
        with pytest.raises(FileNotFoundError, match="nothing-here"):
            read(tmp_path / "nothing-here", field.Bn254)
