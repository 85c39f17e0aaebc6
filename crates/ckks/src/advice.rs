//! Parameters for a depth and a precision: the least ring, in it the least scale whose precision is
//! predicted to last, and the reasons for it.
//!
//! A circuit is described by its depth, by the terms of its sums, by a bound on its values, and by
//! the precision of its last results. The prediction is that of products of sums of related
//! ciphertexts, on products of such sums, with every value at the bound: a product takes a bit and
//! the bits of the bound, and a sum of `n` terms before it `log2 n`. Every ciphertext says what it
//! has left, [`Ckks::precision_bits`](crate::Ckks::precision_bits).

mod chain;
mod request;
mod search;

pub use request::{AdviceError, LOG_BOUNDS, LOG_DEGREES, MAX_DEPTH, MAX_SLOTS, MAX_TERMS, PRECISIONS, Request};

use crate::ParametersLiteral;
use papilio_fhe::rlwe::GaloisKeys;
use papilio_fhe::security;
use search::{Sizes, cheapest};

/// Parameters for a request, and the sizes of what is made with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The parameters.
    pub literal: ParametersLiteral,
    /// Predicted precision in bits of a fresh ciphertext, then after each product.
    pub precisions: Vec<f64>,
    /// `log2 Q`.
    pub log2_modulus: f64,
    /// `log2 PQ`, on which security depends.
    pub log2_key_modulus: f64,
    /// The greatest `log2 PQ` at the security asked for.
    pub limit: u32,
    /// Security by the tables: 128, 192 or 256.
    pub security_bits: u32,
    /// Bytes of a fresh ciphertext in memory.
    pub ciphertext_bytes: usize,
    /// Bytes of a relinearization key in memory, and of the key of each rotation; none without
    /// special primes. Half as many are stored.
    pub key_bytes: Option<usize>,
    /// Why these parameters, a sentence each.
    pub reasons: Vec<String>,
}

impl Advice {
    /// Predicted precision in bits at the end of the circuit.
    #[must_use]
    pub fn precision_bits(&self) -> f64 {
        self.precisions.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Bytes in memory of keys for all rotations by powers of two and for conjugates, which reach
    /// any number of steps.
    #[must_use]
    pub fn all_rotations_bytes(&self) -> Option<usize> {
        let count = GaloisKeys::powers_of_two(1 << self.literal.log_degree).len();
        self.key_bytes.map(|bytes| bytes.saturating_mul(count))
    }
}

/// The cheapest parameters for a request.
///
/// # Errors
/// Any of [`AdviceError`].
pub fn advise(request: &Request) -> Result<Advice, AdviceError> {
    request.check()?;
    let least = (request.slots.next_power_of_two().ilog2() + 1).max(*LOG_DEGREES.start());
    let mut degrees = request.log_degree.map_or(least..=*LOG_DEGREES.end(), |log| log..=log);
    // The refusal of the greatest degree is the one that says what is missing at best.
    let mut refusal = AdviceError::Degree(least);
    let found = degrees.find_map(|log_degree| cheapest(request, log_degree).map_err(|error| refusal = error).ok());
    let (parameters, sizes, precisions) = found.ok_or(refusal)?;
    let ring = parameters.ring();
    Ok(Advice {
        reasons: reasons(request, &sizes, &precisions, least),
        limit: security::limit(ring.degree(), request.security),
        security_bits: ring.security_bits(),
        log2_modulus: papilio_fhe::noise::log2_primes(&ring.literal().moduli).iter().sum(),
        log2_key_modulus: ring.log_key_modulus(),
        ciphertext_bytes: 2 * size_of::<u64>() * ring.degree() * ring.limbs(),
        key_bytes: ring.gadget().map(|gadget| GaloisKeys::memory_bytes(gadget, 1)),
        literal: sizes.literal,
        precisions,
    })
}

fn reasons(request: &Request, sizes: &Sizes, precisions: &[f64], least: u32) -> Vec<String> {
    vec![precision(precisions), scale(request, sizes), base(request, sizes), digits(sizes), degree(request, sizes, least)]
}

fn precision(precisions: &[f64]) -> String {
    let bits: Vec<String> = precisions.iter().map(|bits| format!("{bits:.1}")).collect();
    let (fresh, after) = bits.split_first().map_or((String::new(), &[][..]), |(fresh, after)| (fresh.clone(), after));
    let after = if after.is_empty() { String::new() } else { format!(", then {} after products", after.join(", ")) };
    format!("predicted precision: {fresh} bits fresh{after}")
}

fn scale(request: &Request, sizes: &Sizes) -> String {
    let bits = sizes.literal.log_scale;
    let primes = if sizes.primes_per_level == 1 { "one prime" } else { "two primes" };
    match sizes.narrower(request) {
        Some((less, left)) => format!("a scale of 2^{bits}, {primes} a level: 2^{less} would leave {left:.1} bits"),
        None => format!("a scale of 2^{bits}, {primes} a level: the least that there is"),
    }
}

fn base(request: &Request, sizes: &Sizes) -> String {
    let ParametersLiteral { log_base, log_scale, .. } = sizes.literal;
    let (room, bound) = (i64::from(log_base) - i64::from(log_scale), request.log_bound);
    format!("a base of {log_base} bits, {room:+} to the scale: for products of values up to 2^{bound:.1}, sign and noise")
}

fn digits(sizes: &Sizes) -> String {
    match &*sizes.literal.log_p {
        [] => "no special primes: nothing is relinearized or rotated".into(),
        special => {
            let (count, bits, digits) = (special.len(), special[0], sizes.digits());
            let plural = |count: usize| if count == 1 { "" } else { "s" };
            format!(
                "{count} special prime{} of {bits} bits, so {digits} digit{} in a key: the least work that security has room for",
                plural(count),
                plural(digits)
            )
        }
    }
}

/// Why this degree.
fn degree(request: &Request, sizes: &Sizes, least: u32) -> String {
    let (degree, log_degree) = (sizes.degree(), sizes.literal.log_degree);
    let (bits, limit) = (sizes.log_key_modulus(), security::limit(degree, request.security));
    let secure = format!("N = {degree} allows log2 PQ = {limit} of which {bits} are used ({})", security::SOURCE);
    if request.log_degree.is_some() {
        return format!("{secure}; it was given");
    }
    if log_degree == least {
        return format!("{secure}; it is the least for {} slots", request.slots);
    }
    match cheapest(request, log_degree - 1) {
        Err(AdviceError::Modulus { needed, limit, .. }) => {
            format!("{secure}; {} would need {needed}, and allows {limit}", degree / 2)
        }
        Err(error) => format!("{secure}; {error}"),
        Ok(_) => secure,
    }
}
