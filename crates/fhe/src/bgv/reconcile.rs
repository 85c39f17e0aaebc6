//! Sums of ciphertexts, of whatever levels and factors.

use super::rational_reconstruction::{fractions, is_unit, log2_lift};
use super::{Bgv, Ciphertext, Operand, Product};
use crate::bfv::FheError;
use crate::noise::{Noise, log2_sum};
use crate::rlwe::{OfPairs, Rlwe, each};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Engine, Form, Poly};
use std::borrow::Cow;

type Operation<S, E> =
    fn(&Rlwe, &mut crate::bfv::Ciphertext<S, 2, E>, &crate::bfv::Ciphertext<S, 2, E>) -> Result<(), FheError>;

impl<F: Residue> Bgv<F> {
    /// `a ← a + b`. The one of the higher level is switched down first.
    ///
    /// Noise: the sum, for ciphertexts of the same factor. Others are multiplied by small integers
    /// first, whose ratio is that of the factors (S. Halevi and V. Shoup, "Design and
    /// implementation of HElib", ePrint 2020/1481): both of about `√t`, or a greater one for a
    /// ciphertext that is switched down afterwards and loses what that adds, whichever leaves the
    /// least. Modulo a composite `t` only integers with inverses are taken, which may be greater.
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Key`].
    pub fn add_assign<S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
    ) -> Result<(), FheError> {
        self.combine(a, b, Rlwe::add_assign)
    }

    /// `a ← a − b`. Noise and levels: as for [`Self::add_assign`].
    ///
    /// # Errors
    /// [`FheError::Context`]; [`FheError::Key`].
    pub fn sub_assign<S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
    ) -> Result<(), FheError> {
        self.combine(a, b, Rlwe::sub_assign)
    }

    /// `a ← a + b` for each of some ciphertexts and the one in the same place of others. A device
    /// takes 64 neighbors of a level in one launch. Noise and levels: as for [`Self::add_assign`].
    ///
    /// # Errors
    /// [`FheError::Count`] unless there are as many of both; those of [`Self::add_assign`] for any
    /// pair. Nothing is changed then.
    pub fn add_each_assign<'a, S: Operand, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<F, S, 2, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<F, S, 2, E>>,
    ) -> Result<(), FheError> {
        self.combine_each(a, b, Poly::add_pairs)
    }

    /// `a ← a − b` for each of some ciphertexts, as [`Self::add_each_assign`].
    ///
    /// # Errors
    /// The errors of [`Self::add_each_assign`].
    pub fn sub_each_assign<'a, S: Operand, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<F, S, 2, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<F, S, 2, E>>,
    ) -> Result<(), FheError> {
        self.combine_each(a, b, Poly::sub_pairs)
    }

    /// The sum of all: those of equal factor and level first, then from the highest level down.
    ///
    /// # Errors
    /// [`FheError::Factors`] for none; [`FheError::Context`]; [`FheError::Key`].
    pub fn add_many<S: Operand, E: Engine>(
        &self,
        terms: &[Ciphertext<F, S, 2, E>],
    ) -> Result<Ciphertext<F, S, 2, E>, FheError> {
        let mut sums: Vec<Ciphertext<F, S, 2, E>> = Vec::new();
        for term in terms {
            self.bfv.check_context(&term.inner)?;
            match sums.iter_mut().find(|sum| (sum.level(), sum.factor) == (term.level(), term.factor)) {
                Some(sum) => self.add_assign(sum, term)?,
                None => sums.push(term.clone()),
            }
        }
        sums.sort_by_key(|sum| core::cmp::Reverse(sum.level()));
        let mut sums = sums.into_iter();
        let mut total = sums.next().ok_or(FheError::Factors(0))?;
        sums.try_for_each(|sum| self.add_assign(&mut total, &sum))?;
        Ok(total)
    }

    fn combine<S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
        operation: Operation<S, E>,
    ) -> Result<(), FheError> {
        self.check_combined(a, b)?;
        let b = self.reconcile(a, b)?;
        operation(&self.bfv, &mut a.inner, &b.inner)
    }

    fn combine_each<'a, S: Operand, E: Engine>(
        &self,
        a: impl IntoIterator<Item = &'a mut Ciphertext<F, S, 2, E>>,
        b: impl IntoIterator<Item = &'a Ciphertext<F, S, 2, E>>,
        f: OfPairs<S, E>,
    ) -> Result<(), FheError> {
        let mut pairs = each(a, b)?;
        pairs.iter().try_for_each(|(a, b)| self.check_combined(a, b))?;
        let operands = pairs.iter_mut().map(|(a, b)| self.reconcile(a, b)).collect::<Result<Vec<_>, _>>()?;
        let summed = pairs.into_iter().map(|(a, _)| &mut a.inner);
        self.bfv.zip_each(summed, operands.iter().map(|b| &b.inner), f)
    }

    /// Refuses ciphertexts that [`Self::reconcile`] would refuse, and those of different keys.
    fn check_combined<S: Operand, E: Engine>(
        &self,
        a: &Ciphertext<F, S, 2, E>,
        b: &Ciphertext<F, S, 2, E>,
    ) -> Result<(), FheError> {
        let level = a.level().min(b.level());
        [a, b].into_iter().try_for_each(|x| self.bfv.check_switch(&x.inner, level))?;
        a.key().common(b.key()).map(drop)
    }

    /// Brings two ciphertexts to one factor and one level.
    fn reconcile<'b, S: Operand, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, 2, E>,
        b: &'b Ciphertext<F, S, 2, E>,
    ) -> Result<Cow<'b, Ciphertext<F, S, 2, E>>, FheError> {
        let level = a.level().min(b.level());
        let mut b = self.with_one_factor(a, b, level)?;
        self.mod_switch_to_assign(a, level)?;
        if level < b.level() {
            self.mod_switch_to_assign(b.to_mut(), level)?;
        }
        Ok(b)
    }

    /// Brings two ciphertexts to one factor, for a sum at a level.
    fn with_one_factor<'b, S: Form + Clone, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, PARTS, E>,
        b: &'b Ciphertext<F, S, PARTS, E>,
        level: usize,
    ) -> Result<Cow<'b, Ciphertext<F, S, PARTS, E>>, FheError> {
        let mut b = Cow::Borrowed(b);
        if a.factor != b.factor {
            let (x, y) = self.scalars(a, &b, level);
            self.scale(a, x)?;
            self.scale(b.to_mut(), y)?;
        }
        Ok(b)
    }

    /// `a ← a + b` of products before they are relinearized, so that a sum of products is
    /// relinearized once.
    ///
    /// Noise: the sum, for products of the same factor; for others as in [`Self::add_assign`].
    ///
    /// # Errors
    /// [`FheError::Level`] for products of different levels; [`FheError::Context`];
    /// [`FheError::Key`].
    pub fn add_product_assign<E: Engine>(&self, a: &mut Product<F, E>, b: &Product<F, E>) -> Result<(), FheError> {
        self.bfv.check_pair(&a.inner, &b.inner)?;
        let b = self.with_one_factor(a, b, a.level())?;
        self.bfv.add_assign(&mut a.inner, &b.inner)
    }

    /// A multiple by an integer that multiplies the factor as well: the same message.
    pub(super) fn scale<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &mut Ciphertext<F, S, PARTS, E>,
        by: F,
    ) -> Result<(), FheError> {
        if by != self.plaintext_modulus().one() {
            self.mul_scalar_assign(a, by)?;
            a.factor = self.plaintext_modulus().mul(a.factor, by);
        }
        Ok(())
    }

    /// Integers that make the factors of both equal and leave the least noise in their sum at a
    /// level.
    fn scalars<S: Form, const PARTS: usize, E: Engine>(
        &self,
        a: &Ciphertext<F, S, PARTS, E>,
        b: &Ciphertext<F, S, PARTS, E>,
        level: usize,
    ) -> (F, F) {
        let t = self.plaintext_modulus();
        let ratio = t.inverse(a.factor).map_or(F::default(), |inverse| t.mul(b.factor, inverse));
        let [noise, other] = [a.noise(), b.noise()].map(|noise| self.scaled_noise(noise, level));
        let sum = |&(x, y): &(F, F)| log2_sum(noise(log2_lift(t, x)), other(log2_lift(t, y)));
        // A pair that has a divisor in common with a composite modulus would lose the message.
        let units = fractions(t, ratio).into_iter().filter(|&(x, y)| is_unit(t, x) && is_unit(t, y));
        units.min_by(|p, q| sum(p).total_cmp(&sum(q))).unwrap_or((t.one(), t.one()))
    }

    /// `log2` of the variance at a level of a multiple by a constant of given `log2`.
    fn scaled_noise(&self, noise: &Noise, level: usize) -> impl Fn(f64) -> f64 + use<F> {
        let noiseless = self.model().mod_switch_to(&Noise::none(noise.level()), level).log2_variance();
        let dropped = self.parameters().basis().log2(noise.level()) - self.parameters().basis().log2(level);
        let own = noise.log2_variance() - 2.0 * dropped;
        move |log2_constant| log2_sum(own + 2.0 * log2_constant, noiseless)
    }
}
