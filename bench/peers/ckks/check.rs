//! The test of every peer.

use super::library::Library;
use super::operation::Operation;
use super::protocol::Set;

/// Runs each operation of a library once on a small set, but for those that it says it has not.
pub(crate) fn every_operation_is_correct_or_refused<L: Library>(refused: &[Operation]) {
    let (prime_bits, special_bits) = (vec![50, 40, 40, 40], vec![50, 50]);
    let set = Set { log_degree: 10, prime_bits, special_bits, scale_bits: 40, primes_per_level: 1 };
    let mut library = L::new(&set).expect("the set");
    for operation in Operation::ALL {
        let measured = library.measure(operation, 1);
        assert_eq!(measured.is_err(), refused.contains(&operation), "{operation:?}: {measured:?}");
        let Ok(measured) = measured else { continue };
        assert!(measured.precision.least >= set.expected(), "{operation:?}: {measured:?}");
        assert!(measured.run.milliseconds > 0.0, "{operation:?}");
    }
}
