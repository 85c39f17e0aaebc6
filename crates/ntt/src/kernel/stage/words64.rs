//! Sums of 64-bit products, one word at a time.

use super::arithmetic::Arithmetic;
use super::montgomery::{Interval, inverse};
use super::rows::Rows;
use super::tile;
use crate::kernel::stage::{Operands, StageKernel, StageTable};
use crate::kernel::vector::{automorphism, linear_combination, reconstruction};
use papilio_field::Modulus;

/// The greatest bit length of a prime whose sums of products are reduced once: `2^12` products with
/// words below `2^63` are less than `2^125`.
const ONCE_BITS: u32 = 50;

/// Words of any prime: also for kernels without a stage of their own.
pub(in crate::kernel) const PORTABLE: StageKernel = StageKernel {
    name: "scalar",
    linear_combination: linear_combination::PORTABLE,
    automorphisms: automorphism::PORTABLE,
    reconstruct: |constants, operands| reconstruction::portable_from(constants, operands, 0),
    constant,
    bound,
    scratch,
    apply: stage,
    word_bits: 63,
    max_bits: Modulus::MAX_BITS,
};

/// The constant for the sums of the prime: `c·2^64 mod q`, or c.
pub(in crate::kernel) fn constant(modulus: &Modulus, c: u64) -> u64 {
    if modulus.bits() <= ONCE_BITS { modulus.reduce_wide(u128::from(c) << 64) } else { c }
}

pub(in crate::kernel) fn bound(table: &StageTable) -> u64 {
    let q = table.modulus.value();
    if table.modulus.bits() > ONCE_BITS || full(table) { q } else { Interval::of(table, 64).bound() as u64 }
}

/// Whether outputs are reduced below q because they would not fit a 62-bit word otherwise.
fn full(table: &StageTable) -> bool {
    Interval::of(table, 64).bound() > 1 << 62
}

/// [`tile::scratch`] of one word.
pub(in crate::kernel) fn scratch(table: &StageTable) -> usize {
    tile::scratch::<1>(table)
}

/// [`tile::stage`], one column at a time.
pub(in crate::kernel) fn stage(table: &StageTable, operands: Operands<'_>) {
    // SAFETY: the operands are checked by the caller, as for every kernel; words need no
    // instruction set.
    unsafe {
        if table.modulus.bits() > ONCE_BITS {
            tile::stage::<Residues>(table, operands);
        } else if full(table) {
            tile::stage::<Words128<true>>(table, operands);
        } else {
            tile::stage::<Words128<false>>(table, operands);
        }
    }
}

/// A row less its subtrahend, if `SUBTRACT`.
#[inline(always)]
unsafe fn difference<const SUBTRACT: bool>(rows: &Rows<u64>, j: usize) -> u64 {
    // SAFETY: as for the caller.
    unsafe { if SUBTRACT { rows.word(j) + rows.constant - rows.subtrahend(j) } else { rows.word(j) } }
}

/// Sums of signed 128-bit words, reduced once by a Montgomery step; below q if `FULL`.
#[derive(Clone, Copy)]
struct Words128<const FULL: bool> {
    modulus: Modulus,
    inverse: u64,
    offset: u64,
}

impl<const FULL: bool> Arithmetic for Words128<FULL> {
    type Lane = u64;
    type Sum = u128;
    const CHUNK: usize = usize::MAX;

    #[inline(always)]
    unsafe fn new(table: &StageTable) -> Self {
        let q = table.modulus.value();
        let offset = if FULL { 2 * q } else { Interval::of(table, 64).offset as u64 };
        Self { modulus: table.modulus, inverse: inverse(q), offset }
    }

    #[inline(always)]
    unsafe fn load<const SUBTRACT: bool>(&self, rows: &Rows<u64>, j: usize) -> u64 {
        // SAFETY: as for the caller.
        unsafe { difference::<SUBTRACT>(rows, j) }
    }

    #[inline(always)]
    unsafe fn zero(&self) -> u128 {
        0
    }

    /// Great words are reduced, so that the sum is signed.
    #[inline(always)]
    unsafe fn once(&self, x: u64) -> u128 {
        u128::from(if FULL { self.modulus.reduce(x) } else { x }) << 64
    }

    #[inline(always)]
    unsafe fn product(&self, x: u64, c: u64) -> u128 {
        u128::from(x) * u128::from(c)
    }

    #[inline(always)]
    unsafe fn add_product(&self, sum: u128, x: u64, c: u64) -> u128 {
        sum.wrapping_add(u128::from(x) * u128::from(c))
    }

    #[inline(always)]
    unsafe fn add(&self, a: u128, b: u128) -> u128 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    unsafe fn sub(&self, a: u128, b: u128) -> u128 {
        a.wrapping_sub(b)
    }

    #[inline(always)]
    unsafe fn carry(&self, sum: u128) -> u128 {
        sum
    }

    #[inline(always)]
    unsafe fn reduce(&self, sum: u128) -> u64 {
        let (low, high) = (sum as u64, (sum >> 64) as u64);
        let m = low.wrapping_mul(self.inverse);
        let correction = ((u128::from(m) * u128::from(self.modulus.value())) >> 64) as u64;
        if FULL {
            // Products are below 2^61 in units of the high word, and the first input below q.
            let high = high.wrapping_add(1 << 61).wrapping_sub(correction).wrapping_add(self.offset);
            return self.modulus.sub(self.modulus.reduce(high), self.modulus.reduce(1 << 61));
        }
        high.wrapping_add(self.offset).wrapping_sub(correction)
    }

    #[inline(always)]
    unsafe fn save(&self, sum: u128, to: *mut u64, apart: usize) {
        // SAFETY: as for the caller.
        unsafe {
            to.write(sum as u64);
            to.add(apart).write((sum >> 64) as u64);
        }
    }

    #[inline(always)]
    unsafe fn restore(&self, from: *const u64, apart: usize) -> u128 {
        // SAFETY: as for the caller.
        unsafe { u128::from(from.read()) | u128::from(from.add(apart).read()) << 64 }
    }
}

/// Sums of products that are residues whenever two sums are added, for any prime. Outputs are
/// reduced.
#[derive(Clone, Copy)]
struct Residues(Modulus);

impl Arithmetic for Residues {
    type Lane = u64;
    /// Up to eight products below `2^124`, and a residue.
    type Sum = u128;
    const CHUNK: usize = 8;

    #[inline(always)]
    unsafe fn new(table: &StageTable) -> Self {
        Self(table.modulus)
    }

    #[inline(always)]
    unsafe fn load<const SUBTRACT: bool>(&self, rows: &Rows<u64>, j: usize) -> u64 {
        // SAFETY: as for the caller.
        self.0.reduce(unsafe { difference::<SUBTRACT>(rows, j) })
    }

    #[inline(always)]
    unsafe fn zero(&self) -> u128 {
        0
    }

    #[inline(always)]
    unsafe fn once(&self, x: u64) -> u128 {
        u128::from(x)
    }

    #[inline(always)]
    unsafe fn product(&self, x: u64, c: u64) -> u128 {
        u128::from(x) * u128::from(c)
    }

    #[inline(always)]
    unsafe fn add_product(&self, sum: u128, x: u64, c: u64) -> u128 {
        sum + u128::from(x) * u128::from(c)
    }

    #[inline(always)]
    unsafe fn add(&self, a: u128, b: u128) -> u128 {
        u128::from(self.0.add(self.0.reduce_wide(a), self.0.reduce_wide(b)))
    }

    #[inline(always)]
    unsafe fn sub(&self, a: u128, b: u128) -> u128 {
        u128::from(self.0.sub(self.0.reduce_wide(a), self.0.reduce_wide(b)))
    }

    #[inline(always)]
    unsafe fn carry(&self, sum: u128) -> u128 {
        u128::from(self.0.reduce_wide(sum))
    }

    #[inline(always)]
    unsafe fn reduce(&self, sum: u128) -> u64 {
        self.0.reduce_wide(sum)
    }

    #[inline(always)]
    unsafe fn save(&self, sum: u128, to: *mut u64, _apart: usize) {
        // SAFETY: as for the caller.
        unsafe { to.write(self.0.reduce_wide(sum)) }
    }

    #[inline(always)]
    unsafe fn restore(&self, from: *const u64, _apart: usize) -> u128 {
        // SAFETY: as for the caller.
        u128::from(unsafe { from.read() })
    }
}
