//! The search for the least scale of a ring that is precise enough, and for the special primes
//! that make key switching cheapest in what security leaves.

use super::chain::{Levels, precisions};
use super::{AdviceError, Request};
use crate::{Parameters, ParametersLiteral, Scale};
use papilio_fhe::noise::Model;
use papilio_fhe::security;
use papilio_field::Modulus;
use papilio_ring::gadget::Gadget;
use papilio_ring::{BasisConverter, RnsBasis};

/// Sizes of special primes to try: first the widest that have fast kernels everywhere.
const SPECIAL_BITS: [u32; 7] = [49, 61, 45, 41, 37, 33, BasisConverter::MIN_SOURCE_BITS];
/// Bits of the base beside a message: two for sign and noise, and what primes and scales lack.
const ROOM: f64 = 2.05;
/// The most bits of a base, which is two primes at most.
const MOST_BASE: u32 = 2 * Modulus::MAX_BITS;

/// Bit sizes of a set of parameters.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    pub(super) literal: ParametersLiteral,
    pub(super) base: Vec<u32>,
    pub(super) primes_per_level: usize,
}

impl Levels for Sizes {
    fn scale(&self, _: usize) -> Scale {
        Scale::power_of_two(self.literal.log_scale)
    }

    fn limbs(&self, levels: usize) -> usize {
        self.base.len() + levels * self.primes_per_level
    }
}

impl Sizes {
    /// The sizes of a scale, with the least base that holds its last product.
    fn new(request: &Request, log_degree: u32, log_scale: u32, log_p: Vec<u32>) -> Self {
        // Errors may be greater than values that are bounded by next to nothing.
        let bound = request.log_bound.max(-f64::from(request.precision_bits));
        let message = if request.depth == 0 { bound + 1.0 } else { (bound + 1.0).max(2.0 * bound) };
        let log_base = (f64::from(log_scale) + message + ROOM).ceil() as u32;
        let log_base = log_base.max(BasisConverter::MIN_SOURCE_BITS);
        let levels = request.depth as usize;
        let literal = ParametersLiteral { log_degree, log_scale, levels, log_base, log_p, insecure: false };
        Self { base: literal.base(), primes_per_level: literal.primes_per_level(), literal }
    }

    fn with_special(&self, count: usize, bits: u32) -> Self {
        Self { literal: ParametersLiteral { log_p: vec![bits; count], ..self.literal.clone() }, ..self.clone() }
    }

    pub(super) fn degree(&self) -> usize {
        1 << self.literal.log_degree
    }

    /// Primes of `Q`.
    fn all_limbs(&self) -> usize {
        self.limbs(self.literal.levels)
    }

    /// `⌈log2 Q⌉`
    fn log_modulus(&self) -> u32 {
        self.literal.log_base + self.literal.levels as u32 * self.literal.log_scale
    }

    /// `⌈log2 PQ⌉`
    pub(super) fn log_key_modulus(&self) -> u32 {
        self.log_modulus() + self.literal.log_p.iter().sum::<u32>()
    }

    /// The number of digits of a key.
    pub(super) fn digits(&self) -> usize {
        self.all_limbs().div_ceil(self.literal.log_p.len().max(1))
    }

    /// Transforms of a key switch: of the digits and of what is divided again.
    fn transforms(&self) -> usize {
        (self.digits() + 2) * (self.all_limbs() + self.literal.log_p.len())
    }

    fn model(&self) -> Model {
        let Self { base, literal, primes_per_level, .. } = self;
        let prime = f64::from(literal.log_scale) / *primes_per_level as f64;
        let levels = core::iter::repeat_n(prime, literal.levels * primes_per_level);
        let moduli = base.iter().copied().map(f64::from).chain(levels).collect();
        Model::new(self.degree(), 0.0, moduli, literal.log_p.iter().copied().map(f64::from).collect())
    }

    /// Predicted precision at the end.
    pub(super) fn precision(&self, request: &Request) -> f64 {
        precisions(&self.model(), request, self).last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// The next smaller scale, and the precision that it would leave at best.
    pub(super) fn narrower(&self, request: &Request) -> Option<(u32, f64)> {
        let ParametersLiteral { log_degree, log_scale, .. } = self.literal;
        let less = ParametersLiteral::scales().take_while(|&bits| bits < log_scale).last()?;
        Some((less, at_best(request, &Self::new(request, log_degree, less, Vec::new())).precision(request)))
    }

    fn is_secure(&self, request: &Request) -> bool {
        self.log_key_modulus() <= security::limit(self.degree(), request.security)
    }

    fn has_base(&self) -> bool {
        self.literal.log_base <= MOST_BASE
    }

    fn has_primes(&self) -> bool {
        self.all_limbs() + self.literal.log_p.len() <= RnsBasis::MAX_LIMBS
    }
}

/// Parameters, their sizes, and the predicted precision from fresh to last.
type Found = (Parameters, Sizes, Vec<f64>);

/// The cheapest parameters of a degree: of the least scale, then of the least work to switch keys.
pub(super) fn cheapest(request: &Request, log_degree: u32) -> Result<Found, AdviceError> {
    let of = |bits| Sizes::new(request, log_degree, bits, Vec::new());
    let scales = ParametersLiteral::scales().collect::<Vec<_>>();
    // Precision grows with the scale.
    let first = scales.partition_point(|&bits| !is_precise(&at_best(request, &of(bits)), request));
    let Some(&least) = scales.get(first) else { return Err(imprecise(request, log_degree)) };
    let mut has_room = true;
    for sizes in scales[first..].iter().map(|&bits| of(bits)) {
        // Greater scales have greater bases, and are not what is missing where no keys had room.
        if !sizes.has_base() && has_room {
            return Err(wide_base(request, &sizes));
        }
        if !sizes.has_base() || !sizes.is_secure(request) {
            break;
        }
        let mut candidates = candidates(request, &sizes);
        has_room = !candidates.is_empty();
        candidates.sort_by_key(|sizes| (sizes.transforms(), sizes.literal.log_p.len()));
        if let Some(found) = candidates.into_iter().find_map(|sizes| checked(request, sizes)) {
            return Ok(found);
        }
    }
    Err(refusal(request, &of(least)))
}

fn is_precise(sizes: &Sizes, request: &Request) -> bool {
    sizes.precision(request) >= f64::from(request.precision_bits)
}

/// With special primes that make the least noise of all: a single digit, far below their product.
fn at_best(request: &Request, sizes: &Sizes) -> Sizes {
    let count = if request.switches_keys() { sizes.all_limbs() } else { 0 };
    sizes.with_special(count, SPECIAL_BITS[1])
}

/// One for each number of special primes that changes the number of digits, with the first size
/// that is secure and precise.
fn candidates(request: &Request, sizes: &Sizes) -> Vec<Sizes> {
    if !request.switches_keys() {
        return vec![sizes.clone()];
    }
    let able = |sizes: &Sizes| sizes.is_secure(request) && sizes.has_primes() && is_precise(sizes, request);
    let of = |count| SPECIAL_BITS.iter().map(move |&bits| sizes.with_special(count, bits)).find(able);
    // The fewest digits come first.
    Gadget::special_counts(sizes.all_limbs()).into_iter().rev().filter_map(of).collect()
}

/// The parameters of these sizes, when their primes are secure and precise as well.
fn checked(request: &Request, sizes: Sizes) -> Option<Found> {
    let parameters = Parameters::new(sizes.literal.clone()).ok()?;
    let literal = parameters.ring().literal();
    let logs = papilio_fhe::noise::log2_primes;
    let model = Model::new(sizes.degree(), 0.0, logs(&literal.moduli), logs(&literal.special));
    let precisions = precisions(&model, request, &parameters);
    let secure = parameters.ring().security_bits() >= request.security;
    let precise = precisions.last().is_some_and(|&bits| bits >= f64::from(request.precision_bits));
    (secure && precise).then_some((parameters, sizes, precisions))
}

/// Not even the greatest scale is precise enough.
fn imprecise(request: &Request, log_degree: u32) -> AdviceError {
    let mut all = ParametersLiteral::scales().map(|bits| at_best(request, &Sizes::new(request, log_degree, bits, Vec::new())));
    let most = all.next_back().map_or(f64::NEG_INFINITY, |sizes| sizes.precision(request));
    AdviceError::Imprecise { request: request.clone(), most: most.max(0.0), degree: 1 << log_degree }
}

/// No base holds the last product at a scale.
fn wide_base(request: &Request, sizes: &Sizes) -> AdviceError {
    let ParametersLiteral { log_scale, log_base, .. } = sizes.literal;
    AdviceError::Base { request: request.clone(), log_scale, needed: log_base, most: MOST_BASE, degree: sizes.degree() }
}

/// Why the least sizes that are precise cannot be.
fn refusal(request: &Request, least: &Sizes) -> AdviceError {
    let (degree, request) = (least.degree(), request.clone());
    let special = usize::from(request.switches_keys());
    let least = least.with_special(special, BasisConverter::MIN_SOURCE_BITS);
    let (limit, needed) = (security::limit(degree, request.security), least.all_limbs() + special);
    if needed > RnsBasis::MAX_LIMBS && least.log_key_modulus() <= limit {
        return AdviceError::Primes { request, needed, degree };
    }
    // Where sizes are within the limit, primes are above it by the fraction of a bit, or special
    // primes that small are not precise.
    AdviceError::Modulus { request, needed: least.log_key_modulus().max(limit + 1), degree, limit }
}
