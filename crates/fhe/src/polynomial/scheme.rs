//! The operations that an evaluation needs of a scheme.

use super::PolynomialError;

/// A scheme whose ciphertexts polynomials are evaluated on, with the keys for that.
///
/// Operands may be of different levels: the implementor aligns them.
pub trait PolynomialScheme {
    /// A ciphertext.
    type Ciphertext: Clone;
    /// A clear coefficient; its default is zero.
    type Coefficient: Copy + Default + PartialEq;
    /// Why an operation is refused.
    type Error: From<PolynomialError>;

    /// `a·b`, relinearized, and rescaled where the scheme does that: one level.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn multiply(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Self::Error>;

    /// `a²`, otherwise as [`Self::multiply`].
    ///
    /// # Errors
    /// The errors of the scheme.
    fn square(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Self::Error>;

    /// `a ← a + b`, without a level.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn add_assign(&self, a: &mut Self::Ciphertext, b: &Self::Ciphertext) -> Result<(), Self::Error>;

    /// `a ← a + c` in every slot, without a level.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn add_constant_assign(&self, a: &mut Self::Ciphertext, c: Self::Coefficient) -> Result<(), Self::Error>;

    /// `Σ c·a + constant` for at least one term: one level.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn linear_combination(
        &self,
        terms: &[(Self::Coefficient, &Self::Ciphertext)],
        constant: Option<Self::Coefficient>,
    ) -> Result<Self::Ciphertext, Self::Error>;

    /// `2·a − b`, and `2·a − 1` without `b`, without a level: the recurrence of Chebyshev.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn double_minus(&self, a: Self::Ciphertext, b: Option<&Self::Ciphertext>) -> Result<Self::Ciphertext, Self::Error>;

    /// A constant in every slot, at the level of a ciphertext and for sums with it.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn constant(&self, like: &Self::Ciphertext, c: Self::Coefficient) -> Result<Self::Ciphertext, Self::Error>;

    /// `a − b`.
    fn subtract_coefficients(&self, a: Self::Coefficient, b: Self::Coefficient) -> Self::Coefficient;

    /// `sum + Σ a·b`, none for no terms: a scheme may relinearize the sum of the products once.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn add_products(
        &self,
        sum: Option<Self::Ciphertext>,
        pairs: &[(Self::Ciphertext, &Self::Ciphertext)],
    ) -> Result<Option<Self::Ciphertext>, Self::Error> {
        pairs.iter().try_fold(sum, |sum, (a, b)| {
            let mut product = self.multiply(a, b)?;
            if let Some(sum) = &sum {
                self.add_assign(&mut product, sum)?;
            }
            Ok(Some(product))
        })
    }
}
