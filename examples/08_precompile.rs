//! The precompiles of EIP-7885 in revm: a transaction that calls the transform of Falcon-512's
//! ring.
//!
//! The machine has Ethereum's own precompiles and four more: transform, inverse, product and sum. A
//! call is the header `n | q` and the coefficients, big-endian; it is charged before it is
//! computed.
//!
//! `cargo run --release -p papilio --features revm --example 08_precompile`

use papilio::precompile::revm::NttPrecompiles;
use papilio::precompile::{DEFAULT_BASE, Operation, gas, run};
use papilio::revm::context::TxEnv;
use papilio::revm::database::InMemoryDB;
use papilio::revm::primitives::hardfork::SpecId;
use papilio::revm::primitives::{Address, TxKind};
use papilio::revm::{Context, ExecuteEvm, MainBuilder, MainContext};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // X, modulo X^512 + 1 and 12289: form S, with coefficients of two bytes.
    let header = [&512u32.to_be_bytes()[..], &12289u64.to_be_bytes()].concat();
    let coefficients: Vec<u8> = (0..512u16).flat_map(|i| u16::from(i == 1).to_be_bytes()).collect();
    let input = [&header[..], &coefficients].concat();

    let precompiles = NttPrecompiles::new(SpecId::PRAGUE);
    let operation = Operation::Forward;
    let address = DEFAULT_BASE + operation.address_offset();
    let transaction = TxEnv::builder()
        .caller(Address::repeat_byte(1))
        .kind(TxKind::Call(Address::left_padding_from(&address.to_be_bytes())))
        .data(input.clone().into())
        .gas_limit(100_000)
        .gas_price(0)
        .build()
        .map_err(|error| format!("{error:?}"))?;
    let context = Context::mainnet()
        .with_db(InMemoryDB::default())
        .modify_cfg_chained(|cfg| cfg.set_spec_and_mainnet_gas_params(SpecId::PRAGUE));
    let result = context.build_mainnet().with_precompiles(precompiles).transact_one(transaction)?;

    // Outside the machine the same call is a function of its input alone.
    let output = result.output().ok_or("an output")?;
    assert_eq!(output[..], run(operation, &input)?[..]);
    let tokens: u64 = input.iter().map(|&byte| if byte == 0 { 1 } else { 4 }).sum();
    let price = gas(operation, &input);
    // A transaction of much calldata pays at least ten for a token of it (EIP-7623); a contract
    // that calls pays the price alone.
    assert_eq!(result.tx_gas_used(), 21_000 + (4 * tokens + price).max(10 * tokens));

    println!("the transform at address {address:#x}: {} gas", price);
    println!("the whole transaction: {} gas, {} bytes returned", result.tx_gas_used(), output.len());
    Ok(())
}
