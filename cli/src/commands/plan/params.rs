//! `papilio plan params`: ring parameters for a circuit, and why those.

use super::args::PlanParams as Args;
use crate::error::CliError;
use crate::plaintexts::over_field;
use crate::stdout::{Format, print_json, print_lines};
use papilio_fhe::advice::{Advice, AdviceError, LOG_DEGREES, MAX_DEPTH, Request, Scheme, advise};
use papilio_field::Field;
use serde_json::json;

/// Facts of a plaintext field.
struct Facts {
    name: &'static str,
    bits: u32,
    two_adicity: u32,
}

pub(crate) fn params(args: &Args, scheme: Scheme, format: Format) -> Result<(), CliError> {
    if let Some(name) = args.approximate() {
        return Err(CliError::usage(format!("{name} belongs to --scheme ckks")));
    }
    let field =
        args.field.map(|name| over_field!(name, F => Facts { name: F::NAME, bits: F::BITS, two_adicity: F::TWO_ADICITY }));
    let request = request(args, scheme, field.as_ref())?;
    let advice = advise(&request).map_err(refusal)?;
    if format == Format::Json {
        print_json(&object(&request, field.as_ref(), &advice))
    } else {
        print_lines(&lines(request.scheme, field.as_ref(), advice))
    }
}

fn request(args: &Args, scheme: Scheme, field: Option<&Facts>) -> Result<Request, CliError> {
    let plain_bits = match (args.plain_bits, field) {
        (Some(given), Some(Facts { name, bits, .. })) if given != *bits => {
            return Err(CliError::usage(format!("--plain-bits {given}: the field {name} has {bits}")));
        }
        (given, field) => given.or(field.map(|field| field.bits)),
    };
    let plain_bits = plain_bits.ok_or_else(|| CliError::usage("--plain-bits or --field is needed"))?;
    let (log_degree, security) = (log_degree(&args.degree)?, args.security);
    let depth = args.depth.unwrap_or(0);
    if depth > MAX_DEPTH {
        return Err(refusal(AdviceError::Depth(depth)));
    }
    let products = Request::products(plain_bits, depth);
    let products = if args.no_rotations { products } else { products.with_rotations() };
    let circuit = if args.circuit.is_empty() { products.circuit } else { args.circuit.clone() };
    Ok(Request { scheme, plain_bits, circuit, log_degree, security })
}

pub(super) fn log_degree(text: &str) -> Result<Option<u32>, CliError> {
    if text == "auto" {
        return Ok(None);
    }
    let wrong = || CliError::usage(format!("--degree {text}: auto or a power of two from 4096 to 65536 is needed"));
    let degree = text.parse::<usize>().ok().filter(|degree| degree.is_power_of_two());
    let log = degree.map(usize::trailing_zeros).filter(|log| LOG_DEGREES.contains(log));
    log.map(Some).ok_or_else(wrong)
}

/// Values out of range are errors of usage; requests without parameters are errors of planning.
fn refusal(error: AdviceError) -> CliError {
    match error {
        AdviceError::PlainBits(bits) => CliError::usage(format!("--plain-bits {bits}: 2 to 256 are possible")),
        AdviceError::Depth(depth) => CliError::usage(format!("--depth {depth}: at most 64 levels are considered")),
        AdviceError::Steps(_) | AdviceError::Terms(_) => CliError::usage(format!("--circuit: {error}")),
        AdviceError::Security(bits) => CliError::usage(format!("--security {bits}: 128, 192 or 256 are tabulated")),
        error => CliError::plan(error),
    }
}

/// Whether values fit slots: a `2N`-th root of unity modulo the plaintext prime.
fn slots(field: &Facts, advice: &Advice) -> bool {
    field.two_adicity > advice.literal.log_degree
}

fn object(request: &Request, field: Option<&Facts>, advice: &Advice) -> serde_json::Value {
    let circuit: Vec<String> = request.circuit.iter().map(ToString::to_string).collect();
    json!({
        "scheme": request.scheme.to_string().to_lowercase(), "field": field.map(|field| field.name), "slots": field.map(|field| slots(field, advice)),
        "plain_bits": request.plain_bits, "depth": request.depth(), "circuit": circuit,
        "ring_degree": 1u64 << advice.literal.log_degree, "literal": advice.literal, "reasons": advice.reasons,
        "predicted_budget_bits": advice.predicted_budget_bits(), "predicted_budgets_bits": advice.budgets,
        "log2_modulus": advice.log2_modulus, "log2_key_modulus": advice.log2_key_modulus,
        "security_bits": advice.security_bits, "limit": advice.limit,
    })
}

fn lines(scheme: Scheme, field: Option<&Facts>, advice: Advice) -> Vec<(&'static str, String)> {
    let degree = 1u64 << advice.literal.log_degree;
    let primes = |primes: &[u64]| primes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let (modulus, key_modulus) = (advice.log2_modulus, advice.log2_key_modulus);
    let mut lines = vec![
        ("parameters", format!("{scheme}, N = {degree}, log2 Q = {modulus:.1}, log2 PQ = {key_modulus:.1}")),
        ("moduli", primes(&advice.literal.moduli)),
        ("special", if advice.literal.special.is_empty() { "none".into() } else { primes(&advice.literal.special) }),
        ("noise", format!("budget {:.1} bits at the end, by prediction", advice.predicted_budget_bits())),
        ("security", format!("{} bits", advice.security_bits)),
    ];
    if let Some(field) = field {
        let count = if slots(field, &advice) { degree.to_string() } else { "none, for 2N does not divide t - 1,".into() };
        lines.push(("slots", format!("{count} over {}", field.name)));
    }
    lines.extend(advice.reasons.into_iter().map(|reason| ("why", reason)));
    lines
}
