//! Paths named in documents, and linked from the documentation of crates, exist.

use crate::tree;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The beginning of the address of a file of the repository.
const ADDRESS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// Paths of the repository that are not there: in backticks, in `README.md` and below `docs/`, and
/// in addresses, in sources and documents.
pub(crate) fn check(root: &Path, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut failures = named(root, files)?;
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "rs" || e == "md")) {
        let text = fs::read_to_string(root.join(path))?;
        let absent = linked(&text).filter(|file| !exists(root, file));
        failures.extend(absent.map(|file| format!("{}: `{file}` does not exist", path.display())));
    }
    Ok(failures)
}

/// Paths after [`ADDRESS`].
fn linked(text: &str) -> impl Iterator<Item = &str> {
    let end = |c: char| !(c.is_ascii_alphanumeric() || "_-./".contains(c));
    text.split(ADDRESS).skip(1).filter_map(move |rest| rest.split(end).next())
}

fn named(root: &Path, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let folders = tree::top_level(root)?;
    let mut failures = Vec::new();
    let at_its_place = |path: &Path| path.starts_with("docs") || path == Path::new("README.md");
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "md") && at_its_place(path)) {
        let text = fs::read_to_string(root.join(path))?;
        for (line, named) in paths(&text, &folders) {
            if !exists(root, named) {
                failures.push(format!("{}:{line}: `{named}` does not exist", path.display()));
            }
        }
    }
    Ok(failures)
}

/// Paths in backticks, each with its line counted from one. Fenced blocks hold commands and
/// listings, and are skipped.
fn paths<'t>(text: &'t str, folders: &[String]) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let spans = line.split('`').skip(1).step_by(2);
            found.extend(spans.filter_map(|span| path(span, folders)).map(|path| (i + 1, path)));
        }
    }
    found
}

/// The path that a code span is, if it looks like one: characters of paths, a slash, a folder of
/// the root in front. A line number after a colon is not part of it.
fn path<'t>(span: &'t str, folders: &[String]) -> Option<&'t str> {
    let path = span.split(':').next()?;
    let sound = |c: char| c.is_ascii_alphanumeric() || "_-./*".contains(c);
    let (first, _) = path.split_once('/')?;
    (path.chars().all(sound) && folders.iter().any(|folder| folder == first)).then_some(path)
}

/// Whether a path exists below `root`; `*` stands for any part of a name.
fn exists(root: &Path, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    matches(root, &parts)
}

fn matches(folder: &Path, parts: &[&str]) -> bool {
    let [part, rest @ ..] = parts else { return folder.exists() };
    let Some((head, tail)) = part.split_once('*') else { return matches(&folder.join(part), rest) };
    let fits = |name: &str| name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail);
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.filter(|entry| fits(&entry.file_name().to_string_lossy())).any(|entry| matches(&entry.path(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &str)> {
        paths(text, &["crates".to_owned(), "docs".to_owned(), ".ci".to_owned()])
    }

    #[test]
    fn spans_that_look_like_paths_are_found() {
        let text = "See `crates/ntt/src/lib.rs` and\n`docs/adr/*.md`, run `.ci/run`, line `crates/a.rs:12`.";
        assert_eq!(found(text), [(1, "crates/ntt/src/lib.rs"), (2, "docs/adr/*.md"), (2, ".ci/run"), (2, "crates/a.rs")]);
    }

    #[test]
    fn other_spans_are_not() {
        assert_eq!(found("`Q/2t`, `cargo run -p crates/x`, `src/lib.rs`, crates/bare, `crates`, `a/b`"), []);
        assert_eq!(found("```\n`crates/in/a/listing`\n```\n`docs/after`"), [(4, "docs/after")]);
    }

    #[test]
    fn addresses_are_followed_to_the_end_of_their_path() {
        let text = format!("//! [a]: {ADDRESS}docs/notes/a.md\n//! <{ADDRESS}docs/b-c.md#part> {ADDRESS}README.md");
        assert_eq!(linked(&text).collect::<Vec<_>>(), ["docs/notes/a.md", "docs/b-c.md", "README.md"]);
    }

    #[test]
    fn existence_with_and_without_stars() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        for there in ["src/main.rs", "src", "src/", "src/*.rs", "*/main.rs", "src/doc*ents.rs"] {
            assert!(exists(package, there), "{there}");
        }
        for absent in ["src/none.rs", "src/*.md", "none/*", "src/main*main.rs"] {
            assert!(!exists(package, absent), "{absent}");
        }
    }
}
