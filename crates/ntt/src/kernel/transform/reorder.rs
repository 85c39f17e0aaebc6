//! The orders of values, by the vectors of this machine.

use crate::kernel::implementation::KernelWord;
use crate::kernel::transform::reverse::{Exchange, Partners, Reverse};
use crate::kernel::transform::tiled_permutation::TiledPermutation;

/// Exchanges natural and bit-reversed order with the vectors of this machine.
///
/// # Panics
/// Unless there is a power of two of rows of `width` words.
pub(crate) fn bit_reverse<W: KernelWord>(a: &mut [W], width: usize) {
    let rows = a.len() / width;
    assert!(rows.is_power_of_two() && rows * width == a.len(), "{} words are not 2^k rows of {width}", a.len());
    let Reverse { words, rows: exchange } = W::available()[0].reverse;
    let all = Exchange { width, rows: (0, rows), with: Partners::After };
    // SAFETY: kernels are handed out only after detection; the shape is checked.
    unsafe { if width == 1 { words(a) } else { exchange(a, all) } }
}

/// Words of a vector of this machine.
pub(crate) fn lanes<W: KernelWord>() -> usize {
    W::available()[0].transform.lanes
}

/// [`crate::SlotPermutation::to_values`] with the vectors of this machine.
///
/// # Panics
/// Unless there are as many slots and values as in the permutation.
pub(crate) fn to_values<W: KernelWord>(permutation: &TiledPermutation, slots: &[W], values: &mut [W]) {
    permutation.check(slots, values);
    // SAFETY: kernels are handed out only after detection; the lengths are checked.
    unsafe { (W::available()[0].permute.to_values)(permutation, slots, values) }
}

/// [`crate::SlotPermutation::to_slots`] with the vectors of this machine.
///
/// # Panics
/// Unless there are as many slots and values as in the permutation.
pub(crate) fn to_slots<W: KernelWord>(permutation: &TiledPermutation, values: &[W], slots: &mut [W]) {
    permutation.check(slots, values);
    // SAFETY: kernels are handed out only after detection; the lengths are checked.
    unsafe { (W::available()[0].permute.to_slots)(permutation, values, slots) }
}
