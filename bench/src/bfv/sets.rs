//! The sets of parameters that are measured.

use papilio_fhe::{Parameters, ParametersError, ParametersLiteral};
use papilio_field::ResidueRing;
use papilio_ring::RnsBasis;

/// Bits of every prime: those of the fastest transforms of all the libraries, on every processor.
pub const PRIME_BITS: u32 = 49;

/// Parameters that libraries with one special prime have in common, and how many special primes
/// we take for the same ciphertexts.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// For rows and filters.
    pub name: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Primes of the others, of which the last is special: ciphertexts have all but it.
    pub primes: usize,
    /// Our special primes, as many as 128 bits of security leave room for and make products with
    /// keys cheaper.
    pub special: usize,
    /// Below 128 bits of security, measured all the same for its depth.
    pub insecure: bool,
}

/// Every set, in the order of the table.
pub const SETS: &[Set] = &[
    Set { name: "n8192-l3", log_degree: 13, primes: 3, special: 1, insecure: false },
    Set { name: "n16384-l7", log_degree: 14, primes: 7, special: 2, insecure: false },
    Set { name: "n16384-l12", log_degree: 14, primes: 12, special: 3, insecure: true },
    Set { name: "n32768-l12", log_degree: 15, primes: 12, special: 6, insecure: false },
];

impl Set {
    /// The ring degree.
    #[must_use]
    pub fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// The parameters as the scheme takes them, of primes other than the plaintext modulus.
    ///
    /// # Errors
    /// Any of [`ParametersError`]: a mistake in the table.
    pub fn parameters(&self, t: &impl ResidueRing) -> Result<Parameters, ParametersError> {
        let mut moduli =
            RnsBasis::choose_moduli(self.degree(), &vec![PRIME_BITS; self.primes - 1 + self.special], t.modulus()[0])?;
        let special = moduli.split_off(self.primes - 1);
        Parameters::new(ParametersLiteral {
            log_degree: self.log_degree,
            moduli,
            special,
            insecure: self.insecure,
            ..ParametersLiteral::default()
        })
    }
}
