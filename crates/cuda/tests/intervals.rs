//! The greatest values that the arithmetic in doubles comes to, level by level, whatever the words
//! are: the text of the kernels over bounds in the place of numbers. Random words do not come near
//! them.
#![cfg(feature = "emulate")]

use papilio_cuda::{Emulation, FiberOrder};
use papilio_ntt::{ProductSharing, StageShape};

#[test]
fn no_value_leaves_its_interval() {
    // Residues go into the forward levels, and then what came out, until that does not grow.
    let mut greatest = 1.0;
    for _ in 0..50 {
        greatest = Emulation::greatest_forward(0, greatest);
    }
    assert!(greatest > 3.79 && greatest < 3.8, "{greatest}");
    assert!((1..4).all(|first| Emulation::greatest_forward(first, greatest) < 3.8));
    let (outside, factor) = Emulation::factors();
    assert!(outside == 0 && factor > 3.3, "{outside} factors beyond four times a prime, up to {factor}");

    // Residues go into the inverse levels, and no more comes out.
    for first in 0..4 {
        let greatest = Emulation::greatest_inverse(first, 1.0);
        assert!(greatest <= 1.0, "{greatest} from levels 3 to {first}");
    }
    // Values of the root are reduced when they are stored.
    assert!(Emulation::greatest_inverse(4, 1.0) <= 1.0);
    let (outside, factor) = Emulation::factors();
    assert!(outside == 0 && factor > 3.9, "{outside} factors beyond four times a prime, up to {factor}");
}

/// Sums of integers below `2^53`, which is eight times a prime.
#[test]
fn no_sum_of_a_stage_leaves_its_interval() {
    let mut greatest: f64 = 0.0;
    for log_radix in 1..=12 {
        for inputs in (0..=log_radix).map(|log| 1 << log) {
            use ProductSharing::{Dense, Shared};
            for (products, first_is_one) in [(Shared, true), (Shared, false), (Dense, false)] {
                let shape =
                    StageShape { radix: 1 << log_radix, nonzero_inputs: inputs, span: 1 << log_radix, products, first_is_one };
                greatest = greatest.max(Emulation::greatest_sum(&shape));
            }
        }
    }
    assert!(greatest > 6.0 && greatest < 8.0, "{greatest}");
}

/// Not of intervals, but what an emulated device refuses as well.
#[test]
fn wrong_barriers_are_told_in_every_order() {
    for order in [FiberOrder::Ascending, FiberOrder::Descending, FiberOrder::Shuffled] {
        let outcomes = Emulation { order, ..Emulation::default() }.wrong_kernels();
        let told = outcomes.map(|outcome| outcome.expect_err("a wrong kernel").to_string());
        assert!(told[0].contains("some threads ended before a barrier that others wait at"), "{order:?}: {told:?}");
        assert!(told[1].contains("a barrier in a kernel without shared memory"), "{order:?}: {told:?}");
    }
}
