//! Comments and words: sentences that name their subject, lines that fit, one spelling.

use std::io;
use std::path::{Path, PathBuf};

/// Characters of a line of comments.
const WIDTH: usize = 100;
/// Words that a sentence of a comment does not begin with: what follows them names no subject.
const OPENINGS: [&str; 6] = ["What", "Of", "As", "That", "Those", "So"];
/// Beginnings of words in another spelling than the American one.
const SPELLINGS: [&str; 22] = [
    "analys_ed",
    "artef_act",
    "behavi_our",
    "cancell_ed",
    "catal_ogue",
    "centr_e",
    "col_our",
    "defenc_e",
    "fav_our",
    "generalis_e",
    "hon_our",
    "initialis_e",
    "labell_ed",
    "licenc_e",
    "modell_ed",
    "neighb_our",
    "normalis_e",
    "optimis_e",
    "recognis_e",
    "reline_aris",
    "serialis_e",
    "vectoris_e",
];

/// Every line of a comment that breaks a rule.
pub(crate) fn check(root: &Path, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut failures = Vec::new();
    for path in files {
        let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { continue };
        let foreign = path.components().any(|part| part.as_os_str() == "node_modules");
        if foreign || !matches!(extension, "rs" | "go" | "md" | "toml") || path.starts_with("docs/results") {
            continue;
        }
        let text = std::fs::read_to_string(root.join(path))?;
        let (code, mut in_block) = (matches!(extension, "rs" | "go"), false);
        for (number, line) in text.lines().enumerate() {
            // Programs in comments are code.
            in_block ^= code && line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with("```");
            let found = spelling(line).or_else(|| if code && !in_block { comment(line) } else { None });
            failures.extend(found.map(|reason| format!("{}:{}: {reason}", path.display(), number + 1)));
        }
    }
    Ok(failures)
}

/// The rule that a line of Rust or Go breaks as a comment.
fn comment(line: &str) -> Option<String> {
    let text = line.trim_start();
    let text = text.strip_prefix("///").or_else(|| text.strip_prefix("//!")).or_else(|| text.strip_prefix("//"))?;
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if OPENINGS.contains(&first) {
        return Some(format!("a comment begins with {first:?}: its sentence is to name its subject"));
    }
    let length = line.chars().count();
    // Tables and links cannot be broken.
    let whole = text.contains('|') || text.contains("http");
    (length > WIDTH && !whole).then(|| format!("a comment of {length} characters, of which a line has {WIDTH}"))
}

/// A word that is spelled otherwise here.
fn spelling(line: &str) -> Option<String> {
    let words = line.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    // A stem is compared part by part: every word of the tree is compared with every stem.
    let begins = |word: &str, stem: &str| stem.split('_').try_fold(word, |rest, part| rest.strip_prefix(part)).is_some();
    let british = |word: &String| SPELLINGS.iter().any(|stem| begins(word, stem));
    words.into_iter().find(british).map(|word| format!("{word:?}: the spelling is American"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_break_a_rule() {
        assert!(comment("    /// What it does.").is_some());
        assert!(comment("    // So it is.").is_some());
        assert!(comment("//! As [`Self::x`], of more.").is_some());
        assert!(comment(&format!("/// {}", "x".repeat(WIDTH))).is_some());
        for sound in [
            "    /// A comment.",
            "let x = 1; // So",
            "/// Soon.",
            "    let what = \"What\";",
            "/// | a table | of any width |",
        ] {
            assert_eq!(comment(sound), None, "{sound}");
        }
        assert_eq!(comment(&format!("/// {}", "x".repeat(WIDTH - 4))), None);
    }

    #[test]
    fn words_of_another_spelling() {
        for word in ["neighb_ours", "Reline_arisation", "centr_ed", "licenc_e"] {
            assert!(spelling(&word.replace('_', "")).is_some(), "{word}");
        }
        for word in ["center", "optimistic", "license", "analysis", "canceled", "color"] {
            assert_eq!(spelling(word), None, "{word}");
        }
    }
}
