//! Times of operations on secrets, by the test of O. Reparaz, J. Balasch and I. Verbauwhede, "Dude, is my code constant time?"
//! (DATE 2017): inputs of two classes in random order, and Welch's t of their times. What it covers: `docs/constant-time.md`.
#![forbid(unsafe_code)]

use chacha20::ChaCha20Rng;
use core::convert::Infallible;
use core::hint::black_box;
use ntt::Field;
use ntt::field::{BabyBear, Bn254, Goldilocks, P32};
use papilio_fhe::bfv::{Bfv, Ciphertext, Plaintext, PublicKey, RelinearisationKey, SecretKey};
use papilio_fhe::{Literal, Params};
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};
use ring::Basis;
use ring::sample::{Seed, Small};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const LOG_DEGREE: u32 = 12;
const DEGREE: usize = 1 << LOG_DEGREE;
/// Times taken for one value of t.
const SAMPLES: usize = 1500;
/// Values of t, all of which have to be beyond the threshold, on the same side: what disturbs a machine passes.
const REPETITIONS: usize = 5;
/// Without a leak t is a normal deviate; 4.5 is the usual threshold of leakage tests, and 10 that of the authors' program.
const THRESHOLD: f64 = 10.0;
/// Shares of the times that are kept, the shortest: the long ones are those of interrupts and of other programs.
const KEPT: [f64; 4] = [0.5, 0.75, 0.9, 1.0];
/// Fewer times of a class are no statistics.
const LEAST: usize = 50;

/// Measurements run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// The secrets of a measurement: always the same ones, or drawn anew.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Fixed,
    Random,
}

impl Class {
    /// One of two values that both have been made, so that what precedes a measurement does not tell classes apart.
    fn choose<T>(self, fixed: T, random: T) -> T {
        match self {
            Self::Fixed => fixed,
            Self::Random => random,
        }
    }

    /// As [`Self::choose`], in the memory of the random ones and word by word: other memory, or a fill of it, has other times.
    fn choose_all<T: Copy>(self, fixed: T, random: &mut [T]) {
        random.iter_mut().for_each(|x| *x = black_box(self).choose(fixed, *x));
    }
}

/// Seconds that an operation takes.
fn time<T>(operation: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = black_box(operation());
    let time = start.elapsed().as_secs_f64();
    drop(result);
    time
}

/// Welch's t of the times of both classes: positive when random secrets take longer.
fn welch(times: &[(Class, f64)]) -> Option<f64> {
    let moments = |class| {
        let times = || times.iter().filter(|x| x.0 == class).map(|x| x.1);
        let count = times().count() as f64;
        let mean = times().sum::<f64>() / count;
        let variance = times().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (count >= LEAST as f64).then_some((mean, variance / count))
    };
    let ((fixed, a), (random, b)) = moments(Class::Fixed).zip(moments(Class::Random))?;
    // Times are whole ticks of a clock.
    Some((random - fixed) / (a + b).sqrt().max(1e-12))
}

/// The greatest t over what is kept of the times.
fn t(mut times: Vec<(Class, f64)>) -> f64 {
    times.sort_by(|a, b| a.1.total_cmp(&b.1));
    let kept = KEPT.iter().filter_map(|share| welch(&times[..(share * times.len() as f64) as usize]));
    kept.max_by(|a, b| a.abs().total_cmp(&b.abs())).expect("times of both classes")
}

/// Whether the times tell classes apart, every time that they are measured.
fn leaks(name: &str, mut measure: impl FnMut(Class, &mut ChaCha20Rng) -> f64) -> bool {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let beyond = |found: &[f64]| found.iter().all(|t| t.abs() > THRESHOLD && t * found[0] > 0.0);
    let mut found = Vec::new();
    while found.len() < REPETITIONS && beyond(&found) {
        let times = (0..SAMPLES).map(|_| {
            let class = if rng.next_u32() & 1 == 0 { Class::Fixed } else { Class::Random };
            (class, measure(class, &mut rng))
        });
        found.push(t(times.collect()));
    }
    println!("{name}: t = {found:.1?}");
    beyond(&found)
}

fn assert_constant(name: &str, measure: impl FnMut(Class, &mut ChaCha20Rng) -> f64) {
    assert!(!leaks(name, measure), "the time of {name} depends on secrets");
}

/// A generator that gives bytes drawn beforehand, to every request the same; but seeds, which are public, at random.
struct Tape {
    bytes: Vec<u8>,
    seeds: ChaCha20Rng,
}

impl Tape {
    /// As many as any request of these tests is for: for an error six bytes a coefficient.
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
        let mut moduli = Basis::choose_moduli(DEGREE, bits, 0).expect("primes");
        let special = moduli.split_off(bits.len() - 1);
        let literal = Literal { log_degree: LOG_DEGREE, moduli, special, insecure: true };
        let bfv = Bfv::new(Params::new(literal).expect("parameters")).expect("a scheme");
        let mut rng = ChaCha20Rng::from_seed([2; 32]);
        let public = PublicKey::generate(&bfv, &SecretKey::from_seed(&bfv, [3; 32]), &mut rng);
        Self { bfv, public }
    }

    fn key(&self, class: Class, rng: &mut ChaCha20Rng) -> SecretKey {
        SecretKey::from_seed(&self.bfv, class.choose([0; 32], seed(rng)))
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
        let ciphertext = self.bfv.encrypt_secret(&key, &message, &mut Tape::new(class, rng));
        (key, ciphertext)
    }

    fn check_keys(&self) {
        assert_constant(&format!("{}: secret key", F::NAME), |class, rng| {
            let seed = class.choose([0; 32], seed(rng));
            time(|| SecretKey::from_seed(&self.bfv, black_box(seed)))
        });
        assert_constant(&format!("{}: relinearisation key", F::NAME), |class, rng| {
            let (key, mut tape) = (self.key(class, rng), Tape::new(class, rng));
            time(|| RelinearisationKey::generate(&self.bfv, black_box(&key), &mut tape).expect("a special prime"))
        });
    }

    fn check_encryption(&self) {
        assert_constant(&format!("{}: encryption under the secret key", F::NAME), |class, rng| {
            let (key, message) = (self.key(class, rng), self.message(class, F::ZERO, rng));
            let mut tape = Tape::new(class, rng);
            time(|| self.bfv.encrypt_secret(black_box(&key), black_box(&message), &mut tape))
        });
        assert_constant(&format!("{}: encryption under the public key", F::NAME), |class, rng| {
            let (message, mut tape) = (self.message(class, F::ZERO, rng), Tape::new(class, rng));
            time(|| self.bfv.encrypt_public(&self.public, black_box(&message), &mut tape))
        });
    }

    fn check_decryption(&self) {
        assert_constant(&format!("{}: decryption", F::NAME), |class, rng| {
            let (key, ciphertext) = self.encrypted(class, rng);
            time(|| self.bfv.decrypt(black_box(&key), black_box(&ciphertext)).expect("a budget"))
        });
    }

    fn check_lift(&self) {
        for (name, fixed) in [("0", F::ZERO), ("t - 1", -F::ONE)] {
            assert_constant(&format!("{}: lift of {name}", F::NAME), |class, rng| {
                let message = self.message(class, fixed, rng);
                time(|| self.bfv.factor(black_box(&message)))
            });
        }
    }
}

/// One coefficient in eight decides a branch, after a decryption.
#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn a_branch_is_found() {
    #[inline(never)]
    fn odd(count: &mut u64) {
        *count += 1;
    }
    let subject = Subject::<P32>::new(&[50, 50, 50]);
    let leak = leaks("a branch", |class, rng| {
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
    });
    assert!(leak, "a branch on coefficients of the message is not seen");
}

/// Bytes are compared until they differ.
#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn an_early_exit_is_found() {
    let expected = Tape::new(Class::Fixed, &mut ChaCha20Rng::from_seed([4; 32])).bytes;
    let leak = leaks("an early exit", |class, rng| {
        let found = Tape::new(class, rng).bytes;
        time(|| expected.iter().zip(&found).all(|(a, b)| black_box(a) == b))
    });
    assert!(leak, "a comparison that ends early is not seen");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn sampling() {
    let basis = Basis::new(DEGREE, &Basis::choose_moduli(DEGREE, &[50, 60], 0).expect("primes")).expect("a basis");
    let samplers: [fn(usize, &mut Tape) -> Small; 2] = [Small::ternary, Small::error];
    for (name, sample) in ["ternary", "error"].into_iter().zip(samplers) {
        assert_constant(name, |class, rng| {
            let mut tape = Tape::new(class, rng);
            time(|| sample(DEGREE, black_box(&mut tape)))
        });
        assert_constant(&format!("{name}: residues"), |class, rng| {
            let small = sample(DEGREE, &mut Tape::new(class, rng));
            time(|| black_box(&small).to_poly(&basis, 2))
        });
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn keys() {
    Subject::<P32>::new(&[50, 50, 50]).check_keys();
}

/// With rounding by conversions of residues, by 52-bit and by 64-bit words, and by sums of fractions.
#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn encryption_and_decryption() {
    fn check<F: Field>(bits: &[u32]) {
        let subject = Subject::<F>::new(bits);
        subject.check_encryption();
        subject.check_decryption();
    }
    check::<P32>(&[50, 50, 50]);
    check::<BabyBear>(&[60, 60, 60]);
    check::<Goldilocks>(&[50, 50, 50]);
    check::<Bn254>(&[50; 7]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times of code that is not optimised")]
fn lifts() {
    Subject::<P32>::new(&[50, 50]).check_lift();
    Subject::<Goldilocks>::new(&[50, 50]).check_lift();
    Subject::<Bn254>::new(&[50, 50]).check_lift();
}
