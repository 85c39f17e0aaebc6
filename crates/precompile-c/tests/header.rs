//! A program in C, compiled with the header and linked with the library, works.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the build put the static library: beside the tests, or one folder above.
fn library() -> PathBuf {
    let deps = env::current_exe().expect("a test is a file").parent().expect("in a folder").to_path_buf();
    let beside = [deps.parent().unwrap_or(&deps).to_path_buf(), deps];
    let all = beside.iter().flat_map(|folder| folder.read_dir().into_iter().flatten().flatten());
    let libraries = all.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libpapilio_precompile") && name.ends_with(".a")
    });
    let age = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    libraries.max_by_key(age).expect("the static library is built with the tests")
}

#[test]
fn a_program_in_c() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = env::temp_dir().join(format!("papilio-precompile-{}", std::process::id()));
    let compiled = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(package.join("include"))
        .arg(package.join("tests/call.c"))
        .arg(library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .status();
    assert!(compiled.expect("a C compiler").success());
    let outcome = Command::new(&program).status().expect("the program runs").code();
    std::fs::remove_file(&program).expect("the program was made");
    assert_eq!(outcome, Some(0));
}
