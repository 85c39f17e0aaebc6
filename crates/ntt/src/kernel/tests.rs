//! The kernels' text on portable lanes of the factors of every instruction set: tested where no
//! vector unit exists.
//!
//! The suite is that of the integration tests, which run it over the kernels of the machine.

use super::KernelWord;
use crate as subject;

mod accumulate;
mod complex;
mod double;
mod lanes;
#[cfg(miri)]
mod miri;
mod pairs;
pub(super) mod portable;
#[path = "../../tests/it/suite/reconstruction.rs"]
mod reconstruction;
#[path = "../../tests/it/suite/mod.rs"]
mod suite;
mod tree;

use crate::{Domain, Kernel, Plan, PlanError};
use papilio_field::Modulus;
use portable::{EIGHT_52, KERNELS16, KERNELS32, KERNELS64};
use suite::Classes;

/// Runs a check on every portable kernel, and fails unless it says that it exercised every class
/// that the kernel has.
macro_rules! on_every_kernel {
    ($check:expr) => {
        KERNELS64.iter().for_each(|kernel| exercises(kernel, $check(kernel)));
        KERNELS32.iter().for_each(|kernel| exercises(kernel, $check(kernel)));
        KERNELS16.iter().for_each(|kernel| exercises(kernel, $check(kernel)));
    };
}

fn exercises<W: KernelWord>(kernel: &'static Kernel<W>, exercised: Classes) {
    let classes = suite::thresholds(kernel, 2, usize::MAX).iter().map(|q| kernel.class(q)).collect();
    println!("{}: classes {exercised:?}", kernel.name());
    assert_eq!(exercised, classes, "classes of {}", kernel.name());
}

#[test]
fn references() {
    suite::reference::agrees_with_the_definition();
}

#[test]
fn transforms_on_portable_lanes() {
    on_every_kernel!(|kernel| suite::transform::conforms(kernel, 1..=9));
}

#[test]
fn cyclic_transforms_on_portable_lanes() {
    on_every_kernel!(|kernel| suite::transform::cyclic_conforms(kernel, 1..=8));
}

#[test]
fn long_transforms_on_portable_lanes() {
    KERNELS64.iter().for_each(|kernel| exercises(kernel, suite::transform::long_conforms(kernel, 12..=13)));
    KERNELS32.iter().for_each(|kernel| exercises(kernel, suite::transform::long_conforms(kernel, 12..=13)));
    // The longest at which primes of both classes have roots.
    KERNELS16.iter().for_each(|kernel| exercises(kernel, suite::transform::long_conforms(kernel, 10..=10)));
}

/// Up to 32 rows above the least leaf: with narrow lanes, longer transforms have only more passes
/// of the same kinds.
#[test]
fn every_domain_with_all_passes_on_portable_lanes() {
    fn conforms<W: KernelWord>(kernel: &'static Kernel<W>) -> Classes {
        let most = 2 * kernel.transform.lanes.ilog2() + 5;
        suite::shapes::conforms(kernel, 1..=most.min(10))
    }
    on_every_kernel!(conforms);
}

#[test]
fn every_call_on_portable_lanes() {
    on_every_kernel!(|kernel| suite::shapes::calls_conform(kernel, 1..=10));
}

#[test]
fn columns_on_portable_lanes() {
    on_every_kernel!(|kernel| suite::columns::conforms(kernel, 1..=5));
}

#[cfg(feature = "threads")]
#[test]
fn threads_on_portable_lanes() {
    KERNELS64.iter().for_each(|kernel| exercises(kernel, suite::parallel::conforms(kernel, 13..=13)));
    KERNELS32.iter().for_each(|kernel| exercises(kernel, suite::parallel::conforms(kernel, 13..=13)));
    KERNELS16.iter().for_each(|kernel| exercises(kernel, suite::parallel::conforms(kernel, 10..=10)));
}

#[test]
fn pointwise_operations_on_portable_lanes() {
    on_every_kernel!(suite::pointwise::conforms);
}

#[test]
fn stages_on_portable_lanes() {
    let kernels = || KERNELS64.iter().filter(|kernel| kernel.stage_bits() == 52);
    assert!(kernels().count() >= 3);
    // Sums have the text of the kernels of the machine, and portable lanes take long over them.
    let conforms = |kernel| suite::stage::conforms(kernel, &[11, 50]);
    kernels().for_each(|kernel| println!("{}: {} stages", kernel.name(), conforms(kernel)));
}

#[test]
fn orders_on_portable_lanes() {
    KERNELS64.iter().for_each(|kernel| suite::orders::reversals_conform(kernel));
    KERNELS32.iter().for_each(|kernel| suite::orders::reversals_conform(kernel));
    KERNELS16.iter().for_each(|kernel| suite::orders::reversals_conform(kernel));
    for log_size in 1..=12 {
        KERNELS64.iter().for_each(|kernel| suite::orders::slots_conform(kernel, log_size));
        KERNELS32.iter().for_each(|kernel| suite::orders::slots_conform(kernel, log_size));
        KERNELS16.iter().for_each(|kernel| suite::orders::slots_conform(kernel, log_size));
    }
}

#[test]
fn automorphisms_on_portable_lanes() {
    for kernel in KERNELS64 {
        suite::automorphism::residues_conform(kernel);
        suite::automorphism::values_conform(kernel);
        suite::automorphism::words_conform(kernel);
    }
}

#[test]
fn sums_and_quotients_on_portable_lanes() {
    for kernel in KERNELS64 {
        suite::linear_combination::sums_conform(kernel);
        suite::linear_combination::whole_parts_conform(kernel);
        suite::linear_combination::quotients_conform(kernel);
    }
}

#[test]
fn digits_and_carries_on_portable_lanes() {
    KERNELS64.iter().for_each(|kernel| reconstruction::conforms(kernel));
}

/// A kernel refuses lengths below a square of its vectors, and primes of more bits than it takes.
#[test]
fn refusals_name_their_numbers() {
    let (kernel, taken) = (EIGHT_52, Modulus::new(0x7_FFFF_FFFF_FFC9).or(suite::below(51, 2).and_then(Modulus::new)));
    let (taken, refused) = (taken.expect("a prime"), suite::above(51, 2).and_then(Modulus::new).expect("a prime"));
    for (modulus, n, bits) in [(taken, 32, 51), (refused, 64, 52)] {
        let domain = Domain::tree(modulus, vec![1; n]).expect("a tree");
        let error = Plan::over_with(kernel, domain, None).expect_err("outside the limits of the kernel");
        let q = modulus.value();
        assert_eq!(error, PlanError::Kernel { kernel: kernel.name(), modulus: q, bits, n, limits: kernel.limits() });
        let limits = "it takes primes of 12 to 51 bits and lengths from 64";
        let text = format!("kernel eight 52-bit lanes does not support the {bits}-bit prime {q} at length {n}: {limits}");
        assert_eq!(error.to_string(), text);
    }
}
