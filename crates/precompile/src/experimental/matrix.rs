//! Products of matrices with vectors, whose entries are vectors.

use crate::Error;
use crate::gas::{by_width, hundredths};
use crate::header::{Form, Header, Kind, max_log};
use crate::ring::{Limbs, Modular, Ring, Word32, Word64, Word128};
use alloc::vec;
use alloc::vec::Vec;

/// Most entries of a matrix.
const MAX_ENTRIES: usize = 64;

/// Rows and columns, and the rest of the header.
struct Shape {
    rows: usize,
    columns: usize,
    header: Header,
}

pub(super) fn gas(input: &[u8]) -> Option<u64> {
    let Shape { rows, columns, header } = shape(input).ok()?;
    let (n, rows, columns) = (header.n as u64, rows as u64, columns as u64);
    let products = hundredths(rows * columns * n, by_width(header.width, [15, 25, 100, 200]));
    let others = hundredths((rows + columns) * n, by_width(header.width, [15, 30, 100, 200]));
    Some(by_width(header.width, [20, 20, 30, 60]) + products + others)
}

pub(super) fn run(input: &[u8]) -> Result<Vec<u8>, Error> {
    let shape = shape(input)?;
    match shape.header.modulus.bits() {
        0..=32 => product::<Word32>(&shape, &input[2..]),
        33..=64 => product::<Word64>(&shape, &input[2..]),
        65..=128 => product::<Word128>(&shape, &input[2..]),
        _ => product::<Limbs>(&shape, &input[2..]),
    }
}

/// Validation up to the length.
fn shape(input: &[u8]) -> Result<Shape, Error> {
    let [rows, columns, input @ ..] = input else { return Err(Error::TooShort) };
    let (rows, columns) = (usize::from(*rows), usize::from(*columns));
    if !(1..=MAX_ENTRIES).contains(&(rows * columns)) {
        return Err(Error::Header);
    }
    let header = Header::parse(rows * columns + columns, input)?;
    if matches!(header.kind, Kind::Incomplete | Kind::Complex) {
        return Err(Error::Header);
    }
    let limit = if header.form == Form::Short { 16 } else { max_log(header.width) };
    if rows * columns * header.n > 1 << limit {
        return Err(Error::Degree);
    }
    header.check_length(input)?;
    Ok(Shape { rows, columns, header })
}

fn product<M: Modular>(shape: &Shape, input: &[u8]) -> Result<Vec<u8>, Error> {
    let Shape { rows, columns, header } = shape;
    let (n, ring) = (header.n, M::new(&header.modulus));
    let mut values = ring.decode(&input[header.len()..], header.width).map_err(Error::Coefficient)?;
    let (matrix, vector) = values.split_at_mut(rows * columns * n);
    vector.iter_mut().for_each(|x| *x = ring.enter(*x));
    let mut sums = vec![M::Residue::default(); rows * n];
    for (sum, row) in sums.chunks_exact_mut(n).zip(matrix.chunks_exact(columns * n)) {
        for (entry, vector) in row.chunks_exact(n).zip(vector.chunks_exact(n)) {
            for ((sum, &a), &b) in sum.iter_mut().zip(entry).zip(vector) {
                *sum = Ring::add(&ring, *sum, Ring::mul(&ring, a, b));
            }
        }
    }
    Ok(M::encode(&sums, header.width))
}
