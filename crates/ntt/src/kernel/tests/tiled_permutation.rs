//! The order of slots, on every kernel, against exponents one at a time.

use super::portable::{KERNELS16, KERNELS32, KERNELS64};
use crate::Kernel;
use crate::kernel::{KernelWord, TiledPermutation};
use papilio_field::order::reversed;

fn conforms<W: KernelWord>(kernel: &Kernel<W>, log_size: u32) {
    let (n, blocks) = (1usize << log_size, TiledPermutation::new(log_size, kernel.transform.lanes));
    let slots: Vec<W> = (1..=n as u64).map(W::truncate).collect();
    let mut expected = slots.clone();
    let mut exponent = 1;
    for i in 0..n / 2 {
        expected[reversed(exponent / 2, log_size)] = slots[i];
        expected[reversed((2 * n - exponent) / 2, log_size)] = slots[n / 2 + i];
        exponent = exponent * 5 % (2 * n);
    }
    let mut to = vec![W::default(); n];
    // SAFETY: the processor has been asked; there are as many words as values in the blocks.
    unsafe { (kernel.permute.to_values)(&blocks, &slots, &mut to) }
    assert_eq!(to, expected, "{}: {n} values", kernel.name());
    // SAFETY: as above.
    unsafe { (kernel.permute.to_slots)(&blocks, &expected, &mut to) }
    assert_eq!(to, slots, "{}: {n} slots", kernel.name());
}

#[test]
fn orders() {
    for log_size in 1..=12 {
        KERNELS64.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log_size));
        KERNELS32.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log_size));
        KERNELS16.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log_size));
    }
}

/// The least number of squares: two, one a row.
#[cfg(miri)]
pub(super) fn smallest<W: KernelWord>(kernel: &Kernel<W>) {
    conforms(kernel, 1 + 2 * kernel.transform.lanes.ilog2());
}
