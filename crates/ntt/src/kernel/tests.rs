//! The kernels' text on portable lanes, one word and eight words wide: tested where no vector unit exists.
//!
//! The suite is that of the integration tests, which run it over the rows of the machine.

use crate as subject;

mod portable;
#[path = "../../tests/suite/mod.rs"]
mod suite;
mod tree;

use portable::ROWS;

#[test]
fn transforms_on_portable_lanes() {
    for row in ROWS {
        for log in 6..=12 {
            let primes = suite::transform::conforms(row, 1 << log);
            println!("{}: n = 2^{log}, {primes} primes", row.name());
            assert!(primes >= 8);
        }
    }
}

#[test]
fn pointwise_operations_on_portable_lanes() {
    ROWS.iter().for_each(|row| suite::pointwise::conforms(row));
}

#[test]
fn stages_on_portable_lanes() {
    ROWS.iter().for_each(|row| println!("{}: {} stages", row.name(), suite::stage::conforms(row)));
}
