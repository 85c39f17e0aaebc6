//! The account under the EntryPoint v0.8 itself, which is under another license and so not kept
//! here.

use super::abi::{self, Value};
use super::account::EXECUTE;
use super::chain::{Chain, Outcome, SENDER};
use super::owner::Owner;
use super::scheme::{key, number, verifier};
use papilio_evm::{Scheme, hex};
use papilio_precompile::DEFAULT_BASE;
use revm::primitives::{Address, U256};

const OPERATION: &str = "(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)";
/// Gas of validation and of the call, in the two halves of a word.
const LIMITS: u64 = 1_000_000;

fn operation(account: Address, nonce: u64, call: &[u8], signature: &[u8]) -> Value {
    let (empty, limits) = (Value::Bytes(Vec::new()), U256::from(LIMITS) << 128 | U256::from(LIMITS));
    let [gas, fees] = [Value::from(50_000), Value::from(0)];
    Value::Tuple(vec![
        account.into(),
        nonce.into(),
        empty.clone(),
        call.into(),
        Value::Word(limits),
        gas,
        fees,
        empty,
        signature.into(),
    ])
}

/// `PAPILIO_ENTRYPOINT` names the file `artifacts/EntryPoint.json` of the package
/// `@account-abstraction/contracts`.
#[test]
fn operations_are_handled() {
    let Some(path) = std::env::var_os("PAPILIO_ENTRYPOINT") else {
        println!("PAPILIO_ENTRYPOINT is not set: the EntryPoint is not run");
        return;
    };
    let text = std::fs::read_to_string(path).expect("an artifact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let creation = hex::decode(artifact["bytecode"].as_str().expect("code")).expect("hexadecimal");
    for scheme in Scheme::ALL {
        handled(scheme, &creation);
    }
}

fn handled(scheme: Scheme, creation: &[u8]) {
    let mut chain = Chain::new(DEFAULT_BASE);
    let owner = Owner::new(scheme, 1);
    let entry_point = chain.create_of(creation);
    let (verifier, key) = (verifier(&mut chain, scheme), key(&mut chain, scheme, &owner.public_key()));
    let arguments = [entry_point.into(), number(scheme).into(), verifier.into(), key.into()];
    let (account, counter) = (chain.create("PapilioAccount", &arguments), chain.create("test/Counter", &[]));
    let call = abi::call(EXECUTE, &[counter.into(), 0.into(), Value::Bytes(abi::call("add(uint256)", &[5.into()]))]);
    let handle = format!("handleOps({OPERATION}[],address)");
    for nonce in 0..2 {
        let unsigned = operation(account, nonce, &call, &[]);
        let hash = chain.call(entry_point, &format!("getUserOpHash({OPERATION})"), &[unsigned]).word().to_be_bytes();
        let signature = owner.sign(&hash);
        let signed = Value::Array(vec![operation(account, nonce, &call, &signature)]);
        let (outcome, used) = chain.call_with_gas(entry_point, &handle, &[signed.clone(), SENDER.into()], 1 << 24);
        assert_eq!(outcome, Outcome::Returned(Vec::new()));
        assert_eq!(chain.call(counter, "count()", &[]).word(), U256::from(5 * (nonce + 1)));
        println!("{scheme}: {used} gas for an operation, with its transaction");
        let again = chain.call(entry_point, &handle, &[signed, SENDER.into()]);
        assert_eq!(again, failed("AA25 invalid account nonce"));
        let unsigned = Value::Array(vec![operation(account, nonce + 1, &call, &signature)]);
        assert_eq!(chain.call(entry_point, &handle, &[unsigned, SENDER.into()]), failed("AA24 signature error"));
    }
}

/// `FailedOp` for the first operation.
fn failed(reason: &str) -> Outcome {
    Outcome::Reverted(abi::call("FailedOp(uint256,string)", &[0.into(), reason.as_bytes().into()]))
}
