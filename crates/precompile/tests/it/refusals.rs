//! Inputs that are nearly right.

use crate::suite::parameters::{Parameters, all, goldilocks};
use crate::suite::{Numbers, bytes, short};
use num_bigint::BigUint;
use papilio_precompile::{Error, Kind, Operation, gas, header, run};

/// An input of every form, kind and width, for each operation.
fn inputs() -> Vec<(Operation, Vec<u8>, usize)> {
    let mut inputs = Vec::new();
    for operation in Operation::ALL {
        for p in all() {
            let mut numbers = Numbers(p.n as u64);
            let vectors: Vec<_> = (0..operation.vectors()).map(|_| numbers.residues(&p.q, p.n)).collect();
            let vectors: Vec<_> = vectors.iter().map(Vec::as_slice).collect();
            inputs.push((operation, p.input(&vectors), p.header().len()));
        }
        for (n, q, width) in
            [(512, 12_289, 2), (256, 8_380_417, 4), (16, 97, 8), (128, 3329, 2), (64, 0xFFFF_FFFF_0000_0001, 8)]
        {
            let body = Numbers(q).residues(&BigUint::from(q), n as usize * operation.vectors());
            inputs.push((operation, short(n, q, &bytes(&body, width)), 12));
        }
    }
    inputs
}

#[test]
fn every_truncation_and_extension() {
    for (operation, input, header_len) in inputs() {
        let full = run(operation, &input).expect("a sound input");
        // An input of wide elements may begin with one of narrow elements.
        let narrow = |len: usize| input[0] == 0 && len == header_len + (input.len() - header_len) / 4;
        for len in (0..input.len().min(header_len + 40)).chain([input.len() - 1]).filter(|&len| !narrow(len)) {
            let error = run(operation, &input[..len]).expect_err("a truncated input");
            let expected = if len < header_len { 1 } else { 9 };
            assert_eq!(error.index(), expected, "{operation:?} of {len} bytes of {}: {error}", input.len());
            assert_eq!(gas(operation, &input[..len]), 200);
        }
        let longer = [&input[..], &[0]].concat();
        assert!(matches!(run(operation, &longer), Err(Error::Length { .. })));
        assert_eq!(run(operation, &input), Ok(full), "calls do not depend on one another");
    }
}

#[test]
fn every_element_at_the_modulus() {
    for (operation, input, header_len) in inputs() {
        let decoded = header(operation, &input).expect("a sound header");
        let digits = decoded.modulus.to_string();
        let q: BigUint = digits.parse().expect("decimal digits");
        let ones = vec![0xFF; decoded.width];
        for bad in [bytes(&[q], decoded.width), ones] {
            for i in [0, 1, decoded.n / 2, decoded.n * decoded.vectors - 1] {
                let mut corrupted = input.clone();
                corrupted[header_len + i * decoded.width..][..decoded.width].copy_from_slice(&bad);
                assert_eq!(run(operation, &corrupted), Err(Error::Coefficient(i)), "{operation:?} modulo {digits}");
                // Prices do not look at elements.
                assert_eq!(gas(operation, &corrupted), gas(operation, &input));
            }
        }
    }
}

/// Elements are looked at in blocks of 64, of both vectors at once. All of the first vector comes
/// before the second.
#[test]
fn the_first_of_two_bad_elements_is_named() {
    for (operation, input, header_len) in inputs().into_iter().filter(|(operation, ..)| operation.vectors() == 2) {
        let decoded = header(operation, &input).expect("a sound header");
        let n = decoded.n;
        let places = [0, 1, 63, 64, 65, n - 1].map(|i| i.min(n - 1));
        for (first, second) in places.into_iter().flat_map(|first| places.map(|second| (first, n + second))) {
            let mut corrupted = input.clone();
            for i in [first, second] {
                corrupted[header_len + i * decoded.width..][..decoded.width].fill(0xFF);
            }
            assert_eq!(
                run(operation, &corrupted),
                Err(Error::Coefficient(first)),
                "{operation:?}, {first} and {second} of {n}"
            );
            corrupted[header_len + first * decoded.width..][..decoded.width].fill(0);
            assert_eq!(run(operation, &corrupted), Err(Error::Coefficient(second)), "{operation:?}, {second} of {n}");
        }
    }
}

/// Elements of eight bytes modulo a prime of less: their upper halves count.
#[test]
fn upper_halves_are_looked_at() {
    let header = [&16_u32.to_be_bytes()[..], &97_u64.to_be_bytes()].concat();
    for operation in [Operation::Forward, Operation::Inverse, Operation::Multiply, Operation::Add] {
        let elements = 16 * operation.vectors();
        for at in 0..elements {
            for value in [1_u64 << 32, 1 << 63, 97 << 32] {
                let mut input = [&header[..], &vec![0; 8 * elements]].concat();
                input[header.len() + 8 * at..][..8].copy_from_slice(&value.to_be_bytes());
                assert_eq!(run(operation, &input), Err(Error::Coefficient(at)), "{operation:?}, {value:x} at {at}");
            }
        }
    }
}

/// Every bit of the header: the call fails, or the header is another sound one.
#[test]
fn every_bit_of_the_header() {
    for (operation, input, header_len) in inputs() {
        let decoded = header(operation, &input);
        for bit in 0..8 * header_len {
            let mut corrupted = input.clone();
            corrupted[bit / 8] ^= 1 << (bit % 8);
            if run(operation, &corrupted).is_ok() {
                let other = header(operation, &corrupted);
                assert!(other.is_ok() && other != decoded, "{operation:?}: bit {bit}");
            }
        }
    }
}

#[test]
fn fields_of_the_extended_header() {
    let p = Parameters::new(Kind::Negacyclic, 16, BigUint::from(97u32), BigUint::from(28u32));
    let a = vec![BigUint::from(1u32); 16];
    let sound = p.input(&[&a]);
    let with = |place: usize, byte: u8| {
        let mut input = sound.clone();
        input[place] = byte;
        run(Operation::Forward, &input).expect_err("a corrupted header")
    };
    assert_eq!(run(Operation::Forward, &sound).map(|output| output.len()), Ok(32));
    assert_eq!((with(0, 2), with(0, 255)), (Error::Header, Error::Header));
    assert_eq!((with(1, 4), with(1, 255)), (Error::Header, Error::Header));
    for m in [0, 1, 3, 5, 6, 7, 9, 31, 33, 64, 255] {
        assert_eq!(with(3, m), Error::Header, "{m}");
    }
    assert_eq!((with(2, 0), with(2, 17), with(2, 255)), (Error::Degree, Error::Degree, Error::Degree));
    assert_eq!((with(5, 96), with(5, 1)), (Error::Modulus, Error::Modulus));
    assert_eq!(with(5, 0), Error::ZeroModulus);
    assert_eq!((with(7, 0), with(7, 27), with(7, 97), with(7, 97 + 28)), (Error::Root, Error::Root, Error::Root, Error::Root));
    assert_eq!(with(2, 3), Error::Root, "the root is of another order");
    // The width is the least that holds the modulus.
    let wide = Parameters { width: 4, ..p };
    assert_eq!(run(Operation::Forward, &wide.input(&[&a])), Err(Error::Modulus));
}

#[test]
fn the_root_is_checked_before_the_length_and_the_length_before_elements() {
    let p = Parameters::new(Kind::Negacyclic, 16, BigUint::from(97u32), BigUint::from(27u32));
    let high = vec![BigUint::from(99u32); 15];
    assert_eq!(run(Operation::Forward, &p.input(&[&high])), Err(Error::Root));
    assert_eq!(run(Operation::Multiply, &p.input(&[&high])), Err(Error::Length { expected: 72, got: 38 }));
    for kind in [Kind::Incomplete, Kind::Complex] {
        let p = Parameters { kind, q: BigUint::from(103u32), ..p.clone() };
        assert_eq!(run(Operation::Multiply, &p.input(&[&high])), Err(Error::Root));
        assert!(matches!(run(Operation::Add, &p.input(&[&high])), Err(Error::Length { .. })));
    }
    // 97 is 1 modulo 4, where −1 has a square root.
    let p = Parameters { kind: Kind::Complex, ..p };
    assert_eq!(run(Operation::Add, &p.input(&[&high])), Err(Error::Modulus));
}

#[test]
fn lengths_above_the_limit() {
    for (width, log) in [(2, 17), (4, 17), (8, 17), (16, 15), (32, 14)] {
        let q = (BigUint::from(1u32) << (8 * width - 1)) + 1u32;
        let p = Parameters::new(Kind::Negacyclic, 1 << log, q, BigUint::from(1u32));
        assert_eq!(run(Operation::Add, &p.header()), Err(Error::Degree));
        let p = Parameters { n: p.n / 2, ..p };
        assert!(matches!(run(Operation::Add, &p.header()), Err(Error::Length { .. })));
    }
    for n in [1, 1 << 17, 1 << 23] {
        assert_eq!(run(Operation::Forward, &short(n, 97, &[])), Err(Error::Degree));
    }
    // The first byte is no longer that of form S.
    assert_eq!(run(Operation::Forward, &short(1 << 31, 97, &[])), Err(Error::Header));
}

#[test]
fn moduli_of_form_s() {
    let zeros = vec![0; 64 * 8];
    let outcome = |n: u32, q: u64| run(Operation::Forward, &short(n, q, &zeros[..n as usize * 8]));
    assert_eq!(outcome(64, 12_289 * 12_289), Err(Error::NotPrime));
    assert_eq!(outcome(2, 4_294_967_291 * 4_294_967_291), Err(Error::NotPrime));
    assert_eq!(outcome(2, 1729), Err(Error::NotPrime));
    assert_eq!(outcome(64, 97), Err(Error::Congruence));
    assert_eq!(outcome(64, goldilocks().iter_u64_digits().next().unwrap_or(0)), Ok(zeros.clone()));
}

/// The fuzzer's cases over random bytes, many of which begin like a header.
#[test]
fn cases_of_the_fuzzer() {
    let mut numbers = Numbers(7);
    let moduli = [97u64, 17, 3329, 12_289, 2_013_265_921, 0xFFFF_FFFF_0000_0001, 33];
    for i in 0..20_000u64 {
        let length = numbers.word() % 150;
        let mut input: Vec<u8> = (0..length).map(|_| (numbers.word() >> 20) as u8).collect();
        let begin = match i % 4 {
            0 => vec![],
            1 => short(1 << (numbers.word() % 7), moduli[i as usize % 7], &[]),
            2 => vec![1, (numbers.word() >> 20) as u8 % 4, (numbers.word() >> 20) as u8 % 6, 2 << (numbers.word() % 5)],
            _ => all_headers()[i as usize % all_headers().len()].clone(),
        };
        let kept = begin.len().min(input.len());
        input[..kept].copy_from_slice(&begin[..kept]);
        crate::suite::fuzz::case(&input);
    }
}

fn all_headers() -> &'static [Vec<u8>] {
    static HEADERS: std::sync::OnceLock<Vec<Vec<u8>>> = std::sync::OnceLock::new();
    HEADERS.get_or_init(|| all().iter().map(Parameters::header).collect())
}
