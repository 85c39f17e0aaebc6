//! Polynomials over `Z_t` on ciphertexts of BGV.

use super::{Keyed, PolynomialScheme};
use crate::bfv::FheError;
use crate::bgv::{Bgv, Ciphertext};
use papilio_field::{Residue, ResidueRing};
use papilio_ring::{Coefficient, Engine};

/// Coefficients are residues of the plaintext modulus. Products switch their operands down, each to
/// the level that leaves the least noise.
impl<F: Residue, E: Engine> PolynomialScheme for Keyed<'_, Bgv<F>, E> {
    type Ciphertext = Ciphertext<F, Coefficient, 2, E>;
    type Coefficient = F;
    type Error = FheError;

    fn multiply(
        &self,
        a: &Ciphertext<F, Coefficient, 2, E>,
        b: &Ciphertext<F, Coefficient, 2, E>,
    ) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
        self.scheme.multiply_relinearize(a, b, self.key)
    }

    fn square(&self, a: &Ciphertext<F, Coefficient, 2, E>) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
        self.scheme.relinearize(&self.scheme.square(a)?, self.key)
    }

    fn add_constant_assign(&self, a: &mut Ciphertext<F, Coefficient, 2, E>, c: F) -> Result<(), FheError> {
        self.scheme.add_plain_assign(a, &self.scheme.encode_coefficients(&[c])?)
    }

    fn multiply_chebyshev(
        &self,
        a: &Ciphertext<F, Coefficient, 2, E>,
        b: &Ciphertext<F, Coefficient, 2, E>,
        c: Option<&Ciphertext<F, Coefficient, 2, E>>,
    ) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
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
        terms: &[(F, &Ciphertext<F, Coefficient, 2, E>)],
        products: &[(Ciphertext<F, Coefficient, 2, E>, &Ciphertext<F, Coefficient, 2, E>)],
        constant: Option<F>,
    ) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
        let mut all = products.iter().map(|(a, b)| self.multiply(a, b)).collect::<Result<Vec<_>, _>>()?;
        for &(c, a) in terms {
            let mut multiple = a.clone();
            self.scheme.mul_scalar_assign(&mut multiple, c)?;
            all.push(multiple);
        }
        let mut sum = self.scheme.add_many(&all)?;
        constant.map_or(Ok(()), |c| self.add_constant_assign(&mut sum, c))?;
        Ok(sum)
    }

    fn constant(&self, like: &Ciphertext<F, Coefficient, 2, E>, c: F) -> Result<Ciphertext<F, Coefficient, 2, E>, FheError> {
        let mut constant = self.scheme.zero_beside(like.level(), like)?;
        self.add_constant_assign(&mut constant, c)?;
        Ok(constant)
    }

    fn subtract_coefficients(&self, a: F, b: F) -> F {
        self.scheme.plaintext_modulus().sub(a, b)
    }
}
