//! The vectors that the EIP published, of both generations, and all its malformed inputs.
//!
//! Sources: `assets/eip-7885` of the EIPs repository, the tests of its `op-geth` folders. Long
//! outputs are kept as their first elements and a hash of all of them, after reduction where the
//! published ones are not reduced.

use crate::suite::parameters::Parameters;
use crate::suite::{bytes, integers, short};
use num_bigint::BigUint;
use papilio_precompile::{Error, Kind, Operation, gas, run};

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

fn unhex(digits: &str) -> Vec<u8> {
    digits.as_bytes().chunks(2).map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).expect("hex")).collect()
}

fn element_bytes(values: impl IntoIterator<Item = u64>, width: usize) -> Vec<u8> {
    bytes(&values.into_iter().map(BigUint::from).collect::<Vec<_>>(), width)
}

/// `n`, `q`, width; then for each operation the price, the first elements and the hash.
type Published = (u32, u64, usize, [(u64, [u32; 4], u64); 4]);

const STANDARDS: [Published; 3] = [
    (
        512,
        12_289,
        2,
        [
            (790, [4075, 1888, 2102, 1235], 0x69F7_AAD1_124C_7AFF),
            (790, [6401, 2213, 7599, 9119], 0x6691_5676_36B4_3D5B),
            (164, [6817, 12_173, 9687, 5241], 0xA3B3_E381_0A3C_790C),
            (154, [10_476, 4101, 9701, 10_354], 0xE85F_3C0C_FA11_8DAF),
        ],
    ),
    (
        1024,
        12_289,
        2,
        [
            (1750, [3243, 12_033, 6581, 9819], 0x9C43_A3D9_97B5_6C10),
            (1750, [6657, 6148, 4426, 6300], 0xF03B_7B59_3934_B4AC),
            (328, [9167, 11_393, 2576, 9163], 0xFF1F_1F45_73FF_CE1E),
            (308, [9900, 5892, 11_007, 3830], 0xBEB1_3290_42F1_E407),
        ],
    ),
    (
        256,
        8_380_417,
        4,
        [
            (220, [4_244_982, 5_035_944, 5_324_945, 5_167_776], 0xCEC8_26F1_E5E8_E574),
            (270, [4_190_337, 4_362_708, 288_943, 7_970_686], 0x9B60_EA05_E546_311B),
            (82, [753_082, 556_642, 2_924_020, 6_511_381], 0x381D_6C58_EF85_462F),
            (77, [54_902, 1_018_235, 5_613_888, 4_758_045], 0x83CA_02E9_8757_89C6),
        ],
    ),
];

/// The transforms of 1 to n, and products and sums of the two transforms.
#[test]
fn standards() {
    for (n, q, width, expected) in STANDARDS {
        let counted = element_bytes(1..=u64::from(n), width);
        let [forward, inverse] =
            [Operation::Forward, Operation::Inverse].map(|op| run(op, &short(n, q, &counted)).expect("a transform"));
        let both = [&forward[..], &inverse].concat();
        for (operation, (price, first, sum)) in Operation::ALL.into_iter().zip(expected) {
            let input = short(n, q, if operation.vectors() == 1 { &counted } else { &both });
            let output = run(operation, &input).expect("an output");
            let begin: Vec<_> = integers(&output, width).into_iter().take(4).collect();
            assert_eq!(begin, first.map(BigUint::from), "{operation:?} of {n} modulo {q}");
            assert_eq!((hash(&output), gas(operation, &input)), (sum, price), "{operation:?} of {n} modulo {q}");
            // The same in elements of 8 bytes.
            let body = integers(&input[12..], width);
            let wide = run(operation, &short(n, q, &bytes(&body, 8))).expect("an output");
            assert_eq!(integers(&wide, 8), integers(&output, width));
        }
    }
}

const COUNTED: [u32; 16] = [69, 40, 29, 76, 76, 1, 22, 18, 69, 74, 43, 56, 32, 4, 30, 56];
const FROM_ZERO: [u32; 16] = [8, 60, 32, 51, 20, 67, 67, 36, 49, 27, 72, 13, 55, 96, 8, 18];
/// The values by the least root, 19, which form S has.
const COUNTED_BY_LEAST: [u64; 16] = [56, 43, 74, 69, 32, 4, 56, 30, 40, 69, 29, 76, 18, 22, 1, 76];

/// The general precompile took the root 28 modulo 97.
#[test]
fn small_ring_with_another_root() {
    let p = Parameters::new(Kind::Negacyclic, 16, BigUint::from(97u32), BigUint::from(28u32));
    for (first, expected) in [(1u32, COUNTED), (0, FROM_ZERO)] {
        let a: Vec<_> = (first..first + 16).map(BigUint::from).collect();
        let values = crate::suite::run(&p, Operation::Forward, &[&a]);
        assert_eq!(values, expected.map(BigUint::from));
        assert_eq!(crate::suite::run(&p, Operation::Inverse, &[&values]), a);
    }
    for width in [2, 8] {
        let output = run(Operation::Forward, &short(16, 97, &element_bytes(1..=16, width))).expect("an output");
        assert_eq!(output, element_bytes(COUNTED_BY_LEAST, width));
        assert_eq!(run(Operation::Inverse, &short(16, 97, &output)), Ok(element_bytes(1..=16, width)));
    }
}

/// It took the root 10302 modulo 12289.
#[test]
fn falcon_with_another_root() {
    let p = Parameters::new(Kind::Negacyclic, 512, BigUint::from(12_289u32), BigUint::from(10_302u32));
    let a: Vec<_> = (1u32..=512).map(BigUint::from).collect();
    let values = crate::suite::run(&p, Operation::Forward, &[&a]);
    assert_eq!(values[..3], [0x18CEu32, 0x0253, 0x25F3].map(BigUint::from));
}

#[test]
fn small_vectors() {
    let body = element_bytes((0..16).chain(1..=16), 8);
    let product = run(Operation::Multiply, &short(16, 97, &body));
    assert_eq!(product, Ok(element_bytes((0..16).map(|i| i * (i + 1) % 97), 8)));
    let sum = run(Operation::Add, &short(16, 97, &body));
    assert_eq!(sum, Ok(element_bytes((0..16).map(|i| 2 * i + 1), 8)));
}

/// The malformed inputs of the precompile for the signature standards, which left more to other
/// parameters than this one.
#[test]
fn malformed_inputs_of_the_standards() {
    let falcon_one_vector = [unhex("000002000000000000003001"), element_bytes(1..=512, 2)].concat();
    let transforms = [
        (unhex(""), Error::TooShort),
        (unhex("00000000"), Error::TooShort),
        (unhex("00000010000000000000006100000000000000010000000000000002"), Error::Length { expected: 44, got: 28 }),
        (unhex("000002000000000000003001000100020003"), Error::Length { expected: 1036, got: 18 }),
        (unhex("0000010000000000007fe001000000010000000200000003"), Error::Length { expected: 1036, got: 24 }),
    ];
    let vectors = [
        (unhex(""), Error::TooShort),
        (unhex("00000000"), Error::TooShort),
        (unhex("000000000000000000003001"), Error::DegreeNotPower),
        (unhex("0000000f000000000000300100000001000000020000000300000004"), Error::DegreeNotPower),
        (unhex("00000010000000000000006100000000000000010000000000000002"), Error::Length { expected: 76, got: 28 }),
        (unhex("000002000000000000003001000100020003"), Error::Length { expected: 2060, got: 18 }),
        (falcon_one_vector, Error::Length { expected: 2060, got: 1036 }),
        (
            unhex("0000010000000000007fe001000000010000000200000003000000040000000500000006"),
            Error::Length { expected: 2060, got: 36 },
        ),
    ];
    for operation in Operation::ALL {
        let cases = if operation.vectors() == 1 { &transforms[..] } else { &vectors };
        for (input, error) in cases {
            assert_eq!((run(operation, input), gas(operation, input)), (Err(*error), 200), "{operation:?} of {input:02x?}");
        }
    }
}

/// The malformed inputs of the general precompile, whose transform had a byte for the direction in
/// front.
#[test]
fn malformed_inputs_of_the_general_form() {
    let words = |count: u64| element_bytes(0..count, 8);
    let mut above = words(16);
    above[127] = 34;
    let with_op = |n: u8, q: u8| [vec![0, 0, 0, 0, n, 0, 0, 0, 0, 0, 0, 0, q], words(u64::from(n))].concat();
    let transforms = [
        (unhex(""), Error::TooShort),
        (unhex("00"), Error::TooShort),
        // A direction that there is not.
        (unhex("02000000100000000000000011"), Error::Header),
        (unhex("00000000080000000000000011"), Error::DegreeNotPower),
        (with_op(17, 17), Error::DegreeNotPower),
        (unhex("00000000100000000000000000"), Error::DegreeNotPower),
        (with_op(16, 2), Error::DegreeNotPower),
        ([vec![0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 33], above.clone()].concat(), Error::DegreeNotPower),
    ];
    // Without that byte, which this form does not have.
    let stripped = [
        (short(17, 17, &[]), Error::DegreeNotPower),
        (short(16, 0, &[]), Error::ZeroModulus),
        (short(16, 2, &[]), Error::Modulus),
        (short(16, 17, &words(16)), Error::Congruence),
        (short(16, 33, &above), Error::Coefficient(15)),
        (short(16, 33, &words(16)), Error::NotPrime),
    ];
    for (input, error) in transforms.iter().chain(&stripped) {
        for operation in [Operation::Forward, Operation::Inverse] {
            assert_eq!(run(operation, input), Err(*error), "{operation:?} of {input:02x?}");
        }
    }
    let vectors = [
        (unhex(""), Error::TooShort),
        (unhex("0000001000000000"), Error::TooShort),
        (short(8, 17, &[]), Error::Length { expected: 44, got: 12 }),
        (short(17, 17, &[]), Error::DegreeNotPower),
        (short(16, 0, &[]), Error::ZeroModulus),
        (short(16, 2, &[]), Error::Modulus),
        (short(16, 97, &words(2)), Error::Length { expected: 76, got: 28 }),
    ];
    for (input, error) in &vectors {
        for operation in [Operation::Multiply, Operation::Add] {
            assert_eq!(run(operation, input), Err(*error), "{operation:?} of {input:02x?}");
        }
    }
}

#[test]
fn texts_of_errors() {
    let texts = [
        (Error::TooShort, "input too short: minimum 12 bytes required"),
        (Error::Header, "unsupported header"),
        (Error::DegreeNotPower, "ring degree must be a power of 2"),
        (Error::Degree, "invalid ring degree"),
        (Error::ZeroModulus, "modulus cannot be zero"),
        (Error::Modulus, "unsupported modulus"),
        (Error::Congruence, "modulus must be congruent to 1 mod 2*ringDegree"),
        (Error::Root, "invalid root of unity"),
        (Error::Length { expected: 268, got: 28 }, "input length mismatch: expected 268, got 28"),
        (Error::Coefficient(15), "coefficient 15 exceeds modulus"),
        (Error::NotPrime, "modulus is not prime"),
    ];
    for (i, (error, text)) in texts.into_iter().enumerate() {
        assert_eq!((error.to_string().as_str(), usize::from(error.index())), (text, i + 1));
    }
}
