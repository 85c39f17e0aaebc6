//! One case from any bytes, for a fuzzer and for a loop over random bytes: whatever is read as an
//! object of CKKS is written as the same bytes, and nothing panics.

use chacha20::ChaCha20Rng;
use papilio_ckks::{
    Ciphertext, Ckks, CkksError, Complex64, Parameters, ParametersLiteral, Plaintext, Product, SeededCiphertext,
};
use papilio_fhe::codec::{Kind, Object};
use papilio_fhe::rlwe::SecretKey;
use rand_core::SeedableRng;
use std::sync::OnceLock;

/// Bytes of the checksum.
const CHECKSUM: usize = 8;

/// A scheme and the bytes of an object of each kind.
struct Subject {
    ckks: Ckks,
    objects: Vec<(Kind, Vec<u8>)>,
}

impl Subject {
    fn get() -> &'static Self {
        static SUBJECT: OnceLock<Subject> = OnceLock::new();
        SUBJECT.get_or_init(Self::new)
    }

    fn new() -> Self {
        let literal = ParametersLiteral {
            log_degree: 10,
            log_scale: 30,
            levels: 1,
            log_base: 40,
            insecure: true,
            ..ParametersLiteral::default()
        };
        let ckks = Ckks::of(literal).expect("parameters");
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let secret = SecretKey::generate(&ckks, &mut rng);
        let plaintext = ckks.encode(&[Complex64::new(0.5, -2.0)]).expect("encoded");
        let x = ckks.encrypt(&secret, &plaintext, &mut rng).expect("encrypted");
        let seeded = ckks.encrypt_seeded(&secret, &plaintext, &mut rng).expect("encrypted");
        let objects = vec![
            (Kind::CkksCiphertext, x.to_bytes(&ckks)),
            (Kind::CkksProduct, ckks.square(&x).expect("a product").to_bytes(&ckks)),
            (Kind::CkksPlaintext, plaintext.to_bytes(&ckks).to_vec()),
            (Kind::SeededCkksCiphertext, seeded.to_bytes(&ckks)),
            (Kind::CkksParameters, ckks.parameters().to_bytes()),
        ];
        Self { ckks, objects }
    }

    /// Reads bytes as an object of a kind and writes it again.
    fn rewritten(&self, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, CkksError> {
        match kind {
            Kind::CkksCiphertext => self.through::<Ciphertext>(bytes),
            Kind::CkksProduct => self.through::<Product>(bytes),
            Kind::CkksPlaintext => self.through::<Plaintext>(bytes),
            Kind::SeededCkksCiphertext => self.through::<SeededCiphertext>(bytes),
            _ => Parameters::from_bytes(bytes).map(|parameters| parameters.to_bytes()),
        }
    }

    fn through<T: Object<Scheme = Ckks>>(&self, bytes: &[u8]) -> Result<Vec<u8>, CkksError> {
        let object = T::from_bytes(&self.ckks, bytes)?;
        assert_eq!(object.bytes_len(&self.ckks), bytes.len());
        Ok(object.to_bytes(&self.ckks).as_ref().to_vec())
    }

    /// Whether some kind was read.
    fn check(&self, bytes: &[u8]) -> bool {
        let said = Kind::of(bytes);
        let read = self.objects.iter().filter(|&&(kind, _)| match self.rewritten(kind, bytes) {
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
}

/// The object with bytes changed, each by three: a place, and what to add there.
fn changed(object: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = object.to_vec();
    for change in changes.as_chunks::<3>().0 {
        let offset = usize::from(change[1]) << 4 & 0xf00 | usize::from(change[0]);
        let place = if change[1] & 1 == 0 { offset } else { bytes.len().saturating_sub(1 + offset) };
        if let Some(byte) = bytes.get_mut(place) {
            *byte = byte.wrapping_add(change[2]);
        }
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
        1 => [&object[..16], rest, &[0; CHECKSUM]].concat(),
        _ => changed(object, rest),
    };
    // Nearly all would be refused otherwise.
    if way % 8 != 7 {
        seal(&mut made);
    }
    subject.check(&made)
}
