//! Bytes that are no objects.

use super::*;
use papilio_ring::codec::ResidueError;

/// Where the header of a kind begins.
const BODY: usize = 16;

fn objects() -> Objects<P32> {
    Objects::new(&[30, 33, 40], 1, 2)
}

#[test]
fn every_length_but_one() {
    let objects = objects();
    for (kind, bytes) in objects.all_bytes() {
        let inner = (1..8).map(|eighth| bytes.len() * eighth / 8);
        let tail = bytes.len().saturating_sub(40)..bytes.len();
        for len in (0..bytes.len().min(100)).chain(inner).chain(tail) {
            let refused = rewritten(&objects.bfv, kind, &bytes[..len]).expect_err("truncated");
            let sound = match refused {
                BytesError::Short { found, least } => found == len && (len < least && least <= bytes.len()),
                // The counts of parameters say how many there are.
                BytesError::Length { found, expected } => found == len && expected == bytes.len(),
                _ => false,
            };
            assert!(sound, "{len} bytes of {kind}: {refused}");
        }
        let longer = resealed(bytes.clone(), |bytes| bytes.push(0));
        let refused = BytesError::Length { found: bytes.len() + 1, expected: bytes.len() };
        assert_eq!(rewritten(&objects.bfv, kind, &longer), Err(refused), "{kind}");
    }
}

#[test]
fn every_damaged_byte_of_a_header_and_some_of_the_rest() {
    let objects = objects();
    for (kind, mut bytes) in objects.all_bytes() {
        let (head, last) = (bytes.len().min(64), bytes.len() - 1);
        let sampled = (0..40).map(|i| 64 + i * (bytes.len() / 40)).filter(|&place| place < last);
        let places: Vec<usize> = (0..head).chain(sampled).chain(last - 8..=last).collect();
        for (place, bits) in places.iter().flat_map(|&place| [1, 0x80, 0xff].map(|bits| (place, bits))) {
            bytes[place] ^= bits;
            let refused = rewritten(&objects.bfv, kind, &bytes).expect_err("damaged");
            let sound = match place {
                0..4 => matches!(refused, BytesError::Magic { .. }),
                4..6 => matches!(refused, BytesError::Kind { .. }),
                6..8 => matches!(refused, BytesError::Version { known, .. } if known == kind.version()),
                8..BODY => matches!(refused, BytesError::Checksum { .. }),
                // Numbers of a header may be refused before the checksum is looked at.
                BODY..72 => !matches!(refused, BytesError::Parameters { .. }),
                _ => matches!(refused, BytesError::Checksum { .. }),
            };
            assert!(sound, "byte {place} of {kind}: {refused}");
            bytes[place] ^= bits;
        }
    }
}

#[test]
fn other_kinds_and_versions() {
    let objects = objects();
    let all = objects.all_bytes();
    for (kind, bytes) in &all {
        for (other, _) in all.iter().filter(|(other, _)| other != kind) {
            let refused = BytesError::Kind { found: kind.number(), expected: *other };
            assert_eq!(rewritten(&objects.bfv, *other, bytes), Err(refused));
        }
        let versions = (1..8).filter(|&found| u16::from(found) != kind.version());
        for found in versions {
            let other = resealed(bytes.clone(), |bytes| bytes[6] = found);
            let refused = BytesError::Version { found: u16::from(found), known: kind.version() };
            assert_eq!(rewritten(&objects.bfv, *kind, &other), Err(refused));
        }
    }
    assert_eq!(Kind::of(b"PPLO\x63\0\x01\0 and more"), Err(BytesError::UnknownKind(99)));
    assert_eq!(Kind::of(b"PAPILIO\0 and more"), Err(BytesError::Magic { found: *b"PAPI" }));
    assert_eq!(Kind::of(b"PP"), Err(BytesError::Short { found: 2, least: 12 }));
}

/// The message has both names, or the number in the bytes where no kind has it.
#[test]
fn a_wrong_kind_is_told_by_name() {
    let text = |found, expected| BytesError::Kind { found, expected }.to_string();
    assert_eq!(text(10, Kind::Ciphertext), "an object of the kind \"BGV ciphertext\" where \"ciphertext\" is needed");
    assert_eq!(text(99, Kind::SecretKey), "an object of the unknown kind 99 where \"secret key\" is needed");
    for &kind in Kind::ALL {
        let text = text(kind.number(), Kind::Plaintext);
        assert_eq!(text, format!("an object of the kind \"{kind}\" where \"plaintext\" is needed"));
    }
}

#[test]
fn other_parameters_are_refused_with_both_digests() {
    let (objects, other) = (objects(), scheme::<P32>(&[30, 33, 40, 41], 2));
    let [found, expected] = [&objects.bfv, &other].map(|bfv| bfv.parameters().literal().digest());
    for (kind, bytes) in objects.all_bytes().into_iter().skip(1) {
        let refused = rewritten(&other, kind, &bytes).expect_err("other parameters");
        assert_eq!(refused, BytesError::Parameters { found, expected }, "{kind}");
        let text = refused.to_string();
        assert!([found, expected].iter().all(|digest| text.contains(&format!("{digest:016x}"))), "{text}");
    }
    // A literal whose digest is that of another one.
    let literal = resealed(objects.bfv.parameters().literal().to_bytes(), |bytes| bytes[BODY + 4] = 0);
    assert!(matches!(ParametersLiteral::from_bytes(&literal), Err(BytesError::Parameters { .. })));
}

#[test]
fn parameters_out_of_range() {
    let bytes = objects().bfv.parameters().literal().to_bytes();
    let edited =
        |place: usize, to: u8| ParametersLiteral::from_bytes(&resealed(bytes.clone(), |bytes| bytes[BODY + place] = to));
    assert_eq!(edited(4, 2), Err(BytesError::Flag(2)));
    assert_eq!(edited(5, 65), Err(BytesError::Primes { found: 65, most: 64 }));
    assert_eq!(edited(8, 1), Err(BytesError::Primes { found: 257, most: 64 }));
    assert_eq!(edited(7, 2), Err(BytesError::Length { found: 57, expected: 65 }));
}

#[test]
fn levels_and_residues_out_of_range() {
    let objects = objects();
    let (bfv, q) = (&objects.bfv, objects.bfv.parameters().basis().modulus(1).value());
    let last = |bytes: &mut Vec<u8>| {
        let end = bytes.len() - 5;
        bytes[end..].copy_from_slice(&q.to_le_bytes()[..5]);
    };
    let position = bfv.parameters().degree() - 1;
    for (kind, bytes) in objects.all_bytes() {
        if matches!(kind, Kind::SeededCiphertext | Kind::Ciphertext | Kind::Product | Kind::BgvCiphertext | Kind::BgvProduct) {
            for found in [0, 3, 0xffff] {
                let level = |bytes: &mut Vec<u8>| bytes[BODY..][..2].copy_from_slice(&(found as u16).to_le_bytes());
                let refused = BytesError::Level { found, limbs: 2 };
                assert_eq!(rewritten(bfv, kind, &resealed(bytes.clone(), level)), Err(refused));
            }
            let one = resealed(bytes.clone(), |bytes| bytes[BODY] = 1);
            assert!(matches!(rewritten(bfv, kind, &one), Err(BytesError::Length { .. })));
        }
        // The last prime of keys is the last of `Q` as well.
        if !matches!(kind, Kind::Parameters | Kind::SecretKey | Kind::Plaintext) {
            let refused = ResidueError { value: q, position, modulus: q };
            assert_eq!(rewritten(bfv, kind, &resealed(bytes, last)), Err(BytesError::Residue(refused)), "{kind}");
        }
    }
}

#[test]
fn exponents_out_of_range_or_order() {
    let objects = objects();
    let (bfv, bytes) = (&objects.bfv, objects.galois.to_bytes(&objects.bfv));
    let limit = 2 * bfv.parameters().degree();
    let with = |exponents: [u32; 2]| {
        let words = exponents.map(u32::to_le_bytes).concat();
        let bytes = resealed(bytes.clone(), |bytes| bytes[BODY + 12..][..8].copy_from_slice(&words));
        GaloisKeys::from_bytes(bfv, &bytes).map(|keys| keys.galois_elements().collect::<Vec<_>>())
    };
    assert_eq!(with([1, limit as u32 - 1]), Ok(vec![1, limit - 1]));
    for (exponents, position) in [([4, 5], 0), ([3, 3], 1), ([5, 3], 1), ([3, 8193], 1), ([0, 3], 0), ([3, u32::MAX], 1)] {
        let refused = BytesError::Exponent { found: exponents[position], position, limit };
        assert_eq!(with(exponents), Err(refused));
    }
    let count = |count: u32| {
        let count = count.to_le_bytes();
        let bytes = resealed(bytes.clone(), |bytes| bytes[BODY + 8..][..4].copy_from_slice(&count));
        GaloisKeys::from_bytes(bfv, &bytes).map(|keys| keys.galois_elements().count())
    };
    assert_eq!(count(4097), Err(BytesError::Keys { found: 4097, most: 4096 }));
    assert!([0, 1, 3, 4096].iter().all(|&n| matches!(count(n), Err(BytesError::Length { .. }))));
    let none = resealed(bytes[..BODY + 20].to_vec(), |bytes| bytes[BODY..].fill(0));
    assert_eq!(GaloisKeys::from_bytes(bfv, &none).map(|keys| keys.galois_elements().count()), Ok(0));
}

#[test]
fn keys_for_parameters_without_special_primes() {
    let objects = objects();
    let plain = scheme::<P32>(&[30, 33], 0);
    let digest = plain.parameters().literal().digest().to_le_bytes();
    for (kind, bytes) in objects.all_bytes() {
        if matches!(kind, Kind::RelinearizationKey | Kind::GaloisKeys) {
            let bytes = resealed(bytes, |bytes| bytes[8..BODY].copy_from_slice(&digest));
            assert_eq!(rewritten(&plain, kind, &bytes), Err(BytesError::NoSpecialPrimes));
        }
    }
}

#[test]
fn plaintexts_of_other_fields_and_values_out_of_range() {
    let (small, large) = (scheme::<P32>(&[50; 6], 0), scheme::<Bn254>(&[50; 6], 0));
    let (zero, wide) = (small.zero().to_bytes(&small), large.zero().to_bytes(&large));
    let refused = Plaintext::<Bn254>::from_bytes(&large, &zero).expect_err("another field");
    let (found, expected) = (P32::MODULUS, Bn254::MODULUS);
    assert_eq!(refused, BytesError::Field { found, expected, field: Bn254::NAME.into() });
    assert!(refused.to_string().contains(&format!("modulo {:#x}, where 0x30644e72", P32::MODULUS[0])), "{refused}");
    let high = resealed(wide.to_vec(), |bytes| bytes[BODY + 32 + 3 * 32..][..32].fill(0xff));
    let refused = Plaintext::<Bn254>::from_bytes(&large, &high).expect_err("above the modulus");
    let found = [u64::MAX; 4];
    assert_eq!(refused, BytesError::Element { found, position: 3, modulus: Bn254::MODULUS, field: Bn254::NAME.into() });
}

#[test]
fn flags_of_noise_are_three_bits() {
    let objects = objects();
    // After level, modulus and key.
    let flag = BODY + 2 + 32 + 8;
    for (kind, bytes) in objects.all_bytes() {
        if matches!(kind, Kind::Ciphertext | Kind::Product | Kind::BgvCiphertext | Kind::BgvProduct) {
            for found in [8, 9, 0xff] {
                let refused = rewritten(&objects.bfv, kind, &resealed(bytes.clone(), |bytes| bytes[flag] = found));
                assert_eq!(refused, Err(BytesError::Flag(found)), "{kind}");
            }
            for bit in [1, 2, 4] {
                let other = resealed(bytes.clone(), |bytes| bytes[flag] ^= bit);
                assert!(rewritten(&objects.bfv, kind, &other) == Ok(other), "{kind}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "65 primes, of which a basis has at most 64")]
fn writing_more_primes_than_a_basis_has_panics() {
    let _ = ParametersLiteral {
        log_degree: 12,
        moduli: vec![65_537; 65],
        special: vec![],
        insecure: true,
        ..ParametersLiteral::default()
    }
    .to_bytes();
}

#[test]
fn residues_that_are_not_reduced_make_no_ciphertext() {
    let objects = objects();
    let (bfv, x) = (&objects.bfv, &objects.ciphertext);
    let mut parts = x.parts().clone();
    let last = parts[1].limbs_mut().last().expect("two primes");
    last[7] = bfv.parameters().basis().modulus(1).value();
    let refused = Ciphertext::from_parts(bfv, parts, x.key(), x.noise().clone()).err();
    let prime = bfv.parameters().basis().modulus(1).value();
    assert_eq!(refused, Some(FheError::UnreducedLimb { limb: 1, prime }));
}

#[test]
#[should_panic(expected = "a ciphertext of other parameters")]
fn writing_with_other_parameters_panics() {
    let _ = objects().ciphertext.to_bytes(&scheme::<P32>(&[30, 34, 40], 1));
}

#[test]
#[should_panic(expected = "a public key of other parameters")]
fn writing_a_key_with_other_parameters_panics() {
    // The primes have the same bits, in another order.
    let _ = objects().extended.to_bytes(&scheme::<P32>(&[34, 40, 30], 1));
}

/// Sources stand in ascending order, each once: other bytes would be another object that is equal.
#[test]
fn sources_out_of_order() {
    let objects = objects();
    let (bfv, secret) = (&objects.bfv, &objects.secret);
    let mut rng = ChaCha20Rng::from_seed([8; 32]);
    let mut sum = bfv.encrypt_secret(secret, &objects.plaintext, &mut rng).expect("context");
    bfv.add_assign(&mut sum, &bfv.encrypt_secret(secret, &objects.plaintext, &mut rng).expect("context")).expect("context");
    let numbers: Vec<u32> = sum.noise().sources().numbers().expect("two").to_vec();
    let [a, b] = [numbers[0].to_le_bytes(), numbers[1].to_le_bytes()];
    let bytes = sum.to_bytes(bfv);
    let place = bytes.windows(8).position(|window| window == [a, b].concat()).expect("both numbers");
    for wrong in [[b, a], [a, a], [b, b]] {
        let bytes = resealed(bytes.clone(), |bytes| bytes[place..place + 8].copy_from_slice(&wrong.concat()));
        assert_eq!(Ciphertext::from_bytes(bfv, &bytes).map(|_| ()), Err(BytesError::SourceOrder), "{wrong:?}");
    }
}
