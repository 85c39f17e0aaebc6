//! The classes of word primes: how lazily residues are kept between levels, by the room that a
//! prime leaves in the word.
//!
//! Let `B` be the bits of a factor, `P` the reach of a product in multiples of `q` (2, or 4 where
//! the quotient is estimated), and `w' = ⌊w·2^B/q⌋`. Then `x·w − ⌊x·w'/2^B⌋·q` is in `[0, Pq)` for
//! any `x < 2^B` (V. Shoup's multiplication; D. Harvey, "Faster arithmetic for number-theoretic
//! transforms", 2014).
//!
//! | class | primes | between the levels |
//! |---|---|---|
//! | [`Lazy`] | `16Pq ≤ 2^B` | butterflies only add; a pass reduces the few values that have no product in it, fewer where `128Pq ≤ 2^B` |
//! | [`Exact`] | `2Pq ≤ 2^B` | one value of each butterfly is corrected |
//! | [`Tight`] | `2q ≤ 2^B` | both are; products by the exact quotient |
//! | [`Montgomery32`] | `q < 2^B = 2^32` | canonical; Montgomery products |
//! | [`Double`](super::Double) | `q < 2^49` | doubles of either sign; butterflies only add |
//!
//! [`Centered`](super::Centered) is for primes below `2^12` in words of 16 bits with a sign, whose
//! products are Montgomery's. [`Complex31`](super::Complex31) is `F_p(i)` for the Mersenne prime
//! `p = 2^31 − 1`; [`ComplexDouble`](super::ComplexDouble) has complex numbers in doubles.

/// Memory for classes whose vectors are those of the lanes.
macro_rules! one_plane {
    ($lane:ident) => {
        #[inline(always)]
        unsafe fn load(&self, from: *const $lane::Word) -> $lane {
            // SAFETY: as for the caller.
            unsafe { $lane::load(from) }
        }

        #[inline(always)]
        unsafe fn store(&self, x: $lane, to: *mut $lane::Word) {
            // SAFETY: as for the caller.
            unsafe { x.store(to) }
        }

        #[inline(always)]
        unsafe fn transpose(&self, rows: &mut [$lane]) {
            // SAFETY: as for the caller.
            unsafe { <$lane as $crate::kernel::lanes::Lanes>::transpose(rows) }
        }
    };
}
pub(in crate::kernel) use one_plane;

use crate::kernel::lanes::Integers;
use papilio_field::Word;

/// The classes of transforms over one prime; [`Class::of`] tells those in words apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Class {
    Lazy,
    Exact,
    Tight,
    Montgomery32,
    Double,
}

impl Class {
    /// The laziest class of a prime, for lanes with factors of `bits` and products below `reach·q`.
    pub(in crate::kernel) fn of(q: u64, bits: u32, reach: u64) -> Self {
        let (q, top) = (u128::from(q), 1u128 << bits);
        match u128::from(reach) * q {
            product if 16 * product <= top => Self::Lazy,
            product if 2 * product <= top => Self::Exact,
            _ if 2 * q <= top => Self::Tight,
            _ => Self::Montgomery32,
        }
    }

    pub(in crate::kernel) fn name(self) -> &'static str {
        match self {
            Self::Lazy => "lazy",
            Self::Exact => "exact",
            Self::Tight => "tight",
            Self::Montgomery32 => "wide",
            Self::Double => "double",
        }
    }
}

/// A word modulo the word of the lanes.
pub(super) fn word<L: Integers>(value: u64) -> L::Word {
    L::Word::truncate(value)
}

/// A factor and its companion `⌊w·2^B/q⌋`.
pub(super) fn shoup<L: Integers>(q: u64, factor: u64) -> [L::Word; 2] {
    [word::<L>(factor), word::<L>(((u128::from(factor) << L::BITS) / u128::from(q)) as u64)]
}

/// `2^B − q`, and `⌊(2^B − 1)/q⌋`, which is `⌊2^B/q⌋`.
pub(super) fn negative_and_ratio<L: Integers>(q: u64) -> (L::Word, L::Word) {
    let mask = u64::MAX >> (64 - L::BITS);
    (word::<L>(q.wrapping_neg() & mask), word::<L>(mask / q))
}
