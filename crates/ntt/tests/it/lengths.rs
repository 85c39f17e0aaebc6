//! Data of another length is refused by every call, before anything is read or written.

use crate::suite::words;
use papilio_field::fields::Goldilocks;
use papilio_field::order::Order;
use papilio_field::{Field, Modulus};
use papilio_ntt::complex::{ComplexPlan, Digit};
use papilio_ntt::dft::Dft;
use papilio_ntt::kernel::TiledPermutation;
use papilio_ntt::{Domain, Kernel, KernelWord, Plan};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Lengths beside the right one, and none.
fn others(right: usize) -> impl Iterator<Item = usize> {
    [0, 1, right / 2, right - 1, right + 1, 2 * right].into_iter()
}

fn refused(name: &str, call: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err(), "{name}");
}

#[test]
fn plans_of_primes() {
    let modulus = Modulus::new(65_537).expect("a prime");
    for (n, width) in [(64, 1), (4096, 1), (8, 5), (64, 40)] {
        let domain = || Domain::cyclic(modulus, n).expect("a domain");
        let plan = if width == 1 { Plan::<u64>::over(domain()) } else { Plan::columns(domain(), width) }.expect("a plan");
        for len in others(n * width) {
            let name = |call: &str| format!("{call} of {len} words of {n} rows of {width}");
            let a = || vec![0; len];
            refused(&name("forward"), || plan.forward(&mut a()));
            refused(&name("inverse"), || plan.inverse(&mut a()));
            refused(&name("forward_natural"), || plan.forward_natural(&mut a()));
            refused(&name("inverse_natural"), || plan.inverse_natural(&mut a()));
            refused(&name("forward_parallel"), || plan.forward_parallel(&mut a()));
            refused(&name("inverse_parallel"), || plan.inverse_parallel(&mut a()));
            refused(&name("forward_into, from"), || plan.forward_into(&a(), &mut vec![0; n * width]));
            refused(&name("inverse_into, to"), || plan.inverse_into(&vec![0; n * width], &mut a()));
            if !len.is_multiple_of(n * width) {
                refused(&name("forward_batch"), || plan.forward_batch(&mut a()));
                refused(&name("inverse_batch"), || plan.inverse_batch(&mut a()));
            }
        }
    }
}

#[test]
fn orders_of_kernels() {
    for (log, lanes) in [(0, 4), (31, 4), (4, 0), (4, 3), (4, 512)] {
        refused(&format!("2^{log} values by vectors of {lanes} words"), || drop(TiledPermutation::new(log, lanes)));
    }
    orders::<u16>();
    orders::<u32>();
    orders::<u64>();
}

fn orders<W: KernelWord>() {
    for kernel in Kernel::<W>::all() {
        for (len, width) in [(0, 1), (24, 1), (24, 4), (16, 3), (8, 0), (4, 8)] {
            let name = format!("{}, bit_reverse of {len} words in rows of {width}", kernel.name());
            refused(&name, || kernel.bit_reverse(&mut words::<W>(&vec![0; len]), width));
        }
        let permutation = TiledPermutation::new(4, kernel.lanes());
        for len in others(16) {
            let (right, other) = (|| words::<W>(&[0; 16]), || words::<W>(&vec![0; len]));
            let name = |call: &str| format!("{}, {call} of {len} words for 16", kernel.name());
            refused(&name("to_values, from"), || kernel.to_values(&permutation, &other(), &mut right()));
            refused(&name("to_values, to"), || kernel.to_values(&permutation, &right(), &mut other()));
            refused(&name("to_slots, from"), || kernel.to_slots(&permutation, &other(), &mut right()));
            refused(&name("to_slots, to"), || kernel.to_slots(&permutation, &right(), &mut other()));
        }
    }
}

#[test]
fn transforms_of_fields() {
    for (log, width) in [(6, 1), (12, 1), (3, 5), (6, 40)] {
        let dft = Dft::columns(log, width, Goldilocks::from_u64(7)).expect("a transform");
        for len in others(width << log) {
            let name = |call: &str| format!("{call} of {len} elements of 2^{log} rows of {width}");
            let a = || vec![Goldilocks::from_u64(0); len];
            refused(&name("forward"), || dft.forward(&mut a()));
            refused(&name("inverse"), || dft.inverse(&mut a()));
            refused(&name("forward_natural"), || dft.forward_natural(&mut a()));
            refused(&name("inverse_natural"), || dft.inverse_natural(&mut a()));
            for order in [Order::Natural, Order::BitReversed] {
                refused(&name("forward_parallel"), || dft.forward_parallel(&mut a(), order));
                refused(&name("inverse_parallel"), || dft.inverse_parallel(&mut a(), order));
            }
        }
    }
}

#[test]
fn complex_numbers() {
    for (kernel, log) in ComplexPlan::kernels().flat_map(|kernel| [6, 9].map(|log| (kernel, log))) {
        let plan = ComplexPlan::with_kernel(kernel, log).expect("a plan");
        let right = 2 << log;
        let digit = || Digit::new(0, 0, 20).expect("a digit");
        for len in others(right) {
            let name = |call: &str| format!("{call} of {len} doubles, 2^{log} on {kernel}");
            let (a, b) = (|| vec![0.0; len], || vec![0.0; right]);
            refused(&name("forward"), || plan.forward(&mut a()));
            refused(&name("inverse"), || plan.inverse(&mut a()));
            refused(&name("forward_natural"), || plan.forward_natural(&mut a()));
            refused(&name("inverse_natural"), || plan.inverse_natural(&mut a()));
            refused(&name("reverse_order"), || plan.reverse_order(&mut a()));
            refused(&name("forward_integers, from"), || plan.forward_integers(&vec![0; len], &mut b()));
            refused(&name("forward_integers, to"), || plan.forward_integers(&vec![0; right], &mut a()));
            refused(&name("forward_digits, from"), || plan.forward_digits(&vec![0; len], digit(), &mut b()));
            refused(&name("forward_digits, to"), || plan.forward_digits(&vec![0; right], digit(), &mut a()));
            refused(&name("forward_digits_ahead"), || plan.forward_digits_ahead(&vec![0; len], digit(), &mut b(), &[]));
            refused(&name("inverse_rounded, from"), || plan.inverse_rounded(&mut a(), &mut vec![0; right]));
            refused(&name("inverse_rounded, to"), || plan.inverse_rounded(&mut b(), &mut vec![0; len]));
            // Two of another length agree with each other, and not with the plan.
            refused(&name("multiply"), || plan.multiply(&mut a(), &a()));
            refused(&name("multiply, second"), || plan.multiply(&mut b(), &a()));
            refused(&name("multiply_accumulate"), || plan.multiply_accumulate(&mut a(), &[(&a(), &a())]));
            refused(&name("multiply_accumulate, first"), || plan.multiply_accumulate(&mut b(), &[(&a(), &b())]));
            refused(&name("multiply_accumulate, second"), || plan.multiply_accumulate(&mut b(), &[(&b(), &a())]));
        }
    }
}
