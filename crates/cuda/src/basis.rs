//! Primes, with the tables of their transforms on a device.

use crate::driver::{PrimeTables, PrimeWords};
use crate::select::LOG_LENGTHS;
use crate::{Arithmetic, BasisError, Gpu};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::Domain;
use std::sync::Arc;

/// Primes `q`, `2n | q − 1`, and the negacyclic transform of n words modulo each, on one device.
/// Values are in the order of [`papilio_ntt::Plan::new`], and the roots are the same.
#[derive(Clone, Debug)]
pub struct Basis {
    moduli: Vec<Modulus>,
    tables: PrimeTables,
}

impl Basis {
    /// Tables in the arithmetic that the device is faster in, of those that take all primes.
    ///
    /// # Errors
    /// The same as those of [`Self::with_arithmetic`].
    pub fn new(gpu: &Gpu, n: usize, moduli: &[Modulus]) -> Result<Self, BasisError> {
        let greatest = moduli.iter().map(Modulus::value).max().ok_or(BasisError::NoPrimes)?;
        Self::with_arithmetic(gpu, n, moduli, Arithmetic::of(gpu.info(), greatest))
    }

    /// Tables in an arithmetic of the caller's choice.
    ///
    /// # Errors
    /// Lengths that the kernels do not have, primes that are too great or have no root, and
    /// failures of the device.
    pub fn with_arithmetic(gpu: &Gpu, n: usize, moduli: &[Modulus], arithmetic: Arithmetic) -> Result<Self, BasisError> {
        if !LOG_LENGTHS.map(|log| 1 << log).any(|length: usize| length == n) {
            return Err(BasisError::Length { n });
        }
        let limit = gpu.device().driver().max_limbs();
        match moduli.len() {
            0 => return Err(BasisError::NoPrimes),
            primes if primes > limit => return Err(BasisError::TooMany { primes, limit }),
            _ => {}
        }
        if let Some(q) = moduli.iter().map(Modulus::value).find(|q| q >> arithmetic.bits() != 0) {
            return Err(BasisError::TooGreat { q, bits: arithmetic.bits(), arithmetic: arithmetic.name() });
        }
        let domains = moduli.iter().map(|modulus| Domain::negacyclic(*modulus, n)).collect::<Result<Vec<_>, _>>()?;
        let twiddles: Vec<u64> = domains.iter().flat_map(|domain| twiddles(domain, arithmetic)).collect();
        let primes: Vec<_> = moduli.iter().map(|q| prime(q, n, arithmetic)).collect();
        Ok(Self { moduli: moduli.to_vec(), tables: PrimeTables::new(gpu.device(), n, arithmetic, &primes, &twiddles)? })
    }

    /// Words of a polynomial modulo one prime.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.tables.degree()
    }

    /// The number of primes.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.tables.limbs()
    }

    /// The primes.
    #[must_use]
    pub fn moduli(&self) -> &[Modulus] {
        &self.moduli
    }

    /// How residues are held.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.tables.arithmetic()
    }

    /// Some of the primes, whose tables are shared.
    ///
    /// # Panics
    /// There are no such primes, or none are asked for.
    #[must_use]
    pub fn range(&self, primes: Range<usize>) -> Self {
        Self { tables: self.tables.range(primes.clone()), moduli: self.moduli[primes].to_vec() }
    }

    /// Whether the tables are on a device.
    pub(crate) fn is_on(&self, gpu: &Gpu) -> bool {
        Arc::ptr_eq(self.tables.device(), gpu.device())
    }

    pub(crate) fn tables(&self) -> &PrimeTables {
        &self.tables
    }
}

/// Constants by node; in the place of node 0, that of the root over n.
fn twiddles(domain: &Domain, arithmetic: Arithmetic) -> Vec<u64> {
    let (q, n) = (domain.modulus(), domain.size() as u64);
    let mut words = domain.node_twiddles();
    words[0] = q.mul(words[1], q.inverse(n));
    words.into_iter().flat_map(|word| arithmetic.constant(q, word)).collect()
}

/// A `Prime` of `kernels/arithmetic.cuh`.
pub(crate) fn prime(q: &Modulus, n: usize, arithmetic: Arithmetic) -> PrimeWords {
    let inverse: Vec<u64> = arithmetic.constant(q, q.inverse(n as u64)).collect();
    let companion = inverse.get(1).copied().unwrap_or(0);
    let ratio = (1u128 << (2 * q.bits())) / u128::from(q.value());
    let [low, high] = wide_ratio(q);
    [q.value(), ratio as u64, q.bits().into(), low, high, inverse[0], companion]
}

/// `⌊2^128/q⌋`, the low word first.
pub(crate) fn wide_ratio(q: &Modulus) -> [u64; 2] {
    // An odd number, which does not divide 2^128, has the same quotient of 2^128 − 1.
    let ratio = u128::MAX / u128::from(q.value());
    [ratio as u64, (ratio >> 64) as u64]
}
