//! Polynomials of real slots, and functions that are composed of them.

use crate::{Automatic, Ciphertext, CkksError, Complex64, Product};
use papilio_fhe::polynomial::approximation::{inverse_rounds, sign, step};
use papilio_fhe::polynomial::{Basis, Polynomial, PolynomialError, PolynomialScheme};

/// Bits by which errors of approximations and ciphertexts may bring values beyond `[−1, 1]` between
/// the rounds of a composition, which bring them back.
const BEYOND: f64 = 0.01;
/// Bits by which a bound may be beyond the interval of a polynomial, for the rounding of bounds.
/// Polynomials of Chebyshev grow there: that of degree `n` is about `1 + n²·e` at `1 + e`.
const ROUNDED: f64 = 1e-6;

impl PolynomialScheme for Automatic<'_> {
    type Ciphertext = Ciphertext;
    type Coefficient = f64;
    type Error = CkksError;

    fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, CkksError> {
        self.mul(a, b)
    }

    fn square(&self, a: &Ciphertext) -> Result<Ciphertext, CkksError> {
        Automatic::square(self, a)
    }

    fn add_assign(&self, a: &mut Ciphertext, b: &Ciphertext) -> Result<(), CkksError> {
        *a = self.add(a, b)?;
        Ok(())
    }

    fn add_constant_assign(&self, a: &mut Ciphertext, c: f64) -> Result<(), CkksError> {
        self.scheme().add_constant_assign(a, c)
    }

    fn linear_combination(&self, terms: &[(f64, &Ciphertext)], constant: Option<f64>) -> Result<Ciphertext, CkksError> {
        let terms: Vec<(Complex64, &Ciphertext)> = terms.iter().map(|&(c, x)| (c.into(), x)).collect();
        Automatic::linear_combination(self, &terms, constant.unwrap_or_default().into())
    }

    /// Polynomials of Chebyshev have no values beyond `[−1, 1]` there, which no bound on sums
    /// knows.
    fn double_minus(&self, a: Ciphertext, b: Option<&Ciphertext>) -> Result<Ciphertext, CkksError> {
        let twice = self.mul_constant(&a, 2.0)?;
        let difference = match b {
            Some(b) => self.sub(&twice, b)?,
            None => self.add_constant(&twice, -1.0)?,
        };
        difference.with_bound(BEYOND)
    }

    fn constant(&self, like: &Ciphertext, c: f64) -> Result<Ciphertext, CkksError> {
        let mut constant = self.scheme().zero(like.level(), like.scale())?;
        constant.log_slots = like.log_slots;
        self.scheme().add_constant_assign(&mut constant, c)?;
        Ok(constant)
    }

    fn subtract_coefficients(&self, a: f64, b: f64) -> f64 {
        a - b
    }

    /// The sum of the products is relinearized once.
    fn add_products(
        &self,
        sum: Option<Ciphertext>,
        pairs: &[(Ciphertext, &Ciphertext)],
    ) -> Result<Option<Ciphertext>, CkksError> {
        let ckks = self.scheme();
        let mut factors = Vec::new();
        for (a, b) in pairs {
            factors.push([self.factor(a)?, self.factor(b)?]);
        }
        let levels = factors.iter().flatten().map(|x| ckks.levels_left(x)).min();
        let Some(levels) = levels else { return Ok(sum) };
        let mut products: Option<Product> = None;
        for [a, b] in &factors {
            let product = ckks.multiply(&self.at_level(a, levels)?, &self.at_level(b, levels)?)?;
            match &mut products {
                Some(products) => ckks.add_assign(products, &product)?,
                None => products = Some(product),
            }
        }
        let Some(products) = products else { return Ok(sum) };
        let total = ckks.relinearize(&products, self.relinearization()?)?;
        sum.map_or(Ok(total.clone()), |sum| self.add(&sum, &total)).map(Some)
    }
}

impl Automatic<'_> {
    /// The polynomial of every slot, by the plan of the least depth.
    ///
    /// In the basis of Chebyshev the slots have to be real, and in the interval of the polynomial:
    /// the bound on the message is held against it, and what lies beyond is the caller's to avoid.
    ///
    /// # Errors
    /// [`CkksError::Beyond`] for values that may be outside of the interval; the errors of
    /// [`Self::mul`].
    pub fn evaluate(&self, polynomial: &Polynomial<f64>, x: &Ciphertext) -> Result<Ciphertext, CkksError> {
        if polynomial.basis() == Basis::Chebyshev {
            let substitution = polynomial.substitution();
            let factor = substitution.and_then(|s| s.factor).unwrap_or(1.0).abs();
            let offset = substitution.and_then(|s| s.offset).unwrap_or(0.0).abs();
            let radius = (1.0 + offset) / factor;
            if x.log2_bound() > radius.log2() + ROUNDED {
                return Err(CkksError::Beyond { bound: x.log2_bound().exp2(), radius });
            }
        }
        polynomial.evaluate(self, x)
    }

    /// One polynomial after the other.
    fn compose(&self, polynomials: &[Polynomial<f64>], x: &Ciphertext) -> Result<Ciphertext, CkksError> {
        polynomials.iter().try_fold(x.clone(), |x, polynomial| {
            // Each keeps [−1, 1], but for what its coefficients are rounded by.
            self.evaluate(polynomial, &x)?.with_bound(BEYOND)
        })
    }

    /// The signs of real slots with `2^(−gap) ≤ |x| ≤ 1`, to within `2^(−precision)`: see
    /// [`papilio_fhe::polynomial::approximation::sign`]. Nearer to zero the result is between −1
    /// and 1.
    ///
    /// # Errors
    /// [`CkksError::Beyond`] for a bound above 1; [`CkksError::Polynomial`] for a gap or a
    /// precision that there is none for; the errors of [`Self::evaluate`].
    pub fn sign(&self, x: &Ciphertext, gap: u32, precision: u32) -> Result<Ciphertext, CkksError> {
        self.within_one(x)?;
        self.compose(&sign(gap, precision)?, x)
    }

    /// 1 for positive and 0 for negative slots, otherwise as [`Self::sign`].
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn step(&self, x: &Ciphertext, gap: u32, precision: u32) -> Result<Ciphertext, CkksError> {
        self.within_one(x)?;
        self.compose(&step(gap, precision)?, x)
    }

    /// The greater of two real vectors, slot by slot, whose differences are at most 1:
    /// `(a + b + |a − b|)/2`. Where they differ by less than `2^(−gap)`, it is between the two but
    /// for as much.
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn max(&self, a: &Ciphertext, b: &Ciphertext, gap: u32, precision: u32) -> Result<Ciphertext, CkksError> {
        let difference = self.difference(a, b)?;
        let over = self.mul(&difference, &self.step(&difference, gap, precision)?)?;
        self.add(b, &over)
    }

    /// The lesser of two real vectors, otherwise as [`Self::max`].
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn min(&self, a: &Ciphertext, b: &Ciphertext, gap: u32, precision: u32) -> Result<Ciphertext, CkksError> {
        let difference = self.difference(a, b)?;
        let over = self.mul(&difference, &self.step(&difference, gap, precision)?)?;
        self.sub(a, &over)
    }

    fn difference(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, CkksError> {
        let difference = self.sub(a, b)?;
        // Two vectors of bounds 1/2, whose difference reaches 1.
        self.within_one(&difference).map(|()| difference)
    }

    /// The inverses of real slots from `2^(−least)` to `2 − 2^(−least)`, to a relative error of
    /// `2^(−precision)`, by [`inverse_rounds`].
    ///
    /// # Errors
    /// [`CkksError::Beyond`] for a bound above 2; [`CkksError::Polynomial`]; the errors of
    /// [`Self::mul`].
    pub fn inverse(&self, x: &Ciphertext, least: u32, precision: u32) -> Result<Ciphertext, CkksError> {
        if x.log2_bound() > 1.0 + BEYOND {
            return Err(CkksError::Beyond { bound: x.log2_bound().exp2(), radius: 2.0 });
        }
        let rounds = inverse_rounds(least, precision)?;
        let negative = self.mul_constant(x, -1.0)?;
        // 1 − x, within (−1, 1).
        let mut power = self.add_constant(&negative, 1.0)?.with_bound(0.0)?;
        let mut product = self.add_constant(&power, 1.0)?;
        for round in 1..rounds {
            power = Automatic::square(self, &power)?;
            let factor = self.add_constant(&power, 1.0)?;
            // No partial product is above 1/x.
            product = self.mul(&product, &factor)?.with_bound(f64::from(least).min(f64::from(1 << round.min(20))))?;
        }
        Ok(product)
    }

    fn within_one(&self, x: &Ciphertext) -> Result<(), CkksError> {
        if x.log2_bound() <= BEYOND {
            return Ok(());
        }
        Err(CkksError::Beyond { bound: x.log2_bound().exp2(), radius: 1.0 })
    }
}

impl From<PolynomialError> for CkksError {
    fn from(error: PolynomialError) -> Self {
        Self::Polynomial(error)
    }
}
