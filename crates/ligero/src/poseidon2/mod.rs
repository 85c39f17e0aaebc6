//! Poseidon2 (Grassi, Khovratovich and Schofnegger, ePrint 2023/323), derived for a field from its
//! modulus and a width.
//!
//! Nothing is a table: the exponent, the round numbers, the constants and the matrices follow from
//! the design rules by computation, so the 32-bit field, for which nobody has published an
//! instance, is derived by the code that reproduces the published instances over Goldilocks and
//! BN254. [The derivation and its bounds][derivation] are in the repository.
//!
//! [derivation]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/poseidon2.md

mod evaluator;
mod grain;
mod layers;
mod matrix;
mod polynomial;
mod rounds;
#[cfg(test)]
mod tests;

pub use evaluator::{Evaluator, Plain};
pub(crate) use grain::residue;
pub use rounds::Rounds;

use grain::Grain;
use papilio_field::Field;

/// Why a width has no instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WidthError {
    /// The design has no matrix of this width.
    #[error("no Poseidon2 of width {width}: it is 2, 3, or a multiple of 4 up to 24")]
    Width {
        /// The width asked for.
        width: usize,
    },
    /// The state is too small for collision resistance at the security level.
    #[error("a state of {width} elements of {bits} bits has fewer than {minimum} bits")]
    State {
        /// The width asked for.
        width: usize,
        /// Bits of an element.
        bits: u32,
        /// Twice the security level.
        minimum: u32,
    },
}

/// The permutation of `width` elements of `F`, and the two-to-one compression over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poseidon2<F> {
    width: usize,
    exponent: u64,
    rounds: Rounds,
    /// `width` constants for each full round, in order.
    full_constants: Vec<F>,
    /// One constant for each partial round.
    partial_constants: Vec<F>,
    /// `μ`, with the internal matrix `J + diag(μ)`, `J` all ones.
    diagonal: Vec<F>,
}

/// Elements of a digest: as near to 256 bits as whole elements come, which is 8, 4 and 1 for `p32`,
/// Goldilocks and BN254. Over BN254 collisions cost `2^127`, as with every hash to one element of
/// it.
#[must_use]
pub const fn digest_len<F: Field>() -> usize {
    let twice = 2 * rounds::SECURITY;
    ((twice + F::BITS / 2) / F::BITS) as usize
}

impl<F: Field> Poseidon2<F> {
    /// The instance of this width at 128 bits of security.
    ///
    /// # Errors
    /// When the design has no instance of this width, or the state is below 256 bits.
    pub fn derive(width: usize) -> Result<Self, WidthError> {
        if !matches!(width, 2 | 3 | 4 | 8 | 12 | 16 | 20 | 24) {
            return Err(WidthError::Width { width });
        }
        let minimum = 2 * rounds::SECURITY;
        if F::BITS * (width as u32) < minimum {
            return Err(WidthError::State { width, bits: F::BITS, minimum });
        }
        Ok(Self::generate(width))
    }

    /// The instance that compresses two digests into one: twice [`digest_len`] wide.
    ///
    /// # Errors
    /// When the design has no instance of that width, which happens for none of the fields of
    /// `ntt`.
    pub fn compression() -> Result<Self, WidthError> {
        Self::derive(2 * digest_len::<F>())
    }

    /// Order of the draws from the generator: constants in the order of rounds, then the matrix.
    fn generate(width: usize) -> Self {
        let exponent = rounds::exponent(F::MODULUS);
        let rounds = Rounds::derive(F::MODULUS, F::BITS, width, exponent);
        let mut grain = Grain::new(F::BITS, width, rounds);
        let half = rounds.full as usize / 2 * width;
        let mut full_constants = grain.elements(half);
        let partial_constants = grain.elements(rounds.partial as usize);
        full_constants.extend(grain.elements::<F>(half));
        let diagonal = matrix::internal_diagonal(width, &mut grain);
        Self { width, exponent, rounds, full_constants, partial_constants, diagonal }
    }

    /// Elements of the state.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The exponent `α` of the S-box `x ↦ x^α`.
    #[must_use]
    pub fn exponent(&self) -> u64 {
        self.exponent
    }

    /// The round numbers.
    #[must_use]
    pub fn rounds(&self) -> Rounds {
        self.rounds
    }

    /// `μ`: the internal matrix is `J + diag(μ)`, `J` all ones.
    #[must_use]
    pub fn diagonal(&self) -> &[F] {
        &self.diagonal
    }

    /// The permutation.
    ///
    /// # Panics
    /// Unless `state` has `width` elements.
    pub fn permute(&self, state: &mut [F]) {
        self.permute_with(&mut Plain, state);
    }

    /// The digest of two digests: the first half of `P(x) + x`, for `x` the one and the other.
    ///
    /// # Panics
    /// Unless each of them has half of `width` elements.
    #[must_use]
    pub fn compress(&self, left: &[F], right: &[F]) -> Vec<F> {
        self.compress_with(&mut Plain, left, right)
    }
}
