//! Polynomials over `Z_t` on ciphertexts of BGV.

use super::{Keyed, PolynomialScheme};
use crate::bfv::FheError;
use crate::bgv::{Bgv, Ciphertext};
use papilio_field::{Residue, ResidueRing};

/// Coefficients are residues of the plaintext modulus. Products switch their operands down, each to
/// the level that leaves the least noise.
impl<F: Residue> PolynomialScheme for Keyed<'_, Bgv<F>> {
    type Ciphertext = Ciphertext<F>;
    type Coefficient = F;
    type Error = FheError;

    fn multiply(&self, a: &Ciphertext<F>, b: &Ciphertext<F>) -> Result<Ciphertext<F>, FheError> {
        self.scheme.multiply_relinearize(a, b, self.key)
    }

    fn square(&self, a: &Ciphertext<F>) -> Result<Ciphertext<F>, FheError> {
        self.scheme.relinearize(&self.scheme.square(a)?, self.key)
    }

    fn add_assign(&self, a: &mut Ciphertext<F>, b: &Ciphertext<F>) -> Result<(), FheError> {
        self.scheme.add_assign(a, b)
    }

    fn add_constant_assign(&self, a: &mut Ciphertext<F>, c: F) -> Result<(), FheError> {
        self.scheme.add_plain_assign(a, &self.scheme.encode_coefficients(&[c])?)
    }

    fn linear_combination(&self, terms: &[(F, &Ciphertext<F>)], constant: Option<F>) -> Result<Ciphertext<F>, FheError> {
        let multiples = terms.iter().map(|&(c, a)| {
            let mut multiple = a.clone();
            self.scheme.mul_scalar_assign(&mut multiple, c).map(|()| multiple)
        });
        let mut sum = self.scheme.add_many(&multiples.collect::<Result<Vec<_>, _>>()?)?;
        constant.map_or(Ok(()), |c| self.add_constant_assign(&mut sum, c))?;
        Ok(sum)
    }

    fn double_minus(&self, mut a: Ciphertext<F>, b: Option<&Ciphertext<F>>) -> Result<Ciphertext<F>, FheError> {
        let ring = self.scheme.plaintext_modulus();
        self.scheme.mul_scalar_assign(&mut a, ring.add(ring.one(), ring.one()))?;
        match b {
            Some(b) => self.scheme.sub_assign(&mut a, b)?,
            None => self.add_constant_assign(&mut a, ring.neg(ring.one()))?,
        }
        Ok(a)
    }

    fn constant(&self, like: &Ciphertext<F>, c: F) -> Result<Ciphertext<F>, FheError> {
        let mut constant = self.scheme.zero_ciphertext(like.level())?;
        self.add_constant_assign(&mut constant, c)?;
        Ok(constant)
    }

    fn subtract_coefficients(&self, a: F, b: F) -> F {
        self.scheme.plaintext_modulus().sub(a, b)
    }
}
