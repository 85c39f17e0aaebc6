//! The operations that are measured, each on secrets of two classes.

use super::{Class, Sample, time};
use crate::rng;
use chacha20::ChaCha20Rng;
use core::convert::Infallible;
use core::hint::black_box;
use papilio_fhe::bfv::{Bfv, Ciphertext, Plaintext, PublicKey, RelinearizationKey, SecretKey};
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_ring::RnsBasis;
use papilio_ring::sample::{Seed, ShortPoly};
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

const LOG_DEGREE: u32 = 12;
const DEGREE: usize = 1 << LOG_DEGREE;

/// Takes an operation, whether it is a control, and a sample of it; false to stop.
type Visit<'a> = &'a mut dyn FnMut(String, bool, Sample<'_>) -> bool;

/// Controls, sampling, keys, encryption, decryption and sums, until one says stop.
pub(super) fn all(visit: Visit<'_>) -> bool {
    controls(visit)
        && sampling(visit)
        && Subject::<P32>::new(&[50, 50, 50]).keys(visit)
        // Rounding by conversions of residues, by 52-bit and by 64-bit words, and by sums of
        // fractions.
        && Subject::<P32>::new(&[50, 50, 50]).messages(visit)
        && Subject::<BabyBear>::new(&[60, 60, 60]).messages(visit)
        && Subject::<Goldilocks>::new(&[50, 50, 50]).messages(visit)
        && Subject::<Bn254>::new(&[50; 7]).messages(visit)
}

/// A branch on one coefficient in eight after a decryption, and a comparison that ends early.
fn controls(visit: Visit<'_>) -> bool {
    #[inline(never)]
    fn odd(count: &mut u64) {
        *count += 1;
    }
    let subject = Subject::<P32>::new(&[50, 50, 50]);
    let mut branch = |class: Class, rng: &mut ChaCha20Rng| {
        let (key, ciphertext) = subject.encrypted(class, rng);
        time(|| {
            let decryption = subject.bfv.decrypt(&key, &ciphertext).expect("a budget");
            let mut count = 0;
            for x in decryption.plaintext.coefficients().iter().step_by(8) {
                if x.to_words()[0] & 1 == 1 {
                    odd(black_box(&mut count));
                }
            }
            (decryption, count)
        })
    };
    let expected = Tape::new(Class::Fixed, &mut rng(4)).bytes;
    let mut comparison = |class: Class, rng: &mut ChaCha20Rng| {
        let found = Tape::new(class, rng).bytes;
        time(|| expected.iter().zip(&found).all(|(a, b)| black_box(a) == b))
    };
    visit("control: a branch on the message".to_owned(), true, &mut branch)
        && visit("control: a comparison that ends early".to_owned(), true, &mut comparison)
}

fn sampling(visit: Visit<'_>) -> bool {
    let basis = RnsBasis::new(DEGREE, &RnsBasis::choose_moduli(DEGREE, &[50, 60], 0).expect("primes")).expect("a basis");
    let samplers: [fn(usize, &mut Tape) -> ShortPoly; 2] = [ShortPoly::ternary, ShortPoly::error];
    ["ternary", "error"].into_iter().zip(samplers).all(|(name, sample)| {
        let mut draw = |class: Class, rng: &mut ChaCha20Rng| {
            let mut tape = Tape::new(class, rng);
            time(|| sample(DEGREE, black_box(&mut tape)))
        };
        let mut residues = |class: Class, rng: &mut ChaCha20Rng| {
            let small = sample(DEGREE, &mut Tape::new(class, rng));
            time(|| black_box(&small).to_poly(&basis, 2))
        };
        visit(format!("sampling: {name}"), false, &mut draw)
            && visit(format!("sampling: {name}, residues"), false, &mut residues)
    })
}

/// A generator that gives bytes drawn beforehand, to every request the same; but seeds, which are
/// public, at random.
struct Tape {
    bytes: Vec<u8>,
    seeds: ChaCha20Rng,
}

impl Tape {
    /// Draws the most bytes that any request takes: six a coefficient, for an error.
    fn new(class: Class, rng: &mut ChaCha20Rng) -> Self {
        let mut bytes = vec![0; 6 * DEGREE];
        rng.fill_bytes(&mut bytes);
        class.choose_all(0, &mut bytes);
        Self { bytes, seeds: ChaCha20Rng::from_seed(seed(rng)) }
    }
}

impl TryRng for Tape {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.seeds.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.seeds.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        if bytes.len() == size_of::<Seed>() {
            return self.seeds.try_fill_bytes(bytes);
        }
        bytes.copy_from_slice(&self.bytes[..bytes.len()]);
        Ok(())
    }
}

impl TryCryptoRng for Tape {}

fn seed(rng: &mut ChaCha20Rng) -> Seed {
    let mut seed = Seed::default();
    rng.fill_bytes(&mut seed);
    seed
}

/// A scheme with one special prime.
struct Subject<F: Field> {
    bfv: Bfv<F>,
    public: PublicKey,
}

impl<F: Field> Subject<F> {
    fn new(bits: &[u32]) -> Self {
        let mut moduli = RnsBasis::choose_moduli(DEGREE, bits, 0).expect("primes");
        let special = moduli.split_off(bits.len() - 1);
        let literal =
            ParametersLiteral { log_degree: LOG_DEGREE, moduli, special, insecure: true, ..ParametersLiteral::default() };
        let bfv = Bfv::new(Parameters::new(literal).expect("parameters")).expect("a scheme");
        let public = PublicKey::generate(&bfv, &SecretKey::from_seed(&bfv, &[3; 32]), &mut rng(2)).expect("one scheme");
        Self { bfv, public }
    }

    fn key(&self, class: Class, rng: &mut ChaCha20Rng) -> SecretKey {
        SecretKey::from_seed(&self.bfv, &class.choose([0; 32], seed(rng)))
    }

    /// All coefficients the same, or random.
    fn message(&self, class: Class, fixed: F, rng: &mut ChaCha20Rng) -> Plaintext<F> {
        let mut values: Vec<F> = (0..DEGREE).map(|_| F::random(rng)).collect();
        class.choose_all(fixed, &mut values);
        self.bfv.encode_coefficients(&values).expect("as many as coefficients")
    }

    /// A key, and a ciphertext under it: of zero without noise, or of a random message.
    fn encrypted(&self, class: Class, rng: &mut ChaCha20Rng) -> (SecretKey, Ciphertext) {
        let (key, message) = (self.key(class, rng), self.message(class, F::ZERO, rng));
        let ciphertext = self.bfv.encrypt_secret(&key, &message, &mut Tape::new(class, rng)).expect("one scheme");
        (key, ciphertext)
    }

    fn keys(&self, visit: Visit<'_>) -> bool {
        let mut secret = |class: Class, rng: &mut ChaCha20Rng| {
            let seed = class.choose([0; 32], seed(rng));
            time(|| SecretKey::from_seed(&self.bfv, black_box(&seed)))
        };
        let mut relinearization = |class: Class, rng: &mut ChaCha20Rng| {
            let (key, mut tape) = (self.key(class, rng), Tape::new(class, rng));
            time(|| RelinearizationKey::generate(&self.bfv, black_box(&key), &mut tape).expect("a special prime"))
        };
        visit(format!("{}: secret key", F::NAME), false, &mut secret)
            && visit(format!("{}: relinearization key", F::NAME), false, &mut relinearization)
    }

    fn messages(&self, visit: Visit<'_>) -> bool {
        let mut by_secret = |class: Class, rng: &mut ChaCha20Rng| {
            let (key, message) = (self.key(class, rng), self.message(class, F::ZERO, rng));
            let mut tape = Tape::new(class, rng);
            time(|| self.bfv.encrypt_secret(black_box(&key), black_box(&message), &mut tape))
        };
        let mut by_public = |class: Class, rng: &mut ChaCha20Rng| {
            let (message, mut tape) = (self.message(class, F::ZERO, rng), Tape::new(class, rng));
            time(|| self.bfv.encrypt_public(&self.public, black_box(&message), &mut tape))
        };
        let mut decryption = |class: Class, rng: &mut ChaCha20Rng| {
            let (key, ciphertext) = self.encrypted(class, rng);
            time(|| self.bfv.decrypt(black_box(&key), black_box(&ciphertext)).expect("a budget"))
        };
        visit(format!("{}: encryption under the secret key", F::NAME), false, &mut by_secret)
            && visit(format!("{}: encryption under the public key", F::NAME), false, &mut by_public)
            && visit(format!("{}: decryption", F::NAME), false, &mut decryption)
            && [("0", F::ZERO), ("t - 1", -F::ONE)].into_iter().all(|(name, fixed)| self.sum(name, fixed, visit))
    }

    fn sum(&self, name: &str, fixed: F, visit: Visit<'_>) -> bool {
        let (_, ciphertext) = self.encrypted(Class::Random, &mut rng(5));
        let mut sum = |class: Class, rng: &mut ChaCha20Rng| {
            let (message, mut sum) = (self.message(class, fixed, rng), ciphertext.clone());
            time(|| self.bfv.add_plain_assign(&mut sum, black_box(&message)))
        };
        visit(format!("{}: addition of the plaintext {name}", F::NAME), false, &mut sum)
    }
}
