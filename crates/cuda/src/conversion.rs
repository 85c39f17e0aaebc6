//! Conversions from some primes to others, with their tables on a device.

use crate::basis::wide_ratio;
use crate::driver::{ConversionTables, Limbs, SourceWords, TargetWords, Whole};
use crate::{EngineError, Gpu};
use papilio_field::Modulus;
use papilio_ring::{BasisConverter, ConverterSource, ConverterTarget, WholePart};

/// A [`BasisConverter`] on a device: its words are those of the kernel that the converter has on
/// the host.
#[derive(Debug)]
pub struct Conversion {
    tables: ConversionTables,
}

impl Conversion {
    /// The tables of a converter.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    ///
    /// # Panics
    /// The converter has no targets.
    pub fn new(gpu: &Gpu, converter: &BasisConverter) -> Result<Self, EngineError> {
        let [from, to] = [converter.sources().len(), converter.targets().len()].map(Limbs::whole);
        Self::between(gpu, converter, [&to, &from, &to])
    }

    /// [`Self::new`] between limbs of polynomials: those that come of it, those that are converted,
    /// and those whose residues a scaling takes.
    pub(crate) fn between(gpu: &Gpu, converter: &BasisConverter, limbs: [&Limbs; 3]) -> Result<Self, EngineError> {
        let sources: Vec<_> = converter.sources().iter().map(source).collect();
        let targets: Vec<_> = converter.targets().iter().map(|to| (target(to), to.digits.clone())).collect();
        // The numbers of `Whole` of `kernels/convert.cuh`.
        let whole = match converter.whole_part() {
            WholePart::RoundedEach { bits, shift } => Whole { kind: 0, bits, shift },
            WholePart::RoundedSum { bits, shift } => Whole { kind: 1, bits, shift },
            WholePart::Compared => COMPARED,
        };
        Ok(Self { tables: ConversionTables::new(gpu.device(), &sources, &targets, whole, limbs)? })
    }

    /// The centered representative of residues modulo one prime, between limbs of polynomials.
    pub(crate) fn of_one(gpu: &Gpu, from: &Modulus, to: &[Modulus], [into, of]: [&Limbs; 2]) -> Result<Self, EngineError> {
        let digit = ConverterSource { modulus: *from, digit: 1, reciprocal: 0 };
        let lift = |modulus: &Modulus| ConverterTarget {
            modulus: *modulus,
            digits: vec![1],
            whole: modulus.neg(modulus.reduce(from.value())),
            own: None,
        };
        let targets: Vec<_> = to.iter().map(lift).map(|to| (target(&to), to.digits)).collect();
        Ok(Self { tables: ConversionTables::new(gpu.device(), &[source(&digit)], &targets, COMPARED, [into, of, into])? })
    }

    /// Primes that are converted from.
    #[must_use]
    pub fn sources(&self) -> usize {
        self.tables.counts()[0]
    }

    /// Primes that are converted to.
    #[must_use]
    pub fn targets(&self) -> usize {
        self.tables.counts()[1]
    }

    pub(crate) fn tables(&self) -> &ConversionTables {
        &self.tables
    }
}

const COMPARED: Whole = Whole { kind: 2, bits: 64, shift: 1 };

/// A `Source` of `kernels/convert.cuh`.
fn source(of: &ConverterSource) -> SourceWords {
    [of.modulus.value(), of.digit, of.modulus.shoup(of.digit, 64), of.reciprocal]
}

/// A `Target` of `kernels/convert.cuh`.
fn target(of: &ConverterTarget) -> TargetWords {
    let [low, high] = wide_ratio(&of.modulus);
    [of.modulus.value(), low, high, of.whole, of.own.unwrap_or(0)]
}
