//! No memory that is kept for later buffers holds a secret: in a process of its own, where none
//! else takes from what is kept.

use chacha20::ChaCha20Rng;
use num_bigint::BigUint;
use papilio_fhe::bfv::{Bfv, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, galois_element};
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::P32;
use papilio_ring::sample::{Seed, ShortPoly};
use papilio_ring::{PooledVec, RnsBasis};
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

const LOG_DEGREE: u32 = 12;
const DEGREE: usize = 1 << LOG_DEGREE;
/// Words from which a row is known again.
const PREFIX: usize = 16;

/// The names of rows of words, by how they begin.
#[derive(Default)]
struct Rows(BTreeMap<Vec<u64>, String>);

impl Rows {
    fn add(&mut self, name: String, row: &[u64]) {
        self.0.insert(row[..PREFIX].to_vec(), name);
    }

    /// A small polynomial as it is drawn, and modulo every prime in both forms.
    fn add_small(&mut self, name: &str, basis: &RnsBasis, small: &ShortPoly) {
        self.add(format!("{name} as drawn"), small.words());
        for i in 0..basis.limbs() {
            self.add(format!("{name} modulo prime {i}"), small.to_poly(basis, basis.limbs()).limb(i));
            self.add(format!("{name} at the roots of prime {i}"), small.to_evaluation(basis, basis.limbs()).limb(i));
        }
    }

    /// A message, and the rows that are computed from it in the clear and with the error of its
    /// encryption.
    fn add_message(&mut self, basis: &RnsBasis, message: &[P32], error: &ShortPoly) {
        let words = |values: &[P32]| values.iter().map(|x| x.to_words()[0]).collect::<Vec<_>>();
        let modulus = basis.moduli(basis.limbs()).fold(P32::ONE, |product, m| product * P32::from_u64(m.value()));
        self.add("the message".into(), &words(message));
        self.add("Q times the message".into(), &words(&message.iter().map(|&m| m * modulus).collect::<Vec<_>>()));
        let (q, t): (BigUint, BigUint) =
            (basis.moduli(basis.limbs()).map(|m| BigUint::from(m.value())).product(), P32::MODULUS[0].into());
        let errors = error.to_poly(basis, basis.limbs());
        for (i, m) in basis.moduli(basis.limbs()).enumerate() {
            let scaled = |x: &P32| (&q * x.to_words()[0] * 2u8 + &t) / (&t * 2u8) % m.value();
            let scaled: Vec<u64> = message[..PREFIX].iter().map(|x| u64::try_from(scaled(x)).expect("a residue")).collect();
            self.add(format!("the scaled message modulo prime {i}"), &scaled);
            let phase: Vec<u64> = scaled.iter().zip(errors.limb(i)).map(|(&x, &e)| m.add(x, e)).collect();
            self.add(format!("the phase modulo prime {i}"), &phase);
        }
    }

    /// The names of rows that occur in kept memory, all of which is taken out to be searched.
    fn found(&self) -> Vec<&str> {
        // The greatest first: a buffer is cut to the length that is asked for.
        let lengths = [32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1].map(|limbs| limbs * DEGREE);
        let taken: Vec<PooledVec> = lengths.iter().flat_map(|&len| (0..12).map(move |_| PooledVec::unspecified(len))).collect();
        let first: std::collections::HashSet<u64> = self.0.keys().map(|row| row[0]).collect();
        let windows = taken.iter().flat_map(|words| words.windows(PREFIX)).filter(|window| first.contains(&window[0]));
        let names: std::collections::BTreeSet<&str> =
            windows.filter_map(|window| self.0.get(window)).map(String::as_str).collect();
        names.into_iter().collect()
    }

    fn check(&self, operation: &str) {
        assert_eq!(self.found(), [""; 0], "left by {operation}");
    }
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

/// The error that an encryption under the secret key draws from a generator of this seed, after the
/// seed of its mask.
fn error(seed: u8) -> ShortPoly {
    let mut rng = rng(seed);
    rng.fill_bytes(&mut Seed::default());
    ShortPoly::error(DEGREE, &mut rng)
}

/// The small polynomials that an encryption under a public key draws, after the number of its
/// source.
fn public_draws(seed: u8) -> [ShortPoly; 3] {
    let mut rng = rng(seed);
    rng.next_u32();
    [ShortPoly::ternary(DEGREE, &mut rng), ShortPoly::error(DEGREE, &mut rng), ShortPoly::error(DEGREE, &mut rng)]
}

fn scheme() -> Bfv<P32> {
    let mut moduli = RnsBasis::choose_moduli(DEGREE, &[40, 41, 42, 43], 0).expect("primes");
    let special = moduli.split_off(3);
    Bfv::new(
        Parameters::new(ParametersLiteral {
            log_degree: LOG_DEGREE,
            moduli,
            special,
            insecure: true,
            ..ParametersLiteral::default()
        })
        .expect("parameters"),
    )
    .expect("a scheme")
}

#[test]
fn no_memory_that_is_kept_holds_a_secret() {
    let (bfv, seed, mut rows) = (scheme(), [77; 32], Rows::default());
    let basis = bfv.parameters().basis().clone();
    let mut values = rng(78);
    let message: Vec<P32> = (0..DEGREE).map(|_| P32::random(&mut values)).collect();
    let derived = blake3::derive_key("papilio 2026 secret key ternary", &seed);
    rows.add_small("the secret", &basis, &ShortPoly::ternary(DEGREE, &mut ChaCha20Rng::from_seed(derived)));
    rows.add_small("an error", &basis, &error(79));
    public_draws(80).iter().zip(["u", "e_1", "e_2"]).for_each(|(small, name)| rows.add_small(name, &basis, small));
    rows.add_message(&basis, &message, &error(79));
    rows.check("the preparation");

    let secret = SecretKey::from_seed(&bfv, &seed);
    rows.check("the secret key");
    let public = PublicKey::generate(&bfv, &secret, &mut rng(81)).expect("context");
    rows.check("the public key");
    let plaintext = bfv.encode_coefficients(&message).expect("fits");
    let ciphertext = bfv.encrypt_secret(&secret, &plaintext, &mut rng(79)).expect("context");
    rows.check("an encryption under the secret key");
    let other = bfv.encrypt_public(&public, &plaintext, &mut rng(80)).expect("context");
    rows.check("an encryption under the public key");
    for x in [&ciphertext, &other] {
        assert_eq!(bfv.decrypt(&secret, x).expect("budget").plaintext.coefficients(), message);
        rows.check("a decryption");
        assert!(bfv.noise_budget_bits(&secret, x).expect("context") > 20.0);
        rows.check("a measurement");
    }
    drop(RelinearizationKey::generate(&bfv, &secret, &mut rng(82)).expect("a special prime"));
    rows.check("a relinearization key");
    drop(GaloisKeys::generate(&bfv, &secret, [galois_element(DEGREE, 1)], &mut rng(83)).expect("a special prime"));
    rows.check("a rotation key");
    let mut sum = ciphertext.clone();
    bfv.add_plain_assign(&mut sum, &plaintext).expect("context");
    rows.check("a sum with a plaintext");
    drop(bfv.mul_plain(&sum, &plaintext).expect("level"));
    rows.check("a product with a plaintext");
    drop((secret, plaintext));
    rows.check("the end");

    // The search does find rows that are kept: a ciphertext is kept as it is.
    rows.add("a ciphertext".into(), other.parts()[1].limb(0));
    drop(other);
    assert_eq!(rows.found(), ["a ciphertext"]);
}

/// Bytes of this process that are read after their owner is gone: the file is opened, and the room
/// made, before.
#[cfg(target_os = "linux")]
struct Memory {
    file: std::fs::File,
    bytes: Vec<u8>,
}

#[cfg(target_os = "linux")]
impl Memory {
    fn new(len: usize) -> Self {
        Self { file: std::fs::File::open("/proc/self/mem").expect("the memory of this process"), bytes: vec![0; len] }
    }

    /// Bytes of the words of 64 bits that are the same at an address as they were: addresses that
    /// the allocator writes there may have single bytes in common with anything.
    fn kept(&mut self, address: usize, before: &[u8]) -> usize {
        use std::os::unix::fs::FileExt;
        self.file.read_exact_at(&mut self.bytes, address as u64).expect("mapped memory");
        let words = self.bytes.as_chunks::<8>().0.iter().zip(before.as_chunks::<8>().0);
        8 * words.filter(|(now, before)| now == before).count()
    }
}

/// Seeds and messages lie in memory of their own, and not in the pool's. An allocator writes to
/// some of what is given back to it, but not to all.
#[cfg(target_os = "linux")]
#[test]
fn seeds_and_messages_are_erased_where_they_lie() {
    let bfv = scheme();
    let secret = Box::new(SecretKey::from_seed(&bfv, &[0xA5; 32]));
    let (address, mut memory) = (secret.seed().as_ptr() as usize, Memory::new(32));
    assert_eq!(memory.kept(address, &[0xA5; 32]), 32);
    drop(secret);
    assert_eq!(memory.kept(address, &[0xA5; 32]), 0, "bytes of a seed");

    let message = vec![P32::from_u64(0x5A5A_5A5A); DEGREE];
    let plaintext = bfv.encode_coefficients(&message).expect("fits");
    let size = size_of_val(plaintext.coefficients());
    let (address, mut memory) = (plaintext.coefficients().as_ptr() as usize, Memory::new(size));
    let before = vec![0x5A; size];
    assert_eq!(memory.kept(address, &before), size);
    drop(plaintext);
    assert_eq!(memory.kept(address, &before), 0, "bytes of a message");
}
