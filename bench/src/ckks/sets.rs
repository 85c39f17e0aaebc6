//! The sets of parameters that are measured.

use papilio_ckks::{CkksError, Parameters, ParametersLiteral};

/// Parameters that libraries have in common, by bits of primes.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// For rows and filters.
    pub name: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Rescalings.
    pub levels: usize,
    /// Bits of the scale, and of each prime but the base.
    pub scale_bits: u32,
    /// Bits of the base prime.
    pub base_bits: u32,
    /// Special primes, of the bits of the base.
    pub special: usize,
}

/// Every set, in the order of the table: all have 128 bits of security.
pub const SETS: &[Set] = &[
    Set { name: "n13-l2", log_degree: 13, levels: 2, scale_bits: 40, base_bits: 49, special: 1 },
    Set { name: "n14-l7", log_degree: 14, levels: 7, scale_bits: 40, base_bits: 49, special: 2 },
    // 866 bits in all.
    Set { name: "n15-l14", log_degree: 15, levels: 14, scale_bits: 48, base_bits: 49, special: 3 },
    // 1687 bits in all.
    Set { name: "n16-l28", log_degree: 16, levels: 28, scale_bits: 48, base_bits: 49, special: 6 },
];

impl Set {
    /// The ring degree.
    #[must_use]
    pub fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// Samples of a turn, of those that are asked for: half of them for `N = 2^15`, a quarter for
    /// `2^16`, where calls take seconds, and at least three.
    #[must_use]
    pub fn samples(&self, most: usize) -> usize {
        (most >> self.log_degree.saturating_sub(14)).max(most.min(3))
    }

    /// Bits of the primes of ciphertexts, the base first.
    #[must_use]
    pub fn prime_bits(&self) -> Vec<u32> {
        [vec![self.base_bits], vec![self.scale_bits; self.levels]].concat()
    }

    /// Bits of the special primes.
    #[must_use]
    pub fn special_bits(&self) -> Vec<u32> {
        vec![self.base_bits; self.special]
    }

    /// The parameters as the scheme takes them.
    ///
    /// # Errors
    /// Any of [`CkksError`]: a mistake in the table.
    pub fn parameters(&self) -> Result<Parameters, CkksError> {
        Parameters::new(ParametersLiteral {
            log_degree: self.log_degree,
            log_scale: self.scale_bits,
            levels: self.levels,
            log_base: self.base_bits,
            log_p: self.special_bits(),
            insecure: false,
        })
    }
}
