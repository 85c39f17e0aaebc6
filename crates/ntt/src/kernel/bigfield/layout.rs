//! Elements and vectors as words.

use super::lanes::WIDTH;
use super::prime::LIMBS;

/// Words of an element.
pub(super) const WORDS: usize = 4;
/// Words of a vector of residues.
pub(super) const VECTOR_WORDS: usize = LIMBS * WIDTH;
