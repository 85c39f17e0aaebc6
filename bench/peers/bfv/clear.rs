//! The messages, and the arithmetic on them that ciphertexts have to agree with.

use super::protocol::Set;

/// Vectors of integers modulo the plaintext modulus. Each is two rows of half its length.
pub(crate) struct Clear {
    modulus: u64,
    degree: usize,
}

impl Clear {
    /// The vectors of a set of parameters.
    pub(crate) fn new(set: &Set) -> Self {
        Self { modulus: set.plain_modulus, degree: set.degree() }
    }

    /// A vector that is as good as random: multiples of an odd constant, of which only the rotation
    /// depends on the seed.
    pub(crate) fn message(&self, seed: u32) -> Vec<u64> {
        let word = |i: u64| i.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(seed);
        (1..=self.degree as u64).map(|i| word(i) % self.modulus).collect()
    }

    /// Sums.
    pub(crate) fn add(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.each(a, b, |a, b| a + b)
    }

    /// Products.
    pub(crate) fn multiply(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.each(a, b, |a, b| a * b)
    }

    /// Negatives.
    pub(crate) fn negate(&self, a: &[u64]) -> Vec<u64> {
        a.iter().map(|a| (self.modulus - a) % self.modulus).collect()
    }

    /// Both rows rotated by one step to the left.
    pub(crate) fn rotate_rows(&self, a: &[u64]) -> Vec<u64> {
        let mut rotated = a.to_vec();
        rotated.chunks_mut(self.degree / 2).for_each(|row| row.rotate_left(1));
        rotated
    }

    /// The rows exchanged.
    pub(crate) fn rotate_columns(&self, a: &[u64]) -> Vec<u64> {
        let mut exchanged = a.to_vec();
        exchanged.rotate_left(self.degree / 2);
        exchanged
    }

    fn each(&self, a: &[u64], b: &[u64], operation: impl Fn(u128, u128) -> u128) -> Vec<u64> {
        let reduced = |(&a, &b): (&u64, &u64)| (operation(a.into(), b.into()) % u128::from(self.modulus)) as u64;
        a.iter().zip(b).map(reduced).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic() {
        let clear = Clear { modulus: 17, degree: 4 };
        let (a, b) = ([0, 1, 15, 16], [16, 2, 3, 16]);
        assert_eq!(clear.add(&a, &b), [16, 3, 1, 15]);
        assert_eq!(clear.multiply(&a, &b), [0, 2, 11, 1]);
        assert_eq!(clear.negate(&a), [0, 16, 2, 1]);
        assert_eq!(clear.rotate_rows(&a), [1, 0, 16, 15]);
        assert_eq!(clear.rotate_columns(&a), [15, 16, 0, 1]);
        assert!(clear.message(3).iter().all(|&x| x < 17));
    }
}
