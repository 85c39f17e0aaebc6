//! Products of polynomials modulo `Q`, scaled by `t/Q` and rounded.
//!
//! The product over the integers needs more room than `Q`: residues modulo further primes, of
//! product `B`, are made from those modulo `Q` by their centered lift (S. Halevi, Y. Polyakov and
//! V. Shoup, "An improved RNS variant of the BFV scheme", 2018, §4). Both roundings are exact but
//! for ties.

use crate::engine::place::{Cpu, Place};
use crate::engine::resident::Resident;
use crate::{BasisConverter, Coefficient, Poly, PooledVec, RnsBasis, RnsBasisError};
use papilio_field::Modulus;

/// The two parts of an operand.
type Pair = [Poly<Coefficient>; 2];

/// The tables for products of pairs of polynomials of one level.
#[derive(Clone, Debug)]
pub struct ScaledProduct {
    level: usize,
    /// The primes of the level, then those of `B`.
    basis: RnsBasis,
    /// From the primes of the level to those of `B`.
    lift: BasisConverter,
    /// `⌊t·x/Q⌉` modulo the primes of `B`.
    scale: BasisConverter,
    /// Back from the primes of `B`.
    back: BasisConverter,
    resident: Resident,
}

/// Bits that `B` has beyond the greatest coefficient: the sign, and the distance that a centered
/// lift keeps from its ends.
const ROOM: f64 = 1.5;
/// Primes of `B` have as many bits: those that every processor has fast transforms for, or more
/// where a basis has no room for so many primes.
const AUXILIARY_BITS: [u32; 2] = [49, 50];

/// Primes of `B` and their bits, for `limbs` primes of `Q`, `log2 Q` and `log2 t`: coefficients of
/// the sum of two products, times `t/Q`, are below `t·N·Q/2`.
#[must_use]
pub fn auxiliary_primes(limbs: usize, log_modulus: f64, log_plain: f64, degree: usize) -> (usize, u32) {
    let [usual, wider] = AUXILIARY_BITS.map(|bits| (auxiliary_count(bits, log_modulus, log_plain, degree), bits));
    if limbs + usual.0 <= RnsBasis::MAX_LIMBS { usual } else { wider }
}

fn auxiliary_count(bits: u32, log_modulus: f64, log_plain: f64, degree: usize) -> usize {
    let needed = log_modulus + log_plain + (degree as f64).log2() + ROOM;
    (needed / (f64::from(bits) - 0.01)).ceil() as usize
}

impl ScaledProduct {
    /// The primes of `B` for products at every level of a basis, apart from its own.
    ///
    /// # Errors
    /// [`RnsBasisError`] when there are not enough primes.
    pub fn auxiliary(basis: &RnsBasis, log_plain: f64) -> Result<RnsBasis, RnsBasisError> {
        let primes: Vec<u64> = basis.moduli(basis.limbs()).map(Modulus::value).collect();
        let (count, bits) = auxiliary_primes(basis.limbs(), basis.log2(basis.limbs()), log_plain, basis.degree());
        let more = RnsBasis::choose_moduli_apart(basis.degree(), &vec![bits; count], &primes)?;
        RnsBasis::new(basis.degree(), &more)
    }

    /// The tables for a level, by the primes that [`Self::auxiliary`] gives; `t` is given by its
    /// words and its `log2`.
    ///
    /// # Errors
    /// [`RnsBasisError`] for auxiliary primes that occur in the basis.
    ///
    /// # Panics
    /// If a prime of the level has fewer than [`BasisConverter::MIN_SOURCE_BITS`] bits, or there
    /// are not enough auxiliary primes.
    pub fn new(
        basis: &RnsBasis,
        auxiliary: &RnsBasis,
        level: usize,
        (t, log_plain): (&[u64], f64),
    ) -> Result<Self, RnsBasisError> {
        let bits = auxiliary.modulus(0).bits();
        let count = auxiliary_count(bits, basis.log2(level), log_plain, basis.degree());
        let all = basis.range(0..level).join(&auxiliary.range(0..count))?;
        let moduli: Vec<Modulus> = all.moduli(all.limbs()).copied().collect();
        let (inner, outer) = moduli.split_at(level);
        Ok(Self {
            level,
            lift: BasisConverter::extend(inner, outer),
            scale: BasisConverter::scale_and_round(inner, outer, |m| m.reduce_words(t)),
            back: BasisConverter::extend(outer, inner),
            basis: all,
            resident: Resident::default(),
        })
    }

    /// `(⌊t·a_0·b_0/Q⌉, ⌊t·(a_0·b_1 + a_1·b_0)/Q⌉, ⌊t·a_1·b_1/Q⌉)`.
    ///
    /// # Panics
    /// If a polynomial is of another level.
    #[must_use]
    pub fn multiply<E: ScaledProductEngine>(
        &self,
        a: &[Poly<Coefficient, E>; 2],
        b: &[Poly<Coefficient, E>; 2],
    ) -> [Poly<Coefficient, E>; 3] {
        a.iter().chain(b).for_each(|part| self.check(part));
        E::scaled_product(self, a, b)
    }

    /// [`Self::multiply`] of a pair with itself, for less.
    ///
    /// # Panics
    /// If a polynomial is of another level.
    #[must_use]
    pub fn square<E: ScaledProductEngine>(&self, a: &[Poly<Coefficient, E>; 2]) -> [Poly<Coefficient, E>; 3] {
        a.iter().for_each(|part| self.check(part));
        E::scaled_square(self, a)
    }

    fn check<E: Place>(&self, part: &Poly<Coefficient, E>) {
        assert_eq!([part.level(), part.degree()], [self.level, self.basis.degree()], "level and degree of an operand");
    }

    /// The primes of the level, then those of `B`.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        &self.basis
    }

    /// The number of primes of the level.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// The conversions, for engines: from the level to the primes of `B`, the scaling to those, and
    /// the way back.
    #[must_use]
    pub fn conversions(&self) -> [&BasisConverter; 3] {
        [&self.lift, &self.scale, &self.back]
    }

    /// The tables that engines made of these.
    #[must_use]
    pub fn resident(&self) -> &Resident {
        &self.resident
    }

    /// [`Self::multiply`] on the CPU, a prime at a time: the rows of that prime are transformed,
    /// multiplied and transformed back while they are in cache.
    pub(crate) fn product_by_rows(&self, a: &Pair, b: &Pair) -> [Poly<Coefficient>; 3] {
        let ([mut a_0, mut a_1], [mut b_0, mut b_1]) = (self.lifted(a), self.lifted(b));
        let mut cross = PooledVec::unspecified(self.basis.degree());
        let rows = a_0.limbs_mut().zip(a_1.limbs_mut()).zip(b_0.limbs_mut().zip(b_1.limbs_mut()));
        for (i, (plan, ((a_0, a_1), (b_0, b_1)))) in self.basis.plans().iter().zip(rows).enumerate() {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            let parts = a.iter().chain(b);
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

    /// [`Self::square`] on the CPU.
    pub(crate) fn square_by_rows(&self, a: &Pair) -> [Poly<Coefficient>; 3] {
        let [mut a_0, mut a_1] = self.lifted(a);
        let mut cross = Poly::<Coefficient>::zero(&self.basis, self.basis.limbs());
        let mut copy = PooledVec::unspecified(self.basis.degree());
        let rows = a_0.limbs_mut().zip(a_1.limbs_mut()).zip(cross.limbs_mut());
        for (i, (plan, ((a_0, a_1), cross))) in self.basis.plans().iter().zip(rows).enumerate() {
            let (m, kernel) = (plan.modulus(), plan.kernel());
            for (row, part) in [&mut *a_0, &mut *a_1].into_iter().zip(a) {
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
    fn lifted(&self, a: &Pair) -> [Poly<Coefficient>; 2] {
        a.each_ref().map(|part| {
            let mut lifted = Poly::unspecified(&self.basis, self.basis.limbs());
            self.lift.apply(part.residues(), lifted.split_limbs_mut(self.level).1);
            lifted
        })
    }

    /// Transforms the row of the `i`-th prime, which for those of the level is found in the
    /// operand.
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

/// The operations of [`ScaledProduct`], of polynomials of its level.
pub trait ScaledProductEngine: Place {
    /// [`ScaledProduct::multiply`]
    fn scaled_product(
        tables: &ScaledProduct,
        a: &[Poly<Coefficient, Self>; 2],
        b: &[Poly<Coefficient, Self>; 2],
    ) -> [Poly<Coefficient, Self>; 3];

    /// [`ScaledProduct::square`]
    fn scaled_square(tables: &ScaledProduct, a: &[Poly<Coefficient, Self>; 2]) -> [Poly<Coefficient, Self>; 3];
}

impl ScaledProductEngine for Cpu {
    fn scaled_product(
        tables: &ScaledProduct,
        a: &[Poly<Coefficient>; 2],
        b: &[Poly<Coefficient>; 2],
    ) -> [Poly<Coefficient>; 3] {
        tables.product_by_rows(a, b)
    }

    fn scaled_square(tables: &ScaledProduct, a: &[Poly<Coefficient>; 2]) -> [Poly<Coefficient>; 3] {
        tables.square_by_rows(a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product of the primes of `B` is that many bits above `t·N·Q`, each being above
    /// `2^48.99` or `2^49.99`; and none is spared.
    #[test]
    fn auxiliary_primes_have_room_for_a_product() {
        for (tenths, log_plain) in (300..32_000).flat_map(|tenths| [2.0, 32.0, 64.0, 256.0].map(|plain| (tenths, plain))) {
            for log_degree in [12, 16] {
                let log_modulus = f64::from(tenths) / 10.0;
                let (count, bits) = auxiliary_primes(1, log_modulus, log_plain, 1 << log_degree);
                let each = f64::from(bits) - 0.01;
                let room = count as f64 * each - log_modulus - log_plain - f64::from(log_degree);
                assert!((1.5 - 1e-9..each + 1.51).contains(&room), "{room} bits for Q of {log_modulus}, t of {log_plain}");
            }
        }
        for bits in AUXILIARY_BITS {
            let primes = RnsBasis::choose_moduli(1 << 16, &[bits; 64], 0).expect("primes");
            assert!(primes.iter().all(|&q| (q as f64).log2() > f64::from(bits) - 0.01));
        }
    }

    /// Thirty-one primes of 50 bits leave room for 33: with 49 bits there would be 34.
    #[test]
    fn auxiliary_primes_are_wider_where_there_is_no_room_for_as_many() {
        let primes = |limbs: usize| auxiliary_primes(limbs, 1550.0, 64.0, 1 << 16);
        assert_eq!([30, 31].map(primes), [(34, 49), (33, 50)]);
        assert_eq!(31 + primes(31).0, RnsBasis::MAX_LIMBS);
    }
}
