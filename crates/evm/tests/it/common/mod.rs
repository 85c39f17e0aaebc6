//! Signatures to verify: those of answer files, and a few of this repository.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod point;

use papilio_evm::{Call, Client, Fork, KeyPlace, Report, Scheme, hex};
use papilio_precompile::DEFAULT_BASE;
use std::path::{Path, PathBuf};

/// A key, and a signature of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) message: Vec<u8>,
    pub(crate) key: Vec<u8>,
    pub(crate) signature: Vec<u8>,
}

/// The entries of an answer file: `msg`, `pk` and `sm` behind each `count`.
pub(crate) fn answers(path: &Path) -> Vec<Entry> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut entries: Vec<Entry> = Vec::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once(" =")) {
        if name == "count" {
            entries.push(Entry::default());
            continue;
        }
        let entry = entries.last_mut().expect("a count before all else");
        let field = match name {
            "msg" => &mut entry.message,
            "pk" => &mut entry.key,
            "sm" => &mut entry.signature,
            _ => continue,
        };
        *field = hex::decode(value.trim()).expect("hexadecimal");
    }
    assert!(!entries.is_empty(), "{} has no entries", path.display());
    entries
}

/// The folder of all answer files, if there is one: the environment variable `PAPILIO_VECTORS`
/// names it.
pub(crate) fn vectors() -> Option<PathBuf> {
    std::env::var_os("PAPILIO_VECTORS").map(PathBuf::from)
}

/// The file of a scheme in that folder, where there is one for the scheme.
pub(crate) fn file(scheme: Scheme) -> Option<&'static str> {
    match scheme {
        Scheme::FalconEth => Some("eip-8052-kat_ethfalcon512.rsp"),
        Scheme::MlDsaEth => Some("eip-8051-mldsa_evm.rsp"),
        Scheme::MlDsa => Some("eip-8051-mldsa_nist.rsp"),
        Scheme::Falcon | Scheme::MlDsaEthText | Scheme::MlDsaText => None,
    }
}

/// The entry of a scheme in this repository.
pub(crate) fn own(scheme: Scheme) -> Entry {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format!("{scheme}.rsp"));
    answers(&path).remove(0)
}

/// The call of an entry, which is well formed.
pub(crate) fn call(scheme: Scheme, entry: &Entry) -> Call {
    Call::new(scheme, KeyPlace::Account, &entry.key, &entry.message, &entry.signature)
        .unwrap_or_else(|e| panic!("{scheme}: {e}"))
}

/// Executes it where the contracts expect the precompiles.
pub(crate) fn run(call: &Call) -> Report {
    Client::Revm.run(call, &Fork::default(), DEFAULT_BASE).expect("it runs")
}

/// Whether there was a verdict, and which.
pub(crate) fn is_valid(call: &Call) -> bool {
    run(call).valid
}

/// A test for each scheme.
#[macro_export]
macro_rules! for_each_scheme {
    ($($check:ident),+ $(,)?) => {
        $(mod $check {
            #[test]
            fn falcon512_eth() {
                super::$check(papilio_evm::Scheme::FalconEth);
            }

            #[test]
            fn mldsa44_eth() {
                super::$check(papilio_evm::Scheme::MlDsaEth);
            }

            #[test]
            fn falcon512() {
                super::$check(papilio_evm::Scheme::Falcon);
            }

            #[test]
            fn mldsa44() {
                super::$check(papilio_evm::Scheme::MlDsa);
            }

            #[test]
            fn mldsa44_eth_text() {
                super::$check(papilio_evm::Scheme::MlDsaEthText);
            }

            #[test]
            fn mldsa44_text() {
                super::$check(papilio_evm::Scheme::MlDsaText);
            }
        })+
    };
}
