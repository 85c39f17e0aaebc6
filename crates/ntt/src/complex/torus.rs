//! Sums and rotations of words of the torus.

use crate::kernel::TorusWord;
use crate::kernel::complex::ComplexKernel;

/// Sums and rotations of words modulo a power of two, which are numbers of the torus, on the kernel
/// of a [`super::ComplexPlan`].
#[derive(Clone, Copy, Debug)]
pub struct Torus {
    kernel: &'static ComplexKernel,
}

impl Torus {
    /// Rows of one call of [`Self::subtract_products`] that are read side by side.
    pub const ROWS: usize = crate::kernel::TORUS_ROWS;

    /// Rows whose length is a multiple of this are summed fastest.
    pub const TILE: usize = crate::kernel::TORUS_TILE;

    pub(super) fn over(kernel: &'static ComplexKernel) -> Self {
        Self { kernel }
    }

    /// `(X^exponent − 1)·polynomial` modulo `X^N + 1` and `2^64`.
    ///
    /// # Panics
    /// Unless both have length `N > 0`, and the exponent is below `2N`.
    pub fn rotate_difference(&self, polynomial: &[u64], exponent: usize, difference: &mut [u64]) {
        let n = polynomial.len();
        assert!(n == difference.len(), "a difference of {} words for a polynomial of {n}", difference.len());
        assert!(exponent < 2 * n, "X^{exponent} for a polynomial of {n} words");
        self.kernel.rotate_difference(polynomial, exponent, difference);
    }

    /// `sum ← sum + terms` modulo `2^64`.
    ///
    /// # Panics
    /// Unless both are as long.
    pub fn add(&self, sum: &mut [u64], terms: &[i64]) {
        assert!(sum.len() == terms.len(), "{} terms for {} sums", terms.len(), sum.len());
        self.kernel.add(sum, terms);
    }

    /// `result ← result − Σ factor·row` modulo `2^16` or `2^32`: a row for each factor, as long as
    /// the result, one after the other. `ahead` is what is read next, which is asked for meanwhile;
    /// it changes no result.
    ///
    /// # Panics
    /// Unless there are as many rows as factors.
    pub fn subtract_products<W: TorusWord>(&self, result: &mut [W], factors: &[W], rows: &[W], ahead: &[W]) {
        let (words, len) = (rows.len(), result.len());
        assert!(words == factors.len() * len, "{words} words are not {} rows of {len}", factors.len());
        self.kernel.subtract_products(result, factors, rows, ahead);
    }
}
