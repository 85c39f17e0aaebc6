//! The front page and the guide agree with what is built.

use std::fs;
use std::path::Path;

/// A file of the repository.
fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).expect(path)
}

fn program(readme: &str) -> &str {
    readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program")
}

/// The program of the crate's page is a test of its documentation, so that that of the front page
/// runs as well.
#[test]
fn the_program_of_the_front_page_is_that_of_the_crate() {
    assert_eq!(program(&text("README.md")), program(&text("crates/papilio/README.md")));
}

/// A page that is not included would not be tested.
#[test]
fn every_page_of_the_guide_is_included() {
    let (module, list) = (text("crates/papilio/src/guide.rs"), text("crates/papilio/guide/README.md"));
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("guide")).expect("the guide") {
        let name = entry.expect("a page").file_name().into_string().expect("a name");
        assert!(name == "README.md" || module.contains(&format!("../guide/{name}\"")), "{name} is not in the module");
        assert!(name == "README.md" || list.contains(&format!("({name})")), "{name} is not in the list");
    }
}

/// Labels and what they stand for: the lines `[label]: target`.
fn targets(text: &str) -> Vec<(&str, &str)> {
    text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: ")).collect()
}

/// A link of a page leads to a file for those who read the file, and to the same place for those
/// who read the documentation.
#[test]
fn links_of_the_guide_have_two_targets() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("guide");
    let module = text("crates/papilio/src/guide/links.md");
    for entry in fs::read_dir(&here).expect("the guide") {
        let page = fs::read_to_string(entry.expect("a page").path()).expect("a page");
        // Every second part is a program.
        for label in page.split("```").step_by(2).flat_map(|prose| prose.split("][").skip(1)) {
            let label = label.split(']').next().unwrap_or(label);
            let of =
                |text| targets(text).into_iter().find(|(name, _)| *name == label).unwrap_or_else(|| panic!("no {label}")).1;
            let (file, target) = (of(&page), of(&module));
            assert!(here.join(file).exists(), "{label} is {file}");
            let same = match target.strip_prefix("crate::guide::") {
                Some(name) => file.split_once('_').is_some_and(|(_, rest)| rest == format!("{name}.md")),
                None => target.ends_with(&file.replace("../../..", "/blob/main")),
            };
            assert!(same, "{label} is {file} and {target}");
        }
    }
}

/// Links to files, of all documents that newcomers read.
#[test]
fn links_lead_somewhere() {
    let guide = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("guide")).expect("the guide");
    let guide = guide.map(|page| format!("crates/papilio/guide/{}", page.expect("a page").file_name().display()));
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/results/README.md"].map(str::to_owned);
    for document in guide.chain(others) {
        let text = text(&document);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or(link);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&document);
            let there = file.contains("://") || folder.with_file_name(file).exists();
            assert!(there, "{document} links to {link}");
        }
    }
}
