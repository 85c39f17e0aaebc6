//! The file of edge cases: every verdict is that of the contracts, and of other implementations.

use crate::common::Entry;
use crate::independent::strict;
use ml_dsa::{EncodedSignature, EncodedVerifyingKey, MlDsa44, VerifyingKey};
use papilio_evm::{Scheme, hex};
use pqcrypto_falcon::falcon512;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey};
use std::path::Path;

/// The verdict of another implementation, where there is one.
fn elsewhere(scheme: Scheme, entry: &Entry) -> Option<bool> {
    match scheme {
        Scheme::Falcon => Some(pqclean(entry).unwrap_or(false)),
        Scheme::MlDsa => Some(crate_ml_dsa(entry).unwrap_or(false)),
        Scheme::FalconEth | Scheme::MlDsaEth | Scheme::MlDsaEthText | Scheme::MlDsaText => None,
    }
}

fn pqclean(entry: &Entry) -> Option<bool> {
    let key = falcon512::PublicKey::from_bytes(&entry.key).ok()?;
    let signature = falcon512::DetachedSignature::from_bytes(&entry.signature).ok()?;
    Some(falcon512::verify_detached_signature(&signature, &entry.message, &key).is_ok())
}

fn crate_ml_dsa(entry: &Entry) -> Option<bool> {
    let key = VerifyingKey::<MlDsa44>::decode(&EncodedVerifyingKey::<MlDsa44>::try_from(&entry.key[..]).ok()?);
    let signature = ml_dsa::Signature::decode(&EncodedSignature::<MlDsa44>::try_from(&entry.signature[..]).ok()?)?;
    Some(key.verify_with_context(&entry.message, &[], &signature))
}

#[test]
fn verdicts_are_those_of_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/edge-cases.json");
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    let mut counts = [[0; 2]; Scheme::ALL.len()];
    for case in file["cases"].as_array().expect("a list") {
        let text = |name: &str| case[name].as_str().unwrap_or_else(|| panic!("{name} of {case}"));
        let bytes = |name: &str| hex::decode(text(name)).expect("hexadecimal");
        let scheme: Scheme = text("scheme").parse().expect("a scheme");
        let entry = Entry { message: bytes("message"), key: bytes("public_key"), signature: bytes("signature") };
        let (title, valid) = (text("title"), case["valid"].as_bool().expect("a verdict"));
        assert!(!text("why").is_empty() && !text("source").is_empty(), "{scheme}: {title}");
        assert_eq!(strict(scheme, &entry), valid, "{scheme}: {title}");
        assert!(elsewhere(scheme, &entry).is_none_or(|theirs| theirs == valid), "{scheme}: {title}, elsewhere");
        let place = Scheme::ALL.iter().position(|one| *one == scheme).expect("one of them");
        counts[place][usize::from(valid)] += 1;
    }
    println!("invalid and valid, by scheme: {counts:?}");
    assert!(counts.iter().all(|[invalid, valid]| *invalid >= 15 && *valid >= 3), "{counts:?}");
}
