//! Secret keys, encryption and decryption.

use crate::lwe::{Bit, Integer, Lwe, check_size, of_bit, of_integer};
use crate::parameters::{Order, Parameters};
use crate::{GatesError, seeds};
use papilio_fhe::rlwe::KeyId;
use papilio_ring::sample::{Seed, normal_integer};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The circumference of the torus in words.
pub(crate) const UNITS: f64 = 4_294_967_296.0;

/// Uniform binary secrets of LWE and GLWE, remembered as the seed that they are drawn from; erased
/// when dropped, never printed.
pub struct SecretKey {
    seed: Seed,
    parameters: Parameters,
    id: KeyId,
    /// `n` bits.
    lwe: Vec<u32>,
    /// `k·N` bits, polynomial after polynomial.
    glwe: Vec<u32>,
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.seed.zeroize();
        self.lwe.zeroize();
        self.glwe.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl SecretKey {
    /// A new secret.
    pub fn generate(parameters: &Parameters, rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new(Seed::default());
        rng.fill_bytes(&mut *seed);
        Self::from_seed(parameters, &seed)
    }

    /// The secret of a seed. The seed serves nothing else: what it is expanded to is derived from
    /// it for this purpose alone.
    #[must_use]
    pub fn from_seed(parameters: &Parameters, seed: &Seed) -> Self {
        let mut rng = seeds::secret_generator(seed);
        let [lwe, glwe] = [parameters.lwe_dimension(), parameters.extracted_dimension()].map(|len| bits(len, &mut rng));
        Self { seed: *seed, parameters: *parameters, id: KeyId::of(seed), lwe, glwe }
    }

    /// The seed: the secret itself, to be stored with care.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The identity that tells this key, and ciphertexts under it, from others.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    pub(crate) fn lwe(&self) -> &[u32] {
        &self.lwe
    }

    pub(crate) fn glwe(&self) -> &[u32] {
        &self.glwe
    }

    /// The bits that ciphertexts are under.
    fn bits(&self) -> &[u32] {
        match self.parameters.literal().order {
            Order::KeySwitchFirst => &self.glwe,
            Order::BlindRotationFirst => &self.lwe,
        }
    }

    /// Encrypts a bit.
    pub fn encrypt(&self, bit: bool, rng: &mut impl CryptoRng) -> Bit {
        Bit(self.encrypt_message(of_bit(bit), rng))
    }

    /// Decrypts a bit.
    ///
    /// The result is for the owner of the key: whoever else learns which bits came out wrong learns
    /// of the errors, and with them of the key.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn decrypt(&self, bit: &Bit) -> Result<bool, GatesError> {
        bit.0.check(&self.parameters, self.id)?;
        Ok(self.phase(&bit.0) >> 31 == 0)
    }

    /// Encrypts an integer below `size`, a power of two, for tables of as many values.
    ///
    /// # Errors
    /// [`GatesError::Space`]; [`GatesError::Value`].
    pub fn encrypt_integer(&self, value: u32, size: u32, rng: &mut impl CryptoRng) -> Result<Integer, GatesError> {
        check_size(size, &self.parameters)?;
        if value >= size {
            return Err(GatesError::Value { value, position: 0, size });
        }
        Ok(Integer { lwe: self.encrypt_message(of_integer(value, size), rng), size })
    }

    /// Decrypts an integer; [`Self::decrypt`] says who may have it.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn decrypt_integer(&self, integer: &Integer) -> Result<u32, GatesError> {
        integer.lwe.check(&self.parameters, self.id)?;
        Ok((self.phase(&integer.lwe) >> (31 - integer.size.ilog2())) % integer.size)
    }

    /// The error of a bit, on the torus, from −1/2 to below 1/2: what is left of its phase without
    /// the message. It is as secret as the key.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn error_of(&self, bit: &Bit, message: bool) -> Result<f64, GatesError> {
        bit.0.check(&self.parameters, self.id)?;
        Ok(f64::from(self.phase(&bit.0).wrapping_sub(of_bit(message)) as i32) / UNITS)
    }

    fn encrypt_message(&self, message: u32, rng: &mut impl CryptoRng) -> Lwe {
        let mut words = vec![0; self.bits().len() + 1];
        let mut random = [0; 4];
        let (body, mask) = words.split_last_mut().expect("a body");
        for word in mask.iter_mut() {
            rng.fill_bytes(&mut random);
            *word = u32::from_le_bytes(random);
        }
        *body = self.body(mask, message, rng);
        Lwe { words, context: self.parameters.digest(), key: self.id }
    }

    /// The body of a mask: `⟨mask, secret⟩ + message + error`.
    pub(crate) fn body(&self, mask: &[u32], message: u32, rng: &mut impl CryptoRng) -> u32 {
        let error = normal_integer(self.parameters.deviation() * UNITS, rng) as u32;
        inner_product(mask, self.bits()).wrapping_add(message).wrapping_add(error)
    }

    /// The phase of a ciphertext under this key.
    fn phase(&self, lwe: &Lwe) -> u32 {
        lwe.words.split_last().map_or(0, |(body, mask)| body.wrapping_sub(inner_product(mask, self.bits())))
    }
}

/// Uniform bits.
fn bits(len: usize, rng: &mut impl CryptoRng) -> Vec<u32> {
    let mut bits = vec![0; len];
    for chunk in bits.chunks_mut(64) {
        let mut word = Zeroizing::new(rng.next_u64());
        for bit in chunk {
            *bit = (*word & 1) as u32;
            *word >>= 1;
        }
    }
    bits
}

pub(crate) fn inner_product(mask: &[u32], bits: &[u32]) -> u32 {
    mask.iter().zip(bits).fold(0, |sum, (&a, &s)| sum.wrapping_add(a.wrapping_mul(s)))
}
