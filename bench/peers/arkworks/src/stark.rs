//! The STARK prime, 2^251 + 17·2^192 + 1, as arkworks makes a field of it.
#![allow(missing_docs, reason = "the derivation writes items without documentation")]

use ark_ff::{Fp256, MontBackend, MontConfig};

#[derive(MontConfig)]
#[modulus = "3618502788666131213697322783095070105623107215331596699973092056135872020481"]
#[generator = "3"]
pub(crate) struct Config;

/// The field.
pub(crate) type Stark252 = Fp256<MontBackend<Config, 4>>;
