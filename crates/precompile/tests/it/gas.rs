//! Prices.

use crate::suite::parameters::{Parameters, goldilocks, stark};
use crate::suite::short;
use num_bigint::BigUint;
use papilio_precompile::{Kind, Operation, gas};

const FORWARD: Operation = Operation::Forward;

fn of_short(operation: Operation, n: u32, q: u64, width: usize) -> u64 {
    gas(operation, &short(n, q, &vec![0; n as usize * width * operation.vectors()]))
}

fn of_extended(operation: Operation, kind: Kind, n: usize, q: BigUint) -> u64 {
    let p = Parameters::new(kind, n, q, BigUint::from(1u32));
    let zeros = vec![BigUint::ZERO; n * operation.vectors()];
    gas(operation, &p.input(&[&zeros]))
}

#[test]
fn the_registry() {
    let prices = |n, q, width| Operation::ALL.map(|operation| of_short(operation, n, q, width));
    for (n, q, width, expected) in [
        (512, 12_289, 2, [790, 790, 164, 154]),
        (1024, 12_289, 2, [1750, 1750, 328, 308]),
        (256, 8_380_417, 4, [220, 270, 82, 77]),
    ] {
        assert_eq!((prices(n, q, width), prices(n, q, 8)), (expected, expected));
    }
}

#[test]
fn other_parameters() {
    let goldilocks_word = 0xFFFF_FFFF_0000_0001;
    assert_eq!(of_short(FORWARD, 1024, goldilocks_word, 8), 6856);
    assert_eq!(of_extended(FORWARD, Kind::Negacyclic, 256, stark()), 4296);
    // Parameters like Falcon's that are not in the registry.
    assert_eq!(of_short(FORWARD, 512, 7681, 2), 1890);
    assert_eq!(of_extended(FORWARD, Kind::Negacyclic, 512, BigUint::from(12_289u32)), 200 + (512 * 270u64).div_ceil(100));
    assert_eq!(of_extended(FORWARD, Kind::Cyclic, 1024, goldilocks()), 200 + (1024 * 590u64).div_ceil(100));
    assert_eq!(of_short(Operation::Multiply, 128, 3329, 2), 20 + 41);
    assert_eq!(of_short(Operation::Add, 128, 3329, 2), 20 + 39);
    let ml_kem = |operation, kind| of_extended(operation, kind, 256, BigUint::from(3329u32));
    assert_eq!(ml_kem(Operation::Multiply, Kind::Incomplete), 2 * ml_kem(Operation::Multiply, Kind::Cyclic));
    assert_eq!(ml_kem(Operation::Add, Kind::Incomplete), ml_kem(Operation::Add, Kind::Cyclic));
}

/// Every operation on elements of each width, `n = 128`: the table of `docs/eip7885.md`, by hand.
#[test]
fn every_width() {
    use Operation::{Add, Forward, Inverse, Multiply};
    let n = 128;
    let below = |bits: u32| (BigUint::from(1u32) << bits) - 1u32;
    let of = |operation, kind, bits| of_extended(operation, kind, n, below(bits));
    for (bits, transform, multiply, add) in [
        // 200 + ⌈1.28·(7·20 + 90)⌉, 20 + ⌈1.28·32⌉, 20 + ⌈1.28·30⌉.
        (16, 200 + 295, 20 + 41, 20 + 39),
        (32, 200 + 295, 20 + 41, 20 + 39),
        // 7·50 + 90, 60, 40.
        (64, 200 + 564, 20 + 77, 20 + 52),
        // 7·100 + 90, 120, 60.
        (65, 200 + 1012, 30 + 154, 20 + 77),
        (128, 200 + 1012, 30 + 154, 20 + 77),
        // 7·150 + 400, 450, 100.
        (129, 200 + 1856, 60 + 576, 20 + 128),
        (256, 200 + 1856, 60 + 576, 20 + 128),
    ] {
        for (kind, pairs) in [(Kind::Cyclic, 1), (Kind::Negacyclic, 1), (Kind::Incomplete, 2), (Kind::Complex, 2)] {
            let got = [Forward, Inverse, Multiply, Add].map(|operation| of(operation, kind, bits));
            assert_eq!(got, [transform, transform, pairs * multiply, add], "{kind:?}, {bits} bits");
        }
    }
    let short = |operation, q, width| of_short(operation, n as u32, q, width);
    for (q, width, prices) in [
        (7681, 2, [200 + 372, 200 + 372, 61, 59]),
        (4_294_957_057, 4, [200 + 372, 200 + 372, 61, 59]),
        (0xFFFF_FFFF_0000_0001, 8, [200 + 640, 200 + 640, 97, 72]),
    ] {
        assert_eq!([Forward, Inverse, Multiply, Add].map(|operation| short(operation, q, width)), prices, "{q}");
    }
}

#[test]
fn malformed_inputs_have_a_price() {
    for operation in Operation::ALL {
        for input in [&[][..], &[0; 3], &[0; 12], &[1; 4], &[255; 100], &short(16, 97, &[0; 5])] {
            assert_eq!(gas(operation, input), 200);
        }
        // The header and the length are sound, and what they do not show may not matter.
        assert_eq!(of_short(operation, 16, 17, 2), of_short(operation, 16, 97, 2));
    }
}

#[test]
fn the_greatest_prices_are_far_from_overflow() {
    assert_eq!(of_short(FORWARD, 1 << 16, 0xFFFF_FFFF_0000_0001, 8), 200 + (65_536 * 950u64).div_ceil(100));
    assert_eq!(of_extended(FORWARD, Kind::Complex, 1 << 13, stark() + 2u32), 200 + (8192 * 2350u64).div_ceil(100));
}
