//! Keys, ciphertexts with their values, and checked operations for tests of evaluation.

use crate::bfv::{
    BatchEncoder, FheError, GaloisKeys, Plaintext, RelinearizationKey, SecretKey, galois_element, galois_element_row_swap,
};
use crate::bgv::{Bgv, Ciphertext};
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use papilio_ntt::dft::DftField;
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

pub(super) const LOG_DEGREE: u32 = 12;
pub(super) const DEGREE: usize = 1 << LOG_DEGREE;

/// A scheme with keys for products, rotations by one, and the exchange of rows.
pub(super) struct Bench<F: DftField> {
    pub(super) bgv: Bgv<F>,
    pub(super) slots: BatchEncoder<F>,
    pub(super) secret: SecretKey,
    pub(super) key: RelinearizationKey,
    pub(super) galois: GaloisKeys,
    pub(super) rng: ChaCha20Rng,
}

/// A ciphertext with the values of its slots.
#[derive(Clone)]
pub(super) struct Pair<F>(pub(super) Ciphertext<F>, pub(super) Vec<F>);

/// The last primes are special.
pub(super) fn parameters(bits: &[u32], special: usize) -> Parameters {
    let mut moduli = RnsBasis::choose_moduli(DEGREE, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    Parameters::new(ParametersLiteral {
        log_degree: LOG_DEGREE,
        moduli,
        special,
        insecure: true,
        ..ParametersLiteral::default()
    })
    .expect("parameters")
}

impl<F: DftField> Bench<F> {
    pub(super) fn new(bits: &[u32], special: usize, seed: u64) -> Self {
        let bgv = Bgv::<F>::new(parameters(bits, special)).expect("scheme");
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let secret = SecretKey::generate(bgv.bfv(), &mut rng);
        let key = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng).expect("special primes");
        let exponents = (0..LOG_DEGREE - 1).map(|i| galois_element(DEGREE, 1 << i)).chain([galois_element_row_swap(DEGREE)]);
        let galois = GaloisKeys::generate(bgv.bfv(), &secret, exponents, &mut rng).expect("special primes");
        Self { slots: BatchEncoder::new(bgv.bfv()).expect("slots"), secret, key, galois, rng, bgv }
    }

    pub(super) fn values(&mut self) -> Vec<F> {
        (0..DEGREE).map(|_| F::random(&mut self.rng)).collect()
    }

    pub(super) fn encode(&self, values: &[F]) -> Plaintext<F> {
        self.slots.encode(values).expect("fits")
    }

    pub(super) fn fresh(&mut self) -> Pair<F> {
        let values = self.values();
        let message = self.encode(&values);
        Pair(self.bgv.encrypt_secret(&self.secret, &message, &mut self.rng).expect("context"), values)
    }

    /// Whether it decrypts, which is then to its values; its budget is not below the predicted one
    /// either way.
    pub(super) fn check(&self, x: &Pair<F>, what: &str) -> bool {
        let (predicted, measured) =
            (self.bgv.predicted_budget_bits(&x.0), self.bgv.noise_budget_bits(&self.secret, &x.0).expect("context"));
        let level = x.0.level();
        assert_eq!(x.0.noise().level(), level, "{} {what}", F::NAME);
        assert!(predicted <= measured, "{} {what} at {level}: predicted {predicted:.2}, measured {measured:.2}", F::NAME);
        match self.bgv.decrypt(&self.secret, &x.0) {
            Ok(found) => {
                assert!(
                    self.slots.decode(&found.plaintext).expect("context") == x.1,
                    "{} {what} at {level}: other values",
                    F::NAME
                );
                true
            }
            Err(FheError::Exhausted { .. }) => {
                assert!(predicted < 0.5, "{} {what} at {level}: exhausted at predicted {predicted:.2}", F::NAME);
                false
            }
            Err(error) => panic!("{} {what}: {error}", F::NAME),
        }
    }

    pub(super) fn multiply(&self, a: &Pair<F>, b: &Pair<F>) -> Pair<F> {
        Pair(self.bgv.multiply_relinearize(&a.0, &b.0, &self.key).expect("key"), zip(&a.1, &b.1, |a, b| a * b))
    }

    pub(super) fn square(&self, a: &Pair<F>) -> Pair<F> {
        let square = self.bgv.square(&a.0).expect("context");
        Pair(self.bgv.relinearize(&square, &self.key).expect("key"), zip(&a.1, &a.1, |a, b| a * b))
    }

    pub(super) fn add(&self, a: &Pair<F>, b: &Pair<F>) -> Pair<F> {
        let mut sum = a.0.clone();
        self.bgv.add_assign(&mut sum, &b.0).expect("context");
        Pair(sum, zip(&a.1, &b.1, |a, b| a + b))
    }
}

pub(super) fn zip<F: DftField>(a: &[F], b: &[F], f: impl Fn(F, F) -> F) -> Vec<F> {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

/// Both rows rotated to the left.
pub(super) fn rotated<F: DftField>(values: &[F], steps: usize) -> Vec<F> {
    let mut rows = values.to_vec();
    rows.chunks_mut(DEGREE / 2).for_each(|row| row.rotate_left(steps));
    rows
}

/// The rows exchanged.
pub(super) fn swapped<F: DftField>(values: &[F]) -> Vec<F> {
    [&values[DEGREE / 2..], &values[..DEGREE / 2]].concat()
}
