//! Polynomials of real slots beside the same in the clear.

use crate::{Bench, map};
use papilio_ckks::{Ciphertext, CkksError, Complex64};
use papilio_fhe::polynomial::approximation::logistic;
use papilio_fhe::polynomial::{Interval, Plan, Polynomial};

/// Real numbers in `[−1, 1]`, both ends among them.
fn reals(bench: &mut Bench) -> Vec<Complex64> {
    let mut values = map(&bench.values(1.0), |x| x.re.into());
    (values[0], values[1], values[2]) = (Complex64::ONE, -Complex64::ONE, Complex64::ZERO);
    values
}

fn encrypted(bench: &mut Bench, scale: f64) -> (Vec<Complex64>, Ciphertext) {
    let x = map(&reals(bench), |x| x * scale);
    let a = bench.encrypt(&x).with_bound(scale.log2() + 1e-9).expect("a bound");
    (x, a)
}

#[test]
fn fitted_functions_in_the_fewest_levels() {
    let mut bench = Bench::small(7, 40, 1);
    let (x, a) = encrypted(&mut bench, 1.0);
    let (wide, b) = encrypted(&mut bench, 8.0);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    for degree in [1, 2, 3, 5, 7, 15, 31] {
        let (polynomial, _) = Polynomial::fit(|x| (2.0 * x).sin(), Interval::UNIT, degree).expect("fitted");
        let result = auto.rescaled(&auto.evaluate(&polynomial, &a).expect("evaluated")).expect("rescaled");
        assert_eq!(bench.ckks.levels_left(&result), 7 - Plan::new(&polynomial).depth(), "degree {degree}");
        bench.check(&result, &map(&x, |x| polynomial.evaluate_clear(x.re).into()), &format!("degree {degree}"));
        // No member of the basis is above 1, but sums of quotients are bounded by all coefficients.
        let sum: f64 = polynomial.coefficients().iter().map(|c| c.abs()).sum();
        assert!(result.log2_bound() <= sum.log2() + 0.6, "degree {degree}: 2^{} for {sum}", result.log2_bound());
    }
    let interval = Interval::symmetric(8.0).expect("an interval");
    let (polynomial, error) = logistic(interval, 0.01).expect("fitted");
    let result = auto.evaluate(&polynomial, &b).expect("evaluated");
    bench.check(&result, &map(&wide, |x| polynomial.evaluate_clear(x.re).into()), "the logistic function");
    let decrypted = bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, &result).expect("decrypted"));
    let far = decrypted.iter().zip(&wide).map(|(y, x)| (y.re - 1.0 / (1.0 + (-x.re).exp())).abs()).fold(0.0, f64::max);
    assert!(far < error + 1e-5 && error < 0.01, "{far} beside {error}");
    let (_, wider) = encrypted(&mut bench, 9.0);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    assert!(matches!(auto.evaluate(&polynomial, &wider), Err(CkksError::Beyond { .. })));
}

#[test]
fn powers_with_coefficients_of_any_size() {
    let mut bench = Bench::small(4, 40, 2);
    let (x, a) = encrypted(&mut bench, 0.9);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    for coefficients in
        [vec![0.5], vec![0.0, 2.0], vec![1.0, -3.5, 0.0, 10.25], vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1e-3, -100.0]]
    {
        let polynomial = Polynomial::power(coefficients.clone()).expect("a polynomial");
        let result = auto.evaluate(&polynomial, &a).expect("evaluated");
        bench.check(&result, &map(&x, |x| polynomial.evaluate_clear(x.re).into()), &format!("{coefficients:?}"));
    }
}

#[test]
fn signs_and_extremes() {
    let mut bench = Bench::small(14, 40, 3);
    let (x, a) = encrypted(&mut bench, 0.5);
    let (y, b) = encrypted(&mut bench, 0.5);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let open = |c: &Ciphertext| bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, c).expect("decrypted"));
    let (gap, precision) = (4, 8);
    for (sign, x) in open(&auto.sign(&a, gap, precision).expect("signs")).iter().zip(&x) {
        let far = x.re.abs() >= 1.0 / 16.0;
        assert!(if far { (sign.re - x.re.signum()).abs() < 1.0 / 256.0 + 1e-6 } else { sign.re.abs() < 1.01 }, "{sign} of {x}");
    }
    let (greater, lesser) =
        (auto.max(&a, &b, gap, precision).expect("a maximum"), auto.min(&a, &b, gap, precision).expect("a minimum"));
    for ((max, min), (x, y)) in open(&greater).iter().zip(open(&lesser)).zip(x.iter().zip(&y)) {
        let within = if (x - y).norm() >= 1.0 / 16.0 { 1.0 / 256.0 } else { 1.0 / 16.0 };
        assert!((max.re - x.re.max(y.re)).abs() < within && (min.re - x.re.min(y.re)).abs() < within, "{max} {min} of {x} {y}");
    }
    assert!(matches!(auto.sign(&a, 0, 8), Err(CkksError::Polynomial(_))));
    let (_, wider) = encrypted(&mut bench, 1.5);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    assert!(matches!(auto.sign(&wider, 4, 8), Err(CkksError::Beyond { .. })));
}

#[test]
fn inverses() {
    let mut bench = Bench::small(8, 40, 4);
    let mut x = map(&reals(&mut bench), |x| (1.0 + x * 0.75).re.into());
    // The end of the interval where the approximation is worst.
    x[0] = 0.25.into();
    let a = bench.encrypt(&x);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let inverse = auto.inverse(&a, 2, 16).expect("inverses");
    let open = bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, &inverse).expect("decrypted"));
    for (have, x) in open.iter().zip(&x) {
        assert!((have.re * x.re - 1.0).abs() < 1.0 / 65536.0 + 1e-6, "{have} of {x}");
    }
    // Five rounds leave an error of 4·0.75^32, which the prediction holds.
    let inverse = auto.inverse(&a, 2, 12).expect("inverses");
    let open = bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, &inverse).expect("decrypted"));
    let (worst, bits) = ((open[0].re - 4.0).abs(), bench.ckks.precision_bits(&inverse));
    assert!(worst > 3e-4 && worst <= (-bits).exp2() && bits > 9.9, "{worst}, {bits} bits");
    let wider = bench.encrypt(&map(&x, |x| x * 1.5));
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    assert!(matches!(auto.inverse(&wider, 2, 16), Err(CkksError::Beyond { .. })));
}

/// A gap and a precision of one bit need no round, and the step is still one.
#[test]
fn steps_and_extremes_of_one_bit() {
    let mut bench = Bench::small(3, 40, 5);
    let (x, a) = encrypted(&mut bench, 1.0);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let open = |c: &Ciphertext| bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, c).expect("decrypted"));
    let step = auto.step(&a, 1, 1).expect("steps");
    assert!(step.log2_bound() <= 0.01);
    for (step, x) in open(&step).iter().zip(&x).filter(|(_, x)| x.re.abs() >= 0.5) {
        assert!((step.re - f64::from(x.re > 0.0)).abs() <= 0.25 + 1e-6, "{step} of {x}");
    }
    let (mut x, mut y) = (map(&reals(&mut bench), |x| x * 0.5), map(&reals(&mut bench), |x| x * 0.5));
    ((x[0], y[0]), (x[1], y[1])) =
        ((Complex64::from(0.5), Complex64::from(-0.5)), (Complex64::from(-0.5), Complex64::from(0.5)));
    let [a, b] = [&x, &y].map(|x| bench.encrypt(x).with_bound(1e-9 - 1.0).expect("a bound"));
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let open = |c: &Ciphertext| bench.ckks.decode(&bench.ckks.decrypt(&bench.secret, c).expect("decrypted"));
    let (greater, lesser) = (auto.max(&a, &b, 1, 1).expect("a maximum"), auto.min(&a, &b, 1, 1).expect("a minimum"));
    for ((max, min), (x, y)) in open(&greater).iter().zip(open(&lesser)).zip(x.iter().zip(&y)) {
        // The step is in [1/4, 3/4] below the gap, and errs by a quarter at most above it.
        let apart = (x - y).norm();
        let within = 1e-6 + if apart >= 0.5 { 0.25 * apart } else { 0.75 * apart };
        assert!((max.re - x.re.max(y.re)).abs() < within && (min.re - x.re.min(y.re)).abs() < within, "{max} {min} of {x} {y}");
    }
}

/// Polynomials of Chebyshev of high degree grow quickly beyond their interval.
#[test]
fn values_a_little_beyond_an_interval() {
    let mut bench = Bench::small(2, 40, 6);
    let (polynomial, _) = Polynomial::fit(f64::sin, Interval::UNIT, 3).expect("fitted");
    let bounded = |bench: &mut Bench, bound: f64| {
        let a = bench.encrypt(&[Complex64::from(bound.exp2())]);
        assert!((a.log2_bound() - bound).abs() < 1e-8);
        let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
        auto.evaluate(&polynomial, &a).map(|_| ())
    };
    assert_eq!(bounded(&mut bench, 9e-7), Ok(()));
    for bound in [1.1e-6, 1e-4, 0.0099] {
        let refused = bounded(&mut bench, bound);
        assert!(matches!(refused, Err(CkksError::Beyond { radius: 1.0, .. })), "2^{bound}: {refused:?}");
    }
}

/// Too few levels are said before anything is computed.
#[test]
fn levels_that_a_polynomial_needs() {
    let mut bench = Bench::small(3, 40, 11);
    let (_, x) = encrypted(&mut bench, 1.0);
    let on = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let power = |degree: usize| Polynomial::power([vec![0.0; degree], vec![0.5]].concat()).expect("coefficients");
    // A linear combination takes a level, and so does each product.
    assert!(on.evaluate(&power(4), &x).is_ok());
    let error = on.evaluate(&power(9), &x).expect_err("refused");
    let CkksError::NoLevel { levels: 3, needed, .. } = error else { panic!("{error}") };
    assert_eq!(needed, Plan::new(&power(9)).depth());
    assert!(error.to_string().contains("has 3 levels left, where 4 are needed"), "{error}");
    let mut dropped = x;
    let error = bench.ckks.drop_level_assign(&mut dropped, 5).expect_err("refused");
    assert!(matches!(error, CkksError::NoLevel { levels: 3, needed: 5, .. }), "{error}");
}

/// The error of an approximation to one bit is in the prediction.
#[test]
fn one_bit_of_signs_and_steps_is_predicted() {
    let mut bench = Bench::small(4, 40, 3);
    let x = map(&bench.values(1.0), |x| (0.5 * x.re.signum() + 0.5 * x.re).into());
    let a = bench.encrypt(&x).with_bound(1e-9).expect("a bound");
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    for result in [auto.sign(&a, 1, 1).expect("signs"), auto.step(&a, 1, 1).expect("steps")] {
        assert!(bench.ckks.precision_bits(&result) <= 1.0, "{} bits", bench.ckks.precision_bits(&result));
    }
}

#[test]
fn intervals_that_are_not_symmetric() {
    let mut bench = Bench::small(6, 40, 3);
    let x = map(&bench.values(1.0), |x| (2.0 + 2.0 * x.re).into());
    let a = bench.encrypt(&x).with_bound(2.0).expect("a bound");
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let interval = Interval::new(0.0, 4.0).expect("an interval");
    let (polynomial, _) = Polynomial::fit(|x| (x / 4.0).exp(), interval, 7).expect("fitted");
    let result = auto.evaluate(&polynomial, &a).expect("evaluated");
    bench.check(&result, &map(&x, |x| polynomial.evaluate_clear(x.re).into()), "exponentials");
}
