//! BFV (Brakerski 2012; Fan and Vercauteren, ePrint 2012/144), the linear half and products, for
//! any plaintext prime of a [`Field`].
//!
//! Messages are scaled by the rational `Q/t` and rounded once, so that sums and multiples by
//! integers wrap around `t` without any noise from `Q mod t`. Nothing but encoding, decoding and
//! the reduction of constants knows the size of `t`.
//!
//! # What is promised to whom
//!
//! * *Whoever has ciphertexts and public keys and no secret key* learns nothing of messages:
//!   encryption hides them from observers who choose messages (IND-CPA), at the security that
//!   [`crate::security`] states, and no more.
//! * *Whoever supplies ciphertexts and is shown results* may learn the key. Decryption answers by
//!   the noise, and noise is linear in the secret: decryptions of ciphertexts that were altered or
//!   brought near the end of their budget, refusals, and most of all measured budgets reveal it
//!   after few questions (IND-CPA^D: B. Li and D. Micciancio, "On the security of homomorphic
//!   encryption on approximate numbers", 2021; for exact schemes as these J. H. Cheon et al.,
//!   ePrint 2024/127, and M. Checri et al., ePrint 2024/116). Results, refusals and budgets are for
//!   the owner of the key; there is no protection against chosen ciphertexts.
//! * *Whoever evaluates* hides nothing from the owner of the key: the noise of a result tells of
//!   the circuit and of the plaintexts that ciphertexts were multiplied with (no circuit privacy).
//!   [`Bfv::flood`] hides them, for what it promises.

mod decrypt;
mod encode;
mod encrypt;
mod flood;
mod integer;
mod lift;
mod linear_transform;
mod multipliers;
mod multiply;
mod periodic;
mod plain;
mod prime_dropping;
#[cfg(test)]
mod tests;

pub use decrypt::Decryption;
pub(crate) use encode::check_residues;
pub use encode::{BatchEncoder, Plaintext};
pub use periodic::PeriodicEncoder;

pub use crate::rlwe::{
    Ciphertext, FheError, GaloisKeys, Hoisted, KeyId, PreparedPlaintext, Product, PublicKey, ROTATION_GENERATOR,
    RelinearizationKey, SecretKey, SecretSwitchingKey, SeededCiphertext, galois_element, galois_element_row_swap,
    inner_sum_galois_elements,
};

use crate::Parameters;
use crate::noise::{LEAST_BUDGET, Model, Sources, log2_modulus};
use crate::rlwe::Rlwe;
use core::ops::Deref;
use multipliers::Multipliers;
use papilio_field::{Field, FieldRing, Modulus, Residue, ResidueRing};
use papilio_ring::BasisConverter;
use prime_dropping::PrimeDropping;
use std::sync::Arc;

/// BFV over fixed parameters and plaintext field, with the constants of every level.
#[derive(Clone, Debug)]
pub struct Bfv<F: Residue> {
    rlwe: Rlwe,
    /// The ring of the plaintexts' coefficients.
    plaintext_modulus: F::Ring,
    multipliers: Arc<Multipliers>,
    /// Constants of level `l` at index `l − 1`.
    levels: Vec<Level<F>>,
}

/// Constants of one level, `Q = q_0 … q_{l−1}`.
#[derive(Clone, Debug)]
struct Level<F> {
    /// `Q mod t`.
    modulus: F,
    /// `⌊t·x/Q⌉ mod t`, for plaintext primes of a word that the kernels take.
    round: Option<BasisConverter>,
    /// For ciphertexts of two parts, and products of three.
    lowerings: [Option<PrimeDropping>; 2],
    /// `−t^(−1) mod q_i`.
    minus_inverse_plain: Vec<u64>,
    /// `t·(Q/q_i)^(−1) mod q_i`.
    digit: Vec<u64>,
    /// `−q_i^(−1) mod t`.
    minus_inverse_prime: Vec<F>,
}

impl<F: Field> Bfv<F> {
    /// The scheme over these parameters, for plaintexts over a field that is a type.
    ///
    /// # Errors
    /// The errors of [`Self::with_modulus`].
    pub fn new(parameters: Parameters) -> Result<Self, FheError> {
        Self::with_modulus(parameters, FieldRing::new())
    }
}

impl<F: Residue> Bfv<F> {
    /// The scheme over these parameters, for plaintexts modulo `t`: any integer for `F = u64`.
    ///
    /// # Errors
    /// [`FheError::SharedPrime`]; [`FheError::SmallModulus`] when the modulus has no room for
    /// messages.
    pub fn with_modulus(parameters: Parameters, t: F::Ring) -> Result<Self, FheError> {
        let levels = (1..=parameters.limbs()).map(|level| Level::new(&parameters, &t, level)).collect::<Option<_>>();
        let levels = levels.ok_or_else(|| FheError::SharedPrime(t.name().into_owned()))?;
        let multipliers = Arc::new(Multipliers::new(parameters.limbs()));
        let (model, level) = (Model::of(&parameters, &t), parameters.limbs());
        let fresh = model.budget_bits(&model.fresh_secret(Sources::none()));
        if fresh < LEAST_BUDGET {
            let log_modulus = parameters.log_modulus();
            return Err(FheError::SmallModulus { level, log_modulus, needed: log_modulus - fresh + LEAST_BUDGET });
        }
        Ok(Self { rlwe: Rlwe::new(parameters, &t, model), levels, multipliers, plaintext_modulus: t })
    }

    /// The ring `Z_t` of the coefficients of plaintexts.
    #[must_use]
    pub fn plaintext_modulus(&self) -> &F::Ring {
        &self.plaintext_modulus
    }

    fn level(&self, level: usize) -> &Level<F> {
        &self.levels[level - 1]
    }
}

impl<F: Residue> AsRef<Rlwe> for Bfv<F> {
    fn as_ref(&self) -> &Rlwe {
        &self.rlwe
    }
}

/// Keys, sums, automorphisms and all that no message enters.
impl<F: Residue> Deref for Bfv<F> {
    type Target = Rlwe;

    fn deref(&self) -> &Rlwe {
        &self.rlwe
    }
}

impl<F: Residue> Level<F> {
    fn new(parameters: &Parameters, t: &F::Ring, level: usize) -> Option<Self> {
        let basis = parameters.basis();
        let plain = |m: &Modulus| m.reduce_words(&t.modulus());
        let primes: Vec<F> = basis.moduli(level).map(|m| t.reduce(m.value())).collect();
        if basis.moduli(level).any(|m| plain(m) == 0) {
            return None;
        }
        let digit = |(i, m): (usize, &Modulus)| m.mul(plain(m), m.inverse(basis.product_mod(m, level, Some(i))));
        Some(Self {
            round: Self::round(parameters, t, level),
            lowerings: [2, 3].map(|parts| PrimeDropping::new(basis, log2_modulus(t), level, parts)),
            modulus: primes.iter().fold(t.one(), |product, &q| t.mul(product, q)),
            minus_inverse_plain: basis.moduli(level).map(|m| m.neg(m.inverse(plain(m)))).collect(),
            digit: basis.moduli(level).enumerate().map(digit).collect(),
            minus_inverse_prime: primes.iter().map(|&q| t.inverse(q).map(|x| t.neg(x))).collect::<Option<_>>()?,
        })
    }

    fn round(parameters: &Parameters, t: &F::Ring, level: usize) -> Option<BasisConverter> {
        let plain =
            Modulus::new(t.modulus()[0]).filter(|plain| t.words() == 1 && plain.bits() <= BasisConverter::MAX_WORD_BITS)?;
        let primes: Vec<_> = parameters.basis().moduli(level).copied().collect();
        let able = primes.iter().all(|q| q.bits() >= BasisConverter::MIN_SOURCE_BITS);
        able.then(|| BasisConverter::scale_and_round(&primes, &[plain], |m| m.reduce_words(&t.modulus())))
    }
}
