//! Ciphertexts.

use super::{Arrangement, Diagonals, NoiseModel, Offsets, SlotAlgebra, SlotRecipe, execute, predict};
use crate::Cancelled;
use core::ops::Range;
use fhe::bfv::{Bfv, BfvError, Ciphertext, Factor, GaloisKeys, PeriodicFactors, Slots, column_swap, rotation};
use fhe::bgv::{self, Bgv};
use ntt::Field;
use rayon::prelude::*;
use ring::Evaluation;

/// Products whose diagonals are encoded before they are added up: the sums are reduced that much seldomer.
const CHUNK: usize = 4;

/// Ciphertexts of a scheme, with the keys of a recipe.
#[derive(Debug)]
pub struct Encrypted<'a, F: Field> {
    bfv: &'a Bfv<F>,
    keys: &'a GaloisKeys,
    diagonals: &'a Diagonals<F>,
    encoder: Encoder<F>,
}

/// What makes factors of diagonals.
#[derive(Debug)]
enum Encoder<F: Field> {
    /// Of any.
    Whole(Slots<F>),
    /// Of periodic ones.
    Periodic(PeriodicFactors<F>),
}

/// Why a recipe cannot be executed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EncryptedError {
    /// The work was ended.
    #[error("cancelled")]
    Cancelled(#[from] Cancelled),
    /// The scheme refuses a ciphertext, a key, or the field.
    #[error(transparent)]
    Scheme(#[from] BfvError),
    /// The recipe is for another ring.
    #[error("a recipe for ring degree {recipe} and {limbs} primes, and a scheme of degree {scheme} and {found} primes")]
    Ring {
        /// Degree of the recipe.
        recipe: usize,
        /// Its primes.
        limbs: usize,
        /// Degree of the scheme.
        scheme: usize,
        /// Its primes.
        found: usize,
    },
}

impl<'a, F: Field> Encrypted<'a, F> {
    /// Prepares for a recipe that has been checked.
    ///
    /// # Errors
    /// [`EncryptedError::Ring`]; [`EncryptedError::Scheme`] for missing keys or slots.
    pub fn new(bfv: &'a Bfv<F>, keys: &'a GaloisKeys, diagonals: &'a Diagonals<F>) -> Result<Self, EncryptedError> {
        let recipe = diagonals.recipe();
        let (degree, limbs) = (1 << recipe.log_degree, recipe.limbs[0]);
        if (degree, limbs) != (bfv.params().degree(), bfv.params().limbs()) {
            let (scheme, found) = (bfv.params().degree(), bfv.params().limbs());
            return Err(EncryptedError::Ring { recipe: degree, limbs, scheme, found });
        }
        let available: Vec<usize> = keys.exponents().collect();
        if let Some(exponent) = exponents(recipe).into_iter().find(|exponent| !available.contains(exponent)) {
            return Err(BfvError::MissingKey { exponent, available }.into());
        }
        let encoder = match recipe.arrangement {
            Arrangement::Repeated if recipe.size() < recipe.half() => {
                Encoder::Periodic(PeriodicFactors::new(bfv, recipe.size())?)
            }
            _ => Encoder::Whole(Slots::new(bfv)?),
        };
        Ok(Self { bfv, keys, diagonals, encoder })
    }

    /// Transforms a ciphertext.
    ///
    /// # Errors
    /// [`EncryptedError::Cancelled`]; [`EncryptedError::Scheme`] for a ciphertext of other parameters or another level.
    pub fn transform(&self, x: Ciphertext, progress: &mut dyn FnMut(f64) -> bool) -> Result<Ciphertext, EncryptedError> {
        let (found, expected) = (x.level(), self.diagonals.recipe().limbs[0]);
        if found != expected {
            return Err(BfvError::Level { found, expected }.into());
        }
        let x = self.bfv.to_evaluation(x);
        // Refuses a ciphertext of other parameters, before the work.
        self.bfv.add_many(std::slice::from_ref(&x))?;
        let x = execute(self.diagonals.recipe(), self, x, progress)?;
        Ok(self.bfv.to_coefficient(x))
    }

    /// Transforms a ciphertext of BGV: what is linear is the same to both schemes, and leaves the factor of the message as it is.
    ///
    /// # Errors
    /// As [`Self::transform`].
    pub fn transform_bgv(
        &self,
        bgv: &Bgv<F>,
        x: bgv::Ciphertext<F>,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<bgv::Ciphertext<F>, EncryptedError> {
        let model = NoiseModel::of(self.bfv.params(), x.noise().log2_variance());
        let (inner, factor) = bgv.into_inner(x)?;
        let inner = self.transform(inner, progress)?;
        Ok(bgv.from_inner(inner, factor, predict::<F>(self.recipe(), &model))?)
    }

    fn recipe(&self) -> &SlotRecipe {
        self.diagonals.recipe()
    }

    fn inner_sum(&self, s: usize, giant: usize, babies: &[Ciphertext<Evaluation>]) -> Ciphertext<Evaluation> {
        let (offsets, level): (Offsets, usize) = (self.recipe().offsets(s), babies[0].level());
        let width = offsets.products(giant) / offsets.inputs();
        let terms: Vec<(usize, bool)> =
            (0..offsets.inputs()).flat_map(|side| (0..width).map(move |baby| (baby, side == 1))).collect();
        let mut sum = self.bfv.zero_ciphertext(level);
        let (mut values, mut plaintext, mut scratch) = (Vec::new(), self.bfv.zero(), Vec::new());
        let mut factor = |baby: usize, swapped: bool| {
            let diagonal = self.diagonals.diagonal(s, giant, baby, swapped);
            values.clear();
            values.extend((0..2 * self.diagonals.row()).map(diagonal));
            match &self.encoder {
                Encoder::Whole(slots) => {
                    certain(slots.encode_into(&values, &mut plaintext));
                    certain(self.bfv.factor_at(&plaintext, level))
                }
                Encoder::Periodic(factors) => certain(factors.factor(self.bfv, &values, level, &mut scratch)),
            }
        };
        for chunk in terms.chunks(CHUNK) {
            let factors: Vec<Factor> = chunk.iter().map(|&(baby, swapped)| factor(baby, swapped)).collect();
            let inputs = chunk.iter().map(|&(baby, swapped)| &babies[usize::from(swapped) * offsets.baby + baby]);
            certain(self.bfv.mul_plain_accumulate(&mut sum, &inputs.zip(&factors).collect::<Vec<_>>()));
        }
        sum
    }
}

/// Exponents of all automorphisms that a recipe needs keys for.
pub(super) fn exponents(recipe: &SlotRecipe) -> Vec<usize> {
    let (degree, (columns, swapped)) = (1usize << recipe.log_degree, recipe.rotations());
    let rotations = columns.into_iter().map(|columns| rotation(degree, columns as i64));
    rotations.chain(swapped.then(|| column_swap(degree))).collect()
}

impl SlotRecipe {
    /// Exponents of the automorphisms that keys are needed for, for [`GaloisKeys::generate`].
    #[must_use]
    pub fn exponents(&self) -> Vec<usize> {
        exponents(self)
    }
}

/// What [`Encrypted::new`] and the check of the input have made sure of.
fn certain<T>(result: Result<T, BfvError>) -> T {
    result.unwrap_or_else(|e| unreachable!("{e}"))
}

impl<F: Field> SlotAlgebra for Encrypted<'_, F> {
    type Vector = Ciphertext<Evaluation>;

    fn baby_steps(&self, x: &Self::Vector, stride: usize, count: usize) -> Vec<Self::Vector> {
        if count == 1 {
            return vec![x.clone()];
        }
        let (degree, hoisted) = (self.bfv.params().degree(), certain(self.bfv.hoist(x)));
        let step = |b: usize| certain(self.bfv.apply_hoisted(&hoisted, rotation(degree, (b * stride) as i64), self.keys));
        (0..count).into_par_iter().map(step).collect()
    }

    fn swap(&self, x: &Self::Vector) -> Self::Vector {
        certain(self.bfv.rotate_columns(x, self.keys))
    }

    fn rotate(&self, x: Self::Vector, columns: usize) -> Self::Vector {
        if columns == 0 { x } else { certain(self.bfv.rotate_rows(&x, columns as i64, self.keys)) }
    }

    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Self::Vector]) -> Vec<Self::Vector> {
        giants.into_par_iter().map(|giant| self.inner_sum(s, giant, babies)).collect()
    }

    fn add(&self, a: &mut Self::Vector, b: &Self::Vector) {
        certain(self.bfv.add_assign(a, b));
    }

    fn switch(&self, x: Self::Vector, s: usize) -> Self::Vector {
        let after = self.recipe().limbs_after(s);
        if x.level() == after {
            return x;
        }
        let mut x = self.bfv.to_coefficient(x);
        certain(self.bfv.switch_down_to_assign(&mut x, after));
        self.bfv.to_evaluation(x)
    }

    fn at_once(&self) -> usize {
        rayon::current_num_threads()
    }
}
