//! Round trips, sizes, and bytes that are frozen.

use super::*;

#[test]
fn every_kind_of_several_parameters() {
    let equal = [(54, 1), (104, 1), (250, 1), (261, 2), (400, 3)].map(|(bits, words)| (bits, DigitWords::from(words)));
    let mixed = [(250, DigitWords { operand: 1, row: 3 }), (400, DigitWords { operand: 3, row: 2 })];
    for (key_bits, words) in equal.into_iter().chain(mixed) {
        let objects = Objects::new(key_bits, words);
        let scheme = &objects.scheme;
        for (kind, bytes) in objects.all_bytes() {
            assert_eq!(Kind::of(&bytes), Ok(kind));
            assert_eq!(Outline::of(&bytes).map(|outline| outline.digest), Ok(scheme.digest()));
            assert_eq!(rewritten(scheme, kind, &bytes), Ok(bytes), "{kind} of {key_bits} bits");
        }
        for key in &objects.keys {
            let bytes = key.to_bytes(scheme);
            assert_eq!(bytes.len(), 24 + 22 + 32 + scheme.rows() * DEGREE * key_bits as usize / 8);
            assert_eq!(bytes.len(), scheme.seeded_bytes());
            assert_eq!(SeededHalfExternalKey::from_bytes(scheme, &bytes).as_ref(), Ok(key));
        }
        let bits = objects.ciphertext.bits() as usize;
        let bytes = objects.ciphertext.to_bytes(scheme);
        assert_eq!(bytes.len(), 24 + 12 + 8 + 2 * DEGREE * bits / 8);
        assert_eq!(Ciphertext::from_bytes(scheme, &bytes).as_ref(), Ok(&objects.ciphertext));
        let bytes = objects.seeded.to_bytes(scheme);
        assert_eq!(bytes.len(), 24 + 12 + 32 + DEGREE * bits / 8);
        assert_eq!(SeededCiphertext::from_bytes(scheme, &bytes).as_ref(), Ok(&objects.seeded));
        let secret = SecretKey::from_bytes(scheme, &objects.secret.to_bytes(scheme)).expect("its own bytes");
        assert_eq!((secret.id(), secret.seed()), (objects.secret.id(), objects.secret.seed()));
        assert_eq!(ParametersLiteral::from_bytes_insecure(&scheme.literal().to_bytes()).as_ref(), Ok(scheme.literal()));
    }
}

/// All that is read does what the object did that was written, to the last bit.
#[test]
fn what_was_read_is_of_use() {
    let objects = Objects::new(250, 1);
    let scheme = &objects.scheme;
    let read = Bivariate::new(&ParametersLiteral::from_bytes_insecure(&scheme.literal().to_bytes()).expect("parameters"))
        .expect("parameters");
    let key = |i: usize| {
        let bytes = objects.keys[i].to_bytes(scheme);
        SeededHalfExternalKey::from_bytes(&read, &bytes).expect("its own bytes").prepare(&read).expect("a key")
    };
    let prepared = |i: usize| objects.keys[i].prepare(scheme).expect("a key");
    let a = Ciphertext::from_bytes(&read, &objects.ciphertext.to_bytes(scheme)).expect("its own bytes");
    assert_eq!(read.switch_secret(&a, &key(0)), scheme.switch_secret(&objects.ciphertext, &prepared(0)));
    assert_eq!(read.apply_automorphism(&a, 5, &key(1)), scheme.apply_automorphism(&objects.ciphertext, 5, &prepared(1)));
    let [b, c] = a.parts();
    let relinearized = |scheme: &Bivariate, key| scheme.relinearize([b, c, c], &key, (objects.secret.id(), -300.0));
    assert_eq!(relinearized(&read, key(2)), relinearized(scheme, prepared(2)));
    // A seeded ciphertext is of the message, and its noise that of a fresh one.
    let seeded = SeededCiphertext::from_bytes(&read, &objects.seeded.to_bytes(scheme)).expect("its own bytes");
    let a = seeded.expand(&read).expect("a ciphertext");
    assert_eq!((a.log2_variance(), a.key()), (objects.ciphertext.log2_variance(), seeded.key()));
    assert_eq!((seeded.bits(), &a), (a.bits(), &objects.seeded.expand(scheme).expect("a ciphertext")));
    let mut error = read.phase(&objects.secret, &a).expect("a phase");
    error.sub_assign(&message(a.bits()));
    assert!(error.to_numbers(a.bits()).iter().all(|e| e.abs() <= 21.0));
}

/// The two ways to a prepared key agree: a key is the same as before it had bytes.
#[test]
fn a_prepared_key_is_the_one_of_the_same_randomness() {
    let scheme = scheme(250, 1);
    let rng = || ChaCha20Rng::from_seed([9; 32]);
    let secret = SecretKey::generate(&scheme, &mut rng());
    let a = scheme.encrypt(&secret, &message(198), &mut rng()).expect("encryption");
    let seeded = SeededHalfExternalKey::for_automorphism(&scheme, &secret, 3, &mut rng()).expect("a key");
    let key = HalfExternalKey::for_automorphism(&scheme, &secret, 3, &mut rng()).expect("a key");
    assert_eq!((seeded.to(), key.to()), (secret.id(), secret.id()));
    let prepared = seeded.prepare(&scheme).expect("a key");
    assert_eq!(scheme.apply_automorphism(&a, 3, &prepared), scheme.apply_automorphism(&a, 3, &key));
}

/// The first eight bytes of the hash of all bytes of a kind.
fn hashes(objects: &Objects) -> Vec<u64> {
    let hash = |bytes: &[u8]| u64::from_le_bytes(core::array::from_fn(|i| blake3::hash(bytes).as_bytes()[i]));
    objects.all_bytes().iter().map(|(_, bytes)| hash(bytes)).collect()
}

/// The hashes of parameters, a secret, both ciphertexts, and keys of all purposes.
const HASHES: [u64; 7] = [
    5_672_561_144_485_236_807,
    17_095_038_795_636_887_158,
    4_951_298_796_425_482_549,
    9_120_916_560_205_890_720,
    9_591_995_520_944_760_504,
    6_784_084_658_179_898_672,
    3_859_956_042_701_733_865,
];

/// Frozen: another hash is another format, which raises the version of the kind.
#[test]
fn bytes_of_a_fixed_seed() {
    let mut objects = Objects::new(250, 1);
    // A logarithm may differ in its last bit from one machine to another.
    objects.ciphertext.log2_variance = -392.75;
    assert_eq!(hashes(&objects), HASHES);
}

#[test]
fn layout_of_a_key() {
    let objects = Objects::new(250, 1);
    let bytes = objects.keys[1].to_bytes(&objects.scheme);
    assert_eq!(bytes[..BODY], [b"PPLO\x1b\0\x01\0".as_slice(), &objects.scheme.digest().to_le_bytes()].concat());
    let id = objects.secret.id().number().to_le_bytes();
    assert_eq!(bytes[BODY..][..TO + 8], [[2, 0, 5, 0, 0, 0].as_slice(), &[0; 8], &id].concat());
    let bytes = objects.keys[0].to_bytes(&objects.scheme);
    let second = objects.second.id().number().to_le_bytes();
    assert_eq!(bytes[BODY..][..TO + 8], [[1, 0, 0, 0, 0, 0].as_slice(), &id, &second].concat());
}

/// Noise beyond all bounds is written as the greatest there is, as in other kinds.
#[test]
fn noise_that_is_not_known_can_be_sent() {
    let objects = Objects::new(104, 1);
    for (given, expected) in [(f64::INFINITY, 65536.0), (1e300, 65536.0), (-1e300, -65536.0), (f64::NAN, 65536.0), (-0.0, 0.0)]
    {
        let ciphertext = Ciphertext { log2_variance: given, ..objects.ciphertext.clone() };
        let read = Ciphertext::from_bytes(&objects.scheme, &ciphertext.to_bytes(&objects.scheme)).expect("its own bytes");
        assert_eq!(read.log2_variance().to_bits(), f64::to_bits(expected), "{given}");
    }
}
