//! Polynomials that approximate functions: the sign and the step, which are compositions, the
//! exponential and the logistic function; and the rounds of an iteration for the inverse.
//!
//! No ciphertext is named here: whoever evaluates applies the polynomials of a composition one
//! after the other.

use super::{Basis, Interval, Polynomial, PolynomialError};
use core::f64::consts::LN_2;

/// The most bits of gaps and of precision: doubles have 53, of which the evaluation takes some.
pub const MOST_BITS: u32 = 44;

/// Odd coefficients of `f_3`, over 16: flat at 1, where it is `1 − O((1 − x)^4)`.
const FLAT: [f64; 4] = [35.0, -35.0, 21.0, -5.0];
/// Odd coefficients of `g_3`, over 1024: steep at 0, and above [`LEAST_STEEP`] from there on.
const STEEP: [f64; 4] = [4589.0, -16577.0, 25614.0, -12860.0];
/// A bound from below on the values of `g_3` between its first maximum and 1, where it is 766/1024
/// and least up to rounding.
const LEAST_STEEP: f64 = 0.748;

/// The rounds of a composition that approximates the sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignRounds {
    /// Rounds of `g_3`, which come first and widen the gap.
    pub steep: usize,
    /// Rounds of `f_3`, which come last and gain precision.
    pub flat: usize,
}

impl SignRounds {
    /// The fewest rounds that bring every `x` of `2^(−gap) ≤ |x| ≤ 1` to within `2^(−precision)` of
    /// its sign: both polynomials have degree 7 and depth 3.
    ///
    /// # Errors
    /// [`PolynomialError::Bits`] for a gap or a precision outside 1 to [`MOST_BITS`].
    pub fn new(gap: u32, precision: u32) -> Result<Self, PolynomialError> {
        check_bits("gap", gap)?;
        check_bits("precision", precision)?;
        let (steep, flat) = (odd(&STEEP, 1024.0)?, odd(&FLAT, 16.0)?);
        let (mut low, mut rounds) = (power_of_two(gap), Self::default());
        while 1.0 - low > power_of_two(precision) {
            // The least values of both on [low, 1], of which f_3 is increasing.
            let [by_steep, by_flat] = [steep.evaluate_clear(low).min(LEAST_STEEP), flat.evaluate_clear(low)];
            let chosen = if by_steep > by_flat { &mut rounds.steep } else { &mut rounds.flat };
            *chosen += 1;
            low = by_steep.max(by_flat);
        }
        Ok(rounds)
    }

    /// Levels of a composition.
    #[must_use]
    pub fn depth(&self) -> usize {
        3 * (self.steep + self.flat)
    }
}

/// The sign of `x`, for `2^(−gap) ≤ |x| ≤ 1`, to within `2^(−precision)`: polynomials to be applied
/// one after the other, `g_3` and then `f_3` of J. H. Cheon, D. Kim and D. Kim, "Efficient
/// homomorphic comparison methods with optimal complexity", ePrint 2019/1234, as often as
/// [`SignRounds::new`] says.
///
/// Values stay within `[−1, 1]`, and arguments that errors bring beyond come back: `g_3(1 + e)` is
/// about `0.748 − 7e`, and `f_3(1 + e)` about `1 − 4.4·e^4`.
///
/// # Errors
/// The errors of [`SignRounds::new`].
pub fn sign(gap: u32, precision: u32) -> Result<Vec<Polynomial<f64>>, PolynomialError> {
    let rounds = SignRounds::new(gap, precision)?;
    let mut polynomials = vec![odd(&STEEP, 1024.0)?; rounds.steep];
    polynomials.extend(vec![odd(&FLAT, 16.0)?; rounds.flat]);
    Ok(polynomials)
}

/// 1 for positive and 0 for negative `x`, for `2^(−gap) ≤ |x| ≤ 1`, to within
/// `2^(−precision−1)`: half of [`sign`] and a half, at the same depth, or one level where [`sign`]
/// takes none.
///
/// # Errors
/// The errors of [`SignRounds::new`].
pub fn step(gap: u32, precision: u32) -> Result<Vec<Polynomial<f64>>, PolynomialError> {
    let mut polynomials = sign(gap, precision)?;
    // Without a round, x itself is as near to its sign as is asked for.
    let last = polynomials.pop().map_or_else(|| Polynomial::checked(Basis::Power, vec![0.0, 1.0], None), Ok)?;
    let mut halves: Vec<f64> = last.coefficients().iter().map(|c| c / 2.0).collect();
    halves[0] += 0.5;
    polynomials.push(Polynomial::checked(Basis::Power, halves, None)?);
    Ok(polynomials)
}

/// Factors of `1/x ≈ Π (1 + (1 − x)^(2^i))`, from `i = 0`, for a relative error of at most
/// `2^(−precision)` on `[2^(−least), 2 − 2^(−least)]` (R. E. Goldschmidt, "Applications of division
/// by convergence", 1964): `n` factors leave `(1 − x)^(2^n)`, and take `n` levels.
/// Errors of the arithmetic grow by up to `2^least` on the way.
///
/// # Errors
/// [`PolynomialError::Bits`] for ends or precisions outside 1 to [`MOST_BITS`].
pub fn inverse_rounds(least: u32, precision: u32) -> Result<usize, PolynomialError> {
    check_bits("the least argument", least)?;
    check_bits("precision", precision)?;
    // (1 − 2^(−least))^(2^n) ≤ 2^(−precision).
    let exponent = f64::from(precision) * LN_2 / -(-power_of_two(least)).ln_1p();
    let enough = |rounds: &usize| 2f64.powi(*rounds as i32) >= exponent;
    Ok((0..).find(enough).unwrap_or_default())
}

/// `exp(x)` on an interval, of the least degree that [`Polynomial::fit_to`] finds, with its error.
///
/// # Errors
/// The errors of [`Polynomial::fit_to`].
pub fn exponential(interval: Interval, error: f64) -> Result<(Polynomial<f64>, f64), PolynomialError> {
    Polynomial::fit_to(f64::exp, interval, error)
}

/// The logistic function `1/(1 + exp(−x))` on an interval, of the least degree that
/// [`Polynomial::fit_to`] finds, with its error.
///
/// # Errors
/// The errors of [`Polynomial::fit_to`].
pub fn logistic(interval: Interval, error: f64) -> Result<(Polynomial<f64>, f64), PolynomialError> {
    Polynomial::fit_to(|x| 1.0 / (1.0 + (-x).exp()), interval, error)
}

fn power_of_two(bits: u32) -> f64 {
    2f64.powi(-(bits as i32))
}

fn check_bits(what: &'static str, bits: u32) -> Result<(), PolynomialError> {
    let able = (1..=MOST_BITS).contains(&bits);
    if able { Ok(()) } else { Err(PolynomialError::Bits { bits, what, most: MOST_BITS }) }
}

/// The odd polynomial of these coefficients over a denominator.
fn odd(coefficients: &[f64], denominator: f64) -> Result<Polynomial<f64>, PolynomialError> {
    let coefficients = coefficients.iter().flat_map(|c| [0.0, c / denominator]).collect();
    Polynomial::checked(Basis::Power, coefficients, None)
}
