//! Orders of words by a kernel, against places one at a time.

use super::super::subject::kernel::TiledPermutation;
use super::super::subject::{Kernel, KernelWord};
use papilio_field::order::reversed;

/// Bit-reversed order, from one word to some squares of the longest rows.
pub(crate) fn reversals_conform<W: KernelWord>(kernel: &Kernel<W>) {
    for log in 0..=13 {
        let mut a: Vec<W> = (0..1 << log).map(W::truncate).collect();
        kernel.bit_reverse(&mut a, 1);
        for (i, value) in a.iter().enumerate() {
            assert_eq!(value.extend(), reversed(i, log) as u64, "{}: {} words", kernel.name(), a.len());
        }
    }
}

/// The order of slots, against exponents one at a time.
pub(crate) fn slots_conform<W: KernelWord>(kernel: &Kernel<W>, log_size: u32) {
    // Vectors of the kernel, and of another one.
    for lanes in [kernel.lanes(), 2 * kernel.lanes()] {
        slots_agree(kernel, log_size, &TiledPermutation::new(log_size, lanes));
    }
}

fn slots_agree<W: KernelWord>(kernel: &Kernel<W>, log_size: u32, permutation: &TiledPermutation) {
    let n = 1usize << log_size;
    let slots: Vec<W> = (1..=n as u64).map(W::truncate).collect();
    let mut expected = slots.clone();
    let mut exponent = 1;
    for i in 0..n / 2 {
        expected[reversed(exponent / 2, log_size)] = slots[i];
        expected[reversed((2 * n - exponent) / 2, log_size)] = slots[n / 2 + i];
        exponent = exponent * 5 % (2 * n);
    }
    let mut to = vec![W::default(); n];
    kernel.to_values(permutation, &slots, &mut to);
    assert_eq!(to, expected, "{}: {n} values", kernel.name());
    kernel.to_slots(permutation, &expected, &mut to);
    assert_eq!(to, slots, "{}: {n} slots", kernel.name());
}
