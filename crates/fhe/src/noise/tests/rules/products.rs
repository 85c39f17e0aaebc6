//! Products of ciphertexts.

use super::{A, CONFIDENCE, HEAVY, N, Parts, WEIGHT, colored, excess, floor, model, sources};
use crate::noise::{Noise, Sources};

/// `t`.
const PLAIN: f64 = 4294967296.0;
/// A square of a secret at a root over the mean.
const SECRET_PEAK: f64 = 24.251465;

/// The mean of `|s(ζ)|^(2k)`.
fn moment(k: usize) -> f64 {
    let greatest = (N / 2.0).ln() + CONFIDENCE;
    let factorial: f64 = (1..=k).map(|i| i as f64).product();
    let share = if k < 2 { 0.0 } else { greatest.powi(k as i32) / (N / 2.0) };
    (factorial * HEAVY.powi(k as i32) + share) * WEIGHT.powi(k as i32)
}

/// The ratio of the mean of a product of `i + j` equal factors to the product of the means of `i`
/// and of `j`.
fn gain(i: usize, j: usize) -> f64 {
    moment(i + j) / (moment(i) * moment(j))
}

/// The factor by which a product with a phase multiplies a term: `N·t²/12·(1 + M_(p+1)/M_p)`, of
/// the square that a noise of a spectrum has.
fn phase(power: usize, color: f64) -> f64 {
    N * PLAIN * PLAIN / 12.0 * (1.0 + moment(power + 1) / moment(power)) * colored(color).powi(2) / colored(1.0)
}

/// The roundings of three parts.
fn three_roundings() -> f64 {
    floor() + moment(2) / 12.0
}

/// The variance of a product of noises without what they have in common.
fn plain_product() -> f64 {
    N * PLAIN * PLAIN
}

/// The ratio of the tail of a product of related polynomials to the normal one.
fn chaos(color: f64) -> f64 {
    let tail = N.ln() + CONFIDENCE;
    let eigenvalue = color * (2.0 / N).sqrt() * tail;
    (eigenvalue + (eigenvalue.powi(2) + 2.0 * tail).sqrt()) / (2.0 * tail).sqrt()
}

#[test]
fn products_with_phases() {
    let model = model();
    // Noise from elsewhere may be of any level.
    assert!((1..=5).contains(&model.product_level(&Noise::none(usize::MAX), &Noise::none(usize::MAX))));
    let (a, b) = ([(0, false, 3.0)], [(1, true, 5.0), (0, true, 0.5)]);
    let [x, y, z] = [3.0 * phase(0, 1.0), 5.0 * phase(2, 1.0), 0.5 * phase(1, 1.0)];
    let rounding = three_roundings();
    let product = model.multiply(&Parts::flat(&a).of(1), &Parts::flat(&b).of(2));
    let squares = [(1, false, x), (2, true, y), (1, true, z + rounding)];
    Parts::flat(&squares).is("an unrelated product", &product);
    assert_eq!((product.sources(), product.is_moved(), product.level()), (&sources(&[1, 2]), false, 5));
    // The phase may be a factor of either noise already, also the one with the secret, and
    // deviations are added.
    let related = model.multiply(&Parts::flat(&a).of(1), &Parts::flat(&b).of(1));
    let unrelated = z;
    let [y, z] = [y * gain(2, 1), z * gain(1, 1)];
    let total = (x.sqrt() + (y + z).sqrt()).powi(2) + rounding;
    let squares = [(1, false, x), (2, true, y), (1, true, z + rounding)];
    Parts { normal: total, spectral: total, ..Parts::flat(&squares) }.is("a related product", &related);
    let square = model.square(&Parts::flat(&b).of(1));
    let squares = [(2, true, 4.0 * 5.0 * phase(2, 1.0)), (1, true, 4.0 * unrelated + rounding)];
    Parts::flat(&squares).is("a square", &square);
    // Roundings are counted as noise, all at one root; the spectrum stays.
    let rounded = Parts { roundings: 2.0, mean: 1.0, ..Parts::flat(&a) }.of(1);
    let color = (3.0 + N) / 4.0;
    let phase = 4.0 * phase(0, color);
    let squares = [(1, false, phase), (1, true, rounding)];
    // Where the phase is a message alone, they are a function of plaintexts, bounded by the norms.
    let bound = N * 2f64.powi(31);
    for (what, factor, roundings, found) in [
        ("a product of roundings", 1.0, bound, model.multiply(&rounded, &Noise::none(5))),
        ("a square of roundings", 4.0, 0.0, model.square(&rounded)),
    ] {
        let squares = squares.map(|(i, secret, x)| (i, secret, if secret { x } else { factor * x }));
        let spectral = factor * phase * color + rounding;
        Parts { spectral, roundings, mean: roundings, ..Parts::flat(&squares) }.is(what, &found);
    }
}

/// The phase of a spent mask may be a multiple of a related noise, or of its image: a quadratic
/// form, or no more than the product of the norms.
#[test]
fn products_with_phases_of_spent_masks() {
    let model = model();
    let (a, b) = ([(0, false, 3.0)], [(0, true, 0.5)]);
    let [x, y] = [3.0 * phase(0, 1.0), 0.5 * phase(1, 1.0) * gain(1, 1)];
    let rounding = three_roundings();
    let squares = [(1, false, x), (1, true, y + rounding)];
    let [a, b] = [Parts::flat(&a).of(1), Parts::flat(&b).of(1)];
    let total = (x.sqrt() + y.sqrt()).powi(2) + rounding;
    let tail = chaos(SECRET_PEAK).powi(2);
    // Each noise is multiplied with the phase of the other.
    for (first, second, p, q) in [
        (a.clone(), b.clone().spent(), x * tail, y),
        (a.clone().spent(), b.clone(), x, y * tail),
        (a.clone().spent(), b.clone().spent(), x * tail, y * tail),
    ] {
        let normal = (p.sqrt() + q.sqrt()).powi(2) + rounding;
        let product = model.multiply(&first, &second);
        Parts { normal, spectral: total, ..Parts::flat(&squares) }.is("a product", &product);
        assert!(product.is_spent());
    }
    let unrelated = [(1, false, x), (1, true, 0.5 * phase(1, 1.0) + rounding)];
    let other = Parts::flat(&[(0, true, 0.5)]).of(2).spent();
    let product = model.multiply(&a.clone().spent(), &other);
    Parts::flat(&unrelated).is("an unrelated product", &product);
    // Images: the norm of the noise times that of the phase.
    let phase_norm = N * PLAIN * PLAIN / 12.0 * (1.0 + moment(1)) * excess(2f64.powf(1.3) * 2.0 / N, SECRET_PEAK * 2.0 / N);
    let peak = |noise: f64, product: f64| (N * colored(1.0) * product.min(noise * phase_norm)).sqrt();
    let moved = model.multiply(&a.clone().moved(), &b.clone().spent());
    let expected = Parts { normal: y + rounding, peak: peak(3.0, x), spectral: total, ..Parts::flat(&squares) };
    expected.is("an image times a phase", &moved);
    let moved = model.multiply(&a.clone().spent(), &b.clone().moved().spent());
    let peaks = peak(3.0, x) + peak(0.5, y);
    let expected = Parts { normal: rounding, peak: peaks, spectral: total, ..Parts::flat(&squares) };
    expected.is("images times phases", &moved);
    // A square counts its own phase where the mask may be spent, as a product with a clone does.
    let square = model.square(&b.clone().spent());
    assert_eq!(square, model.multiply(&b.clone().spent(), &b.clone().spent()));
    let more = square.log2_variance() - model.square(&b).log2_variance();
    assert!((more - gain(1, 1).log2()).abs() < 1e-3, "{more}");
}

/// The first part of a product is rounded as well, and may consist of plaintexts.
#[test]
fn products_where_plaintexts_were_added() {
    let model = model();
    let [x, y] = [1, 2].map(|source| Parts::flat(&[(0, false, 3.0)]).of(source));
    for (a, b) in [(x.clone().with_plaintext(), y.clone()), (y.clone(), x.clone().with_plaintext())] {
        let product = model.multiply(&a, &b);
        let numbers = product.numbers();
        assert!(product.has_plaintext() && (numbers.roundings, numbers.roundings_mean) == (-1.0, -1.0));
    }
    let product = model.multiply(&x, &y);
    assert!(!product.has_plaintext() && product.numbers().roundings == f64::NEG_INFINITY);
}

/// The product of both noises is divided by the modulus of the level, and has the others in common.
#[test]
fn products_of_great_noises() {
    let model = model();
    for (level, modulus) in [(1, 50.0), (2, 95.0), (4, 190.0)] {
        let great = (2.0 * modulus + 4f64).exp2();
        let [a, b] = [(1, great), (2, 3.0 * great)]
            .map(|(source, x)| Parts::flat(&[(0, false, x)]).noise(level, false, Sources::fresh(source)));
        let linear = 4.0 * great * phase(0, 1.0);
        let both = 3.0 * great.powi(2) * plain_product() * colored(1.0) / (2.0 * modulus).exp2();
        let total = (linear.sqrt() + both.sqrt()).powi(2);
        let product = model.multiply(&a, &b);
        Parts::flat(&[(1, false, total), (1, true, three_roundings())]).is("a product", &product);
        assert_eq!(product.level(), level);
        assert_eq!(model.multiply_relinearize(&a, &b), model.key_switch(&product));
        assert_eq!(model.multiply(&a, &b.at(5)).level(), level);
    }
}

#[test]
fn products_of_noises() {
    let model = model();
    let one = plain_product() * colored(1.0);
    // Factors are counted, those of the secret that both have by their power, and seven at most.
    for ((i, secret, x), (j, other, y), (k, common)) in [
        ((0, false, 3.0), (0, false, 5.0), (1, false)),
        ((1, false, 3.0), (2, true, 5.0), (4, false)),
        ((3, true, 3.0), (1, true, 5.0), (5, true)),
        ((5, true, 3.0), (6, true, 5.0), (7, true)),
        ((7, true, 3.0), (7, true, 5.0), (7, true)),
    ] {
        let (a, b) = ([(i, secret, x)], [(j, other, y)]);
        let [p, q] = [(i, secret), (j, other)].map(|(i, secret)| i + usize::from(secret));
        let square = one * x * y * gain(p, q);
        let norms = PLAIN * N * (x * y).sqrt() * colored(1.0);
        let product = model.multiply_exactly(&Parts::flat(&a).of(1), &Parts::flat(&b).of(2));
        Parts::flat(&[(k, common, square)]).within(norms).is("an unrelated product", &product);
        assert_eq!((product.sources(), product.is_moved()), (&sources(&[1, 2]), false));
        let square = square * gain(i + 1, j + 1);
        let related = model.multiply_exactly(&Parts::flat(&a).of(1), &Parts::flat(&b).of(1));
        let normal = square * chaos(if p + q > 0 { SECRET_PEAK } else { 1.0 }).powi(2);
        Parts { normal, ..Parts::flat(&[(k, common, square)]) }.within(norms).is("a related product", &related);
        assert_eq!(*related.sources(), Sources::fresh(1));
    }
    // Terms of one place may be the same.
    let (a, b) = ([(0, false, 3.0), (1, false, 2.0)], [(0, false, 5.0), (1, false, 7.0)]);
    let middle = (21f64.sqrt() + 10f64.sqrt()).powi(2);
    let squares = [(1, false, 15.0 * one), (2, false, middle * one), (3, false, 14.0 * one * gain(1, 1))];
    Parts::flat(&squares).is("terms", &model.multiply_exactly(&Parts::flat(&a).of(1), &Parts::flat(&b).of(2)));
    // Operands of different levels are switched down.
    let [high, low] = [(5, 1), (2, 2)].map(|(level, source)| A.noise(level, false, Sources::fresh(source)));
    let switched = model.mod_switch_to(&high, 2);
    assert_eq!(model.multiply_exactly(&high, &low), model.multiply_exactly(&switched, &low));
}

/// The secret makes a tail longer where a term with it is not far below all.
#[test]
fn tails_of_related_products() {
    let model = model();
    let without = [(0, false, 3.0)];
    for (share, color) in [(2f64.powf(-5.9), SECRET_PEAK), (2f64.powf(-6.2), 1.0)] {
        let with = [(0, true, share), (0, false, 1.0 - share)];
        for (a, b) in [(Parts::flat(&with), Parts::flat(&without)), (Parts::flat(&without), Parts::flat(&with))] {
            let product = model.multiply_exactly(&a.of(1), &b.of(1));
            let numbers = product.numbers();
            assert!((numbers.normal - numbers.spectral - 2.0 * chaos(color).log2()).abs() < 1e-6, "{numbers:?}");
        }
    }
}

/// Spectra, peaks and roundings of operands.
#[test]
fn products_of_structure() {
    let model = model();
    let (a, b) = ([(0, false, 3.0)], [(0, false, 5.0)]);
    let (a, b) = (Parts { spectral: 24.0, ..Parts::flat(&a) }, Parts { spectral: 20.0, ..Parts::flat(&b) });
    let square = 15.0 * plain_product() * colored(8.0) * 4.0;
    let squares = [(1, false, square)];
    let expected = Parts { spectral: 8.0 * square, ..Parts::flat(&squares) };
    for (a, b) in [(a, b), (b, a)] {
        expected.is("noises of the same roots", &model.multiply_exactly(&a.of(1), &b.of(2)));
        let squares = [(1, false, square * gain(1, 1))];
        let related = Parts { spectral: 8.0 * square * gain(1, 1), ..Parts::flat(&squares) };
        let related = Parts { normal: related.normal * chaos(8.0).powi(2), ..related };
        related.is("related noises of the same roots", &model.multiply_exactly(&a.of(1), &b.of(1)));
    }
    // A coefficient that stands out is multiplied by the norm of the other operand.
    let norms = [(3.0, 8.0), (5.0, 4.0)].map(|(square, color)| (N * square * colored(color)).sqrt());
    let (high, low) = (Parts { peak: 0.7, ..a }, Parts { peak: 0.2, ..b });
    let peak = PLAIN * N.sqrt() * (0.7 * norms[1] + 0.2 * norms[0]);
    let product = model.multiply_exactly(&high.of(1), &low.of(2));
    Parts { peak, ..expected }.is("noises that stand out", &product);
    // No coefficient is above the product of the norms, which is all that is known of one that
    // stands out more, and of an image.
    let peak = PLAIN * norms[0] * norms[1];
    let product = model.multiply_exactly(&Parts { peak: 1e4, ..a }.of(1), &b.of(2));
    Parts { peak, normal: 0.0, ..expected }.is("noises that stand out far", &product);
    let squares = [(1, false, square * gain(1, 1))];
    let image = Parts { peak, normal: 0.0, spectral: 8.0 * square * gain(1, 1), ..Parts::flat(&squares) };
    for (moved, other) in [(true, false), (false, true), (true, true)] {
        let [a, b] = [(a, moved), (b, other)].map(|(x, moved)| x.noise(5, moved, Sources::fresh(1)));
        let product = model.multiply_exactly(&a, &b);
        image.is("a product with an image", &product);
        assert!(
            product.is_moved() && *product.sources() == Sources::any() && *model.multiply(&a, &b).sources() == Sources::any()
        );
    }
    // An image of another ciphertext is as good as any.
    let product = model.multiply_exactly(&a.noise(5, true, Sources::fresh(1)), &b.of(2));
    expected.is("a product with an image of another", &product);
    assert_eq!((product.sources(), product.is_moved()), (&sources(&[1, 2]), true));
}

/// Roundings of operands are counted as noise at one root, and multiply each other.
#[test]
fn products_of_roundings() {
    let model = model();
    let [a, b] = [1.0, 2.0].map(|mean| Parts { roundings: 2.0 * mean, mean, ..Parts::flat(&[(0, false, 3.0)]) });
    // Mean squares of 4 and 7, and how far one root exceeds them.
    let [x, y] = [(4.0, 1.0), (7.0, 4.0)].map(|(square, rounding)| (square, (3.0 + rounding * N) / square));
    let square = x.0 * y.0 * plain_product() * colored(y.1) * x.1;
    let norms = PLAIN * N * (x.0 * y.0 * colored(x.1) * colored(y.1)).sqrt();
    let bound = PLAIN * N * 2.0;
    let squares = [(1, false, square)];
    let expected = Parts { spectral: square * y.1, roundings: bound, mean: bound, ..Parts::flat(&squares) }.within(norms);
    expected.is("roundings", &model.multiply_exactly(&a.of(1), &b.of(2)));
    expected.is("roundings", &model.multiply_exactly(&b.of(1), &a.of(2)));
}
