//! The transform by the class of the prime.

use super::levels::{forward, inverse};
use super::tree::tables;
use crate::kernel::butterfly::class::Class;
use crate::kernel::butterfly::{Butterfly, Exact, Lazy, Montgomery32, Tight};
use crate::kernel::lanes::{Integers, Lanes, Lanes32};
use crate::kernel::{Part, TransformTable, Twiddles};

/// [`forward`] by the class of the prime. Primes that are neither lazy nor exact are those of `B`.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward_shoup<L: Integers, B: Butterfly<Lane: Lanes<Word = L::Word>>>(
    table: &TransformTable<L::Word>,
    a: *mut L::Word,
    part: Part,
) {
    // SAFETY: as for the caller.
    unsafe {
        match Class::of(table.q, L::BITS, L::REACH) {
            Class::Lazy => forward::<Lazy<L>>(table, a, part),
            Class::Exact => forward::<Exact<L>>(table, a, part),
            _ => forward::<B>(table, a, part),
        }
    }
}

/// [`inverse`] by the class of the prime. Primes that are neither lazy nor exact are those of `B`.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse_shoup<L: Integers, B: Butterfly<Lane: Lanes<Word = L::Word>>>(
    table: &TransformTable<L::Word>,
    a: *mut L::Word,
    part: Part,
) {
    // SAFETY: as for the caller.
    unsafe {
        match Class::of(table.q, L::BITS, L::REACH) {
            Class::Lazy => inverse::<Lazy<L>>(table, a, part),
            Class::Exact => inverse::<Exact<L>>(table, a, part),
            _ => inverse::<B>(table, a, part),
        }
    }
}

/// [`tables`] by the class of the prime.
pub(in crate::kernel) fn tables_shoup<L: Integers, B: Butterfly<Lane: Lanes<Word = L::Word>>>(
    twiddles: &Twiddles,
    table: &mut TransformTable<L::Word>,
) {
    match Class::of(table.q, L::BITS, L::REACH) {
        Class::Lazy => tables::<Lazy<L>>(twiddles, table),
        Class::Exact => tables::<Exact<L>>(twiddles, table),
        _ => tables::<B>(twiddles, table),
    }
}

/// The class over 64-bit lanes `N`, which estimate quotients; what is neither lazy nor exact there
/// is exact over other lanes, which do not.
pub(in crate::kernel) fn class_64<N: Integers>(q: u64) -> Class {
    if Class::of(q, N::BITS, N::REACH) == Class::Lazy { Class::Lazy } else { Class::Exact }
}

/// The class over 16-bit lanes. Primes with room for the lazy class have no roots of the orders
/// that leaves of these lanes need, so that it would be text for trees alone.
pub(in crate::kernel) fn class_16(q: u64) -> Class {
    match Class::of(q, 16, 2) {
        Class::Lazy => Class::Exact,
        class => class,
    }
}

/// [`forward`] by the class of the prime: see [`class_16`].
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward_16<L: Integers<Word = u16>>(table: &TransformTable<u16>, a: *mut u16, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        match class_16(table.q) {
            Class::Exact => forward::<Exact<L>>(table, a, part),
            _ => forward::<Tight<L>>(table, a, part),
        }
    }
}

/// [`inverse`] by the class of the prime: see [`class_16`].
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse_16<L: Integers<Word = u16>>(table: &TransformTable<u16>, a: *mut u16, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        match class_16(table.q) {
            Class::Exact => inverse::<Exact<L>>(table, a, part),
            _ => inverse::<Tight<L>>(table, a, part),
        }
    }
}

/// [`tables`] by the class of the prime: see [`class_16`].
pub(in crate::kernel) fn tables_16<L: Integers<Word = u16>>(twiddles: &Twiddles, table: &mut TransformTable<u16>) {
    match class_16(table.q) {
        Class::Exact => tables::<Exact<L>>(twiddles, table),
        _ => tables::<Tight<L>>(twiddles, table),
    }
}

/// [`forward_shoup`], and primes above half the word.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn forward_32<L: Lanes32>(table: &TransformTable<u32>, a: *mut u32, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        if table.q >> 31 == 0 {
            forward_shoup::<L, Tight<L>>(table, a, part)
        } else {
            forward::<Montgomery32<L>>(table, a, part)
        }
    }
}

/// [`inverse_shoup`], and primes above half the word.
///
/// # Safety
/// The conditions of [`forward`] hold.
#[inline(always)]
pub(in crate::kernel) unsafe fn inverse_32<L: Lanes32>(table: &TransformTable<u32>, a: *mut u32, part: Part) {
    // SAFETY: as for the caller.
    unsafe {
        if table.q >> 31 == 0 {
            inverse_shoup::<L, Tight<L>>(table, a, part)
        } else {
            inverse::<Montgomery32<L>>(table, a, part)
        }
    }
}

/// [`tables_shoup`], and primes above half the word.
pub(in crate::kernel) fn tables_32<L: Lanes32>(twiddles: &Twiddles, table: &mut TransformTable<u32>) {
    if table.q >> 31 == 0 { tables_shoup::<L, Tight<L>>(twiddles, table) } else { tables::<Montgomery32<L>>(twiddles, table) }
}
