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

    /// `a ← a + c` in every slot, without a level.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn add_constant_assign(&self, a: &mut Self::Ciphertext, c: Self::Coefficient) -> Result<(), Self::Error>;

    /// `2·a·b − c`, and `2·a·b − 1` without `c`: the recurrence of Chebyshev. Otherwise as
    /// [`Self::multiply`]; `c` has at least the level of the product.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn multiply_chebyshev(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        c: Option<&Self::Ciphertext>,
    ) -> Result<Self::Ciphertext, Self::Error>;

    /// `Σ c·a + Σ a·b + constant` for at least one term or product: one level. A scheme may
    /// relinearize the sum of the products once.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn combination(
        &self,
        terms: &[(Self::Coefficient, &Self::Ciphertext)],
        products: &[(Self::Ciphertext, &Self::Ciphertext)],
        constant: Option<Self::Coefficient>,
    ) -> Result<Self::Ciphertext, Self::Error>;

    /// A constant in every slot, at the level of a ciphertext and for sums with it.
    ///
    /// # Errors
    /// The errors of the scheme.
    fn constant(&self, like: &Self::Ciphertext, c: Self::Coefficient) -> Result<Self::Ciphertext, Self::Error>;

    /// `a − b`.
    fn subtract_coefficients(&self, a: Self::Coefficient, b: Self::Coefficient) -> Self::Coefficient;
}
