//! Integers of a discrete Gaussian distribution, around any center: Falcon's specification, section
//! 3.9.3, with its table 3.1 and its polynomial for the exponential function.
//!
//! The factor `σ_min/σ'` makes the number of rejected candidates independent of center and
//! deviation.

use rand_core::Rng;
use std::f64::consts::LN_2;

/// The standard deviation of signatures of degree 512 (table 3.3, in full).
pub(super) const DEVIATION: f64 = 165.736_617_182_977_6;
/// The least deviation of a sample (table 3.3, in full).
pub(super) const LEAST: f64 = 1.277_833_696_912_833_7;
/// The greatest deviation of a sample.
pub(super) const GREATEST: f64 = 1.8205;

/// `2^72·P(z > i)` of the half-Gaussian of the greatest deviation (table 3.1).
const TAIL: [u128; 18] = [
    3_024_686_241_123_004_913_666,
    1_564_742_784_480_091_954_050,
    636_254_429_462_080_897_535,
    199_560_484_645_026_482_916,
    47_667_343_854_657_281_903,
    8_595_902_006_365_044_063,
    1_163_297_957_344_668_388,
    117_656_387_352_093_658,
    8_867_391_802_663_976,
    496_969_357_462_633,
    20_680_885_154_299,
    638_331_848_991,
    14_602_316_184,
    247_426_747,
    3_104_126,
    28_824,
    198,
    1,
];

/// `2^63·(−1)^k·c_k`, `k` from 12 down, of `e^(−x) ≈ Σ c_k x^k` in `[0, ln 2]` (algorithm 13).
const EXPONENTIAL: [u64; 13] = [
    0x0000_0004_7411_83a3,
    0x0000_0036_548c_fc06,
    0x0000_024f_dcbf_140a,
    0x0000_171d_939d_e045,
    0x0000_d00c_f58f_6f84,
    0x0006_8068_1cf7_96e3,
    0x002d_82d8_305b_0fea,
    0x0111_1111_0e06_6fd0,
    0x0555_5555_5507_0f00,
    0x1555_5555_5581_ff00,
    0x4000_0000_0002_b400,
    0x7fff_ffff_ffff_4800,
    0x8000_0000_0000_0000,
];

/// A sample around a center, of a standard deviation in `[LEAST, GREATEST]` (algorithm 15).
/// The center is of absolute value `< 2^30`.
pub(super) fn sample(center: f64, deviation: f64, rng: &mut impl Rng) -> i32 {
    let floor = floor(center);
    let fraction = center - floor;
    let least_share = LEAST / deviation;
    let own = 0.5 / (deviation * deviation);
    let proposed = 0.5 / (GREATEST * GREATEST);
    loop {
        let magnitude = half_gaussian(rng);
        let [sign] = bytes(rng);
        let sign = i32::from(sign & 1);
        let candidate = sign + (2 * sign - 1) * magnitude;
        let distance = f64::from(candidate) - fraction;
        let exponent = distance * distance * own - f64::from(magnitude * magnitude) * proposed;
        if happens(exponent, least_share, rng) {
            return floor as i32 + candidate;
        }
    }
}

/// A sample of the half-Gaussian: algorithm 12. All of the table is read for each.
fn half_gaussian(rng: &mut impl Rng) -> i32 {
    let uniform = bytes::<9>(rng).iter().fold(0, |uniform, &byte| uniform << 8 | u128::from(byte));
    TAIL.iter().map(|&tail| i32::from(uniform < tail)).sum()
}

/// `true` with a probability of `share·e^(−exponent)`: algorithm 14. The exponent is at least 0,
/// the share in `[1/2, 1]`.
fn happens(exponent: f64, share: f64, rng: &mut impl Rng) -> bool {
    // Rounding may leave an exponent just below 0.
    let halvings = floor(exponent / LN_2).max(0.0);
    let rest = exponent - halvings * LN_2;
    let threshold = (exponential(rest, share) << 1).wrapping_sub(1) >> halvings.min(63.0) as u32;
    for byte in threshold.to_be_bytes() {
        let [uniform] = bytes(rng);
        if uniform != byte {
            return uniform < byte;
        }
    }
    false
}

/// `2^63·share·e^(−x)` for `x` in `[0, ln 2]` and a share in `[1/2, 1]`: algorithm 13.
fn exponential(x: f64, share: f64) -> u64 {
    let [x, share] = [x, share].map(|real| (real * 2.0_f64.powi(63)) as u64);
    let scaled = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 63) as u64;
    let polynomial = EXPONENTIAL.into_iter().reduce(|sum, coefficient| coefficient - scaled(x, sum));
    scaled(share, polynomial.unwrap_or_default())
}

/// The nearest integer, of a number of absolute value below 2^51. Processors without an instruction
/// for it round by a function with jumps, which this has not.
pub(super) fn nearest(x: f64) -> f64 {
    // One and a half times 2^52: the sum has no place for a fraction.
    const PLACE: f64 = 6_755_399_441_055_744.0;
    (x + PLACE) - PLACE
}

fn floor(x: f64) -> f64 {
    let nearest = nearest(x);
    nearest - f64::from(u8::from(nearest > x))
}

fn bytes<const LEN: usize>(rng: &mut impl Rng) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    rng.fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::tests::Given;
    use super::*;
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;
    use revm::primitives::hex;
    use std::f64::consts::PI;

    /// From table 3.2 of the specification.
    #[test]
    fn samples_of_the_specification() {
        let vectors = [
            (-91.904_711_530_637_14, 1.703_799_041_475_491_8, "0fc5442ff043d66e91d1eacac64ea5450a22941edc6c", -92),
            (-8.322_564_895_434_937, 1.703_799_041_475_491_8, "f4da0f8d8444d1a77265c2ef6f98bbbb4bee7db8d9b3", -8),
            (-19.096_516_109_216_804, 1.703_582_308_382_407_8, "db47f6d7fb9b19f25c36d6b9334d477a8bc0be68145d", -20),
            (
                -11.335_543_982_423_326,
                1.703_582_308_382_407_8,
                "ae41b4f5209665c74d00dcc1a8168a7bb516b3190cb42c1ded26cd52aed770eca7dd334e0547bcc3c163ce0b",
                -12,
            ),
            (
                7.938_673_419_399_755_5,
                1.698_464_776_945_015_6,
                "31054166c1012780c603ae9b833cec73f2f41ca5807cc89c92158834632f9b1555",
                8,
            ),
            (-28.990_850_086_867_255, 1.698_464_776_945_015_6, "737e9d68a50a06dbbc6477", -30),
            (-9.071_257_914_091_655, 1.698_078_211_480_898_8, "a98ddd14bf0bf22061d632", -10),
            (-43.887_545_688_395_66, 1.698_078_211_480_898_8, "3cbf6818a68f7ab9991514", -41),
            (-58.174_355_475_460_95, 1.701_098_341_919_552_2, "6f8633f5bfa5d26848668e3d5ddd46958e97630410587c", -61),
            (-43.586_649_066_847_32, 1.701_098_341_919_552_2, "272bc6c25f5c5ee53f83c43a361fbc7cc91dc783e20a", -46),
        ];
        for (center, deviation, random, expected) in vectors {
            let mut given = Given(hex::decode(random).expect("hexadecimal"));
            assert_eq!(sample(center, deviation, &mut given), expected, "{center}, {deviation}");
            assert!(given.0.is_empty(), "{center}, {deviation}: {} bytes are left", given.0.len());
        }
    }

    /// Tails of `ρ(z)/Σρ`, by their definition. The table adds up
    /// probabilities that were rounded one by one.
    #[test]
    fn the_table_is_that_of_the_greatest_deviation() {
        let weight = |z: usize| (-((z * z) as f64) / (2.0 * GREATEST * GREATEST)).exp();
        let all: f64 = (0..40).rev().map(weight).sum();
        for (i, &tail) in TAIL.iter().enumerate() {
            let exact = (i + 1..40).rev().map(weight).sum::<f64>() / all * 2.0_f64.powi(72);
            assert!((tail as f64 - exact).abs() < (18 - i) as f64 + 1e-14 * exact, "{i}: {tail}, {exact}");
        }
    }

    /// The definitions of section 2.6: `ε = 1/√(2^64·n/4)`.
    #[test]
    fn deviations_are_those_of_the_smoothing_parameter() {
        let (n, q) = (512.0_f64, 12_289.0_f64);
        let epsilon = 1.0 / (n / 4.0 * 2.0_f64.powi(64)).sqrt();
        let least = ((4.0 * n * (1.0 + 1.0 / epsilon)).ln() / PI).sqrt() / (2.0 * PI).sqrt();
        assert!((least - LEAST).abs() < 1e-14, "{least}");
        assert!((1.17 * q.sqrt() * least - DEVIATION).abs() < 1e-11);
    }

    #[test]
    fn exponentials_to_fifty_bits() {
        for i in 0..=1000 {
            let x = LN_2 * f64::from(i) / 1000.0;
            for share in [1.0, 0.75, LEAST / GREATEST] {
                let got = exponential(x, share) as f64 / 2.0_f64.powi(63);
                let exact = share * (-x).exp();
                assert!((got / exact - 1.0).abs() < 2.0_f64.powi(-50), "{x}, {share}: {got}, {exact}");
            }
        }
        assert_eq!(exponential(0.0, 1.0), 1 << 63);
    }

    #[test]
    fn integers_next_to_a_number() {
        for x in [0.0, 1.0, -1.0, 0.25, -0.25, 0.5, -0.5, 1.5, 1e-300, -1e-300, 12_288.75, -1e9, 1e9 + 0.5] {
            assert_eq!(floor(x), x.floor(), "{x}");
            assert_eq!(nearest(x), x.round_ties_even(), "{x}");
        }
    }

    /// The least number that is not below a tail is the greatest of the next smaller sample.
    #[test]
    fn magnitudes_at_the_ends_of_their_intervals() {
        for (i, &tail) in TAIL.iter().enumerate() {
            for (uniform, expected) in [(tail - 1, i + 1), (tail, i)] {
                let mut given = Given(uniform.to_be_bytes()[7..].to_vec());
                assert_eq!(half_gaussian(&mut given), expected as i32, "{uniform}");
            }
        }
    }

    /// Half of the bytes that are drawn for a sign give each.
    #[test]
    fn signs_are_even() {
        let uniform = TAIL[0].to_be_bytes();
        // The magnitude is 0, so that the candidate is 0 or 1; the last byte accepts it.
        let signs = (0..=255).filter(|&byte| {
            let given = [&uniform[7..], &[byte], &[0]].concat();
            sample(0.5, GREATEST, &mut Given(given)) == 1
        });
        assert_eq!(signs.count(), 128);
    }

    /// All eight bytes of a threshold are compared.
    #[test]
    fn thresholds_to_the_last_byte() {
        let threshold = (exponential(0.5, 0.75) << 1) - 1;
        for (uniform, expected) in [(threshold - 1, true), (threshold, false), (threshold + 1, false)] {
            let mut given = Given(uniform.to_be_bytes().to_vec());
            assert_eq!(happens(0.5, 0.75, &mut given), expected, "{uniform:x}");
        }
    }

    /// Probabilities of one, and of almost nothing.
    #[test]
    fn extreme_probabilities() {
        let rng = &mut ChaCha20Rng::seed_from_u64(1);
        assert!((0..1000).all(|_| happens(0.0, 1.0, rng) && !happens(1000.0, 1.0, rng)));
        assert!((0..1000).all(|_| happens(-1e-17, 1.0, rng)), "rounding below zero");
    }

    /// Counts of 200,000 samples against the density, by χ², at the ends of the interval of
    /// deviations and around centers on and between integers.
    #[test]
    fn samples_follow_the_density() {
        let rng = &mut ChaCha20Rng::seed_from_u64(2);
        for deviation in [LEAST, 1.5, GREATEST] {
            for center in [0.0, 0.5, -0.25, 77.999, -1000.4] {
                let mut counts = [0_u32; 40];
                let middle = f64::floor(center) as i32;
                let total = 200_000;
                for _ in 0..total {
                    counts[(sample(center, deviation, rng) - middle + 20) as usize] += 1;
                }
                let weight = |at: usize| {
                    let distance = f64::from(at as i32 - 20 + middle) - center;
                    (-distance * distance / (2.0 * deviation * deviation)).exp()
                };
                let all: f64 = (0..40).map(weight).sum();
                let expected = |at: usize| f64::from(total) * weight(at) / all;
                let frequent: Vec<usize> = (0..40).filter(|&at| expected(at) > 20.0).collect();
                let square: f64 =
                    frequent.iter().map(|&at| (f64::from(counts[at]) - expected(at)).powi(2) / expected(at)).sum();
                // Ten degrees of freedom or so: 45 has a probability below 1e-5.
                assert!(frequent.len() >= 9 && square < 45.0, "{deviation}, {center}: {square}");
            }
        }
    }
}
