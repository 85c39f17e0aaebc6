//! Residues as a representation of polynomials in half external products.

use super::blocks::{BlockSizeError, Blocks, auxiliary, lifted};
use super::digit::Lift;
use super::{Extended, Gadget, GadgetForm};
use crate::bivariate::{DigitMatrix, DigitProducts, DigitSums, Digits, PreparedDigits};
use crate::half_product::Representation;
use crate::{Coefficient, Evaluation, Poly};
use papilio_field::Modulus;
use papilio_ntt::Reconstruction;

/// Residues of a level: digits are those of a [`Gadget`], rows are modulo `P·Q` in blocks of
/// primes, and results are divided by `P`.
#[derive(Clone, Copy, Debug)]
pub struct Residues<'a> {
    gadget: &'a Gadget,
    blocks: &'a Blocks,
    level: usize,
}

/// Tables of rows in blocks for digits that are not the gadget's own.
#[derive(Debug)]
pub struct RowBlocks(Blocks);

impl RowBlocks {
    /// The tables for sums of so many products with digits of so many bits, and rows in blocks of
    /// `size` primes.
    ///
    /// # Errors
    /// [`BlockSizeError`].
    pub fn new(gadget: &Gadget, size: usize, digit_bits: f64, terms: usize) -> Result<Self, BlockSizeError> {
        let refused = BlockSizeError { size, limbs: gadget.basis.limbs() };
        if !(1..=refused.limbs).contains(&size) {
            return Err(refused);
        }
        Blocks::new(&gadget.basis, size, digit_bits, terms).map(Self).ok_or(refused)
    }

    /// A matrix for so many digits, whose rows are all to be set.
    #[must_use]
    pub fn matrix(&self, gadget: &Gadget, rows: usize) -> DigitMatrix {
        DigitMatrix::of_primes((self.0.primes(), gadget.basis.degree()), rows, self.0.count())
    }

    /// A half of a row, modulo all primes of the gadget.
    #[must_use]
    pub fn prepare(&self, gadget: &Gadget, row: &Poly<Evaluation>) -> PreparedDigits {
        self.0.row(&gadget.basis, row)
    }

    /// Results of a level.
    ///
    /// # Panics
    /// If the gadget has no such level.
    #[must_use]
    pub fn residues<'a>(&'a self, gadget: &'a Gadget, level: usize) -> Residues<'a> {
        Residues::new(gadget, &self.0, level)
    }
}

impl<'a> Residues<'a> {
    pub(super) fn new(gadget: &'a Gadget, blocks: &'a Blocks, level: usize) -> Self {
        assert!((1..=gadget.moduli.limbs()).contains(&level), "no level {level} of {}", gadget.moduli.limbs());
        Self { gadget, blocks, level }
    }
}

impl Gadget {
    /// Residues of a level, for rows in blocks of so many primes.
    ///
    /// # Errors
    /// [`BlockSizeError`].
    ///
    /// # Panics
    /// If there is no such level.
    pub fn residues(&self, size: usize, level: usize) -> Result<Residues<'_>, BlockSizeError> {
        Ok(Residues::new(self, self.blocks(size)?, level))
    }

    /// The transforms of the digits of a polynomial modulo primes of products, which are the
    /// greatest of their size.
    #[must_use]
    pub fn digits_modulo(&self, c: &Poly<Coefficient>, products: &DigitProducts) -> Digits {
        let (special, plans) = (self.special, self.moduli.plans());
        let lifts = self.level(c.level()).lifts.get_or_init(|| self.lifts(c.level()));
        let own = c.residues().chunks(special * c.degree()).zip(plans.iter().step_by(special));
        lifted(products, lifts.iter().zip(own).map(|(lift, (residues, plan))| (lift, lift.prepare(plan, residues))))
    }

    /// The lifts of the digits of a level to as many primes as products may have.
    fn lifts(&self, level: usize) -> Vec<Lift> {
        let own: Vec<Modulus> = self.moduli.moduli(level).copied().collect();
        let to = auxiliary(self.basis.degree(), Reconstruction::MAX_PRIMES);
        own.chunks(self.special).map(|own| Lift::new(own, &to)).collect()
    }
}

impl Representation for Residues<'_> {
    type Poly = Poly<Coefficient>;

    fn products(&self) -> &DigitProducts {
        self.blocks.products()
    }

    fn digits(&self, x: &Poly<Coefficient>, products: &DigitProducts) -> Digits {
        self.gadget.digits_modulo(x, products)
    }

    fn parts(&self, _: usize) -> usize {
        self.blocks.count_for(self.gadget.special + self.level)
    }

    fn result(&self, sums: &DigitSums, plus: Option<&Poly<Coefficient>>) -> Poly<Coefficient> {
        let mut extended = Extended::unspecified(self.gadget, self.level);
        self.blocks.residues(sums, extended.limbs_mut());
        Coefficient::quotient(self.gadget, extended, plus)
    }
}
