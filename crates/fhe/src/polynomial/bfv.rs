//! Polynomials over `Z_t` on ciphertexts of BFV.

use super::{Keyed, PolynomialScheme};
use crate::bfv::{Bfv, Ciphertext, FheError, Product};
use papilio_field::{Residue, ResidueRing};

/// Coefficients are residues of the plaintext modulus. Products of one sum are relinearized once.
impl<F: Residue> PolynomialScheme for Keyed<'_, Bfv<F>> {
    type Ciphertext = Ciphertext;
    type Coefficient = F;
    type Error = FheError;

    fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, FheError> {
        self.scheme.multiply_relinearize(a, b, self.key)
    }

    fn square(&self, a: &Ciphertext) -> Result<Ciphertext, FheError> {
        self.scheme.relinearize(&self.scheme.square(a)?, self.key)
    }

    fn add_assign(&self, a: &mut Ciphertext, b: &Ciphertext) -> Result<(), FheError> {
        self.scheme.add_assign(a, b)
    }

    fn add_constant_assign(&self, a: &mut Ciphertext, c: F) -> Result<(), FheError> {
        self.scheme.add_plain_assign(a, &self.scheme.encode_coefficients(&[c])?)
    }

    fn linear_combination(&self, terms: &[(F, &Ciphertext)], constant: Option<F>) -> Result<Ciphertext, FheError> {
        let multiples = terms.iter().map(|&(c, a)| {
            let mut multiple = a.clone();
            self.scheme.mul_scalar_assign(&mut multiple, c).map(|()| multiple)
        });
        let mut sum = self.scheme.add_many(&multiples.collect::<Result<Vec<_>, _>>()?)?;
        constant.map_or(Ok(()), |c| self.add_constant_assign(&mut sum, c))?;
        Ok(sum)
    }

    fn double_minus(&self, mut a: Ciphertext, b: Option<&Ciphertext>) -> Result<Ciphertext, FheError> {
        let ring = self.scheme.plaintext_modulus();
        self.scheme.mul_scalar_assign(&mut a, ring.add(ring.one(), ring.one()))?;
        match b {
            Some(b) => self.scheme.sub_assign(&mut a, b)?,
            None => self.add_constant_assign(&mut a, ring.neg(ring.one()))?,
        }
        Ok(a)
    }

    fn constant(&self, like: &Ciphertext, c: F) -> Result<Ciphertext, FheError> {
        let mut constant = self.scheme.zero_ciphertext(like.level())?;
        self.add_constant_assign(&mut constant, c)?;
        Ok(constant)
    }

    fn subtract_coefficients(&self, a: F, b: F) -> F {
        self.scheme.plaintext_modulus().sub(a, b)
    }

    fn add_products(
        &self,
        sum: Option<Ciphertext>,
        pairs: &[(Ciphertext, &Ciphertext)],
    ) -> Result<Option<Ciphertext>, FheError> {
        let products = pairs.iter().map(|(a, b)| self.scheme.multiply(a, b)).collect::<Result<Vec<Product>, _>>()?;
        if products.is_empty() {
            return Ok(sum);
        }
        let mut total = self.scheme.relinearize(&self.scheme.add_many(&products)?, self.key)?;
        sum.map_or(Ok(()), |sum| self.scheme.add_assign(&mut total, &sum))?;
        Ok(Some(total))
    }
}
