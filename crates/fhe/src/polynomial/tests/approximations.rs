//! Approximations against the functions.

use super::approximation::*;
use super::*;

/// The value of a composition.
fn apply(polynomials: &[Polynomial<f64>], x: f64) -> f64 {
    polynomials.iter().fold(x, |x, polynomial| polynomial.evaluate_clear(x))
}

/// Numbers of `[2^(−gap), 1]`, evenly spaced, and so their logarithms.
fn places(gap: u32) -> impl Iterator<Item = f64> {
    let least = 2f64.powi(-(gap as i32));
    let even = (0..=2000).map(move |i| least + (1.0 - least) * f64::from(i) / 2000.0);
    even.chain((0..=2000).map(move |i| 2f64.powf(-f64::from(gap) * f64::from(i) / 2000.0).clamp(least, 1.0)))
}

#[test]
fn signs_are_within_their_precision() {
    for (gap, precision) in [(1, 1), (1, 20), (4, 8), (8, 8), (10, 20), (20, 30), (44, 44)] {
        let polynomials = sign(gap, precision).expect("bits");
        let rounds = SignRounds::new(gap, precision).expect("bits");
        assert_eq!(polynomials.len(), rounds.steep + rounds.flat);
        let most = 2f64.powi(-(precision as i32)) + 1e-15;
        for x in places(gap) {
            let (above, below) = (apply(&polynomials, x), apply(&polynomials, -x));
            assert!((above - 1.0).abs() <= most && below == -above, "gap {gap}, precision {precision}: {above} at {x}");
        }
        let depth: usize = polynomials.iter().map(|polynomial| Plan::new(polynomial).depth()).sum();
        assert_eq!(depth, rounds.depth());
    }
}

#[test]
fn fewer_rounds_do_not_suffice() {
    let [steep, flat] = [sign(20, 20), sign(1, 44)].map(|composition| composition.expect("bits"));
    let (steep, flat) = (&steep[0], flat.last().expect("a round"));
    for (gap, precision) in [(1, 8), (4, 12), (8, 8), (10, 20), (20, 30)] {
        let rounds = SignRounds::new(gap, precision).expect("bits");
        let fewer = rounds.steep + rounds.flat - 1;
        let most = 2f64.powi(-(precision as i32));
        for steeps in 0..=fewer {
            let composition: Vec<_> = (0..fewer).map(|i| if i < steeps { steep.clone() } else { flat.clone() }).collect();
            let misses = places(gap).any(|x| (apply(&composition, x) - 1.0).abs() > most);
            assert!(misses, "gap {gap}, precision {precision}: {steeps} of {fewer} rounds suffice");
        }
    }
}

#[test]
fn the_polynomials_of_the_sign_are_those_of_their_definition() {
    // f_3 = x·Σ binomial(2i, i)/4^i·(1 − x²)^i.
    let flat = sign(1, 44).expect("bits").pop().expect("a round");
    let steep = &sign(20, 20).expect("bits")[0];
    for i in 0..=10_000 {
        let x = f64::from(i) / 10_000.0;
        let y = 1.0 - x * x;
        let defined = x * (1.0 + y / 2.0 + 3.0 * y * y / 8.0 + 5.0 * y * y * y / 16.0);
        assert!((flat.evaluate_clear(x) - defined).abs() < 1e-15);
        // Below the first maximum g_3 increases, and above no value is below the least.
        let value = steep.evaluate_clear(x);
        assert!(value <= 1.0 && (value >= 0.748 || steep.evaluate_clear(x + 1e-4) > value), "{value} at {x}");
    }
}

#[test]
fn arguments_beyond_one_come_back() {
    let (flat, steep) = (sign(1, 44).expect("bits").pop().expect("a round"), &sign(20, 20).expect("bits")[0]);
    for e in [1e-2f64, 3e-3, 1e-3] {
        let (by_flat, by_steep) = (1.0 - flat.evaluate_clear(1.0 + e), 0.748 - steep.evaluate_clear(1.0 + e));
        assert!((4.35..4.45).contains(&(by_flat / e.powi(4))), "{by_flat} at 1 + {e}");
        assert!((6.8..8.0).contains(&(by_steep / e)), "{by_steep} at 1 + {e}");
    }
}

#[test]
fn steps_are_halves_of_signs() {
    let (signs, steps) = (sign(6, 10).expect("bits"), step(6, 10).expect("bits"));
    for x in places(6).flat_map(|x| [x, -x]) {
        let difference = apply(&steps, x) - (1.0 + apply(&signs, x)) / 2.0;
        assert!(difference.abs() < 1e-15, "at {x}");
        assert!((apply(&steps, x) - f64::from(x > 0.0)).abs() <= 2f64.powi(-11), "at {x}");
    }
}

#[test]
fn steps_have_a_polynomial_without_rounds() {
    assert_eq!(SignRounds::new(1, 1).map(|rounds| rounds.depth()), Ok(0));
    for (gap, precision) in [(1, 1), (1, 2), (2, 1)] {
        let steps = step(gap, precision).expect("bits");
        let rounds = SignRounds::new(gap, precision).expect("bits");
        let depth: usize = steps.iter().map(|polynomial| Plan::new(polynomial).depth()).sum();
        assert_eq!((steps.len(), depth), ((rounds.steep + rounds.flat).max(1), rounds.depth().max(1)));
        for x in places(gap).flat_map(|x| [x, -x]) {
            let error = (apply(&steps, x) - f64::from(x > 0.0)).abs();
            assert!(error <= 2f64.powi(-1 - precision as i32), "gap {gap}, precision {precision}: {error} at {x}");
        }
    }
}

#[test]
fn inverses_converge_in_the_rounds_foreseen() {
    for (least, precision) in [(1, 1), (1, 44), (3, 10), (6, 20), (10, 30), (20, 40)] {
        let rounds = inverse_rounds(least, precision).expect("bits");
        let error = |x: f64, rounds: usize| (0..rounds).fold(1.0 - x, |power, _| power * power).abs();
        let (end, most) = (2f64.powi(-(least as i32)), 2f64.powi(-(precision as i32)));
        for x in [end, 0.5, 1.0, 1.5, 2.0 - end] {
            let factors = (0..rounds).scan(1.0 - x, |power, _| Some(core::mem::replace(power, *power * *power)));
            let inverse = factors.fold(1.0, |product, power| product * (1.0 + power));
            // Rounding is squared along.
            let rounding = f64::EPSILON / end;
            assert!((inverse * x - 1.0).abs() <= most * 1.001 + rounding, "1/{x} by {rounds} rounds: {inverse}");
            assert!(error(x, rounds) <= most * 1.001);
        }
        assert!(rounds == 0 || error(end, rounds - 1) > most, "{rounds} rounds for {least}, {precision}");
    }
}

#[test]
fn functions_that_are_fitted() {
    let interval = Interval::symmetric(8.0).expect("an interval");
    let (logistic, error) = logistic(interval, 1e-3).expect("analytic");
    assert!(error <= 1e-3 && logistic.degree() % 2 == 1 && logistic.degree() < 20, "degree {}", logistic.degree());
    assert!((logistic.evaluate_clear(0.0) - 0.5).abs() < 1e-15);
    let (exponential, error) = exponential(Interval::new(-2.0, 3.0).expect("an interval"), 1e-6).expect("analytic");
    assert!((exponential.evaluate_clear(1.0) - 1f64.exp()).abs() <= error && error <= 1e-6);
}

#[test]
fn bits_that_are_refused() {
    for bits in [0, MOST_BITS + 1] {
        let refused = |what| PolynomialError::Bits { bits, what, most: MOST_BITS };
        assert_eq!(sign(bits, 4), Err(refused("gap")));
        assert_eq!(step(4, bits), Err(refused("precision")));
        assert_eq!(inverse_rounds(bits, 4), Err(refused("the least argument")));
        assert_eq!(inverse_rounds(4, bits), Err(refused("precision")));
    }
}
