//! Other clients come to the same verdicts at the same gas.

use crate::common::{Entry, answers, call, file, own, run, vectors};
use papilio_evm::{Call, Scheme, Script};
use std::io::Write;
use std::process::{Command, Stdio};

/// Valid calls, and for each one that is not.
fn calls() -> Vec<Call> {
    let entries = |scheme: Scheme| -> Vec<Entry> {
        let path = vectors().zip(file(scheme)).map(|(folder, name)| folder.join(name));
        path.map_or_else(|| vec![own(scheme)], |path| answers(&path))
    };
    let valid = Scheme::ALL.into_iter().flat_map(|scheme| entries(scheme).into_iter().map(move |entry| call(scheme, &entry)));
    let with_invalid = |valid: Call| {
        let mut changed = valid.clone();
        changed.calldata[100] ^= 4;
        [valid, changed]
    };
    valid.flat_map(with_invalid).collect()
}

/// `PAPILIO_EVMCALL` names the program of `go/cmd/evmcall`, built.
#[test]
fn go_ethereum_agrees() {
    let Some(program) = std::env::var_os("PAPILIO_EVMCALL") else {
        println!("PAPILIO_EVMCALL is not set: go-ethereum is not compared with");
        return;
    };
    let calls = calls();
    let mut script = Script::default();
    calls.iter().for_each(|call| script.push(call));
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(script.json().as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let results: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let results = results.as_array().expect("a list");
    assert_eq!(results.len(), calls.len());
    for (i, (call, result)) in calls.iter().zip(results).enumerate() {
        let report = run(call);
        assert_eq!(report.valid, i % 2 == 0);
        let word = format!("0x{:064x}", u8::from(report.valid));
        assert_eq!((&result["status"], &result["output"]), (&"ok".into(), &word.into()), "call {i}");
        assert_eq!(result["gas"].as_u64(), Some(report.gas), "call {i}");
    }
    println!("{} calls, at the same gas", calls.len());
}
