//! `cargo xtask arch`: the rules about the tree that a compiler does not check.

use crate::{circles, comments, documents, layers, sources, tree};
use serde_json::Value;
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// Runs every check, prints every failure, and fails if there was one.
///
/// # Errors
/// A failed check; a tree or a manifest that cannot be read.
pub(crate) fn check(root: &Path) -> Result<(), Box<dyn Error>> {
    let metadata = metadata(root)?;
    let files = tree::files(root)?;
    let mut failures = layers::check(&metadata);
    failures.extend(sources::check(root, &files)?);
    failures.extend(sources::check_roots(root, &metadata)?);
    failures.extend(sources::check_untested(root, &metadata, &files)?);
    failures.extend(circles::check(root, &files)?);
    failures.extend(documents::check(root, &files)?);
    failures.extend(comments::check(root, &files)?);
    if failures.is_empty() {
        println!("arch: layers, imports, unsafe code, documented paths and file lengths are sound ({} files)", files.len());
        return Ok(());
    }
    failures.iter().for_each(|failure| eprintln!("arch: {failure}"));
    Err(format!("{} architecture checks failed", failures.len()).into())
}

/// The output of `cargo metadata` on the members of the workspace; it needs no network for that.
pub(crate) fn metadata(root: &Path) -> Result<Value, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(root).output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
