//! Sizes on the command line.

use std::num::{IntErrorKind, ParseIntError};

/// A number of bytes with an optional binary suffix.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, shift) = match upper.as_bytes().last() {
        Some(b'K') => (&upper[..upper.len() - 1], 10),
        Some(b'M') => (&upper[..upper.len() - 1], 20),
        Some(b'G') => (&upper[..upper.len() - 1], 30),
        _ => (upper, 0),
    };
    let too_many = || format!("{text:?} is too many bytes: at most {}", u64::MAX);
    let value: u64 = digits.parse().map_err(|e: ParseIntError| match e.kind() {
        IntErrorKind::PosOverflow => too_many(),
        _ => format!("{text:?} is not a number of bytes such as 500M or 2G"),
    })?;
    value.checked_mul(1 << shift).ok_or_else(too_many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_sizes() {
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("77"), Ok(77));
        assert!(bytes("many").is_err() && bytes("").is_err() && bytes("-1").is_err());
        for text in ["99999999999G", "99999999999999999999"] {
            assert!(bytes(text).is_err_and(|reason| reason.contains("at most 18446744073709551615")), "{text}");
        }
    }
}
