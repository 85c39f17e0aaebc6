//! Matrices by their diagonals.

use super::{ExtendedPlaintext, Split};
use crate::rlwe::{FheError, Rlwe};

/// A matrix over slots as diagonals modulo `P·Q`, for ciphertexts of at most a level.
///
/// The scheme that encodes the diagonals gives it a meaning: [`Self::of_slots`] for BFV and BGV.
#[derive(Clone, Debug)]
pub struct LinearTransform {
    pub(super) context: u64,
    pub(super) level: usize,
    pub(super) split: Split,
    /// Baby steps, the identity too if it is one.
    pub(super) babies: Vec<usize>,
    pub(super) giants: Vec<Giant>,
    pub(super) at_once: usize,
}

/// A giant step with its diagonals.
#[derive(Clone, Debug)]
pub(super) struct Giant {
    pub(super) steps: usize,
    /// Places of baby steps, with factors.
    pub(super) terms: Vec<(usize, ExtendedPlaintext)>,
}

impl LinearTransform {
    /// The matrix whose diagonals are encoded one after the other: `encode(k, g)` has the values of
    /// diagonal `k`, the factors in every slot of the input rotated to the left by `k`, rotated
    /// themselves by `g` steps to the right.
    ///
    /// # Errors
    /// The errors of the encoding; [`FheError::Context`] for factors of another scheme;
    /// [`FheError::Level`] for factors of fewer primes than the level has.
    pub fn new<E: From<FheError>>(
        rlwe: &Rlwe,
        split: Split,
        level: usize,
        mut encode: impl FnMut(usize, usize) -> Result<ExtendedPlaintext, E>,
    ) -> Result<Self, E> {
        rlwe.check_level(level)?;
        let mut babies: Vec<usize> = split.steps().flat_map(|(_, babies)| babies.iter().copied()).collect();
        babies.sort_unstable();
        babies.dedup();
        let mut term = |giant: usize, baby: usize| -> Result<_, E> {
            let factor = encode(giant + baby, giant)?;
            rlwe.check_fingerprint(factor.context)?;
            match factor.level {
                found if found < level => Err(FheError::Level { found, expected: level }.into()),
                _ => Ok((babies.partition_point(|&other| other < baby), factor)),
            }
        };
        let mut giants = Vec::new();
        for (steps, babies) in split.steps() {
            let terms = babies.iter().map(|&baby| term(steps, baby)).collect::<Result<_, E>>()?;
            giants.push(Giant { steps, terms });
        }
        Ok(Self { context: rlwe.context(), level, split, babies, giants, at_once: usize::MAX })
    }

    /// Makes so many giant steps at once, of which a polynomial modulo `P·Q` is in memory each; the
    /// baby steps are made anew for the next ones. By default all.
    #[must_use]
    pub fn at_once(self, giants: usize) -> Self {
        Self { at_once: giants.max(1), ..self }
    }

    /// Its steps.
    #[must_use]
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// The greatest level of ciphertexts that it is applied to.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// Bytes of its diagonals.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.giants.iter().flat_map(|giant| &giant.terms).map(|(_, factor)| factor.memory_bytes()).sum()
    }

    /// Bytes that an application to a ciphertext of its level takes besides input, keys, diagonals
    /// and the result.
    #[must_use]
    pub fn working_bytes(&self, rlwe: &Rlwe) -> usize {
        let Some(gadget) = rlwe.parameters().gadget() else { return 0 };
        let row = size_of::<u64>() * rlwe.parameters().degree();
        let limbs = self.level + gadget.special();
        let masks = self.giants.len().min(self.at_once) * limbs;
        (2 * limbs + masks + 2 * self.babies.len() + 2 * self.level + gadget.digits(self.level) + 3) * row
    }
}
