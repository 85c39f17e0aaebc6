//! Application to ciphertexts.

use super::LinearTransform;
use crate::rlwe::{Ciphertext, FheError, GaloisKeys, KeyId, Rlwe, galois_element};

use papilio_ring::gadget::{GiantStep, Step};
use papilio_ring::{Engine, Evaluation};
use std::collections::{BTreeMap, BTreeSet};

impl<E: Engine> LinearTransform<E> {
    /// The matrix times the slots of a ciphertext, at its level.
    ///
    /// # Errors
    /// [`FheError::MissingKey`] for a rotation without a key; [`FheError::Level`] for a ciphertext
    /// above the level of the diagonals; [`FheError::Context`] for a ciphertext, keys or diagonals
    /// of other parameters; [`FheError::Key`]; [`FheError::NoSpecialPrimes`].
    pub fn apply(
        &self,
        rlwe: &Rlwe,
        x: &Ciphertext<Evaluation, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<Evaluation, 2, E>, FheError> {
        self.apply_dropping(rlwe, x, keys, 0)
    }

    /// [`Self::apply`], and the result divided by its last primes in the same step as by `P`: a
    /// modulus switch to so many primes fewer, or a rescaling, that costs less than by itself and
    /// rounds once.
    ///
    /// # Errors
    /// The errors of [`Self::apply`]; [`FheError::Level`] when no prime would be left;
    /// [`FheError::SmallModulus`].
    pub fn apply_dropping(
        &self,
        rlwe: &Rlwe,
        x: &Ciphertext<Evaluation, 2, E>,
        keys: &GaloisKeys<E>,
        dropped: usize,
    ) -> Result<Ciphertext<Evaluation, 2, E>, FheError> {
        let results = Self::apply_many(&[self], rlwe, x, keys, dropped)?;
        results.into_iter().next().ok_or(FheError::Factors(0))
    }

    /// Several matrices times the slots of one ciphertext, which is cut into digits and rotated by
    /// baby steps once for all of them. The results are divided by as many of their last primes as
    /// are to be dropped, possibly none. As many giant steps are made at once as the least of them
    /// says.
    ///
    /// # Errors
    /// The errors of [`Self::apply_dropping`].
    pub fn apply_many(
        transforms: &[&Self],
        rlwe: &Rlwe,
        x: &Ciphertext<Evaluation, 2, E>,
        keys: &GaloisKeys<E>,
        dropped: usize,
    ) -> Result<Vec<Ciphertext<Evaluation, 2, E>>, FheError> {
        let (gadget, id) = (rlwe.gadget(keys.context())?, check(transforms, rlwe, x, keys, dropped)?);
        let terms = transforms.iter().flat_map(|transform| &transform.giants).flat_map(|giant| &giant.terms);
        let babies: BTreeSet<usize> = terms.map(|term| term.baby).collect();
        let steps = babies.iter().map(|&steps| step(rlwe, keys, steps)).collect::<Result<Vec<_>, _>>()?;
        let numbers: BTreeMap<usize, usize> = babies.into_iter().zip(0..).collect();
        let mut giants = Vec::new();
        for (sum, transform) in transforms.iter().enumerate() {
            let (factors, mut first) = (&transform.factors, 0);
            for giant in &transform.giants {
                let babies: Vec<usize> = giant.terms.iter().map(|term| numbers[&term.baby]).collect();
                let next = first + babies.len();
                giants.push(GiantStep { step: step(rlwe, keys, giant.steps)?, sum, babies, factors, first });
                first = next;
            }
        }
        let at_once = transforms.iter().map(|transform| transform.at_once).min().unwrap_or(1);
        let sums = gadget.step_sums(x.parts(), &steps, &giants, (transforms.len(), at_once));
        let result = |(parts, transform): ([_; 2], &&Self)| {
            let parts = parts.map(|part| gadget.quotient_dropping(&part, dropped));
            rlwe.ciphertext(parts, id, transform.noise(rlwe, x.noise(), dropped))
        };
        Ok(sums.into_iter().zip(transforms).map(result).collect())
    }
}

/// Refuses ciphertexts and diagonals of other parameters, and levels.
fn check<E: Engine>(
    transforms: &[&LinearTransform<E>],
    rlwe: &Rlwe,
    x: &Ciphertext<Evaluation, 2, E>,
    keys: &GaloisKeys<E>,
    dropped: usize,
) -> Result<KeyId, FheError> {
    rlwe.check_context(x)?;
    let expected = x.level();
    for transform in transforms {
        rlwe.check_fingerprint(transform.context)?;
        if transform.level < expected {
            return Err(FheError::Level { found: transform.level, expected });
        }
    }
    match expected.saturating_sub(dropped) {
        0 => return Err(FheError::Level { found: expected, expected: dropped.saturating_add(1) }),
        level if dropped > 0 => rlwe.check_modulus(level)?,
        _ => {}
    }
    x.key().common(keys.id())
}

/// The step of a rotation; none for the identity.
fn step<'a, E: Engine>(rlwe: &Rlwe, keys: &'a GaloisKeys<E>, steps: usize) -> Result<Option<Step<'a, E::Rows>>, FheError> {
    let exponent = galois_element(rlwe.parameters().degree(), steps as i64);
    if exponent == 1 { Ok(None) } else { keys.step(exponent).map(Some) }
}
