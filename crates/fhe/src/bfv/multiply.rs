//! Products of ciphertexts.
//!
//! The product of two ciphertexts over the integers, times `t/Q` and rounded (Fan and Vercauteren, ePrint 2012/144, §4). The
//! integers need more room than `Q`: residues modulo further primes, of product `B`, are made from those modulo `Q` by their
//! centred lift (Halevi, Polyakov and Shoup 2018, §4). Both roundings are exact but for ties.

use super::{Bfv, BfvError, Ciphertext};
use ntt::{Field, Modulus};
use ring::{Basis, BasisError, Coefficient, Conversion, Evaluation, Poly};
use std::sync::OnceLock;

/// A product of two ciphertexts, `(d_0, d_1, d_2)`, that decrypts as `d_0 + d_1·s + d_2·s²`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    context: u64,
    parts: [Poly<Coefficient>; 3],
}

impl Product {
    pub(crate) fn new(basis: &Basis, parts: [Poly<Coefficient>; 3]) -> Self {
        Self { context: basis.fingerprint(), parts }
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    pub(super) fn into_parts(self) -> [Poly<Coefficient>; 3] {
        self.parts
    }

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

/// The tables for products, made at the first product of a level.
#[derive(Debug)]
pub(super) struct Multipliers {
    /// The primes of `B`, enough for the highest level.
    auxiliary: OnceLock<Result<Basis, BasisError>>,
    levels: Box<[OnceLock<Result<Multiplier, BasisError>>]>,
}

impl Multipliers {
    pub(super) fn new(levels: usize) -> Self {
        Self { auxiliary: OnceLock::new(), levels: (0..levels).map(|_| OnceLock::new()).collect() }
    }

    fn get<F: Field>(&self, bfv: &Bfv<F>, level: usize) -> Result<&Multiplier, BfvError> {
        let basis = bfv.params.basis();
        let auxiliary = || {
            let primes: Vec<u64> = basis.moduli(basis.limbs()).map(Modulus::value).collect();
            let count = Multiplier::auxiliary::<F>(basis, basis.limbs());
            let more = Basis::choose_moduli_apart(basis.degree(), &vec![AUXILIARY_BITS; count], &primes)?;
            Basis::new(basis.degree(), &more)
        };
        let multiplier = || {
            let auxiliary = self.auxiliary.get_or_init(auxiliary).as_ref().map_err(Clone::clone)?;
            Multiplier::new::<F>(basis, auxiliary, level)
        };
        self.levels[level - 1].get_or_init(multiplier).as_ref().map_err(|e| BfvError::Basis(e.clone()))
    }
}

/// The tables for products of ciphertexts of one level.
#[derive(Debug)]
struct Multiplier {
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

/// Primes of `B` for `log2 Q` and `log2 t`: coefficients of the sum of two products, times `t/Q`, are below `t·N·Q/2`.
pub(crate) fn auxiliary_primes(log_modulus: f64, log_plain: f64, degree: usize) -> usize {
    let bits = log_modulus + log_plain + (degree as f64).log2() + ROOM;
    (bits / (f64::from(AUXILIARY_BITS) - 0.01)).ceil() as usize
}

impl<F: Field> Bfv<F> {
    /// `a·b`. Noise: about `t·N` times the sum of both.
    ///
    /// # Errors
    /// [`BfvError::Level`] when the levels differ; [`BfvError::Context`]; [`BfvError::Basis`] when there are not enough primes.
    pub fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Product, BfvError> {
        self.admit(a)?;
        self.admit(b)?;
        if a.level() != b.level() {
            return Err(BfvError::Level { found: b.level(), expected: a.level() });
        }
        let parts = self.multipliers.get(self, a.level())?.multiply(a, b);
        Ok(Product::new(self.params.basis(), parts))
    }

    /// `a²`, for less than [`Self::multiply`].
    ///
    /// # Errors
    /// As [`Self::multiply`].
    pub fn square(&self, a: &Ciphertext) -> Result<Product, BfvError> {
        self.admit(a)?;
        let parts = self.multipliers.get(self, a.level())?.square(a);
        Ok(Product::new(self.params.basis(), parts))
    }
}

impl Multiplier {
    fn auxiliary<F: Field>(basis: &Basis, level: usize) -> usize {
        auxiliary_primes(basis.log2(level), Bfv::<F>::log_plain(), basis.degree())
    }

    fn new<F: Field>(basis: &Basis, auxiliary: &Basis, level: usize) -> Result<Self, BasisError> {
        let count = Self::auxiliary::<F>(basis, level);
        let all = basis.range(0..level).join(&auxiliary.range(0..count))?;
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

    fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> [Poly<Coefficient>; 3] {
        let ([a_0, a_1], [b_0, b_1]) = (self.lifted(a), self.lifted(b));
        let mut cross = Poly::zero(&self.basis, self.basis.limbs());
        cross.multiply_accumulate(&self.basis, &[(&a_0, &b_1), (&a_1, &b_0)]);
        let [mut first, mut last] = [a_0, a_1];
        first.mul_assign(&self.basis, &b_0);
        last.mul_assign(&self.basis, &b_1);
        [first, cross, last].map(|part| self.scaled(part))
    }

    fn square(&self, a: &Ciphertext) -> [Poly<Coefficient>; 3] {
        let [mut first, mut last] = self.lifted(a);
        let mut cross = Poly::zero(&self.basis, self.basis.limbs());
        cross.multiply_accumulate(&self.basis, &[(&first, &last), (&first, &last)]);
        [&mut first, &mut last].into_iter().for_each(|part| part.square_assign(&self.basis));
        [first, cross, last].map(|part| self.scaled(part))
    }

    /// Both parts modulo all primes, in evaluation form.
    fn lifted(&self, a: &Ciphertext) -> [Poly<Evaluation>; 2] {
        a.parts().each_ref().map(|part| {
            let mut lifted = Poly::unspecified(&self.basis, self.basis.limbs());
            let (inner, outer) = lifted.split_limbs_mut(self.level);
            inner.copy_from_slice(part.residues());
            self.lift.apply(inner, outer);
            lifted.into_evaluation(&self.basis)
        })
    }

    /// `⌊t·x/Q⌉` modulo the primes of the level.
    fn scaled(&self, x: Poly<Evaluation>) -> Poly<Coefficient> {
        let mut x = x.into_coefficient(&self.basis);
        let (inner, outer) = x.split_limbs_mut(self.level);
        self.scale.apply(inner, outer);
        self.back.apply(outer, inner);
        x.range(0..self.level)
    }
}
