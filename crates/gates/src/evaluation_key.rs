//! Evaluation keys: what a server evaluates gates with, as it is kept and sent.
//!
//! Masks are expanded from a seed, so that only bodies have bytes. A half TRGSW of a bit `s` of the
//! key of LWE has a row `GLWE(−s·S_j·2^(−iK))` for every digit `i` of every mask component `j`, and
//! a row `GLWE(s·2^(−iK))` for every digit of the body, with a decomposition of its own (M.
//! Belorgey et al., "Revisiting key decomposition techniques for FHE", ePrint 2023/771, section 3).

use crate::decomposition::TORUS_BITS;
use crate::secret_key::UNITS;
use crate::seeds::{self, Errors};
use crate::word::Word;
use crate::{Decomposition, Parameters, ParametersLiteral, SecretKey};
use papilio_fhe::rlwe::KeyId;
use papilio_ntt::complex::{ComplexError, ComplexPlan};
use papilio_ring::sample::{Seed, normal_integer};
use rand_core::CryptoRng;
use rayon::prelude::*;
use zeroize::Zeroizing;

/// Bodies of a key switching key, in the words that the parameters ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeySwitchBodies {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// A bootstrapping key and a key switching key under one secret.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationKey {
    pub(crate) parameters: Parameters,
    pub(crate) id: KeyId,
    pub(crate) seed: Seed,
    /// Bodies of `n` half TRGSW, row after row.
    pub(crate) bootstrapping: Vec<u32>,
    /// One body for every row.
    pub(crate) key_switch: KeySwitchBodies,
}

impl EvaluationKey {
    /// Makes the keys of a secret, on the threads of the pool that it runs in.
    pub fn generate(secret: &SecretKey, rng: &mut impl CryptoRng) -> Self {
        let parameters = *secret.parameters();
        let seed = *seeds::fresh(rng);
        let [rotation, switch] = [Errors::new(rng), Errors::new(rng)];
        let key_switch = match parameters.key_switch_word_bits() {
            16 => KeySwitchBodies::Narrow(key_switching_bodies(secret, seed, &switch)),
            _ => KeySwitchBodies::Wide(key_switching_bodies(secret, seed, &switch)),
        };
        Self { parameters, id: secret.id(), seed, bootstrapping: bootstrapping_bodies(secret, seed, &rotation), key_switch }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The identity of the secret.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.id
    }
}

impl Parameters {
    /// The transform of polynomials: half as many complex numbers.
    pub(crate) fn plan(&self) -> Result<ComplexPlan, ComplexError> {
        ComplexPlan::new(self.literal().log_degree - 1)
    }
}

/// The plan of validated parameters.
pub(crate) fn plan(parameters: &Parameters) -> ComplexPlan {
    parameters.plan().expect("degrees from 2^4 to 2^12")
}

/// The transforms of polynomials of words, each as a number from −2^31 to below 2^31.
pub(crate) fn transform(plan: &ComplexPlan, words: &[u32], values: &mut [f64]) {
    let centered: Zeroizing<Vec<i64>> = Zeroizing::new(words.iter().map(|&x| i64::from(x as i32)).collect());
    plan.forward_integers(&centered, values);
}

/// The bodies of all steps. Products are of words and bits: their doubles err by less than one unit
/// of the torus.
fn bootstrapping_bodies(secret: &SecretKey, seed: Seed, errors: &Errors) -> Vec<u32> {
    let parameters = secret.parameters();
    let (n, rows) = (parameters.degree(), parameters.rows());
    let (plan, uniform) = (plan(parameters), seeds::bootstrapping_mask(seed));
    let mut transformed = Zeroizing::new(vec![0.0; secret.glwe().len()]);
    for (bits, values) in secret.glwe().chunks_exact(n).zip(transformed.chunks_exact_mut(n)) {
        transform(&plan, bits, values);
    }
    let mut bodies = vec![0; parameters.lwe_dimension() * rows * n];
    bodies.par_chunks_exact_mut(rows * n).zip(secret.lwe()).enumerate().for_each(|(step, (bodies, &bit))| {
        let mut rng = errors.part(step);
        let (mut mask, mut values) = (vec![0; n], vec![0.0; n]);
        let (mut sum, mut product) = (Zeroizing::new(vec![0.0; n]), Zeroizing::new(vec![0; n]));
        for (row, body) in bodies.chunks_exact_mut(n).enumerate() {
            sum.fill(0.0);
            for (j, secret) in transformed.chunks_exact(n).enumerate() {
                Word::fill(&uniform, mask_index(parameters, step, row, j), &mut mask);
                transform(&plan, &mask, &mut values);
                plan.multiply_accumulate(&mut sum, &[(&values, secret)]);
            }
            plan.inverse_rounded(&mut sum, &mut product);
            let deviation = parameters.literal().glwe_deviation * UNITS;
            for (word, &product) in body.iter_mut().zip(&*product) {
                *word = (product as u32).wrapping_add(normal_integer(deviation, &mut rng) as u32);
            }
            add_plaintext(secret, row, bit, body);
        }
    });
    bodies
}

/// Which polynomial of the masks component `j` of a row is.
pub(crate) fn mask_index(parameters: &Parameters, step: usize, row: usize, j: usize) -> u64 {
    ((step * parameters.rows() + row) * parameters.glwe_dimension() + j) as u64
}

/// The component, `k` for the body, and the number of the digit, from 1 on, that a row is for.
pub(crate) fn digit_of(parameters: &Parameters, row: usize) -> (usize, u32) {
    let levels = parameters.literal().mask.levels as usize;
    let component = (row / levels).min(parameters.glwe_dimension());
    (component, (row - component * levels) as u32 + 1)
}

/// Adds `−s·S_j·2^(−iK)`, or `s·2^(−iK)` for the body.
fn add_plaintext(secret: &SecretKey, row: usize, bit: u32, body: &mut [u32]) {
    let parameters = secret.parameters();
    let ParametersLiteral { mask, body: of_body, .. } = *parameters.literal();
    let (component, level) = digit_of(parameters, row);
    if component == parameters.glwe_dimension() {
        body[0] = body[0].wrapping_add(bit << of_body.shift(TORUS_BITS, level));
        return;
    }
    let polynomial = secret.glwe().chunks_exact(parameters.degree()).nth(component).unwrap_or_default();
    for (word, &coefficient) in body.iter_mut().zip(polynomial) {
        *word = word.wrapping_sub((bit & coefficient) << mask.shift(TORUS_BITS, level));
    }
}

/// One body for every bit of the key of GLWE and every digit: `⟨mask, s⟩ + e + S·2^(−iB)`.
fn key_switching_bodies<W: Word>(secret: &SecretKey, seed: Seed, errors: &Errors) -> Vec<W> {
    let parameters = secret.parameters();
    let Decomposition { levels, .. } = parameters.literal().key_switch;
    let uniform = seeds::key_switching_mask(seed);
    let lwe: Zeroizing<Vec<W>> = Zeroizing::new(secret.lwe().iter().map(|&bit| W::low(i64::from(bit))).collect());
    let deviation = parameters.literal().lwe_deviation * f64::from(W::BITS).exp2();
    let mut bodies = vec![W::default(); parameters.key_switch_rows()];
    bodies.par_chunks_exact_mut(levels as usize).zip(secret.glwe()).enumerate().for_each(|(at, (bodies, &bit))| {
        let mut rng = errors.part(at);
        let mut mask = vec![W::default(); lwe.len()];
        for (level, body) in (1..=levels).zip(bodies) {
            W::fill(&uniform, at as u64 * u64::from(levels) + u64::from(level - 1), &mut mask);
            let product = mask.iter().zip(&*lwe).fold(W::default(), |sum, (&a, &s)| sum.plus(a.times(s)));
            let message = W::low(i64::from(bit) << parameters.literal().key_switch.shift(W::BITS, level));
            *body = product.plus(message).plus(W::low(normal_integer(deviation, &mut rng)));
        }
    });
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// Masks of two keys, and of two messages, of one secret are of seeds of their own; so are
    /// errors of the parts of a key.
    #[test]
    fn seeds_are_new() {
        let parameters = Parameters::new(ParametersLiteral {
            lwe_dimension: 8,
            log_degree: 5,
            insecure: true,
            ..*Parameters::tfhe_lib().literal()
        });
        let mut rng = ChaCha20Rng::from_seed([6; 32]);
        let secret = SecretKey::generate(&parameters.expect("parameters"), &mut rng);
        let [first, second] = [(); 2].map(|()| EvaluationKey::generate(&secret, &mut rng));
        assert_ne!(first.seed, second.seed);
        assert_ne!(first.seed, Seed::default());
        let [first, second] = [(); 2].map(|()| secret.encrypt_seeded(&[true], &mut rng));
        assert_ne!(first.seed, second.seed);
        let errors = Errors::new(&mut rng);
        let [first, second] = [0, 1].map(|part| normal_integer(1e6, &mut errors.part(part)));
        assert_ne!(first, second);
        assert_ne!(normal_integer(1e6, &mut Errors::new(&mut rng).part(0)), first);
    }
}
