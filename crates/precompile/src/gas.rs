//! Prices, from the header and the length alone.

use crate::Operation;
use crate::header::{Form, Header, Kind};
use crate::registry::Entry;

/// The price of an input that has no valid header or not the length that the header states.
pub(crate) const MALFORMED: u64 = 200;

pub(crate) fn of_input(operation: Operation, input: &[u8]) -> u64 {
    let checked = Header::parse(operation.vectors(), input).ok().filter(|header| header.check_length(input).is_ok());
    checked.map_or(MALFORMED, |header| of_header(operation, &header))
}

fn of_header(operation: Operation, header: &Header) -> u64 {
    let n = header.n as u64;
    match (Entry::of(header), operation) {
        (Some(entry), Operation::Forward) => entry.gas().0,
        (Some(entry), Operation::Inverse) => entry.gas().1,
        (Some(_), Operation::Multiply) => hundredths(n, 32),
        (Some(_), Operation::Add) => hundredths(n, 30),
        (None, Operation::Forward | Operation::Inverse) => transform(header),
        (None, Operation::Multiply) => multiply(header),
        (None, Operation::Add) => 20 + hundredths(n, by_width(header.width, [30, 40, 60, 100])),
    }
}

/// `200 + ⌈n·(c·log2 n + s)⌉`: `c` for butterflies, `s` for tables, bytes, and in form S primality
/// and the search of the root.
fn transform(header: &Header) -> u64 {
    let level = by_width(header.width, [20, 50, 100, 150]);
    let element = match (header.form, header.width) {
        (Form::Short, _) => 150,
        (Form::Extended, 32) => 400,
        (Form::Extended, _) => 90,
    };
    let levels = u64::from(header.n.trailing_zeros());
    200u64.saturating_add(hundredths(header.n as u64, level * levels + element))
}

fn multiply(header: &Header) -> u64 {
    let start = by_width(header.width, [20, 20, 30, 60]);
    let plain = start + hundredths(header.n as u64, by_width(header.width, [32, 60, 120, 450]));
    if matches!(header.kind, Kind::Incomplete | Kind::Complex) { plain.saturating_mul(2) } else { plain }
}

pub(crate) fn by_width(width: usize, [upto4, of8, of16, of32]: [u64; 4]) -> u64 {
    match width {
        32 => of32,
        16 => of16,
        8 => of8,
        _ => upto4,
    }
}

/// `⌈n·each/100⌉`.
pub(crate) fn hundredths(n: u64, each: u64) -> u64 {
    n.saturating_mul(each).div_ceil(100)
}
