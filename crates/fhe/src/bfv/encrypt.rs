//! Encryption.

use super::keys::fresh_seed;
use super::{Bfv, Ciphertext, Plaintext, PublicKey, SecretKey, Seeded};
use ntt::field::less;
use ntt::{Field, Modulus};
use rand_core::CryptoRng;
use ring::sample::{Small, Uniform};
use ring::{Coefficient, Poly};

impl<F: Field> Bfv<F> {
    /// Encrypts under the secret key: `c_0 = −a·s + e + ⌊Q·m/t⌉`, `c_1 = a` by its seed.
    pub fn encrypt_seeded(&self, secret: &SecretKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Seeded {
        let basis = self.params.basis();
        let uniform = Uniform::new(fresh_seed(rng));
        let mut body = Poly::zero(basis, basis.limbs());
        for (i, (limb, m)) in body.limbs_mut().zip(basis.moduli(basis.limbs())).enumerate() {
            uniform.fill(m, i, 0, limb);
        }
        let mut product = body.into_evaluation(basis);
        product.mul_assign(basis, secret.secret());
        let mut body = product.into_coefficient(basis);
        body.neg_assign(basis);
        Small::error(basis.degree(), rng).add_to(basis, &mut body);
        self.add_scaled(&mut body, plaintext);
        Seeded::new(uniform, body)
    }

    /// Encrypts under the public key `(b, a)`: `(b·u + e_1 + ⌊Q·m/t⌉, a·u + e_2)`.
    pub fn encrypt_public(&self, key: &PublicKey, plaintext: &Plaintext<F>, rng: &mut impl CryptoRng) -> Ciphertext {
        let basis = self.params.basis();
        let ephemeral = Small::ternary(basis.degree(), rng).to_poly(basis, basis.limbs()).into_evaluation(basis);
        let mut parts = key.parts().each_ref().map(|part| {
            let mut product = part.clone();
            product.mul_assign(basis, &ephemeral);
            let mut part = product.into_coefficient(basis);
            Small::error(basis.degree(), rng).add_to(basis, &mut part);
            part
        });
        self.add_scaled(&mut parts[0], plaintext);
        // Two parts of the same basis always have the same level.
        Ciphertext::from_parts(parts).unwrap_or_else(|e| unreachable!("{e}"))
    }

    /// `poly ← poly + ⌊Q·m/t⌉`.
    ///
    /// With `r = Q·m mod t`, centred, `⌊Q·m/t⌉ = (Q·m − r)/t ≡ −r·t^(−1) mod q_i`; for `r` in `[0, t)` above `t/2` the
    /// centred residue is `r − t`, which adds 1.
    fn add_scaled(&self, poly: &mut Poly<Coefficient>, plaintext: &Plaintext<F>) {
        let level = self.level(poly.level());
        let residues: Vec<_> = plaintext.coefficients().iter().map(|&m| (m * level.modulus).to_words()).collect();
        let half = core::array::from_fn(|i| F::MODULUS[i] >> 1 | F::MODULUS.get(i + 1).map_or(0, |w| w << 63));
        for ((limb, m), &factor) in poly.limbs_mut().zip(self.params.basis().moduli(self.params.limbs())).zip(&level.minus_inverse_plain) {
            let product = ShoupFactor::new(m, factor);
            for (x, r) in limb.iter_mut().zip(&residues) {
                let word = if F::WORDS == 1 { r[0] } else { m.reduce_words(&r[..F::WORDS]) };
                let above = if F::WORDS == 1 { half[0] < r[0] } else { less(half, *r) };
                let rounded = m.add(product.times(word), u64::from(above));
                *x = m.add(*x, rounded);
            }
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
