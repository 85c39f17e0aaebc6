//! The experimental operations against their definitions.

use crate::suite::parameters::{Parameters, all};
use crate::suite::{Numbers, bytes, integers, short};
use num_bigint::BigUint;
use papilio_precompile::experimental::{Operation, gas, run};
use papilio_precompile::{Error, Kind};

fn complete() -> impl Iterator<Item = Parameters> {
    all().into_iter().filter(|p| matches!(p.kind, Kind::Negacyclic | Kind::Cyclic))
}

#[test]
fn differences() {
    for p in all() {
        let mut numbers = Numbers(p.n as u64);
        let (a, b) = (numbers.residues(&p.q, p.n), numbers.residues(&p.q, p.n));
        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| (a + &p.q - b) % &p.q).collect();
        let input = p.input(&[&a, &b]);
        assert_eq!(run(Operation::Subtract, &input).map(|output| integers(&output, p.width)), Ok(expected));
        assert_eq!(gas(Operation::Subtract, &input), papilio_precompile::gas(papilio_precompile::Operation::Add, &input));
        assert!(matches!(
            run(Operation::Subtract, &input[1..]),
            Err(Error::Header
                | Error::TooShort
                | Error::Degree
                | Error::DegreeNotPower
                | Error::Length { .. }
                | Error::ZeroModulus
                | Error::Modulus)
        ));
    }
}

#[test]
fn products_with_a_matrix() {
    for (p, [rows, columns]) in complete().zip([[1, 1], [4, 4], [2, 3], [3, 2], [6, 5], [1, 7]].into_iter().cycle()) {
        let mut numbers = Numbers(p.n as u64);
        let mut vectors = |count: usize| (0..count).map(|_| numbers.residues(&p.q, p.n)).collect::<Vec<_>>();
        let (matrix, vector) = (vectors(rows * columns), vectors(columns));
        let element = |i: usize, e: usize| {
            (0..columns).fold(BigUint::ZERO, |sum, j| sum + &matrix[i * columns + j][e] * &vector[j][e]) % &p.q
        };
        let expected: Vec<_> = (0..rows).flat_map(|i| (0..p.n).map(move |e| (i, e))).map(|(i, e)| element(i, e)).collect();
        let body: Vec<_> = matrix.iter().chain(&vector).map(Vec::as_slice).collect();
        let input = [vec![rows as u8, columns as u8], p.input(&body)].concat();
        assert_eq!(run(Operation::MultiplyAccumulate, &input).map(|output| integers(&output, p.width)), Ok(expected), "{p:?}");
        let mut high = input.clone();
        let at = input.len() - p.width;
        high[at..].fill(0xFF);
        let last = (rows + 1) * columns * p.n - 1;
        assert_eq!(run(Operation::MultiplyAccumulate, &high), Err(Error::Coefficient(last)));
        assert!(matches!(run(Operation::MultiplyAccumulate, &input[..at]), Err(Error::Length { .. })));
    }
}

#[test]
fn refusals_of_products_with_a_matrix() {
    let with = |rows: u8, columns: u8, n: u32| {
        let length = (usize::from(rows) + 1) * usize::from(columns) * n as usize * 2;
        let input = [vec![rows, columns], short(n, 97, &vec![0; length])].concat();
        (run(Operation::MultiplyAccumulate, &input).err(), gas(Operation::MultiplyAccumulate, &input))
    };
    assert_eq!(with(0, 4, 16), (Some(Error::Header), 200));
    assert_eq!(with(4, 0, 16), (Some(Error::Header), 200));
    assert_eq!(with(13, 5, 16), (Some(Error::Header), 200));
    assert_eq!(with(8, 8, 2048), (Some(Error::Degree), 200));
    assert_eq!(with(8, 8, 1024).0, None);
    assert_eq!(with(4, 4, 256), (None, 20 + (16 * 256 * 15u64).div_ceil(100) + (8 * 256 * 15u64).div_ceil(100)));
    assert_eq!(run(Operation::MultiplyAccumulate, &[1]), Err(Error::TooShort));
}

#[test]
fn norms() {
    for p in all().into_iter().filter(|p| p.q.bits() <= 32) {
        let a = Numbers(p.n as u64).residues(&p.q, p.n);
        let magnitudes: Vec<_> = a.iter().map(|x| x.min(&(&p.q - x)).clone()).collect();
        let squares: BigUint = magnitudes.iter().map(|x| x * x).sum();
        let greatest = magnitudes.iter().max().expect("elements").clone();
        for (norm, expected) in [(0, squares), (1, greatest)] {
            let input = [vec![norm], p.input(&[&a])].concat();
            assert_eq!(run(Operation::Norm, &input), Ok(bytes(&[expected], 32)), "{p:?}");
            assert_eq!(gas(Operation::Norm, &input), 20 + (p.n as u64 * 15).div_ceil(100));
        }
    }
    let wide = [vec![0], short(2, 4_294_967_311, &[0; 16])].concat();
    assert_eq!(run(Operation::Norm, &wide), Err(Error::Modulus));
    assert_eq!((run(Operation::Norm, &[]), run(Operation::Norm, &[2; 20])), (Err(Error::TooShort), Err(Error::Header)));
}

/// NIST's examples: the empty message, and outputs and messages that end where a block does.
#[test]
fn shake() {
    let hash = |length: u32, message: &[u8]| run(Operation::Shake256, &[&length.to_be_bytes()[..], message].concat());
    let empty = hash(32, &[]).expect("an output");
    assert_eq!(empty[..8], [0x46, 0xB9, 0xDD, 0x2B, 0x0B, 0xA8, 0x8D, 0x13]);
    assert_eq!(hash(1000, b"abc").expect("an output")[..136], hash(136, b"abc").expect("an output"));
    assert_eq!(hash(0, b"abc"), Ok(vec![]));
    assert_eq!((hash(1 << 16, &[]).map(|output| output.len()), hash((1 << 16) + 1, &[])), (Ok(1 << 16), Err(Error::Header)));
    let price =
        |length: u32, message: usize| gas(Operation::Shake256, &[&length.to_be_bytes()[..], &vec![0; message]].concat());
    assert_eq!((price(0, 0), price(136, 135), price(137, 135), price(136, 136), price(272, 300)), (96, 96, 132, 132, 204));
    assert_eq!((gas(Operation::Shake256, &[0; 3]), run(Operation::Shake256, &[0; 3])), (200, Err(Error::TooShort)));
}
