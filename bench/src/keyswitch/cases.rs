//! The measurements: moduli, operations, and who else is asked.

use crate::ckks::protocol::Request as PeerRequest;
use papilio_fhe::frontend::{Candidate, Costs, FrontendError, Request};
use papilio_ring::RnsBasis;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["lattigo", "poulpy"];

/// Ring degree and moduli, of which both arithmetics make the most.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// `log2` of the ring degree.
    pub log_degree: u32,
    /// Most bits of keys.
    pub key_bits: u32,
    /// Least bits of ciphertexts.
    pub usable_bits: u32,
}

/// All sets: the degrees and moduli of S. Carpov's talk on bivariate polynomials, with more and
/// less left to keys.
pub const SETS: [Set; 6] = [
    Set { name: "n13-u98", log_degree: 13, key_bits: 214, usable_bits: 98 },
    Set { name: "n15-u813", log_degree: 15, key_bits: 865, usable_bits: 813 },
    Set { name: "n15-u700", log_degree: 15, key_bits: 865, usable_bits: 700 },
    Set { name: "n16-u1677", log_degree: 16, key_bits: 1729, usable_bits: 1677 },
    Set { name: "n16-u1540", log_degree: 16, key_bits: 1729, usable_bits: 1540 },
    Set { name: "n16-u1372", log_degree: 16, key_bits: 1729, usable_bits: 1372 },
];

/// The exponent of the automorphism.
pub(super) const EXPONENT: usize = 5;
/// Bits that words are rescaled by after a product.
pub(super) const RESCALED_BITS: u32 = 45;

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// To another secret.
    KeySwitch,
    /// `X ↦ X^5`, the rotation of slots by one.
    Automorphism,
    /// The product of two ciphertexts, relinearized and rescaled: by one prime, or by so many bits.
    CkksProduct,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::KeySwitch, Self::Automorphism, Self::CkksProduct];

    /// All of them, or the one of a name.
    pub fn named(name: Option<&str>) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |one| name.is_none_or(|name| name == one.name()))
    }

    /// For rows and filters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::KeySwitch => "key_switch",
            Self::Automorphism => "automorphism",
            Self::CkksProduct => "ckks_product",
        }
    }

    /// The operation that a peer is asked for ([`crate::ckks::protocol`]).
    #[must_use]
    pub fn peer_name(self) -> &'static str {
        match self {
            Self::KeySwitch | Self::Automorphism => "rotate",
            Self::CkksProduct => "multiply_relinearize_rescale",
        }
    }

    /// Whether it is a key switch and no more, which is what candidates have predictions of.
    #[must_use]
    pub fn is_key_switch(self) -> bool {
        self != Self::CkksProduct
    }
}

impl Set {
    /// The ring degree.
    #[must_use]
    pub fn degree(&self) -> usize {
        1 << self.log_degree
    }

    /// The first candidate of each way, and which of them is chosen.
    ///
    /// # Errors
    /// A mistake in the table of sets.
    pub fn candidates(&self, costs: &Costs) -> Result<Vec<(Candidate, bool)>, FrontendError> {
        let Self { key_bits, usable_bits, .. } = *self;
        let request = Request { degree: self.degree(), key_bits, usable_bits, memory_limit: None, insecure: false };
        let all = request.candidates(costs)?;
        let of = |name: &str| all.iter().enumerate().find(|(_, candidate)| candidate.frontend.name() == name);
        let best = ["rns", "klss", "bivariate"].into_iter().filter_map(of);
        Ok(best.map(|(i, candidate)| (candidate.clone(), i == 0)).collect())
    }

    /// Samples of a turn, of those that are asked for, as [`crate::ckks::sets::Set::samples`].
    #[must_use]
    pub fn samples(&self, most: usize) -> usize {
        (most >> self.log_degree.saturating_sub(14)).max(most.min(3))
    }

    /// An operation as it is put to a peer: with as many special primes as take the fewest
    /// transforms, of up to 60 bits, and primes of ciphertexts no greater, so that they exceed a
    /// digit. A scale is at least what words are rescaled by, and leaves a product room for its
    /// noise after a division by a prime.
    #[must_use]
    pub fn request(&self, operation: Operation, samples: usize) -> PeerRequest {
        let spare = self.key_bits - self.usable_bits;
        let moduli = |special: u32| {
            let bits = (spare / special).min(MOST_BITS);
            (vec![bits; special as usize], RnsBasis::even_bits(self.usable_bits, self.usable_bits.div_ceil(bits) as usize))
        };
        let transforms =
            |(special, primes): &(Vec<u32>, Vec<u32>)| primes.len().div_ceil(special.len()) * (primes.len() + special.len());
        let best = (1..=(spare / LEAST_BITS).max(1)).map(moduli).min_by_key(transforms);
        let (special_bits, prime_bits) = best.unwrap_or_else(|| moduli(1));
        let last = prime_bits.last().copied().unwrap_or_default();
        PeerRequest {
            set: self.name,
            log_degree: self.log_degree,
            prime_bits,
            special_bits,
            scale_bits: (last + LEAST_SCALE).div_ceil(2).max(RESCALED_BITS),
            primes_per_level: 1,
            operation: operation.peer_name(),
            samples,
        }
    }
}

/// Bits of the greatest primes that peers take.
const MOST_BITS: u32 = 60;
/// Bits of the least primes that they are asked for.
const LEAST_BITS: u32 = 40;
/// Bits of the least scale of a peer's product.
const LEAST_SCALE: u32 = 40;
