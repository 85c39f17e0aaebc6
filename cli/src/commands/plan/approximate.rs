//! `papilio plan params --scheme ckks`: parameters for approximate numbers.

use super::args::PlanParams as Args;
use super::params::log_degree;
use crate::error::CliError;
use crate::numbers::size;
use crate::stdout::{Format, print_json, print_lines};
use papilio_ckks::advice::{Advice, AdviceError, MAX_DEPTH, MAX_SLOTS, MAX_TERMS, PRECISIONS, Request, advise};
use serde_json::json;

pub(super) fn params(args: &Args, format: Format) -> Result<(), CliError> {
    let bound = args.bound.unwrap_or(1.0);
    let request = request(args, bound)?;
    let advice = advise(&request).map_err(|error| refusal(error, bound))?;
    if format == Format::Json {
        return print_json(&object(&request, bound, &advice));
    }
    print_lines(&lines(advice))
}

fn request(args: &Args, bound: f64) -> Result<Request, CliError> {
    let others = [
        (args.field.is_some(), "--field"),
        (args.plain_bits.is_some(), "--plain-bits"),
        (!args.circuit.is_empty(), "--circuit"),
    ];
    if let Some((_, name)) = others.iter().find(|(given, _)| *given) {
        return Err(CliError::usage(format!("{name} belongs to --scheme bfv and bgv")));
    }
    let needed = |name: &str| CliError::usage(format!("--scheme ckks: {name} is needed"));
    let depth = args.depth.ok_or_else(|| needed("--depth"))?;
    let precision_bits = args.precision.ok_or_else(|| needed("--precision"))?;
    Ok(Request {
        terms: args.terms.unwrap_or(2),
        log_bound: bound.log2(),
        slots: args.slots.unwrap_or(1),
        rotations: !args.no_rotations,
        log_degree: log_degree(&args.degree)?,
        security: args.security,
        ..Request::new(depth, precision_bits)
    })
}

/// Values out of range are errors of usage; requests without parameters are errors of planning.
fn refusal(error: AdviceError, bound: f64) -> CliError {
    let (least, most) = (PRECISIONS.start(), PRECISIONS.end());
    match error {
        AdviceError::Precision(bits) => CliError::usage(format!("--precision {bits}: {least} to {most} bits are possible")),
        AdviceError::Depth(depth) => CliError::usage(format!("--depth {depth}: at most {MAX_DEPTH} levels are considered")),
        AdviceError::Terms(terms) => CliError::usage(format!("--terms {terms}: 1 to {MAX_TERMS} are possible")),
        AdviceError::Bound(_) => {
            CliError::usage(format!("--bound {}: magnitudes from 2^-40 to 2^40 are possible", bound.to_string().to_lowercase()))
        }
        AdviceError::Slots(slots) => CliError::usage(format!("--slots {slots}: 1 to {MAX_SLOTS} are possible")),
        AdviceError::SlotsOfDegree { .. } => CliError::usage(error),
        AdviceError::Security(bits) => CliError::usage(format!("--security {bits}: 128, 192 or 256 are tabulated")),
        error => CliError::plan(error),
    }
}

fn object(request: &Request, bound: f64, advice: &Advice) -> serde_json::Value {
    let literal = &advice.literal;
    json!({
        "scheme": "ckks", "depth": request.depth, "terms": request.terms, "precision_bits": request.precision_bits, "bound": bound,
        "slots": request.slots, "rotations": request.rotations, "ring_degree": 1u64 << literal.log_degree,
        "literal": {
            "log_degree": literal.log_degree, "log_scale": literal.log_scale, "levels": literal.levels,
            "log_base": literal.log_base, "log_p": literal.log_p, "insecure": literal.insecure,
        },
        "reasons": advice.reasons,
        "predicted_precision_bits": advice.precision_bits(), "predicted_precisions_bits": advice.precisions,
        "log2_modulus": advice.log2_modulus, "log2_key_modulus": advice.log2_key_modulus,
        "security_bits": advice.security_bits, "limit": advice.limit, "ciphertext_bytes": advice.ciphertext_bytes,
        "key_bytes": advice.key_bytes, "all_rotations_bytes": advice.all_rotations_bytes(),
    })
}

fn lines(advice: Advice) -> Vec<(&'static str, String)> {
    let (literal, degree) = (&advice.literal, 1u64 << advice.literal.log_degree);
    let (modulus, key_modulus) = (advice.log2_modulus, advice.log2_key_modulus);
    let special = literal.log_p.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let keys = match (advice.key_bytes, advice.all_rotations_bytes()) {
        (Some(one), Some(all)) => {
            format!("{} each; {} for rotations by all powers of two", size(one as u64), size(all as u64))
        }
        _ => "none".into(),
    };
    let mut lines = vec![
        ("parameters", format!("CKKS, N = {degree}, log2 Q = {modulus:.1}, log2 PQ = {key_modulus:.1}")),
        (
            "levels",
            format!("{} at the scale 2^{}, above a base of {} bits", literal.levels, literal.log_scale, literal.log_base),
        ),
        ("special", if special.is_empty() { "none".into() } else { format!("{special} bits") }),
        ("precision", format!("{:.1} bits at the end, by prediction", advice.precision_bits())),
        ("slots", format!("{}", degree / 2)),
        ("security", format!("{} bits", advice.security_bits)),
        ("ciphertext", size(advice.ciphertext_bytes as u64)),
        ("keys", keys),
    ];
    lines.extend(advice.reasons.into_iter().map(|reason| ("why", reason)));
    lines
}
