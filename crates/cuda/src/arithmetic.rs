//! How residues are held on a device.

use crate::DeviceInfo;
use papilio_field::Modulus;

/// How residues are held in registers between the levels of a transform. Both are exact: results
/// are the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Integers in doubles, for primes below `2^50`: `F64` of `kernels/arithmetic.cuh`.
    Doubles,
    /// Words of 64 bits with the companions of V. Shoup, for primes below `2^62`: `U64`.
    Words,
}

impl Arithmetic {
    /// The faster one for a device, of those that take all primes up to one.
    pub(crate) fn of(device: &DeviceInfo, greatest: u64) -> Self {
        let fast_doubles = device.single_to_double_ratio <= 2;
        if fast_doubles && greatest >> Self::Doubles.bits() == 0 { Self::Doubles } else { Self::Words }
    }

    /// Bits of the greatest primes.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::Doubles => 50,
            Self::Words => 62,
        }
    }

    /// The name that errors have.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Doubles => "doubles",
            Self::Words => "words of 64 bits",
        }
    }

    /// Words of a factor.
    pub(crate) fn constant_words(self) -> usize {
        match self {
            Self::Doubles => 1,
            Self::Words => 2,
        }
    }

    /// A factor `w < q` as the kernels read it: the number of least magnitude as a double, or the
    /// word and `⌊2^64·w/q⌋`.
    pub(crate) fn constant(self, q: &Modulus, w: u64) -> impl Iterator<Item = u64> {
        let centered = if w > q.value() / 2 { w as f64 - q.value() as f64 } else { w as f64 };
        match self {
            Self::Doubles => [Some(centered.to_bits()), None],
            Self::Words => [Some(w), Some(q.shoup(w, 64))],
        }
        .into_iter()
        .flatten()
    }
}
