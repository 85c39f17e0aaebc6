//! `papilio gates`: circuits on encrypted bits over files, and what is refused.

#[cfg(unix)]
use crate::common::fake_peer;
use crate::common::{self, folder, json, papilio};
use std::path::Path;

const NETLIST: &str = r#"{ "papilio_netlist": 1,
  "inputs": ["a[0]", "a[1]", "b[0]", "b[1]"],
  "outputs": [{ "name": "sum[0]", "net": "s0" }, { "name": "sum[1]", "net": "s1" }, { "name": "sum[2]", "net": "c1" }],
  "gates": [
    { "gate": "xor", "inputs": ["a[0]", "b[0]"], "output": "s0" }, { "gate": "and", "inputs": ["a[0]", "b[0]"], "output": "c0" },
    { "gate": "xor", "inputs": ["a[1]", "b[1]"], "output": "x1" }, { "gate": "xor", "inputs": ["x1", "c0"], "output": "s1" },
    { "gate": "mux", "inputs": ["x1", "c0", "a[1]"], "output": "c1" }] }"#;
const BLIF: &str = ".model or\n.inputs a b\n.outputs y\n.names a b y\n00 0\n.end\n";

/// Files in a folder.
struct Work(tempfile::TempDir);

impl Work {
    fn new() -> Self {
        let work = Self(folder());
        std::fs::write(work.path("adder.json"), NETLIST).expect("written");
        std::fs::write(work.path("or.blif"), BLIF).expect("written");
        work
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// A line with `@name` for the path of a file.
    fn line(&self, line: &str) -> String {
        line.replace('@', &format!("{}/", self.0.path().display()))
    }

    fn run(&self, line: &str) -> common::Outcome {
        papilio(&self.line(line))
    }

    fn json(&self, line: &str) -> serde_json::Value {
        json(&self.line(line))
    }
}

#[test]
fn both_ends_over_files() {
    let work = Work::new();
    let keys = work.json("gates keygen -o @keys");
    assert_eq!(keys["parameters"]["security_bits"], 128);
    assert!(keys["parameters"]["log2_failure"].as_f64().is_some_and(|failure| failure <= -64.0), "{keys}");
    let encrypted = work.json("gates encrypt --key @keys/secret.key --netlist @adder.json --inputs a=3,b=0x2 -o @in");
    assert_eq!(encrypted["bits"], 4);
    let evaluated = work.json("gates run --netlist @adder.json --key @keys/evaluation.key @in -o @out");
    assert_eq!([&evaluated["gates"], &evaluated["rotations"], &evaluated["bits"]], [5, 6, 3]);
    let outputs = work.json("gates decrypt --key @keys/secret.key --netlist @adder.json @out");
    assert_eq!(outputs["outputs"]["sum"], "5");
    for (file, kind) in [
        ("keys/secret.key", "a gate secret key of the library"),
        ("keys/evaluation.key", "a gate evaluation key of the library"),
        ("in", "seeded encrypted bits of the library"),
        ("out", "encrypted bits of the library"),
    ] {
        let facts = work.json(&format!("inspect @{file}"));
        assert_eq!((&facts["kind"], &facts["lwe_dimension"]), (&kind.into(), &625.into()), "{facts}");
    }
    // Keys are never replaced, other files with --force.
    work.run("gates keygen -o @keys").refused(&[3], &["keys are never replaced"]);
    work.run("gates run --netlist @adder.json --key @keys/evaluation.key @in -o @out").refused(&[3], &["--force replaces it"]);
    work.run("gates run --netlist @adder.json --key @keys/evaluation.key @in -o @out --force").succeeded();
    // Two encryptions of one thing differ.
    work.run("gates encrypt --key @keys/secret.key --netlist @adder.json --inputs a=3,b=2 -o @again").succeeded();
    let read = |name: &str| std::fs::read(work.path(name)).expect("a file");
    assert_ne!(read("in"), read("again"));
    refusals(&work);
}

/// Files that do not belong together, or are damaged.
fn refusals(work: &Work) {
    work.run("gates keygen --set tfhe_lib --insecure -o @others").succeeded();
    let other = "gates run --netlist @adder.json --key @others/evaluation.key @in -o @never";
    work.run(other).refused(&[3], &["in: bits of the parameters", "for a key of"]);
    work.run("gates keygen -o @twins").succeeded();
    let twin = "gates run --netlist @adder.json --key @twins/evaluation.key @in -o @never";
    work.run(twin).refused(&[3], &["a ciphertext under the key", "where the key"]);
    let wrong_key = "gates decrypt --key @twins/secret.key --netlist @adder.json @out";
    work.run(wrong_key).refused(&[3], &["out: a ciphertext under the key"]);
    let swapped = "gates run --netlist @adder.json --key @keys/secret.key @in -o @never";
    work.run(swapped).refused(&[3], &["gate secret key", "where", "gate evaluation key"]);
    work.run("gates run --netlist @or.blif --key @keys/evaluation.key @in -o @never")
        .refused(&[3], &["in: 4 bits for a circuit of 2 inputs"]);
    work.run("gates decrypt --key @keys/secret.key --netlist @or.blif @out")
        .refused(&[3], &["out: 3 bits for a circuit of 1 output"]);
    let good = std::fs::read(work.path("keys/evaluation.key")).expect("a key");
    for (at, name) in
        [(20, "damaged"), (good.len() / 2, "damaged"), (good.len() - 100, "damaged"), (good.len() - 20, "damaged")]
    {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        std::fs::write(work.path("damaged"), bytes).expect("written");
        let line = "gates run --netlist @adder.json --key @damaged @in -o @never";
        let outcome = work.run(line);
        outcome.refused(&[3], &[name]);
    }
    std::fs::write(work.path("damaged"), &good[..good.len() / 3]).expect("written");
    work.run("gates run --netlist @adder.json --key @damaged @in -o @never").refused(&[3], &["damaged"]);
    work.run("gates run --netlist @adder.json --key @adder.json @in -o @never")
        .refused(&[3], &["no file of this program", "`papilio gates`"]);
    // The key says which set it is of.
    let both = work.run("gates run --netlist @adder.json --key @keys/evaluation.key --set tfhe_lib @in -o @never");
    assert!(both.code == Some(2) && both.stderr.contains("cannot be used with '--set <SET>'"), "{both:?}");
    assert!(!Path::new(&work.path("never")).exists());
}

#[test]
fn everything_in_one_process() {
    let work = Work::new();
    let done = work.json("gates run --netlist @or.blif --inputs a=0,b=1");
    assert_eq!((&done["outputs"]["y"], &done["correct"]), (&"1".into(), &true.into()), "{done}");
    let text = work.run("gates run --netlist @adder.json --inputs a=1,b=1");
    assert!(text.succeeded().stdout.contains("sum = 2"), "{text:?}");
    for (line, words) in [
        ("--inputs a=1", &["no value for the input `b`", "b=NUMBER"][..]),
        ("--inputs a=1,b=4", &["b=4 has more than the 2 bits"]),
        ("--inputs a=1,b=+1x", &["is not NAME=NUMBER"]),
        ("--inputs a=1,b=1,c=1", &["no input `c`", "a, b"]),
        ("--inputs a=1,b=1,a=2", &["`a` is given twice"]),
        ("--inputs a=1,b=x", &["`b=x` is not NAME=NUMBER"]),
        ("--inputs a=1,b=1 --set tfhe_lib", &["about 119 bits of security", "--insecure"]),
    ] {
        work.run(&format!("gates run --netlist @adder.json {line}")).refused(&[2], words);
    }
    // Bits of one number that are not next to each other, and two names of one bit.
    std::fs::write(
        work.path("apart.blif"),
        ".inputs a\n.outputs x[0] y x[1]\n.names a x[0]\n1 1\n.names a y\n0 1\n.names a x[1]\n1 1\n",
    )
    .expect("written");
    let apart = work.json("gates run --netlist @apart.blif --inputs a=1");
    assert_eq!((&apart["outputs"]["x"], &apart["outputs"]["y"]), (&"3".into(), &"0".into()), "{apart}");
    std::fs::write(work.path("same.blif"), ".inputs a a[0]\n.outputs a\n").expect("written");
    work.run("gates run --netlist @same.blif --inputs a=1").refused(&[3], &["two inputs are bit 0 of `a`"]);
    std::fs::write(work.path("comma.blif"), ".inputs a,b c=d\n.outputs y\n.names c=d y\n1 1\n").expect("written");
    work.run("gates run --netlist @comma.blif --inputs a=1").refused(&[3], &["the input `a,b` has a comma"]);
    std::fs::write(work.path("sign.blif"), ".inputs c=d\n.outputs y\n.names c=d y\n1 1\n").expect("written");
    work.run("gates run --netlist @sign.blif --inputs c=d=1").succeeded();
    std::fs::write(work.path("cycle.blif"), ".outputs y\n.names y y\n1 1\n").expect("written");
    work.run("gates run --netlist @cycle.blif --inputs a=1").refused(&[3], &["cycle.blif: the net `y` depends on itself"]);
    std::fs::write(work.path("bytes"), [0xFF, 0xFE]).expect("written");
    work.run("gates run --netlist @bytes --inputs a=1").refused(&[3], &["text in UTF-8"]);
    work.run("gates run --netlist @none --inputs a=1").refused(&[5], &["cannot open"]);
}

#[test]
fn random_gates_are_right_and_as_noisy_as_predicted() {
    let tested = json("selftest gates --count 12");
    assert_eq!((&tested["gates"], &tested["wrong"]), (&108.into(), &0.into()), "{tested}");
    assert!(tested["deviation_bits"].as_f64().is_some_and(|bits| bits.abs() < 0.5), "{tested}");
}

#[test]
fn plans_of_gates_reach_the_request() {
    let plan = json("plan gates --failure 100 --at-once 8");
    let candidates = plan["candidates"].as_array().expect("candidates");
    assert!(!candidates.is_empty());
    for candidate in candidates {
        let failure = candidate["log2_failure"].as_f64();
        assert!(failure.is_some_and(|failure| failure <= -100.0), "{candidate}");
        assert!(candidate["security_bits"].as_u64().is_some_and(|bits| bits >= 128), "{candidate}");
    }
    let text = papilio("plan gates --table 16");
    assert!(["n = ", "N = ", "key switch "].iter().all(|part| text.succeeded().stdout.contains(part)), "{text:?}");
}

#[test]
fn plans_of_gates_are_refused_out_of_range() {
    papilio("plan gates --security 100").refused(&[2], &["100 bits of security are below 128", "--insecure"]);
    papilio("plan gates --table 3").refused(&[2], &["tables of 3 values"]);
}

#[cfg(unix)]
#[test]
fn a_row_of_the_benchmark() {
    let answer = r#"echo '{"peer":"theirs","milliseconds":1000.0,"key_bytes":7,"correct":true}'"#;
    let peers = folder();
    fake_peer(peers.path(), "tfhe", answer);
    let rows = common::bench_rows("gates --set default_128 --operation nand", peers.path());
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["correct"], &rows[0]["peer"], &rows[0]["peer_key_bytes"]),
        (&true.into(), &"theirs".into(), &7.into())
    );
    assert!(rows[0]["ratio"].as_f64().is_some_and(|ratio| ratio > 1.0), "{}", rows[0]);
}
