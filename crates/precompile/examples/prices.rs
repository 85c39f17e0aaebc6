//! Times of the experimental operations against their prices:
//! `cargo run --release -p papilio-precompile --features experimental --example prices`.
//!
//! The yardstick is the signature recovery at address 1, 3000 gas in 36 to 44 µs: 12 ns a unit of
//! gas. `papilio precompile bench --adversarial` measures the four operations of the specification.

use papilio_precompile::experimental::{Operation, gas, run};
use papilio_precompile::prepare;
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds of the yardstick for a unit of gas.
const UNIT: f64 = 12.0;

/// Name, length, modulus and bytes of an element, in form S.
const SETS: [(&str, u32, u64, usize); 4] = [
    ("ML-DSA", 256, 8_380_417, 4),
    ("Falcon", 512, 12_289, 2),
    ("Goldilocks", 2, 0xFFFF_FFFF_0000_0001, 8),
    ("Goldilocks", 1024, 0xFFFF_FFFF_0000_0001, 8),
];

/// Rows and columns of matrices.
const SHAPES: [[u8; 2]; 6] = [[1, 1], [1, 7], [4, 4], [6, 5], [8, 7], [7, 1]];

fn main() {
    prepare();
    println!("{:44} {:>10} {:>10} {:>12}", "call", "ns", "gas", "of yardstick");
    for (name, n, q, width) in SETS {
        report(&format!("{n} {name}"), Operation::Subtract, &[], &short(n, q, width, 2));
        for [rows, columns] in SHAPES {
            let vectors = usize::from((rows + 1) * columns);
            let name = format!("{rows} x {columns} of {n} {name}");
            report(&name, Operation::MultiplyAccumulate, &[rows, columns], &short(n, q, width, vectors));
        }
        for norm in [0, 1].into_iter().filter(|_| width < 8) {
            report(&format!("{norm} {n} {name}"), Operation::Norm, &[norm], &short(n, q, width, 1));
        }
    }
    for (length, message) in [(32u32, 0usize), (32, 200), (136, 100_000), (1 << 16, 10)] {
        report(&format!("{length} of {message}"), Operation::Shake256, &length.to_be_bytes(), &vec![1; message]);
    }
}

/// Elements that run through the residues.
fn short(n: u32, q: u64, width: usize, vectors: usize) -> Vec<u8> {
    let header = [&n.to_be_bytes()[..], &q.to_be_bytes()].concat();
    let count = u64::from(n) * vectors as u64;
    let elements = (1..=count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % q);
    header.into_iter().chain(elements.flat_map(|x| x.to_be_bytes().into_iter().skip(8 - width))).collect()
}

/// Prints the least time of some samples.
fn report(name: &str, operation: Operation, before: &[u8], input: &[u8]) {
    let input = [before, input].concat();
    let outcome = run(operation, &input);
    assert!(outcome.is_ok(), "{outcome:?}");
    let sample = |count: u32| {
        let start = Instant::now();
        (0..count).for_each(|_| drop(black_box(run(operation, black_box(&input)))));
        start.elapsed().as_nanos() as f64 / f64::from(count)
    };
    // Samples short enough that some of them are not interrupted.
    let count = (20_000.0 / sample(1)).clamp(1.0, 64.0) as u32;
    let least = (0..40).map(|_| sample(count)).fold(f64::MAX, f64::min);
    let gas = gas(operation, &input);
    println!("{:44} {least:10.0} {gas:10} {:12.2}", format!("{operation:?} {name}"), least / gas as f64 / UNIT);
}
