//! The variants over further operations: the verdicts of the contracts that they replace, for less
//! gas.

use crate::common::{answers, call, file, own, vectors};
use papilio_evm::{Account, Call, Scheme, hex};
use papilio_precompile::DEFAULT_BASE;
use papilio_precompile::revm::NttPrecompiles;
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

/// The call of a scheme's contract, to a variant of it.
fn to_variant(name: &str, call: &Call) -> Call {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/artifacts").join(format!("{name}.json"));
    let text = std::fs::read_to_string(path).expect("an artifact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let code = hex::decode(artifact["runtime"].as_str().expect("code")).expect("hexadecimal");
    Call { contract: Account::new(code), ..call.clone() }
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
