//! A peer's whole program.

use super::fastest::Fastest;
use super::measure::measure;
use super::ntt::Order;
use super::protocol::{Answer, Request};
use super::transform::Transform;

/// Logarithms of the lengths that are answered for, first and last.
const LOGS: core::ops::RangeInclusive<u32> = 5..=20;

/// A library.
pub(crate) trait Library {
    /// One of its transforms.
    type Way: Transform;

    /// Its name, its version, and the instructions that it uses here.
    fn name() -> String;

    /// The ways to transform `n` numbers, each with what is to be known of it; for values in
    /// natural order perhaps fewer, or none.
    fn ways(n: usize, natural: bool) -> impl Iterator<Item = (String, Self::Way)>;
}

/// Answers requests from standard input until it ends.
///
/// # Errors
/// When standard input or output fails.
pub(crate) fn serve<L: Library>() -> std::io::Result<()> {
    let mut fastest = Fastest::default();
    super::ntt::serve(|request| answer::<L>(request, &mut fastest))
}

fn answer<L: Library>(request: &Request, fastest: &mut Fastest<L::Way>) -> Result<Answer, String> {
    if !request.n.is_power_of_two() || !LOGS.contains(&request.n.ilog2()) {
        return Err(format!("only lengths 2^{} to 2^{}", LOGS.start(), LOGS.end()));
    }
    let ways = || L::ways(request.n, request.order == Order::Natural);
    let (note, way) = fastest.of(request, ways).ok_or("no values in that order at that length")?;
    Ok(Answer { note: Some(format!("no twist, no division by n; {note}")), ..measure(request, &L::name(), way) })
}

/// The points of values in natural order, where the transform has `e^(−2πi·jk/n)`.
pub(crate) fn natural_points(n: usize) -> Vec<u64> {
    (0..n as u64).map(|k| (k << (u64::BITS - n.ilog2())).wrapping_neg()).collect()
}
