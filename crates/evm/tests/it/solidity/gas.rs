//! The gas that the library and the account add to a verifier, and that of making contracts and
//! keys.

use super::abi;
use super::account::{HASH, VALIDATE, Wallet};
use super::chain::intrinsic;
use super::library::{Fixture, VERIFY};
use super::owner::Owner;
use super::scheme::signature;
use crate::common::{Entry, call, run};
use papilio_evm::{Account, Client, Fork, Scheme};
use revm::primitives::U256;

for_each_scheme!(the_library_adds_little, contracts_and_keys_can_be_made);

/// The first access of the verifier, and copies of the signature.
const LIBRARY: u64 = 6000;
/// These, and the account's own code and storage, accessed first as well.
const ACCOUNT: u64 = 13_000;

/// Execution of a verifier, by the items of its gas.
fn execution(scheme: Scheme, entry: &Entry) -> u64 {
    let report = run(&call(scheme, entry));
    let of_transaction = ["transaction", "calldata", "calldata floor"];
    report.items.iter().filter(|item| !of_transaction.contains(&item.name)).map(|item| item.gas).sum()
}

fn the_library_adds_little(scheme: Scheme) {
    let mut fixture = Fixture::new(scheme);
    let arguments = fixture.arguments(&fixture.entry.message, &fixture.signature);
    let (outcome, used) = fixture.chain.call_with_gas(fixture.test, VERIFY, &arguments, 1 << 24);
    assert_eq!(outcome.word(), U256::ONE);
    let own = execution(scheme, &fixture.entry);
    let all = used - intrinsic(&abi::call(VERIFY, &arguments));
    println!("{scheme}: {own} gas of execution, {all} through the library");
    assert!(all - own < LIBRARY);
}

fn contracts_and_keys_can_be_made(scheme: Scheme) {
    let fixture = Fixture::new(scheme);
    let (verifier, key) = (Account::new(scheme.bytecode().expect("code")), Account::of_key(scheme, &fixture.entry.key));
    let gas = |account: &Account| Client::Revm.deploy(account, &Fork::default()).expect("it is made").gas;
    println!("{scheme}: {} gas for the verifier, {} for a key", gas(&verifier), gas(&key.expect("a key")));
}

#[test]
fn validation_adds_little() {
    for scheme in Scheme::ALL {
        let owner = Owner::new(scheme, 1);
        let mut wallet = Wallet::of(&owner);
        let entry = owner.entry(&HASH);
        let arguments = wallet.validation(&HASH, &signature(scheme, &entry), 0);
        let (outcome, used) = wallet.chain.call_with_gas(wallet.entry_point, VALIDATE, &arguments, 1 << 24);
        assert_eq!(outcome.output(), [0; 64]);
        let own = execution(scheme, &entry);
        let all = used - intrinsic(&abi::call(VALIDATE, &arguments));
        println!("{scheme}: {own} gas of execution, {all} in a validation");
        assert!(all - own < ACCOUNT);
    }
}
