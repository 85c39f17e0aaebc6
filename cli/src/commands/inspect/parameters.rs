//! Facts of ring parameters.

use super::report::Facts;
use papilio_fhe::{ParametersLiteral, security};
use serde_json::json;

/// The facts of parameters whose modulus, that of keys included, has this `log2`.
pub(super) fn parameters(literal: &ParametersLiteral, log_modulus: f64) -> Facts {
    // A file may name any degree.
    let degree = 1usize.checked_shl(literal.log_degree).unwrap_or(0);
    vec![
        ("ring_degree", json!(degree)),
        ("modulus_bits", json!(log_modulus.ceil() as u32)),
        ("moduli", json!(literal.moduli)),
        ("special_moduli", json!(literal.special)),
        ("security_bits", json!(security::bits(degree, log_modulus))),
    ]
}
