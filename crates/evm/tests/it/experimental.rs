//! The variants over further operations: the verdicts of the contracts that they replace, for less
//! gas.

use crate::common::{Entry, answers, call, file, own, vectors};
use chacha20::ChaCha20Rng;
use papilio_evm::{Account, Call, Client, Content, Fork, Scheme, SigningKey, hex};
use papilio_precompile::DEFAULT_BASE;
use papilio_precompile::revm::NttPrecompiles;
use rand_core::SeedableRng;
use revm::bytecode::Bytecode;
use revm::context::TxEnv;
use revm::context::result::{ExecutionResult, Output};
use revm::database::InMemoryDB;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, TxKind, U256};
use revm::state::AccountInfo;
use revm::{Context, ExecuteEvm, MainBuilder, MainContext};
use std::path::Path;

/// The contracts, and the schemes that they verify.
const VARIANTS: [(&str, Scheme); 6] = [
    ("FalconEthNorm", Scheme::FalconEth),
    ("FalconNistShake", Scheme::Falcon),
    ("FalconNistShakeNorm", Scheme::Falcon),
    ("MlDsaEthMatrix", Scheme::MlDsaEth),
    ("MlDsaNistShake", Scheme::MlDsa),
    ("MlDsaNistShakeMatrix", Scheme::MlDsa),
];

/// The code of a variant.
fn code(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/artifacts").join(format!("{name}.json"));
    let text = std::fs::read_to_string(path).expect("an artifact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    hex::decode(artifact["runtime"].as_str().expect("code")).expect("hexadecimal")
}

/// The call of a scheme's contract, to a variant of it.
fn to_variant(name: &str, call: &Call) -> Call {
    Call { contract: Account::new(code(name)), ..call.clone() }
}

/// The call of `MlDsaEth`, to the variant that expands the key: its account has a zero byte and the
/// key.
fn to_seed(public_key: &[u8], call: &Call) -> Call {
    let key = Account::new([&[0], public_key].concat());
    let mut calldata = call.calldata.clone();
    calldata[2420..2440].copy_from_slice(key.address.as_slice());
    Call { contract: Account::new(code("MlDsaEthSeed")), key: Some(key), calldata }
}

/// The word that the contract returns, and the gas of the transaction.
fn run(call: &Call, precompiles: NttPrecompiles) -> (U256, u64) {
    let mut accounts = InMemoryDB::default();
    for account in call.accounts() {
        let code = Bytecode::new_raw(account.code.clone().into());
        accounts.insert_account_info(account.address, AccountInfo::from_bytecode(code));
    }
    let transaction = TxEnv::builder()
        .caller(Address::repeat_byte(1))
        .kind(TxKind::Call(call.contract.address))
        .data(call.calldata.clone().into())
        .gas_limit(1 << 23)
        .gas_price(0);
    let context = Context::mainnet()
        .with_db(accounts)
        .modify_cfg_chained(|config| config.set_spec_and_mainnet_gas_params(SpecId::PRAGUE))
        .build_mainnet();
    let mut machine = context.with_precompiles(precompiles);
    let result = machine.transact_one(transaction.build().expect("a transaction")).expect("a result");
    let gas = result.tx_gas_used();
    let ExecutionResult::Success { output: Output::Call(output), .. } = result else { panic!("{result:?}") };
    (U256::from_be_slice(&output), gas)
}

/// The least that a transaction costs (EIP-7623): ten for each zero byte, forty for each other.
fn floor(calldata: &[u8]) -> u64 {
    21_000 + calldata.iter().map(|&byte| if byte == 0 { 10 } else { 40 }).sum::<u64>()
}

fn four() -> NttPrecompiles {
    NttPrecompiles::with_base(SpecId::PRAGUE, DEFAULT_BASE)
}

#[test]
fn verdicts_are_those_of_the_contracts_without_them() {
    for (name, scheme) in VARIANTS {
        let mut entries = vec![own(scheme)];
        if let (Some(folder), Some(file)) = (vectors(), file(scheme)) {
            entries.extend(answers(&folder.join(file)));
        }
        for entry in &entries {
            let call = call(scheme, entry);
            let (plain, variant) = (run(&call, four()), run(&to_variant(name, &call), four().and_experimental()));
            assert_eq!((plain.0, variant.0), (U256::ONE, U256::ONE), "{name}, {} bytes", entry.message.len());
            let floor = floor(&call.calldata);
            assert!(variant.1 < plain.1 || variant.1 == floor && plain.1 == floor, "{name}: {variant:?} {plain:?}");
        }
    }
}

#[test]
fn tampered_calls_are_refused() {
    for (name, scheme) in VARIANTS {
        let call = call(scheme, &own(scheme));
        let length = call.calldata.len();
        for place in [length - 1, length / 2, length / 3, length / 5] {
            let mut bad = to_variant(name, &call);
            bad.calldata[place] ^= 1;
            assert_eq!(run(&bad, four().and_experimental()).0, U256::ZERO, "{name}: byte {place}");
        }
    }
}

#[test]
fn nothing_is_valid_where_an_operation_is_missing() {
    for (name, scheme) in VARIANTS {
        let call = to_variant(name, &call(scheme, &own(scheme)));
        assert_eq!(run(&call, four()).0, U256::ZERO, "{name}");
    }
}

/// One sample in a thousand is refused, so four of the 4096 of a key.
#[test]
fn keys_are_expanded_at_each_call() {
    let rng = &mut ChaCha20Rng::seed_from_u64(1);
    let mut entries = vec![own(Scheme::MlDsaEth)];
    if let (Some(folder), Some(file)) = (vectors(), file(Scheme::MlDsaEth)) {
        entries.extend(answers(&folder.join(file)));
    }
    for length in 0..16 {
        let key = SigningKey::generate(Scheme::MlDsaEth, rng).expect("a key");
        let message = vec![length; usize::from(length) * 10];
        let signature = key.sign(Content::Message(&message), rng).expect("a signature");
        entries.push(Entry { message, key: key.public_key(), signature });
    }
    let mut gas = Vec::new();
    for entry in &entries {
        let seed = to_seed(&entry.key, &call(Scheme::MlDsaEth, entry));
        let (verdict, used) = run(&seed, four());
        assert_eq!(verdict, U256::ONE, "{entry:02x?}");
        gas.push(used);
        for at in [1, 32, 33, 1312] {
            let mut bad = seed.clone();
            bad.key.as_mut().expect("a key").code[at] ^= 1;
            assert_eq!(run(&bad, four()).0, U256::ZERO, "byte {at} of the key");
        }
        for at in [0, 40, 2400, seed.calldata.len() - 1] {
            let mut bad = seed.clone();
            bad.calldata[at] ^= 1;
            assert_eq!(run(&bad, four()).0, U256::ZERO, "byte {at} of the call");
        }
    }
    let account = Account::new([&[0], &entries[0].key[..]].concat());
    let made = Fork::all().map(|fork| Client::Revm.deploy(&account, &fork).expect("it is made").gas);
    let call = to_seed(&entries[0].key, &call(Scheme::MlDsaEth, &entries[0]));
    let cost = Fork::all().map(|fork| Client::Revm.run(&call, &fork, DEFAULT_BASE).expect("it runs").gas);
    println!("{gas:?}; the first, by fork, {cost:?}, and its account {made:?}");
    assert!(gas.iter().all(|&gas| gas < 430_000), "{gas:?}");
}
