//! Impossible requests are refused with the exit code and the words that help.

use crate::common::{Files, WITNESS, finish, folder, limited, names, papilio, program};
use std::path::{Path, PathBuf};
use std::process::Command;

/// 128 columns.
fn run(options: &str) -> crate::common::Outcome {
    papilio(&format!("run --random 5570 --layout columns {options}"))
}

#[test]
fn recipes_that_do_not_fit_are_refused() {
    run("--depth 8").refused(&[2], &["128 columns", "8", "at most 7"]);
    run("--recipe 3,5").refused(&[2], &["[3, 5]", "128 columns", "power of two"]);
    run("--recipe 4,4").refused(&[2], &["[4, 4]", "16", "128 columns"]);
    run("--recipe 1,128").refused(&[2], &["[1, 128]"]);
    run("--recipe 0,128").refused(&[2], &["[0, 128]"]);
    let greatest = usize::MAX;
    run(&format!("--recipe {greatest},{greatest}")).refused(&[2], &["128 columns"]);
}

#[test]
fn a_noise_budget_that_cannot_last_is_told_with_the_bits_missing() {
    let outcome = run("--recipe 2,2,2,2,2,2,2 --ring-degree 4096");
    outcome.refused(&[4], &["noise budget", "4096", "(106)", "fewer layers", "larger ring degree", "--insecure"]);
    let words: Vec<&str> = outcome.stderr.split_whitespace().collect();
    let before = |word: &str| {
        let at = words.iter().position(|w| *w == word).unwrap_or_else(|| panic!("{word} in {outcome:?}"));
        words[at - 1].parse::<u32>().unwrap_or_else(|_| panic!("a number before {word} in {outcome:?}"))
    };
    assert_eq!(before("bits,"), before("more") + 106, "bits needed, missing and allowed: {outcome:?}");
}

#[test]
fn memory_limits_that_cannot_be_kept_are_refused_with_the_least_that_can() {
    run("--memory-limit 1M").refused(&[4], &["memory limit of 1 MiB", "at least"]);
    run("--memory-limit 0").refused(&[4], &["memory limit of 0 bytes", "at least"]);
    let (files, work) = (Files::make(), folder());
    let line = format!("transform {} -o {}/out --memory-limit 1M", files.path("columns").display(), work.path().display());
    papilio(&line).refused(&[4], &["memory limit of 1 MiB"]);
    assert!(names(work.path()).is_empty());
}

#[test]
fn values_out_of_range_are_refused() {
    run("--ring-degree 5000").refused(&[2], &["--ring-degree 5000", "4096 to 65536"]);
    papilio("run --random 5 --size 4 --layout slots").refused(&[2], &["5 entries", "4 elements (--size)"]);
    for command in ["run --random 50", "plan --size 50"] {
        papilio(&format!("{command} --layout slots --rate 2")).refused(&[2], &["--rate", "--layout slots"]);
        papilio(&format!("{command} --layout slots --recipe 3")).refused(&[2], &["[3]", "64 elements"]);
    }
    for degree in ["0", "2048", "131072", "18446744073709551615"] {
        run(&format!("--ring-degree {degree}")).refused(&[2], &[degree, "4096 to 65536"]);
    }
    run("--rate 3").refused(&[2], &["--rate 3"]);
    run("--rate 0").refused(&[2], &["--rate 0"]);
    run("--rate 2 --inverse").refused(&[2], &["forward only"]);
    for count in ["0", "268435457", "18446744073709551615"] {
        papilio(&format!("run --random {count}")).refused(&[2], &[count, "268435456"]);
    }
    papilio("run --random 1").refused(&[2], &["1 entries"]);
    let work = folder();
    for size in ["0", "1", "268435457", "18446744073709551615"] {
        papilio(&format!("plan --size {size}")).refused(&[2], &[size]);
        papilio(&format!("keygen --size {size} -o {}", work.path().display())).refused(&[2], &[size]);
    }
    assert!(names(work.path()).is_empty());
}

#[test]
fn parameters_out_of_range_are_refused() {
    let refused = |options: &str, words: &[&str]| papilio(&format!("plan params {options}")).refused(&[2], words);
    for bits in ["0", "1", "257", "4294967295"] {
        refused(&format!("--plain-bits {bits} --depth 1"), &["--plain-bits", bits, "2 to 256"]);
    }
    for depth in ["65", "4294967295"] {
        refused(&format!("--plain-bits 32 --depth {depth}"), &["--depth", depth, "64"]);
    }
    for degree in ["0", "2048", "5000", "131072", "18446744073709551616", "-1", "most"] {
        refused(&format!("--plain-bits 32 --depth 1 --degree={degree}"), &["--degree", degree, "4096 to 65536"]);
    }
    refused("--plain-bits 32 --depth 1 --security 100", &["--security 100", "128, 192 or 256"]);
    refused("--plain-bits 32 --field bn254 --depth 1", &["--plain-bits 32", "bn254", "254"]);
}

#[test]
fn approximate_parameters_out_of_range_are_refused() {
    let refused = |options: &str, words: &[&str]| papilio(&format!("plan params {options}")).refused(&[2], words);
    for bits in ["0", "53", "200", "4294967295"] {
        refused(&format!("--scheme ckks --depth 1 --precision {bits}"), &["--precision", bits, "1 to 52"]);
    }
    for depth in ["61", "4294967295"] {
        refused(&format!("--scheme ckks --depth {depth} --precision 20"), &["--depth", depth, "60"]);
    }
    for (bound, word) in
        [("nan", "nan"), ("inf", "inf"), ("0", "0"), ("-1", "-1"), ("1e13", "10000000000000"), ("1e-13", "0.0000000000001")]
    {
        refused(&format!("--scheme ckks --depth 1 --precision 20 --bound={bound}"), &["--bound", word, "2^-40 to 2^40"]);
    }
    refused("--scheme ckks --depth 1 --precision 20 --terms 0", &["--terms 0", "1 to 1048576"]);
    for slots in ["0", "32769"] {
        refused(&format!("--scheme ckks --depth 1 --precision 20 --slots {slots}"), &["--slots", slots, "32768"]);
    }
    let ckks = "--scheme ckks --depth 1 --precision 20";
    refused(&format!("{ckks} --slots 4096 --degree 4096"), &["4096 slots", "2048 at N = 4096"]);
    refused(&format!("{ckks} --degree 2048"), &["--degree", "4096 to 65536"]);
    refused(&format!("{ckks} --security 100"), &["--security 100", "128, 192 or 256"]);
    refused(&format!("{ckks} --field p32"), &["--field", "bfv"]);
    refused(&format!("{ckks} --plain-bits 20"), &["--plain-bits", "bfv"]);
    refused("--scheme ckks --circuit rotate --precision 20", &["--circuit", "bfv"]);
    refused("--scheme ckks --depth 1 --field p32", &["--field", "bfv"]);
    for option in ["--precision 20", "--terms 1", "--bound 1", "--slots 1"] {
        refused(&format!("--depth 1 --plain-bits 20 {option}"), &[option.split(' ').next().unwrap_or(""), "--scheme ckks"]);
    }
    refused("--scheme ckks --depth 1 --plain-bits 20", &["--plain-bits", "bfv"]);
}

#[test]
fn approximate_parameters_that_cannot_be_are_told_with_what_is_missing() {
    let refused = |options: &str, words: &[&str]| papilio(&format!("plan params --scheme ckks {options}")).refused(&[4], words);
    refused("--depth 20 --precision 25", &["25 bits after 20 products", "needs log2 PQ = ", "N = 65536", "limit 1747"]);
    refused("--depth 60 --precision 40", &["leaves 0.00 bits", "N = 65536"]);
    refused("--depth 7 --precision 20 --degree 8192", &["N = 8192", "limit 214 for 128-bit security"]);
    refused("--depth 1 --precision 50 --bound 1e6", &["the greatest scale leaves", "N = 65536"]);
}

#[test]
fn parameters_that_cannot_be_are_told_with_what_is_missing() {
    let refused = |options: &str, words: &[&str]| papilio(&format!("plan params {options}")).refused(&[4], words);
    refused("--plain-bits 254 --depth 40", &["40 of them products, over 254 bits needs log2 PQ = ", "N = 65536", "limit 1747"]);
    refused("--plain-bits 32 --depth 1 --degree 4096", &["N = 4096", "limit 106 for 128-bit security"]);
    refused("--plain-bits 254 --depth 5", &["primes at N = 65536", "at most 64"]);
}

#[test]
fn wrong_usage_has_a_code_of_its_own() {
    let lines = [
        "",
        "nonsense",
        "run --nonsense",
        "run --random x",
        "run --random 99999999999999999999999",
        "run --random -1",
        "run --threads 0",
        "run --threads 65535",
        "run --memory-limit many",
        "run --depth 0",
        "run --depth 2 --recipe 4,4",
        "run --random 4 --levels 2",
        "run --levels 0",
        "run --levels 99",
        "run --field f7",
        "run --recipe 4,,4",
        "run --recipe a",
        "encrypt -o x",
        "transform",
        "run --r1cs x",
        "sweep --depths 0",
        "plan",
        "plan params",
        "plan params --depth 1",
        "plan params --field p32",
        "plan params --field p32 --depth x",
        "plan params --plain-bits many --depth 1",
        "plan --size 100 params --field p32 --depth 1",
        "plan params --size 100",
        "plan params --field p32 --circuit divide",
        "plan params --field p32 --circuit add:0",
        "plan params --field p32 --circuit linear:1048577",
        "plan params --field p32 --circuit rotate --depth 1",
    ];
    for line in lines {
        let outcome = papilio(line);
        assert_eq!(outcome.code, Some(2), "{line}: {outcome:?}");
        assert!(
            outcome.stdout.is_empty() && outcome.stderr.contains("Usage") || outcome.stderr.contains("--help"),
            "{line}: {outcome:?}"
        );
    }
}

#[test]
fn a_witness_longer_than_the_plan_is_refused_with_the_size_to_ask_for() {
    let (files, work) = (Files::make(), folder());
    let line = format!("encrypt --key {} --random 17 -o {}/out", files.path("secret.key").display(), work.path().display());
    papilio(&line).refused(&[3], &["17 entries", "16", "--size 17"]);
    assert!(names(work.path()).is_empty());
}

/// Every command that writes one file.
fn writers(files: &Files, output: &Path) -> Vec<String> {
    let at = |name: &str| files.path(name).display().to_string();
    let output = output.display();
    vec![
        format!("encrypt --key {} {WITNESS} -o {output}", at("secret.key")),
        format!("encrypt --key {} {WITNESS} -o {output}", at("public.key")),
        format!("transform {} -o {output}", at("columns")),
        format!("decrypt --key {} {} -o {output}", at("secret.key"), at("transformed")),
    ]
}

fn all_refused(command: impl Fn() -> Command, lines: &[String], words: &[&str]) {
    lines.iter().for_each(|line| finish(command().args(line.split_whitespace())).refused(&[5], words));
}

#[test]
fn an_output_in_no_folder_is_refused() {
    let (files, work) = (Files::make(), folder());
    let output = work.path().join("absent/out");
    all_refused(program, &writers(&files, &output), &[&output.display().to_string()]);
    assert!(names(work.path()).is_empty());
}

#[test]
fn an_output_that_is_a_folder_is_refused_and_nothing_is_left() {
    let (files, work) = (Files::make(), folder());
    let output = work.path().join("out");
    std::fs::create_dir(&output).expect("a folder");
    all_refused(program, &writers(&files, &output), &[&output.display().to_string()]);
    assert_eq!(names(work.path()), ["out"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (files, work) = (Files::make(), folder());
    // The superuser writes wherever permissions forbid it, but not here.
    let refusing = PathBuf::from("/proc/self/out");
    all_refused(program, &writers(&files, &refusing), &["/proc/self/out"]);
    papilio("keygen --size 16 -o /proc/self").refused(&[5], &["/proc/self/secret.key"]);
    papilio("run --random 5570 --memory-limit 120M --threads 1 --layout columns --ring-degree 16384 --work-dir /proc/self")
        .refused(&[5], &["/proc/self"]);
    let closed = work.path().join("closed");
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).expect("closed");
    if std::fs::write(closed.join("probe"), []).is_ok() {
        println!("skipped: permissions do not bind this user");
        return;
    }
    let output = closed.join("out");
    all_refused(program, &writers(&files, &output), &[&output.display().to_string()]);
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_is_removed() {
    let (files, work) = (Files::make(), folder());
    let output = work.path().join("out");
    // Blocks of 512 bytes; an ignored signal leaves the error to the program.
    let small = || limited("trap '' XFSZ; ulimit -f 0");
    all_refused(small, &writers(&files, &output), &["out"]);
    let some = || limited("trap '' XFSZ; ulimit -f 40");
    all_refused(some, &writers(&files, &output)[..3], &["out"]);
    assert!(names(work.path()).is_empty());
    let keys = work.path().join("keys");
    all_refused(small, &[format!("keygen --size 16 -o {}", keys.display())], &["secret.key"]);
    assert!(names(&keys).is_empty());
    let run = format!(
        "run --random 5570 --layout columns --memory-limit 120M --threads 1 --ring-degree 16384 --work-dir {}",
        keys.display()
    );
    all_refused(some, &[run], &[&keys.display().to_string()]);
    assert!(names(&keys).is_empty());
}

/// A file system of 64 KiB, where this user may have one.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = folder();
        let mut mount = Command::new("mount");
        let outcome = mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder.path()).output();
        outcome.is_ok_and(|o| o.status.success()).then(|| Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg(self.0.path()).status());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_nothing_is_left() {
    let Some(disk) = SmallDisk::mount() else {
        println!("skipped: this user cannot mount a small file system");
        return;
    };
    let files = Files::make();
    let output = disk.0.path().join("out");
    all_refused(program, &writers(&files, &output)[..3], &["No space left", "out"]);
    assert!(names(disk.0.path()).is_empty());
}
