//! placeholder
use super::TransformTable;
use super::lanes::Lanes;
pub(super) const MIN_N: usize = 2;
pub(super) fn tables(table: &mut TransformTable) { super::scalar::tables(table) }
#[inline(always)]
pub(super) unsafe fn forward<L: Lanes>(table: &TransformTable, a: &mut [u64]) { super::scalar::forward(table, a) }
#[inline(always)]
pub(super) unsafe fn inverse<L: Lanes>(table: &TransformTable, a: &mut [u64]) { super::scalar::inverse(table, a) }
