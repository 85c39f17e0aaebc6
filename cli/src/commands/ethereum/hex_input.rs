//! Bytes on the command line: hexadecimal, or a file.

use crate::error::CliError;
use crate::files::read_within;
use papilio_evm::hex;
use std::path::Path;

/// Most bytes of a file: hexadecimal text of the longest input that a precompile takes, twice over.
const FILE_LIMIT: u64 = 1 << 23;

/// The bytes that an argument stands for; `what` names it in errors.
///
/// A file behind `@` may hold hexadecimal text, as on the command line, or bytes: what is not
/// hexadecimal is taken as it is.
pub(crate) fn argument(what: &str, text: &str) -> Result<Vec<u8>, CliError> {
    match text.strip_prefix('@') {
        Some(path) => file(Path::new(path)),
        // A name that is not hexadecimal can only be that of a file.
        None => match digits(text) {
            Err(_) if Path::new(text).is_file() => file(Path::new(text)),
            decoded => decoded.map_err(|e| CliError::usage(format!("{what}: {e}; write @FILE for a file"))),
        },
    }
}

/// The bytes of a file as they are.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, CliError> {
    read_within(path, FILE_LIMIT)
}

fn file(path: &Path) -> Result<Vec<u8>, CliError> {
    let bytes = bytes_of(path)?;
    let decoded = std::str::from_utf8(&bytes).ok().and_then(|text| digits(text).ok());
    Ok(decoded.unwrap_or(bytes))
}

/// Hexadecimal digits, with `0x` before them or not, and space around and between bytes. An error
/// names a character that is no digit rather than the number of digits, which is odd by chance.
fn digits(text: &str) -> Result<Vec<u8>, hex::FromHexError> {
    let text: String = text.split_ascii_whitespace().collect();
    let digits = text.strip_prefix("0x").unwrap_or(&text);
    match digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        Some((at, c)) => Err(hex::FromHexError::InvalidHexCharacter { c, index: text.len() - digits.len() + at }),
        None => hex::decode(digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_or_files() {
        assert_eq!(argument("input", "0x00ff").ok(), Some(vec![0, 255]));
        assert_eq!(argument("input", " 00 FF\n").ok(), Some(vec![0, 255]));
        assert_eq!(argument("input", "").ok(), Some(vec![]));
        for (wrong, word) in
            [("0", "odd"), ("0x0", "odd"), ("0g", "'g' at position 1"), ("0xzz", "'z' at position 2"), ("é", "'é'")]
        {
            let error = argument("input", wrong).expect_err("no bytes").to_string();
            assert!(error.starts_with("input: ") && error.contains(word), "{error}");
        }
        assert!(argument("input", "hello").is_err_and(|e| e.to_string().contains("'h'")), "letters of an odd number");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bytes");
        let named = format!("@{}", path.display());
        for (contents, bytes) in [(&b"0x0102\n"[..], &[1, 2][..]), (b"\x00\x01", b"\x00\x01"), (b"hello", b"hello"), (b"", b"")]
        {
            std::fs::write(&path, contents).expect("a file");
            assert_eq!(argument("input", &named).ok().as_deref(), Some(bytes));
        }
        std::fs::write(&path, vec![0; FILE_LIMIT as usize + 1]).expect("a file");
        assert!(matches!(argument("input", &named), Err(CliError::File { .. })));
        assert!(matches!(argument("input", "@/no/such/file"), Err(CliError::Io { .. })));
    }
}
