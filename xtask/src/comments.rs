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
        let foreign = path.components().any(|part| part.as_os_str() == "node_modules");
        let Some(language) = Language::of(path).filter(|_| !foreign && !path.starts_with("docs/results")) else { continue };
        let text = std::fs::read_to_string(root.join(path))?;
        let mut in_block = false;
        for (number, line) in text.lines().enumerate() {
            // Programs in comments are code.
            in_block ^=
                language != Language::Prose && line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with("```");
            let found = spelling(line).or_else(|| if in_block { None } else { language.comment(line) });
            failures.extend(found.map(|reason| format!("{}:{}: {reason}", path.display(), number + 1)));
        }
    }
    Ok(failures)
}

/// Languages by their comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    /// Rust and Go, whose lines have a width.
    Narrow,
    /// Other languages with comments of slashes: contracts, kernels, JavaScript.
    Wide,
    /// Comments of hash signs, and strings of three quotation marks.
    Script,
    /// No comments.
    Prose,
}

impl Language {
    fn of(path: &Path) -> Option<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs" | "go") => Some(Self::Narrow),
            Some("yul" | "sol" | "cu" | "cuh" | "h" | "cpp" | "mjs" | "ts") => Some(Self::Wide),
            Some("toml" | "py" | "pyi" | "sh") => Some(Self::Script),
            Some("md") => Some(Self::Prose),
            None if path.file_name().is_some_and(|name| name == "run") => Some(Self::Script),
            _ => None,
        }
    }

    /// How a comment begins, the longest first.
    fn marks(self) -> &'static [&'static str] {
        match self {
            Self::Narrow | Self::Wide => &["///", "//!", "//", "/*"],
            Self::Script => &["\"\"\"", "#"],
            Self::Prose => &[],
        }
    }

    /// The rule that a line breaks as a comment.
    fn comment(self, line: &str) -> Option<String> {
        let text = self.marks().iter().find_map(|mark| line.trim_start().strip_prefix(mark))?;
        let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if OPENINGS.contains(&first) {
            return Some(format!("a comment begins with {first:?}: its sentence is to name its subject"));
        }
        let length = line.chars().count();
        // Tables and links cannot be broken.
        let whole = self != Self::Narrow || text.contains('|') || text.contains("http");
        (length > WIDTH && !whole).then(|| format!("a comment of {length} characters, of which a line has {WIDTH}"))
    }
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
        let comment = |line: &str| Language::Narrow.comment(line);
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
        for (path, line) in [
            ("a.rs", "// Of it."),
            ("a.yul", "// What it does."),
            ("a.h", "/* What it does. */"),
            ("a.py", "    \"\"\"Those of it."),
            ("a.toml", "# So it is."),
            (".ci/run", "# As it is."),
        ] {
            let language = Language::of(Path::new(path)).expect("a language");
            assert!(language.comment(line).is_some(), "{path}: {line}");
            assert_eq!(language.comment("let x = \"What\""), None, "{path}");
        }
        assert_eq!(Language::Wide.comment(&format!("// {}", "x".repeat(WIDTH))), None);
        assert_eq!(Language::Prose.comment("# What it does"), None);
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
