//! A verifier that is compiled for another place of the precompiles.

use crate::common::{call, own};
use papilio_evm::{Account, Call, Client, Fork, Scheme, hex};
use papilio_precompile::DEFAULT_BASE;
use std::path::Path;

const BASE: u64 = 0x100;

#[test]
fn it_verifies_there_and_nowhere_else() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/base-0x100/FalconEth.json");
    let text = std::fs::read_to_string(path).expect("an artifact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&artifact["name"], &artifact["base"]), (&"FalconEth".into(), &"0x100".into()));
    let usual = call(Scheme::FalconEth, &own(Scheme::FalconEth));
    let code = hex::decode(artifact["runtime"].as_str().expect("code")).expect("hexadecimal");
    let other = Call { contract: Account::new(code), ..usual.clone() };
    for (call, base, valid) in
        [(&other, BASE, true), (&other, DEFAULT_BASE, false), (&usual, DEFAULT_BASE, true), (&usual, BASE, false)]
    {
        let report = Client::Revm.run(call, &Fork::default(), base).expect("it runs");
        assert!(report.failure.is_none() && report.valid == valid, "precompiles at {base:#x}: {report:?}");
    }
}
