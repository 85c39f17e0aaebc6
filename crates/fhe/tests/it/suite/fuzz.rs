//! One case from any bytes, for a fuzzer and for a loop over random bytes: whatever is read as an
//! object of any kind is written as the same bytes, and nothing panics.
//!
//! Hardly any bytes have the right checksum, so most cases are bytes of an object with a few
//! changes, or a frame around the bytes given, sealed anew.

use super::Plain;
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{
    Bfv, Ciphertext, GaloisKeys, Plaintext, Product, PublicKey, RelinearizationKey, SecretKey, SeededCiphertext,
};
use papilio_fhe::bgv::{self, Bgv};
use papilio_fhe::bivariate::{self, Bivariate, BivariateError, SeededHalfExternalKey, TorusPoly};
use papilio_fhe::codec::{BytesError, Kind, Object};
use papilio_fhe::rlwe::{ExtendedPublicKey, SecretSwitchingKey};
use papilio_fhe::{Parameters, ParametersLiteral};
use rand_core::SeedableRng;
use std::sync::OnceLock;

/// Small primes, for few bytes: two, and a special one.
const PRIMES: [u64; 3] = [1_073_692_673, 1_073_668_097, 1_073_651_713];
/// Bytes of the checksum.
const CHECKSUM: usize = 8;

/// A scheme and the bytes of an object of each kind.
struct Subject {
    bfv: Bfv<Plain>,
    bivariate: Bivariate,
    objects: Vec<(Kind, Vec<u8>)>,
}

impl Subject {
    fn get() -> &'static Self {
        static SUBJECT: OnceLock<Subject> = OnceLock::new();
        SUBJECT.get_or_init(Self::new)
    }

    fn new() -> Self {
        let (moduli, special) = (PRIMES[..2].to_vec(), PRIMES[2..].to_vec());
        let literal = ParametersLiteral { log_degree: 12, moduli, special, insecure: false, ..ParametersLiteral::default() };
        let bfv = Bfv::new(Parameters::new(literal.clone()).expect("parameters")).expect("a scheme");
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let secret = SecretKey::generate(&bfv, &mut rng);
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
        let galois = GaloisKeys::generate(&bfv, &secret, [3, 5], &mut rng).expect("special primes");
        let x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
        let bgv = Bgv::over(bfv.clone());
        let product = bgv.square(&bgv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context")).expect("a product");
        let y: bgv::Ciphertext<Plain> = bgv.relinearize(&product, &relinearization).expect("a key");
        let mut objects = vec![
            (Kind::Parameters, literal.to_bytes()),
            (Kind::SecretKey, secret.to_bytes(&bfv).to_vec()),
            (Kind::PublicKey, PublicKey::generate(&bfv, &secret, &mut rng).expect("context").to_bytes(&bfv)),
            (Kind::ExtendedPublicKey, ExtendedPublicKey::generate(&bfv, &secret, &mut rng).expect("context").to_bytes(&bfv)),
            (Kind::SeededCiphertext, bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").to_bytes(&bfv)),
            (Kind::Ciphertext, x.to_bytes(&bfv)),
            (Kind::Product, bfv.square(&x).expect("a product").to_bytes(&bfv)),
            (Kind::RelinearizationKey, relinearization.to_bytes(&bfv)),
            (Kind::GaloisKeys, galois.to_bytes(&bfv)),
            (Kind::Plaintext, bfv.zero().to_bytes(&bfv).to_vec()),
            (Kind::BgvCiphertext, y.to_bytes(&bfv)),
            (Kind::BgvProduct, product.to_bytes(&bfv)),
        ];
        let bivariate = Self::words(&mut objects, &mut rng);
        Self { bfv, bivariate, objects }
    }

    /// The scheme in words, of few bits, and its objects.
    fn words(objects: &mut Vec<(Kind, Vec<u8>)>, rng: &mut ChaCha20Rng) -> Bivariate {
        let literal = bivariate::ParametersLiteral { degree: 1 << 10, key_bits: 64, digit_words: 1.into(), insecure: true };
        let scheme = Bivariate::new(&literal).expect("parameters");
        let secret = bivariate::SecretKey::generate(&scheme, rng);
        let key = SeededHalfExternalKey::for_automorphism(&scheme, &secret, 5, rng).expect("a key");
        let zero = TorusPoly::zero(1 << 10, 12);
        let sent = scheme.encrypt_seeded(&secret, &zero, rng).expect("encryption");
        objects.extend([
            (Kind::BivariateParameters, literal.to_bytes()),
            (Kind::BivariateSecretKey, secret.to_bytes(&scheme).to_vec()),
            (Kind::BivariateHalfExternalKey, key.to_bytes(&scheme)),
            (Kind::BivariateCiphertext, scheme.encrypt(&secret, &zero, rng).expect("encryption").to_bytes(&scheme)),
            (Kind::SeededBivariateCiphertext, sent.to_bytes(&scheme)),
        ]);
        scheme
    }

    /// Reads bytes as an object of a kind and writes it again.
    fn rewritten(&self, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, BivariateError> {
        Ok(match kind {
            Kind::Parameters => ParametersLiteral::from_bytes(bytes)?.to_bytes(),
            Kind::SecretKey => through::<SecretKey>(&self.bfv, bytes)?,
            Kind::PublicKey => through::<PublicKey>(&self.bfv, bytes)?,
            Kind::SeededCiphertext => through::<SeededCiphertext>(&self.bfv, bytes)?,
            Kind::Ciphertext => through::<Ciphertext>(&self.bfv, bytes)?,
            Kind::Product => through::<Product>(&self.bfv, bytes)?,
            Kind::RelinearizationKey => through::<RelinearizationKey>(&self.bfv, bytes)?,
            Kind::GaloisKeys => through::<GaloisKeys>(&self.bfv, bytes)?,
            Kind::Plaintext => through::<Plaintext<Plain>>(&self.bfv, bytes)?,
            Kind::BgvCiphertext => through::<bgv::Ciphertext<Plain>>(&self.bfv, bytes)?,
            Kind::BgvProduct => through::<bgv::Product<Plain>>(&self.bfv, bytes)?,
            Kind::SecretSwitchingKey => through::<SecretSwitchingKey>(&self.bfv, bytes)?,
            Kind::ExtendedPublicKey => through::<ExtendedPublicKey>(&self.bfv, bytes)?,
            Kind::BivariateParameters => bivariate::ParametersLiteral::from_bytes_insecure(bytes)?.to_bytes(),
            Kind::BivariateSecretKey => through::<bivariate::SecretKey>(&self.bivariate, bytes)?,
            Kind::BivariateHalfExternalKey => through::<SeededHalfExternalKey>(&self.bivariate, bytes)?,
            Kind::BivariateCiphertext => through::<bivariate::Ciphertext>(&self.bivariate, bytes)?,
            Kind::SeededBivariateCiphertext => through::<bivariate::SeededCiphertext>(&self.bivariate, bytes)?,
            Kind::CkksCiphertext
            | Kind::CkksProduct
            | Kind::CkksPlaintext
            | Kind::SeededCkksCiphertext
            | Kind::GatesParameters
            | Kind::GatesSecretKey
            | Kind::GatesEvaluationKey
            | Kind::GatesBits
            | Kind::SeededGatesBits
            | Kind::GatesIntegers
            | Kind::CkksParameters => return Err(BytesError::UnknownKind(kind.number()).into()),
            other => panic!("{other} is read by nothing here"),
        })
    }

    /// Whether some kind was read.
    fn check(&self, bytes: &[u8]) -> bool {
        let said = Kind::of(bytes);
        let read = Kind::ALL.iter().filter(|&&kind| match self.rewritten(kind, bytes) {
            Ok(back) => {
                assert!(back == bytes && said == Ok(kind), "{kind} is not written as it was read");
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        });
        read.count() > 0
    }

    /// The frame of a kind around any body.
    fn framed(&self, object: &[u8], body: &[u8]) -> Vec<u8> {
        [&object[..16], body, &[0; CHECKSUM]].concat()
    }
}

/// The object with bytes changed, each by three: a place, counted from the beginning or from the
/// end, and what to add to it; and with a few bytes more or less.
fn changed(object: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = object.to_vec();
    let (length, changes) = changes.split_first().unwrap_or((&0, &[]));
    for change in changes.as_chunks::<3>().0 {
        let offset = usize::from(change[1]) << 4 & 0xf00 | usize::from(change[0]);
        let place = if change[1] & 1 == 0 { offset } else { bytes.len().saturating_sub(1 + offset) };
        if let Some(byte) = bytes.get_mut(place) {
            *byte = byte.wrapping_add(change[2]);
        }
    }
    match length {
        0..=199 => {}
        200..=227 => bytes.truncate(bytes.len().saturating_sub(usize::from(length - 199))),
        _ => bytes.extend_from_slice(&vec![0; usize::from(length - 227)]),
    }
    bytes
}

fn seal(bytes: &mut [u8]) {
    if let Some((body, checksum)) = bytes.split_last_chunk_mut::<CHECKSUM>() {
        checksum.copy_from_slice(&blake3::hash(body).as_bytes()[..CHECKSUM]);
    }
}

/// Whether an object was read.
pub(crate) fn case(bytes: &[u8]) -> bool {
    let subject = Subject::get();
    let [kind, way, rest @ ..] = bytes else { return subject.check(bytes) };
    let object = &subject.objects[usize::from(*kind) % subject.objects.len()].1;
    let mut made = match way % 8 {
        0 => return subject.check(rest),
        1 => subject.framed(object, rest),
        _ => changed(object, rest),
    };
    // Nearly all would be refused otherwise.
    if way % 8 != 7 {
        seal(&mut made);
    }
    subject.check(&made)
}

/// The bytes of the object that bytes are read as.
fn through<T: Object>(scheme: &T::Scheme, bytes: &[u8]) -> Result<Vec<u8>, BytesError> {
    let object = T::from_bytes(scheme, bytes)?;
    assert_eq!(object.bytes_len(scheme), bytes.len());
    Ok(object.to_bytes(scheme).as_ref().to_vec())
}
