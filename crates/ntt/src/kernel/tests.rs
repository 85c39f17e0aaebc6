//! The kernels' text on portable lanes of the widths and factors of every instruction set: tested where no vector unit
//! exists.
//!
//! The suite is that of the integration tests, which run it over the rows of the machine.

use super::KernelWord;
use crate as subject;

mod accumulate;
mod combine;
mod lanes;
mod miri;
mod portable;
mod substitute;
#[path = "../../tests/it/suite/mod.rs"]
mod suite;
mod tiled_permutation;
mod tree;

use crate::{Domain, Kernel, Plan, PlanError};
use papilio_field::Modulus;
use portable::{ROWS32, ROWS64};
use suite::Classes;

/// Runs a check on every portable row, and fails unless it says that it exercised every class that the row has.
macro_rules! on_every_row {
    ($check:expr) => {
        ROWS64.iter().for_each(|row| exercises(row, $check(row)));
        ROWS32.iter().for_each(|row| exercises(row, $check(row)));
    };
}

fn exercises<W: KernelWord>(row: &'static Kernel<W>, exercised: Classes) {
    let classes = suite::thresholds(row, 2, usize::MAX).iter().map(|q| row.class(q)).collect();
    println!("{}: classes {exercised:?}", row.name());
    assert_eq!(exercised, classes, "classes of {}", row.name());
}

#[test]
fn references() {
    suite::reference::agrees_with_the_definition();
}

#[test]
fn transforms_on_portable_lanes() {
    on_every_row!(|row| suite::transform::conforms(row, 1..=9));
}

#[test]
fn cyclic_transforms_on_portable_lanes() {
    on_every_row!(|row| suite::transform::cyclic_conforms(row, 1..=8));
}

#[test]
fn long_transforms_on_portable_lanes() {
    on_every_row!(|row| suite::transform::long_conforms(row, 12..=13));
}

#[test]
fn every_domain_with_all_passes_on_portable_lanes() {
    on_every_row!(|row| suite::shapes::conforms(row, 1..=10));
}

#[test]
fn every_call_on_portable_lanes() {
    on_every_row!(|row| suite::shapes::calls_conform(row, 1..=10));
}

#[test]
fn columns_on_portable_lanes() {
    on_every_row!(|row| suite::columns::conforms(row, 1..=5));
}

#[cfg(feature = "threads")]
#[test]
fn threads_on_portable_lanes() {
    on_every_row!(|row| suite::parallel::conforms(row, 13..=14));
}

#[test]
fn pointwise_operations_on_portable_lanes() {
    on_every_row!(suite::pointwise::conforms);
}

#[test]
fn stages_on_portable_lanes() {
    let rows = || ROWS64.iter().filter(|row| row.stage_bits() == 52);
    assert_eq!(rows().count(), 2);
    rows().for_each(|row| println!("{}: {} stages", row.name(), suite::stage::conforms(row)));
}

/// A row refuses lengths below a square of its vectors, and primes of more bits than it takes.
#[test]
fn refusals_name_their_numbers() {
    let (row, taken) = (ROWS64[1], Modulus::new(0x7_FFFF_FFFF_FFC9).or(suite::below(51, 2).and_then(Modulus::new)));
    let (taken, refused) = (taken.expect("a prime"), suite::above(51, 2).and_then(Modulus::new).expect("a prime"));
    for (modulus, n, bits) in [(taken, 32, 51), (refused, 64, 52)] {
        let domain = Domain::tree(modulus, vec![1; n]).expect("a tree");
        let error = Plan::over_with(row, domain, None).expect_err("outside the limits of the row");
        let q = modulus.value();
        assert_eq!(error, PlanError::Kernel { kernel: row.name(), modulus: q, bits, n });
        let text = format!("kernel eight 52-bit lanes does not support the {bits}-bit prime {q} at length {n}");
        assert_eq!(error.to_string(), text);
    }
}
