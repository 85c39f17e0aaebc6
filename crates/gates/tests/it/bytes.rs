//! Bytes of objects: what is read is what was written, and whatever else is refused.

use crate::support::{Party, SMALL, parameters};
use papilio_fhe::codec::{BytesError, Object};
use papilio_gates::{
    Bits, EvaluationKey, Evaluator, GatesError, Integers, Order, Parameters, ParametersLiteral, Precision, SecretKey,
    SeededBits,
};

fn sets() -> [Parameters; 6] {
    let wide =
        ParametersLiteral { lwe_deviation: 2e-5, order: Order::BlindRotationFirst, precision: Precision::Double, ..SMALL };
    [
        parameters(SMALL),
        parameters(wide),
        Parameters::default_128(),
        Parameters::failure_128(),
        Parameters::tfhe_lib(),
        Parameters::tfhe_rs_default(),
    ]
}

#[test]
fn parameters_are_read_as_they_were_written() {
    for set in sets() {
        let bytes = set.to_bytes();
        assert_eq!(Parameters::from_bytes(&bytes), Ok(set));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(matches!(Parameters::from_bytes(&damaged), Err(GatesError::Bytes(_))), "byte {at}");
            assert!(Parameters::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
    }
    let digests: Vec<u64> = sets().iter().map(Parameters::digest).collect();
    assert!((1..digests.len()).all(|i| !digests[..i].contains(&digests[i])));
}

/// An object, read and written again; and all its damages.
fn round_trip<T: Object<Scheme = Parameters>>(parameters: &Parameters, bytes: &[u8]) -> T {
    let read = T::from_bytes(parameters, bytes).expect("what was written");
    assert_eq!(read.to_bytes(parameters).as_ref(), bytes);
    assert_eq!(read.bytes_len(parameters), bytes.len());
    for at in (0..bytes.len()).step_by(bytes.len() / 97 + 1).chain(bytes.len() - 8..bytes.len()).chain(0..80.min(bytes.len())) {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= 0x10;
        assert!(T::from_bytes(parameters, &damaged).is_err(), "byte {at} of {}", T::KIND);
        assert!(T::from_bytes(parameters, &bytes[..at]).is_err(), "{at} bytes of {}", T::KIND);
    }
    let longer = [bytes, &[0]].concat();
    assert!(T::from_bytes(parameters, &longer).is_err(), "one byte more of {}", T::KIND);
    let other = super::support::parameters(ParametersLiteral { lwe_dimension: 39, ..SMALL });
    let expected = BytesError::Parameters { found: parameters.digest(), expected: other.digest() };
    assert_eq!(T::from_bytes(&other, bytes).err(), Some(expected), "{}", T::KIND);
    read
}

#[test]
fn objects_are_read_as_they_were_written() {
    for set in &sets()[..2] {
        let mut party = Party::new(set, 40);
        let secret: SecretKey = round_trip(set, &party.secret.to_bytes(set));
        assert_eq!((secret.id(), secret.seed()), (party.secret.id(), party.secret.seed()));
        let key: EvaluationKey = round_trip(set, &party.key.to_bytes(set));
        assert_eq!(key, party.key);
        assert_eq!(party.key.bytes_len(set), set.seeded_bytes() + 24 + 40);
        let bits = party.bits(5);
        let encrypted = party.secret.encrypt_bits(&bits, &mut party.rng);
        let read: Bits = round_trip(set, &encrypted.to_bytes(set));
        assert_eq!(read, encrypted);
        let seeded = party.secret.encrypt_seeded(&bits, &mut party.rng);
        let read: SeededBits = round_trip(set, &seeded.to_bytes(set));
        assert_eq!(read, seeded);
        assert_eq!(party.secret.decrypt_bits(&read.expand()).as_ref(), Ok(&bits));
        let integers = [3, 0, 2].map(|x| party.secret.encrypt_integer(x, 4, &mut party.rng).expect("an integer"));
        let integers = Integers::new(integers.to_vec()).expect("one space");
        let read: Integers = round_trip(set, &integers.to_bytes(set));
        assert_eq!(read, integers);
        let none = Bits::new(Vec::new()).expect("no bits");
        assert_eq!(Bits::from_bytes(set, &none.to_bytes(set)), Ok(none));
        // A key that was read evaluates what the party's own does.
        let evaluator = Evaluator::new(&key);
        let not_both = |evaluator: &Evaluator| {
            evaluator.binary(papilio_gates::BinaryGate::Nand, &encrypted.bits()[0], &encrypted.bits()[1]).expect("a gate")
        };
        assert_eq!(not_both(&evaluator), not_both(&party.evaluator));
    }
}

/// A header whose count would need more memory than there is.
#[test]
fn counts_are_checked_before_anything_is_allocated() {
    let set = parameters(SMALL);
    let mut party = Party::new(&set, 41);
    let mut bytes = party.secret.encrypt_bits(&[true], &mut party.rng).to_bytes(&set);
    bytes[24..28].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(Bits::from_bytes(&set, &bytes), Err(BytesError::Length { .. })));
}

/// Frozen: what one version writes is read by the next.
#[test]
fn the_format_is_frozen() {
    let secret = SecretKey::from_seed(&parameters(SMALL), &[7; 32]);
    let seeded = SeededBits::from_bytes(secret.parameters(), &FROZEN).expect("bytes of an earlier version");
    assert_eq!(secret.decrypt_bits(&seeded.expand()), Ok(vec![true, false, true, true]));
}

const FROZEN: [u8; 84] = [
    80, 80, 76, 79, 23, 0, 1, 0, 60, 59, 150, 241, 44, 52, 13, 40, 103, 249, 81, 10, 35, 7, 167, 77, 4, 0, 0, 0, 180, 120, 184,
    112, 44, 29, 37, 105, 254, 82, 229, 215, 219, 173, 236, 98, 35, 205, 16, 253, 75, 80, 77, 171, 172, 127, 255, 35, 163, 115,
    99, 209, 18, 180, 216, 185, 122, 12, 70, 99, 4, 107, 19, 55, 82, 12, 64, 18, 212, 169, 49, 58, 45, 184, 159, 9,
];
