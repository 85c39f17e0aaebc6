//! Encryption.

use super::lift::{LimbPlanes, Onto, Weights};
use super::{Bfv, Ciphertext, FheError, Plaintext, PublicKey, SecretKey, SeededCiphertext};
use crate::noise::Sources;
use crate::rlwe::source;
use papilio_field::{Modulus, Residue, ResidueRing};
use papilio_ring::sample::ShortPoly;
use papilio_ring::{Coefficient, Evaluation, Poly, PooledVec};
use rand_core::CryptoRng;

impl<F: Residue> Bfv<F> {
    /// Encrypts under the secret key: `c_0 = −a·s + e + Q·m/t`, rounded at random, `c_1 = a` by its
    /// seed.
    ///
    /// # Errors
    /// [`FheError::Context`] for a key of other parameters; [`FheError::Degree`] and
    /// [`FheError::PlaintextModulus`] for a plaintext of another ring.
    pub fn encrypt_seeded(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, FheError> {
        self.encrypt_seeded_at(secret, plaintext, self.parameters().limbs(), rng)
    }

    /// Encrypts with the first `level` primes alone, otherwise as [`Self::encrypt_seeded`]. These
    /// are the primes that a ciphertext would keep when it is switched down at once.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_seeded`]; [`FheError::LevelRange`] for a level that the
    /// parameters do not have; [`FheError::SmallModulus`].
    pub fn encrypt_seeded_at(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        level: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<SeededCiphertext, FheError> {
        self.check_encryption(secret.context(), plaintext, level)?;
        let (uniform, mask) = self.mask(level, rng);
        let body = self.body(secret, mask, plaintext, rng);
        Ok(SeededCiphertext::of(self, secret.id(), uniform, body))
    }

    /// Encrypts as [`Self::encrypt_seeded`], but with both parts: for a client that transforms its
    /// own ciphertexts.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_seeded`].
    pub fn encrypt_secret(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, FheError> {
        self.encrypt_secret_at(secret, plaintext, self.parameters().limbs(), rng)
    }

    /// Encrypts with the first `level` primes alone, otherwise as [`Self::encrypt_secret`]. These
    /// are the primes that a ciphertext would keep when it is switched down at once.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_secret`]; [`FheError::LevelRange`] for a level that the
    /// parameters do not have; [`FheError::SmallModulus`].
    pub fn encrypt_secret_at(
        &self,
        secret: &SecretKey,
        plaintext: &Plaintext<F>,
        level: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, FheError> {
        self.check_encryption(secret.context(), plaintext, level)?;
        let (uniform, mask) = self.mask(level, rng);
        let body = self.body(secret, mask.clone(), plaintext, rng);
        Ok(self.ciphertext([body, mask], secret.id(), self.model().fresh_secret(source(&uniform)).at(level)))
    }

    /// Refuses keys and plaintexts of other parameters.
    fn check_encryption(&self, key: u64, plaintext: &Plaintext<F>, level: usize) -> Result<(), FheError> {
        self.check_key(key)?;
        self.check_level(level)?;
        if level < self.parameters().limbs() {
            self.check_modulus(level)?;
        }
        self.check_plaintext(plaintext)
    }

    /// `−mask·s + e + Q·m/t`, rounded as [`Self::scaled`] does.
    fn body(
        &self,
        secret: &SecretKey,
        mask: Poly<Coefficient>,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Poly<Coefficient> {
        let basis = self.parameters().basis();
        let mut product = mask;
        product.convolve_assign(basis, secret.secret());
        let mut body = self.scaled(plaintext, product.level(), rng);
        body.sub_assign(basis, &product);
        body.publish()
    }

    /// Encrypts under the public key `(b, a)`: `(b·u + e_1 + Q·m/t, a·u + e_2)`, the message
    /// rounded at random.
    ///
    /// # Security
    /// Hidden from whoever lacks the secret key and sees no decryption of what was made of the
    /// ciphertext (IND-CPA). Anyone can alter a ciphertext to one of a related message, and the
    /// owner of the key learns from the noise `e·u + e_1 + e_2·s` of a result what was done to it:
    /// neither chosen ciphertexts nor circuits are protected (see [`crate::bfv`]).
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_seeded`].
    pub fn encrypt_public(
        &self,
        key: &PublicKey,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, FheError> {
        self.encrypt_public_at(key, plaintext, self.parameters().limbs(), rng)
    }

    /// Encrypts with the first `level` primes alone, otherwise as [`Self::encrypt_public`]. These
    /// are the primes that a ciphertext would keep when it is switched down at once.
    ///
    /// # Errors
    /// The errors of [`Self::encrypt_public`]; [`FheError::LevelRange`] for a level that the
    /// parameters do not have; [`FheError::SmallModulus`].
    pub fn encrypt_public_at(
        &self,
        key: &PublicKey,
        plaintext: &Plaintext<F>,
        level: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<Ciphertext, FheError> {
        self.check_encryption(key.context(), plaintext, level)?;
        let basis = self.parameters().basis();
        let number = rng.next_u32();
        let ephemeral = ShortPoly::ternary(basis.degree(), rng);
        let mut body = self.scaled(plaintext, level, rng);
        let mut mask = Poly::secret(basis, level);
        let error = ShortPoly::error(basis.degree(), rng);
        let [mut values, mut product] = [(); 2].map(|()| PooledVec::secret(basis.degree()));
        // One prime at a time, whose rows stay in a cache.
        for (i, (plan, (body, mask))) in basis.plans().iter().zip(body.limbs_mut().zip(mask.limbs_mut())).enumerate() {
            ephemeral.evaluate(plan, &mut values);
            let multiply = |key: &Poly<Evaluation>, out: &mut [u64]| {
                out.copy_from_slice(key.limb(i));
                plan.kernel().multiply(plan.modulus(), out, &values);
                plan.inverse(out);
            };
            let [b, a] = key.parts();
            multiply(b, &mut product);
            plan.kernel().add(plan.modulus(), body, &product);
            multiply(a, mask);
            error.add_to(plan, mask);
        }
        let noise = self.model().fresh_public(Sources::fresh(number)).at(level);
        Ok(self.ciphertext([body.publish(), mask.publish()], key.id(), noise))
    }

    /// `Q·m/t + e`, rounded at random to one of the integers beside it, to each with the
    /// probability that leaves no mean: a rounding to the nearest would be the same whenever the
    /// message is.
    fn scaled(&self, plaintext: &Plaintext<F>, level: usize, rng: &mut impl CryptoRng) -> Poly<Coefficient> {
        let basis = self.parameters().basis();
        let mut poly = Poly::secret(basis, level);
        let (error, thresholds) = ShortPoly::error_with_thresholds(basis.degree(), rng);
        let planes = LimbPlanes::with_thresholds(&self.plaintext_modulus, self.remainders(plaintext, level), &thresholds);
        self.put_scaled(&planes, Some(&error), Onto::Nothing, &mut poly);
        poly
    }

    /// Puts `⌊Q·m/t⌉` in the place of a polynomial's residues, adds it to them, or takes it away:
    /// without a polynomial between them that would have to be erased.
    pub(super) fn scale_onto(&self, plaintext: &Plaintext<F>, onto: Onto, poly: &mut Poly<Coefficient>) {
        self.put_scaled(&LimbPlanes::new(&self.plaintext_modulus, self.remainders(plaintext, poly.level())), None, onto, poly);
    }

    /// `r = Q·m mod t`, `Q` the product of the primes of a level.
    fn remainders<'a>(&'a self, plaintext: &'a Plaintext<F>, level: usize) -> impl ExactSizeIterator<Item = F> + use<'a, F> {
        let (t, modulus) = (&self.plaintext_modulus, self.level(level).modulus);
        plaintext.coefficients().iter().map(move |&m| t.mul(m, modulus))
    }

    /// [`Self::scale_onto`] by the remainders `r` and with an error.
    ///
    /// For `r` in `[0, t)`, `Q·m/t` rounded down is `(Q·m − r)/t ≡ −r·t^(−1) mod q_i`; for `r`
    /// above its threshold it is rounded up, which adds 1.
    fn put_scaled(&self, planes: &LimbPlanes, error: Option<&ShortPoly>, onto: Onto, poly: &mut Poly<Coefficient>) {
        const SHIFT: u64 = ShortPoly::SHIFT;
        let (basis, constants) = (self.parameters().basis(), self.level(poly.level()));
        let minus = onto == Onto::Minus;
        // SHIFT − e ∓ [r above its threshold], to be subtracted.
        let mut small = PooledVec::secret(basis.degree());
        let signed = |above: u64| if minus { SHIFT + above } else { SHIFT - above };
        small.iter_mut().zip(planes.above()).for_each(|(x, &above)| *x = signed(above));
        if let Some(error) = error {
            small.iter_mut().zip(error.words()).for_each(|(x, &e)| *x = *x + SHIFT - e);
        }
        let factors = basis.plans().iter().zip(&constants.minus_inverse_plain);
        let factors = factors.map(|(plan, &factor)| (plan, if minus { plan.modulus().neg(factor) } else { factor }));
        let weights = factors.map(|(plan, factor)| Weights::new(plan, &self.plaintext_modulus, factor).onto(onto));
        let weights: Vec<_> = weights.collect();
        planes.combine(&weights, poly.limbs_mut());
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            kernel.subtract_lazy(limb, &small, m.value() + SHIFT);
            kernel.shift_reduce(m, limb, 0);
        }
    }
}

/// A factor modulo a word prime with its Shoup companion.
pub(super) struct ShoupFactor {
    factor: u64,
    companion: u64,
    modulus: u64,
}

impl ShoupFactor {
    pub(super) fn new(m: &Modulus, factor: u64) -> Self {
        Self { factor, companion: m.shoup(factor, 64), modulus: m.value() }
    }

    /// `x·factor mod q` for any word.
    #[inline]
    pub(super) fn times(&self, x: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(self.companion)) >> 64) as u64;
        let rest = x.wrapping_mul(self.factor).wrapping_sub(quotient.wrapping_mul(self.modulus));
        rest.min(rest.wrapping_sub(self.modulus))
    }
}
