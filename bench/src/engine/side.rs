//! Engines that cases run on, with polynomials side by side, which one launch of a device takes.

use papilio_cuda::{Basis, Conversion, DeviceWords, Gpu};
use papilio_ring::engine::{Cpu, Engine};
use papilio_ring::{BasisConverter, RnsBasis};

/// An engine with tables for polynomials side by side.
pub trait Side: Engine {
    /// The primes and a conversion.
    type Tables;
    /// Polynomials of the primes, limb after limb.
    type Many;

    /// The tables of primes and of a conversion from them.
    ///
    /// # Errors
    /// In words: the engine has no such ring, or has failed.
    fn tables(&self, basis: &RnsBasis, converter: &BasisConverter) -> Result<Self::Tables, String>;

    /// How residues are worked on.
    fn arithmetic(tables: &Self::Tables) -> String;

    /// Words on the engine.
    ///
    /// # Errors
    /// In words: there is no memory, or the engine has failed.
    fn many(&self, words: &[u64]) -> Result<Self::Many, String>;

    /// Coefficients to values.
    fn to_values(tables: &Self::Tables, x: &mut Self::Many);

    /// Values to coefficients.
    fn to_coefficients(tables: &Self::Tables, x: &mut Self::Many);

    /// Products of polynomials of coefficients, in the place of x; y is overwritten.
    fn multiply_polynomials(tables: &Self::Tables, x: &mut Self::Many, y: &mut Self::Many);

    /// Residues of the primes to those that are converted to.
    fn convert(tables: &Self::Tables, from: &Self::Many, to: &mut Self::Many);

    /// The words, when all work is done.
    ///
    /// # Errors
    /// In words, the first failure of that work.
    fn words(x: &Self::Many) -> Result<Vec<u64>, String>;

    /// Waits for all work.
    ///
    /// # Errors
    /// In words, its first failure.
    fn fence(&self) -> Result<(), String>;
}

impl Side for Cpu {
    type Tables = (RnsBasis, BasisConverter);
    type Many = Vec<u64>;

    fn tables(&self, basis: &RnsBasis, converter: &BasisConverter) -> Result<Self::Tables, String> {
        Ok((basis.clone(), converter.clone()))
    }

    fn arithmetic((basis, _): &Self::Tables) -> String {
        basis.plans()[0].kernel().name().to_owned()
    }

    fn many(&self, words: &[u64]) -> Result<Vec<u64>, String> {
        Ok(words.to_vec())
    }

    fn to_values((basis, _): &Self::Tables, x: &mut Vec<u64>) {
        let limbs = x.chunks_exact_mut(basis.degree()).zip(basis.plans().iter().cycle());
        limbs.for_each(|(limb, plan)| plan.forward(limb));
    }

    fn to_coefficients((basis, _): &Self::Tables, x: &mut Vec<u64>) {
        let limbs = x.chunks_exact_mut(basis.degree()).zip(basis.plans().iter().cycle());
        limbs.for_each(|(limb, plan)| plan.inverse(limb));
    }

    fn multiply_polynomials(tables: &Self::Tables, x: &mut Vec<u64>, y: &mut Vec<u64>) {
        [&mut *x, &mut *y].into_iter().for_each(|x| Self::to_values(tables, x));
        let (basis, _) = tables;
        let pairs = x.chunks_exact_mut(basis.degree()).zip(y.chunks_exact(basis.degree()));
        pairs.zip(basis.plans().iter().cycle()).for_each(|((x, y), plan)| plan.kernel().multiply(plan.modulus(), x, y));
        Self::to_coefficients(tables, x);
    }

    fn convert((basis, converter): &Self::Tables, from: &Vec<u64>, to: &mut Vec<u64>) {
        let limbs = |limbs: usize| basis.degree() * limbs;
        let polynomials = from.chunks_exact(limbs(converter.sources().len()));
        polynomials.zip(to.chunks_exact_mut(limbs(converter.targets().len()))).for_each(|(from, to)| converter.apply(from, to));
    }

    fn words(x: &Vec<u64>) -> Result<Vec<u64>, String> {
        Ok(x.clone())
    }

    fn fence(&self) -> Result<(), String> {
        Ok(())
    }
}

impl Side for Gpu {
    type Tables = (Basis, Conversion);
    type Many = DeviceWords;

    fn tables(&self, basis: &RnsBasis, converter: &BasisConverter) -> Result<Self::Tables, String> {
        let moduli: Vec<_> = basis.moduli(basis.limbs()).copied().collect();
        let primes = Basis::new(self, basis.degree(), &moduli).map_err(|e| e.to_string())?;
        Ok((primes, Conversion::new(self, converter).map_err(|e| e.to_string())?))
    }

    fn arithmetic((basis, _): &Self::Tables) -> String {
        basis.arithmetic().name().to_owned()
    }

    fn many(&self, words: &[u64]) -> Result<DeviceWords, String> {
        DeviceWords::upload(self, words).map_err(|e| e.to_string())
    }

    fn to_values((basis, _): &Self::Tables, x: &mut DeviceWords) {
        x.forward(basis);
    }

    fn to_coefficients((basis, _): &Self::Tables, x: &mut DeviceWords) {
        x.inverse(basis);
    }

    fn multiply_polynomials((basis, _): &Self::Tables, x: &mut DeviceWords, y: &mut DeviceWords) {
        x.multiply_polynomials(basis, y);
    }

    fn convert((basis, conversion): &Self::Tables, from: &DeviceWords, to: &mut DeviceWords) {
        to.convert(conversion, basis.degree(), from, None);
    }

    fn words(x: &DeviceWords) -> Result<Vec<u64>, String> {
        x.to_host().map_err(|e| e.to_string())
    }

    fn fence(&self) -> Result<(), String> {
        self.synchronize().map_err(|e| e.to_string())
    }
}
