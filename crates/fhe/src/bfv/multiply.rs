//! Products of ciphertexts.
//!
//! The product of two ciphertexts over the integers, times `t/Q` and rounded (Fan and Vercauteren, ePrint 2012/144, §4). The
//! integers need more room than `Q`: residues modulo further primes, of product `B`, are made from those modulo `Q` by their
//! centred lift (Halevi, Polyakov and Shoup 2018, §4). Both roundings are exact but for ties.

use super::{Bfv, BfvError, Ciphertext};
use ntt::{Field, Modulus};
use ring::{Basis, Coefficient, Conversion, Evaluation, Poly};

/// A product of two ciphertexts, `(d_0, d_1, d_2)`, that decrypts as `d_0 + d_1·s + d_2·s²`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    parts: [Poly<Coefficient>; 3],
}

impl Product {
    /// `d_0`, `d_1` and `d_2`.
    #[must_use]
    pub fn parts(&self) -> &[Poly<Coefficient>; 3] {
        &self.parts
    }

    /// Primes left.
    #[must_use]
    pub fn level(&self) -> usize {
        self.parts[0].level()
    }
}

/// The tables for products of ciphertexts of one level.
#[derive(Clone, Debug)]
pub struct Multiplier {
    level: usize,
    /// The primes of the level, then those of `B`.
    basis: Basis,
    /// From the primes of the level to those of `B`.
    lift: Conversion,
    /// `⌊t·x/Q⌉` modulo the primes of `B`.
    scale: Conversion,
    /// Back from the primes of `B`.
    back: Conversion,
}

/// Bits that `B` has beyond the greatest coefficient: the sign, and the distance that a centred lift keeps from its ends.
const ROOM: f64 = 1.5;
/// Primes of `B` have at most as many bits: those of the fastest transforms with little room lost.
const AUXILIARY_BITS: u32 = 50;

impl Multiplier {
    /// The tables for ciphertexts of `level` primes.
    ///
    /// # Errors
    /// [`BfvError::Level`] for a level that the parameters do not have; [`BfvError::Basis`] when there are not enough primes.
    pub fn new<F: Field>(bfv: &Bfv<F>, level: usize) -> Result<Self, BfvError> {
        let (basis, limbs) = (bfv.params.basis(), bfv.params.limbs());
        if !(1..=limbs).contains(&level) {
            return Err(BfvError::Level { found: level, expected: limbs });
        }
        let degree = basis.degree();
        // Coefficients of the sum of two products, times t/Q, are below t·N·Q/2.
        let bits = basis.log2(level) + Bfv::<F>::log_plain() + (degree as f64).log2() + ROOM;
        let count = (bits / (f64::from(AUXILIARY_BITS) - 0.01)).ceil() as usize;
        let primes: Vec<u64> = basis.moduli(level).map(Modulus::value).collect();
        let more = Basis::choose_moduli_apart(degree, &vec![AUXILIARY_BITS; count], &primes)?;
        let all = Basis::new(degree, &[primes, more].concat())?;
        let moduli: Vec<Modulus> = all.moduli(all.limbs()).copied().collect();
        let (inner, outer) = moduli.split_at(level);
        Ok(Self {
            level,
            lift: Conversion::extension(inner, outer),
            scale: Conversion::scaling(inner, outer, |m| m.reduce_words(&F::MODULUS)),
            back: Conversion::extension(outer, inner),
            basis: all,
        })
    }

    /// The level of its ciphertexts.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// `a·b`. Noise: about `t·N` times the sum of both.
    ///
    /// # Errors
    /// [`BfvError::Level`].
    pub fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Product, BfvError> {
        let ([a_0, a_1], [b_0, b_1]) = (self.lifted(a)?, self.lifted(b)?);
        let mut cross = self.times(&a_0, &b_1);
        cross.multiply_accumulate(&self.basis, &[(&a_1, &b_0)]);
        Ok(Product { parts: [self.times(&a_0, &b_0), cross, self.times(&a_1, &b_1)].map(|part| self.scaled(part)) })
    }

    /// `a²`, for less than [`Self::multiply`].
    ///
    /// # Errors
    /// [`BfvError::Level`].
    pub fn square(&self, a: &Ciphertext) -> Result<Product, BfvError> {
        let [a_0, a_1] = self.lifted(a)?;
        let mut cross = self.times(&a_0, &a_1);
        let once = cross.clone();
        cross.add_assign(&self.basis, &once);
        Ok(Product { parts: [self.times(&a_0, &a_0), cross, self.times(&a_1, &a_1)].map(|part| self.scaled(part)) })
    }

    /// Both parts modulo all primes, in evaluation form.
    fn lifted(&self, a: &Ciphertext) -> Result<[Poly<Evaluation>; 2], BfvError> {
        if a.level() != self.level {
            return Err(BfvError::Level { found: a.level(), expected: self.level });
        }
        Ok(a.parts().each_ref().map(|part| {
            let mut lifted = Poly::zero(&self.basis, self.basis.limbs());
            let (inner, outer) = lifted.split_limbs_mut(self.level);
            inner.copy_from_slice(part.residues());
            self.lift.apply(inner, outer);
            lifted.into_evaluation(&self.basis)
        }))
    }

    fn times(&self, a: &Poly<Evaluation>, b: &Poly<Evaluation>) -> Poly<Evaluation> {
        let mut product = a.clone();
        product.mul_assign(&self.basis, b);
        product
    }

    /// `⌊t·x/Q⌉` modulo the primes of the level.
    fn scaled(&self, x: Poly<Evaluation>) -> Poly<Coefficient> {
        let mut x = x.into_coefficient(&self.basis);
        let (inner, outer) = x.split_limbs_mut(self.level);
        self.scale.apply(inner, outer);
        self.back.apply(outer, inner);
        x.truncate(self.level);
        x
    }
}
