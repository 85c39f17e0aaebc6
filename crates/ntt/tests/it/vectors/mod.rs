//! Known answers, computed outside this workspace. Formulas and provenance: `README.md` in this
//! folder.

pub(crate) mod falcon;
pub(crate) mod mersenne31;
pub(crate) mod ml_dsa;
pub(crate) mod ml_kem;

/// The output of a transform for one input, in the order of its standard.
pub(crate) struct KnownAnswer {
    /// Parameter set and input.
    pub(crate) name: &'static str,
    /// The prime.
    pub(crate) modulus: u64,
    /// The root of unity.
    pub(crate) root: u64,
    /// Number of coefficients.
    pub(crate) n: usize,
    /// Makes the input from length and modulus.
    pub(crate) input: fn(usize, u64) -> Vec<u64>,
    /// The first outputs.
    pub(crate) first: [u64; 8],
    /// The last outputs.
    pub(crate) last: [u64; 8],
    /// `Σ (i + 1)·out_i` over all outputs, an integer.
    pub(crate) weighted_sum: u64,
}

impl KnownAnswer {
    /// Panics unless `outputs` is the answer.
    pub(crate) fn check(&self, outputs: &[u64]) {
        assert_eq!(outputs.len(), self.n, "{}", self.name);
        assert_eq!(outputs[..8], self.first, "{}", self.name);
        assert_eq!(outputs[self.n - 8..], self.last, "{}", self.name);
        assert_eq!(weighted_sum(outputs.iter().copied()), self.weighted_sum, "{}", self.name);
    }
}

/// `a_j = j² + 1 mod q`.
pub(crate) fn squares(n: usize, modulus: u64) -> Vec<u64> {
    (0..n as u64).map(|j| (j * j + 1) % modulus).collect()
}

/// `a_j = j + 1 mod q`.
pub(crate) fn ramp(n: usize, modulus: u64) -> Vec<u64> {
    (0..n as u64).map(|j| (j + 1) % modulus).collect()
}

/// `Σ (i + 1)·x_i`.
pub(crate) fn weighted_sum(outputs: impl Iterator<Item = u64>) -> u64 {
    (1..).zip(outputs).map(|(i, x)| i * x).sum()
}
