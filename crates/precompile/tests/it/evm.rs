//! Contracts that call the precompiles in revm.

use papilio_precompile::revm::NttPrecompiles;
use papilio_precompile::{Operation, gas};
use revm::bytecode::Bytecode;
use revm::context::TxEnv;
use revm::context::result::ExecutionResult;
use revm::database::InMemoryDB;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{Context, ExecuteEvm, MainBuilder, MainContext};

/// The transform of `X` modulo `X^2 + 1` and 5, whose least root is 2.
const INPUT: [u8; 16] = [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1];
const OUTPUT: [u8; 4] = [0, 2, 0, 3];

/// Runs a transaction to an address, which may hold code; whether it succeeded, what it returned
/// and what it cost.
fn transact(precompiles: NttPrecompiles, to: Address, code: &[u8], data: &[u8], limit: u64) -> (bool, Bytes, u64) {
    let mut db = InMemoryDB::default();
    if !code.is_empty() {
        db.insert_account_info(to, AccountInfo::from_bytecode(Bytecode::new_raw(code.to_vec().into())));
    }
    let transaction = TxEnv::builder()
        .caller(Address::repeat_byte(1))
        .kind(TxKind::Call(to))
        .data(data.to_vec().into())
        .gas_limit(limit)
        .gas_price(0)
        .build()
        .expect("a transaction");
    let context = Context::mainnet().with_db(db).modify_cfg_chained(|cfg| cfg.set_spec_and_mainnet_gas_params(SpecId::PRAGUE));
    let result = context.build_mainnet().with_precompiles(precompiles).transact_one(transaction).expect("no fault of the host");
    let used = result.tx_gas_used();
    match result {
        ExecutionResult::Success { output, .. } => (true, output.into_data(), used),
        other => (false, other.output().cloned().unwrap_or_default(), used),
    }
}

/// The gas of a transaction before its execution.
fn intrinsic(data: &[u8]) -> u64 {
    21_000 + data.iter().map(|&byte| if byte == 0 { 4 } else { 16 }).sum::<u64>()
}

fn at(address: u64) -> Address {
    Address::left_padding_from(&address.to_be_bytes())
}

#[test]
fn transactions_to_a_precompile() {
    let precompiles = NttPrecompiles::new(SpecId::PRAGUE);
    let price = gas(Operation::Forward, &INPUT);
    let (succeeded, output, used) = transact(precompiles.clone(), at(0x12), &[], &INPUT, 100_000);
    assert_eq!((succeeded, &output[..], used), (true, &OUTPUT[..], intrinsic(&INPUT) + price));
    // Without gas for it, and with input that fails: all gas is gone, and no data comes back.
    let limit = intrinsic(&INPUT) + price;
    assert!(transact(precompiles.clone(), at(0x12), &[], &INPUT, limit).0);
    assert_eq!(transact(precompiles.clone(), at(0x12), &[], &INPUT, limit - 1), (false, Bytes::new(), limit - 1));
    assert_eq!(transact(precompiles.clone(), at(0x12), &[], &INPUT[..15], 50_000), (false, Bytes::new(), 50_000));
    // The other operations, and Ethereum's own.
    let back = [&INPUT[..12], &OUTPUT].concat();
    assert_eq!(transact(precompiles.clone(), at(0x13), &[], &back, 100_000).1[..], INPUT[12..]);
    let both = [&back[..], &OUTPUT].concat();
    assert_eq!(transact(precompiles.clone(), at(0x14), &[], &both, 100_000).1[..], [0, 4, 0, 4]);
    assert_eq!(transact(precompiles.clone(), at(0x15), &[], &both, 100_000).1[..], [0, 4, 0, 1]);
    assert_eq!(transact(precompiles, at(4), &[], &INPUT, 100_000).1[..], INPUT);
}

#[test]
fn another_base() {
    let precompiles = NttPrecompiles::with_base(SpecId::PRAGUE, 0x7_8850);
    assert_eq!(precompiles.base(), 0x7_8850);
    assert_eq!(transact(precompiles.clone(), at(0x7_8850), &[], &INPUT, 100_000).1[..], OUTPUT);
    // An address without code succeeds and returns nothing, which is why callers look at the size
    // of what is returned.
    assert_eq!(transact(precompiles.clone(), at(0x12), &[], &INPUT, 100_000).1, Bytes::new());
    let elsewhere = Address::repeat_byte(0x12);
    assert_eq!(transact(precompiles, elsewhere, &[], &INPUT, 100_000).1, Bytes::new());
    // The last addresses there are.
    let last = NttPrecompiles::with_base(SpecId::PRAGUE, u64::MAX);
    assert_eq!(transact(last, at(u64::MAX), &[], &INPUT, 100_000).1[..], OUTPUT);
}

/// `STATICCALL` copies the calldata to the precompile with 50000 gas and returns what comes back
/// behind the outcome.
fn forwarding(address: u8) -> Vec<u8> {
    let copy = [0x36, 0x5F, 0x5F, 0x37]; // CALLDATACOPY(0, 0, CALLDATASIZE)
    let call = [0x5F, 0x5F, 0x36, 0x5F, 0x60, address, 0x61, 0xC3, 0x50, 0xFA]; // STATICCALL(50000, address, 0, size, 0, 0)
    let store = [0x5F, 0x52, 0x3D, 0x5F, 0x60, 0x20, 0x3E]; // MSTORE(0, outcome); RETURNDATACOPY(32, 0, RETURNDATASIZE)
    let give = [0x3D, 0x60, 0x20, 0x01, 0x5F, 0xF3]; // RETURN(0, 32 + RETURNDATASIZE)
    [&copy[..], &call, &store, &give].concat()
}

#[test]
fn calls_from_a_contract() {
    let (here, precompiles) = (Address::repeat_byte(0xC0), NttPrecompiles::new(SpecId::PRAGUE));
    let (_, output, used) = transact(precompiles.clone(), here, &forwarding(0x12), &INPUT, 200_000);
    assert_eq!((output[31], &output[32..]), (1, &OUTPUT[..]));
    let (_, cold, without) = transact(precompiles.clone(), here, &forwarding(0x77), &INPUT, 200_000);
    assert_eq!((cold[31], cold.len()), (1, 32));
    // An address that was not warm costs 2500 more; the output, 3 gas a word to copy, and memory
    // for it.
    assert_eq!(used - gas(Operation::Forward, &INPUT), without - 2500 + 3 + 3);
    let (_, failed, used) = transact(precompiles, here, &forwarding(0x12), &INPUT[..15], 200_000);
    assert_eq!((failed[31], failed.len()), (0, 32));
    assert!(used > 50_000 + 21_000, "a failed call takes all its gas: {used}");
}
