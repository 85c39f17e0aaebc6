//! Matrices by their diagonals.

use super::{ExtendedPlaintext, Split};
use crate::noise::PlaintextNorms;
use crate::rlwe::{FheError, Rlwe};
use papilio_ring::gadget::StepFactors;
use papilio_ring::{Cpu, Engine};
use std::collections::BTreeSet;

/// A matrix over slots as diagonals modulo `P·Q`, for ciphertexts of at most a level.
///
/// The scheme that encodes the diagonals gives it a meaning: [`Self::of_slots`] for BFV and BGV.
#[derive(Clone, Debug)]
pub struct LinearTransform<E: Engine = Cpu> {
    pub(super) context: u64,
    pub(super) level: usize,
    pub(super) split: Split,
    pub(super) giants: Vec<Giant>,
    pub(super) factors: E::Factors,
    pub(super) at_once: usize,
}

/// A giant step and what is known of its diagonals.
#[derive(Clone, Debug)]
pub(super) struct Giant {
    pub(super) steps: usize,
    pub(super) terms: Vec<Term>,
}

/// A diagonal.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// Steps of its baby step.
    pub(super) baby: usize,
    pub(super) norms: PlaintextNorms,
    /// Whether it is zero at a root modulo one of the primes.
    pub(super) spends: bool,
}

impl LinearTransform {
    /// The matrix whose diagonals are encoded one after the other: `encode(k, g)` has the values of
    /// diagonal `k`, the factors in every slot of the input rotated to the left by `k`, rotated
    /// themselves by `g` steps to the right.
    ///
    /// # Errors
    /// The errors of the encoding; [`FheError::Context`] for factors of another scheme;
    /// [`FheError::Level`] for factors of fewer primes than the level has.
    pub fn new<T: From<FheError>>(
        rlwe: &Rlwe,
        split: Split,
        level: usize,
        mut encode: impl FnMut(usize, usize) -> Result<ExtendedPlaintext, T>,
    ) -> Result<Self, T> {
        rlwe.check_level(level)?;
        let gadget = rlwe.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let mut factors = StepFactors::unspecified(gadget, level, split.diagonals().count());
        let mut places = 0..;
        let mut term = |giant: usize, baby: usize| -> Result<Term, T> {
            let factor = encode(giant + baby, giant)?;
            rlwe.check_fingerprint(factor.context)?;
            if factor.level < level {
                return Err(FheError::Level { found: factor.level, expected: level }.into());
            }
            places.next().into_iter().for_each(|place| factors.set(place, &factor.lift));
            Ok(Term { baby, norms: factor.norms, spends: factor.spends })
        };
        let giant = |(steps, babies): (usize, &BTreeSet<usize>)| {
            let terms = babies.iter().map(|&baby| term(steps, baby)).collect::<Result<_, T>>()?;
            Ok(Giant { steps, terms })
        };
        let giants = split.steps().map(giant).collect::<Result<_, T>>()?;
        Ok(Self { context: rlwe.context(), level, giants, factors, split, at_once: usize::MAX })
    }

    /// The same matrix, its diagonals on an engine, which is told them: for matrices of whoever
    /// evaluates, which are secrets to no one there.
    ///
    /// # Errors
    /// [`FheError::Context`] for other parameters; [`FheError::NoSpecialPrimes`];
    /// [`FheError::Engine`].
    pub fn to<E: Engine>(&self, rlwe: &Rlwe, engine: &E) -> Result<LinearTransform<E>, FheError> {
        let gadget = rlwe.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        rlwe.check_fingerprint(self.context)?;
        let Self { context, level, ref split, ref giants, ref factors, at_once } = *self;
        let factors = engine.factors(gadget, factors)?;
        Ok(LinearTransform { context, level, split: split.clone(), giants: giants.clone(), factors, at_once })
    }

    /// Bytes of its diagonals.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.factors.memory_bytes()
    }

    /// Bytes that an application to a ciphertext of its level takes besides input, keys, diagonals
    /// and the result.
    #[must_use]
    pub fn working_bytes(&self, rlwe: &Rlwe) -> usize {
        let Some(gadget) = rlwe.parameters().gadget() else { return 0 };
        let row = size_of::<u64>() * rlwe.parameters().degree();
        let limbs = self.level + gadget.special();
        let (babies, giants) = (self.split.baby_steps().count() + 1, self.giants.len().min(self.at_once));
        (2 * limbs + giants * (limbs + 2) + 2 * babies + 2 * self.level + gadget.digits(self.level) + 3) * row
    }
}

impl<E: Engine> LinearTransform<E> {
    /// Makes so many giant steps at once, of which a polynomial modulo `P·Q` is in memory each; the
    /// baby steps are made anew for the next ones. By default all. A device makes one after the
    /// other, and keeps the baby steps.
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
}
