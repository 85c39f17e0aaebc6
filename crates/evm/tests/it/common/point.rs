//! The values that Falcon's contracts compute, by the definitions: the hashed point and the norm.

use papilio_evm::Hash;
use papilio_evm::falcon::{DEGREE, MODULUS};
use papilio_precompile::Operation;
use revm::primitives::keccak256;
use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};

/// Bytes of a stream, by EIP-8052 from message and salt, or by SHAKE256 from salt and message.
fn stream(hash: Hash, message: &[u8], salt: &[u8], bytes: usize) -> Vec<u8> {
    match hash {
        Hash::Keccak => {
            let state = keccak256([message, salt].concat());
            let blocks = (0..bytes.div_ceil(32) as u64).map(|i| keccak256([&state[..], &i.to_be_bytes()].concat()));
            blocks.flat_map(|block| block.0).collect()
        }
        Hash::Shake => {
            let mut shake = Shake256::default();
            shake.update(salt);
            shake.update(message);
            let mut output = vec![0; bytes];
            shake.finalize_xof().read(&mut output);
            output
        }
    }
}

/// The point: samples of 16 bits below `5q`, modulo `q`.
pub(crate) fn point(hash: Hash, message: &[u8], salt: &[u8]) -> Vec<u16> {
    let samples = stream(hash, message, salt, 4 * DEGREE);
    let samples = samples.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    samples.filter(|&sample| sample < 5 * MODULUS).map(|sample| sample % MODULUS).take(DEGREE).collect()
}

/// A precompile on vectors of Falcon-512.
pub(crate) fn compute(operation: Operation, vectors: &[&[u16]]) -> Vec<u16> {
    let header = [&(DEGREE as u32).to_be_bytes()[..], &u64::from(MODULUS).to_be_bytes()].concat();
    let elements = vectors.iter().flat_map(|vector| vector.iter().flat_map(|x| x.to_be_bytes()));
    let output =
        papilio_precompile::run(operation, &header.into_iter().chain(elements).collect::<Vec<_>>()).expect("canonical");
    output.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
}

/// Residues to `(−q/2, q/2)`.
pub(crate) fn centered(residues: &[u16]) -> Vec<i32> {
    residues.iter().map(|&x| if x > MODULUS / 2 { i32::from(x) - i32::from(MODULUS) } else { i32::from(x) }).collect()
}

/// `|c − s2·h|² + |s2|²`.
pub(crate) fn norm(h: &[u16], c: &[u16], s2: &[i32]) -> i64 {
    let residues: Vec<u16> = s2.iter().map(|s| s.rem_euclid(i32::from(MODULUS)) as u16).collect();
    let (s, h) = (compute(Operation::Forward, &[&residues]), compute(Operation::Forward, &[h]));
    let product = compute(Operation::Inverse, &[&compute(Operation::Multiply, &[&s, &h])]);
    let s1: Vec<u16> = c.iter().zip(product).map(|(&c, p)| (c + MODULUS - p) % MODULUS).collect();
    centered(&s1).iter().chain(s2).map(|&x| i64::from(x) * i64::from(x)).sum()
}
