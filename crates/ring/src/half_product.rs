//! Half external products: the digits of a polynomial times the rows of a key, and the pair of
//! polynomials that their sums are.
//!
//! A polynomial may be words of the torus or residues, and so may the rows of a key. Digits are
//! small integers either way, and rows are cut into small integers as well, digits of words or
//! residues modulo blocks of primes: sums of their products are exact modulo the primes of
//! [`DigitProducts`], whatever they stand for. A [`Representation`] says how polynomials become
//! digits, and sums polynomials. A product with rows in the other representation than that of the
//! polynomial takes it there, for no more than the product costs.

use crate::bivariate::{DigitMatrix, DigitProducts, DigitSums, DigitTransforms, Digits, TorusPoly};

/// How polynomials of one kind are decomposed, and made of sums of products.
pub trait Representation {
    /// The polynomials.
    type Poly;

    /// The primes of products with rows in this representation.
    fn products(&self) -> &DigitProducts;

    /// The digits of a polynomial, for products modulo those primes.
    fn digits(&self, x: &Self::Poly, products: &DigitProducts) -> Digits;

    /// Parts that a result needs of each row, for sums of so many products.
    fn parts(&self, terms: usize) -> usize;

    /// The polynomial of the sums of each part, plus another one.
    fn result(&self, sums: &DigitSums, plus: Option<&Self::Poly>) -> Self::Poly;
}

/// The products of the digits of a polynomial in one representation with rows in the same or the
/// other one, added up, and a pair added to them: an encryption of `A·x`, for rows that encrypt
/// multiples of `A` (*half external product*: M. Georgieva Belorgey et al., ePrint 2023/771, §4).
///
/// # Panics
/// If the rows are fewer than the digits, or of other primes.
pub fn half_product<F: Representation, T: Representation>(
    (from, x): (&F, &F::Poly),
    rows: &DigitMatrix,
    to: &T,
    plus: [Option<&T::Poly>; 2],
) -> [T::Poly; 2] {
    let digits = from.digits(x, to.products());
    let sums = to.products().vector_matrix(&[(&digits, rows)], to.parts(digits.count()));
    [0, 1].map(|half| to.result(&sums[half], plus[half]))
}

/// Words of the torus, to so many bits.
#[derive(Clone, Copy, Debug)]
pub struct TorusWords<'a> {
    /// The digits of operands and of rows.
    pub transforms: &'a DigitTransforms,
    /// Bits of results.
    pub bits: u32,
    /// Digits that rows have.
    pub row_digits: usize,
}

impl Representation for TorusWords<'_> {
    type Poly = TorusPoly;

    fn products(&self) -> &DigitProducts {
        self.transforms.products()
    }

    fn digits(&self, x: &TorusPoly, products: &DigitProducts) -> Digits {
        products.transform(self.transforms.plan().words().operand, x)
    }

    /// A carry from digits further down has a variance of less than `2^(−8)` of a rounding's.
    /// From below digit `c` come sums of `terms·N` products of deviation `2^(K + K')/12`, in units
    /// of `2^(−(c + 1)K')`.
    fn parts(&self, terms: usize) -> usize {
        let plan = self.transforms.plan();
        let guard = ((terms as f64 * plan.degree() as f64 / 12.0).log2() + 8.0) / 2.0;
        plan.row_digits(self.bits + guard.ceil().max(0.0) as u32 + plan.bits()).min(self.row_digits)
    }

    fn result(&self, sums: &DigitSums, plus: Option<&TorusPoly>) -> TorusPoly {
        self.transforms.carry(sums, plus, self.bits)
    }
}
