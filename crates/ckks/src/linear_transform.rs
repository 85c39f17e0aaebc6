//! Matrices of complex numbers times the slots of a ciphertext.

#[cfg(doc)]
use crate::Parameters;
use crate::encoder::log2_greatest;
use crate::{Ciphertext, Ckks, CkksError, Complex64, Encoder, Scale};
use papilio_fhe::noise::{Noise, PlaintextNorms, log2_sum};
use papilio_fhe::rlwe::linear_transform::{self, Split};
use papilio_fhe::rlwe::{FheError, GaloisKeys};
use papilio_ring::{Cpu, Engine};
use std::collections::BTreeMap;

/// A matrix over `2^log_slots` slots by its diagonals, encoded at a scale: slot `i` of the product
/// is `Σ_k d_k[i]·x[i + k]`, the second index taken around the slots. It costs one level.
#[derive(Clone, Debug)]
pub struct LinearTransform<E: Engine = Cpu> {
    inner: linear_transform::LinearTransform<E>,
    scale: Scale,
    log_slots: u32,
    /// `log2` of the greatest sum of magnitudes in a row.
    log2_sum: f64,
    /// `log2` of the root of the greatest sum of squares in a row.
    log2_norm: f64,
    /// `log2` of the greatest sum, in a row, of the errors by the rounding of diagonals.
    log2_rounding: f64,
}

/// Diagonals by steps to the left.
pub(crate) type Diagonals = BTreeMap<i64, Vec<Complex64>>;

impl LinearTransform {
    /// The matrix of these diagonals, by steps to the left around `2^log_slots` slots, for
    /// ciphertexts that can be rescaled so many times, once at least: of the scale of their level,
    /// [`Parameters::scale`], they become ciphertexts of the scale of the level below. Those of a
    /// lower level are multiplied as well, but the result has not quite the scale of its level, and
    /// [`Automatic`](crate::Automatic) refuses it.
    ///
    /// # Errors
    /// [`CkksError::Slots`] for a diagonal of another length; [`CkksError::NotFinite`];
    /// [`CkksError::DiagonalLevels`] for no level, or more than there are;
    /// [`FheError::NoDiagonals`]; [`FheError::NoSpecialPrimes`].
    pub fn new(ckks: &Ckks, diagonals: &Diagonals, levels: usize, log_slots: u32) -> Result<Self, CkksError> {
        ckks.check_diagonal_levels(levels, 1)?;
        let [from, to] = [levels, levels - 1].map(|levels| ckks.parameters().limbs_of(levels));
        let scales = [levels, levels - 1].map(|levels| ckks.parameters().scale(levels));
        let scale = scales[1] * ckks.parameters().divisor(from, to) / scales[0];
        ckks.check_slots(log_slots)?;
        let split = Split::cheapest(ckks, 1 << log_slots, diagonals.keys().copied(), from)?;
        Self::with_split(ckks, diagonals, (split, from), (scale, log_slots))
    }

    fn with_split(
        ckks: &Ckks,
        diagonals: &Diagonals,
        (split, level): (Split, usize),
        (scale, log_slots): (Scale, u32),
    ) -> Result<Self, CkksError> {
        let slots = 1usize << log_slots;
        let sums = summed(diagonals, slots)?;
        let gadget = ckks.rlwe().parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let (basis, degree) = (gadget.basis(), ckks.rlwe().parameters().degree());
        let mut roundings = vec![0.0; slots];
        let inner = linear_transform::LinearTransform::new(ckks, split, level, |diagonal, giant| {
            let mut values = sums.get(&diagonal).cloned().unwrap_or_else(|| vec![Complex64::ZERO; slots]);
            values.rotate_right(giant % slots);
            let encoded = ckks.encoder().encoded(basis, gadget.special() + level, &values, (log_slots, scale))?;
            // A giant step brings each slot to another row.
            let moved = encoded.roundings.iter().cycle().skip(giant % slots);
            roundings.iter_mut().zip(moved).for_each(|(sum, rounding)| *sum += rounding);
            let log2_encoded = log2_sum(encoded.log2_bound, log2_greatest(&encoded.roundings));
            let norms = PlaintextNorms::bounded(degree, log2_encoded + scale.log2());
            Ok::<_, CkksError>(ckks.rlwe().prepare_extended(encoded.poly.publish(), norms)?)
        })?;
        let row = |of: fn(&Complex64) -> f64| {
            let sum = |i| sums.values().map(|values| of(&values[i])).sum();
            (0..slots).map(sum).fold(0.0, f64::max).log2()
        };
        let (log2_sum, log2_norm) = (row(|x| x.norm()), row(Complex64::norm_sqr) / 2.0);
        Ok(Self { inner, scale, log_slots, log2_sum, log2_norm, log2_rounding: log2_greatest(&roundings) })
    }

    /// The same matrix, its diagonals on an engine, which is told them: for matrices of whoever
    /// evaluates, which are secrets to no one there.
    ///
    /// # Errors
    /// [`FheError::Context`] for other parameters; [`FheError::NoSpecialPrimes`];
    /// [`FheError::Engine`].
    pub fn to<E: Engine>(&self, ckks: &Ckks, engine: &E) -> Result<LinearTransform<E>, CkksError> {
        let Self { ref inner, scale, log_slots, log2_sum, log2_norm, log2_rounding } = *self;
        Ok(LinearTransform { inner: inner.to(ckks, engine)?, scale, log_slots, log2_sum, log2_norm, log2_rounding })
    }

    /// Bytes of the encoded diagonals.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.inner.memory_bytes()
    }
}

impl<E: Engine> LinearTransform<E> {
    /// The exponents of the automorphisms that it takes, for [`GaloisKeys::generate`].
    #[must_use]
    pub fn galois_elements(&self, ckks: &Ckks) -> Vec<usize> {
        self.inner.split().galois_elements(ckks.rlwe().parameters().degree())
    }

    /// Levels that ciphertexts have left at most.
    pub(crate) fn levels(&self, ckks: &Ckks) -> usize {
        ckks.parameters().levels_of(self.inner.level())
    }

    /// Which rotations are baby steps and which are giant steps.
    #[must_use]
    pub fn split(&self) -> &Split {
        self.inner.split()
    }

    /// Makes so many giant steps at once, for less memory and more time.
    #[must_use]
    pub fn at_once(self, giants: usize) -> Self {
        Self { inner: self.inner.at_once(giants), ..self }
    }

    /// The matrix times the slots, rescaled in the same step.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`] when none is left; [`CkksError::LogSlots`]; [`CkksError::Overflow`];
    /// [`CkksError::AboveDiagonals`] for a ciphertext above the level of the diagonals;
    /// [`FheError::MissingKey`], `Key`, `Context`.
    pub fn apply(&self, ckks: &Ckks, x: &Ciphertext<2, E>, keys: &GaloisKeys<E>) -> Result<Ciphertext<2, E>, CkksError> {
        let (expected, found) = (self.log_slots, x.log_slots());
        if expected != found {
            return Err(CkksError::LogSlots { found, expected });
        }
        ckks.rlwe().check_context(x.inner())?;
        let (levels, most) = (ckks.levels_left(x), self.levels(ckks));
        if levels > most {
            return Err(CkksError::AboveDiagonals { levels, most });
        }
        let to = levels.checked_sub(1).ok_or(CkksError::NoLevel { levels, needed: 1, scale: x.scale() })?;
        let (scale, log2_bound) = (x.scale() * self.scale, x.log2_bound() + self.log2_sum);
        let encoding = log2_sum(Encoder::encoding_error(self.log2_sum, self.scale), self.log2_rounding);
        let log2_error = log2_sum(x.log2_error + self.log2_sum, log2_sum(x.log2_bound(), x.log2_error) + encoding);
        ckks.check_fits(log2_sum(log2_bound, log2_error), scale, x.level())?;
        let limbs = ckks.parameters().limbs_of(to);
        let dropped = x.level() - limbs;
        let inner = self.inner.apply_dropping(ckks, x.inner(), keys, dropped)?;
        let noise = self.noise(ckks, x, inner.noise(), dropped);
        let scale = scale / ckks.parameters().divisor(x.level(), limbs);
        ckks.ciphertext(inner.with_noise(noise)?, scale, self.log_slots, [log2_bound, log2_error])
    }

    /// The noise of the product. Where no two slots of the operand have the same noise, that of a
    /// sum over slots is the root of the sum of squares; `joint` is the bound for any other.
    fn noise(&self, ckks: &Ckks, x: &Ciphertext<2, E>, joint: &Noise, dropped: usize) -> Noise {
        let (model, degree) = (ckks.rlwe().model(), ckks.rlwe().parameters().degree());
        if x.noise().has_related_slots() {
            return joint.clone();
        }
        let factor = PlaintextNorms::bounded(degree, log2_sum(self.log2_norm, self.log2_rounding) + self.scale.log2());
        // Coefficients of sums may gather what is the same: of the operand, and of its rotations.
        let log2_sum = log2_sum(self.log2_sum, self.log2_rounding);
        let greatest = model.key_switch(x.noise()).log2_deviation() + log2_sum + self.scale.log2();
        let product = model.mul_plain(x.noise(), &factor).with_greatest_variance(2.0 * greatest);
        let own = model.mod_switch_to(&product, x.level() - dropped);
        let keys = self.inner.noise(ckks, &Noise::none(x.level()), dropped);
        model.add(&own, &keys).with_related_slots()
    }
}

impl Ckks {
    /// Refuses levels for diagonals that the parameters do not have, and fewer than are needed.
    pub(crate) fn check_diagonal_levels(&self, found: usize, needed: usize) -> Result<(), CkksError> {
        let most = self.parameters().levels();
        if (needed..=most).contains(&found) { Ok(()) } else { Err(CkksError::DiagonalLevels { found, needed, most }) }
    }
}

/// The diagonals by steps from zero to the number of slots, those of the same steps added up.
fn summed(diagonals: &Diagonals, slots: usize) -> Result<BTreeMap<usize, Vec<Complex64>>, CkksError> {
    let mut sums: BTreeMap<usize, Vec<Complex64>> = BTreeMap::new();
    for (steps, values) in diagonals {
        if values.len() != slots {
            return Err(CkksError::Slots { found: values.len(), most: slots });
        }
        let sum = sums.entry(steps.rem_euclid(slots as i64) as usize).or_insert_with(|| vec![Complex64::ZERO; slots]);
        sum.iter_mut().zip(values).for_each(|(sum, x)| *sum += x);
    }
    Ok(sums)
}
