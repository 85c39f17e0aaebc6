//! The test of every peer.

use super::library::Library;
use super::operation::Operation;
use super::protocol::Set;

/// Runs each operation of a library once on a small set.
pub(crate) fn every_operation_is_correct<L: Library>() {
    let set = Set { log_degree: 12, prime_bits: vec![50; 3], plain_modulus: 4_293_918_721 };
    let mut library = L::new(&set).expect("the set");
    for operation in Operation::ALL {
        let measured = library.measure(operation, 1).expect("the operation");
        assert!(measured.correct, "{operation:?}");
        assert!(measured.milliseconds > 0.0, "{operation:?}");
    }
}
