//! Polynomials over `Z_t` on ciphertexts of BFV and BGV.

use super::{Keyed, PolynomialScheme};
use crate::bfv::{Bfv, FheError};
use crate::bgv::Bgv;
use crate::{bfv, bgv};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Coefficient, Engine};

type BfvCiphertext<E> = bfv::Ciphertext<Coefficient, 2, E>;
type BgvCiphertext<F, E> = bgv::Ciphertext<F, Coefficient, 2, E>;
/// The factors of products.
type Factors<'a, C> = [(C, &'a C)];

/// [`PolynomialScheme`] of a scheme over residues. The operations have the same names in both
/// schemes and no common trait, because the ciphertexts have other parameters. The products of a
/// combination are [`Keyed::products`].
macro_rules! residue_polynomials {
    ($scheme:ident, $ciphertext:ty, $products:literal) => {
        /// Coefficients are residues of the plaintext modulus.
        #[doc = $products]
        impl<F: Residue, E: Engine> PolynomialScheme for Keyed<'_, $scheme<F>, E> {
            type Ciphertext = $ciphertext;
            type Coefficient = F;
            type Error = FheError;

            fn multiply(&self, a: &$ciphertext, b: &$ciphertext) -> Result<$ciphertext, FheError> {
                self.scheme.multiply_relinearize(a, b, self.key)
            }

            fn square(&self, a: &$ciphertext) -> Result<$ciphertext, FheError> {
                self.scheme.relinearize(&self.scheme.square(a)?, self.key)
            }

            fn add_constant_assign(&self, a: &mut $ciphertext, c: F) -> Result<(), FheError> {
                self.scheme.add_plain_assign(a, &self.scheme.encode_coefficients(&[c])?)
            }

            fn multiply_chebyshev(
                &self,
                a: &$ciphertext,
                b: &$ciphertext,
                c: Option<&$ciphertext>,
            ) -> Result<$ciphertext, FheError> {
                let ring = self.scheme.plaintext_modulus();
                let mut value = if core::ptr::eq(a, b) { self.square(a) } else { self.multiply(a, b) }?;
                self.scheme.mul_scalar_assign(&mut value, ring.add(ring.one(), ring.one()))?;
                match c {
                    Some(c) => self.scheme.sub_assign(&mut value, c)?,
                    None => self.add_constant_assign(&mut value, ring.neg(ring.one()))?,
                }
                Ok(value)
            }

            fn combination(
                &self,
                terms: &[(F, &$ciphertext)],
                products: &[($ciphertext, &$ciphertext)],
                constant: Option<F>,
            ) -> Result<$ciphertext, FheError> {
                let mut all = self.products(products)?;
                for &(c, a) in terms {
                    let mut multiple = a.clone();
                    self.scheme.mul_scalar_assign(&mut multiple, c)?;
                    all.push(multiple);
                }
                let mut sum = self.scheme.add_many(&all)?;
                constant.map_or(Ok(()), |c| self.add_constant_assign(&mut sum, c))?;
                Ok(sum)
            }

            fn constant(&self, like: &$ciphertext, c: F) -> Result<$ciphertext, FheError> {
                let mut constant = self.scheme.zero_beside(like.level(), like)?;
                self.add_constant_assign(&mut constant, c)?;
                Ok(constant)
            }

            fn subtract_coefficients(&self, a: F, b: F) -> F {
                self.scheme.plaintext_modulus().sub(a, b)
            }
        }
    };
}

residue_polynomials!(Bfv, BfvCiphertext<E>, "Products of one sum are relinearized once.");
residue_polynomials!(
    Bgv,
    BgvCiphertext<F, E>,
    "Products switch their operands down, each to the level that leaves the least noise."
);

impl<F: Residue, E: Engine> Keyed<'_, Bfv<F>, E> {
    /// The sum of the products, relinearized once, where there are any.
    fn products(&self, products: &Factors<'_, BfvCiphertext<E>>) -> Result<Vec<BfvCiphertext<E>>, FheError> {
        if products.is_empty() {
            return Ok(Vec::new());
        }
        let products = products.iter().map(|(a, b)| self.scheme.multiply(a, b)).collect::<Result<Vec<_>, _>>()?;
        Ok(vec![self.scheme.relinearize(&self.scheme.add_many(&products)?, self.key)?])
    }
}

impl<F: Residue, E: Engine> Keyed<'_, Bgv<F>, E> {
    /// Every product, whose operands are switched down to the level that leaves the least noise.
    fn products(&self, products: &Factors<'_, BgvCiphertext<F, E>>) -> Result<Vec<BgvCiphertext<F, E>>, FheError> {
        products.iter().map(|(a, b)| self.multiply(a, b)).collect()
    }
}
