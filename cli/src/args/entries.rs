//! Numbers of entries on the command line.

/// No transform and no file has more entries.
pub(crate) const MOST_ENTRIES: usize = 1 << 28;

/// A number of entries. Whether there may be so many, its command says.
pub(crate) fn entries(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("a whole number is needed, at most {MOST_ENTRIES}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_entries() {
        assert_eq!(entries("5570"), Ok(5570));
        for text in ["", "-5", "1.5", "many", "99999999999999999999"] {
            assert!(entries(text).is_err_and(|reason| reason.contains("268435456")), "{text}");
        }
    }
}
