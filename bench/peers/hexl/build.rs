//! Compiles the shim against HEXL's headers, which are inside the package `sealy`, and links what
//! that package leaves to whoever links the program: Google's cpu_features.

use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let headers = sealy()?.join("SEAL/thirdparty/hexl/hexl/include");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .include("shim")
        .include(headers)
        .file("shim/ntt.cpp")
        .warnings(false)
        .compile("papilio_ntt");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=shim");
    // After the shim, which needs it, and `sealy` says only where it is: its own link line comes
    // earlier.
    println!("cargo::rustc-link-arg=-lseal-4.0");
    println!("cargo::rustc-link-arg=-lcpu_features");
    println!("cargo::rustc-link-arg=-lstdc++");
    Ok(())
}

/// The folder of the package `sealy`.
fn sealy() -> Result<PathBuf, Box<dyn Error>> {
    let output = Command::new(std::env::var("CARGO")?).args(["metadata", "--format-version", "1"]).output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let manifest = packages.find(|package| package["name"] == "sealy").and_then(|package| package["manifest_path"].as_str());
    Ok(manifest.and_then(|path| Path::new(path).parent()).ok_or("no package `sealy`")?.to_owned())
}
