//! Sums of products in doubles, each product reduced.
//!
//! A constant is stored as the number of the residue that is nearest to 0. A product costs six
//! operations and an output seven.

use super::arithmetic::Arithmetic;
use super::rows::Rows;
use super::{StageTable, tile};
use crate::kernel::lanes::Doubles;
use crate::kernel::stage::Operands;
use crate::kernel::vector::double::DoublePrime;
use papilio_field::Modulus;

/// The number of the residue that is nearest to 0.
pub(in crate::kernel) fn constant(modulus: &Modulus, c: u64) -> u64 {
    crate::kernel::vector::double::centered(modulus.value(), c).to_bits()
}

/// Outputs are between `q/2` and `3q/2`.
pub(in crate::kernel) fn bound(table: &StageTable) -> u64 {
    2 * table.modulus.value()
}

/// [`tile::stage`] in doubles.
///
/// # Safety
/// The conditions of [`tile::stage`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn stage<L: Doubles>(table: &StageTable, operands: Operands<'_>) {
    // SAFETY: as for the caller.
    unsafe { tile::stage::<Numbers<L>>(table, operands) }
}

/// Numbers below `2^53`: an input is below `2^52`, which is 8 times the greatest prime, and a
/// product at most q. In multiples of the greatest prime, an input and the seven products of radix
/// 8 are below 15; of a greater radix, sums are carried, so that the eight products of a chunk and
/// a carried sum are below 9, and the first input with one carried sum for each of up to twelve
/// levels below 15.
#[derive(Clone, Copy)]
struct Numbers<L>(DoublePrime<L>);

impl<L: Doubles> Arithmetic for Numbers<L> {
    type Lane = L;
    type Sum = L;
    const CHUNK: usize = 8;

    #[inline(always)]
    unsafe fn new(table: &StageTable) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self(DoublePrime::of(table.modulus.value())) }
    }

    #[inline(always)]
    unsafe fn load<const SUBTRACT: bool>(&self, rows: &Rows<L>, j: usize) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = rows.word(j).of_words();
            if SUBTRACT { x.add(L::number(rows.constant as f64)).sub(rows.subtrahend(j).of_words()) } else { x }
        }
    }

    #[inline(always)]
    unsafe fn zero(&self) -> L {
        // SAFETY: as for the caller.
        unsafe { L::number(0.0) }
    }

    #[inline(always)]
    unsafe fn once(&self, x: L) -> L {
        x
    }

    #[inline(always)]
    unsafe fn product(&self, x: L, c: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.0.times(x, c) }
    }

    #[inline(always)]
    unsafe fn add_product(&self, sum: L, x: L, c: L) -> L {
        // SAFETY: as for the caller.
        unsafe { sum.add(self.0.times(x, c)) }
    }

    #[inline(always)]
    unsafe fn add(&self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.add(b) }
    }

    #[inline(always)]
    unsafe fn sub(&self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.sub(b) }
    }

    #[inline(always)]
    unsafe fn carry(&self, sum: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.0.center(sum) }
    }

    #[inline(always)]
    unsafe fn reduce(&self, sum: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.0.center(sum).add(self.0.q()).to_words() }
    }

    #[inline(always)]
    unsafe fn save(&self, sum: L, to: *mut u64, _apart: usize) {
        // SAFETY: as for the caller.
        unsafe { sum.store(to) }
    }

    #[inline(always)]
    unsafe fn restore(&self, from: *const u64, _apart: usize) -> L {
        // SAFETY: as for the caller.
        unsafe { L::load(from) }
    }
}
