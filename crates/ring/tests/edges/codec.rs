//! Residues as bytes, at the limits of bytes and of primes.

use papilio_field::Modulus;
use papilio_ring::codec::{ResidueError, read_residues, residue_bytes, write_residues};

/// The greatest prime of so many bits.
fn greatest(bits: u32) -> Modulus {
    papilio_field::prime::descending(bits, 2).next().and_then(Modulus::new).expect("a prime")
}

#[test]
fn residues_have_the_fewest_bytes_that_hold_their_prime() {
    for bits in 3..=Modulus::MAX_BITS {
        assert_eq!(
            residue_bytes(&greatest(bits)),
            (1..).find(|bytes| 8 * bytes >= bits).expect("bytes") as usize,
            "{bits} bits"
        );
    }
}

#[test]
fn the_greatest_residue_is_read_and_the_prime_is_not() {
    for bits in [3, 8, 9, 16, 17, 31, 32, 33, 48, 49, 56, 57, 62] {
        let m = greatest(bits);
        let (q, size) = (m.value(), residue_bytes(&m));
        let mut bytes = vec![0xEE];
        write_residues(&m, &[q - 1, 0, 1, q - 1], &mut bytes);
        assert_eq!((bytes.len(), bytes[0]), (1 + 4 * size, 0xEE), "bytes are appended");
        let mut back = [7; 4];
        assert_eq!(read_residues(&m, &bytes[1..], &mut back), Ok(()));
        assert_eq!(back, [q - 1, 0, 1, q - 1]);
        for position in 0..4 {
            for value in [q, u64::MAX >> (64 - 8 * size as u32)] {
                let mut wrong = bytes[1..].to_vec();
                wrong[position * size..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
                // A later one that is wrong as well does not hide the first.
                wrong[3 * size..].copy_from_slice(&q.to_le_bytes()[..size]);
                let value = if position == 3 { q } else { value };
                assert_eq!(
                    read_residues(&m, &wrong, &mut back),
                    Err(ResidueError { value, position, modulus: q }),
                    "{bits} bits"
                );
            }
        }
    }
}

#[test]
fn nothing_is_nothing() {
    let mut bytes = Vec::new();
    write_residues(&greatest(40), &[], &mut bytes);
    assert!(bytes.is_empty());
    assert_eq!(read_residues(&greatest(40), &bytes, &mut []), Ok(()));
}

#[test]
#[should_panic(expected = "bytes of another number of residues")]
fn bytes_of_another_number_of_residues_are_refused() {
    let _ = read_residues(&greatest(40), &[0; 11], &mut [0; 2]);
}
