//! Products with plaintexts, and sums over slots.

use super::{A, DEGREE, N, Parts, colored, excess, model};
use crate::noise::{PlaintextNorms, Sources, tail_bits};

/// The norms of a plaintext: the sum of magnitudes, that of squares, the greatest square at a root,
/// and the mean fourth power there over the square of the mean square.
#[derive(Clone, Copy)]
struct Norms(f64, f64, f64, f64);

/// The factor by which a plaintext multiplies all mean squares, and the other numbers of the
/// product: normal, spectral, peak, and roundings with their mean.
fn times(a: Parts<'_>, Norms(sum, squares, spectral, fourth): Norms) -> [f64; 6] {
    let norms = PlaintextNorms { sum: sum.log2(), squares: squares.log2(), spectral: spectral.log2(), fourth: fourth.log2() };
    let a = a.of(1);
    let product = model().mul_plain(&a, &norms);
    assert_eq!((product.sources(), product.is_moved(), product.level()), (a.sources(), false, 5));
    let numbers = product.numbers();
    let pairs = numbers.squares.into_iter().zip(a.numbers().squares).filter(|x| x.1 > f64::NEG_INFINITY);
    let gains: Vec<f64> = pairs.map(|(after, before)| after - before).collect();
    assert!(gains.iter().all(|gain| (gain - gains[0]).abs() < 1e-9), "{gains:?}");
    [gains[0], numbers.normal, numbers.spectral, numbers.peak, numbers.roundings, numbers.roundings_mean].map(f64::exp2)
}

fn near(what: &str, found: [f64; 6], expected: [f64; 6]) {
    let all = found.iter().zip(expected).all(|(x, y)| *x == y || (x / y - 1.0).abs() < 1e-6);
    assert!(all, "{what}: {found:?}, not {expected:?}");
}

#[test]
fn products_with_plaintexts() {
    let flat = Parts { peak: 0.5, roundings: 1.0, mean: 0.25, ..Parts::flat(&[(0, false, 3.0)]) };
    // A flat spectrum gains the mean of the squares, any other the greatest at most.
    let plaintext = Norms(100.0, 400.0, 2500.0, 2.0);
    near("a flat spectrum", times(flat, plaintext), [400.0, 1200.0, 7500.0, 50.0, 100.0, 12.5]);
    let structured = Parts { spectral: 12.0, ..flat };
    near("a spectrum", times(structured, plaintext), [1600.0, 4800.0, 30000.0, 50.0, 100.0, 12.5]);
    let even = Norms(100.0, 400.0, 500.0, 1.1);
    near("an even plaintext", times(structured, even), [500.0, 4800.0, 6000.0, 50.0, 100.0, 0.25 * 500f64.sqrt()]);
    // A coefficient of great variance does not pass it on, and is the greatest still.
    let high = Parts { normal: 5.0, ..flat };
    near("a coefficient", times(high, plaintext), [400.0, 2000.0, 7500.0, 50.0, 100.0, 12.5]);
    // No coefficient is above the sum of magnitudes times the greatest, nor above the product of
    // the norms.
    let few = Norms(21.0, 400.0, 441.0, 1.1);
    let greatest = 21.0 * (3f64.sqrt() * tail_bits(N).exp2() + 0.5);
    near("few coefficients", times(structured, few), [441.0, 0.0, 5292.0, greatest, 21.0, 5.25]);
    let wide = Norms(10000.0, 400.0, 2500.0, 2.0);
    let norm = 20.0 * (N * 3.0 * colored(1.0)).sqrt();
    near("many coefficients", times(flat, wide), [400.0, 0.0, 7500.0, norm, 320.0, 12.5]);
    let even = Parts { mean: 0.001, ..flat };
    let [.., roundings, mean] = times(even, wide);
    assert!((roundings - 20.0 * 0.064).abs() < 1e-9 && (mean - 0.05).abs() < 1e-9, "{roundings} {mean}");
    let [.., roundings, mean] = times(Parts { mean: 1.0, ..flat }, few);
    assert!((roundings - 21.0).abs() < 1e-9 && (mean - 21.0).abs() < 1e-9, "{roundings} {mean}");
}

/// The fewer roots have most of a product, the less do random factors average out. Further factors
/// count, and the secret does half as often as it occurs.
#[test]
fn random_factors_times_plaintexts() {
    let plaintext = |fourth: f64| Norms(1e5, 400.0, 6000.0, fourth);
    let weight = 2.0 / N;
    for (squares, factors) in [
        (&[(0, true, 3.0)][..], 1.0),
        (&[(2, false, 3.0)], 3.5),
        (&[(2, true, 3.0)], 4.0),
        (&[(2, true, 1.0), (0, true, 2.0)], 4.0),
        (&[(0, true, 2.0), (3, false, 1.0)], 5.0),
    ] {
        let flat = Parts::flat(squares);
        // The spectrum of the noise, the fourth power of the plaintext, and that of the product, at
        // most its greatest.
        for (color, fourth, powers) in [(1.0, 2.0, 2.0), (4.0, 2.0, 32.0), (4.0, 20.0, 60.0)] {
            let spectral = 3.0 * color;
            let random = (excess(powers * weight, 15.0 * color * weight) / colored(color)).powf(factors);
            let [mean, normal, greatest, ..] = times(Parts { spectral, ..flat }, plaintext(fourth));
            let expected = [400.0 * color, 400.0 * spectral, 6000.0 * spectral].map(|x| x * random);
            for (found, expected) in [mean, normal, greatest].into_iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 1e-6, "{squares:?}, {color}, {fourth}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn sums_over_slots() {
    let model = model();
    // One coefficient has all but a share of the last key switches, so that the mean square is
    // known by its greatest value.
    let squares = [(0, false, 500.0), (1, true, 700.0)];
    let spread = Parts { squares: &squares, ..A };
    let greatest = 20f64.sqrt() * tail_bits(N).exp2() + 3.0;
    let less = 2.0 * greatest.powi(2) / N / 1200.0;
    assert!(less < 1.0);
    let squares = squares.map(|(i, secret, square)| (i, secret, square * less));
    Parts { squares: &squares, mean: 1.0 / 64.0, ..A }.is("a trace", &model.traced(spread.of(1)));
    let few = Parts { normal: 1e6, mean: 0.001, ..A };
    few.is("a trace of less", &model.traced(few.of(1)));
    // All images are related.
    let squares = [(0, false, 60f64.exp2())];
    let great = Parts { roundings: 2.0, mean: 1.0, ..Parts::flat(&squares) };
    let sum = model.inner_sum(&great.of(1));
    let numbers = sum.numbers();
    let expected = [60.0 + 24.0, 60.0 + 24.0, 13.0, 7.0];
    for (found, expected) in
        [numbers.normal, numbers.spectral, numbers.roundings, numbers.roundings_mean].into_iter().zip(expected)
    {
        assert!((found - expected).abs() < 0.001, "{found}, not {expected}");
    }
    assert!(sum.is_moved() && *sum.sources() == Sources::fresh(1));
    assert!((sum.log2_variance() - (2.0 * sum.log2_max(DEGREE) - 11.0)).abs() < 1e-9);
}
