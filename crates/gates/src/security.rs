//! The least deviations of errors that security asks for.
//!
//! For a dimension `n` and a uniform binary secret, `log2` of the least deviation on the torus is
//! close to a line. The lines are those that Zama publishes for TFHE-rs and Concrete, made by the
//! lattice estimator (github.com/malb/lattice-estimator): those of 128 and 132 bits as in
//! `concrete-security-curves-rust` of 2024 (`curves.gen.rs`), the others as in its edition of 2022.
//! The estimates of the primal attack depend on the modulus through the deviation over it alone:
//! with errors of `σ·q` and a secret that is scaled to them, the volume of the lattice in units of
//! an error is `σ^(−m)` times what depends on the dimensions.

/// Bits of security, slope and bias of the line.
const LINES: [(f64, f64, f64); 5] = [
    (80.0, -0.040_458_226_218_838_35, 1.718_381_200_040_468_6),
    (112.0, -0.029_881_371_645_803_536, 2.653_931_621_689_494_6),
    (128.0, -0.025_696_778_711_484_593, 2.675_931_372_549_016),
    (132.0, -0.024_891_456_582_633_045, 2.657_345_938_375_34),
    (192.0, -0.018_894_148_763_647_572, 4.270_034_996_565_911_5),
];

/// The dimension from which on the lines of up to 132 bits were verified; below it there is no
/// estimate.
pub const LEAST_DIMENSION: usize = 450;
/// The dimension from which on the line of 192 bits was verified, and the bits below it.
const LEAST_OF_MORE: (usize, f64) = (532, 132.0);

/// Published deviations are rounded by less.
const TOLERANCE: f64 = 1e-6;

/// `log2` of the least deviation on the torus for a dimension at 80, 112, 128, 132 or 192 bits of
/// security, linear between them; none for other bits or a dimension without an estimate.
#[must_use]
pub fn log2_least_deviation(dimension: usize, bits: f64) -> Option<f64> {
    let at = |&(_, slope, bias): &(f64, f64, f64)| slope * dimension as f64 + bias;
    if dimension < LEAST_DIMENSION || dimension < LEAST_OF_MORE.0 && bits > LEAST_OF_MORE.1 {
        return None;
    }
    LINES.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&bits)).map(|pair| {
        let part = (bits - pair[0].0) / (pair[1].0 - pair[0].0);
        at(&pair[0]) + part * (at(&pair[1]) - at(&pair[0]))
    })
}

/// An estimate of the security in bits, rounded down, linear between the lines: zero below 80 bits
/// and in dimensions without an estimate, and never above 192.
#[must_use]
pub fn bits(dimension: usize, deviation: f64) -> u32 {
    let log2 = deviation.log2();
    let enough = |bits: f64| log2_least_deviation(dimension, bits).is_some_and(|least| log2 + TOLERANCE >= least);
    let [first, .., last] = LINES.map(|(bits, ..)| bits as u32);
    (first..=last).rev().find(|&bits| enough(f64::from(bits))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of TFHE-rs 1.8.2 (`tfhe/src/boolean/parameters`), whose deviations lie on the line of
    /// 132 bits.
    #[test]
    fn published_sets() {
        assert_eq!(bits(805, 5.861_589_664_267_133_6e-6), 132);
        assert_eq!(bits(739, 1.830_452_073_350_730_5e-5), 132);
        assert_eq!(bits(837, 3.374_714_248_183_739_7e-6), 132);
        assert_eq!(bits(630, 2f64.powi(-15)), 119);
        assert_eq!(bits(1024, 2f64.powi(-25)), 122);
    }

    #[test]
    fn edges() {
        let least = log2_least_deviation(700, 128.0).expect("a line");
        assert_eq!([bits(700, least.exp2()), bits(700, (least - 0.001).exp2())], [128, 127]);
        assert_eq!(
            [bits(449, 0.25), bits(450, 0.25), bits(532, 0.25), bits(600, 1e-9), bits(600, f64::NAN)],
            [0, 132, 192, 0, 0]
        );
        assert_eq!([log2_least_deviation(449, 128.0), log2_least_deviation(700, 79.0)], [None, None]);
        assert_eq!(log2_least_deviation(700, 193.0), None);
        let between = [112.0, 120.0, 128.0].map(|bits| log2_least_deviation(800, bits).expect("between"));
        assert!((between[0] + between[2] - 2.0 * between[1]).abs() < 1e-9);
    }
}
