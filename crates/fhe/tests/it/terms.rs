//! Terms of predictions are the variances of what they stand for, and not much more.

use papilio_fhe::noise::{
    budget_bits, fresh_public, fresh_secret, key_switch, log2_max, log2_plain_product, log2_secret_moment, log2_sum,
    mod_switch, product_rounding, tail_bits,
};
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};

const DEGREES: [usize; 5] = [1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16];
/// By so much the weight of a secret may be above its mean.
const SLACK: f64 = 1.06;

/// Not below the least value, nor above the greatest.
fn within(what: &str, found: f64, least: f64, greatest: f64) {
    let last = 1e-12 * greatest.abs();
    assert!((least - last..=greatest + last).contains(&found), "{what}: {found} of {least} to {greatest}");
}

#[test]
fn variances_of_what_is_drawn() {
    within("an error, and a rounding at random", fresh_secret(), ERROR_VARIANCE, ERROR_VARIANCE + 0.25);
    for n in DEGREES {
        // A weight that none has but five standard deviations above the mean.
        let weight = n as f64 * TERNARY_VARIANCE;
        let heavy = weight + 5.0 * (weight / 3.0).sqrt();
        let products = (fresh_public(n) - fresh_secret()) / 2.0 / ERROR_VARIANCE;
        within("e·u + e_2·s", products, heavy, weight * SLACK);
        // The term that does not grow with the degree is common to both kinds of encryption.
        let constant = 2.0 * fresh_public(n) - fresh_public(2 * n);
        assert!((constant - fresh_secret()).abs() < 1e-6, "{constant} at {n}");
        within("roundings of two parts", 12.0 * mod_switch(n) - 1.0, heavy, weight * SLACK);
        // Two digits of 50 bits and one of 49 over special primes of 99 bits, and their roundings.
        let digits = 2.0 * (50f64 - 99.0).exp2().powi(2) + (49f64 - 99.0).exp2().powi(2);
        let term = n as f64 * ERROR_VARIANCE * digits / 12.0;
        let switch = key_switch(n, &[50.0, 50.0, 49.0], 99.0);
        within("a key switch", switch, term + mod_switch(n), term + mod_switch(n));
        let digit = n as f64 * ERROR_VARIANCE / 12.0;
        within(
            "digits as great as the special primes",
            key_switch(n, &[60.0], 60.0),
            digit + mod_switch(n),
            digit + mod_switch(n),
        );
        let plain = (n as f64 / 12.0).log2() + 64.0;
        within("a product with a plaintext", log2_plain_product(n, 32.0), plain, plain);
    }
}

/// The mean of `k` factors is that of a complex normal variable, `k!·σ^(2k)`, plus the share of one
/// root with a value that any root reaches with a probability of only `2^(−20)`.
#[test]
fn moments_of_secrets() {
    for n in DEGREES {
        let (weight, roots) = (n as f64 * TERNARY_VARIANCE, n as f64 / 2.0);
        let greatest = (roots * 20f64.exp2()).ln();
        assert!((roots * (-greatest).exp() * 20f64.exp2() - 1.0).abs() < 1e-9);
        let mut factorial = 1.0;
        for k in 1..=8 {
            factorial *= f64::from(k);
            let share = if k == 1 { 0.0 } else { greatest.powi(k) / roots };
            let least = (weight.powi(k) * (factorial + share)).log2();
            let most = (weight.powi(k) * (factorial * SLACK.powi(k) + share)).log2();
            within(&format!("{k} factors of the secret at {n}"), log2_secret_moment(n, k as u32), least, most);
        }
        let square = weight.powi(2) * (2.0 + greatest.powi(2) / roots) / 12.0;
        within("three roundings", product_rounding(n) - mod_switch(n), square, square * SLACK.powi(2));
    }
}

#[test]
fn tails_and_budgets() {
    for samples in [1.0, 2.0, 4096.0, 65536.0, 1e9] {
        let z = tail_bits(samples).exp2();
        let log2_probability = samples.log2() - z * z / 2.0 * core::f64::consts::LOG2_E;
        assert!((log2_probability + 20.0).abs() < 1e-9, "2^{log2_probability} for {samples}");
        assert!((log2_max(14.0, samples) - 7.0 - z.log2()).abs() < 1e-12);
    }
    // A quarter of Q/t is one bit below the half that is lost.
    assert_eq!(budget_bits(100.0, 32.0, 66.0), 1.0);
    assert_eq!(budget_bits(100.0, 32.0, 67.0), 0.0);
}

#[test]
fn sums_of_logarithms() {
    for apart in [0.0, 1e-9, 0.5, 1.0, 10.0, 51.0, 63.9, 64.0, 64.1, 200.0] {
        for greater in [0.0, -30.0, 100.0] {
            let expected = (1.0 + f64::exp2(-apart)).log2() + greater;
            for found in [log2_sum(greater, greater - apart), log2_sum(greater - apart, greater)] {
                assert!((found - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{found}, not {expected}: {apart} apart");
            }
        }
    }
    let none = f64::NEG_INFINITY;
    assert_eq!([log2_sum(none, 3.0), log2_sum(3.0, none), log2_sum(2000.0, -2000.0)], [3.0, 3.0, 2000.0]);
    assert_eq!(log2_sum(2000.0, 2000.0), 2001.0);
}
