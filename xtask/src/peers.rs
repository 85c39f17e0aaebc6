//! `cargo xtask peers`: builds the foreign programs of `bench/peers` and records how we compare
//! with them.

use crate::cargo::cargo;
use crate::record::{BENCHMARKS, Benchmark, PEERS, record};
use serde_json::{Map, Value};
use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Manifest and lockfile: of a peer written in Rust, of one written in Go, and of one in Python,
/// which has both in one.
const PACKAGES: [(&str, &str); 3] =
    [("Cargo.toml", "Cargo.lock"), ("go.mod", "go.sum"), ("requirements.txt", "requirements.txt")];

/// A peer with this file is built by the toolchain that it names.
const TOOLCHAIN: &str = "rust-toolchain.toml";

/// Builds every peer, measures all that were built and writes the records: after `--bench`, the
/// peers and the record of one benchmark. With names: builds those, and no more.
///
/// A peer that cannot be built here, for want of a compiler or a library, is reported and left out.
///
/// # Errors
/// An unknown name; a benchmark that fails, after the record of what it measured is written.
pub(crate) fn peers(root: &Path, words: &[&str]) -> Result<(), Box<dyn Error>> {
    let (benchmarks, names) = chosen(words)?;
    let all = folders(&root.join(PEERS))?;
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|peer| peer == *name)) {
        return Err(format!("no peer `{unknown}`: there are {}", all.join(", ")).into());
    }
    let asked: Vec<&str> = benchmarks.iter().flat_map(|benchmark| benchmark.peers).chain(names).copied().collect();
    let wanted = all.iter().filter(|peer| asked.contains(&peer.as_str()));
    let built: Map<String, Value> = wanted.map(|peer| (peer.clone(), build(root, peer).into())).collect();
    let failures: Vec<String> =
        benchmarks.iter().filter_map(|benchmark| record(root, benchmark, &built).err()).map(|e| e.to_string()).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("; ").into()) }
}

/// The benchmarks to record, and the peers to build when they are not all.
fn chosen<'w>(words: &'w [&'w str]) -> Result<(Vec<&'static Benchmark>, &'w [&'w str]), String> {
    let known = || BENCHMARKS.iter().map(|benchmark| benchmark.name).collect::<Vec<_>>().join(", ");
    match words {
        [] => Ok((BENCHMARKS.iter().collect(), words)),
        ["--bench"] => Err(format!("--bench needs a name: {}", known())),
        ["--bench", name] => {
            let benchmark = BENCHMARKS.iter().find(|benchmark| benchmark.name == *name);
            Ok((vec![benchmark.ok_or_else(|| format!("no benchmark `{name}`: there are {}", known()))?], &[]))
        }
        // A record of a few peers would replace that of all.
        _ if words.contains(&"--bench") => Err("either --bench with one name, or names of peers to build".to_owned()),
        names => Ok((Vec::new(), names)),
    }
}

/// Names of the folders that hold a package.
fn folders(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let entries: Vec<PathBuf> = folder.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    let packages = entries.iter().filter(|path| PACKAGES.iter().any(|(package, _)| path.join(package).is_file()));
    let mut names: Vec<String> = packages.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Builds one peer in its own folder, where its own settings for the compiler hold; whether that
/// went well.
fn build(root: &Path, peer: &str) -> bool {
    println!("building {peer}");
    let folder = root.join(PEERS).join(peer);
    let has = |manifest| folder.join(manifest).is_file();
    let mut command = match () {
        () if has("go.mod") => go(&folder, peer),
        () if has("requirements.txt") => python(&folder),
        () => rust(&folder),
    };
    let reason = match command.stderr(Stdio::piped()).output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => format!("{}: {error}", command.get_program().display()),
    };
    let lines: Vec<&str> = reason.lines().collect();
    eprintln!("{peer} is left out, for it could not be built:\n{}", lines[lines.len().saturating_sub(20)..].join("\n"));
    false
}

fn rust(folder: &Path) -> Command {
    let mut command = if folder.join(TOOLCHAIN).is_file() { other_cargo(folder) } else { cargo(folder) };
    command.args(["build", "--release", "--locked", "--target-dir", "target"]);
    // These would override the settings of its folder.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_RUSTFLAGS");
    command
}

/// The cargo that a folder asks for, which rustup finds.
fn other_cargo(folder: &Path) -> Command {
    let mut command = Command::new("cargo");
    // It names the toolchain of this program, and would come first.
    command.current_dir(folder).env_remove("RUSTUP_TOOLCHAIN");
    // The compilers and the libraries of it would as well.
    ["CARGO", "RUSTC", "RUSTDOC", "LD_LIBRARY_PATH"].iter().for_each(|name| {
        command.env_remove(name);
    });
    command
}

fn go(folder: &Path, peer: &str) -> Command {
    let mut command = Command::new("go");
    // The revision that Go would write into the program is not wanted, and fails in a checkout of
    // another user.
    command.current_dir(folder).args(["build", "-buildvcs=false", "-o"]);
    command.arg(format!("target/release/papilio-peer-{peer}{EXE_SUFFIX}")).arg(".");
    command
}

/// The version of Python that the packages are for.
fn python(folder: &Path) -> Command {
    let mut command = Command::new("python3.10");
    command.current_dir(folder).arg("build.py");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_has_a_lockfile() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PEERS);
        let peers = folders(&root).expect("peers");
        assert!(["lattigo", "openfhe", "tfhe-ntt"].iter().all(|name| peers.iter().any(|peer| peer == name)), "{peers:?}");
        let locked = |peer: &String, (package, lockfile): (&str, &str)| {
            !root.join(peer).join(package).is_file() || root.join(peer).join(lockfile).is_file()
        };
        peers.iter().for_each(|peer| assert!(PACKAGES.iter().all(|&files| locked(peer, files)), "{peer}"));
        // Each is asked by some benchmark, and no other is.
        let mut asked: Vec<&str> = BENCHMARKS.iter().flat_map(|benchmark| benchmark.peers).copied().collect();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked, peers);
    }

    #[test]
    fn words_choose_benchmarks_or_peers() {
        let recorded = |words: &[&str]| {
            let (benchmarks, names) = chosen(words).expect("a choice");
            (benchmarks.iter().map(|benchmark| benchmark.name).collect::<Vec<_>>(), names.len())
        };
        assert_eq!(recorded(&[]), (vec!["ntt", "bfv", "fft", "ckks", "gates", "keyswitch"], 0));
        assert_eq!(recorded(&["--bench", "bfv"]), (vec!["bfv"], 0));
        assert_eq!(recorded(&["seal", "hexl"]), (vec![], 2));
        assert!(chosen(&["--bench", "x"]).is_err_and(|reason| reason.contains("ntt, bfv, fft, ckks, gates, keyswitch")));
        assert!(chosen(&["--bench"]).is_err() && chosen(&["--bench", "ntt", "seal"]).is_err());
    }
}
