//! Ciphertexts.

use super::noise::log2_color;
use super::{
    Arrangement, BabyStep, Diagonals, NoiseModel, Offsets, RotationKeys, SlotOperations, SlotRecipe, execute, predict,
};
use crate::Canceled;
use core::convert::Infallible;
use core::ops::Range;
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, Ciphertext, FheError, GaloisKeys, PeriodicEncoder, PreparedPlaintext, galois_element,
    galois_element_row_swap,
};
use papilio_fhe::bgv::{self, Bgv};
use papilio_fhe::noise::Noise;
use papilio_field::ResidueRing;
use papilio_ntt::dft::DftResidue;
use papilio_ring::{Coefficient, Cpu, Engine, Evaluation};
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Products whose diagonals are encoded before they are added up: the sums are reduced that much
/// seldomer.
const CHUNK: usize = 4;

/// Ciphertexts of a scheme, with the keys of a recipe.
#[derive(Debug)]
pub struct Encrypted<'a, F: DftResidue, K: ?Sized = GaloisKeys, E: Engine = Cpu> {
    bfv: &'a Bfv<F>,
    keys: &'a K,
    diagonals: &'a Diagonals<F>,
    encoder: Encoder<F>,
    /// The key of the rotation before, with its exponent: giant steps take the same one again and
    /// again.
    kept: Mutex<Option<Kept<'a, E>>>,
    at_once: usize,
}

/// A key that was lent.
type Kept<'a, E> = (usize, Cow<'a, GaloisKeys<E>>);

/// A ciphertext of values.
type Values<E> = Ciphertext<Evaluation, 2, E>;

/// The encoder of the factors of diagonals.
#[derive(Debug)]
enum Encoder<F: DftResidue> {
    /// Factors of any diagonal.
    Whole(BatchEncoder<F>),
    /// Factors of periodic diagonals.
    Periodic(PeriodicEncoder<F>),
}

/// Why a recipe cannot be executed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EncryptedError<E = Infallible> {
    /// The work was ended.
    #[error("canceled")]
    Canceled(#[from] Canceled),
    /// The scheme refuses a ciphertext, a key, or the field.
    #[error(transparent)]
    Scheme(#[from] FheError),
    /// A rotation key cannot be had.
    #[error("{0}")]
    Keys(E),
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

impl<'a, F: DftResidue, K: RotationKeys<E> + ?Sized, E: Engine> Encrypted<'a, F, K, E> {
    /// Prepares for a recipe that has been checked.
    ///
    /// # Errors
    /// [`EncryptedError::Ring`]; [`EncryptedError::Scheme`] for diagonals over another modulus,
    /// missing keys, missing slots, or an output level too small for the field.
    pub fn new(bfv: &'a Bfv<F>, keys: &'a K, diagonals: &'a Diagonals<F>) -> Result<Self, EncryptedError<K::Error>> {
        let recipe = diagonals.recipe();
        let (degree, limbs) = (1 << recipe.log_degree, recipe.limbs[0]);
        if (degree, limbs) != (bfv.parameters().degree(), bfv.parameters().limbs()) {
            let (scheme, found) = (bfv.parameters().degree(), bfv.parameters().limbs());
            return Err(EncryptedError::Ring { recipe: degree, limbs, scheme, found });
        }
        let [found, expected] = [diagonals.ring(), bfv.plaintext_modulus()].map(|t| t.name().into_owned());
        if found != expected {
            return Err(FheError::PlaintextModulus { found, expected }.into());
        }
        let log_modulus = bfv.model().log_modulus(recipe.output_limbs);
        let needed = bfv.model().least_log_modulus();
        if log_modulus < needed {
            return Err(FheError::SmallModulus { level: recipe.output_limbs, log_modulus, needed }.into());
        }
        let available = keys.galois_elements();
        if let Some(exponent) = galois_elements(recipe).into_iter().find(|exponent| !available.contains(exponent)) {
            return Err(FheError::missing_key(degree, exponent, available).into());
        }
        let encoder = match recipe.arrangement {
            Arrangement::Repeated if recipe.size() < recipe.half() => {
                Encoder::Periodic(PeriodicEncoder::new(bfv, recipe.size())?)
            }
            _ => Encoder::Whole(whole_slots(bfv)?),
        };
        Ok(Self { bfv, keys, diagonals, encoder, kept: Mutex::default(), at_once: rayon::current_num_threads() })
    }

    /// Makes so many inner sums and baby steps at once, each of which takes memory: by default one
    /// a thread.
    #[must_use]
    pub fn at_once(self, count: usize) -> Self {
        Self { at_once: count.max(1), ..self }
    }

    /// Transforms a ciphertext.
    ///
    /// # Errors
    /// [`EncryptedError::Canceled`]; [`EncryptedError::Scheme`] for a ciphertext of other
    /// parameters or another level; [`EncryptedError::Keys`].
    pub fn transform(
        &self,
        x: Ciphertext<Coefficient, 2, E>,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Ciphertext<Coefficient, 2, E>, EncryptedError<K::Error>> {
        let (found, expected) = (x.level(), self.diagonals.recipe().limbs[0]);
        if found != expected {
            return Err(FheError::Level { found, expected }.into());
        }
        let noise = self.output_noise(x.noise());
        // Refuses a ciphertext of other parameters, before the work.
        let x = self.bfv.to_evaluation(x)?;
        let x = execute(self.diagonals.recipe(), self, x, progress)?;
        Ok(self.bfv.to_coefficient(x)?.with_noise(noise)?)
    }

    /// The predicted noise of the output: sums of rotations by different steps are as good as
    /// independent, which the operations by themselves do not know. Values at roots are products of
    /// those of the input and of a diagonal for each layer.
    fn output_noise(&self, input: &Noise) -> Noise {
        let recipe = self.recipe();
        let model = NoiseModel::of(self.bfv.parameters(), input.log2_worst_variance(self.bfv.parameters().degree()));
        let factors = input.factors() + recipe.layers.len();
        Noise::colored(recipe.output_limbs, predict(self.bfv.plaintext_modulus(), recipe, &model), factors, log2_color(recipe))
    }

    /// Transforms a ciphertext of BGV: what is linear is the same to both schemes, and leaves the
    /// factor of the message as it is.
    ///
    /// # Errors
    /// The errors of [`Self::transform`].
    pub fn transform_bgv(
        &self,
        bgv: &Bgv<F>,
        x: bgv::Ciphertext<F, Coefficient, 2, E>,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<bgv::Ciphertext<F, Coefficient, 2, E>, EncryptedError<K::Error>> {
        let (inner, factor) = bgv.into_inner(x)?;
        Ok(bgv.from_inner(self.transform(inner, progress)?, factor)?)
    }

    fn recipe(&self) -> &SlotRecipe {
        self.diagonals.recipe()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Option<Kept<'a, E>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The image under an automorphism, whose key is kept for the next one.
    fn moved(&self, x: &Values<E>, exponent: usize) -> Result<Values<E>, EncryptedError<K::Error>> {
        let mut kept = self.kept();
        if kept.as_ref().is_none_or(|(of, _)| *of != exponent) {
            // The one before goes first: two may be more than there is memory for.
            *kept = None;
            *kept = Some((exponent, self.keys.lend(exponent).map_err(EncryptedError::Keys)?));
        }
        let keys = kept.as_ref().map(|(_, keys)| keys).unwrap_or_else(|| unreachable!("it was just put there"));
        Ok(self.bfv.apply_automorphism(x, exponent, keys)?)
    }

    fn inner_sum(&self, s: usize, giant: usize, babies: &[Values<E>]) -> Values<E> {
        let (offsets, level): (Offsets, usize) = (self.recipe().offsets(s), babies[0].level());
        let terms: Vec<BabyStep> = offsets.baby_steps(giant).collect();
        let mut sum = certain(self.bfv.zero_beside(level, &babies[0]));
        let (mut values, mut plaintext, mut scratch) = (Vec::new(), self.bfv.zero(), Vec::new());
        let mut factor = |step: BabyStep| {
            let diagonal = self.diagonals.diagonal(s, giant, step);
            values.clear();
            values.extend((0..2 * self.diagonals.row()).map(diagonal));
            match &self.encoder {
                Encoder::Whole(slots) => {
                    certain(slots.encode_into(&values, &mut plaintext));
                    certain(self.bfv.prepare_at(&plaintext, level))
                }
                Encoder::Periodic(factors) => certain(factors.prepare(self.bfv, &values, level, &mut scratch)),
            }
        };
        for chunk in terms.chunks(CHUNK) {
            let factor = |&step: &BabyStep| factor(step).into_place_of(&babies[0]);
            let factors: Vec<PreparedPlaintext<E>> = chunk.iter().map(factor).collect();
            let inputs = chunk.iter().map(|&step| &babies[offsets.place(step)]);
            certain(self.bfv.mul_plain_accumulate(&mut sum, &inputs.zip(&factors).collect::<Vec<_>>()));
        }
        sum
    }
}

/// Exponents of all automorphisms that a recipe needs keys for.
pub(super) fn galois_elements(recipe: &SlotRecipe) -> Vec<usize> {
    let (degree, (columns, swapped)) = (1usize << recipe.log_degree, recipe.rotations());
    let rotations = columns.into_iter().map(|columns| galois_element(degree, columns as i64));
    rotations.chain(swapped.then(|| galois_element_row_swap(degree))).collect()
}

impl SlotRecipe {
    /// Exponents of the automorphisms that keys are needed for, for [`GaloisKeys::generate`].
    #[must_use]
    pub fn galois_elements(&self) -> Vec<usize> {
        galois_elements(self)
    }
}

/// The encoder of as many slots as coefficients.
fn whole_slots<F: DftResidue>(bfv: &Bfv<F>) -> Result<BatchEncoder<F>, FheError> {
    let (encoder, needed) = (BatchEncoder::new(bfv)?, bfv.parameters().degree());
    let (slots, field) = (encoder.slots(), || bfv.plaintext_modulus().name().into_owned());
    if slots == needed { Ok(encoder) } else { Err(FheError::FewSlots { field: field(), slots, needed }) }
}

/// Unwraps a result whose success [`Encrypted::new`] and the check of the input have ensured.
fn certain<T>(result: Result<T, FheError>) -> T {
    result.unwrap_or_else(|e| unreachable!("{e}"))
}

impl<F: DftResidue, K: RotationKeys<E> + ?Sized, E: Engine> SlotOperations for Encrypted<'_, F, K, E> {
    type Vector = Values<E>;
    type Error = EncryptedError<K::Error>;

    fn baby_steps(&self, x: &Self::Vector, stride: usize, count: usize) -> Result<Vec<Self::Vector>, Self::Error> {
        if count == 1 {
            return Ok(vec![x.clone()]);
        }
        *self.kept() = None;
        let (degree, hoisted) = (self.bfv.parameters().degree(), self.bfv.hoist(x)?);
        let step = |b: usize| {
            let exponent = galois_element(degree, (b * stride) as i64);
            let keys = self.keys.lend(exponent).map_err(EncryptedError::Keys)?;
            Ok(self.bfv.apply_hoisted(&hoisted, exponent, &keys)?)
        };
        let mut steps = vec![x.clone()];
        for start in (1..count).step_by(self.at_once) {
            let group = start..count.min(start + self.at_once);
            steps.extend(group.into_par_iter().map(step).collect::<Result<Vec<_>, Self::Error>>()?);
        }
        Ok(steps)
    }

    fn swap(&self, x: &Self::Vector) -> Result<Self::Vector, Self::Error> {
        self.moved(x, galois_element_row_swap(self.bfv.parameters().degree()))
    }

    fn rotate(&self, x: Self::Vector, columns: usize) -> Result<Self::Vector, Self::Error> {
        if columns == 0 { Ok(x) } else { self.moved(&x, galois_element(self.bfv.parameters().degree(), columns as i64)) }
    }

    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Self::Vector]) -> Vec<Self::Vector> {
        giants.into_par_iter().map(|giant| self.inner_sum(s, giant, babies)).collect()
    }

    fn add(&self, a: &mut Self::Vector, b: &Self::Vector) {
        certain(self.bfv.add_assign(a, b));
    }

    fn switch(&self, x: &mut Self::Vector, s: usize) {
        let after = self.recipe().limbs_after(s);
        certain(self.bfv.mod_switch_to_assign(x, after));
    }

    fn at_once(&self) -> usize {
        self.at_once
    }
}
