//! The gas of verification.

use crate::common::{answers, call, file, own, run, vectors};
use papilio_evm::{Call, Fork, KeyPlace, Scheme, Script, verify};

for_each_scheme!(items_add_up, gas_is_within_its_bound);

/// Upper bounds, for messages of up to 100 bytes.
fn bound(scheme: Scheme) -> u64 {
    match scheme {
        Scheme::FalconEth => 72_000,
        Scheme::MlDsaEth | Scheme::MlDsaEthText => 200_000,
        Scheme::Falcon => 450_000,
        Scheme::MlDsa | Scheme::MlDsaText => 600_000,
    }
}

fn items_add_up(scheme: Scheme) {
    let call = call(scheme, &own(scheme));
    let report = run(&call);
    assert_eq!(report.items.iter().map(|item| item.gas).sum::<u64>(), report.gas, "{report:?}");
    let of = |name: &str| report.items.iter().find(|item| item.name == name).map_or(0, |item| item.gas);
    let named: u64 = ["NTT_FW", "NTT_INV", "NTT_VECMULMOD", "NTT_VECADDMOD"].into_iter().map(of).sum();
    assert_eq!(named, report.precompile_gas);
    assert!(report.precompile_gas > 1500 && of("other instructions") > 10_000 && of("memory") > 0, "{report:?}");
    // The floor of EIP-7623: ten for each zero byte, forty for each other, where execution does not
    // cost more.
    let zeros = call.calldata.iter().filter(|&&byte| byte == 0).count() as u64;
    let bytes = call.calldata.len() as u64;
    let floor = 21_000 + 40 * bytes - 30 * zeros;
    assert!(report.gas >= floor && (of("calldata floor") == 0 || report.gas == floor), "{floor}: {report:?}");
    let entry = own(scheme);
    let again = verify(scheme, &Fork::default(), &entry.key, &entry.message, &entry.signature).expect("well formed");
    assert_eq!(again, report);
}

fn gas_is_within_its_bound(scheme: Scheme) {
    let mut entries = vec![own(scheme)];
    if let (Some(folder), Some(name)) = (vectors(), file(scheme)) {
        entries.extend(answers(&folder.join(name)).into_iter().filter(|entry| entry.message.len() <= 100));
    }
    for entry in entries {
        let gas = run(&call(scheme, &entry)).gas;
        assert!(gas <= bound(scheme), "{gas} gas for {} bytes", entry.message.len());
    }
}

#[test]
fn a_falcon_key_in_the_calldata_is_within_its_bound() {
    let entry = own(Scheme::FalconEth);
    let call = Call::new(Scheme::FalconEth, KeyPlace::Calldata, &entry.key, &entry.message, &entry.signature);
    let report = run(&call.expect("well formed"));
    println!("falcon512-eth, key in the calldata: {} gas", report.gas);
    assert!(report.valid && report.gas <= 88_000, "{report:?}");
}

#[test]
fn a_script_has_each_account_once_and_every_call() {
    let mut script = Script::default();
    let entry = own(Scheme::FalconEth);
    let call = call(Scheme::FalconEth, &entry);
    script.push(&call);
    script.push(&call);
    let json: serde_json::Value = serde_json::from_str(&script.json()).expect("JSON");
    assert_eq!(json["accounts"].as_object().map(serde_json::Map::len), Some(2));
    let calls = json["calls"].as_array().expect("a list");
    assert_eq!(calls.len(), 2);
    let to = calls[0]["to"].as_str().expect("an address");
    assert_eq!(json["accounts"][to], papilio_evm::hex::encode_prefixed(&call.contract.code));
    assert_eq!(calls[1]["data"], papilio_evm::hex::encode_prefixed(&call.calldata));
}
