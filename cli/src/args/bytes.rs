//! Sizes on the command line.

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
    let value: u64 = digits.parse().map_err(|_| format!("{text:?} is not a number of bytes such as 500M or 2G"))?;
    value.checked_mul(1 << shift).ok_or_else(|| format!("{text:?} is too many bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_sizes() {
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("77"), Ok(77));
        assert!(bytes("many").is_err() && bytes("99999999999G").is_err() && bytes("").is_err());
    }
}
