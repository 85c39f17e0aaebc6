//! Parameters: ring, scale and levels.

use crate::{CkksError, Scale};
use papilio_fhe::frontend::Costs;
use papilio_fhe::{Parameters as RingParameters, ParametersLiteral as RingLiteral};
use papilio_field::prime::is_prime;
use papilio_ring::{BasisConverter, RnsBasis};

/// Parameters as a caller writes them, by bit sizes.
///
/// The modulus is a base prime, above which the message of a last result has to stay, and as many
/// primes as are divided away by rescaling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParametersLiteral {
    /// `log2` of the ring degree `N`, 10 to 16. There are `N/2` slots.
    pub log_degree: u32,
    /// `log2` of the scale: a message is multiplied by it and rounded. From 30 to 50 bits, or from
    /// 60
    /// to 98.
    pub log_scale: u32,
    /// Rescalings: the multiplicative depth.
    pub levels: usize,
    /// Bits of the base, the part of the modulus that is never divided away: so many bits more than
    /// the scale has, less two for sign and noise, may last results have. Two primes above 61 bits.
    /// 0 for ten bits more than the scale, and for 49, which has fast kernels everywhere, where
    /// that leaves four.
    pub log_base: u32,
    /// Bits of the special primes, for key switching: empty for a scheme without.
    pub log_p: Vec<u32>,
    /// Accept less than 128 bits of security.
    pub insecure: bool,
}

/// Validated parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    literal: ParametersLiteral,
    ring: RingParameters,
    /// Primes that one rescaling divides away.
    primes_per_level: usize,
    /// Primes that are never divided away.
    base_primes: usize,
    /// The scale of each level, `levels + 1` of them.
    scales: Vec<Scale>,
}

/// Bits of the greatest primes.
const GREATEST_PRIME: u32 = 61;

impl ParametersLiteral {
    /// Scales of more bits are products of two primes.
    pub(crate) const GREATEST_SINGLE: u32 = 50;
    /// Bit sizes of scales.
    pub const LOG_SCALES: core::ops::RangeInclusive<u32> = 30..=98;

    /// `N = 2^13`: two levels of 40 bits.
    #[must_use]
    pub fn n13_2x40() -> Self {
        Self { log_degree: 13, log_scale: 40, levels: 2, log_base: 49, log_p: vec![49], ..Self::default() }
    }

    /// `N = 2^14`: seven levels of 40 bits.
    #[must_use]
    pub fn n14_7x40() -> Self {
        Self { log_degree: 14, log_scale: 40, levels: 7, log_base: 49, log_p: vec![49], ..Self::default() }
    }

    /// `N = 2^15`: fourteen levels of 45 bits.
    #[must_use]
    pub fn n15_14x45() -> Self {
        Self { log_degree: 15, log_scale: 45, levels: 14, log_base: 49, log_p: vec![49; 3], ..Self::default() }
    }

    /// `N = 2^16`: 29 levels of 48 bits.
    #[must_use]
    pub fn n16_29x48() -> Self {
        Self { log_degree: 16, log_scale: 48, levels: 29, log_base: 49, log_p: vec![49; 6], ..Self::default() }
    }

    /// Primes that one rescaling divides away: two for scales above 50 bits, which no prime that
    /// has fast kernels reaches.
    pub(crate) fn primes_per_level(&self) -> usize {
        1 + usize::from(self.log_scale > Self::GREATEST_SINGLE)
    }

    /// Bits of the primes that are never divided away.
    pub(crate) fn base(&self) -> Vec<u32> {
        let log_base = match (self.log_base, self.log_scale) {
            (0, 40..=45) => 49,
            (0, log_scale) => log_scale + 10,
            (given, _) => given,
        };
        if log_base <= GREATEST_PRIME { vec![log_base] } else { vec![log_base.div_ceil(2), log_base / 2] }
    }

    /// The bits of the scales that there are: two primes have 30 bits each at least.
    pub(crate) fn scales() -> impl DoubleEndedIterator<Item = u32> {
        let least = 2 * BasisConverter::MIN_SOURCE_BITS;
        Self::LOG_SCALES.filter(move |&bits| bits <= Self::GREATEST_SINGLE || bits >= least)
    }

    fn check(&self) -> Result<(), CkksError> {
        if !Self::scales().any(|bits| bits == self.log_scale) {
            return Err(CkksError::LogScale(self.log_scale));
        }
        // Before anything is allocated for them.
        let primes = self.levels.saturating_mul(self.primes_per_level()).saturating_add(self.base().len());
        if primes.saturating_add(self.log_p.len()) > RnsBasis::MAX_LIMBS {
            return Err(CkksError::Levels { levels: self.levels, primes, most: RnsBasis::MAX_LIMBS });
        }
        Ok(())
    }
}

impl Parameters {
    /// Validates a literal, and chooses primes so that scales stay next to `2^log_scale`: a level's
    /// scale is the square of the one above over the primes of that level, and these are the
    /// nearest to what would make it a power of two.
    ///
    /// # Errors
    /// [`CkksError::LogScale`]; [`CkksError::Levels`]; [`CkksError::Parameters`], `Insecure` unless
    /// the literal accepts it.
    pub fn new(literal: ParametersLiteral) -> Result<Self, CkksError> {
        literal.check()?;
        if !RingParameters::LOG_DEGREES.contains(&literal.log_degree) {
            return Err(papilio_fhe::ParametersError::Degree(literal.log_degree).into());
        }
        let (degree, base) = (1usize << literal.log_degree, literal.base());
        let outer = [&*literal.log_p, &*base].concat();
        let mut taken = RnsBasis::choose_moduli(degree, &outer, 0).map_err(papilio_fhe::ParametersError::from)?;
        let (special, base) = taken.split_at(literal.log_p.len());
        let (special, base) = (special.to_vec(), base.to_vec());
        let (mut moduli, mut scales) = (Vec::new(), vec![Scale::power_of_two(literal.log_scale)]);
        for _ in 0..literal.levels {
            let scale = scales[scales.len() - 1];
            let target = scale * scale / scales[0];
            let mut rest = target;
            for parts_left in (1..=literal.primes_per_level()).rev() {
                let size = (rest.log2() / parts_left as f64).exp2();
                let size = if parts_left == 1 { rest.to_f64() } else { size };
                let prime = nearest_prime(degree, size, &taken).ok_or(CkksError::LogScale(literal.log_scale))?;
                rest = rest / Scale::from_integer(prime);
                taken.push(prime);
                moduli.push(prime);
            }
            scales.push(scales[0] * rest);
        }
        // The last is divided away first.
        moduli.extend(&base);
        moduli.reverse();
        scales.reverse();
        let primes_per_level = literal.primes_per_level();
        let ring = RingLiteral {
            log_degree: literal.log_degree,
            moduli,
            special,
            insecure: literal.insecure,
            ..RingLiteral::default()
        };
        Ok(Self { ring: RingParameters::new(ring)?, primes_per_level, base_primes: base.len(), scales, literal })
    }

    /// The literal that they were made from.
    #[must_use]
    pub fn literal(&self) -> &ParametersLiteral {
        &self.literal
    }

    /// The ring: degree, primes and security.
    #[must_use]
    pub fn ring(&self) -> &RingParameters {
        &self.ring
    }

    /// The same parameters with rows of relinearization keys as they are predicted to be fastest:
    /// [`RingParameters::with_fastest_rows`].
    #[must_use]
    pub fn with_fastest_rows(mut self, costs: &Costs, memory_limit: Option<usize>) -> Self {
        self.ring = self.ring.with_fastest_rows(costs, memory_limit);
        self
    }

    /// Rescalings of a fresh ciphertext.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.literal.levels
    }

    /// Primes that one rescaling divides away.
    #[must_use]
    pub fn primes_per_level(&self) -> usize {
        self.primes_per_level
    }

    /// Slots: `N/2`.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.ring.degree() / 2
    }

    /// The primes of a ciphertext that can be rescaled so many times, also where there are not as
    /// many.
    #[must_use]
    pub fn limbs_of(&self, levels: usize) -> usize {
        self.base_primes.saturating_add(levels.saturating_mul(self.primes_per_level))
    }

    /// How many times a ciphertext of so many primes can be rescaled.
    #[must_use]
    pub fn levels_of(&self, limbs: usize) -> usize {
        limbs.saturating_sub(self.base_primes) / self.primes_per_level
    }

    /// The scale that ciphertexts have that can be rescaled so many times: next to
    /// `2^log_scale`.
    ///
    /// # Panics
    /// If there are not so many levels.
    #[must_use]
    pub fn scale(&self, levels: usize) -> Scale {
        self.scales[levels]
    }

    /// The product of the primes that a division from so many primes to fewer takes away.
    pub(crate) fn divisor(&self, from: usize, to: usize) -> Scale {
        let primes = self.ring.literal().moduli[to..from].iter();
        primes.fold(Scale::power_of_two(0), |product, &q| product * Scale::from_integer(q))
    }
}

/// The prime `1 mod 2N` next to a size that is not taken, of at least 30 bits.
fn nearest_prime(degree: usize, size: f64, taken: &[u64]) -> Option<u64> {
    let step = 2 * degree as u64;
    let middle = (size / step as f64) as u64;
    // Every thirtieth or so is a prime: far fewer than so many are looked at.
    let around = (0..1u64 << 20).flat_map(|k| [middle.checked_add(k), middle.checked_sub(k + 1)]);
    let candidates = around.flatten().filter_map(|k| k.checked_mul(step)?.checked_add(1));
    candidates.filter(|q| q >> 29 > 0 && q >> 61 == 0).find(|&q| !taken.contains(&q) && is_prime(q))
}
