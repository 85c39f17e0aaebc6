//! Encryption.

use super::keys::fresh_seed;
use super::lift::{Planes, Weights};
use super::{Bfv, Ciphertext, Plaintext, PublicKey, SecretKey, Seeded};
use ntt::{Field, Modulus};
use rand_core::CryptoRng;
use ring::sample::{Small, Uniform};
use ring::{Buffer, Coefficient, Evaluation, Poly};
use zeroize::Zeroizing;

impl<F: Field> Bfv<F> {
    /// Encrypts under the secret key: `c_0 = −a·s + e + ⌊Q·m/t⌉`, `c_1 = a` by its seed.
    pub fn encrypt_seeded(&self, secret: &SecretKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Seeded {
        let (uniform, mask) = self.mask(rng);
        Seeded::new(uniform, self.body(secret, mask, plaintext, rng))
    }

    /// As [`Self::encrypt_seeded`], with both parts: for a client that transforms its own ciphertexts.
    pub fn encrypt_secret(&self, secret: &SecretKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Ciphertext {
        let (_, mask) = self.mask(rng);
        Ciphertext::new(self.params.basis(), [self.body(secret, mask.clone(), plaintext, rng), mask])
    }

    /// A uniform polynomial and its seed.
    fn mask(&self, rng: &mut impl CryptoRng) -> (Uniform, Poly<Coefficient>) {
        let basis = self.params.basis();
        let uniform = Uniform::new(fresh_seed(rng));
        let mut mask = Poly::zero(basis, basis.limbs());
        for (i, (limb, m)) in mask.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            uniform.fill(m, i, 0, limb);
        }
        (uniform, mask)
    }

    /// `−mask·s + e + ⌊Q·m/t⌉`.
    fn body(
        &self,
        secret: &SecretKey,
        mask: Poly<Coefficient>,
        plaintext: &Plaintext<F>,
        rng: &mut impl CryptoRng,
    ) -> Poly<Coefficient> {
        let basis = self.params.basis();
        let mut product = Zeroizing::new(mask);
        product.convolve_assign(basis, secret.secret());
        let mut body = self.scaled(plaintext, Some(&Small::error(basis.degree(), rng)), basis.limbs());
        body.sub_assign(basis, &product);
        body
    }

    /// Encrypts under the public key `(b, a)`: `(b·u + e_1 + ⌊Q·m/t⌉, a·u + e_2)`.
    pub fn encrypt_public(&self, key: &PublicKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Ciphertext {
        let basis = self.params.basis();
        let ephemeral = Small::ternary(basis.degree(), rng);
        let mut body = self.scaled(plaintext, Some(&Small::error(basis.degree(), rng)), basis.limbs());
        let mut mask = Poly::unspecified(basis, basis.limbs());
        let error = Small::error(basis.degree(), rng);
        let [mut values, mut product] = [(); 2].map(|()| Zeroizing::new(Buffer::unspecified(basis.degree())));
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
        Ciphertext::new(basis, [body, mask])
    }

    /// `⌊Q·m/t⌉ + e`, modulo the primes of a level.
    ///
    /// With `r = Q·m mod t`, centred, `⌊Q·m/t⌉ = (Q·m − r)/t ≡ −r·t^(−1) mod q_i`; for `r` in `[0, t)` above `t/2` the
    /// centred residue is `r − t`, which adds 1.
    pub(super) fn scaled(&self, plaintext: &Plaintext<F>, error: Option<&Small>, level: usize) -> Poly<Coefficient> {
        const SHIFT: u64 = Small::SHIFT;
        let (basis, constants) = (self.params.basis(), self.level(level));
        let planes = Planes::new(plaintext.coefficients().iter().map(|&m| m * constants.modulus));
        // SHIFT − e − [r > t/2], to be subtracted.
        let mut small = Zeroizing::new(planes.above().iter().map(|above| SHIFT - above).collect::<Vec<_>>());
        if let Some(error) = error {
            small.iter_mut().zip(error.words()).for_each(|(x, &e)| *x = *x + SHIFT - e);
        }
        let mut poly = Poly::unspecified(basis, level);
        let weights = basis.plans().iter().zip(&constants.minus_inverse_plain);
        let weights: Vec<_> = weights.map(|(plan, &factor)| Weights::new::<F>(plan, factor)).collect();
        planes.combine(&weights, poly.limbs_mut());
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            kernel.subtract_lazy(limb, &small, m.value() + SHIFT);
            kernel.shift_reduce(m, limb, 0);
        }
        poly
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
