//! Bit-reversed order, on every kernel, against places one at a time, and transforms of matrices
//! that exchange their rows part by part.

use super::portable::{KERNELS16, KERNELS32, KERNELS64};
use super::suite::{self, Random, words};
use crate::kernel::KernelWord;
use crate::{Domain, Kernel, Plan};
use papilio_field::Modulus;
use papilio_field::order::{bit_reverse_rows, reversed};

fn conforms<W: KernelWord>(kernel: &Kernel<W>, log: u32) {
    let mut a: Vec<W> = (0..1 << log).map(W::truncate).collect();
    // SAFETY: the processor has been asked; the length is a power of two.
    unsafe { (kernel.reverse.words)(&mut a) }
    for (i, value) in a.iter().enumerate() {
        assert_eq!(value.extend(), reversed(i, log) as u64, "{}: {} words", kernel.name(), a.len());
    }
}

/// From one word to some squares of the longest rows.
#[test]
fn orders() {
    for log in 0..=13 {
        KERNELS64.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log));
        KERNELS32.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log));
        KERNELS16.iter().chain(Kernel::all()).for_each(|kernel| conforms(kernel, log));
    }
}

/// Matrices of several parts that a cache holds.
fn matrices<W: KernelWord>(kernel: &'static Kernel<W>, q: Modulus) {
    for (n, width) in [(512, 130), (128, 1025), (32, 8200), (2, 40_000)] {
        let plan = Plan::columns_with(kernel, Domain::negacyclic(q, n).expect("roots"), width, None).expect("a plan");
        let a = words::<W>(&Random::new(n as u64).below(q.value(), n * width));
        let (mut natural, mut sorted) = (a.clone(), a.clone());
        plan.forward_natural(&mut natural);
        plan.forward(&mut sorted);
        bit_reverse_rows(&mut sorted, width);
        assert!(natural == sorted, "{}", plan.explain());
        plan.inverse_natural(&mut natural);
        assert!(natural == a, "{}: inverse", plan.explain());
    }
}

#[test]
fn rows_are_exchanged_part_by_part() {
    let prime = |bits| suite::below(bits, 1024).and_then(Modulus::new).expect("a prime");
    Kernel::all().iter().for_each(|kernel| matrices::<u64>(kernel, prime(30)));
    Kernel::all().iter().for_each(|kernel| matrices::<u32>(kernel, prime(30)));
}
