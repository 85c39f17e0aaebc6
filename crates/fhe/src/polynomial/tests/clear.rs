//! Evaluations in the clear, by a scheme that counts, against the rules of Horner and Clenshaw.

use super::*;
use core::cell::Cell;

/// Numbers with the levels that were spent on them.
#[derive(Default)]
struct Clear {
    products: Cell<usize>,
    combinations: Cell<usize>,
}

type Leveled = (f64, usize);

impl PolynomialScheme for Clear {
    type Ciphertext = Leveled;
    type Coefficient = f64;
    type Error = PolynomialError;

    fn multiply(&self, a: &Leveled, b: &Leveled) -> Result<Leveled, PolynomialError> {
        self.products.set(self.products.get() + 1);
        Ok((a.0 * b.0, 1 + a.1.max(b.1)))
    }

    fn square(&self, a: &Leveled) -> Result<Leveled, PolynomialError> {
        self.multiply(a, a)
    }

    fn add_constant_assign(&self, a: &mut Leveled, c: f64) -> Result<(), PolynomialError> {
        a.0 += c;
        Ok(())
    }

    fn multiply_chebyshev(&self, a: &Leveled, b: &Leveled, c: Option<&Leveled>) -> Result<Leveled, PolynomialError> {
        let product = self.multiply(a, b)?;
        let (value, level) = c.copied().unwrap_or((1.0, 0));
        assert!(level <= product.1, "a difference that costs a level");
        Ok((2.0 * product.0 - value, product.1))
    }

    fn combination(
        &self,
        terms: &[(f64, &Leveled)],
        products: &[(Leveled, &Leveled)],
        constant: Option<f64>,
    ) -> Result<Leveled, PolynomialError> {
        assert!(terms.iter().all(|(c, _)| *c != 0.0) && constant != Some(0.0), "no work for zeros");
        assert!(!terms.is_empty() || !products.is_empty(), "a combination of nothing");
        self.combinations.set(self.combinations.get() + usize::from(!terms.is_empty()));
        self.products.set(self.products.get() + products.len());
        let value: f64 = terms.iter().map(|(c, a)| c * a.0).chain(products.iter().map(|(a, b)| a.0 * b.0)).sum();
        let levels = terms.iter().map(|(_, a)| a.1).chain(products.iter().map(|(a, b)| a.1.max(b.1)));
        Ok((value + constant.unwrap_or(0.0), levels.max().expect("a term") + 1))
    }

    fn constant(&self, _: &Leveled, c: f64) -> Result<Leveled, PolynomialError> {
        Ok((c, 0))
    }

    fn subtract_coefficients(&self, a: f64, b: f64) -> f64 {
        a - b
    }
}

/// Asserts value, depth and counts of a plan at some places of the interval.
pub(super) fn check(plan: &Plan, polynomial: &Polynomial<f64>, interval: Interval) {
    let magnitude: f64 = polynomial.coefficients().iter().map(|c| c.abs()).sum();
    for i in 0..=8 {
        let (scheme, x) = (Clear::default(), interval.place(f64::from(i) / 4.0 - 1.0));
        let (value, level) = plan.evaluate(&scheme, polynomial, &(x, 0)).expect("a plan of it");
        let expected = polynomial.evaluate_clear(x);
        // Divisions double coefficients at every step down, which cancel again.
        let most = 1e-13 * magnitude * (polynomial.degree() + 1) as f64;
        assert!((value - expected).abs() <= most, "{plan} at {x}: {value} where {expected} is expected");
        assert_eq!(level, plan.depth(), "depth of {plan}");
        assert_eq!(scheme.products.get(), plan.products(), "products of {plan}");
        assert_eq!(scheme.combinations.get(), plan.combinations(), "combinations of {plan}");
    }
}

#[test]
fn dense_polynomials_of_all_degrees() {
    let mut rng = rng(1);
    for basis in BASES {
        for degree in (0..=40).chain([63, 64, 100, 127, 128, 255]) {
            let polynomial = random(basis, 0..=degree, &mut rng);
            let plan = Plan::new(&polynomial);
            assert_eq!(plan.degree(), degree);
            check(&plan, &polynomial, Interval::UNIT);
            for depth in [plan.depth() + 1, usize::MAX] {
                check(&Plan::within(&polynomial, depth).expect("deeper"), &polynomial, Interval::UNIT);
            }
        }
    }
}

#[test]
fn sparse_polynomials() {
    let mut rng = rng(2);
    for basis in BASES {
        for round in 0..60 {
            let degree = 1 + (rng.next_u64() % 50) as usize;
            let share = 1 + rng.next_u64() % 8;
            let powers: Vec<usize> = (0..degree).filter(|_| rng.next_u64().is_multiple_of(share)).chain([degree]).collect();
            let polynomial = random(basis, powers, &mut rng);
            let plan = Plan::new(&polynomial);
            assert_eq!(plan.depth(), (degree + 1).next_power_of_two().ilog2() as usize, "round {round}: {plan}");
            check(&plan, &polynomial, Interval::UNIT);
        }
    }
}

#[test]
fn a_power_alone_is_its_squares() {
    let polynomial = random(Basis::Power, [64], &mut rng(3));
    let plan = Plan::new(&polynomial);
    assert_eq!((plan.products(), plan.combinations(), plan.depth()), (6, 1, 7), "{plan}");
    check(&plan, &polynomial, Interval::UNIT);
}

#[test]
fn a_plan_of_more_powers_takes_a_polynomial_of_fewer() {
    let mut rng = rng(4);
    for basis in BASES {
        let plan = Plan::new(&random(basis, 0..=31, &mut rng));
        for powers in [vec![0], vec![3, 9], vec![16], vec![0, 1, 24]] {
            let polynomial = random(basis, powers, &mut rng);
            let scheme = Clear::default();
            let (value, level) = plan.evaluate(&scheme, &polynomial, &(0.3, 0)).expect("terms of the plan");
            assert!((value - polynomial.evaluate_clear(0.3)).abs() < 1e-12, "{basis}");
            assert!(level <= plan.depth());
        }
    }
}

#[test]
fn substitutions_take_a_level_where_they_have_a_factor() {
    let mut rng = rng(5);
    for (start, end, levels) in [(-1.0, 1.0, 0), (2.0, 4.0, 0), (-3.0, 3.0, 1), (0.0, 1.0, 1)] {
        let interval = Interval::new(start, end).expect("an interval");
        let coefficients = (0..8).map(|_| number(&mut rng)).collect();
        let polynomial = Polynomial::chebyshev(interval, coefficients).expect("finite");
        let plan = Plan::new(&polynomial);
        assert_eq!(plan.depth(), 3 + levels);
        check(&plan, &polynomial, interval);
        let inner = polynomial.without_substitution();
        assert_eq!(Plan::new(&inner).depth(), 3);
        let u = interval.substitution().apply(start + 0.25);
        assert!((inner.evaluate_clear(u) - polynomial.evaluate_clear(start + 0.25)).abs() < 1e-14);
    }
}

#[test]
fn values_are_those_of_the_definitions() {
    let chebyshev = Polynomial::chebyshev(Interval::UNIT, vec![0.5, -2.0, 0.0, 3.0]).expect("finite");
    let power = Polynomial::power(vec![0.5, -2.0, 0.0, 3.0]).expect("finite");
    for i in 0..=20 {
        let x = f64::from(i) / 10.0 - 1.0;
        let angle = x.acos();
        assert!((chebyshev.evaluate_clear(x) - (0.5 - 2.0 * angle.cos() + 3.0 * (3.0 * angle).cos())).abs() < 1e-14);
        assert!((power.evaluate_clear(x) - (0.5 - 2.0 * x + 3.0 * x.powi(3))).abs() < 1e-14);
    }
}

#[test]
fn divisions() {
    let mut rng = rng(6);
    for basis in BASES {
        for (degree, k) in [(0, 1), (5, 7), (7, 4), (8, 4), (9, 3), (20, 1), (31, 16), (31, 10)] {
            let polynomial = random(basis, 0..=degree, &mut rng);
            let (quotient, remainder) = polynomial.divide(k).expect("finite");
            assert!(remainder.degree() < k && quotient.degree() == degree.saturating_sub(k), "{basis} {degree} by {k}");
            let member = random(basis, [k], &mut rng);
            let scale = member.coefficients()[k];
            for x in [-1.0, -0.3, 0.0, 0.7, 1.0] {
                let divisor = member.evaluate_clear(x) / scale;
                let value = quotient.evaluate_clear(x) * divisor + remainder.evaluate_clear(x);
                assert!((value - polynomial.evaluate_clear(x)).abs() < 1e-10, "{basis} {degree} by {k} at {x}");
            }
        }
    }
}
