//! Sums of rotations times factors.

use super::{Values, tables};
use crate::driver::{self, PointwiseConstant};
use crate::{DeviceWords, EngineError, Gadget, Gpu, Key};
use papilio_ring::gadget::{self, GiantStep, Step, StepFactors};
use std::sync::Arc;

/// Factors of baby steps on a device: a polynomial modulo special primes and others for each.
#[derive(Debug)]
pub struct StepPolynomials {
    polynomials: Vec<DeviceWords>,
}

impl StepPolynomials {
    /// The factors of the host. A device is told them.
    pub(super) fn new(gpu: &Gpu, factors: &StepFactors) -> Result<Self, EngineError> {
        let polynomials = (0..factors.count()).map(|place| DeviceWords::upload(gpu, factors.get(place).residues()));
        Ok(Self { polynomials: polynomials.collect::<Result<_, _>>()? })
    }
}

/// Both polynomials of every sum, as [`gadget::Gadget::step_sums`] has them. Baby steps are kept,
/// and giant steps are made one after the other.
pub(super) fn sums(
    of: &gadget::Gadget,
    x: &[Values; 2],
    babies: &[Option<Step<'_, Arc<Key>>>],
    giants: &[GiantStep<'_, Arc<Key>, Arc<StepPolynomials>>],
    count: usize,
) -> Result<Vec<[DeviceWords; 2]>, EngineError> {
    let (first, level) = (x[0].words().get()?, x[0].level());
    let gpu = first.gpu();
    let second = x[1].words().on(&gpu)?;
    let steps = Steps { gpu: &gpu, tables: &*tables::gadget(&gpu, of, level)? };
    let mut coefficients = second.first(second.len())?;
    coefficients.inverse(&tables::basis(&gpu, of.moduli(), level)?);
    let digits = steps.tables.decompose(&coefficients)?;
    let baby = |step: &Option<Step<'_, Arc<Key>>>| match step {
        Some(step) => {
            let sums = |key: &Key| steps.tables.sums(&digits, key);
            steps.switched(step, sums, |tables, sums| tables.add_lifted(sums, 0, first))
        }
        None => steps.lifted([first, second]),
    };
    let babies = babies.iter().map(baby).collect::<Result<Vec<_>, _>>()?;
    let mut sums: Vec<Option<DeviceWords>> = (0..count).map(|_| None).collect();
    for giant in giants.iter().filter(|giant| !giant.babies.is_empty()) {
        let inner = steps.inner(giant, &babies)?;
        let moved = match &giant.step {
            Some(step) => steps.giant(&inner, step)?,
            None => inner,
        };
        match &mut sums[giant.sum] {
            Some(sum) => sum.add_assign(steps.tables.basis(), &moved),
            none => *none = Some(moved),
        }
    }
    sums.into_iter().map(|sum| steps.halves(sum.map_or_else(|| steps.zero(), Ok)?)).collect()
}

/// Pairs of polynomials of values modulo `P·Q`, one after the other.
struct Steps<'a> {
    gpu: &'a Gpu,
    tables: &'a Gadget,
}

impl Steps<'_> {
    /// Words of a polynomial modulo `P·Q`.
    fn polynomial(&self) -> usize {
        self.tables.basis().degree() * self.tables.basis().limbs()
    }

    fn zero(&self) -> Result<DeviceWords, EngineError> {
        let mut zero = DeviceWords::unspecified(self.gpu, 2 * self.polynomial())?;
        let (basis, zeros) = (self.tables.basis(), vec![0; self.tables.basis().limbs()]);
        for first in [0, self.polynomial()] {
            let to = (zero.memory_mut(), first);
            driver::pointwise_constant(PointwiseConstant::Scale, basis.tables(), to, None, [&zeros; 2]);
        }
        Ok(zero)
    }

    /// `P` times a pair.
    fn lifted(&self, pair: [&DeviceWords; 2]) -> Result<DeviceWords, EngineError> {
        let mut lifted = self.zero()?;
        for (i, x) in pair.into_iter().enumerate() {
            self.tables.add_lifted(&mut lifted, i * self.polynomial(), x);
        }
        Ok(lifted)
    }

    /// The products of digits with the key of a step, to which something is added before they are
    /// moved.
    fn switched(
        &self,
        step: &Step<'_, Arc<Key>>,
        sums: impl FnOnce(&Key) -> Result<DeviceWords, EngineError>,
        add: impl FnOnce(&Gadget, &mut DeviceWords),
    ) -> Result<DeviceWords, EngineError> {
        let mut sums = sums(step.key.on(self.gpu)?)?;
        add(self.tables, &mut sums);
        let mut image = DeviceWords::unspecified(self.gpu, sums.len())?;
        image.automorphism_of_values(self.tables.basis(), step.automorphism.exponent(), &sums);
        Ok(image)
    }

    /// The sum of the baby steps of a giant step times their factors.
    fn inner(
        &self,
        giant: &GiantStep<'_, Arc<Key>, Arc<StepPolynomials>>,
        babies: &[DeviceWords],
    ) -> Result<DeviceWords, EngineError> {
        let mut inner = DeviceWords::unspecified(self.gpu, 2 * self.polynomial())?;
        let factors = &giant.factors.polynomials[giant.first..giant.first + giant.babies.len()];
        factors.iter().try_for_each(|factor| factor.on(self.gpu).map(drop))?;
        for first in [0, self.polynomial()] {
            let babies = giant.babies.iter().map(|&baby| babies[baby].place(first));
            let pairs: Vec<_> = babies.zip(factors).map(|(baby, factor)| [baby, factor.place(0)]).collect();
            driver::sum_of_products(self.tables.basis().tables(), (inner.memory_mut(), first), &pairs, false);
        }
        Ok(inner)
    }

    /// An inner sum by its giant step: the second part is divided by `P` and switched.
    fn giant(&self, inner: &DeviceWords, step: &Step<'_, Arc<Key>>) -> Result<DeviceWords, EngineError> {
        let mut mask = inner.range(self.polynomial()..inner.len())?;
        mask.inverse(self.tables.basis());
        let mask = self.tables.divided(&mask, 0, None)?;
        let ones = vec![1; self.tables.basis().limbs()];
        self.switched(
            step,
            |key| self.tables.sums_of_digits(&mask, key, [None; 2], 0),
            |tables, sums| {
                let (to, first) = ((sums.memory_mut(), 0), Some(inner.place(0)));
                driver::pointwise_constant(PointwiseConstant::AddMultiple, tables.basis().tables(), to, first, [&ones; 2]);
            },
        )
    }

    fn halves(&self, pair: DeviceWords) -> Result<[DeviceWords; 2], EngineError> {
        let second = pair.range(self.polynomial()..pair.len())?;
        let mut first = pair;
        first.truncate(self.polynomial());
        Ok([first, second])
    }
}
