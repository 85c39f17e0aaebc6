//! Properties of the ring at the ends of its intervals, against integers of any length.

mod automorphism;
mod basis_converter;
mod codec;
mod crt_fraction;
mod poly;
mod rns_basis;

use num_bigint::{BigInt, BigUint};
use papilio_field::Modulus;
use papilio_ring::RnsBasis;

/// Distinct primes of these bit lengths, `1 mod 2n`.
fn primes(n: usize, bits: &[u32]) -> Vec<Modulus> {
    let values = RnsBasis::choose_moduli(n, bits, 0).expect("primes");
    values.into_iter().map(|q| Modulus::new(q).expect("a prime")).collect()
}

fn product(primes: &[Modulus]) -> BigInt {
    primes.iter().map(|q| BigInt::from(q.value())).product()
}

/// The residue in `[0, q)`.
fn residue(x: &BigInt, q: &Modulus) -> u64 {
    let q = BigInt::from(q.value());
    u64::try_from(((x % &q) + &q) % &q).expect("a word")
}

/// Residues of all values modulo the first prime, then modulo the second, and so on.
fn residues(values: &[BigInt], primes: &[Modulus]) -> Vec<u64> {
    primes.iter().flat_map(|q| values.iter().map(|x| residue(x, q))).collect()
}

/// `⌊a/b⌋` for `b > 0`.
fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    (a - ((a % b) + b) % b) / b
}

/// `⌊a/b⌉` for odd `b > 0`, which leaves no ties.
fn round(a: &BigInt, b: &BigInt) -> BigInt {
    floor(&(a + b / 2), b)
}

/// Words that depend on a place and a seed alone.
fn word(place: usize, seed: u64) -> u64 {
    let x = (place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed.wrapping_mul(0xD134_2543_DE82_EF95);
    let x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 29)
}

/// An integer of `[0, below)` that depends on a place and a seed alone.
fn integer(place: usize, seed: u64, below: &BigInt) -> BigInt {
    let digits: Vec<u32> = (0..140).map(|i| word(place * 140 + i, seed) as u32).collect();
    BigInt::from(BigUint::new(digits)) % below
}
