//! Linear transforms of the slots of one ciphertext.
//!
//! A matrix is a sum of generalized diagonals, `Σ_k d_k ⊙ rot_k(x)`, and with `k = g + b` a sum of
//! giant steps of inner sums of baby steps, `Σ_g rot_g(Σ_b rot_(−g)(d_(g+b)) ⊙ rot_b(x))` (S.
//! Halevi and V. Shoup, "Algorithms in HElib", 2014, §4.3). The ciphertext is cut into digits once
//! for all baby steps; these stay modulo `P·Q`, and so do the giant steps, of which only one half
//! is divided by `P` (double hoisting, [`papilio_ring::gadget::Gadget::step_sums`]).
//!
//! * [`Split`]: which rotations are baby steps and giant steps; a value.
//! * [`ExtendedPlaintext`]: a diagonal modulo `P·Q`, which a scheme encodes.
//! * [`LinearTransform`]: the diagonals, and their application.

mod apply;
mod extended_plaintext;
mod noise;
mod split;
mod transform;

pub use extended_plaintext::ExtendedPlaintext;
pub use split::Split;
pub use transform::LinearTransform;

#[cfg(test)]
mod tests;
