//! Polynomials, intervals and plans that are refused.

use super::*;

#[test]
fn polynomials() {
    assert_eq!(Polynomial::<f64>::power(vec![]), Err(PolynomialError::Empty));
    assert_eq!(Polynomial::chebyshev(Interval::UNIT, vec![]), Err(PolynomialError::Empty));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Polynomial::power(vec![1.0, bad]), Err(PolynomialError::NotFinite { index: 1 }));
        assert_eq!(Polynomial::chebyshev(Interval::UNIT, vec![bad, 1.0]), Err(PolynomialError::NotFinite { index: 0 }));
    }
    let constant = Polynomial::power(vec![0.0, 0.0]).expect("zero");
    assert_eq!((constant.degree(), constant.coefficients()), (0, &[0.0][..]));
    let doubled = Polynomial::power(vec![1.0, f64::MAX]).expect("finite").map(|c| 2.0 * c);
    assert_eq!(doubled, Err(PolynomialError::NotFinite { index: 1 }));
    assert_eq!(Polynomial::power(vec![5u64, 7]).expect("integers").degree(), 1);
}

#[test]
fn intervals() {
    let refused = |start: f64, end: f64| matches!(Interval::new(start, end), Err(PolynomialError::Interval { .. }));
    assert!(refused(1.0, 1.0) && refused(2.0, 1.0) && refused(0.0, f64::INFINITY) && refused(f64::NAN, 1.0));
    assert!(refused(-f64::MAX, f64::MAX) && refused(0.0, 5e-324) && refused(0.0, -0.0));
    assert!(Interval::symmetric(0.0).is_err() && Interval::symmetric(-1.0).is_err());
    let text = Interval::new(2.0, 1.0).expect_err("no interval").to_string();
    assert!(text.contains("from 2 to 1"), "{text}");
}

#[test]
fn plans() {
    let mut rng = rng(1);
    let polynomial = random(Basis::Power, 0..=9, &mut rng);
    for given in 0..4 {
        assert_eq!(Plan::within(&polynomial, given), Err(PolynomialError::Depth { given, least: 4 }));
    }
    assert_eq!(Plan::within(&polynomial, 4), Ok(Plan::new(&polynomial)));
    let wide = Polynomial::chebyshev(Interval::symmetric(4.0).expect("an interval"), vec![1.0; 4]).expect("finite");
    assert_eq!(Plan::within(&wide, 2), Err(PolynomialError::Depth { given: 2, least: 3 }));
    assert_eq!(Plan::within(&wide, 0), Err(PolynomialError::Depth { given: 0, least: 3 }));
    assert!(Plan::within(&wide, 3).is_ok());
}
