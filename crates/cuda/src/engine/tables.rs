//! Tables of the host on a device, made at their first use.

use crate::driver::{self, Direction, Limbs, PointwiseConstant};
use crate::value_quotient::{Gone, ValueQuotient};
use crate::{Basis, BasisError, Conversion, DeviceWords, EngineError, Gadget, Gpu};
use papilio_ring::engine::Owner;
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{ModulusSwitch, RnsBasis, RoundedQuotient, gadget};
use std::sync::Arc;

/// The first primes of a basis.
pub(super) fn basis(gpu: &Gpu, of: &RnsBasis, level: usize) -> Result<Basis, EngineError> {
    let new = || {
        let moduli: Vec<_> = of.moduli(of.limbs()).copied().collect();
        Basis::new(gpu, of.degree(), &moduli)
    };
    if level == 0 {
        return Err(EngineError::Unsupported { reason: "a polynomial of no primes".to_owned() });
    }
    let all = of.resident().get(|basis: &Basis| owner(basis, basis.is_on(gpu)), new).map_err(unsupported)?;
    Ok(all.range(0..level))
}

/// The engine that tables with this basis are of.
fn owner(basis: &Basis, is_own: bool) -> Owner {
    match is_own {
        true => Owner::Asking,
        false if basis.tables().device().has_failed() => Owner::Gone,
        false => Owner::Other,
    }
}

/// Why there are no tables of a ring.
fn unsupported(error: BasisError) -> EngineError {
    match error {
        BasisError::Engine(error) => error,
        error => EngineError::Unsupported { reason: error.to_string() },
    }
}

/// The tables of a level of a gadget.
pub(super) fn gadget(gpu: &Gpu, of: &gadget::Gadget, level: usize) -> Result<Arc<Gadget>, EngineError> {
    of.resident().get(
        |gadget: &Gadget| owner(gadget.basis(), gadget.is_of(gpu, level)),
        || {
            let basis = basis(gpu, of.basis(), of.basis().limbs())?;
            Gadget::new(gpu, of, &basis, level)
        },
    )
}

/// The division by the special primes of a gadget and the last ones of a level, with one rounding.
pub(super) fn quotient(
    gpu: &Gpu,
    of: &gadget::Gadget,
    rounded: &RoundedQuotient,
    [level, kept]: [usize; 2],
) -> Result<Arc<ValueQuotient>, EngineError> {
    let gone = of.special() + level - kept;
    of.resident().get(
        |tables: &ValueQuotient| owner(tables.kept(), tables.is_of(gpu, [kept, gone])),
        || {
            let (basis, special) = (of.basis(), of.special());
            let primes: Vec<_> = basis.moduli(special + level).copied().collect();
            let gone = [&primes[..special], &primes[special + kept..]].concat();
            let kept = self::basis(gpu, of.moduli(), kept)?;
            let gone = Basis::new(gpu, basis.degree(), &gone).map_err(unsupported)?;
            ValueQuotient::new(gpu, rounded, [gone, kept])
        },
    )
}

/// A [`ModulusSwitch`] on a device.
#[derive(Debug)]
pub(super) struct Switch {
    gpu: Gpu,
    /// The primes before, and those that are left.
    bases: [Basis; 2],
    division: Division,
}

/// Divisions of coefficients, and of values.
#[derive(Debug)]
enum Division {
    Together(Box<(Conversion, ValueQuotient)>),
    /// By one prime after the other: from its residue to the primes before it, and its inverses.
    Apart(Vec<(Conversion, Vec<u64>)>),
}

impl Switch {
    pub(super) fn get(gpu: &Gpu, of: &ModulusSwitch, basis: &RnsBasis) -> Result<Arc<Self>, EngineError> {
        of.resident().get(|switch: &Self| owner(&switch.bases[0], switch.bases[0].is_on(gpu)), || Self::new(gpu, of, basis))
    }

    fn new(gpu: &Gpu, of: &ModulusSwitch, all: &RnsBasis) -> Result<Self, EngineError> {
        let [from, to] = of.levels();
        let before = basis(gpu, all, from)?;
        let kept = before.range(0..to);
        let division = match of.tables() {
            Some((quotient, values)) => {
                let limbs = |range: core::ops::Range<usize>| Limbs { all: from, used: range.collect() };
                let limbs = [&Limbs::whole(to), &limbs(to..from), &limbs(0..to)];
                let quotient = Conversion::between(gpu, quotient, limbs)?;
                let values = ValueQuotient::new(gpu, values, [before.range(to..from), kept.clone()])?;
                Division::Together(Box::new((quotient, values)))
            }
            None => {
                let step = |last: usize| {
                    let (q, kept) = (&before.moduli()[last], &before.moduli()[..last]);
                    let from = Limbs { all: last + 1, used: vec![last] };
                    let inverses = kept.iter().map(|m| m.inverse(m.reduce(q.value()))).collect();
                    Ok((Conversion::of_one(gpu, q, kept, [&Limbs::whole(last), &from])?, inverses))
                };
                Division::Apart((to..from).rev().map(step).collect::<Result<_, EngineError>>()?)
            }
        };
        Ok(Self { gpu: gpu.clone(), bases: [before, kept], division })
    }

    /// The quotient of coefficients.
    pub(super) fn coefficients(&self, x: &DeviceWords) -> Result<DeviceWords, EngineError> {
        let n = self.bases[0].degree();
        let unspecified = |basis: &Basis| DeviceWords::unspecified(&self.gpu, n * basis.limbs());
        match &self.division {
            Division::Together(tables) => {
                let (quotient, _) = &**tables;
                let mut to = unspecified(&self.bases[1])?;
                let from = x.place(0);
                driver::convert(quotient.tables(), (n, 1), (to.memory_mut(), 0), from, Some(from), None);
                Ok(to)
            }
            Division::Apart(steps) => steps.iter().try_fold(x.first(x.len())?, |x, (lift, inverses)| {
                let kept = self.bases[0].range(0..inverses.len());
                let mut to = unspecified(&kept)?;
                driver::convert(lift.tables(), (n, 1), (to.memory_mut(), 0), x.place(0), None, None);
                let (tables, quotient) = (kept.tables(), PointwiseConstant::Quotient);
                driver::pointwise_constant(quotient, tables, (to.memory_mut(), 0), Some(x.place(0)), [inverses; 2]);
                Ok(to)
            }),
        }
    }

    /// The quotient of values.
    pub(super) fn values(&self, x: &DeviceWords) -> Result<DeviceWords, EngineError> {
        let [before, kept] = &self.bases;
        match &self.division {
            Division::Together(tables) => {
                let (_, quotient) = &**tables;
                let gone = x.place(kept.degree() * kept.limbs());
                quotient.apply((Gone::Values, &[(gone, before.limbs() - kept.limbs())]), x.place(0), None)
            }
            Division::Apart(_) => {
                let mut x = x.first(x.len())?;
                x.inverse(before);
                let mut quotient = self.coefficients(&x)?;
                quotient.forward(kept);
                Ok(quotient)
            }
        }
    }
}

/// A [`ScaledProduct`] on a device.
#[derive(Debug)]
pub(super) struct Products {
    gpu: Gpu,
    /// The primes of the level, and then those of `B`.
    basis: Basis,
    level: usize,
    lift: Conversion,
    scale: Conversion,
    back: Conversion,
}

impl Products {
    pub(super) fn get(gpu: &Gpu, of: &ScaledProduct) -> Result<Arc<Self>, EngineError> {
        of.resident().get(|products: &Self| owner(&products.basis, products.basis.is_on(gpu)), || Self::new(gpu, of))
    }

    fn new(gpu: &Gpu, of: &ScaledProduct) -> Result<Self, EngineError> {
        let (limbs, level) = (of.basis().limbs(), of.level());
        let [inner, outer] = [0..level, level..limbs].map(|range| Limbs { all: limbs, used: range.collect() });
        let [lift, scale, back] = of.conversions();
        Ok(Self {
            gpu: gpu.clone(),
            basis: basis(gpu, of.basis(), limbs)?,
            level,
            lift: Conversion::between(gpu, lift, [&outer, &Limbs::whole(level), &outer])?,
            scale: Conversion::between(gpu, scale, [&Limbs::whole(limbs - level), &inner, &outer])?,
            back: Conversion::new(gpu, back)?,
        })
    }

    /// The three parts of the product of two pairs, or of one with itself.
    pub(super) fn multiply(&self, a: [&DeviceWords; 2], b: Option<[&DeviceWords; 2]>) -> Result<[DeviceWords; 3], EngineError> {
        let (n, polynomial) = (self.basis.degree(), self.basis.degree() * self.basis.limbs());
        let parts: Vec<&DeviceWords> = a.into_iter().chain(b.into_iter().flatten()).collect();
        let mut factors = DeviceWords::unspecified(&self.gpu, parts.len() * polynomial)?;
        for (i, part) in parts.into_iter().enumerate() {
            let to = factors.memory_mut();
            driver::copy(to, i * polynomial, part.place(0), n * self.level);
            driver::convert(self.lift.tables(), (n, 1), (to, i * polynomial), part.place(0), None, None);
        }
        factors.columns(Direction::Forward, &self.basis);
        let mut products = DeviceWords::unspecified(&self.gpu, 3 * polynomial)?;
        driver::tensor_of_columns(self.basis.tables(), products.memory_mut(), factors.memory());
        products.columns(Direction::Inverse, &self.basis);
        Ok([self.scaled(&products, 0)?, self.scaled(&products, polynomial)?, self.scaled(&products, 2 * polynomial)?])
    }

    /// `⌊t·x/Q⌉` modulo the primes of the level, of one of the products.
    fn scaled(&self, products: &DeviceWords, first: usize) -> Result<DeviceWords, EngineError> {
        let (n, x) = (self.basis.degree(), products.place(first));
        let mut scaled = DeviceWords::unspecified(&self.gpu, n * (self.basis.limbs() - self.level))?;
        driver::convert(self.scale.tables(), (n, 1), (scaled.memory_mut(), 0), x, Some(x), None);
        let mut result = DeviceWords::unspecified(&self.gpu, n * self.level)?;
        driver::convert(self.back.tables(), (n, 1), (result.memory_mut(), 0), scaled.place(0), None, None);
        Ok(result)
    }
}
