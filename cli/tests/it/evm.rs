//! `papilio evm verify`.

use crate::common::{Outcome, folder, papilio, papilio_args};
use std::path::Path;

const SCHEMES: [&str; 6] = ["falcon512-eth", "mldsa44-eth", "falcon512", "mldsa44", "mldsa44-eth-text", "mldsa44-text"];

/// Arguments that verify one signature.
#[derive(Clone)]
struct Line {
    scheme: &'static str,
    key: String,
    message: String,
    signature: String,
    more: &'static [&'static str],
}

impl Line {
    /// The entry of a scheme, whose signature is valid.
    fn of(scheme: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/evm/tests/data").join(format!("{scheme}.rsp"));
        let text = std::fs::read_to_string(path).expect("an answer file");
        let field =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ")).expect(name).to_owned();
        Self { scheme, key: field("pk"), message: field("msg"), signature: field("sm"), more: &["--json"] }
    }

    fn run(&self) -> Outcome {
        let fields =
            ["--scheme", self.scheme, "--public-key", &self.key, "--message", &self.message, "--signature", &self.signature];
        papilio_args(["evm", "verify", "--client", "revm"].iter().chain(&fields).chain(self.more))
    }
}

/// With one hexadecimal digit replaced.
fn changed(digits: &str, at: usize, digit: char) -> String {
    digits.chars().enumerate().map(|(i, c)| if i == at { digit } else { c }).collect()
}

#[test]
fn valid_signatures_have_their_gas_accounted_for() {
    for (scheme, bound) in SCHEMES.into_iter().zip([72_000, 200_000, 450_000, 600_000, 200_000, 600_000]) {
        let report = Line::of(scheme).run().object(scheme);
        assert_eq!((&report["valid"], &report["scheme"], &report["client"]), (&true.into(), &scheme.into(), &"revm".into()));
        let gas = report["gas"].as_u64().expect("a number");
        let items = report["items"].as_array().expect("a list");
        assert_eq!(items.iter().filter_map(|item| item["gas"].as_u64()).sum::<u64>(), gas, "{scheme}");
        let precompiles = report["precompile_gas"].as_u64().expect("a number");
        assert!(1500 < precompiles && precompiles < 10_000 && 50_000 < gas && gas <= bound, "{scheme}: {report}");
        let text = Line { more: &[], ..Line::of(scheme) }.run();
        for word in ["VALID", scheme, "NTT_FW", "NTT_VECMULMOD", "calldata", "memory", "in all", &gas.to_string()] {
            assert!(text.succeeded().stdout.contains(word), "{word}: {text:?}");
        }
    }
}

#[test]
fn keys_of_falcon_travel_with_the_call() {
    let line = Line { more: &["--json", "--key-in-calldata"], ..Line::of("falcon512-eth") };
    let report = line.run().object("falcon512-eth");
    assert!(report["valid"] == true && report["gas"].as_u64() <= Some(88_000), "{report}");
    Line { more: &["--key-in-calldata"], ..Line::of("mldsa44") }.run().refused(&[3], &["MlDsaNist", "20545"]);
}

#[test]
fn well_formed_signatures_that_are_wrong_are_invalid() {
    for scheme in SCHEMES {
        let mut line = Line::of(scheme);
        let valid = line.clone();
        match scheme {
            // Detached, with another message.
            "falcon512" => line.message.push_str("00"),
            "falcon512-eth" => {
                line.message = changed(&line.message, 0, '0');
                line.signature = changed(&line.signature, 84, '0');
            }
            _ => {
                line.signature.truncate(2 * 2420);
                line.message.push_str("00");
            }
        }
        assert!(line.message != valid.message);
        let outcome = line.run();
        assert_eq!(outcome.code, Some(1), "{scheme}: {outcome:?}");
        let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("an object");
        assert!(report["valid"] == false && report["failure"].is_null(), "{scheme}: {report}");
        assert!(outcome.stderr.starts_with("papilio: verification FAILED"), "{outcome:?}");
        line.more = &[];
        assert!(line.run().stdout.starts_with("INVALID"), "{scheme}");
    }
}

#[test]
fn malformed_keys_are_refused_and_signatures_invalid_with_value_and_limit() {
    for scheme in SCHEMES {
        let line = Line { more: &[], ..Line::of(scheme) };
        let bytes = line.key.len() / 2;
        let shorter = Line { key: line.key[2..].to_owned(), ..line.clone() };
        shorter.run().refused(&[3], &["public key", &bytes.to_string(), &(bytes - 1).to_string()]);
        undecodable(&Line { signature: line.signature[..100].to_owned(), ..line.clone() }, &[]);
        undecodable(&Line { signature: String::new(), ..line.clone() }, &["signature"]);
        Line { message: "xy".to_owned(), ..line.clone() }.run().refused(&[2], &["message"]);
    }
    let line = Line { more: &[], ..Line::of("falcon512") };
    let key = format!("09ffff{}", &line.key[6..]);
    Line { key, ..line.clone() }.run().refused(&[3], &["coefficient 0", "16383", "12288"]);
    let padded = format!("{}00", line.signature);
    undecodable(&Line { signature: padded, ..line.clone() }, &["padding"]);
    let other = Line { message: changed(&Line::of("mldsa44").message, 1, '0'), more: &[], ..Line::of("mldsa44") };
    undecodable(&other, &["another message", "byte 0"]);
}

#[test]
fn keys_are_converted() {
    for (scheme, bytes) in [("falcon512", 1025), ("mldsa44-eth", 20_545)] {
        let key = Line::of(scheme).key;
        let object = papilio(&format!("evm key --scheme {scheme} --public-key {key} --json")).object(scheme);
        let text = |name: &str| object[name].as_str().expect("digits").to_owned();
        assert!(object["bytes"] == bytes && text("code").len() == 2 * bytes && text("code").starts_with("00"), "{scheme}");
        assert_eq!(text("deployment"), format!("61{bytes:04x}80600a3d393df3{}", text("code")));
        let text = papilio(&format!("evm key --scheme {scheme} --public-key {key}"));
        assert!(text.succeeded().stdout.starts_with(&format!("{scheme}: {bytes} bytes")), "{scheme}");
        papilio(&format!("evm key --scheme {scheme} --public-key {}", &key[2..])).refused(&[3], &["public key"]);
    }
}

#[test]
fn forks_have_their_rules_and_prices() {
    let gas = |scheme, more| {
        let report = Line { more, ..Line::of(scheme) }.run().object(scheme);
        assert_eq!(report["valid"], true, "{scheme}: {report}");
        (report["fork"].as_str().expect("a name").to_owned(), report["gas"].as_u64().expect("a number"))
    };
    for scheme in SCHEMES {
        let [prague, osaka, amsterdam] = [
            gas(scheme, &["--json", "--fork", "prague"]),
            gas(scheme, &["--json"]),
            gas(scheme, &["--json", "--fork", "amsterdam"]),
        ];
        assert_eq!((&*prague.0, &*osaka.0, &*amsterdam.0), ("prague", "osaka", "amsterdam"));
        assert!(prague.1 == osaka.1 && osaka.1 != amsterdam.1, "{scheme}: {osaka:?} {amsterdam:?}");
    }
    let folder = folder();
    let path = folder.path().join("prices.json");
    let custom = |json: &str, more: &str| {
        std::fs::write(&path, json).expect("a file");
        let key = Line::of("falcon512").key;
        papilio(&format!("evm key --scheme falcon512 --public-key {key} --json --fork custom {} {more}", path.display()))
    };
    let free = custom(r#"{"name": "free code", "rules": "osaka", "prices": {"code_deposit_cost": 0}}"#, "");
    let object = free.object("a fork of a file");
    let osaka =
        papilio(&format!("evm key --scheme falcon512 --public-key {} --json", Line::of("falcon512").key)).object("osaka");
    assert_eq!((&object["fork"], &osaka["fork"]), (&"free code".into(), &"osaka".into()));
    assert_eq!(osaka["gas"].as_u64(), object["gas"].as_u64().map(|gas| gas + 200 * 1025));
    assert_eq!((osaka["state_gas"].as_u64(), osaka["bytes"].as_u64()), (Some(0), Some(1025)));
    let key = Line::of("falcon512").key;
    let dear = papilio(&format!("evm key --scheme falcon512 --public-key {key} --json --fork amsterdam")).object("amsterdam");
    assert_eq!(dear["state_gas"].as_u64(), Some(1530 * 1025 + 183_600), "{dear}");
    custom(r#"{"name": "x", "rules": "osaka", "prices": {"lunch": 0}}"#, "")
        .refused(&[3], &["lunch", "tx_token_cost", "prices.json"]);
    custom(r#"{"name": "x", "rules": "osaka", "prices": {"max_refund_quotient": 0}}"#, "")
        .refused(&[3], &["max_refund_quotient", "from 1"]);
    custom(r#"{"name": "x", "rules": "osaka", "prices": {"tx_token_cost": 4, "tx_token_cost": 5}}"#, "")
        .refused(&[3], &["\"tx_token_cost\" is given twice", "prices.json"]);
    custom(r#"{"name": "osaka\u202e", "rules": "osaka", "prices": {}}"#, "").refused(&[3], &[r"osaka\u{202e}"]);
    custom(&" ".repeat(70_000), "").refused(&[3], &["65536"]);
    custom("[]", "").refused(&[3], &["prices.json"]);
    let wrong = papilio("evm key --scheme falcon512 --public-key 00 --fork paris");
    assert!(wrong.code == Some(2) && wrong.stderr.contains("amsterdam"), "{wrong:?}");
    let missing = papilio("evm key --scheme falcon512 --public-key 00 --fork custom");
    assert!(missing.code == Some(2) && missing.stderr.contains("file"), "{missing:?}");
}

/// Invalid, without a transaction, and why.
fn undecodable(line: &Line, words: &[&str]) {
    let outcome = Line { more: &["--json"], ..line.clone() }.run();
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("an object");
    assert!(report["valid"] == false && report["gas"] == 0 && report["precompile_gas"] == 0, "{report}");
    let failure = report["failure"].as_str().expect("a reason");
    words.iter().for_each(|word| assert!(failure.contains(word) && outcome.stderr.contains(word), "{failure}"));
}

#[test]
fn arguments_from_files() {
    let folder = folder();
    let line = Line::of("falcon512");
    let named = |name: &str, contents: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, contents).expect("a file");
        format!("@{}", path.display())
    };
    let binary = |digits: &str| {
        (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).expect("digits")).collect::<Vec<_>>()
    };
    let from_files = Line {
        key: named("key", line.key.as_bytes()),
        message: named("message", &binary(&line.message)),
        signature: named("signature", &binary(&line.signature)),
        ..line.clone()
    };
    assert_eq!(from_files.run().object("files")["valid"], true);
    let long = named("long", &vec![0xff; 70_000]);
    Line { message: long, more: &[], ..line }.run().refused(&[3], &["65536", "70000"]);
}

#[test]
fn names_and_help() {
    let outcome = papilio("evm verify --scheme falcon1024 --public-key 00 --message 00 --signature 00");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("falcon512-eth"), "{outcome:?}");
    let outcome = papilio("evm verify --scheme falcon512 --client geth --public-key 00 --message 00 --signature 00");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("revm"), "{outcome:?}");
    // Lines are broken to the width of the terminal.
    let help = papilio("evm verify --help").succeeded().stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(["EIP-8052", "@key.hex", "exit code 1", "exit code 3"].iter().all(|word| help.contains(word)), "{help}");
}
