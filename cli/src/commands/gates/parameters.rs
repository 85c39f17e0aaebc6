//! Parameters in reports.

use crate::numbers::size;
use papilio_gates::{Decomposition, Parameters, ParametersLiteral};
use serde_json::{Value, json};

/// Parameters as scripts read them.
pub(crate) fn object(parameters: &Parameters) -> Value {
    let ParametersLiteral { lwe_deviation, glwe_deviation, mask, body, key_switch, order, precision, insecure, .. } =
        *parameters.literal();
    let digits = |Decomposition { levels, bits }: Decomposition| json!({ "levels": levels, "bits": bits });
    json!({
        "lwe_dimension": parameters.lwe_dimension(), "lwe_deviation": lwe_deviation,
        "glwe_dimension": parameters.glwe_dimension(), "degree": parameters.degree(), "glwe_deviation": glwe_deviation,
        "mask": digits(mask), "body": digits(body), "key_switch": digits(key_switch),
        "order": order.to_string(), "precision": precision.to_string(), "insecure": insecure,
        "security_bits": parameters.security_bits(), "log2_failure": parameters.noise().log2_failure(),
        "key_bytes": parameters.seeded_bytes(),
        "prepared_bytes": parameters.prepared_bootstrapping_bytes() + parameters.prepared_key_switch_bytes(),
    })
}

/// Parameters as people read them.
pub(crate) fn lines(parameters: &Parameters, log2_failure: f64) -> Vec<(&'static str, String)> {
    let ParametersLiteral { lwe_deviation, glwe_deviation, mask, body, key_switch, order, precision, .. } =
        *parameters.literal();
    let digits = |Decomposition { levels, bits }: Decomposition| format!("{levels} of {bits} bits");
    let (n, k, degree) = (parameters.lwe_dimension(), parameters.glwe_dimension(), parameters.degree());
    let prepared = parameters.prepared_bootstrapping_bytes() + parameters.prepared_key_switch_bytes();
    vec![
        ("LWE", format!("n = {n}, errors of 2^{:.2}", lwe_deviation.log2())),
        ("GLWE", format!("N = {degree}, k = {k}, errors of 2^{:.2}", glwe_deviation.log2())),
        ("digits", format!("masks {}, bodies {}, key switch {}", digits(mask), digits(body), digits(key_switch))),
        ("order", order.to_string()),
        ("security", format!("about {} bits", parameters.security_bits())),
        ("failure", format!("2^{log2_failure:.1} a gate")),
        (
            "key",
            format!("{} on disk, {} prepared as {precision}", size(parameters.seeded_bytes() as u64), size(prepared as u64)),
        ),
    ]
}
