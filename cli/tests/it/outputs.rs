//! Files that commands may replace, and the state in which they leave them.
#![cfg(unix)]

use crate::common::{Files, WITNESS, finish, folder, limited, names, papilio, program};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn keys_are_never_replaced() {
    let files = Files::make();
    let before = (files.bytes("secret.key"), files.bytes("public.key"));
    let at = |name: &str| text(&files.path(name));
    for force in ["", "--force"] {
        papilio(&format!("keygen --size 16 -o {} {force}", at("")))
            .refused(&[3], &["secret.key", "a secret key", "never replaced"]);
        for key in ["secret.key", "public.key"] {
            let other = if key == "secret.key" { "public.key" } else { "secret.key" };
            let lines = [
                format!("encrypt --key {} {WITNESS} -o {} {force}", at(other), at(key)),
                format!("transform {} -o {} {force}", at("columns"), at(key)),
                format!("precompile vectors -o {} {force}", at(key)),
            ];
            lines.iter().for_each(|line| papilio(line).refused(&[3], &[key, "key", "never replaced"]));
        }
    }
    // One of the pair is enough.
    fs::remove_file(files.path("secret.key")).expect("removed");
    papilio(&format!("keygen --size 16 -o {}", at(""))).refused(&[3], &["public.key", "a public key", "never replaced"]);
    assert!(!files.path("secret.key").exists());
    fs::write(files.path("secret.key"), &before.0).expect("written");
    assert_eq!((files.bytes("secret.key"), files.bytes("public.key")), before);
}

#[test]
fn a_key_of_the_library_is_a_key() {
    let work = folder();
    let out = work.path().join("out");
    fs::write(&out, b"PPLO\x02\0\x01\0 a secret key of the library").expect("written");
    papilio(&format!("precompile vectors -o {} --force", text(&out))).refused(&[3], &["a secret key of the library"]);
    fs::write(&out, b"PPLO\x05\0\x01\0 a ciphertext of the library").expect("written");
    papilio(&format!("precompile vectors -o {} --force", text(&out))).succeeded();
}

#[test]
fn inputs_are_never_replaced_by_whatever_name() {
    let files = Files::make();
    let names_before = names(&files.path(""));
    let before = files.bytes("columns");
    fs::create_dir(files.path("inner")).expect("a folder");
    symlink(files.path("columns"), files.path("inner/link")).expect("a link");
    fs::hard_link(files.path("columns"), files.path("inner/hard")).expect("a link");
    let columns = text(&files.path("columns"));
    for output in ["columns", "inner/../columns", "inner/link", "inner/hard"] {
        for force in ["", "--force"] {
            papilio(&format!("transform {columns} -o {} {force}", text(&files.path(output))))
                .refused(&[3], &["input", "never replaced"]);
        }
    }
    let relative = ["transform", "columns", "-o", "./columns", "--force"];
    finish(program().current_dir(files.path("")).args(relative)).refused(&[3], &["input"]);
    let (key, transformed) = (text(&files.path("secret.key")), text(&files.path("transformed")));
    papilio(&format!("decrypt --key {key} {transformed} -o {transformed} --force")).refused(&[3], &["input", "never replaced"]);
    let circom = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/ligero/tests/circom/empty-o0.wtns");
    let witness = files.path("inner/witness.wtns");
    fs::copy(circom, &witness).expect("copied");
    let line = format!("encrypt --key {key} --witness {} -o {} --force", text(&witness), text(&witness));
    papilio(&line).refused(&[3], &["witness.wtns", "input", "never replaced"]);
    assert_eq!(files.bytes("columns"), before);
    fs::remove_dir_all(files.path("inner")).expect("removed");
    assert_eq!(names(&files.path("")), names_before);
}

#[test]
fn other_files_are_replaced_by_force_alone() {
    let (files, work) = (Files::make(), folder());
    let out = work.path().join("out");
    let at = |name: &str| text(&files.path(name));
    let lines = [
        format!("encrypt --key {} {WITNESS} -o {}", at("secret.key"), text(&out)),
        format!("transform {} -o {}", at("columns"), text(&out)),
        format!("decrypt --key {} {} -o {}", at("secret.key"), at("transformed"), text(&out)),
        format!("decrypt --key {} {} --format csv -o {}", at("secret.key"), at("transformed"), text(&out)),
        format!("precompile vectors -o {}", text(&out)),
    ];
    for line in lines {
        fs::write(&out, "precious").expect("written");
        papilio(&line).refused(&[3], &[&text(&out), "exists", "--force"]);
        assert_eq!(fs::read(&out).expect("read"), b"precious", "{line}");
        papilio(&format!("{line} --force")).succeeded();
        assert_ne!(fs::read(&out).expect("read"), b"precious", "{line}");
        fs::remove_file(&out).expect("removed");
        symlink(work.path().join("absent"), &out).expect("a link to nothing");
        papilio(&line).refused(&[3], &["exists"]);
    }
    let folder = folder();
    fs::write(folder.path().join("slots.svg"), "precious").expect("written");
    let sweep = format!("sweep --table slots --field p32 --sizes 16 -o {}", text(folder.path()));
    papilio(&sweep).refused(&[3], &["slots.svg", "exists", "--force"]);
    assert_eq!(names(folder.path()), ["slots.svg"], "nothing is measured first");
}

#[test]
fn results_follow_the_umask_and_secrets_do_not() {
    let (work, at) = (folder(), |work: &Path, name: &str| text(&work.join(name)));
    let run = |umask: &str, line: &str| {
        finish(limited(&format!("umask {umask}")).args(line.split_whitespace())).succeeded();
    };
    for (umask, shared) in [("000", 0o666), ("027", 0o640), ("077", 0o600)] {
        let path = work.path().join(umask);
        let name = |name: &str| at(&path, name);
        run(umask, &format!("keygen --size 16 --ring-degree 4096 -o {}", text(&path)));
        run(umask, &format!("encrypt --key {} {WITNESS} -o {}", name("secret.key"), name("columns")));
        run(umask, &format!("transform {} -o {}", name("columns"), name("transformed")));
        run(umask, &format!("decrypt --key {} {} -o {}", name("secret.key"), name("transformed"), name("values")));
        run(umask, &format!("decrypt --key {} {} --format raw -o {}", name("secret.key"), name("transformed"), name("raw")));
        run(umask, &format!("precompile vectors -o {}", name("vectors")));
        for (file, expected) in [
            ("secret.key", 0o600),
            ("public.key", shared),
            ("columns", shared),
            ("transformed", shared),
            ("values", 0o600),
            ("raw", 0o600),
            ("vectors", shared),
        ] {
            assert_eq!(mode(&path.join(file)), expected, "{file} under umask {umask}");
        }
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let (files, work) = (Files::make(), folder());
    let at = |name: &str| text(&files.path(name));
    let (abandoned, tree) = (work.path().join(".papilio-Killed.tmp"), work.path().join(".papilio-folder.tmp"));
    fs::write(&abandoned, [1; 100]).expect("written");
    fs::create_dir(&tree).expect("a folder");
    fs::write(tree.join("columns"), [1; 100]).expect("written");
    let in_use = work.path().join(".papilio-InUse.tmp");
    let held = fs::File::create(&in_use).expect("created");
    held.lock().expect("locked");
    fs::write(work.path().join(".papilio-foreign"), [1]).expect("written");
    let outcome = papilio(&format!("transform {} -o {}", at("columns"), text(&work.path().join("out"))));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    for gone in [&abandoned, &tree] {
        assert!(outcome.stderr.contains(&text(gone)) && outcome.stderr.contains("removed"), "{outcome:?}");
    }
    assert_eq!(names(work.path()), [".papilio-InUse.tmp", ".papilio-foreign", "out"]);
}

#[test]
fn a_killed_process_leaves_a_file_that_names_us() {
    let (keys, out) = (folder(), folder());
    papilio(&format!("keygen --size 2250280 --layout columns --ring-degree 16384 -o {}", text(keys.path()))).succeeded();
    let line = format!("encrypt --key {} --random 2250280 -o {}/out", text(&keys.path().join("secret.key")), text(out.path()));
    let mut child = program().args(line.split_whitespace()).stdout(std::process::Stdio::null()).spawn().expect("started");
    while names(out.path()).is_empty() {
        assert!(child.try_wait().expect("a status").is_none(), "over before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let left = names(out.path());
    assert!(left.len() == 1 && left[0].starts_with(".papilio-") && left[0].ends_with(".tmp"), "{left:?}");
    let vectors = papilio(&format!("precompile vectors -o {}/vectors", text(out.path())));
    assert!(vectors.code == Some(0) && vectors.stderr.contains(&left[0]), "{vectors:?}");
    assert_eq!(names(out.path()), ["vectors"]);
}
