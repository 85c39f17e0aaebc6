//! A Falcon-512 signature verified by a contract that calls the precompiles, with the gas of each
//! part.
//!
//! Key, message and signature are an entry of the answer file of EIP-8052. The public key lies in
//! the code of an account; a transaction calls the contract with message and signature.
//!
//! `cargo run --release -p papilio --features evm --example 09_falcon`

use papilio::evm::{Fork, Scheme, hex, verify};

const ENTRY: &str = include_str!("data/falcon512-eth.rsp");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (key, message, signature) = (field("pk")?, field("msg")?, field("sm")?);
    let scheme = Scheme::FalconEth;

    let report = verify(scheme, &Fork::default(), &key, &message, &signature)?;
    assert!(report.valid);
    println!("{scheme}: valid, {} gas, {} of it precompiles", report.gas, report.precompile_gas);
    for item in &report.items {
        println!("  {:>7} gas  {} ({})", item.gas, item.name, item.count);
    }

    // Another salt hashes the message to another point, and the signature is none.
    let mut other = signature;
    other[2] ^= 1;
    assert!(!verify(scheme, &Fork::default(), &key, &message, &other)?.valid);
    println!("with another salt: not valid");
    Ok(())
}

/// The bytes of a line `name = hexadecimal`.
fn field(name: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let line = ENTRY.lines().filter_map(|line| line.split_once(" = ")).find(|(found, _)| *found == name);
    Ok(hex::decode(line.ok_or("a field of the entry")?.1)?)
}
