//! `papilio evm keygen` and `papilio evm sign`.
#![cfg(unix)]

use crate::common::{Outcome, folder, names, papilio};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const SCHEMES: [&str; 6] = ["falcon512-eth", "mldsa44-eth", "falcon512", "mldsa44", "mldsa44-eth-text", "mldsa44-text"];

/// Makes `wallet.key` and `wallet.pub`; returns the public key.
fn keygen(scheme: &str, at: &Path) -> String {
    let (key, public) = (at.join("wallet.key"), at.join("wallet.pub"));
    let line = format!("evm keygen --scheme {scheme} -o {} --public-key {} --json", key.display(), public.display());
    let object = papilio(&line).object(scheme);
    assert_eq!(object["scheme"], scheme);
    let digits = object["public_key"].as_str().expect("digits").to_owned();
    assert_eq!(std::fs::read_to_string(public).expect("a file"), format!("{digits}\n"));
    digits
}

fn sign(at: &Path, arguments: &str) -> Outcome {
    papilio(&format!("evm sign --key {} {arguments}", at.join("wallet.key").display()))
}

fn verify(scheme: &str, public: &str, message: &str, signature: &str) -> Outcome {
    papilio(&format!("evm verify --strict --scheme {scheme} --public-key {public} --message {message} --signature {signature}"))
}

#[test]
fn keys_sign_what_the_contracts_verify() {
    for scheme in SCHEMES {
        let at = folder();
        let public = keygen(scheme, at.path());
        papilio(&format!("evm key --scheme {scheme} --public-key @{}", at.path().join("wallet.pub").display())).succeeded();
        let object = sign(at.path(), &format!("--scheme {scheme} --message 48656c6c6f --json")).object(scheme);
        assert_eq!((&object["scheme"], &object["public_key"]), (&scheme.into(), &public.as_str().into()));
        let signature = object["signature"].as_str().expect("digits");
        assert_eq!(object["bytes"], signature.len() / 2);
        verify(scheme, &public, "48656c6c6f", signature).succeeded();
        assert_eq!(verify(scheme, &public, "48656c6c6e", signature).code, Some(1), "{scheme}");
        let printed = sign(at.path(), "--message 48656c6c6f").succeeded().stdout.clone();
        assert_ne!(printed.trim(), signature, "every signature is another");
        verify(scheme, &public, "48656c6c6f", printed.trim()).succeeded();
        let (message, file) = (at.path().join("message"), at.path().join("signature"));
        std::fs::write(&message, b"\x00 a message in a file").expect("a file");
        sign(at.path(), &format!("--message @{} -o {}", message.display(), file.display())).succeeded();
        sign(at.path(), &format!("--message @{0} -o {0} --force", message.display()))
            .refused(&[3], &["input", "never replaced"]);
        verify(scheme, &public, &format!("@{}", message.display()), &format!("@{}", file.display())).succeeded();
    }
}

#[test]
fn secret_keys_are_for_their_owner_and_never_replaced_or_shown() {
    for scheme in SCHEMES {
        let at = folder();
        let public = keygen(scheme, at.path());
        let key = at.path().join("wallet.key");
        assert_eq!(std::fs::metadata(&key).expect("a file").permissions().mode() & 0o777, 0o600);
        let contents = std::fs::read(&key).expect("a file");
        for force in ["", "--force"] {
            let outcome = papilio(&format!("evm keygen --scheme {scheme} -o {} {force}", key.display()));
            outcome.refused(&[3], &["secret key of signatures", "never replaced"]);
            let outcome = sign(at.path(), &format!("--message 00 -o {} {force}", key.display()));
            outcome.refused(&[3], &["wallet.key", "never replaced"]);
        }
        assert_eq!(std::fs::read(&key).expect("a file"), contents);
        assert_eq!(names(at.path()), ["wallet.key", "wallet.pub"], "nothing is left behind");
        let inspected = papilio(&format!("inspect {} --json", key.display())).object("inspect");
        assert_eq!((&inspected["scheme"], &inspected["public_key"]), (&scheme.into(), &public.as_str().into()));
        // The payload lies before the hash of 32 bytes.
        let secret = contents[contents.len() - 64..contents.len() - 32].iter().map(|b| format!("{b:02x}")).collect::<String>();
        assert!(!inspected.to_string().contains(&secret), "{scheme}");
    }
    for stream in ["-", "/dev/stdout", "/dev/null"] {
        papilio(&format!("evm keygen --scheme mldsa44 -o {stream}")).refused(&[2], &["standard output"]);
    }
    papilio("evm keygen --scheme mldsa44 -o one --public-key one").refused(&[2], &["two files"]);
    let here = folder();
    std::fs::create_dir(here.path().join("folder")).expect("a folder");
    let (key, again) = (here.path().join("one"), here.path().join("folder/../one"));
    papilio(&format!("evm keygen --scheme mldsa44 -o {} --public-key {}", key.display(), again.display()))
        .refused(&[2], &["two files"]);
    assert!(!key.exists());
}

#[test]
fn contexts_and_representatives_of_ml_dsa() {
    for scheme in ["mldsa44-eth", "mldsa44"] {
        let at = folder();
        let public = keygen(scheme, at.path());
        let signed = |arguments: &str| sign(at.path(), arguments).succeeded().stdout.trim().to_owned();
        verify(scheme, &public, "00", &signed("--message 00 --context 0x")).succeeded();
        assert_eq!(verify(scheme, &public, "00", &signed("--message 00 --context 01")).code, Some(1), "{scheme}");
        assert_eq!(signed(&format!("--external-mu {}", "5a".repeat(64))).len(), 2 * 2420);
        sign(at.path(), "--external-mu 00").refused(&[3], &["mu", "64", "1"]);
        sign(at.path(), &format!("--message 00 --context {}", "00".repeat(256))).refused(&[3], &["context", "255", "256"]);
        for other in ["--message 00", "--context 00"] {
            let outcome = sign(at.path(), &format!("--external-mu {} {other}", "00".repeat(64)));
            assert!(outcome.code == Some(2) && outcome.stderr.contains(&other[..9]), "{outcome:?}");
        }
    }
    let at = folder();
    keygen("falcon512", at.path());
    sign(at.path(), "--message 00 --context 00").refused(&[3], &["falcon512", "context"]);
    sign(at.path(), &format!("--external-mu {}", "00".repeat(64))).refused(&[3], &["falcon512", "mu"]);
}

#[test]
fn keys_that_are_none_are_refused() {
    let at = folder();
    keygen("mldsa44", at.path());
    let key = at.path().join("wallet.key");
    sign(at.path(), "--scheme mldsa44-eth --message 00").refused(&[3], &["mldsa44", "not of mldsa44-eth"]);
    let outcome = sign(at.path(), "");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("--external-mu"), "{outcome:?}");
    let whole = std::fs::read(&key).expect("a file");
    for damage in [whole.len() - 1, whole.len() - 40, 20] {
        let mut other = whole.clone();
        other[damage] ^= 1;
        std::fs::write(&key, other).expect("a file");
        sign(at.path(), "--message 00").refused(&[3], &["damaged"]);
    }
    std::fs::write(&key, [0; 32]).expect("a file");
    sign(at.path(), "--message 00").refused(&[3], &["wallet.key"]);
}

/// A file of hexadecimal digits stands for the bytes of them behind `@`, and for itself with
/// `--message-file`; both commands say how many bytes they took.
#[test]
fn messages_of_hexadecimal_digits() {
    let at = folder();
    let public = keygen("falcon512-eth", at.path());
    let file = at.path().join("message");
    std::fs::write(&file, b"12345678").expect("a file");
    let message = |option: &str, sign: &str| format!("{option} {sign}{}", file.display());
    let signed = |message: &str| sign(at.path(), &format!("{message} --json")).object(message);
    let [digits, bytes] = [message("--message", "@"), message("--message-file", "")];
    for (given, taken) in [(&digits, 4), (&bytes, 8)] {
        let signature = signed(given);
        assert_eq!(signature["message_bytes"], taken);
        let line = |message: &str| {
            let signature = signature["signature"].as_str().expect("digits");
            papilio(&format!(
                "evm verify --scheme falcon512-eth --public-key {public} {message} --signature {signature} --json"
            ))
        };
        let report = line(given).object(given);
        assert_eq!((&report["message_bytes"], &report["valid"]), (&taken.into(), &true.into()));
        assert!(report["calldata"].as_str().is_some_and(|calldata| calldata.len() > 1200), "{report}");
        let other = if taken == 4 { &bytes } else { &digits };
        assert_eq!(line(other).code, Some(1));
    }
    let both = sign(at.path(), &format!("--message 00 {bytes}"));
    assert!(both.code == Some(2) && both.stderr.contains("--message-file"), "{both:?}");
    let output = at.path().join("signature");
    let told = sign(at.path(), &format!("{bytes} -o {}", output.display())).succeeded().stdout.clone();
    assert!(told.contains("8 bytes"), "{told}");
    sign(at.path(), &format!("{bytes} -o {} --force", file.display())).refused(&[3], &["input", "never replaced"]);
}

/// Where the secret cannot be written, the public key of before stays.
#[test]
fn a_failed_key_replaces_nothing() {
    let at = folder();
    let public = at.path().join("old.pub");
    std::fs::write(&public, b"of before").expect("a file");
    let line = format!(
        "evm keygen --scheme falcon512 -o {}/none/wallet.key --public-key {} --force",
        at.path().display(),
        public.display()
    );
    papilio(&line).refused(&[5], &["wallet.key"]);
    assert_eq!(std::fs::read(&public).expect("a file"), b"of before");
}

/// The encodings that only the lenient mode takes.
#[test]
fn strict_signatures() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/evm/tests/data");
    for (scheme, strict) in [("falcon512", true), ("falcon512-eth", false), ("mldsa44", false)] {
        let text = std::fs::read_to_string(path.join(format!("{scheme}.rsp"))).expect("an answer file");
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ")).expect(name);
        let line = format!(
            "evm verify --scheme {scheme} --public-key {} --message {} --signature {}",
            field("pk"),
            field("msg"),
            field("sm")
        );
        papilio(&line).succeeded();
        let code = if strict { Some(0) } else { Some(1) };
        assert_eq!(papilio(&format!("{line} --strict")).code, code, "{scheme}");
    }
}
