//! `PapilioNtt`: the results of the precompiles, and errors where there is none.

use super::abi::{self, Value};
use super::chain::{Chain, Outcome};
use papilio_precompile::{DEFAULT_BASE, Operation};
use revm::primitives::Address;

/// Length and modulus of polynomials, and bytes of an element.
const SETS: [(u32, u64, usize); 4] = [(512, 12_289, 2), (1024, 12_289, 2), (256, 8_380_417, 4), (8, 0xffff_ffff_0000_0001, 8)];

fn name(operation: Operation) -> &'static str {
    match operation {
        Operation::Forward => "forward(uint160,uint32,uint64,bytes)",
        Operation::Inverse => "inverse(uint160,uint32,uint64,bytes)",
        Operation::Multiply => "multiply(uint160,uint32,uint64,bytes,bytes)",
        Operation::Add => "add(uint160,uint32,uint64,bytes,bytes)",
    }
}

/// A vector of residues.
fn vector(n: u32, q: u64, width: usize, seed: u64) -> Vec<u8> {
    (0..u64::from(n)).flat_map(|i| ((i * i + seed) % q).to_be_bytes()[8 - width..].to_vec()).collect()
}

fn run(chain: &mut Chain, test: Address, operation: Operation, base: u64, (n, q): (u32, u64), vectors: &[Vec<u8>]) -> Outcome {
    let parameters = [base.into(), u64::from(n).into(), q.into()];
    let arguments: Vec<Value> = parameters.into_iter().chain(vectors.iter().map(|vector| vector[..].into())).collect();
    chain.call(test, name(operation), &arguments)
}

fn operands(operation: Operation, n: u32, q: u64, width: usize) -> Vec<Vec<u8>> {
    let count = if matches!(operation, Operation::Multiply | Operation::Add) { 2 } else { 1 };
    (0..count).map(|seed| vector(n, q, width, seed)).collect()
}

#[test]
fn results_are_those_of_the_precompiles() {
    for base in [DEFAULT_BASE, 0x100] {
        let mut chain = Chain::new(base);
        let test = chain.create("test/LibraryTest", &[]);
        for (n, q, width) in SETS {
            for operation in Operation::ALL {
                let vectors = operands(operation, n, q, width);
                let input = [&n.to_be_bytes()[..], &q.to_be_bytes(), &vectors.concat()].concat();
                let output = abi::bytes(&run(&mut chain, test, operation, base, (n, q), &vectors).output());
                assert_eq!(output, papilio_precompile::run(operation, &input).expect("canonical"), "{operation:?} {n} {q}");
            }
        }
    }
}

#[test]
fn what_is_refused_is_an_error() {
    let mut chain = Chain::new(DEFAULT_BASE);
    let test = chain.create("test/LibraryTest", &[]);
    for operation in Operation::ALL {
        let failed = |base: u64| {
            let address = Value::from(base + operation.address_offset());
            Outcome::Reverted(abi::call("PrecompileFailed(address)", &[address]))
        };
        let valid = operands(operation, 512, 12_289, 2);
        let mut large = valid.clone();
        large[0][..2].copy_from_slice(&12_289_u16.to_be_bytes());
        let mut short = valid.clone();
        short.iter_mut().for_each(|vector| vector.truncate(1022));
        let empty = vec![Vec::new(); valid.len()];
        for (what, n, q, vectors) in [
            ("q", 512, 12_289, &large),
            ("short", 512, 12_289, &short),
            ("empty", 512, 12_289, &empty),
            ("n", 511, 12_289, &valid),
            ("even", 512, 12_288, &valid),
        ] {
            assert_eq!(
                run(&mut chain, test, operation, DEFAULT_BASE, (n, q), vectors),
                failed(DEFAULT_BASE),
                "{operation:?}: {what}"
            );
        }
        assert_eq!(run(&mut chain, test, operation, 0x1000, (512, 12_289), &valid), failed(0x1000), "{operation:?}: not there");
        if valid.len() == 2 {
            let unequal = [valid[0].clone(), valid[1][..1022].to_vec()];
            let differ = Outcome::Reverted(abi::call("LengthsDiffer(uint256,uint256)", &[1024.into(), 1022.into()]));
            assert_eq!(run(&mut chain, test, operation, DEFAULT_BASE, (512, 12_289), &unequal), differ);
        }
    }
}
