use crate::{
    Ciphertext, Ckks, CkksError, Complex64, Parameters, ParametersLiteral, Plaintext, Product, Scale, SeededCiphertext,
};
use chacha20::ChaCha20Rng;
use papilio_fhe::codec::{BytesError, Kind, Object, Outline};
use papilio_fhe::rlwe::{RelinearizationKey, SecretKey};
use rand_core::SeedableRng;

/// Where the header of a kind begins.
const BODY: usize = 16;
/// Bytes of label and flags of a ciphertext without sources, before its message.
const LABEL: usize = 2 + 32 + 8 + 3;

fn literal() -> ParametersLiteral {
    ParametersLiteral { log_degree: 10, log_scale: 30, levels: 2, log_base: 40, log_p: vec![49], insecure: true }
}

/// One object of each kind.
struct Objects {
    ckks: Ckks,
    secret: SecretKey,
    ciphertext: Ciphertext,
    product: Product,
    plaintext: Plaintext,
    seeded: SeededCiphertext,
    relinearization: RelinearizationKey,
}

const KINDS: [Kind; 5] =
    [Kind::CkksCiphertext, Kind::CkksProduct, Kind::CkksPlaintext, Kind::SeededCkksCiphertext, Kind::CkksParameters];

impl Objects {
    fn new(literal: ParametersLiteral) -> Self {
        let (ckks, mut rng) = (Ckks::of(literal).expect("parameters"), ChaCha20Rng::from_seed([3; 32]));
        let secret = SecretKey::generate(&ckks, &mut rng);
        let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng).expect("a key");
        let values: Vec<Complex64> = (0..ckks.slots()).map(|i| Complex64::new((i as f64).sin(), (i as f64).cos())).collect();
        let plaintext = ckks.encode(&values).expect("encoded");
        let fresh = ckks.encrypt(&secret, &plaintext, &mut rng).expect("encrypted");
        let mut square = ckks.relinearize(&ckks.square(&fresh).expect("a square"), &relinearization).expect("a key");
        ckks.rescale_assign(&mut square).expect("a level");
        let product = ckks.square(&square).expect("a product");
        let few = ckks.encode_at(&values[..4], 2, Scale::power_of_two(33), 2).expect("encoded");
        let seeded = ckks.encrypt_seeded(&secret, &few, &mut rng).expect("encrypted");
        Self { ckks, secret, ciphertext: square, product, plaintext, seeded, relinearization }
    }

    fn bytes(&self, kind: Kind) -> Vec<u8> {
        match kind {
            Kind::CkksCiphertext => self.ciphertext.to_bytes(&self.ckks),
            Kind::CkksProduct => self.product.to_bytes(&self.ckks),
            Kind::CkksPlaintext => self.plaintext.to_bytes(&self.ckks).to_vec(),
            Kind::SeededCkksCiphertext => self.seeded.to_bytes(&self.ckks),
            Kind::CkksParameters => self.ckks.parameters().to_bytes(),
            other => panic!("{other} is no kind of CKKS"),
        }
    }
}

/// Reads bytes as an object of a kind and writes it again.
fn rewritten(ckks: &Ckks, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, CkksError> {
    fn through<T: Object<Scheme = Ckks>>(ckks: &Ckks, bytes: &[u8]) -> Result<Vec<u8>, CkksError> {
        let object = T::from_bytes(ckks, bytes)?;
        assert_eq!(object.bytes_len(ckks), bytes.len());
        Ok(object.to_bytes(ckks).as_ref().to_vec())
    }
    match kind {
        Kind::CkksCiphertext => through::<Ciphertext>(ckks, bytes),
        Kind::CkksProduct => through::<Product>(ckks, bytes),
        Kind::CkksPlaintext => through::<Plaintext>(ckks, bytes),
        Kind::SeededCkksCiphertext => through::<SeededCiphertext>(ckks, bytes),
        _ => Parameters::from_bytes(bytes).map(|parameters| parameters.to_bytes()),
    }
}

fn refused(error: BytesError) -> Result<Vec<u8>, CkksError> {
    Err(CkksError::Bytes(error))
}

/// The bytes with the checksum made right.
fn resealed(mut bytes: Vec<u8>, edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    edit(&mut bytes);
    let checksum = blake3::hash(&bytes);
    bytes.extend_from_slice(&checksum.as_bytes()[..8]);
    bytes
}

#[test]
fn every_kind_is_read_as_it_was_written() {
    for literal in [literal(), ParametersLiteral { log_scale: 80, log_base: 98, log_p: vec![49, 49], ..literal() }] {
        let objects = Objects::new(literal);
        let ckks = &objects.ckks;
        for kind in KINDS {
            let bytes = objects.bytes(kind);
            let outline = Outline { kind, digest: ckks.parameters().digest() };
            assert_eq!(Outline::of(&bytes), Ok(outline));
            assert_eq!(rewritten(ckks, kind, &bytes), Ok(bytes), "{kind}");
        }
        let read = |kind| objects.bytes(kind);
        assert_eq!(Ciphertext::from_bytes(ckks, &read(KINDS[0])), Ok(objects.ciphertext.clone()));
        assert_eq!(Product::from_bytes(ckks, &read(KINDS[1])), Ok(objects.product.clone()));
        let plaintext = Plaintext::from_bytes(ckks, &read(KINDS[2])).expect("a plaintext");
        assert!(plaintext == objects.plaintext && plaintext.poly.is_secret());
        assert_eq!(SeededCiphertext::from_bytes(ckks, &read(KINDS[3])), Ok(objects.seeded.clone()));
        let parameters = Parameters::from_bytes(&read(KINDS[4])).expect("parameters");
        assert_eq!(parameters.bytes_len(), read(KINDS[4]).len());
        assert_eq!((parameters.literal(), parameters.digest()), (ckks.parameters().literal(), ckks.parameters().digest()));
    }
}

/// A server that has only bytes computes the same.
#[test]
fn what_was_read_computes() {
    let objects = Objects::new(literal());
    let ckks = Ckks::new(Parameters::from_bytes(&objects.bytes(Kind::CkksParameters)).expect("parameters")).expect("a scheme");
    let secret = SecretKey::from_bytes(&ckks, &objects.secret.to_bytes(&objects.ckks)).expect("a key");
    let key = RelinearizationKey::from_bytes(&ckks, &objects.relinearization.to_bytes(&objects.ckks)).expect("a key");
    let product = Product::from_bytes(&ckks, &objects.bytes(Kind::CkksProduct)).expect("a product");
    let want = objects.ckks.relinearize(&objects.product, &objects.relinearization).expect("a key");
    let want = objects.ckks.decrypt(&objects.secret, &want).expect("a key");
    let have = ckks.decrypt(&secret, &ckks.relinearize(&product, &key).expect("a key")).expect("a key");
    assert_eq!(ckks.decode(&have), objects.ckks.decode(&want));
    let few = SeededCiphertext::from_bytes(&ckks, &objects.bytes(Kind::SeededCkksCiphertext))
        .expect("seeded")
        .expand(&ckks)
        .expect("expanded");
    let few = ckks.decode(&ckks.decrypt(&secret, &few).expect("a key"));
    assert!(few.len() == 4 && (few[3] - Complex64::new(3f64.sin(), 3f64.cos())).norm() < 1e-5, "{few:?}");
}

#[test]
fn every_length_but_one_and_other_kinds() {
    let objects = Objects::new(literal());
    for kind in KINDS {
        let bytes = objects.bytes(kind);
        for len in (0..bytes.len().min(300)).chain((1..8).map(|eighth| bytes.len() * eighth / 8)).chain([bytes.len() - 1]) {
            let found = rewritten(&objects.ckks, kind, &bytes[..len.min(bytes.len() - 1)]);
            assert!(
                matches!(found, Err(CkksError::Bytes(BytesError::Short { .. } | BytesError::Length { .. }))),
                "{len}: {found:?}"
            );
        }
        let longer = resealed(bytes.clone(), |bytes| bytes.push(0));
        let error = BytesError::Length { found: bytes.len() + 1, expected: bytes.len() };
        assert_eq!(rewritten(&objects.ckks, kind, &longer), refused(error), "{kind}");
        for other in KINDS.into_iter().filter(|&other| other != kind) {
            let error = BytesError::Kind { found: kind.number(), expected: other };
            assert_eq!(rewritten(&objects.ckks, other, &bytes), refused(error));
        }
    }
}

#[test]
fn a_changed_byte_is_refused_or_written_again() {
    let objects = Objects::new(literal());
    for kind in KINDS {
        let bytes = objects.bytes(kind);
        // All of header, message and noise, and some of the rest.
        let places =
            (0..bytes.len().min(320)).chain((0..20).map(|i| i * bytes.len() / 20)).filter(|&place| place < bytes.len() - 8);
        let mut read = 0;
        for (place, bits) in places.flat_map(|place| [1, 0x40, 0x80, 0xff].map(|bits| (place, bits))) {
            let mut damaged = bytes.clone();
            damaged[place] ^= bits;
            assert!(rewritten(&objects.ckks, kind, &damaged).is_err(), "byte {place} of {kind}");
            let changed = resealed(damaged, |_| ());
            match rewritten(&objects.ckks, kind, &changed) {
                Ok(back) => {
                    assert!(back == changed, "byte {place} of {kind} is not written as it was read");
                    read += 1;
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        assert_eq!(read > 0, kind != Kind::CkksParameters, "{read} of {kind} were read");
    }
}

/// The ciphertext with another message, read.
fn with_message(objects: &Objects, place: usize, to: &[u8]) -> Result<Vec<u8>, CkksError> {
    let at = BODY + LABEL + place;
    let bytes = resealed(objects.bytes(Kind::CkksCiphertext), |bytes| bytes[at..][..to.len()].copy_from_slice(to));
    rewritten(&objects.ckks, Kind::CkksCiphertext, &bytes)
}

#[test]
fn slots_scales_and_bounds_out_of_range() {
    let objects = Objects::new(literal());
    let set = |place, to: &[u8]| with_message(&objects, place, to);
    let double = |place, x: f64| set(place, &x.to_bits().to_le_bytes());
    assert!(set(0, &9u32.to_le_bytes()).is_ok() && set(0, &0u32.to_le_bytes()).is_ok());
    for found in [10, u32::MAX] {
        assert_eq!(set(0, &found.to_le_bytes()), refused(BytesError::Slots { found, most: 9 }));
    }
    let scales = [0.0, -1.0, f64::NAN, f64::INFINITY, 600f64.exp2(), (-600f64).exp2()];
    for x in scales {
        let error = double(4, x);
        assert!(matches!(error, Err(CkksError::Bytes(BytesError::Scale { .. }))), "{x}: {error:?}");
        let error = double(12, if x.is_finite() && x.abs() < 2.0 { 1.0 } else { x });
        assert!(x == (-600f64).exp2() || matches!(error, Err(CkksError::Bytes(BytesError::Scale { .. }))), "{x}: {error:?}");
    }
    for bound in [f64::NAN, -f64::NAN, f64::INFINITY] {
        assert_eq!(double(20, bound), refused(BytesError::Bound { bits: bound.to_bits() }));
    }
    // Two primes of 40 and 30 bits, less two.
    let room = objects.ckks.rlwe().model().log_modulus(2) - 2.0 - objects.ciphertext.scale().log2();
    for bound in [f64::NEG_INFINITY, -1e300, -0.0, 0.0, room - 1e-3] {
        assert!(double(20, bound).is_ok(), "{bound}");
    }
    for bound in [room + 1e-3, 1e300] {
        assert!(matches!(double(20, bound), Err(CkksError::Bytes(BytesError::Message { limbs: 2, .. }))), "{bound}");
    }
    // The error stands after the bound.
    for error in [f64::NAN, f64::INFINITY] {
        assert_eq!(double(28, error), refused(BytesError::Bound { bits: error.to_bits() }));
    }
    assert!(double(28, room - 1e-3).is_ok());
    assert!(matches!(double(28, room + 1e-3), Err(CkksError::Bytes(BytesError::Message { limbs: 2, .. }))));
}

#[test]
fn bytes_of_other_parameters() {
    let objects = Objects::new(literal());
    let (found, change) = (objects.ckks.parameters().digest(), |f: fn(&mut ParametersLiteral)| {
        let mut other = literal();
        f(&mut other);
        Ckks::of(other).expect("parameters")
    });
    let others = [
        change(|l| l.levels = 3),
        change(|l| l.log_scale = 31),
        change(|l| l.log_base = 0),
        change(|l| l.log_p = vec![48]),
        change(|l| l.log_degree = 11),
    ];
    for other in others {
        let expected = other.parameters().digest();
        for kind in &KINDS[..4] {
            let error = BytesError::Parameters { found, expected };
            assert_eq!(rewritten(&other, *kind, &objects.bytes(*kind)), refused(error), "{kind}");
        }
    }
    // The base of 40 bits is what 0 stands for: the keys are the same, and have the same bytes.
    let same = change(|l| l.log_base = 0);
    assert!(SecretKey::from_bytes(&same, &objects.secret.to_bytes(&objects.ckks)).is_ok());
}

#[test]
fn parameters_that_are_none() {
    let bytes = Ckks::of(literal()).expect("parameters").parameters().to_bytes();
    let set = |place: usize, to: &[u8]| {
        Parameters::from_bytes(&resealed(bytes.clone(), |bytes| bytes[BODY + place..][..to.len()].copy_from_slice(to)))
            .map(|_| ())
    };
    assert_eq!(set(0, &[10]), Ok(()));
    assert!(matches!(set(0, &[9]), Err(CkksError::Parameters(_))));
    assert!(matches!(set(0, &[11]), Err(CkksError::Bytes(BytesError::Parameters { .. }))));
    assert_eq!(set(4, &[0xff; 4]), Err(CkksError::LogScale(u32::MAX)));
    assert!(matches!(set(8, &[0xff; 4]), Err(CkksError::Levels { .. })));
    assert!(matches!(set(12, &[0xff; 4]), Err(CkksError::Parameters(_))));
    assert_eq!(set(16, &[2]), Err(CkksError::Bytes(BytesError::Flag(2))));
    // Without the waiver these are insecure.
    assert!(matches!(set(16, &[0]), Err(CkksError::Parameters(_))));
    assert_eq!(set(17, &[65]), Err(CkksError::Bytes(BytesError::Primes { found: 65, most: 64 })));
    assert!(matches!(set(19, &[3]), Err(CkksError::Bytes(BytesError::Length { .. }))));
    assert!(matches!(set(21, &[0xff; 4]), Err(CkksError::Parameters(_))));
    // Another prime than is chosen.
    assert!(matches!(set(25, &[1; 8]), Err(CkksError::Bytes(BytesError::Parameters { .. }))));
}

/// Every bound fits the modulus therefore: with another, a ciphertext could not be decrypted.
#[test]
fn a_bound_is_never_raised() {
    let objects = Objects::new(literal());
    let least = objects.ciphertext.log2_bound();
    for (asked, found) in [(100.0, least), (least - 1.0, least - 1.0), (f64::NEG_INFINITY, f64::NEG_INFINITY)] {
        let ciphertext = objects.ciphertext.clone().with_bound(asked).expect("a bound");
        assert_eq!(ciphertext.log2_bound(), found);
        let read = Ciphertext::from_bytes(&objects.ckks, &ciphertext.to_bytes(&objects.ckks));
        assert_eq!(read.expect("bytes"), ciphertext);
    }
}
