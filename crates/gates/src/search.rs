//! The search for parameters: the fastest of a security and a failure, by the formulas of
//! [`crate::Noise`] and times of transforms, products and memory.

use crate::parameters::{Order, Parameters, ParametersLiteral, Precision};
use crate::{Decomposition, Noise, ParametersError, security};
use papilio_ntt::complex::{ComplexMatrix, ComplexPlan, Digit, Torus};
use std::hint::black_box;
use std::time::Instant;

/// A request for parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Bits of security, from 80 to 192; fewer than 128 give parameters that say `insecure`.
    pub security: u32,
    /// `log2` of the probability that a gate or a lookup fails, at most.
    pub log2_failure: f64,
    /// Values of tables; none for gates of bits.
    pub table: Option<u32>,
    /// The order of key switch and rotation, where only one is wanted.
    pub order: Option<Order>,
    /// Gates that go side by side through the key, from 1 to 8: its bytes are read once for all of
    /// them.
    pub gates_at_once: usize,
}

impl Default for Request {
    fn default() -> Self {
        Self { security: 128, log2_failure: -64.0, table: None, order: None, gates_at_once: 1 }
    }
}

/// Why there are no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A number of the request is out of range.
    #[error(transparent)]
    Range(#[from] ParametersError),
    /// Nothing of what is searched reaches the request.
    #[error(
        "no parameters of up to 2048 coefficients fail with at most 2^{log2_failure} at {security} bits of security{}: \
         none fails with less than 2^{least:.1}",
        of_table(*.table)
    )]
    None {
        /// Asked.
        security: u32,
        /// Asked.
        log2_failure: f64,
        /// Asked.
        table: Option<u32>,
        /// `log2` of a failure below which there is none.
        least: f64,
    },
}

fn of_table(table: Option<u32>) -> String {
    table.map_or(String::new(), |size| format!(" for tables of {size} values"))
}

/// Times of what gates consist of, in nanoseconds of one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A transform of digits, and one back with all around it, for `N` of `2^8`, `2^9`, `2^10` and
    /// `2^11`.
    pub transform: [f64; 4],
    /// A product of complex numbers, added to a sum.
    pub product: f64,
    /// A word of a key switching key of 16 bits times a digit; words of 32 take twice as long.
    pub narrow_word: f64,
    /// A byte of a key that comes from memory.
    pub byte: f64,
}

impl Costs {
    /// Costs of an AMD EPYC (family 25, model 1) with AVX2.
    pub const TYPICAL: Self = Self { transform: [230.0, 430.0, 900.0, 1950.0], product: 0.16, narrow_word: 0.06, byte: 0.09 };

    /// Measures transforms, products and memory on this machine, in a tenth of a second; key
    /// switches are scaled with the products.
    #[must_use]
    pub fn measure() -> Self {
        let transform = core::array::from_fn(|i| transform_time(7 + i as u32));
        let product = product_time();
        let scale = product / Self::TYPICAL.product;
        Self { transform, product, narrow_word: Self::TYPICAL.narrow_word * scale, byte: byte_time() }
    }

    /// Milliseconds of a gate of one rotation, when as many go through the key together.
    #[must_use]
    pub fn milliseconds(&self, parameters: &Parameters, gates_at_once: usize) -> f64 {
        let (rows, columns) = (parameters.rows() as f64, parameters.columns() as f64);
        let log = parameters.literal().log_degree.clamp(8, 11) as usize;
        let half = parameters.degree() as f64 / 2.0;
        let step = (rows + columns) * self.transform[log - 8] + rows * columns * half * self.product;
        let words = parameters.key_switch_rows() as f64 * (parameters.lwe_dimension() + 1).next_multiple_of(Torus::TILE) as f64;
        let switch = words * self.narrow_word * f64::from(parameters.key_switch_word_bits()) / 16.0;
        let bytes = parameters.prepared_bootstrapping_bytes() + parameters.prepared_key_switch_bytes();
        let nanoseconds =
            parameters.lwe_dimension() as f64 * step + switch + self.byte * bytes as f64 / gates_at_once.max(1) as f64;
        nanoseconds / 1e6
    }
}

/// Parameters that reach a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The parameters.
    pub parameters: Parameters,
    /// Predicted milliseconds of a gate.
    pub milliseconds: f64,
    /// `log2` of the probability of a failure.
    pub log2_failure: f64,
}

/// Degrees and dimensions of GLWE that are searched.
const SHAPES: [(u32, u32); 8] = [(8, 4), (8, 5), (9, 2), (9, 3), (9, 4), (10, 1), (10, 2), (11, 1)];
/// Dimensions of LWE that are searched.
const DIMENSIONS: core::ops::RangeInclusive<u32> = 450..=1100;
/// Dimensions between those that are tried first.
const STEP: usize = 8;

/// The fastest parameters first, one of each shape and order.
///
/// # Errors
/// [`SearchError`], which says what was out of reach.
pub fn search(request: &Request, costs: &Costs) -> Result<Vec<Candidate>, SearchError> {
    for (name, value, least, greatest) in [
        ("the security", f64::from(request.security), 80.0, 192.0),
        ("log2 of the failure", request.log2_failure, -1024.0, -1.0),
        ("the number of values of a table", request.table.map_or(2.0, f64::from), 2.0, 256.0),
        ("the number of gates at once", request.gates_at_once as f64, 1.0, 8.0),
    ] {
        if !(least..=greatest).contains(&value) {
            return Err(ParametersError::Range { name, value, least, greatest }.into());
        }
    }
    let orders = [Order::KeySwitchFirst, Order::BlindRotationFirst];
    let (mut found, mut least) = (Vec::new(), 0f64);
    for order in orders.into_iter().filter(|order| request.order.is_none_or(|wanted| wanted == *order)) {
        for shape in SHAPES {
            let best = best_of_shape(request, costs, order, shape, &mut least);
            found.extend(best);
        }
    }
    found.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
    if found.is_empty() {
        let Request { security, log2_failure, table, .. } = *request;
        return Err(SearchError::None { security, log2_failure, table, least });
    }
    Ok(found)
}

/// The fastest of a shape.
fn best_of_shape(request: &Request, costs: &Costs, order: Order, shape: (u32, u32), least: &mut f64) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    for (mask, body) in gadgets() {
        for precision in [Precision::Fixed, Precision::Double] {
            let literal = |n: u32, key_switch| ParametersLiteral {
                lwe_dimension: n,
                lwe_deviation: deviation(n, request.security),
                glwe_dimension: shape.1,
                log_degree: shape.0,
                glwe_deviation: deviation(shape.1 << shape.0, request.security),
                mask,
                body,
                key_switch,
                order,
                precision,
                insecure: request.security < crate::SECURITY,
            };
            // A set of usual dimension tells which rotations are too slow.
            let alone = [600, 800, 1100].into_iter().find_map(|n| Parameters::new(literal(n, Decomposition::new(8, 2))).ok());
            let too_slow = |alone: &Parameters, best: &Candidate| {
                costs.milliseconds(alone, request.gates_at_once) > 1.4 * best.milliseconds
            };
            if alone.is_some_and(|alone| best.is_some_and(|best| too_slow(&alone, &best))) {
                continue;
            }
            let floor = alone.map_or(f64::NEG_INFINITY, |alone| floor(request, &alone));
            if floor > request.log2_failure {
                *least = least.min(floor);
                continue;
            }
            for key_switch in key_switches() {
                let some = least_dimension(request, |n| literal(n, key_switch), least);
                let some = some.map(|parameters| candidate(request, costs, parameters));
                best = [best, some].into_iter().flatten().min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
            }
        }
    }
    best
}

/// No more than the failure of these parameters with any dimension of LWE that is searched: without
/// a key switch, and with the noise of the least dimension's steps.
fn floor(request: &Request, parameters: &Parameters) -> f64 {
    let part = f64::from(*DIMENSIONS.start()) / parameters.lwe_dimension() as f64;
    failure(request, &parameters.noise().of_a_part(part))
}

fn failure(request: &Request, noise: &Noise) -> f64 {
    request.table.map_or_else(|| noise.log2_failure(), |size| noise.log2_lookup_failure(size as usize))
}

/// No more than [`failure`].
fn failure_at_least(request: &Request, noise: &Noise) -> f64 {
    request.table.map_or_else(|| noise.log2_failure_at_least(), |size| noise.log2_lookup_failure_at_least(size as usize))
}

/// The parameters of the least dimension of LWE that reach the request; `least` is the least
/// failure that was met.
fn least_dimension(request: &Request, literal: impl Fn(u32) -> ParametersLiteral, least: &mut f64) -> Option<Parameters> {
    let mut reaches = |n: u32| {
        let parameters = Parameters::new(literal(n)).ok()?;
        let noise = parameters.noise();
        if failure_at_least(request, &noise) > least.max(request.log2_failure) {
            return None;
        }
        let failure = failure(request, &noise);
        *least = least.min(failure);
        (failure <= request.log2_failure).then_some(parameters)
    };
    let near = DIMENSIONS.step_by(STEP).find(|&n| reaches(n).is_some())?;
    (near.saturating_sub(STEP as u32 - 1).max(*DIMENSIONS.start())..=near).find_map(reaches)
}

fn candidate(request: &Request, costs: &Costs, parameters: Parameters) -> Candidate {
    let log2_failure = failure(request, &parameters.noise());
    let milliseconds = costs.milliseconds(&parameters, request.gates_at_once);
    Candidate { parameters, milliseconds, log2_failure }
}

/// Decompositions of masks and bodies: as many digits for bodies, or one fewer.
fn gadgets() -> impl Iterator<Item = (Decomposition, Decomposition)> {
    let masks = (1..=4u32).flat_map(|levels| (4..=15).map(move |bits| Decomposition::new(levels, bits)));
    let masks = masks.filter(|mask| (12..=24).contains(&mask.precision()));
    masks.flat_map(|mask| {
        let bodies = (mask.levels.max(2) - 1..=mask.levels)
            .flat_map(|levels| (4..=15).map(move |bits| Decomposition::new(levels, bits)));
        bodies
            .filter(move |body| body.precision() + 8 >= mask.precision() && body.precision() <= mask.precision() + 1)
            .map(move |body| (mask, body))
    })
}

fn key_switches() -> impl Iterator<Item = Decomposition> {
    (1..=5u32)
        .flat_map(|bits| (2..=9).map(move |levels| Decomposition::new(levels, bits)))
        .filter(|key_switch| (9..=17).contains(&key_switch.precision()))
}

/// The least deviation of a security, and no less than an error of four words of the torus.
pub(crate) fn deviation(dimension: u32, security: u32) -> f64 {
    let least = security::log2_least_deviation(dimension as usize, f64::from(security));
    least.unwrap_or(0.0).max(-30.0).exp2()
}

/// Nanoseconds of a transform of digits with its part of what is done around transforms.
fn transform_time(log_size: u32) -> f64 {
    let plan = ComplexPlan::new(log_size).expect("a length");
    let (digit, n) = (Digit::new(0, 20, 6).expect("a digit"), 2 * plan.size());
    let (words, mut values, mut rounded) = (vec![0x0123_4567; n], vec![0.0; n], vec![0; n]);
    let each = least_time(|| {
        plan.forward_digits(&words, digit, &mut values);
        plan.inverse_rounded(&mut values, &mut rounded);
    });
    each / 2.0
}

/// Nanoseconds of a product of complex numbers in a matrix that a cache holds.
fn product_time() -> f64 {
    let (plan, rows, columns) = (ComplexPlan::new(8).expect("a length"), 4, 3);
    let layout = plan.matrix_layout(rows, columns);
    let numbers = vec![1; layout.numbers()];
    let (vectors, mut products) = (vec![1.0; rows * layout.stride()], vec![0.0; columns * layout.stride()]);
    let matrix = ComplexMatrix::Fixed { numbers: &numbers, unit: 1.0 };
    let each = least_time(|| plan.multiply_matrix(&layout, &vectors, matrix, &mut products));
    each / (rows * columns * plan.size()) as f64
}

/// Nanoseconds of a byte of more memory than caches hold, read from one end to the other.
fn byte_time() -> f64 {
    let words = vec![1u64; 1 << 23];
    let pass = |_| {
        let start = Instant::now();
        black_box(words.iter().fold(0u64, |sum, &word| sum.wrapping_add(word)));
        start.elapsed().as_secs_f64() * 1e9 / size_of_val(&words[..]) as f64
    };
    (0..3).map(pass).fold(f64::INFINITY, f64::min)
}

/// The least of several means.
fn least_time(mut work: impl FnMut()) -> f64 {
    const TIMES: u32 = 200;
    let mean = |_| {
        let start = Instant::now();
        (0..TIMES).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
    };
    (0..5).map(mean).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_reaches_the_request() {
        let order = Some(Order::KeySwitchFirst);
        for (request, most) in [
            (Request { order, ..Request::default() }, 1.05),
            (Request { log2_failure: -128.0, order, ..Request::default() }, 1.05),
        ] {
            let found = search(&request, &Costs::TYPICAL).expect("parameters");
            for candidate in &found {
                assert!(candidate.log2_failure <= request.log2_failure, "{candidate:?}");
                assert!(candidate.parameters.security_bits() >= request.security, "{candidate:?}");
                assert_eq!(candidate.parameters.literal().insecure, request.security < 128);
            }
            assert!(found.windows(2).all(|pair| pair[0].milliseconds <= pair[1].milliseconds));
            let set = if request.log2_failure < -100.0 { Parameters::failure_128() } else { Parameters::default_128() };
            let of_set = Costs::TYPICAL.milliseconds(&set, request.gates_at_once);
            println!("{request:?}: {:?}; the set takes {of_set}", found[0]);
            // The sets are what the search finds, or nearly as fast.
            assert!(of_set <= most * found[0].milliseconds, "{of_set} and {:?}", found[0]);
        }
    }

    #[test]
    fn requests_out_of_reach() {
        let none = search(&Request { table: Some(256), log2_failure: -128.0, ..Request::default() }, &Costs::TYPICAL);
        let text = none.expect_err("out of reach").to_string();
        assert!(text.starts_with("no parameters of up to 2048 coefficients fail with at most 2^-128 at 128 bits of security for tables of 256 values: none fails with less than 2^-"), "{text}");
        for (request, text) in [
            (Request { security: 64, ..Request::default() }, "the security is 64: it is from 80 to 192"),
            (Request { log2_failure: 0.0, ..Request::default() }, "log2 of the failure is 0: it is from -1024 to -1"),
            (Request { gates_at_once: 9, ..Request::default() }, "the number of gates at once is 9: it is from 1 to 8"),
        ] {
            assert_eq!(search(&request, &Costs::TYPICAL).expect_err("out of range").to_string(), text);
        }
    }

    /// A set that the floor leaves out of the search would not have reached the request, at the
    /// least dimensions, where it is nearest.
    #[test]
    fn floors_are_below_every_dimension() {
        for (security, order) in [(80, Order::KeySwitchFirst), (80, Order::BlindRotationFirst), (128, Order::KeySwitchFirst)] {
            let request = Request { security, ..Request::default() };
            let digits = Decomposition::new(3, 5);
            let parameters = |n: u32| {
                let literal = ParametersLiteral {
                    lwe_dimension: n,
                    lwe_deviation: deviation(n, security),
                    glwe_deviation: deviation(1024, security),
                    mask: digits,
                    body: digits,
                    order,
                    precision: Precision::Double,
                    insecure: true,
                    ..*Parameters::tfhe_lib().literal()
                };
                Parameters::new(literal).ok()
            };
            // At 128 bits of security errors of the least dimensions are beyond their range.
            assert!(security > 80 || parameters(450).is_some());
            for base in [600, 800, 1100].map(|n| parameters(n).expect("parameters")) {
                let (floor, base) = (floor(&request, &base), base.lwe_dimension());
                for (n, some) in [450, 451, 500, 600, 1100].map(|n| (n, parameters(n))) {
                    let Some(some) = some else { continue };
                    let failure = failure(&request, &some.noise());
                    assert!(floor <= failure, "{security} bits, {order}: {floor} of {base}, {failure} of {n}");
                }
            }
        }
    }

    #[test]
    fn costs_are_measured() {
        let costs = Costs::measure();
        assert!(costs.transform.windows(2).all(|pair| 0.0 < pair[0] && pair[0] < 4.0 * pair[1]), "{costs:?}");
        assert!((1e-3..10.0).contains(&costs.byte), "{costs:?}");
        assert!(costs.product > 0.0 && costs.product.is_finite(), "{costs:?}");
    }
}
