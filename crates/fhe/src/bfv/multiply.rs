//! Products of ciphertexts.
//!
//! The product of two ciphertexts over the integers, times `t/Q` and rounded (Fan and Vercauteren, ePrint 2012/144, §4). The
//! integers need more room than `Q`: residues modulo further primes, of product `B`, are made from those modulo `Q` by their
//! centered lift (Halevi, Polyakov and Shoup 2018, §4). Both roundings are exact but for ties.

use super::{Bfv, Ciphertext, FheError, Product, RelinearizationKey};
use crate::rlwe::powers;
use papilio_field::{Modulus, Residue, ResidueRing};
use papilio_ring::{BasisConverter, Coefficient, Poly, PooledVec, RnsBasis, RnsBasisError};
use std::sync::OnceLock;

/// The tables for products, made at the first product of a level.
#[derive(Debug)]
pub(super) struct Multipliers {
    /// The primes of `B`, enough for the highest level.
    auxiliary: OnceLock<Result<RnsBasis, RnsBasisError>>,
    levels: Box<[OnceLock<Result<Multiplier, RnsBasisError>>]>,
}

impl Multipliers {
    pub(super) fn new(levels: usize) -> Self {
        Self { auxiliary: OnceLock::new(), levels: (0..levels).map(|_| OnceLock::new()).collect() }
    }

    fn get<F: Residue>(&self, bfv: &Bfv<F>, level: usize) -> Result<&Multiplier, FheError> {
        let (basis, least) = (bfv.parameters().basis(), BasisConverter::MIN_SOURCE_BITS);
        if let Some(small) = basis.moduli(level).find(|m| m.bits() < least) {
            return Err(FheError::SmallPrime { prime: small.value(), least });
        }
        let auxiliary = || {
            let primes: Vec<u64> = basis.moduli(basis.limbs()).map(Modulus::value).collect();
            let count = Multiplier::auxiliary(basis, bfv.model().log_plain(), basis.limbs());
            let more = RnsBasis::choose_moduli_apart(basis.degree(), &vec![AUXILIARY_BITS; count], &primes)?;
            RnsBasis::new(basis.degree(), &more)
        };
        let multiplier = || {
            let auxiliary = self.auxiliary.get_or_init(auxiliary).as_ref().map_err(Clone::clone)?;
            Multiplier::new(bfv, auxiliary, level)
        };
        self.levels[level - 1].get_or_init(multiplier).as_ref().map_err(|e| FheError::RnsBasis(e.clone()))
    }
}

/// The tables for products of ciphertexts of one level.
#[derive(Debug)]
struct Multiplier {
    level: usize,
    /// The primes of the level, then those of `B`.
    basis: RnsBasis,
    /// From the primes of the level to those of `B`.
    lift: BasisConverter,
    /// `⌊t·x/Q⌉` modulo the primes of `B`.
    scale: BasisConverter,
    /// Back from the primes of `B`.
    back: BasisConverter,
}

/// Bits that `B` has beyond the greatest coefficient: the sign, and the distance that a centered lift keeps from its ends.
const ROOM: f64 = 1.5;
/// Primes of `B` have at most as many bits: those of the fastest transforms with little room lost.
const AUXILIARY_BITS: u32 = 50;

/// Primes of `B` for `log2 Q` and `log2 t`: coefficients of the sum of two products, times `t/Q`, are below `t·N·Q/2`.
pub(crate) fn auxiliary_primes(log_modulus: f64, log_plain: f64, degree: usize) -> usize {
    let bits = log_modulus + log_plain + (degree as f64).log2() + ROOM;
    (bits / (f64::from(AUXILIARY_BITS) - 0.01)).ceil() as usize
}

impl<F: Residue> Bfv<F> {
    /// `a·b`. Noise: about `t·N` times the sum of both.
    ///
    /// # Errors
    /// [`FheError::Level`] when the levels differ; [`FheError::Context`]; [`FheError::Key`]; [`FheError::RnsBasis`] when there are not
    /// enough primes.
    pub fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Product, FheError> {
        // A square has less noise than a product of ciphertexts that may have anything in common, and takes less work.
        if core::ptr::eq(a, b) {
            return self.square(a);
        }
        let key = self.check_pair(a, b)?;
        let parts = self.multipliers.get(self, a.level())?.multiply(a, b);
        Ok(self.ciphertext(parts, key, self.model().multiply(a.noise(), b.noise())))
    }

    /// `a²`, for less than [`Self::multiply`].
    ///
    /// # Errors
    /// As [`Self::multiply`].
    pub fn square(&self, a: &Ciphertext) -> Result<Product, FheError> {
        self.check_context(a)?;
        let parts = self.multipliers.get(self, a.level())?.square(a);
        Ok(self.ciphertext(parts, a.key(), self.model().square(a.noise())))
    }

    /// The product of two ciphertexts as a ciphertext.
    ///
    /// # Errors
    /// Those of [`Self::multiply`] and [`crate::rlwe::Rlwe::relinearize`].
    pub fn multiply_relinearize(
        &self,
        a: &Ciphertext,
        b: &Ciphertext,
        key: &RelinearizationKey,
    ) -> Result<Ciphertext, FheError> {
        self.relinearize(&self.multiply(a, b)?, key)
    }

    /// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
    ///
    /// # Errors
    /// [`FheError::Factors`] for none; those of [`Self::multiply_relinearize`].
    pub fn multiply_many(&self, factors: &[Ciphertext], key: &RelinearizationKey) -> Result<Ciphertext, FheError> {
        powers::product(factors, |a, b| self.multiply_relinearize(a, b, key))
    }

    /// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
    ///
    /// # Errors
    /// [`FheError::Factors`] for the exponent 0, whose power would need no ciphertext; those of [`Self::multiply_relinearize`].
    pub fn exponentiate(&self, a: &Ciphertext, exponent: u64, key: &RelinearizationKey) -> Result<Ciphertext, FheError> {
        let square = |a: &Ciphertext| self.relinearize(&self.square(a)?, key);
        powers::power(a, exponent, square, |a, b| self.multiply_relinearize(a, b, key))
    }
}

impl Multiplier {
    fn auxiliary(basis: &RnsBasis, log_plain: f64, level: usize) -> usize {
        auxiliary_primes(basis.log2(level), log_plain, basis.degree())
    }

    fn new<F: Residue>(bfv: &Bfv<F>, auxiliary: &RnsBasis, level: usize) -> Result<Self, RnsBasisError> {
        let (basis, plain) = (bfv.parameters().basis(), bfv.plaintext_modulus.modulus());
        let count = Self::auxiliary(basis, bfv.model().log_plain(), level);
        let all = basis.range(0..level).join(&auxiliary.range(0..count))?;
        let moduli: Vec<Modulus> = all.moduli(all.limbs()).copied().collect();
        let (inner, outer) = moduli.split_at(level);
        Ok(Self {
            level,
            lift: BasisConverter::extend(inner, outer),
            scale: BasisConverter::scale_and_round(inner, outer, |m| m.reduce_words(&plain)),
            back: BasisConverter::extend(outer, inner),
            basis: all,
        })
    }

    /// A prime at a time: the rows of that prime are transformed, multiplied and transformed back while they are in cache.
    fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> [Poly<Coefficient>; 3] {
        let ([mut a_0, mut a_1], [mut b_0, mut b_1]) = (self.lifted(a), self.lifted(b));
        let mut cross = PooledVec::unspecified(self.basis.degree());
        let rows = a_0.limbs_mut().zip(a_1.limbs_mut()).zip(b_0.limbs_mut().zip(b_1.limbs_mut()));
        for (i, (plan, ((a_0, a_1), (b_0, b_1)))) in self.basis.plans().iter().zip(rows).enumerate() {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            let parts = a.parts().iter().chain(b.parts());
            for (row, part) in [&mut *a_0, &mut *a_1, &mut *b_0, &mut *b_1].into_iter().zip(parts) {
                self.forward(i, part, row);
            }
            cross.fill(0);
            kernel.multiply_accumulate(m, &mut cross, &[(&*a_0, &*b_1), (&*a_1, &*b_0)]);
            kernel.multiply(m, a_0, b_0);
            kernel.multiply(m, a_1, b_1);
            b_0.copy_from_slice(&cross);
            [a_0, a_1, b_0].into_iter().for_each(|row| plan.inverse(row));
        }
        [a_0, b_0, a_1].map(|part| self.scaled(part))
    }

    fn square(&self, a: &Ciphertext) -> [Poly<Coefficient>; 3] {
        let [mut a_0, mut a_1] = self.lifted(a);
        let mut cross = Poly::<Coefficient>::zero(&self.basis, self.basis.limbs());
        let mut copy = PooledVec::unspecified(self.basis.degree());
        let rows = a_0.limbs_mut().zip(a_1.limbs_mut()).zip(cross.limbs_mut());
        for (i, (plan, ((a_0, a_1), cross))) in self.basis.plans().iter().zip(rows).enumerate() {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            for (row, part) in [&mut *a_0, &mut *a_1].into_iter().zip(a.parts()) {
                self.forward(i, part, row);
            }
            kernel.multiply_accumulate(m, cross, &[(&*a_0, &*a_1), (&*a_0, &*a_1)]);
            for row in [&mut *a_0, &mut *a_1] {
                copy.copy_from_slice(row);
                kernel.multiply(m, row, &copy);
            }
            [a_0, a_1, cross].into_iter().for_each(|row| plan.inverse(row));
        }
        [a_0, cross, a_1].map(|part| self.scaled(part))
    }

    /// Both parts modulo the primes of `B`; what they are modulo those of the level is not copied.
    fn lifted(&self, a: &Ciphertext) -> [Poly<Coefficient>; 2] {
        a.parts().each_ref().map(|part| {
            let mut lifted = Poly::unspecified(&self.basis, self.basis.limbs());
            self.lift.apply(part.residues(), lifted.split_limbs_mut(self.level).1);
            lifted
        })
    }

    /// Transforms the row of the `i`-th prime, which for those of the level is found in the operand.
    fn forward(&self, i: usize, part: &Poly<Coefficient>, row: &mut [u64]) {
        let plan = &self.basis.plans()[i];
        if i < self.level { plan.forward_into(part.limb(i), row) } else { plan.forward(row) }
    }

    /// `⌊t·x/Q⌉` modulo the primes of the level.
    fn scaled(&self, mut x: Poly<Coefficient>) -> Poly<Coefficient> {
        let (inner, outer) = x.split_limbs_mut(self.level);
        self.scale.apply(inner, outer);
        let mut scaled = Poly::unspecified(&self.basis, self.level);
        self.back.apply(outer, scaled.split_limbs_mut(self.level).0);
        scaled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product of the primes of `B` is that many bits above `t·N·Q`, each being above `2^49.99`; and none is spared.
    #[test]
    fn auxiliary_primes_have_room_for_a_product() {
        for (tenths, log_plain) in (300..32_000).flat_map(|tenths| [2.0, 32.0, 64.0, 256.0].map(|plain| (tenths, plain))) {
            for log_degree in [12, 16] {
                let log_modulus = f64::from(tenths) / 10.0;
                let count = auxiliary_primes(log_modulus, log_plain, 1 << log_degree);
                let room = count as f64 * 49.99 - log_modulus - log_plain - f64::from(log_degree);
                assert!((1.5 - 1e-9..51.5).contains(&room), "{room} bits for Q of {log_modulus}, t of {log_plain}");
            }
        }
        let primes = RnsBasis::choose_moduli(1 << 16, &[AUXILIARY_BITS; 64], 0).expect("primes");
        assert!(primes.iter().all(|&q| (q as f64).log2() > 49.99));
    }
}
