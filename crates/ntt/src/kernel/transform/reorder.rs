//! The orders of values, by the vectors of a kernel.

use crate::kernel::implementation::{Kernel, KernelWord};
use crate::kernel::transform::reverse::{Exchange, Partners};
use crate::kernel::transform::tiled_permutation::TiledPermutation;

impl<W: KernelWord> Kernel<W> {
    /// Exchanges natural and bit-reversed order of rows of `width` words.
    ///
    /// # Panics
    /// Unless there is a power of two of such rows, of at least one word.
    pub fn bit_reverse(&self, a: &mut [W], width: usize) {
        assert!(width > 0, "rows of no words");
        let rows = a.len() / width;
        assert!(rows.is_power_of_two() && rows * width == a.len(), "{} words are not 2^k rows of {width}", a.len());
        let all = Exchange { width, rows: (0, rows), with: Partners::After };
        // SAFETY: kernels are handed out only after detection; the shape is checked.
        unsafe { if width == 1 { (self.reverse.words)(a) } else { (self.reverse.rows)(a, all) } }
    }

    /// [`crate::SlotPermutation::to_values`]. It takes longer by a permutation for another width.
    ///
    /// # Panics
    /// Unless there are as many slots and values as in the permutation.
    pub fn to_values(&self, permutation: &TiledPermutation, slots: &[W], values: &mut [W]) {
        permutation.check(slots, values);
        // SAFETY: kernels are handed out only after detection; the lengths are checked.
        unsafe { (self.permute.to_values)(permutation, slots, values) }
    }

    /// [`crate::SlotPermutation::to_slots`]. It takes longer by a permutation for another width.
    ///
    /// # Panics
    /// Unless there are as many slots and values as in the permutation.
    pub fn to_slots(&self, permutation: &TiledPermutation, values: &[W], slots: &mut [W]) {
        permutation.check(slots, values);
        // SAFETY: kernels are handed out only after detection; the lengths are checked.
        unsafe { (self.permute.to_slots)(permutation, values, slots) }
    }
}
