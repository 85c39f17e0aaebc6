//! Keys appear together or not at all.
#![cfg(unix)]

use crate::common::{folder, names, papilio};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

const COLUMNS: &str = "keygen --size 16 --ring-degree 4096 --public-key";
const SLOTS: &str = "keygen --layout slots --size 16 --field p32 --public-key";

fn keygen(line: &str, folder: &Path) -> crate::common::Outcome {
    papilio(&format!("{line} -o {}", folder.display()))
}

#[test]
#[cfg(target_os = "linux")]
fn a_key_that_cannot_be_written_leaves_no_other() {
    for line in [COLUMNS, SLOTS] {
        let at = folder();
        // A device that is full takes nothing, and every other file has room.
        symlink("/dev/full", at.path().join("public.key")).expect("a link");
        let outcome = keygen(line, at.path());
        assert_eq!(outcome.code, Some(5), "{line}: {outcome:?}");
        assert!(outcome.stderr.contains("public.key"), "{line}: {outcome:?}");
        assert_eq!(names(at.path()), ["public.key"], "{line}");
        // Once there is room, the same call makes them all.
        std::fs::remove_file(at.path().join("public.key")).expect("removed");
        keygen(line, at.path()).succeeded();
        assert!(names(at.path()).iter().any(|name| name == "secret.key"), "{line}");
    }
}

#[test]
fn a_secret_that_cannot_be_written_leaves_no_other() {
    for line in [COLUMNS, SLOTS] {
        let at = folder();
        std::fs::create_dir(at.path().join("secret.key")).expect("a folder");
        let outcome = keygen(line, at.path());
        assert_eq!(outcome.code, Some(5), "{line}: {outcome:?}");
        assert_eq!(names(at.path()), ["secret.key"], "{line}");
    }
}

#[test]
fn the_secret_is_for_its_owner_alone() {
    for line in [COLUMNS, SLOTS] {
        let at = folder();
        keygen(line, at.path()).succeeded();
        for name in names(at.path()) {
            let mode = std::fs::metadata(at.path().join(&name)).expect("a file").permissions().mode() & 0o777;
            if name == "secret.key" {
                assert_eq!(mode, 0o600, "{line}: {name}");
            } else {
                // The mode is what the umask of this process leaves.
                let plain = at.path().join("plain");
                std::fs::write(&plain, []).expect("a file");
                assert_eq!(mode, std::fs::metadata(&plain).expect("a file").permissions().mode() & 0o777, "{line}: {name}");
            }
        }
    }
}
