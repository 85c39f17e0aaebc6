//! Matrices of shared words multiply as those of their own do, and other bytes are refused.

use super::*;
use crate::bivariate::{DigitPlan, TorusPoly};
use crate::sample::SeededUniform;
use std::sync::Arc;

const DEGREE: usize = 128;

fn poly(number: u32) -> TorusPoly {
    TorusPoly::uniform(DEGREE, 156, &SeededUniform::new("papilio-ring test of shared words", [4; 32]), number)
}

fn transforms() -> DigitTransforms {
    DigitTransforms::new(DigitPlan::certain(1, DEGREE, 3).expect("a plan")).expect("transforms")
}

fn matrix(transforms: &DigitTransforms) -> DigitMatrix {
    let mut matrix = DigitMatrix::unspecified(transforms.plan(), 2, 3);
    (0..4).for_each(|i| matrix.set(i / 2, i % 2, &transforms.prepare(&poly(i as u32))));
    matrix
}

/// Bytes from a place on.
struct Bytes(Vec<u8>, usize);

/// Bytes that begin so far after a multiple of 8.
fn shared(bytes: &[u8], beyond: usize) -> SharedBytes {
    let mut all = vec![0; bytes.len() + 16];
    let start = all.as_ptr().align_offset(8) + beyond;
    all.truncate(start + bytes.len());
    all[start..].copy_from_slice(bytes);
    Arc::new(Bytes(all, start))
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

#[test]
fn shared_words_multiply_as_own_ones() {
    let transforms = transforms();
    let own = matrix(&transforms);
    let bytes = [&[9; 64], own.as_bytes().expect("words")].concat();
    let mut shared = DigitMatrix::from_shared(&transforms, (2, 3), shared(&bytes, 0), 64).expect("a matrix");
    assert!(shared.is_shared() && !own.is_shared());
    let digits = transforms.transform(&poly(9).with_bits(104));
    let product = |matrix: &DigitMatrix| {
        let sums = transforms.vector_matrix(&[(&digits, matrix)], 3);
        sums.map(|sums| transforms.carry(&sums, None, 156))
    };
    assert_eq!(product(&shared), product(&own));
    let copy = shared.clone();
    // A row that is set is one of the matrix's own, and the copy keeps the old one.
    shared.set(1, 0, &transforms.prepare(&poly(7)));
    assert!(!shared.is_shared() && copy.is_shared());
    assert!(product(&shared) != product(&own) && product(&copy) == product(&own));
    assert!(format!("{copy:?}").contains(&format!("SharedWords({} bytes)", bytes.len() - 64)));
}

#[test]
fn other_bytes_are_refused_with_their_numbers() {
    let transforms = transforms();
    let bytes = matrix(&transforms).as_bytes().expect("words").to_vec();
    let len = bytes.len();
    let refused = |shape: (usize, usize), bytes: SharedBytes, start: usize| {
        DigitMatrix::from_shared(&transforms, shape, bytes, start).expect_err("refused")
    };
    for (shape, start, found, expected) in [
        ((2, 3), 8, len - 8, len),
        ((2, 3), len, 0, len),
        ((2, 3), len + 1, 0, len),
        ((1, 3), 0, len, len / 2),
        ((usize::MAX, 3), 0, len, usize::MAX),
    ] {
        let error = refused(shape, shared(&bytes, 0), start);
        assert_eq!(error, SharedWordsError::Length { found, expected });
        assert!(error.to_string().contains(&found.to_string()) && error.to_string().contains(&expected.to_string()));
    }
    assert!((1..8).all(|beyond| refused((2, 3), shared(&bytes, beyond), 0) == SharedWordsError::Alignment(beyond)));
    // The greatest words that are residues, and the next ones.
    let (count, primes) = (len / 8, transforms.plan().primes());
    for position in [0, 1, count / primes - 1, count / primes, count - 1] {
        let modulus = transforms.basis().modulus(position / (count / primes)).value();
        for value in [modulus - 1, modulus, u64::MAX] {
            let mut bytes = bytes.clone();
            bytes[8 * position..][..8].copy_from_slice(&value.to_le_bytes());
            let read = DigitMatrix::from_shared(&transforms, (2, 3), shared(&bytes, 0), 0).map(|_| ());
            let error = SharedWordsError::Word { value, position, modulus };
            assert_eq!(read, if value < modulus { Ok(()) } else { Err(error) }, "{position}");
        }
    }
}
