//! Residues as bytes: little-endian, in the fewest whole bytes that hold the prime.

use papilio_field::Modulus;

/// Bytes of one residue.
#[must_use]
pub fn residue_bytes(modulus: &Modulus) -> usize {
    modulus.bits().div_ceil(8) as usize
}

/// Appends residues to `out`.
pub fn write_residues(modulus: &Modulus, residues: &[u64], out: &mut Vec<u8>) {
    let size = residue_bytes(modulus);
    out.reserve(residues.len() * size);
    residues.iter().for_each(|x| out.extend_from_slice(&x.to_le_bytes()[..size]));
}

/// A residue that is not below its prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("residue {value} at position {position} is not below the prime {modulus}")]
pub struct ResidueError {
    /// The value read.
    pub value: u64,
    /// Which residue of the input it was.
    pub position: usize,
    /// The prime.
    pub modulus: u64,
}

/// Reads `out.len()` residues.
///
/// # Errors
/// [`ResidueError`] for the first one that is not below the prime; `out` is then unspecified.
///
/// # Panics
/// Unless `bytes` has exactly `out.len()` residues.
pub fn read_residues(modulus: &Modulus, bytes: &[u8], out: &mut [u64]) -> Result<(), ResidueError> {
    let size = residue_bytes(modulus);
    assert_eq!(bytes.len(), out.len() * size, "bytes of another number of residues");
    for (x, bytes) in out.iter_mut().zip(bytes.chunks_exact(size)) {
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        *x = u64::from_le_bytes(word);
    }
    // One pass without branches, and the position only when it failed.
    let q = modulus.value();
    if out.iter().fold(true, |sound, &x| sound & (x < q)) {
        return Ok(());
    }
    let position = out.iter().position(|&x| x >= q).unwrap_or(0);
    Err(ResidueError { value: out[position], position, modulus: q })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn round_trip(bits in 12u32..62, words in proptest::collection::vec(any::<u64>(), 0..50)) {
            let q = papilio_field::prime::descending(bits, 2).next().expect("prime");
            let m = Modulus::new(q).expect("prime");
            let residues: Vec<u64> = words.iter().map(|&w| m.reduce(w)).collect();
            let mut bytes = Vec::new();
            write_residues(&m, &residues, &mut bytes);
            let mut back = vec![0; residues.len()];
            prop_assert_eq!(read_residues(&m, &bytes, &mut back), Ok(()));
            prop_assert_eq!(back, residues);
        }
    }

    #[test]
    fn residues_not_below_the_prime_are_refused() {
        let m = Modulus::new(65537).expect("prime");
        let mut out = [0; 2];
        let bytes = [1, 0, 0, 1, 0, 1];
        assert_eq!(read_residues(&m, &bytes, &mut out), Err(ResidueError { value: 65537, position: 1, modulus: 65537 }));
    }
}
