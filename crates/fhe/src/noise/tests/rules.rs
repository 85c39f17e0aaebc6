//! The rules of the model, number by number, against the formulas of `docs/notes/noise.md`: a
//! measurement sees no term that is below the slack of the tails.

mod plaintexts;
mod products;

use crate::noise::carried::DEGREES;
use crate::noise::{LEAST_BUDGET, Model, Noise, Numbers, Sources, tail_bits};
use core::f64::consts::LN_2;

const DEGREE: usize = 1 << 12;
const N: f64 = DEGREE as f64;
/// The mean weight of a secret, and the greatest that is reckoned with, over it.
const WEIGHT: f64 = 2.0 * N / 3.0;
const HEAVY: f64 = 1.06;
/// The variance of an error.
const ERROR: f64 = 10.5;
/// `ln 2^20`.
const CONFIDENCE: f64 = 20.0 * LN_2;

/// The `log2` of what is nothing beside any rounding.
const NOTHING: f64 = -150.0;

/// Five primes, two special ones.
fn model() -> Model {
    Model::new(DEGREE, 32.0, vec![50.0, 45.0, 48.0, 47.0, 50.0], vec![48.0, 47.0])
}

/// The ratio of a mean of squares to its expectation, for the sum of the squares of the weights and
/// the greatest weight.
fn excess(squares: f64, greatest: f64) -> f64 {
    1.0 + (2.0 * squares * CONFIDENCE).sqrt() + greatest * CONFIDENCE
}

/// The same, of a spectrum that exceeds its mean so many times at one pair of roots.
fn colored(color: f64) -> f64 {
    let weight = (color * 2.0 / N).min(1.0);
    excess(weight, weight)
}

/// Noise as numbers and not as their logarithms.
#[derive(Clone, Copy)]
struct Parts<'a> {
    /// Further factors, whether the first one has the secret, and the mean square.
    squares: &'a [(usize, bool, f64)],
    normal: f64,
    spectral: f64,
    peak: f64,
    roundings: f64,
    mean: f64,
}

impl Parts<'_> {
    const NONE: Self = Self { squares: &[], normal: 0.0, spectral: 0.0, peak: 0.0, roundings: 0.0, mean: 0.0 };

    /// Normal noise of a flat spectrum.
    fn flat(squares: &[(usize, bool, f64)]) -> Parts<'_> {
        let total = squares.iter().map(|x| x.2).sum();
        Parts { squares, normal: total, spectral: total, ..Parts::NONE }
    }

    fn noise(self, level: usize, moved: bool, sources: Sources) -> Noise {
        let mut squares = [f64::NEG_INFINITY; 2 * DEGREES];
        self.squares.iter().for_each(|&(further, secret, square)| squares[2 * further + usize::from(secret)] = square.log2());
        let [normal, spectral, peak, roundings, roundings_mean] =
            [self.normal, self.spectral, self.peak, self.roundings, self.mean].map(f64::log2);
        Noise::from_parts(
            level,
            Numbers { squares, normal, spectral, peak, roundings, roundings_mean },
            [moved, false, false],
            sources,
        )
    }

    /// Noise of one source that was not moved.
    fn of(self, source: u32) -> Noise {
        self.noise(5, false, Sources::fresh(source))
    }

    /// With a product of norms as the bound, where that is less than the greatest normal
    /// coefficient and the peak together.
    fn within(self, norms: f64) -> Self {
        let greatest = self.normal.sqrt() * tail_bits(N).exp2() + self.peak;
        if greatest < norms { self } else { Self { normal: 0.0, peak: norms, ..self } }
    }

    fn is(self, what: &str, found: &Noise) {
        let expected = self.noise(found.level(), false, Sources::none());
        let pairs = found.numbers().to_array().into_iter().zip(expected.numbers().to_array());
        for (place, (found, expected)) in pairs.enumerate() {
            let near = if expected == f64::NEG_INFINITY { found < NOTHING } else { (found - expected).abs() < 1e-6 };
            assert!(near, "{what}, number {place}: {found}, not {expected}");
        }
    }
}

fn sources(numbers: &[u32]) -> Sources {
    Sources::new(numbers.to_vec()).expect("increasing")
}

#[test]
fn fresh_ciphertexts() {
    let model = model();
    let [body, product] = [ERROR + 0.25, N * ERROR * (2.0 / 3.0) * HEAVY];
    let mean = 2f64.powi(-7);
    let secret = model.fresh_secret(Sources::fresh(7));
    Parts { roundings: mean, mean, ..Parts::flat(&[(0, false, body)]) }.is("under the secret key", &secret);
    assert!(!secret.is_moved() && *secret.sources() == Sources::fresh(7) && secret.level() == 5);
    let public = model.fresh_public(Sources::fresh(7));
    let squares = [(0, false, body + product), (0, true, product)];
    Parts { roundings: mean, mean, ..Parts::flat(&squares) }.is("under the public key", &public);
}

/// Noise of which only a level or a bound is known may be related to any, and an image of any.
#[test]
fn noise_of_unknown_origin() {
    let (normal, bounded) = (Noise::normal(3, 5.0), Noise::bounded(3, 5.0));
    Parts::flat(&[(0, false, 32.0)]).is("normal", &normal);
    Parts { roundings: 32.0, mean: 32.0, ..Parts::NONE }.is("bounded", &bounded);
    for noise in [normal, bounded] {
        assert!(noise.is_moved() && *noise.sources() == Sources::any());
        assert!(noise.is_related(&Noise::none(3).with_plaintext()) && !noise.is_related(&Noise::none(3)));
    }
}

const A: Parts<'_> =
    Parts { squares: &[(0, false, 5.0), (1, true, 7.0)], normal: 20.0, spectral: 30.0, peak: 2.0, roundings: 1.0, mean: 0.5 };
const B: Parts<'_> =
    Parts { squares: &[(0, false, 11.0), (2, false, 2.0)], normal: 13.0, spectral: 17.0, peak: 3.0, roundings: 6.0, mean: 4.0 };

#[test]
fn sums() {
    let model = model();
    let (bounds, square) =
        (Parts { peak: 5.0, roundings: 7.0, mean: 4.5, ..A }, |x: f64, y: f64| (x.sqrt() + y.sqrt()).powi(2));
    let sum = model.add(&A.noise(4, false, sources(&[1, 3])), &B.noise(4, true, sources(&[2, 4])));
    let squares = [(0, false, 16.0), (1, true, 7.0), (2, false, 2.0)];
    Parts { squares: &squares, normal: 33.0, spectral: 47.0, ..bounds }.is("an unrelated sum", &sum);
    assert!(sum.is_moved() && *sum.sources() == sources(&[1, 2, 3, 4]) && sum.level() == 4);
    let squares = [(0, false, square(5.0, 11.0)), (1, true, 7.0), (2, false, 2.0)];
    let related = Parts { squares: &squares, normal: square(20.0, 13.0), spectral: square(30.0, 17.0), ..bounds };
    for (a, b) in
        [(sources(&[1, 3]), sources(&[2, 3])), (Sources::any(), sources(&[2])), (sources(&[0]), Sources::plaintexts())]
    {
        for (moved, other) in [(false, false), (true, false), (false, true)] {
            let (a, b) = (A.noise(4, moved, a.clone()), B.noise(4, other, b.clone()));
            let sum = model.add(&a, &b);
            related.is("a related sum", &sum);
            assert_eq!((sum.is_moved(), sum.sources()), (moved || other, &a.sources().union(b.sources())));
        }
    }
    // Nothing is related to no noise.
    A.is("a sum with nothing", &model.add(&A.of(1), &Noise::none(5)));
    // The operand of the higher level is switched down.
    let (low, high) = (B.noise(3, false, sources(&[2])), A.noise(5, false, sources(&[1])));
    assert_eq!(model.add(&low, &high), model.add(&low, &model.mod_switch_to(&high, 3)));
}

#[test]
fn multiples_and_roundings() {
    let model = model();
    let squares = [(0, false, 5.0 * 64.0), (1, true, 7.0 * 64.0)];
    let eight = Parts { squares: &squares, normal: 1280.0, spectral: 1920.0, peak: 16.0, roundings: 8.0, mean: 4.0 };
    eight.is("a multiple", &model.mul_scalar(&A.of(1), 3.0));
    let sum = model.add_plain(&A.of(1));
    Parts { roundings: 1.5, mean: 1.0, ..A }.is("a sum with a plaintext", &sum);
    assert_eq!(*sum.sources(), Sources::fresh(1));
    let any = A.noise(5, true, Sources::any());
    assert_eq!(*model.add_plain(&any).sources(), Sources::any());
    let alone = model.add_plain(&Noise::none(5));
    Parts { roundings: 0.5, mean: 0.5, ..Parts::NONE }.is("plaintexts alone", &alone);
    assert!(alone.is_related(&model.add_plain(&Noise::none(5))) && !alone.is_related(&A.of(1)));
}

/// The roundings of both parts, one times the secret.
fn floor() -> f64 {
    (1.0 + WEIGHT * HEAVY) / 12.0
}

#[test]
fn switches_of_moduli_and_keys() {
    let model = model();
    // Primes of 47 and of 50 bits are dropped.
    let great = |x: f64| x * 194f64.exp2();
    let squares = [(0, false, great(5.0)), (1, true, great(7.0)), (0, true, great(0.25))];
    let bounds = Parts { peak: 3.0 * 97f64.exp2(), roundings: 97f64.exp2(), mean: 96f64.exp2(), ..Parts::NONE };
    let before = Parts { squares: &squares, normal: great(20.0), spectral: great(30.0), ..bounds };
    let squares = [(0, false, 5.0), (1, true, 7.0), (0, true, 0.25 + floor())];
    let after =
        Parts { squares: &squares, normal: 20.0 + floor(), spectral: 30.0 + floor(), peak: 3.0, roundings: 1.0, mean: 0.5 };
    let lower = model.mod_switch_to(&before.of(1), 3);
    after.is("two primes less", &lower);
    assert_eq!(
        (lower.level(), model.mod_switch_to(&lower, 3), model.mod_switch_to(&lower, 4)),
        (3, lower.clone(), lower.clone())
    );
    for level in 1..=5 {
        let x = A.noise(level, false, Sources::fresh(1));
        // Digits of two primes, or of the one that is left, over special primes of 95 bits.
        let digits = [[50.0].as_slice(), &[95.0], &[95.0, 48.0], &[95.0, 95.0], &[95.0, 95.0, 50.0]][level - 1];
        let digits: f64 = digits.iter().map(|digit| f64::exp2(2.0 * (digit - 95.0))).sum();
        let switch = N * ERROR * digits / 12.0 + floor();
        let squares = [(0, false, 5.0), (1, true, 7.0), (0, true, switch)];
        let expected = Parts { squares: &squares, normal: 20.0 + switch, spectral: 30.0 + switch, ..A };
        let (switched, image) = (model.key_switch(&x), model.automorphism(&x));
        expected.is("a key switch", &switched);
        expected.is("an automorphism", &image);
        assert!(!switched.is_moved() && image.is_moved() && image.sources() == x.sources());
    }
}

/// Masks may be spent, and then switches round the plaintexts that were added.
#[test]
fn switches_where_plaintexts_were_added() {
    let model = model();
    let added = model.add_plain(&A.of(1));
    assert!(added.has_plaintext() && !A.of(1).has_plaintext());
    let lower = model.mod_switch_to(&added, 4);
    assert!((lower.numbers().roundings - (0.5 + 1.5 * (-50f64).exp2()).log2()).abs() < 1e-9);
    assert!((lower.numbers().roundings_mean - (0.5 + (-50f64).exp2()).log2()).abs() < 1e-9);
    assert_eq!(model.mod_switch_to(&added, 5), added, "no switch");
    // Whatever is made of it keeps it in mind.
    let others = [
        model.add(&added, &B.of(2)),
        model.add(&B.of(2), &added),
        model.mul_scalar(&added, 1.0),
        model.automorphism(&added),
        model.inner_sum(&added),
        model.multiply_exactly(&added, &B.of(2)),
        model.square(&added),
        lower,
    ];
    assert!(others.iter().all(Noise::has_plaintext));
    assert!(!model.add(&A.of(1), &B.of(2)).has_plaintext());
    assert!([Noise::normal(3, 5.0), Noise::bounded(3, 5.0)].iter().all(Noise::has_plaintext), "of unknown origin");
}

/// The rest of the masks of related ciphertexts in a sum may be a function of their roundings.
#[test]
fn sums_of_related_ciphertexts_are_spent() {
    let model = model();
    let spent = model.add(&A.of(1), &B.of(1));
    let fresh = [A.of(1), B.of(2), model.add(&A.of(1), &B.of(2)), model.fresh_public(sources(&[1]))];
    let still = [model.automorphism(&A.of(1)), model.add_plain(&A.of(1)), model.multiply(&A.of(1), &B.of(1))];
    assert!(spent.is_spent() && !fresh.iter().chain(&still).any(Noise::is_spent));
    assert!(!model.add(&A.of(1), &Noise::none(5)).is_spent(), "a sum with nothing");
    let unknown = [Noise::normal(3, 5.0), Noise::bounded(3, 5.0), Noise::colored(3, 5.0, 2, 1.0)];
    let high = B.noise(5, false, sources(&[1]));
    let others = [
        model.add(&A.noise(3, false, sources(&[1])), &high),
        model.add(&spent, &B.of(2)),
        model.add(&B.of(2), &spent),
        model.mul_scalar(&spent, 1.0),
        model.add_plain(&spent),
        model.automorphism(&spent),
        model.inner_sum(&A.of(1)),
        model.mod_switch_to(&spent, 3),
        model.multiply(&spent, &B.of(2)),
        model.multiply_exactly(&B.of(2), &spent),
        model.square(&spent),
    ];
    assert!(others.iter().chain(&unknown).all(Noise::is_spent));
}

/// A ciphertext of plaintexts alone is a factor like a constant, and its images have no masks.
#[test]
fn trivial_operands_spend_masks() {
    let model = model();
    let (zero, a) = (Noise::none(5), A.of(1));
    let trivial = [zero.clone(), model.add_plain(&zero), model.mul_scalar(&model.add_plain(&zero), 3.0)];
    for trivial in &trivial {
        assert!(trivial.is_trivial() && !a.is_trivial());
        let products = [(&a, trivial), (trivial, &a), (trivial, trivial)]
            .map(|(x, y)| [model.multiply(x, y), model.multiply_exactly(x, y), model.multiply_relinearize(x, y)]);
        let others = [model.square(trivial), model.key_switch(trivial), model.automorphism(trivial), model.inner_sum(trivial)];
        assert!(products.iter().flatten().chain(&others).all(Noise::is_spent));
        assert!(model.mod_switch_to(trivial, 3).is_spent() && model.add(&model.automorphism(trivial), &a).is_spent());
        // The mask of a sum is that of the other one.
        let sums = [model.add(&a, trivial), model.add(trivial, &a), model.add(&model.mod_switch_to(&a, 3), trivial)];
        assert!(!sums.iter().any(|sum| sum.is_spent() || sum.is_trivial()));
    }
}

/// Roundings of spent masks are up to one half, of the spectrum of the noise, and deviations are
/// added.
#[test]
fn switches_of_spent_masks() {
    let model = model();
    let square = |x: f64, y: f64| (x.sqrt() + y.sqrt()).powi(2);
    let great = |x: f64| x * 100f64.exp2();
    let before = [(0, false, great(5.0)), (1, true, great(7.0))];
    let before = Parts { normal: great(20.0), spectral: great(30.0), ..Parts::flat(&before) };
    let lower = model.mod_switch_to(&before.of(1).spent(), 4);
    let floor = 3.0 * floor();
    let ratio = (floor / 12.0).sqrt();
    let squares = [(0, false, 5.0 * (1.0 + ratio)), (1, true, 7.0 * (1.0 + ratio)), (0, true, floor * (1.0 + 1.0 / ratio))];
    let after = Parts { squares: &squares, normal: square(20.0, floor), spectral: square(30.0, floor * 2.5), ..Parts::NONE };
    after.is("a switch of a spent mask", &lower);
    assert!((lower.log2_variance() - square(12.0, floor).log2()).abs() < 1e-9);
    Parts::flat(&[(0, true, floor)]).is("of no noise", &model.mod_switch_to(&Noise::none(5).spent(), 4));
}

#[test]
fn maxima() {
    let (model, a) = (model(), A.of(1));
    let greatest = 20f64.sqrt() * tail_bits(N).exp2() + 2.0 + 1.0;
    assert!((a.log2_max(DEGREE) - greatest.log2()).abs() < 1e-9);
    assert!((a.log2_variance() - 12f64.log2()).abs() < 1e-9 && (a.log2_deviation() - 20f64.log2() / 2.0).abs() < 1e-9);
    let modulus = [50.0, 95.0, 143.0, 190.0, 240.0, 240.0];
    for (level, modulus) in (1..).zip(modulus) {
        let noise = A.noise(level, false, Sources::any());
        assert!((model.budget_bits(&noise) - (modulus - 33.0 - greatest.log2())).abs() < 1e-9, "level {level}");
    }
    // Normal noise as bad as this has its greatest coefficient, its greatest eigenvalue and its
    // mean square.
    let of_max = 2.0 * (greatest.log2() - tail_bits(N));
    assert!((a.log2_worst_variance(DEGREE) - (30.0 + 0.25 * N).log2().max(of_max)).abs() < 1e-9);
    let peak = Parts { peak: 1e6, ..A }.of(1);
    assert!((peak.log2_worst_variance(DEGREE) - 2.0 * (peak.log2_max(DEGREE) - tail_bits(N))).abs() < 1e-9);
    let flat = Parts { spectral: 1.0, roundings: 0.0, mean: 0.0, normal: 1.0, ..A }.of(1);
    assert!((flat.log2_worst_variance(DEGREE) - 12f64.log2()).abs() < 1e-9);
}

/// A modulus of so many bits leaves the least budget to a ciphertext that was switched down to it.
#[test]
fn least_modulus() {
    let least = model().least_log_modulus();
    let model = Model::new(DEGREE, 32.0, vec![least, 50.0], vec![]);
    let budget = model.budget_bits(&model.mod_switch_to(&Noise::none(2), 1));
    assert!((budget - LEAST_BUDGET).abs() < 1e-9, "{budget}");
}
