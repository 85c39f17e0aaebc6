//! The files of the repository.

use std::io;
use std::path::{Path, PathBuf};

/// Folders at the root that hold products, not sources.
const PRODUCTS: [&str; 3] = ["target", "build", ".git"];

/// Rust sources and documents below `root`, as paths relative to it, in order.
pub(crate) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in top_level(root)? {
        walk(root, Path::new(&folder), &mut found)?;
    }
    let readme = Path::new("README.md");
    found.extend(root.join(readme).is_file().then(|| readme.to_path_buf()));
    found.sort();
    Ok(found)
}

/// Names of the folders at the root, without those of products.
pub(crate) fn top_level(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in root.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !PRODUCTS.contains(&name.as_str()) {
            names.push(name);
        }
    }
    Ok(names)
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in root.join(folder).read_dir()? {
        let entry = entry?;
        let (path, kind) = (folder.join(entry.file_name()), entry.file_type()?);
        // An excluded package may have products of its own.
        if kind.is_dir() && entry.file_name() != "target" {
            walk(root, &path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| e == "rs" || e == "md") {
            found.push(path);
        }
    }
    Ok(())
}
