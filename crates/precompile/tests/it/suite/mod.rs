//! Inputs, and the definitions in quadratic time that outputs are compared with.
#![allow(dead_code, unreachable_pub)] // each test uses a part

pub mod fuzz;
pub mod parameters;

use num_bigint::BigUint;
use papilio_precompile::{Kind, Operation};
use parameters::Parameters;

/// A generator of numbers without quality, for data that only has to be varied.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    pub fn below(&mut self, q: &BigUint) -> BigUint {
        let words = (0..q.bits().div_ceil(32) + 2).map(|_| (self.word() >> 16) as u32).collect();
        BigUint::new(words) % q
    }

    /// Residues, with the greatest and the least among them.
    pub fn residues(&mut self, q: &BigUint, count: usize) -> Vec<BigUint> {
        let mut values: Vec<BigUint> = (0..count).map(|_| self.below(q)).collect();
        values[0] = q - 1u32;
        values[count - 1] = match self.word() % 3 {
            0 => BigUint::ZERO,
            1 => q - 1u32,
            _ => BigUint::from(1u32),
        };
        values
    }
}

/// Big-endian bytes of a width.
pub fn bytes(values: &[BigUint], width: usize) -> Vec<u8> {
    let of = |value: &BigUint| {
        let digits = value.to_bytes_be();
        [vec![0; width - digits.len().min(width)], digits].concat()
    };
    values.iter().flat_map(of).collect()
}

pub fn integers(bytes: &[u8], width: usize) -> Vec<BigUint> {
    bytes.chunks_exact(width).map(BigUint::from_bytes_be).collect()
}

/// An input in form S.
pub fn short(n: u32, q: u64, body: &[u8]) -> Vec<u8> {
    [&n.to_be_bytes()[..], &q.to_be_bytes(), body].concat()
}

/// The reversal of the binary digits of `i`.
fn reversed(i: usize, log: u32) -> u32 {
    (0..log).fold(0, |out, bit| out << 1 | (i >> bit & 1) as u32)
}

type Pair = [BigUint; 2];

/// The product of Gaussian integers.
fn gaussian([a, b]: &Pair, [c, d]: &Pair, q: &BigUint) -> Pair {
    [(a * c + (q - b % q) * d) % q, (a * d + b * c) % q]
}

fn gaussian_power(x: &Pair, exponent: &BigUint, q: &BigUint) -> Pair {
    let one = [BigUint::from(1u32), BigUint::ZERO];
    (0..exponent.bits()).rev().fold(one, |power, i| {
        let square = gaussian(&power, &power, q);
        if exponent.bit(i) { gaussian(&square, x, q) } else { square }
    })
}

fn value(a: &[BigUint], x: &BigUint, q: &BigUint) -> BigUint {
    a.iter().rev().fold(BigUint::ZERO, |sum, coefficient| (sum * x + coefficient) % q)
}

/// The forward transform, by the definition of its kind.
pub fn forward(p: &Parameters, a: &[BigUint]) -> Vec<BigUint> {
    let (q, log) = (&p.q, p.n.trailing_zeros());
    let power = |e: u32| p.root[0].modpow(&BigUint::from(e), q);
    match p.kind {
        Kind::Negacyclic => (0..p.n).map(|i| value(a, &power(2 * reversed(i, log) + 1), q)).collect(),
        Kind::Cyclic => (0..p.n).map(|i| value(a, &power(reversed(i, log)), q)).collect(),
        Kind::Incomplete => {
            let halves = [0, 1].map(|parity| a.iter().skip(parity).step_by(2).cloned().collect::<Vec<_>>());
            let pair = |i: usize| {
                let square = power(2 * reversed(i, log - 1) + 1);
                halves.each_ref().map(|half| value(half, &square, q))
            };
            (0..p.n / 2).flat_map(pair).collect()
        }
        Kind::Complex => {
            let value = |i: usize| {
                let x = gaussian_power(&p.root, &BigUint::from(4 * reversed(i, log - 1) + 1), q);
                let zero = [BigUint::ZERO, BigUint::ZERO];
                a.chunks_exact(2).rev().fold(zero, |sum, z| {
                    let [re, im] = gaussian(&sum, &x, q);
                    [(re + &z[0]) % q, (im + &z[1]) % q]
                })
            };
            (0..p.n / 2).flat_map(value).collect()
        }
    }
}

/// The product of two polynomials of the ring that a kind transforms.
pub fn ring_product(p: &Parameters, a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let mut out = vec![BigUint::ZERO; p.n];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let product = a * b % &p.q;
            let wrapped = if i + j < p.n || p.kind == Kind::Cyclic { product } else { (&p.q - product) % &p.q };
            let place = &mut out[(i + j) % p.n];
            *place = (&*place + wrapped) % &p.q;
        }
    }
    out
}

/// The coefficients of a polynomial as the elements of an input.
pub fn folded(kind: Kind, a: &[BigUint]) -> Vec<BigUint> {
    let (low, high) = a.split_at(a.len() / 2);
    match kind {
        Kind::Complex => low.iter().zip(high).flat_map(|(re, im)| [re.clone(), im.clone()]).collect(),
        _ => a.to_vec(),
    }
}

/// Runs an operation on elements.
pub fn run(p: &Parameters, operation: Operation, vectors: &[&[BigUint]]) -> Vec<BigUint> {
    let input = p.input(vectors);
    let output = papilio_precompile::run(operation, &input);
    integers(&output.unwrap_or_else(|error| panic!("{operation:?} of {p:?}: {error}")), p.width)
}
