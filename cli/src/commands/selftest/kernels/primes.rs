//! Primes on either side of every limit of a kernel.

use papilio_field::{Modulus, prime};
use papilio_ntt::{Kernel, KernelWord};

/// Powers of two at which a kernel or a class of primes ends, and others between.
const EDGES: [u32; 29] =
    [2, 3, 5, 8, 11, 12, 13, 14, 15, 20, 24, 26, 27, 30, 31, 32, 40, 44, 47, 48, 49, 50, 51, 55, 56, 58, 59, 61, 62];

/// The primes `1 mod step` nearest to each of [`EDGES`], on either side.
pub(super) fn all(step: u64) -> impl Iterator<Item = Modulus> {
    EDGES.into_iter().flat_map(move |edge| [below(edge, step), above(edge, step)]).flatten()
}

/// The primes among them that a kernel supports at a length.
pub(super) fn supported<W: KernelWord>(kernel: &Kernel<W>, step: u64, n: usize) -> Vec<Modulus> {
    all(step).filter(|q| kernel.supports(q, n)).collect()
}

/// The greatest prime `1 mod step` below `2^edge`, if it has `edge` bits.
pub(super) fn below(edge: u32, step: u64) -> Option<Modulus> {
    if step >> edge != 0 { None } else { prime::descending(edge, step).next().and_then(Modulus::new) }
}

/// The least prime `1 mod step` above `2^edge`, if it has `edge + 1` bits.
pub(super) fn above(edge: u32, step: u64) -> Option<Modulus> {
    if step >> (edge + 1) != 0 { None } else { prime::ascending(edge + 1, step).next().and_then(Modulus::new) }
}
