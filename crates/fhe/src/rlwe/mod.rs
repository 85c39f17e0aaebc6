//! The common part of all schemes over ring learning with errors, which no message enters.
//!
//! Keys, ciphertexts and their seeds, sums, products with polynomials, switches to smaller moduli,
//! automorphisms, key switching, and the predicted noise. A scheme adds its encoding, its scale and
//! its product of ciphertexts: [`crate::bfv`] and [`crate::bgv`] dereference to an [`Rlwe`], and so
//! may schemes of other crates: [`Rlwe::approximate`], encryptions of zero and [`Rlwe::phase`] are
//! for them.

mod ciphertext;
mod encryption;
mod error;
mod extended_public_key;
mod galois;
mod key_id;
mod keys;
pub mod keyswitch;
mod linear;
pub mod linear_transform;
mod modulus_switch;
mod operand;
mod phase;
pub(crate) mod powers;
mod prepared_plaintext;
mod relinearization;
mod secret_switching;
mod tensor;

pub(crate) use ciphertext::source;
pub use ciphertext::{Ciphertext, Product, SeededCiphertext};
pub use error::FheError;
pub use extended_public_key::ExtendedPublicKey;
pub use galois::{GaloisKeys, Hoisted, galois_element, galois_element_row_swap, inner_sum_galois_elements};
pub use key_id::KeyId;
pub use keys::{PublicKey, SecretKey};
pub(crate) use linear::{OfPairs, each};
pub use linear_transform::{ExtendedPlaintext, LinearTransform};
pub use operand::Operand;
pub use papilio_ntt::ROTATION_GENERATOR;
pub use prepared_plaintext::PreparedPlaintext;
pub use relinearization::RelinearizationKey;
pub use secret_switching::SecretSwitchingKey;

use crate::Parameters;
use crate::noise::{Model, log2_primes};
use papilio_field::ResidueRing;
use papilio_field::words::Words;
use papilio_ring::{Engine, Form, ModulusSwitches, Poly};
use std::sync::Arc;

/// Ciphertexts over fixed parameters and plaintext modulus.
#[derive(Clone, Debug)]
pub struct Rlwe {
    parameters: Parameters,
    /// The plaintext modulus, which ciphertexts carry.
    plaintext_modulus: Words,
    /// Its name in messages.
    plaintext_name: String,
    /// Fingerprint of the parameters and the plaintext modulus.
    context: u64,
    model: Model,
    switches: Arc<ModulusSwitches>,
    /// Slots of a plaintext; the degree where there are none.
    slots: usize,
}

impl AsRef<Self> for Rlwe {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Rlwe {
    pub(crate) fn new(parameters: Parameters, t: &impl ResidueRing, model: Model) -> Self {
        let degree = parameters.degree();
        // A root of order 2n for n slots, which are four at least.
        let slots = t.two_adicity().checked_sub(1).filter(|&log| log >= 2).map_or(degree, |log| degree.min(1 << log.min(63)));
        Self::of(parameters, (t.modulus(), t.name().into_owned()), model, slots)
    }

    /// The common part of a scheme whose messages are approximate numbers: there is no plaintext
    /// modulus, and predictions are of the noise by itself.
    #[must_use]
    pub fn approximate(parameters: Parameters) -> Self {
        let (degree, literal) = (parameters.degree(), parameters.literal());
        let model = Model::new(degree, 0.0, log2_primes(&literal.moduli), log2_primes(&literal.special));
        Self::of(parameters, (Words::default(), "approximate numbers".to_owned()), model, degree)
    }

    fn of(parameters: Parameters, (modulus, name): (Words, String), model: Model, slots: usize) -> Self {
        let context = parameters.fingerprint_over(&modulus);
        let switches = Arc::new(ModulusSwitches::new(parameters.limbs()));
        Self { parameters, plaintext_modulus: modulus, plaintext_name: name, context, model, switches, slots }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The model that predicts noise.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Divisions by the last primes.
    pub(crate) fn switches(&self) -> &ModulusSwitches {
        &self.switches
    }

    /// The words of the plaintext modulus.
    pub(crate) fn plaintext_words(&self) -> &Words {
        &self.plaintext_modulus
    }

    /// The name of the plaintext modulus.
    pub(crate) fn plaintext_name(&self) -> &str {
        &self.plaintext_name
    }

    /// Fingerprint of the parameters and the plaintext modulus.
    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    /// The predicted budget of a ciphertext, which is not above the exact one, except with a
    /// probability of about `2^(−20)` (see [`crate::noise`]).
    #[must_use]
    pub fn predicted_budget_bits<S: Form, const PARTS: usize, E: Engine>(&self, a: &Ciphertext<S, PARTS, E>) -> f64 {
        self.model.budget_bits(a.noise())
    }

    /// Refuses keys of other parameters.
    pub(crate) fn check_key(&self, found: u64) -> Result<(), FheError> {
        let expected = self.parameters.fingerprint();
        if found == expected { Ok(()) } else { Err(FheError::Context { found, expected }) }
    }

    /// Refuses polynomials of another degree, or of a level that the parameters do not have.
    ///
    /// # Errors
    /// [`FheError::Degree`]; [`FheError::LevelRange`].
    pub fn check_poly<S: Form, E: Engine>(&self, poly: &Poly<S, E>) -> Result<(), FheError> {
        let (found, expected) = (poly.degree(), self.parameters.degree());
        if found != expected {
            return Err(FheError::Degree { found, expected });
        }
        let (found, most) = (poly.level(), self.parameters.limbs());
        if (1..=most).contains(&found) { Ok(()) } else { Err(FheError::LevelRange { found, most }) }
    }

    /// Refuses polynomials of other primes, as far as their residues show it.
    pub(crate) fn check_limbs<S: Form>(&self, poly: &Poly<S>) -> Result<(), FheError> {
        let primes = self.parameters.basis().moduli(poly.level()).map(papilio_field::Modulus::value);
        let mut limbs = primes.enumerate();
        match limbs.find(|&(i, prime)| poly.limb(i).iter().any(|&x| x >= prime)) {
            Some((limb, prime)) => Err(FheError::UnreducedLimb { limb, prime }),
            None => Ok(()),
        }
    }

    /// Refuses levels that the parameters do not have.
    ///
    /// # Errors
    /// [`FheError::LevelRange`].
    pub fn check_level(&self, level: usize) -> Result<(), FheError> {
        let most = self.parameters.limbs();
        if (1..=most).contains(&level) { Ok(()) } else { Err(FheError::LevelRange { found: level, most }) }
    }

    /// Refuses a level whose modulus leaves no room for a message once a ciphertext is switched
    /// down to it.
    pub(crate) fn check_modulus(&self, level: usize) -> Result<(), FheError> {
        let (log_modulus, needed) = (self.model.log_modulus(level), self.model.least_log_modulus());
        if log_modulus >= needed { Ok(()) } else { Err(FheError::SmallModulus { level, log_modulus, needed }) }
    }

    /// The key of two operands of one level.
    pub(crate) fn check_pair<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &Ciphertext<S, PARTS, E>,
        b: &Ciphertext<S, PARTS, E>,
    ) -> Result<KeyId, FheError> {
        self.check_context(a)?;
        self.check_context(b)?;
        match (a.level(), b.level()) {
            (expected, found) if expected != found => Err(FheError::Level { found, expected }),
            _ => a.key().common(b.key()),
        }
    }

    /// Refuses ciphertexts of other parameters or another plaintext modulus.
    ///
    /// # Errors
    /// [`FheError::Context`].
    pub fn check_context<S: Form, const PARTS: usize, E: Engine>(&self, a: &Ciphertext<S, PARTS, E>) -> Result<(), FheError> {
        self.check_fingerprint(a.context())
    }

    pub(crate) fn check_fingerprint(&self, found: u64) -> Result<(), FheError> {
        let expected = self.context;
        if found == expected { Ok(()) } else { Err(FheError::Context { found, expected }) }
    }
}
