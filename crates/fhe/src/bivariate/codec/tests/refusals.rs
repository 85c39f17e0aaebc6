//! Bytes that are no objects.

use super::*;
use crate::rlwe::KeyId;

#[test]
fn every_length_but_one() {
    let objects = Objects::new(104, 1);
    for (kind, bytes) in objects.all_bytes() {
        let inner = (1..8).map(|eighth| bytes.len() * eighth / 8);
        let tail = bytes.len().saturating_sub(40)..bytes.len();
        for len in (0..bytes.len().min(100)).chain(inner).chain(tail) {
            let sound = match rewritten(&objects.scheme, kind, &bytes[..len]) {
                Err(BivariateError::Bytes(BytesError::Short { found, least })) => found == len && len < least,
                Err(BivariateError::Bytes(BytesError::Length { found, expected })) => found == len && expected == bytes.len(),
                _ => false,
            };
            assert!(sound, "{len} bytes of {kind}");
        }
        let longer = resealed(bytes.clone(), |bytes| bytes.push(0));
        let refused = BytesError::Length { found: bytes.len() + 1, expected: bytes.len() };
        assert_eq!(rewritten(&objects.scheme, kind, &longer), Err(refused.into()), "{kind}");
    }
}

#[test]
fn every_damaged_byte_of_a_header_and_some_of_the_rest() {
    let objects = Objects::new(104, 1);
    for (kind, mut bytes) in objects.all_bytes() {
        let (head, last) = (bytes.len().min(100), bytes.len() - 1);
        let sampled = (0..40).map(|i| 100 + i * (bytes.len() / 40)).filter(|&place| place < last);
        let places: Vec<usize> = (0..head).chain(sampled).chain(last - 8..=last).collect();
        for (place, bits) in places.iter().flat_map(|&place| [1, 0x80, 0xff].map(|bits| (place, bits))) {
            bytes[place] ^= bits;
            let Err(BivariateError::Bytes(refused)) = rewritten(&objects.scheme, kind, &bytes) else {
                panic!("byte {place} of {kind}");
            };
            let sound = match place {
                0..4 => matches!(refused, BytesError::Magic { .. }),
                4..6 => matches!(refused, BytesError::Kind { .. }),
                6..8 => matches!(refused, BytesError::Version { known: 1, .. }),
                8..BODY => matches!(refused, BytesError::Checksum { .. }),
                // Numbers of a header may be refused before the checksum is looked at.
                BODY..38 => !matches!(refused, BytesError::Parameters { .. }),
                _ => matches!(refused, BytesError::Checksum { .. }),
            };
            assert!(sound, "byte {place} of {kind}: {refused}");
            bytes[place] ^= bits;
        }
    }
}

#[test]
fn other_kinds_and_parameters() {
    let objects = Objects::new(104, 1);
    let all = objects.all_bytes();
    for (kind, bytes) in &all {
        for (other, _) in all.iter().filter(|(other, _)| other != kind) {
            let refused = BytesError::Kind { found: kind.number(), expected: *other };
            assert_eq!(rewritten(&objects.scheme, *other, bytes), Err(refused.into()));
        }
        let other = resealed(bytes.clone(), |bytes| bytes[6] = 2);
        let refused = BytesError::Version { found: 2, known: 1 };
        assert_eq!(rewritten(&objects.scheme, *kind, &other), Err(refused.into()));
    }
    let double = ParametersLiteral { degree: 2 * DEGREE, ..literal(104, 1) };
    for literal in [literal(105, 1), literal(250, 2), double] {
        let other = Bivariate::new(&literal).expect("parameters");
        let [found, expected] = [objects.scheme.digest(), other.digest()];
        for (kind, bytes) in all.iter().skip(1) {
            assert_eq!(rewritten(&other, *kind, bytes), Err(BytesError::Parameters { found, expected }.into()), "{kind}");
        }
        assert!(matches!(objects.keys[0].prepare(&other), Err(BivariateError::Context { .. })));
        assert!(matches!(objects.seeded.expand(&other), Err(BivariateError::Context { .. })));
    }
}

#[test]
fn labels_of_keys() {
    let objects = Objects::new(104, 1);
    let [switch, automorphism, relinearization] = objects.keys.each_ref().map(|key| key.to_bytes(&objects.scheme));
    let refused = |bytes: &[u8], at: usize, to: &[u8]| {
        let Err(error) = SeededHalfExternalKey::from_bytes(&objects.scheme, &edited(bytes, at, to)) else {
            panic!("{to:?} at {at} was read");
        };
        error
    };
    for found in [0, 4, 5, u16::MAX] {
        let error = refused(&switch, 0, &found.to_le_bytes());
        assert_eq!(error, BytesError::Purpose { found, most: 3 });
        assert!(error.to_string().contains(&format!("purpose {found}:")), "{error}");
    }
    let limit = 2 * DEGREE;
    for found in [0, 2, 4, limit as u32, limit as u32 + 1, u32::MAX] {
        let error = refused(&automorphism, EXPONENT, &found.to_le_bytes());
        assert_eq!(error, BytesError::Exponent { found, position: 0, limit });
    }
    for found in [1, limit as u32 - 1] {
        let bytes = edited(&automorphism, EXPONENT, &found.to_le_bytes());
        assert!(SeededHalfExternalKey::from_bytes(&objects.scheme, &bytes).is_ok(), "{found}");
    }
    for bytes in [&switch, &relinearization] {
        assert_eq!(refused(bytes, EXPONENT, &[5]), BytesError::Unused { what: "exponent", found: 5 });
    }
    for bytes in [&automorphism, &relinearization] {
        assert_eq!(refused(bytes, FROM, &[6]), BytesError::Unused { what: "first key", found: 6 });
    }
    let zero = KeyId::ANY.number().to_le_bytes();
    assert_eq!(refused(&switch, FROM, &zero), BytesError::Identity);
    assert!([&switch, &automorphism, &relinearization].iter().all(|bytes| refused(bytes, TO, &zero) == BytesError::Identity));
}

#[test]
fn bits_and_noise_of_ciphertexts() {
    let objects = Objects::new(250, 1);
    let bytes = objects.ciphertext.to_bytes(&objects.scheme);
    let read = |at: usize, to: &[u8]| Ciphertext::from_bytes(&objects.scheme, &edited(&bytes, at, to)).map(|_| ());
    for found in [0, 199, u32::MAX] {
        let error = BytesError::Bits { found, most: 198 };
        assert!(error.to_string().contains(&found.to_string()) && error.to_string().contains("198"), "{error}");
        assert_eq!(read(0, &found.to_le_bytes()), Err(error.clone()));
        let seeded = edited(&objects.seeded.to_bytes(&objects.scheme), 0, &found.to_le_bytes());
        assert_eq!(SeededCiphertext::from_bytes(&objects.scheme, &seeded), Err(error));
    }
    // Another number of bits is another length.
    assert!(matches!(read(0, &196u32.to_le_bytes()), Err(BytesError::Length { .. })));
    // Zero is under every key.
    assert!(read(4, &[0; 8]).is_ok());
    for x in [f64::NAN, f64::INFINITY, -0.0, 65537.0, -65536.5, f64::from_bits(u64::MAX)] {
        let bits = x.to_bits();
        assert_eq!(read(12, &bits.to_le_bytes()), Err(BytesError::Noise { bits, position: 0, limit: 1 << 16 }), "{x}");
    }
    assert!([f64::NEG_INFINITY, 65536.0, 0.0, -400.5].iter().all(|x| read(12, &x.to_bits().to_le_bytes()).is_ok()));
}

/// The bytes of a literal, whatever its numbers.
fn of(degree: usize, key_bits: u32, digit_words: usize, insecure: bool) -> Vec<u8> {
    ParametersLiteral { degree, key_bits, digit_words: digit_words.into(), insecure }.to_bytes()
}

#[test]
fn parameters_out_of_range_and_below_security() {
    let n = 1 << 13;
    assert_eq!(of(n, 214, 1, false).len(), ParametersLiteral::BYTES);
    let secure = ParametersLiteral { degree: n, key_bits: 214, digit_words: 1.into(), insecure: false };
    assert_eq!(ParametersLiteral::from_bytes(&secure.to_bytes()), Ok(secure));
    // Leave to be insecure that is not made use of.
    assert_eq!(ParametersLiteral::from_bytes(&of(n, 214, 1, true)).map(|literal| literal.insecure), Ok(true));
    let refused = Err(BivariateError::Security { degree: n, key_bits: 215, limit: 214 });
    for insecure in [false, true] {
        assert_eq!(ParametersLiteral::from_bytes(&of(n, 215, 1, insecure)), refused);
    }
    assert_eq!(ParametersLiteral::from_bytes_insecure(&of(n, 215, 1, false)), refused);
    assert_eq!(ParametersLiteral::from_bytes_insecure(&of(n, 215, 1, true)).map(|literal| literal.key_bits), Ok(215));
    for degree in [0, 512, 1000, 1 << 18, usize::MAX] {
        let found = degree.min(u32::MAX as usize);
        for read in [ParametersLiteral::from_bytes, ParametersLiteral::from_bytes_insecure] {
            assert_eq!(read(&of(degree, 100, 1, true)), Err(BivariateError::Degree(found)));
        }
    }
    let flag = edited(&secure.to_bytes(), 16, &[2]);
    assert_eq!(ParametersLiteral::from_bytes(&flag), Err(BytesError::Flag(2).into()));
    let other = edited(&secure.to_bytes(), 4, &213u32.to_le_bytes());
    assert!(matches!(ParametersLiteral::from_bytes(&other), Err(BivariateError::Bytes(BytesError::Parameters { .. }))));
    // A literal without a plan is read, and refused where its tables would be made.
    let words = ParametersLiteral::from_bytes_insecure(&of(n, 3328, 40, true)).expect("a literal");
    assert!(Bivariate::new(&words).is_err());
}

#[test]
#[should_panic(expected = "a ciphertext or key of parameters")]
fn a_key_of_other_parameters_is_not_written() {
    let _ = Objects::new(104, 1).keys[0].to_bytes(&scheme(105, 1));
}

#[test]
#[should_panic(expected = "a ciphertext or key of parameters")]
fn a_ciphertext_of_other_parameters_is_not_written() {
    let _ = Objects::new(104, 1).ciphertext.to_bytes(&scheme(105, 1));
}

/// A mask that is drawn from a seed is under one key, and never under all of them.
#[test]
fn a_seeded_ciphertext_is_under_a_key() {
    let objects = Objects::new(250, 1);
    let seeded = edited(&objects.seeded.to_bytes(&objects.scheme), 4, &[0; 8]);
    assert_eq!(SeededCiphertext::from_bytes(&objects.scheme, &seeded), Err(BytesError::Identity));
}
