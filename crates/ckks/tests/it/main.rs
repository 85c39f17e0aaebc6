//! The scheme as its users see it.

mod advice;
mod automatic;
mod bytes;
mod circuits;
mod dfts;
mod errors;
#[path = "suite/fuzz.rs"]
mod fuzz;
mod linear_transforms;
mod operations;
mod parameters;
mod polynomials;
mod precision_summaries;
mod refusals;
mod repeated_roundings;

use chacha20::ChaCha20Rng;
use papilio_ckks::{Ciphertext, Ckks, Complex64, ParametersLiteral, Precision, PublicKey};
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey, SecretKey};
use rand_core::{Rng, SeedableRng};

/// Bits of a result in doubles that are beyond doubt.
const CLEAR_BITS: f64 = 48.0;

/// A scheme with all its keys.
struct Bench {
    ckks: Ckks,
    secret: SecretKey,
    public: PublicKey,
    relinearization: RelinearizationKey,
    rotations: GaloisKeys,
    rng: ChaCha20Rng,
}

/// Steps that there are keys for.
const STEPS: [i64; 4] = [1, 2, -3, 64];

impl Bench {
    fn new(literal: ParametersLiteral, seed: u8) -> Self {
        let ckks = Ckks::of(ParametersLiteral { insecure: true, ..literal }).expect("parameters");
        let mut rng = ChaCha20Rng::from_seed([seed; 32]);
        let secret = SecretKey::generate(&ckks, &mut rng);
        let public = PublicKey::generate(&ckks, &secret, &mut rng).expect("a key");
        let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng).expect("a key");
        let degree = 2 * ckks.slots();
        let elements = STEPS.map(|steps| papilio_fhe::rlwe::galois_element(degree, steps)).into_iter();
        let sums = papilio_fhe::rlwe::inner_sum_galois_elements(degree, degree / 2).expect("a sum");
        let rotations =
            GaloisKeys::generate(&ckks, &secret, elements.chain(sums).chain([ckks.conjugation()]), &mut rng).expect("keys");
        Self { ckks, secret, public, relinearization, rotations, rng }
    }

    /// Five levels of 40 bits, or as many as are said.
    fn small(levels: usize, log_scale: u32, seed: u8) -> Self {
        let log_p = if log_scale > 50 { vec![49, 49] } else { vec![49] };
        let log_base = 55.max(log_scale + 11);
        Self::new(
            ParametersLiteral { log_degree: 10, log_scale, levels, log_base, log_p, ..ParametersLiteral::default() },
            seed,
        )
    }

    /// Complex numbers in the square of this half side.
    fn values(&mut self, side: f64) -> Vec<Complex64> {
        let mut part = || side * ((self.rng.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0);
        (0..self.ckks.slots()).map(|_| Complex64::new(part(), part())).collect()
    }

    fn encrypt(&mut self, values: &[Complex64]) -> Ciphertext {
        let plaintext = self.ckks.encode(values).expect("encoded");
        self.ckks.encrypt_public(&self.public, &plaintext, &mut self.rng).expect("encrypted")
    }

    /// The measured precision, which is not below the predicted one, nor far above.
    fn check<const PARTS: usize>(&self, ciphertext: &Ciphertext<PARTS>, want: &[Complex64], what: &str) -> f64 {
        let plaintext = self.ckks.decrypt(&self.secret, ciphertext).expect(what);
        let measured = Precision::of(&self.ckks.decode(&plaintext), want).minimum();
        let greatest = want.iter().map(|x| x.norm()).fold(0.0, f64::max).log2();
        // The vectors in the clear are doubles, and rounded too.
        let clear = CLEAR_BITS - greatest.max(0.0);
        let predicted = self.ckks.precision_bits(ciphertext).min(clear);
        assert!(measured >= predicted, "{what}: {measured:.2} bits measured where {predicted:.2} are predicted");
        assert!(
            greatest <= ciphertext.log2_bound() + 1e-6,
            "{what}: 2^{greatest} is above the bound 2^{}",
            ciphertext.log2_bound()
        );
        // A result without any error says nothing of a prediction.
        if measured == Precision::MOST_BITS { 0.0 } else { measured.min(clear) - predicted }
    }

    /// [`Self::check`] for predictions that are near.
    fn near<const PARTS: usize>(&self, ciphertext: &Ciphertext<PARTS>, want: &[Complex64], what: &str) {
        let apart = self.check(ciphertext, want, what);
        // The worst of 512 slots is 1.7 bits from one that occurs once in 2^20 times.
        assert!(apart < 3.5, "{what}: measured {apart:.2} bits above the prediction");
    }
}

fn zip(a: &[Complex64], b: &[Complex64], f: impl Fn(Complex64, Complex64) -> Complex64) -> Vec<Complex64> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

fn map(a: &[Complex64], f: impl Fn(Complex64) -> Complex64) -> Vec<Complex64> {
    a.iter().map(|&x| f(x)).collect()
}

/// The slots from this one on, and then those before.
fn rotated(a: &[Complex64], steps: i64) -> Vec<Complex64> {
    let mut out = a.to_vec();
    out.rotate_left(steps.rem_euclid(a.len() as i64) as usize);
    out
}
