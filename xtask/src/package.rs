//! `cargo xtask package`: every library crate can be packaged, and its package has all that its
//! sources include.

use crate::cargo::cargo;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Files that every package has.
const WANTED: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// Fields of the manifest that every package has.
const FIELDS: [&str; 5] = ["description", "repository", "license", "keywords", "categories"];
/// Macros that read a file while the crate is compiled.
const INCLUDES: [&str; 3] = ["include_str!(\"", "include_bytes!(\"", "include!(\""];

/// Packs every crate that may be published, without compiling it, and checks what is in the
/// packages.
///
/// # Errors
/// A crate that cannot be packaged; a file or a field that is missing.
pub(crate) fn package(root: &Path, metadata: &Value) -> Result<(), Box<dyn Error>> {
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().filter(|p| is_published(p)).collect();
    let names: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut failures = Vec::new();
    for (package, name) in packages.iter().zip(&names) {
        let folder = package["manifest_path"].as_str().and_then(|path| Path::new(path).parent()).ok_or("no manifest")?;
        let files = list(root, name)?;
        failures.extend(WANTED.iter().filter(|file| !files.contains(Path::new(file))).map(|file| format!("{name}: no {file}")));
        failures.extend(FIELDS.iter().filter(|field| is_empty(&package[**field])).map(|field| format!("{name}: no {field}")));
        failures.extend(outside(folder, &files)?.into_iter().map(|line| format!("{name}: {line}")));
    }
    failures.iter().for_each(|failure| eprintln!("package: {failure}"));
    if !failures.is_empty() {
        return Err(format!("{} checks of packages failed", failures.len()).into());
    }
    let mut command = packing(root, &names);
    if !command.args(["--no-verify", "--quiet"]).status()?.success() {
        return Err("cargo package failed".into());
    }
    println!("package: {} crates have their files and fields, and are packed: {}", names.len(), names.join(", "));
    Ok(())
}

/// Whether the manifest allows it.
fn is_published(package: &Value) -> bool {
    package["publish"].as_array().is_none_or(|registries| !registries.is_empty())
}

fn is_empty(field: &Value) -> bool {
    field.as_str().is_none_or(str::is_empty) && field.as_array().is_none_or(Vec::is_empty)
}

fn packing(root: &Path, names: &[&str]) -> Command {
    let mut command = cargo(root);
    command.args(["package", "--offline", "--allow-dirty"]).args(names.iter().flat_map(|name| ["-p", name]));
    command
}

/// The files of a package.
fn list(root: &Path, name: &str) -> Result<BTreeSet<PathBuf>, Box<dyn Error>> {
    let output = packing(root, &[name]).arg("--list").output()?;
    if !output.status.success() {
        return Err(format!("cargo package --list failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?.lines().map(PathBuf::from).collect())
}

/// Files that sources of a package include, and that are not in it.
fn outside(folder: &Path, files: &BTreeSet<PathBuf>) -> Result<Vec<String>, Box<dyn Error>> {
    let mut failures = Vec::new();
    for source in files.iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = fs::read_to_string(folder.join(source))?;
        let inside = |named: &&str| plain(&source.with_file_name(named)).is_some_and(|path| files.contains(&path));
        let missing = included(&text).into_iter().filter(|named| !inside(named));
        failures.extend(missing.map(|named| format!("{} includes {named}, which is not in the package", source.display())));
    }
    Ok(failures)
}

/// The paths that a source includes.
fn included(text: &str) -> Vec<&str> {
    let after = |start: &'static str| text.split(start).skip(1).filter_map(|rest| rest.split('"').next());
    INCLUDES.into_iter().flat_map(after).filter(|path| !path.is_empty() && !path.contains('\\')).collect()
}

/// The path without its `..`; none if it leaves the package.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => plain.pop().then_some(())?,
            part => plain.push(part),
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_that_leave_the_package_are_none() {
        assert_eq!(plain(Path::new("src/a/../../guide/b.md")), Some(PathBuf::from("guide/b.md")));
        assert_eq!(plain(Path::new("src/../../b.md")), None);
    }

    #[test]
    fn included_files_are_found() {
        let text = concat!("a = include_", "str!(\"../x.md\"); b(include_", "bytes!(\"y\"))");
        assert_eq!(included(text), ["../x.md", "y"]);
    }

    #[test]
    fn a_list_of_no_registries_forbids_publication() {
        assert!(is_published(&json!({ "publish": null })));
        assert!(!is_published(&json!({ "publish": [] })));
    }
}
