//! The transform inside one ciphertext: its slots hold the vector, and stages are sums of rotations
//! times diagonals.
//!
//! A stage is a linear map of the slots, `Σ_e D_e ⊙ rot_e(x)` with `D_e` its `e`-th generalized
//! diagonal. One stage of radix `n` is the diagonal method (S. Halevi and V. Shoup, "Algorithms in
//! HElib", 2014, §4.3): `n` products and one layer. Several stages are the factored transform: a
//! stage of radix `r` has at most `2r − 1` diagonals, at the price of a layer each. Either way
//! rotations are few by baby and giant steps: `Σ_g rot_{gB}(Σ_b D'_{g,b} ⊙ rot_b(x))`, the outer
//! sum by Horner's rule, so that giant steps need one key together.
//!
//! * [`SlotRecipe`]: which stages, in which arrangement of the slots, at which levels; a value.
//! * [`Diagonals`]: the constants, of any field.
//! * [`SlotOperations`] and [`execute`]: the meanings: the plain field, ciphertexts, counts, noise.
//! * [`EncodedTransform`] and [`EncodedRequest`]: where no stage is needed at all, and parameters
//!   for it.
//! * [`design()`]: the cheapest recipe within noise, security, memory and size of keys.

mod bfv;
mod budget;
mod cost;
mod counts;
pub mod design;
mod diagonals;
mod encoded;
mod field;
mod keys;
mod noise;
mod operations;
mod recipe;
mod search;
mod stored;
#[cfg(test)]
mod tests;
mod work;

pub use bfv::{Encrypted, EncryptedError};
pub use cost::{KeyPlace, Working};
pub use counts::{Counted, SlotCounts};
pub use design::{Method, SlotDesign, SlotDesignError, SlotRequest};
pub use diagonals::Diagonals;
pub use encoded::{EncodedRequest, EncodedTransform};
pub use field::Plain;
pub use keys::RotationKeys;
pub use noise::{NoiseModel, predict};
pub use operations::{SlotOperations, execute};
pub use recipe::{Arrangement, BabyStep, InputRows, Offsets, SlotLayer, SlotRecipe, SlotRecipeError};
pub use search::design;
pub use work::SlotWork;
