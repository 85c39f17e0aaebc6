//! Choices that parameters make.

use papilio_ckks::{Parameters, ParametersLiteral};

/// A base that is not given has 49 bits for scales of 40 to 45, and else ten more than the scale.
#[test]
fn bases_that_are_not_given() {
    for (log_scale, bits) in [(39, 49), (40, 49), (45, 49), (46, 56), (50, 60)] {
        let literal =
            ParametersLiteral { log_degree: 13, log_scale, levels: 1, log_p: vec![49], ..ParametersLiteral::default() };
        let parameters = Parameters::new(literal).expect("parameters");
        assert_eq!(parameters.ring().literal().moduli[0].ilog2() + 1, bits, "a scale of {log_scale} bits");
    }
}
