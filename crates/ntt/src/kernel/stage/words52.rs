//! Sums of 52-bit products in two words.
//!
//! A constant `c` is stored as `c·2^52 mod q`. Products are accumulated unreduced in two words,
//! `lo` (multiples of 1) and `hi` (multiples of `2^52`), and one Montgomery step per output brings
//! `hi·2^52 + lo` to a residue: with `m = lo·q^(−1) mod 2^52` the low words of `lo` and `m·q`
//! agree, so the value divided by `2^52` is `hi + ⌊lo/2^52⌋ − ⌊m·q/2^52⌋` exactly. `lo` and `hi`
//! are signed: differences need no correction before that step.
//!
//! Cost per output and vector: `2·products/r` multiply-adds for the products and 2 for the
//! reduction; for radix 8, 7.25.

use super::arithmetic::Arithmetic;
use super::montgomery::{Interval, inverse};
use super::rows::Rows;
use super::tile;
use crate::kernel::lanes::{Lanes52, MASK52};
use crate::kernel::stage::{Operands, StageTable};

/// The least bit length of a prime: the quotient estimate of [`Words52`] needs `2^63/q < 2^52`.
pub(in crate::kernel) const MIN_BITS: u32 = 12;
/// The greatest bit length: a value of 4q must be a 52-bit word.
pub(in crate::kernel) const MAX_BITS: u32 = 50;

/// `c·2^52 mod q`.
pub(in crate::kernel) fn constant(modulus: &papilio_field::Modulus, c: u64) -> u64 {
    modulus.reduce_wide(u128::from(c) << 52)
}

/// Whether outputs must be brought below 2q because they would not fit a 51-bit word otherwise.
fn full(table: &StageTable) -> bool {
    Interval::of(table, 52).bound() > 1 << 51
}

pub(in crate::kernel) fn bound(table: &StageTable) -> u64 {
    if full(table) { 2 * table.modulus.value() } else { Interval::of(table, 52).bound() as u64 }
}

/// [`tile::stage`] in 52-bit words.
///
/// # Safety
/// The conditions of [`tile::stage`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn stage<L: Lanes52>(table: &StageTable, operands: Operands<'_>) {
    // SAFETY: as for the caller.
    unsafe {
        if full(table) {
            tile::stage::<Words52<L, true>>(table, operands);
        } else {
            tile::stage::<Words52<L, false>>(table, operands);
        }
    }
}

/// Sums whose outputs are brought below 2q if `FULL`.
#[derive(Clone, Copy)]
struct Words52<L, const FULL: bool> {
    offset: L,
    q: L,
    q_inverse: L,
    /// `⌊2^63/q⌋`
    ratio: L,
    zero: L,
}

impl<L: Lanes52, const FULL: bool> Arithmetic for Words52<L, FULL> {
    type Lane = L;
    type Sum = (L, L);
    /// Keeps `|lo| < 2^62` through two more sums.
    const CHUNK: usize = 512;

    #[inline(always)]
    unsafe fn new(table: &StageTable) -> Self {
        let q = table.modulus.value();
        // SAFETY: as for the caller.
        unsafe {
            Self {
                offset: L::splat(Interval::of(table, 52).offset as u64),
                q: L::splat(q),
                q_inverse: L::splat(inverse(q) & MASK52),
                ratio: L::splat((1 << 63) / q),
                zero: L::splat(0),
            }
        }
    }

    #[inline(always)]
    unsafe fn load<const SUBTRACT: bool>(&self, rows: &Rows<L>, j: usize) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = rows.word(j);
            if SUBTRACT { x.add(L::splat(rows.constant)).sub(rows.subtrahend(j)) } else { x }
        }
    }

    #[inline(always)]
    unsafe fn zero(&self) -> (L, L) {
        (self.zero, self.zero)
    }

    #[inline(always)]
    unsafe fn once(&self, x: L) -> (L, L) {
        (self.zero, x)
    }

    #[inline(always)]
    unsafe fn product(&self, x: L, c: L) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { self.add_product((self.zero, self.zero), x, c) }
    }

    #[inline(always)]
    unsafe fn add_product(&self, (lo, hi): (L, L), x: L, c: L) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (lo.madd_lo(x, c), hi.madd_hi(x, c)) }
    }

    #[inline(always)]
    unsafe fn add(&self, a: (L, L), b: (L, L)) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (a.0.add(b.0), a.1.add(b.1)) }
    }

    #[inline(always)]
    unsafe fn sub(&self, a: (L, L), b: (L, L)) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (a.0.sub(b.0), a.1.sub(b.1)) }
    }

    /// The low words are below `2^52` afterwards.
    #[inline(always)]
    unsafe fn carry(&self, (lo, hi): (L, L)) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (lo.mask(), hi.add(lo.shr::<52>())) }
    }

    /// `(hi·2^52 + lo)·2^(−52) mod q`, below [`bound`].
    #[inline(always)]
    unsafe fn reduce(&self, (lo, hi): (L, L)) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let m = self.zero.madd_lo(lo, self.q_inverse);
            let correction = self.zero.madd_hi(m, self.q);
            let hi = hi.add(lo.shr::<52>()).add(self.offset);
            if !FULL {
                return hi.sub(correction);
            }
            // 0 < hi < 2^63: the estimate of hi/q is less than 3 below it, and 3q is a 52-bit word.
            let quotient = self.zero.madd_hi(hi.shr::<11>(), self.ratio);
            let rest = hi.sub(self.zero.madd_lo(quotient, self.q)).mask();
            let rest = rest.min(rest.sub(self.q)).min(rest.sub(self.q.add(self.q)));
            rest.add(self.q).sub(correction)
        }
    }

    #[inline(always)]
    unsafe fn save(&self, (lo, hi): (L, L), to: *mut u64, apart: usize) {
        // SAFETY: as for the caller.
        unsafe {
            lo.store(to);
            hi.store(to.add(apart));
        }
    }

    #[inline(always)]
    unsafe fn restore(&self, from: *const u64, apart: usize) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (L::load(from), L::load(from.add(apart))) }
    }
}
