//! The classes of word primes: how lazily residues are kept between levels, by the room that a prime leaves in the word.
//!
//! Let `B` be the bits of a factor, `P` the reach of a product in multiples of `q` (2, or 4 where the quotient is estimated),
//! and `w' = ⌊w·2^B/q⌋`. Then `x·w − ⌊x·w'/2^B⌋·q` is in `[0, Pq)` for any `x < 2^B` (V. Shoup's multiplication; D. Harvey,
//! "Faster arithmetic for number-theoretic transforms", 2014).
//!
//! | class | primes | between the levels |
//! |---|---|---|
//! | [`Lazy`] | `16Pq ≤ 2^B` | butterflies only add; a pass reduces the few values that have no product in it |
//! | [`Exact`] | `2Pq ≤ 2^B` | one value of each butterfly is corrected |
//! | [`Tight`] | `2q ≤ 2^B` | both are; products by the exact quotient |
//! | [`Wide`] | `q < 2^B = 2^32` | canonical; Montgomery products |
//!
//! [`Complex31`] is `F_p(i)` for the Mersenne prime `p = 2^31 − 1`.

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

mod complex31;
mod exact;
mod lazy;
mod tight;
mod wide;

pub(super) use complex31::Complex31;
pub(super) use exact::Exact;
pub(super) use lazy::Lazy;
pub(super) use tight::Tight;
pub(super) use wide::Wide;

use super::lanes::Lanes;
use papilio_field::Word;

/// What [`Class::of`] tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Lazy,
    Exact,
    Tight,
    Wide,
}

impl Class {
    /// The laziest class of a prime, for lanes with factors of `bits` and products below `reach·q`.
    pub(super) fn of(q: u64, bits: u32, reach: u64) -> Self {
        let (q, top) = (u128::from(q), 1u128 << bits);
        match u128::from(reach) * q {
            product if 16 * product <= top => Self::Lazy,
            product if 2 * product <= top => Self::Exact,
            _ if 2 * q <= top => Self::Tight,
            _ => Self::Wide,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Lazy => "lazy",
            Self::Exact => "exact",
            Self::Tight => "tight",
            Self::Wide => "wide",
        }
    }
}

/// A word modulo the word of the lanes.
fn word<L: Lanes>(value: u64) -> L::Word {
    L::Word::truncate(value)
}

/// A factor and its companion `⌊w·2^B/q⌋`.
fn shoup<L: Lanes>(q: u64, factor: u64) -> [L::Word; 2] {
    [word::<L>(factor), word::<L>(((u128::from(factor) << L::BITS) / u128::from(q)) as u64)]
}

/// `2^B − q`, and `⌊(2^B − 1)/q⌋`, which is `⌊2^B/q⌋`.
fn negative_and_ratio<L: Lanes>(q: u64) -> (L::Word, L::Word) {
    let mask = u64::MAX >> (64 - L::BITS);
    (word::<L>(q.wrapping_neg() & mask), word::<L>(mask / q))
}
