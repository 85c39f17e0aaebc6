//! Rounded quotients of polynomials in evaluation form.

use crate::driver::{self, Direction, Place, PointwiseConstant};
use crate::{Basis, Conversion, DeviceWords, EngineError, Gpu};
use papilio_ring::RoundedQuotient;

/// The form of the residues modulo the primes that go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    Values,
    /// The rows of their inverse transform are done, and its columns are not.
    BeforeColumns,
}

/// A [`RoundedQuotient`] on a device: the division by the product of the primes that go.
#[derive(Debug)]
pub(crate) struct ValueQuotient {
    gpu: Gpu,
    gone: Basis,
    kept: Basis,
    /// From the remainder to the primes that are kept.
    remainder: Conversion,
    inverses: Vec<u64>,
}

impl ValueQuotient {
    pub(crate) fn new(gpu: &Gpu, of: &RoundedQuotient, [gone, kept]: [Basis; 2]) -> Result<Self, EngineError> {
        let remainder = Conversion::new(gpu, of.remainder())?;
        Ok(Self { gpu: gpu.clone(), gone, kept, remainder, inverses: of.inverses().to_vec() })
    }

    pub(crate) fn kept(&self) -> &Basis {
        &self.kept
    }

    /// Whether these are tables on a device, to so many primes from so many more.
    pub(crate) fn is_of(&self, gpu: &Gpu, [kept, gone]: [usize; 2]) -> bool {
        self.kept.is_on(gpu) && [self.kept.limbs(), self.gone.limbs()] == [kept, gone]
    }

    /// The quotient of values, by their residues modulo the primes that go, in one place after the
    /// other, and those that are kept, plus a polynomial of the latter.
    pub(crate) fn apply(
        &self,
        (form, gone): (Gone, &[(Place<'_>, usize)]),
        x: Place<'_>,
        plus: Option<&DeviceWords>,
    ) -> Result<DeviceWords, EngineError> {
        let n = self.kept.degree();
        let mut remainder = DeviceWords::unspecified(&self.gpu, n * self.gone.limbs())?;
        let mut first = 0;
        for &(place, limbs) in gone.iter().filter(|(_, limbs)| *limbs > 0) {
            driver::copy(remainder.memory_mut(), first, place, n * limbs);
            first += n * limbs;
        }
        assert_eq!(first, remainder.len(), "words of all primes that go");
        match form {
            Gone::Values => remainder.inverse(&self.gone),
            Gone::BeforeColumns => remainder.columns(Direction::Inverse, &self.gone),
        }
        let mut quotient = DeviceWords::unspecified(&self.gpu, n * self.kept.limbs())?;
        quotient.convert(&self.remainder, n, &remainder, None);
        quotient.forward(&self.kept);
        let (tables, to) = (self.kept.tables(), quotient.memory_mut());
        driver::pointwise_constant(PointwiseConstant::Quotient, tables, (to, 0), Some(x), [&self.inverses; 2]);
        plus.into_iter().for_each(|plus| quotient.add_assign(&self.kept, plus));
        Ok(quotient)
    }
}
