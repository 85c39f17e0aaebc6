//! Answer files: every entry is valid, and under no other key.

use crate::common::{Entry, answers, call, file, is_valid, own, run, vectors};
use papilio_evm::{Scheme, hex};
use std::path::Path;

for_each_scheme!(the_entry_of_this_repository_is_valid, every_entry_of_the_answer_file_is_valid, other_keys_are_refused);

fn the_entry_of_this_repository_is_valid(scheme: Scheme) {
    let report = run(&call(scheme, &own(scheme)));
    assert!(report.valid && report.failure.is_none(), "{report:?}");
    println!("{scheme}: {} gas, {} of it precompiles", report.gas, report.precompile_gas);
}

fn every_entry_of_the_answer_file_is_valid(scheme: Scheme) {
    let entries = entries(scheme);
    let mut gas: Vec<u64> = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let report = run(&call(scheme, entry));
        assert!(report.valid, "entry {i}: {report:?}");
        gas.push(report.gas);
    }
    gas.sort_unstable();
    println!("{scheme}: {} entries, gas {} to {}, median {}", entries.len(), gas[0], gas[gas.len() - 1], gas[gas.len() / 2]);
}

fn other_keys_are_refused(scheme: Scheme) {
    for pair in entries(scheme).windows(2).take(3) {
        let (mut one, two) = (call(scheme, &pair[0]), call(scheme, &pair[1]));
        assert!(is_valid(&one));
        one.key.as_mut().expect("an account").code = two.key.expect("an account").code;
        assert!(!is_valid(&one));
    }
}

#[test]
fn the_vectors_beside_the_contract_are_valid() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/falcon/vectors/falcon512.json");
    let text = std::fs::read_to_string(path).expect("vectors");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let vectors = file["vectors"].as_array().expect("a list");
    assert!(!vectors.is_empty());
    for vector in vectors {
        let field = |name: &str| hex::decode(vector[name].as_str().expect(name)).expect("hexadecimal");
        let mut entry = Entry { message: field("message"), key: field("publicKey"), signature: field("signature") };
        assert!(is_valid(&call(Scheme::Falcon, &entry)));
        entry.message.push(0);
        assert!(!is_valid(&call(Scheme::Falcon, &entry)));
    }
}

/// The entries of the answer file of a scheme, or, without the folder or where there is no such
/// file, the one of this repository.
fn entries(scheme: Scheme) -> Vec<Entry> {
    let path = vectors().zip(file(scheme)).map(|(folder, name)| folder.join(name));
    println!(
        "{scheme}: {}",
        path.as_ref().map_or("the entry of this repository".to_owned(), |path| path.display().to_string())
    );
    path.map_or_else(|| vec![own(scheme)], |path| answers(&path))
}
