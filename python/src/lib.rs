//! The Python package `papilio`, over the crate of the same name.
//!
//! Arrays of numpy are read and written where they lie (`array`), errors are exceptions with the
//! library's texts (`error`), and the interpreter's lock is released while the library works.
//! Nothing of mathematics is here.
#![cfg(feature = "extension")]
#![forbid(unsafe_code)]

mod array;
#[allow(unsafe_op_in_unsafe_fn, reason = "pyo3 writes it, and takes the macro of the text for a writer of ours")]
mod bfv;
#[allow(unsafe_op_in_unsafe_fn, reason = "as above")]
mod bgv;
mod ckks;
mod encoder;
mod error;
mod exact;
mod field;
mod held_key;
mod hntt;
mod info;
mod integer;
mod interrupt;
mod keys;
mod ntt;
mod numbers;
mod parameters;
mod plaintext;
mod plot;
mod precompile;
mod r1cs;
mod scheme;
mod slots;
mod transform;

use pyo3::pymodule;

/// Ciphertexts of a megabyte come and go by the thousand; the system's allocator gives each back to
/// the kernel and takes the page faults again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native half of the package, whose names are those of the modules of ``papilio``.
#[pymodule]
mod _papilio {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::encoder::BatchEncoder;
    #[pymodule_export]
    use crate::held_key::{GaloisKeys, RelinearizationKey};
    #[pymodule_export]
    use crate::info::info;
    #[pymodule_export]
    use crate::keys::{PublicKey, SecretKey};
    #[pymodule_export]
    use crate::parameters::{Advice, Parameters};
    #[pymodule_export]
    use crate::plaintext::Plaintext;
    #[pymodule_export]
    use crate::plot::bars;
    #[pymodule_export]
    use crate::scheme::Scheme;

    /// BFV.
    #[pymodule]
    mod bfv {
        #[pymodule_export]
        use crate::bfv::{Bfv, Ciphertext, Product};
    }

    /// BGV.
    #[pymodule]
    mod bgv {
        #[pymodule_export]
        use crate::bgv::{Bgv, Ciphertext, Product};
    }

    /// CKKS.
    #[pymodule]
    mod ckks {
        #[pymodule_export]
        use crate::ckks::{Advice, Ciphertext, Ckks, LinearTransform, Parameters, Plaintext, Polynomial, Precision};
        #[pymodule_export]
        use crate::keys::CkksPublicKey;
    }

    /// Transforms over the prime fields of proof systems.
    #[pymodule]
    mod field {
        #[pymodule_export]
        use crate::field::{Dft, Field, fields};
    }

    /// Transforms across ciphertexts.
    #[pymodule]
    mod hntt {
        #[pymodule_export]
        use crate::hntt::{Client, Design, design, hash_columns, transform_window};
    }

    /// Constraint systems and witnesses.
    #[pymodule]
    mod r1cs {
        #[pymodule_export]
        use crate::r1cs::{R1cs, read_witness, semaphore};
    }

    /// Transforms in the slots of a ciphertext.
    #[pymodule]
    mod slots {
        #[pymodule_export]
        use crate::slots::{SlotDesign, design, transform};
    }

    /// The precompiles of EIP-7885.
    #[pymodule]
    mod precompile {
        #[pymodule_export]
        use crate::precompile::{address, gas, run};
    }

    /// Transforms of polynomials modulo word primes.
    #[pymodule]
    mod ntt {
        #[pymodule_export]
        use crate::ntt::{Coset, Plan};
    }
}
