//! Parameters for a circuit: the cheapest literal whose noise is predicted to last, and the reasons
//! for it.
//!
//! A circuit is described by its plaintext bits and the steps of its longest path. The prediction
//! is the worst of several: products of related ciphertexts, powers by products with one and the
//! same ciphertext, and in BGV the plaintext moduli of as many bits and the levels of products,
//! which depend on them. Operands that have less in common have less noise. Inputs are encrypted
//! under the public key, or in BGV under either. Levels are not switched down on the way: a switch
//! makes what follows faster, and costs nothing where the noise is above the floor of the level
//! below, but a fresh ciphertext is at its floor already and loses a whole prime.

mod circuit;
mod paths;
mod request;
mod search;
#[cfg(test)]
mod tests;

pub use circuit::{Scheme, Step, StepError};
pub use request::{AdviceError, LOG_DEGREES, MAX_DEPTH, MAX_STEPS, PLAIN_BITS, Request};

use crate::noise::{LEAST_BUDGET, log2_primes};
use crate::{ParametersLiteral, security};
use search::{Candidate, Search};

/// Bits of budget that must be left by prediction, of primes that have exactly their number of
/// bits. A margin after the first is for products of BGV, whose levels change with the least bit.
const MARGINS: [f64; 9] = [0.5, 1.5, 4.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0];
/// A budget of more is there for another reason than noise.
const SPARE_BITS: f64 = 2.5;

/// Parameters for a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The parameters.
    pub literal: ParametersLiteral,
    /// Predicted budget in bits of a fresh ciphertext, then after each step.
    pub budgets: Vec<f64>,
    /// `log2 Q`.
    pub log2_modulus: f64,
    /// `log2 PQ`, on which security depends.
    pub log2_key_modulus: f64,
    /// The greatest `log2 PQ` at the security asked for.
    pub limit: u32,
    /// Security by the tables: 128, 192 or 256.
    pub security_bits: u32,
    /// Why these parameters, a sentence each.
    pub reasons: Vec<String>,
}

/// The cheapest parameters for a request.
///
/// # Errors
/// Any of [`AdviceError`].
pub fn advise(request: &Request) -> Result<Advice, AdviceError> {
    request.check()?;
    let [first, more @ ..] = &MARGINS;
    let lasts = |advice: &Advice| advice.predicted_budget_bits() > LEAST_BUDGET;
    let mut search = Search::new(request, *first);
    let mut advice = found(request, &search)?;
    for &margin in more {
        if lasts(&advice) {
            break;
        }
        search = search.with_margin(margin);
        advice = found(request, &search)?;
    }
    if lasts(&advice) {
        return Ok(advice);
    }
    Err(AdviceError::Budget { request: request.clone(), predicted: advice.predicted_budget_bits() })
}

fn found(request: &Request, search: &Search) -> Result<Advice, AdviceError> {
    let best = search.best()?;
    let literal = best.literal()?;
    let (moduli, special) = (log2_primes(&literal.moduli), log2_primes(&literal.special));
    let log2_modulus: f64 = moduli.iter().sum();
    let log2_key_modulus = log2_modulus + special.iter().sum::<f64>();
    let degree = 1 << literal.log_degree;
    let budgets = paths::least_budgets(request, degree, &moduli, &special);
    Ok(Advice {
        reasons: reasons(request, search, &best, &budgets),
        limit: security::limit(degree, request.security),
        security_bits: security::bits(degree, log2_key_modulus),
        budgets,
        literal,
        log2_modulus,
        log2_key_modulus,
    })
}

impl Advice {
    /// Predicted budget in bits at the end of the circuit.
    #[must_use]
    pub fn predicted_budget_bits(&self) -> f64 {
        self.budgets.last().copied().unwrap_or(f64::NEG_INFINITY)
    }
}

fn reasons(request: &Request, search: &Search, best: &Candidate, budgets: &[f64]) -> Vec<String> {
    let degree = degree(request, search, best);
    vec![noise(request, budgets), modulus(search, best, budgets), security(request, best), digits(search, best), degree]
}

/// Steps that change the budget by less than a tenth of a bit are passed over.
fn noise(request: &Request, budgets: &[f64]) -> String {
    let steps = request.circuit.iter().zip(budgets.windows(2)).filter(|(_, bits)| bits[0] - bits[1] >= 0.1);
    let after: Vec<String> = steps.map(|(step, bits)| format!("{:.1} after {step}", bits[1])).collect();
    let fresh = budgets.first().copied().unwrap_or(f64::NEG_INFINITY);
    let (path, last) = after.split_at(after.len().saturating_sub(8));
    let skipped = if path.is_empty() { String::new() } else { format!("; {} steps more", path.len()) };
    format!("predicted budget: {} bits{skipped}", [&[format!("{fresh:.1} fresh")][..], last].concat().join(", "))
}

fn modulus(search: &Search, best: &Candidate, budgets: &[f64]) -> String {
    let (total, primes) = (best.log_modulus(), count(best.bits.len(), "prime"));
    let widest = search.greatest(best.widest);
    // Beyond a bit of rounding there is more where primes may not be smaller, or are not to have
    // the bits of the plaintext's.
    let least = budgets.last().is_some_and(|&bits| bits < SPARE_BITS);
    let why = if least { "the least that lasts" } else { "more than needed, for the sake of the sizes of primes" };
    format!("log2 Q = {total}, {why}: {primes} of {} bits, the fewest of at most {widest}", range(&best.bits))
}

/// `41` or `41 and 42`.
fn range(bits: &[u32]) -> String {
    match (bits.iter().min(), bits.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{least} and {most}"),
        (least, _) => format!("{}", least.copied().unwrap_or(0)),
    }
}

fn security(request: &Request, best: &Candidate) -> String {
    let degree = best.degree();
    let (limit, source) = (security::limit(degree, request.security), security::SOURCE);
    format!(
        "log2 PQ = {}, of at most {limit} for {} bits of security at N = {degree} ({source})",
        best.log_key_modulus(),
        request.security
    )
}

/// Why as many special primes.
fn digits(search: &Search, best: &Candidate) -> String {
    if best.special.is_empty() {
        return "no special primes: nothing is relinearized or rotated".into();
    }
    let special = count(best.special.len(), "special prime");
    let chosen = format!("{special} of {} bits, so {} in a key", range(&best.special), count(best.digits(), "digit"));
    let other = |other: &Candidate| {
        let (count, limit) = (other.special.len(), search.limit(other.log_degree));
        match other.log_key_modulus().saturating_sub(limit) {
            0 => format!("{count} would take {:.2} times as long", other.cost / best.cost),
            missing => format!("{count} would need {missing} bits more than the limit"),
        }
    };
    let others: Vec<String> = search.neighbors(best).iter().map(other).collect();
    [&[chosen][..], &others].concat().join("; ")
}

/// `1 digit`, `2 digits`.
fn count(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Why this degree.
fn degree(request: &Request, search: &Search, best: &Candidate) -> String {
    let degree = best.degree();
    if request.log_degree.is_some() {
        return format!("N = {degree} was given");
    }
    if best.log_degree == *LOG_DEGREES.start() {
        return format!("N = {degree} is the least");
    }
    let smaller = degree / 2;
    match search.cheapest(best.log_degree - 1) {
        Ok(other) => format!("N = {degree}: {smaller} would do, in {:.2} times as long", other.cost / best.cost),
        Err(AdviceError::Modulus { needed, limit, .. }) => {
            format!("N = {degree}: {smaller} would need log2 PQ = {needed}, {} more than the {limit} it allows", needed - limit)
        }
        Err(error) => format!("N = {degree}: {error}"),
    }
}
