//! The measurements: sets of parameters, operations, and who else is asked.

use papilio_gates::Parameters;

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["tfhe"];

/// A set of parameters, and those of others that are compared with it.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// The parameters.
    pub parameters: fn() -> Parameters,
    /// Sets of TFHE-rs of the same dimensions, or else of the same security and failure; the
    /// fastest of them counts.
    pub peer_sets: &'static [&'static str],
}

/// All sets.
pub const SETS: [Set; 4] = [
    Set { name: "tfhe_lib", parameters: Parameters::tfhe_lib, peer_sets: &["TFHE_LIB_PARAMETERS"] },
    Set {
        name: "default_128",
        parameters: Parameters::default_128,
        peer_sets: &["DEFAULT_PARAMETERS", "DEFAULT_PARAMETERS_KS_PBS"],
    },
    Set { name: "tfhe_rs_default", parameters: Parameters::tfhe_rs_default, peer_sets: &["DEFAULT_PARAMETERS"] },
    Set {
        name: "failure_128",
        parameters: Parameters::failure_128,
        peer_sets: &["PARAMETERS_ERROR_PROB_2_POW_MINUS_165", "PARAMETERS_ERROR_PROB_2_POW_MINUS_165_KS_PBS"],
    },
];

/// A measurement: gates that do not depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// Gates of one call, whose time is divided by their number.
    pub gates: usize,
    /// Whether they are multiplexers, and not NAND.
    pub multiplexers: bool,
    /// Whether they run on all threads, and not on one.
    pub threads: bool,
}

/// All operations.
pub const OPERATIONS: [Operation; 4] = [
    Operation { name: "nand", gates: 1, multiplexers: false, threads: false },
    Operation { name: "mux", gates: 1, multiplexers: true, threads: false },
    Operation { name: "nand_8", gates: 8, multiplexers: false, threads: false },
    Operation { name: "nand_64_threads", gates: 64, multiplexers: false, threads: true },
];
