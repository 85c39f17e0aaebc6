//! Polynomials fitted to functions.

use super::*;

#[test]
fn errors_of_the_exponential_fall_as_the_terms_of_its_series() {
    // Beyond, errors are those of rounding.
    for degree in 0..=12 {
        let (polynomial, error) = Polynomial::fit(f64::exp, Interval::UNIT, degree).expect("finite");
        assert_eq!(polynomial.degree(), degree);
        // The next coefficient is about 2^(1−n)/n! for n = degree + 1, and bounds the error within
        // a factor.
        let next = (1..=degree + 1).fold(2.0, |product, n| product / (2.0 * n as f64));
        assert!((0.5 * next..2.5 * next).contains(&error), "degree {degree}: {error:e} against {next:e}");
    }
}

#[test]
fn the_error_is_that_of_a_finer_grid() {
    let (interval, f) = (Interval::new(-3.0, 5.0).expect("an interval"), |x: f64| (2.0 * x).sin() + x.abs());
    let (polynomial, error) = Polynomial::fit(f, interval, 20).expect("finite");
    let distance = |i: u32| {
        let x = -3.0 + 8.0 * f64::from(i) / 1e5;
        (polynomial.evaluate_clear(x) - f(x)).abs()
    };
    let finer = (0..=100_000).map(distance).fold(0.0, f64::max);
    assert!((0.97 * finer..=1.03 * finer).contains(&error), "{error:e} against {finer:e}");
}

#[test]
fn polynomials_are_found_again() {
    let coefficients = vec![0.5, -1.0, 0.0, 0.25, 2.0];
    let interval = Interval::new(1.0, 4.0).expect("an interval");
    let given = Polynomial::chebyshev(interval, coefficients.clone()).expect("finite");
    for degree in [4, 5, 11] {
        let (found, error) = Polynomial::fit(|x| given.evaluate_clear(x), interval, degree).expect("finite");
        assert_eq!(found.degree(), 4, "degree {degree}");
        assert!(found.coefficients().iter().zip(&coefficients).all(|(a, b)| (a - b).abs() < 1e-14) && error < 1e-13);
    }
}

#[test]
fn even_and_odd_functions_have_even_and_odd_polynomials() {
    let interval = Interval::symmetric(6.0).expect("an interval");
    for (f, parity) in [(f64::cos as fn(f64) -> f64, 0), (f64::sin, 1), (|x| 1.0 / (1.0 + (-x).exp()) - 0.5, 1)] {
        let (polynomial, _) = Polynomial::fit(f, interval, 31).expect("finite");
        assert_eq!(polynomial.support().parity(), Some(parity));
    }
}

#[test]
fn the_least_degree_within_an_error() {
    for error in [1e-1, 1e-3, 1e-6, 1e-9, 1e-12] {
        let (polynomial, found) = Polynomial::fit_to(f64::exp, Interval::UNIT, error).expect("analytic");
        let below = Polynomial::fit(f64::exp, Interval::UNIT, polynomial.degree() - 1).expect("finite");
        assert!(found <= error && below.1 > error, "{error:e}: degree {}", polynomial.degree());
    }
    let (constant, error) = Polynomial::fit_to(|_| 3.0, Interval::UNIT, 0.0).expect("a constant");
    assert_eq!((constant.coefficients(), error), (&[3.0][..], 0.0));
}

#[test]
fn functions_that_no_polynomial_is_near_to() {
    let refused = Polynomial::fit_to(f64::signum, Interval::UNIT, 0.5);
    let Err(PolynomialError::Error { asked, found, most }) = refused else { panic!("{refused:?}") };
    assert!(asked == 0.5 && found > 0.5 && most == MOST_FITTED);
    let refused = Polynomial::fit(|x| 1.0 / x, Interval::UNIT, 2);
    assert!(matches!(refused, Err(PolynomialError::Value { x: 0.0, .. })), "{refused:?}");
    // At an end, which is no node.
    let refused = Polynomial::fit(f64::ln, Interval::new(0.0, 1.0).expect("an interval"), 5);
    assert_eq!(refused, Err(PolynomialError::Value { x: 0.0, value: f64::NEG_INFINITY }));
    let refused = Polynomial::fit(f64::exp, Interval::UNIT, MOST_FITTED + 1);
    assert_eq!(refused, Err(PolynomialError::Degree { degree: MOST_FITTED + 1, most: MOST_FITTED }));
}
