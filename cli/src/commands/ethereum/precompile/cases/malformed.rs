//! Inputs that must fail.

use super::{Case, bytes};
use Operation::{Add, Forward, Inverse, Multiply};
use papilio_precompile::Operation;

/// Which operations an input is malformed for.
const TRANSFORMS: &[Operation] = &[Forward, Inverse];
const PRODUCTS: &[Operation] = &[Multiply, Add];
const ALL: &[Operation] = &Operation::ALL;

/// Header, and how many bytes of zeros behind it.
type Row = (&'static str, &'static [Operation], &'static str, usize);

/// The malformed inputs of the EIP's texts and assets, an older format of which had a byte before
/// `n`, and both sides of each limit of the header.
const ROWS: [Row; 46] = [
    ("empty", ALL, "", 0),
    ("one byte", ALL, "00", 0),
    ("four bytes", ALL, "00000000", 0),
    ("eleven bytes", ALL, "0000020000000000000030", 0),
    ("first byte 2", ALL, "020002000000000000003001", 1024),
    ("operation byte 2 before n", ALL, "02000000100000000000000011", 0),
    ("operation byte before n = 8", ALL, "00000000080000000000000011", 0),
    ("operation byte before n = 17", ALL, "00000000110000000000000011", 0),
    ("operation byte before n = 16, q = 0", ALL, "00000000100000000000000000", 0),
    ("operation byte before n = 16, q = 2", ALL, "00000000100000000000000002", 0),
    ("n = 0", ALL, "000000000000000000003001", 6),
    ("n = 1", ALL, "000000010000000000003001", 2),
    ("n = 15", ALL, "0000000f0000000000003001", 30),
    ("n = 17, q = 17", ALL, "000000110000000000000011", 0),
    ("n = 2^17", ALL, "000200000000000000003001", 0),
    ("q = 0", ALL, "000000100000000000000000", 0),
    ("q = 1", ALL, "000000100000000000000001", 32),
    ("q = 2", ALL, "000000100000000000000002", 0),
    ("q even", ALL, "000000100000000000000060", 32),
    ("q = 97, n = 16, nothing behind", ALL, "000000100000000000000061", 0),
    ("q = 97, n = 16, four bytes", PRODUCTS, "000000100000000000000061", 4),
    ("q = 17, n = 16", TRANSFORMS, "000000100000000000000011", 32),
    ("kyber 256", TRANSFORMS, "000001000000000000000d01", 512),
    ("mersenne 31", TRANSFORMS, "00000002000000007fffffff", 8),
    ("falcon-512, six bytes", ALL, "000002000000000000003001", 6),
    ("falcon-512, one byte short", TRANSFORMS, "000002000000000000003001", 1023),
    ("falcon-512, one byte over", TRANSFORMS, "000002000000000000003001", 1025),
    ("falcon-512, one vector", PRODUCTS, "000002000000000000003001", 1024),
    ("falcon-512, two vectors", TRANSFORMS, "000002000000000000003001", 2048),
    ("falcon-512, four bytes an element", TRANSFORMS, "000002000000000000003001", 2048),
    ("ml-dsa, twelve bytes", TRANSFORMS, "0000010000000000007fe001", 12),
    ("ml-dsa, 24 bytes", PRODUCTS, "0000010000000000007fe001", 24),
    ("composite 33", TRANSFORMS, "000000100000000000000021", 32),
    ("composite 561, a Carmichael number", TRANSFORMS, "000000080000000000000231", 16),
    ("extended, three bytes", ALL, "010004", 0),
    ("extended, no root", ALL, "010004020061", 0),
    ("extended, kind 4", ALL, "010404020061001c", 32),
    ("extended, width 3", ALL, "01000403000061", 48),
    ("extended, n = 1", ALL, "010000020061001c", 2),
    ("extended, n = 2^17", ALL, "010011020061001c", 0),
    (
        "extended, n = 2^14 of 32 bytes",
        ALL,
        "01000e2008000000000000110000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000003",
        0,
    ),
    ("extended, width above the least", ALL, "01000404000000610000001c", 64),
    ("extended, root of a lesser order", TRANSFORMS, "0100040200610060", 32),
    ("extended, root above the modulus", TRANSFORMS, "010004020061007d", 32),
    ("complex, q = 1 modulo 4", ALL, "01030402006100010001", 32),
    ("complex, root of another order", &[Forward, Inverse, Multiply], "010305047fffffff0000000100000000", 128),
];

/// Elements that are not below the modulus: header, vector, width and place.
const ELEMENTS: [(&str, &str, &str, usize, usize); 6] = [
    ("falcon-512, element 0 is q", "000002000000000000003001", "3001", 2, 0),
    ("falcon-512, element 511 is 65535", "000002000000000000003001", "ffff", 2, 511),
    ("ml-dsa, element 255 is q", "0000010000000000007fe001", "007fe001", 4, 255),
    ("ml-dsa, element 100 is -1", "0000010000000000007fe001", "ffffffff", 4, 100),
    ("goldilocks, element 2 is q", "00000004ffffffff00000001", "ffffffff00000001", 8, 2),
    ("33 in eight bytes, element 15 is 34", "000000100000000000000021", "0000000000000022", 8, 15),
];

pub(super) fn cases() -> Vec<Case> {
    let rows = ROWS.iter().flat_map(|&(name, operations, header, zeros)| {
        let input = [bytes(header), vec![0; zeros]].concat();
        operations.iter().map(move |&operation| case(name, operation, input.clone()))
    });
    let elements = ELEMENTS.iter().flat_map(|&(name, header, element, width, place)| {
        Operation::ALL.into_iter().map(move |operation| case(name, operation, beyond(operation, header, element, width, place)))
    });
    rows.chain(elements).collect()
}

fn case(name: &str, operation: Operation, input: Vec<u8>) -> Case {
    Case { name: format!("malformed, {}: {name}", super::super::args::OpName::of(operation)), operation, input }
}

/// Zeros but for one element, of the last vector.
fn beyond(operation: Operation, header: &str, element: &str, width: usize, place: usize) -> Vec<u8> {
    let header = bytes(header);
    let n = usize::from(header[2]) * 256 + usize::from(header[3]);
    let mut input = [header, vec![0; operation.vectors() * n * width]].concat();
    let last = input.len() - (n - place) * width;
    input[last..last + width].copy_from_slice(&bytes(element));
    input
}
