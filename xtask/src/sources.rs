//! Rules about Rust sources: where `unsafe` may be, and how long a file is.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The places for `unsafe`, each with its crate, which denies it at its root and allows it there:
/// an empty instruction that hides a word from the compiler, vector intrinsics, a file as memory,
/// pointers that come from C, a driver of a device, and requests of the check of secrets to
/// Valgrind.
const UNSAFE_PLACES: [(&str, &str); 6] = [
    ("papilio-cuda", "crates/cuda/src/driver"),
    ("papilio-field", "crates/field/src/select.rs"),
    ("papilio-ntt", "crates/ntt/src/kernel"),
    ("papilio-ring", "crates/ring/src/mapped.rs"),
    ("papilio-precompile-c", "crates/precompile-c/src/abi"),
    ("papilio-secrets", "checks/secrets/src/memcheck.rs"),
];
/// Comparisons with foreign libraries: packages of their own, outside the workspace, which call
/// C++.
const FOREIGN_FOLDER: &str = "bench/peers";
/// Most lines of a file.
const MAX_LINES: usize = 600;

/// `unsafe` out of its place, and files that are too long.
pub(crate) fn check(root: &Path, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut failures = Vec::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = fs::read_to_string(root.join(path))?;
        let lines = text.lines().count();
        if lines > MAX_LINES {
            failures.push(format!("{} has {lines} lines; a source file has at most {MAX_LINES}", path.display()));
        }
        if !may_be_unsafe(path) {
            let lines = unsafe_lines(&text).into_iter();
            failures.extend(lines.map(|line| format!("{}:{line}: `unsafe` out of its places", path.display())));
        }
    }
    Ok(failures)
}

/// Roots of libraries and programs without the attribute that keeps `unsafe` out.
pub(crate) fn check_roots(root: &Path, metadata: &Value) -> io::Result<Vec<String>> {
    let mut failures = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let has_a_place = UNSAFE_PLACES.iter().any(|(name, _)| package["name"] == *name);
        let wanted = if has_a_place { "#![deny(unsafe_code)]" } else { "#![forbid(unsafe_code)]" };
        for path in crate_roots(package) {
            if !code(&fs::read_to_string(&path)?).contains(wanted) {
                let path = path.strip_prefix(root).unwrap_or(&path);
                failures.push(format!("{} does not say {wanted}", path.display()));
            }
        }
    }
    Ok(failures)
}

/// Tests in the sources of a library that is never compiled with its tests.
pub(crate) fn check_untested(root: &Path, metadata: &Value, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let targets = metadata["packages"].as_array().into_iter().flatten().flat_map(|package| package["targets"].as_array());
    let untested = targets.flatten().filter(|target| target["test"] == false && target["kind"][0] == "lib");
    let folders: Vec<&Path> = untested.filter_map(|target| Path::new(target["src_path"].as_str()?).parent()).collect();
    let mut failures = Vec::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let path = root.join(path);
        if folders.iter().any(|folder| path.starts_with(folder)) && code(&fs::read_to_string(&path)?).contains("#[test]") {
            let path = path.strip_prefix(root).unwrap_or(&path);
            failures.push(format!("{} has a test, and its manifest says `test = false` of the library", path.display()));
        }
    }
    Ok(failures)
}

fn may_be_unsafe(path: &Path) -> bool {
    path.starts_with(FOREIGN_FOLDER) || UNSAFE_PLACES.iter().any(|(_, folder)| path.starts_with(folder))
}

fn crate_roots(package: &Value) -> Vec<PathBuf> {
    let of_kind = |target: &&Value| target["kind"].as_array().into_iter().flatten().any(|kind| kind == "lib" || kind == "bin");
    let targets = package["targets"].as_array().into_iter().flatten().filter(of_kind);
    targets.filter_map(|target| target["src_path"].as_str()).map(PathBuf::from).collect()
}

/// Lines, counted from one, that have the keyword `unsafe` in code.
fn unsafe_lines(text: &str) -> Vec<usize> {
    let word = |c: char| !(c.is_alphanumeric() || c == '_');
    let code = code(text);
    let lines = code.lines().enumerate().filter(|(_, line)| line.split(word).any(|token| token == "unsafe"));
    lines.map(|(i, _)| i + 1).collect()
}

/// The source with comments and the contents of literals blanked out; lines stay where they are.
pub(crate) fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = skipped(rest, out.chars().next_back());
        if skipped == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            out.extend(rest[..skipped].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[skipped..];
        }
    }
    out
}

/// Bytes of the comment or literal that starts here; zero if none does.
fn skipped(rest: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment(rest)
    } else if let Some(inside) = rest.strip_prefix('"') {
        1 + quoted(inside, '"')
    } else if rest.starts_with('\'') {
        character(rest)
    } else if in_word {
        0
    } else {
        raw_string(rest)
    }
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(next) = rest[at..].find(['/', '*']) {
        at += next;
        match &rest[at..].get(..2) {
            Some("/*") => (depth, at) = (depth + 1, at + 2),
            Some("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// Bytes up to and with the closing quote, escapes respected.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return i + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// A character literal; a lifetime or a label has no closing quote after one character and is code.
fn character(rest: &str) -> usize {
    let mut inside = rest[1..].chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), _) => 1 + quoted(&rest[1..], '\''),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 0,
    }
}

/// `r"…"`, `r#"…"#` and so on, with or without a `b` or `c` before.
fn raw_string(rest: &str) -> usize {
    let Some(after) = rest.strip_prefix("br").or_else(|| rest.strip_prefix("cr")).or_else(|| rest.strip_prefix('r')) else {
        return 0;
    };
    let body = after.trim_start_matches('#');
    let hashes = after.len() - body.len();
    if !body.starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let open = rest.len() - body.len() + 1;
    body[1..].find(&end).map_or(rest.len(), |at| open + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keyword_is_found_in_code() {
        assert_eq!(unsafe_lines("fn a() {\n    unsafe { b() }\n}\nunsafe impl X for Y {}\n"), [2, 4]);
        assert_eq!(unsafe_lines("#[unsafe(no_mangle)]\nextern \"C\" fn f(){}"), [1]);
        assert_eq!(unsafe_lines("fn f<'a>(x: &'a str, y: char) -> bool { y == '\"' || unsafe { g(x) } }"), [1]);
        assert_eq!(unsafe_lines("let a = b'\\''; unsafe {}"), [1]);
    }

    #[test]
    fn words_that_only_contain_it_are_not_it() {
        let text = "#![forbid(unsafe_code)]\n#![allow(unsafe_op_in_unsafe_fn)]\nlet not_unsafe = 1;";
        assert_eq!(unsafe_lines(text), [] as [usize; 0]);
    }

    #[test]
    fn comments_and_literals_are_not_code() {
        let text = "// unsafe\n/* unsafe /* unsafe */ unsafe */\n/// unsafe\nlet s = \"unsafe \\\" unsafe\";\n\
                    let r = r#\"unsafe \" unsafe\"#;\nlet b = br\"unsafe\\\";\nlet c = \"\n unsafe\n\";\n";
        assert_eq!(unsafe_lines(text), [] as [usize; 0]);
        assert_eq!(unsafe_lines(&format!("{text}unsafe {{}}")), [10], "lines are counted through literals");
        assert_eq!(unsafe_lines("let over = var\"unsafe\";"), [] as [usize; 0]);
        assert_eq!(unsafe_lines("/* never closed\nunsafe"), [] as [usize; 0]);
    }

    #[test]
    fn attributes_in_comments_do_not_count() {
        assert!(!code("// #![forbid(unsafe_code)]\n").contains("#![forbid(unsafe_code)]"));
        assert!(code("//! Docs.\n#![forbid(unsafe_code)]\n").contains("#![forbid(unsafe_code)]"));
    }
}
