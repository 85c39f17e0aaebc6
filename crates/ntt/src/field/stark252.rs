//! The Stark prime, `p = 2^251 + 17·2^192 + 1`, over the arithmetic of `ark-ff`.
#![allow(unexpected_cfgs)] // the derived code asks for a feature `asm` of `ark-ff`, as if it were ours

use super::montgomery::montgomery;
use ark_ff::{Fp256, MontBackend, MontConfig};

/// The prime and its smallest generator, from which `ark-ff` derives its constants.
#[derive(MontConfig)]
#[modulus = "3618502788666131213697322783095070105623107215331596699973092056135872020481"]
#[generator = "3"]
struct Config;

montgomery! {
    /// An element of the field of the Stark prime, 252 bits.
    Stark252 over Fp256<MontBackend<Config, 4>>, "stark252", 252 bits, two-adicity 192, generator 3
}
