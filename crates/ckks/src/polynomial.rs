//! Polynomials of real slots, and functions that are composed of them.

use crate::{Automatic, Ciphertext, CkksError, Product, Scale};
use papilio_fhe::polynomial::approximation::{inverse_rounds, sign, step};
use papilio_fhe::polynomial::{Basis, Plan, Polynomial, PolynomialError, PolynomialScheme};
use papilio_ring::Engine;

/// Bits by which errors of approximations and ciphertexts may bring values beyond `[−1, 1]` between
/// the rounds of a composition, which bring them back.
const BEYOND: f64 = 0.01;
/// Bits by which a bound may be beyond the interval of a polynomial, for the rounding of bounds.
/// Polynomials of Chebyshev grow there: that of degree `n` is about `1 + n²·e` at `1 + e`.
const ROUNDED: f64 = 1e-6;

impl<E: Engine> PolynomialScheme for Automatic<'_, E> {
    type Ciphertext = Ciphertext<2, E>;
    type Coefficient = f64;
    type Error = CkksError;

    fn multiply(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.reduced(&self.tensor(a, b)?)
    }

    fn square(&self, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.reduced(&self.tensor(a, a)?)
    }

    fn add_constant_assign(&self, a: &mut Ciphertext<2, E>, c: f64) -> Result<(), CkksError> {
        self.scheme().add_constant_assign(a, c)
    }

    /// Polynomials of Chebyshev have no values beyond `[−1, 1]` there, which no bound on sums
    /// knows.
    fn multiply_chebyshev(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        c: Option<&Ciphertext<2, E>>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let ckks = self.scheme();
        let mut value = self.tensor(a, b)?;
        ckks.mul_constant_assign(&mut value, 2.0, Scale::ONE)?;
        match c {
            Some(c) => ckks.add_multiples_assign(&mut value, &[(-1.0, &*self.factor(c)?)])?,
            None => ckks.add_constant_assign(&mut value, -1.0)?,
        }
        self.reduced(&value)?.with_bound(BEYOND)
    }

    /// The sum of the products is relinearized once, and rescaled in the same step.
    fn combination(
        &self,
        terms: &[(f64, &Ciphertext<2, E>)],
        products: &[(Ciphertext<2, E>, &Ciphertext<2, E>)],
        constant: Option<f64>,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let ckks = self.scheme();
        let terms = terms.iter().map(|&(c, x)| Ok((c, self.factor(x)?))).collect::<Result<Vec<_>, CkksError>>()?;
        let terms: Vec<(f64, &Ciphertext<2, E>)> = terms.iter().map(|(c, x)| (*c, &**x)).collect();
        let pairs = products.iter().map(|(a, b)| Ok([self.factor(a)?, self.factor(b)?]));
        let pairs = pairs.collect::<Result<Vec<_>, CkksError>>()?;
        let all = pairs.iter().flatten().map(|x| &**x).chain(terms.iter().map(|&(_, x)| x));
        let levels = all.map(|x| ckks.levels_left(x)).min().ok_or(CkksError::NoTerms)?;
        let mut sum: Option<Product<E>> = None;
        for [a, b] in &pairs {
            let product = ckks.multiply(&*self.at_level(a, levels)?, &*self.at_level(b, levels)?)?;
            match &mut sum {
                Some(sum) => ckks.add_assign(sum, &product)?,
                None => sum = Some(product),
            }
        }
        match sum {
            Some(mut sum) => {
                ckks.add_multiples_assign(&mut sum, &terms)?;
                constant.map_or(Ok(()), |c| ckks.add_constant_assign(&mut sum, c))?;
                self.reduced(&sum)
            }
            None => {
                let mut sum = self.multiples(&terms, levels)?;
                constant.map_or(Ok(()), |c| ckks.add_constant_assign(&mut sum, c))?;
                ckks.rescale(&sum)
            }
        }
    }

    fn constant(&self, like: &Ciphertext<2, E>, c: f64) -> Result<Ciphertext<2, E>, CkksError> {
        let mut constant = self.scheme().zero_beside(like.level(), like.scale(), like)?;
        self.scheme().add_constant_assign(&mut constant, c)?;
        Ok(constant)
    }

    fn subtract_coefficients(&self, a: f64, b: f64) -> f64 {
        a - b
    }
}

impl<E: Engine> Automatic<'_, E> {
    /// The product of two ciphertexts of any levels, of three parts.
    fn tensor(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Product<E>, CkksError> {
        let ckks = self.scheme();
        if core::ptr::eq(a, b) {
            return ckks.square(&*self.factor(a)?);
        }
        let [a, b] = [self.factor(a)?, self.factor(b)?];
        let levels = ckks.levels_left(&a).min(ckks.levels_left(&b));
        ckks.multiply(&*self.at_level(&a, levels)?, &*self.at_level(&b, levels)?)
    }

    /// A product relinearized and rescaled.
    fn reduced(&self, product: &Product<E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.scheme().relinearize_rescale(product, self.relinearization()?)
    }

    /// The polynomial of every slot, by the plan of the least depth.
    ///
    /// In the basis of Chebyshev all slots have to be real and in the interval of the polynomial,
    /// also those that are filled with zeros or not looked at: a value beyond it becomes great, and
    /// its share of the error reaches every slot. The bound on magnitudes is held against the
    /// interval; values between its ends but for their sign are the caller's to avoid.
    ///
    /// Predictions are of the polynomial. The distance of the polynomial from the function that it
    /// approximates, which [`Polynomial::fit`] returns, comes on top.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`] for more levels than are left; [`CkksError::Beyond`] for values that
    /// may be outside of the interval; the errors of [`Self::mul`].
    pub fn evaluate(&self, polynomial: &Polynomial<f64>, x: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        if polynomial.basis() == Basis::Chebyshev {
            let substitution = polynomial.substitution();
            let factor = substitution.and_then(|s| s.factor).unwrap_or(1.0).abs();
            let offset = substitution.and_then(|s| s.offset).unwrap_or(0.0).abs();
            let radius = (1.0 + offset) / factor;
            if x.log2_bound() > radius.log2() + ROUNDED {
                return Err(CkksError::Beyond { bound: x.log2_bound().exp2(), radius });
            }
        }
        let (plan, x) = (Plan::new(polynomial), self.first_power(x)?);
        let (levels, needed) = (self.scheme().levels_left(&x), plan.depth());
        if needed > levels {
            return Err(CkksError::NoLevel { levels, needed, scale: x.scale() });
        }
        plan.evaluate(self, polynomial, &x)
    }

    /// One polynomial after the other.
    fn compose(&self, polynomials: &[Polynomial<f64>], x: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        polynomials.iter().try_fold(x.clone(), |x, polynomial| {
            // Each keeps [−1, 1], but for what its coefficients are rounded by.
            self.evaluate(polynomial, &x)?.with_bound(BEYOND)
        })
    }

    /// The signs of real slots with `2^(−gap) ≤ |x| ≤ 1`, to within `2^(−precision)`, which is part
    /// of the predicted error: see [`papilio_fhe::polynomial::approximation::sign`]. Nearer to zero
    /// the result is between −1 and 1, and no prediction tells how far from either.
    ///
    /// # Errors
    /// [`CkksError::Beyond`] for a bound above 1; [`CkksError::Polynomial`] for a gap or a
    /// precision that there is none for; the errors of [`Self::evaluate`].
    pub fn sign(&self, x: &Ciphertext<2, E>, gap: u32, precision: u32) -> Result<Ciphertext<2, E>, CkksError> {
        self.within_one(x)?;
        Ok(self.compose(&sign(gap, precision)?, x)?.with_error(-f64::from(precision)))
    }

    /// 1 for positive and 0 for negative slots, otherwise as [`Self::sign`].
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn step(&self, x: &Ciphertext<2, E>, gap: u32, precision: u32) -> Result<Ciphertext<2, E>, CkksError> {
        self.within_one(x)?;
        Ok(self.compose(&step(gap, precision)?, x)?.with_error(-f64::from(precision)))
    }

    /// The greater of two real vectors, slot by slot, whose differences are at most 1:
    /// `(a + b + |a − b|)/2`. Where they differ by less than `2^(−gap)`, it is between the two but
    /// for as much.
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn max(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        gap: u32,
        precision: u32,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let difference = self.difference(a, b)?;
        let over = self.mul(&difference, &self.step(&difference, gap, precision)?)?;
        self.add(b, &over)
    }

    /// The lesser of two real vectors, otherwise as [`Self::max`].
    ///
    /// # Errors
    /// The errors of [`Self::sign`].
    pub fn min(
        &self,
        a: &Ciphertext<2, E>,
        b: &Ciphertext<2, E>,
        gap: u32,
        precision: u32,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let difference = self.difference(a, b)?;
        let over = self.mul(&difference, &self.step(&difference, gap, precision)?)?;
        self.sub(a, &over)
    }

    fn difference(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let difference = self.sub(a, b)?;
        // Two vectors of bounds 1/2, whose difference reaches 1.
        self.within_one(&difference).map(|()| difference)
    }

    /// The inverses of real slots from `2^(−least)` to `2 − 2^(−least)`, to a relative error of
    /// `2^(−precision)`, by [`inverse_rounds`]: an error of up to `2^(least − precision)`, which is
    /// part of the predicted one. A slot that is not between them, zero or a negative number,
    /// spoils the others too.
    ///
    /// # Errors
    /// [`CkksError::Beyond`] for a bound above 2; [`CkksError::Polynomial`]; the errors of
    /// [`Self::mul`].
    pub fn inverse(&self, x: &Ciphertext<2, E>, least: u32, precision: u32) -> Result<Ciphertext<2, E>, CkksError> {
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
        Ok(product.with_error(f64::from(least) - f64::from(precision)))
    }

    fn within_one(&self, x: &Ciphertext<2, E>) -> Result<(), CkksError> {
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
