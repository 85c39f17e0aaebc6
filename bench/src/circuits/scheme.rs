//! BFV and BGV behind one interface.

use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{
    self, BatchEncoder, Bfv, Decryption, FheError, GaloisKeys, Plaintext, PublicKey, RelinearizationKey, SecretKey,
    galois_element, galois_element_row_swap,
};
use papilio_fhe::bgv::{self, Bgv};
use papilio_fhe::codec::Object;
use papilio_fhe::noise::{LEAST_BUDGET, Noise, log2_modulus};
use papilio_ntt::dft::DftField;

use super::{DEGREE, parameters};

/// One secret and what belongs to it.
pub(super) struct Keys {
    pub(super) secret: SecretKey,
    pub(super) public: PublicKey,
    pub(super) relinearization: RelinearizationKey,
    pub(super) galois: GaloisKeys,
}

impl Keys {
    pub(super) fn new<F: DftField>(bfv: &Bfv<F>, rng: &mut ChaCha20Rng) -> Result<Self, FheError> {
        let secret = SecretKey::generate(bfv, rng);
        // Rotations by powers of two to the left: an inner sum, and rotations that are several of
        // them.
        let exponents =
            (0..DEGREE.ilog2() - 1).map(|i| galois_element(DEGREE, 1 << i)).chain([galois_element_row_swap(DEGREE)]);
        Ok(Self {
            public: PublicKey::generate(bfv, &secret, rng)?,
            relinearization: RelinearizationKey::generate(bfv, &secret, rng)?,
            galois: GaloisKeys::generate(bfv, &secret, exponents, rng)?,
            secret,
        })
    }
}

/// Everything of a session.
pub(super) struct Setting<F: DftField> {
    pub(super) bfv: Bfv<F>,
    pub(super) bgv: Bgv<F>,
    pub(super) slots: BatchEncoder<F>,
    pub(super) keys: Keys,
}

impl<F: DftField> Setting<F> {
    pub(super) fn new(bits: &[u32], special: usize, rng: &mut ChaCha20Rng) -> Result<Self, FheError> {
        let bfv = Bfv::<F>::new(parameters(bits, special))?;
        Ok(Self { keys: Keys::new(&bfv, rng)?, bgv: Bgv::over(bfv.clone()), slots: BatchEncoder::new(&bfv)?, bfv })
    }
}

/// The key that a message is encrypted under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Secret,
    Public,
}

/// A scheme as circuits use it: its ciphertexts, and each operation by its name.
pub(super) trait Scheme<F: DftField>: Clone + Sized {
    const NAME: &str;

    fn encrypt(on: &Setting<F>, message: &Plaintext<F>, key: Key, rng: &mut ChaCha20Rng) -> Result<Self, FheError>;
    /// Zero at the top level, without noise.
    fn zero(on: &Setting<F>) -> Result<Self, FheError>;
    fn level(&self) -> usize;
    fn noise(&self) -> &Noise;
    fn add(&mut self, on: &Setting<F>, other: &Self) -> Result<(), FheError>;
    fn sub(&mut self, on: &Setting<F>, other: &Self) -> Result<(), FheError>;
    fn add_many(on: &Setting<F>, terms: &[Self]) -> Result<Self, FheError>;
    fn negate(&mut self, on: &Setting<F>) -> Result<(), FheError>;
    fn scale(&mut self, on: &Setting<F>, by: F) -> Result<(), FheError>;
    fn add_plain(&mut self, on: &Setting<F>, message: &Plaintext<F>) -> Result<(), FheError>;
    fn sub_plain(&mut self, on: &Setting<F>, message: &Plaintext<F>) -> Result<(), FheError>;
    fn mul_plain(&self, on: &Setting<F>, message: &Plaintext<F>) -> Result<Self, FheError>;
    fn mul_plain_sum(&self, on: &Setting<F>, messages: [&Plaintext<F>; 2]) -> Result<Self, FheError>;
    fn multiply(&self, on: &Setting<F>, other: &Self) -> Result<Self, FheError>;
    /// A product at the level of both operands, which is not lowered first.
    fn multiply_here(&self, on: &Setting<F>, other: &Self) -> Result<Self, FheError>;
    fn square(&self, on: &Setting<F>) -> Result<Self, FheError>;
    fn rotate(&self, on: &Setting<F>, steps: i64) -> Result<Self, FheError>;
    fn swap(&self, on: &Setting<F>) -> Result<Self, FheError>;
    /// The images of one hoisted ciphertext: a rotation by four steps plus the exchange of rows.
    fn hoisted_sum(&self, on: &Setting<F>) -> Result<Self, FheError>;
    fn inner_sum(&self, on: &Setting<F>) -> Result<Self, FheError>;
    fn mod_switch_to(&mut self, on: &Setting<F>, level: usize) -> Result<(), FheError>;
    fn through_bytes(&self, on: &Setting<F>) -> Self;
    fn decrypt(&self, on: &Setting<F>) -> Result<Decryption<F>, FheError>;
    fn measured(&self, on: &Setting<F>) -> Result<f64, FheError>;
    fn predicted(&self, on: &Setting<F>) -> f64;
    /// The same ciphertext with the greatest noise that decryption takes: it is decrypted by what
    /// is measured alone.
    fn forgetful(&self, on: &Setting<F>) -> Result<Self, FheError>;
}

/// Noise that leaves the least budget of decryption.
fn greatest_noise<F: DftField>(bfv: &Bfv<F>, level: usize) -> Noise {
    let least = LEAST_BUDGET + 1e-6;
    Noise::bounded(level, bfv.model().log_modulus(level) - log2_modulus(bfv.plaintext_modulus()) - 1.0 - least)
}

/// [`Scheme`] of a scheme: the operations that have the same names in both, and those in braces.
macro_rules! scheme {
    ($ciphertext:ty, $name:literal, $scheme:ident, { $($own:tt)* }) => {
        impl<F: DftField> Scheme<F> for $ciphertext {
            const NAME: &str = $name;

            fn zero(on: &Setting<F>) -> Result<Self, FheError> {
                on.$scheme.zero_ciphertext(on.bfv.parameters().limbs())
            }

            fn level(&self) -> usize {
                self.level()
            }

            fn noise(&self) -> &Noise {
                self.noise()
            }

            fn add(&mut self, on: &Setting<F>, other: &Self) -> Result<(), FheError> {
                on.$scheme.add_assign(self, other)
            }

            fn sub(&mut self, on: &Setting<F>, other: &Self) -> Result<(), FheError> {
                on.$scheme.sub_assign(self, other)
            }

            fn add_many(on: &Setting<F>, terms: &[Self]) -> Result<Self, FheError> {
                on.$scheme.add_many(terms)
            }

            fn negate(&mut self, on: &Setting<F>) -> Result<(), FheError> {
                on.$scheme.neg_assign(self)
            }

            fn scale(&mut self, on: &Setting<F>, by: F) -> Result<(), FheError> {
                on.$scheme.mul_scalar_assign(self, by)
            }

            fn add_plain(&mut self, on: &Setting<F>, message: &Plaintext<F>) -> Result<(), FheError> {
                on.$scheme.add_plain_assign(self, message)
            }

            fn sub_plain(&mut self, on: &Setting<F>, message: &Plaintext<F>) -> Result<(), FheError> {
                on.$scheme.sub_plain_assign(self, message)
            }

            fn mul_plain(&self, on: &Setting<F>, message: &Plaintext<F>) -> Result<Self, FheError> {
                on.$scheme.mul_plain(self, message)
            }

            fn mul_plain_sum(&self, on: &Setting<F>, [p, q]: [&Plaintext<F>; 2]) -> Result<Self, FheError> {
                let x = on.$scheme.to_evaluation(self.clone())?;
                let mut sum = on.$scheme.zero_ciphertext(x.level())?;
                on.$scheme.mul_plain_accumulate(&mut sum, &[(&x, &on.$scheme.prepare(p)?), (&x, &on.$scheme.prepare(q)?)])?;
                on.$scheme.to_coefficient(sum)
            }

            fn multiply(&self, on: &Setting<F>, other: &Self) -> Result<Self, FheError> {
                on.$scheme.multiply_relinearize(self, other, &on.keys.relinearization)
            }

            fn square(&self, on: &Setting<F>) -> Result<Self, FheError> {
                on.$scheme.relinearize(&on.$scheme.square(self)?, &on.keys.relinearization)
            }

            fn rotate(&self, on: &Setting<F>, steps: i64) -> Result<Self, FheError> {
                on.$scheme.rotate_rows(self, steps, &on.keys.galois)
            }

            fn swap(&self, on: &Setting<F>) -> Result<Self, FheError> {
                on.$scheme.rotate_columns(self, &on.keys.galois)
            }

            fn hoisted_sum(&self, on: &Setting<F>) -> Result<Self, FheError> {
                let hoisted = on.$scheme.hoist(&on.$scheme.to_evaluation(self.clone())?)?;
                let image = |exponent| on.$scheme.apply_hoisted(&hoisted, exponent, &on.keys.galois);
                on.$scheme.to_coefficient(on.$scheme.add_many(&[image(galois_element(DEGREE, 4))?, image(galois_element_row_swap(DEGREE))?])?)
            }

            fn inner_sum(&self, on: &Setting<F>) -> Result<Self, FheError> {
                on.$scheme.inner_sum(self, &on.keys.galois)
            }

            fn mod_switch_to(&mut self, on: &Setting<F>, level: usize) -> Result<(), FheError> {
                on.$scheme.mod_switch_to_assign(self, level)
            }

            fn through_bytes(&self, on: &Setting<F>) -> Self {
                Self::from_bytes(&on.bfv, &self.to_bytes(&on.bfv)).expect("its own bytes")
            }

            fn decrypt(&self, on: &Setting<F>) -> Result<Decryption<F>, FheError> {
                on.$scheme.decrypt(&on.keys.secret, self)
            }

            fn measured(&self, on: &Setting<F>) -> Result<f64, FheError> {
                on.$scheme.noise_budget_bits(&on.keys.secret, self)
            }

            fn predicted(&self, on: &Setting<F>) -> f64 {
                on.$scheme.predicted_budget_bits(self)
            }

            $($own)*
        }
    };
}

scheme! { bfv::Ciphertext, "BFV", bfv, {
    fn encrypt(on: &Setting<F>, message: &Plaintext<F>, key: Key, rng: &mut ChaCha20Rng) -> Result<Self, FheError> {
        match key {
            Key::Public => on.bfv.encrypt_public(&on.keys.public, message, rng),
            Key::Secret => on.bfv.encrypt_seeded(&on.keys.secret, message, rng)?.expand(&on.bfv),
        }
    }

    fn multiply_here(&self, on: &Setting<F>, other: &Self) -> Result<Self, FheError> {
        self.multiply(on, other)
    }

    fn forgetful(&self, on: &Setting<F>) -> Result<Self, FheError> {
        self.clone().with_noise(greatest_noise(&on.bfv, self.level()))
    }
}}

scheme! { bgv::Ciphertext<F>, "BGV", bgv, {
    fn encrypt(on: &Setting<F>, message: &Plaintext<F>, key: Key, rng: &mut ChaCha20Rng) -> Result<Self, FheError> {
        match key {
            Key::Public => on.bgv.encrypt_public(&on.keys.public, message, rng),
            Key::Secret => on.bgv.expand(on.bgv.encrypt_seeded(&on.keys.secret, message, rng)?),
        }
    }

    fn multiply_here(&self, on: &Setting<F>, other: &Self) -> Result<Self, FheError> {
        let product = on.bgv.multiply_at(self, other, self.level().min(other.level()))?;
        on.bgv.relinearize(&product, &on.keys.relinearization)
    }

    fn forgetful(&self, on: &Setting<F>) -> Result<Self, FheError> {
        let (inner, factor) = on.bgv.into_inner(self.clone())?;
        on.bgv.from_inner(inner.with_noise(greatest_noise(&on.bfv, self.level()))?, factor)
    }
}}
