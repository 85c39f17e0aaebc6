//! Words of polynomials on a device.

use crate::driver::{self, Direction, Form, Memory, Place, Pointwise};
use crate::{Basis, Conversion, EngineError, Gpu};
use std::sync::Arc;

/// Polynomials in residues on a device: limb after limb, polynomial after polynomial, canonical
/// words as the host has them. Operations take the primes of a limb from a [`Basis`], whose limbs
/// repeat with every polynomial.
#[derive(Debug)]
pub struct DeviceWords {
    memory: Memory,
}

impl DeviceWords {
    /// Copies words to a device. Words that are not below the prime of their limb become others in
    /// an operation, of no stated value.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], after which the device is as it was; [`EngineError::Poisoned`]
    /// by an earlier failure, or a failure of the device.
    pub fn upload(gpu: &Gpu, words: &[u64]) -> Result<Self, EngineError> {
        Ok(Self { memory: Memory::of(gpu.device(), words)? })
    }

    /// Words of any value, all of which are to be written.
    ///
    /// # Errors
    /// The same as those of [`Self::upload`].
    pub fn unspecified(gpu: &Gpu, len: usize) -> Result<Self, EngineError> {
        Ok(Self { memory: Memory::unspecified(gpu.device(), len)? })
    }

    /// The number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.memory.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words, once all that was queued is done.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn to_host(&self) -> Result<Vec<u64>, EngineError> {
        let mut words = vec![0; self.len()];
        self.memory.download(&mut words)?;
        Ok(words)
    }

    /// Queues the transform of every polynomial: coefficients in natural order become values in
    /// bit-reversed order.
    ///
    /// # Panics
    /// The words are not whole polynomials of the basis, or on another device.
    pub fn forward(&mut self, basis: &Basis) {
        driver::transform(Direction::Forward, basis.tables(), &mut self.memory);
    }

    /// Queues the inverse of [`Self::forward`].
    ///
    /// # Panics
    /// The same as those of [`Self::forward`].
    pub fn inverse(&mut self, basis: &Basis) {
        driver::transform(Direction::Inverse, basis.tables(), &mut self.memory);
    }

    /// Queues the pass over columns of a transform, without that over rows.
    pub(crate) fn columns(&mut self, direction: Direction, basis: &Basis) {
        driver::columns(direction, basis.tables(), &mut self.memory);
    }

    /// Queues `self + other`.
    ///
    /// # Panics
    /// Operands of two lengths, and the same as those of [`Self::forward`].
    pub fn add_assign(&mut self, basis: &Basis, other: &Self) {
        self.pointwise(Pointwise::Add, basis, other);
    }

    /// Queues `self − other`.
    ///
    /// # Panics
    /// The same as those of [`Self::add_assign`].
    pub fn subtract_assign(&mut self, basis: &Basis, other: &Self) {
        self.pointwise(Pointwise::Subtract, basis, other);
    }

    /// Queues the product place by place: that of polynomials, where both are values.
    ///
    /// # Panics
    /// The same as those of [`Self::add_assign`].
    pub fn multiply_assign(&mut self, basis: &Basis, other: &Self) {
        self.pointwise(Pointwise::Multiply, basis, other);
    }

    /// Queues the products of polynomials of coefficients, by way of values that are not written.
    /// The words of the other have no stated value then.
    ///
    /// # Panics
    /// The same as those of [`Self::add_assign`].
    pub fn multiply_polynomials(&mut self, basis: &Basis, other: &mut Self) {
        driver::multiply_polynomials(basis.tables(), &mut self.memory, &mut other.memory);
    }

    /// Queues the image of polynomials of coefficients under `X ↦ X^exponent`, taken modulo `2n`.
    ///
    /// # Panics
    /// An even exponent, and the same as those of [`Self::add_assign`].
    pub fn automorphism_of_coefficients(&mut self, basis: &Basis, exponent: usize, of: &Self) {
        let exponent = odd(basis, exponent);
        // Each step doubles the bits that are right, of which there are three at first.
        let inverse = (0..4).fold(exponent, |h, _| h.wrapping_mul(2u32.wrapping_sub(exponent.wrapping_mul(h))));
        driver::automorphism(Form::Coefficients, inverse, basis.tables(), &mut self.memory, &of.memory);
    }

    /// Queues the image of values under `X ↦ X^exponent`, taken modulo `2n`.
    ///
    /// # Panics
    /// The same as those of [`Self::automorphism_of_coefficients`].
    pub fn automorphism_of_values(&mut self, basis: &Basis, exponent: usize, of: &Self) {
        driver::automorphism(Form::Values, odd(basis, exponent), basis.tables(), &mut self.memory, &of.memory);
    }

    /// Queues [`papilio_ring::BasisConverter::apply_plus`] for every polynomial, of `n` words a
    /// limb: residues modulo the sources become residues modulo the targets, to which `plus` is
    /// added. A scaling takes those modulo the targets from these words.
    ///
    /// # Panics
    /// A length `n` that is no power of two from 256 on, lengths that do not agree, or words of
    /// several devices.
    pub fn convert(&mut self, by: &Conversion, n: usize, from: &Self, plus: Option<&Self>) {
        assert!(n.is_power_of_two() && (256..1 << 32).contains(&n), "{n} words of a limb");
        let polynomials = from.len() / (n * by.sources());
        assert_eq!(from.len(), polynomials * n * by.sources(), "words of polynomials of {} limbs", by.sources());
        assert_eq!(self.len(), polynomials * n * by.targets(), "words of {polynomials} polynomials of {} limbs", by.targets());
        assert!(plus.is_none_or(|plus| plus.len() == self.len()), "words to add");
        let shape = (n, polynomials);
        driver::convert(by.tables(), shape, (&mut self.memory, 0), from.place(0), None, plus.map(|plus| plus.place(0)));
    }

    /// A copy of the first words on the same device.
    pub(crate) fn first(&self, len: usize) -> Result<Self, EngineError> {
        self.range(0..len)
    }

    /// A copy of a range of words on the same device.
    pub(crate) fn range(&self, range: core::ops::Range<usize>) -> Result<Self, EngineError> {
        let mut memory = Memory::unspecified(self.memory.device(), range.len())?;
        driver::copy(&mut memory, 0, self.place(range.start), range.len());
        Ok(Self { memory })
    }

    /// Keeps the first words.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.memory.truncate(len);
    }

    /// The device that has them.
    pub(crate) fn gpu(&self) -> Gpu {
        Gpu::of(self.memory.device().clone())
    }

    /// The words, where they are on a device; otherwise the error that names both.
    pub(crate) fn on(&self, gpu: &Gpu) -> Result<&Self, EngineError> {
        let (device, own) = (gpu.device(), self.memory.device());
        if Arc::ptr_eq(device, own) { Ok(self) } else { Err(device.mixed(own)) }
    }

    /// The words from one on.
    pub(crate) fn place(&self, first: usize) -> Place<'_> {
        Place { memory: &self.memory, first }
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn pointwise(&mut self, operation: Pointwise, basis: &Basis, other: &Self) {
        driver::pointwise(operation, basis.tables(), &mut self.memory, &other.memory);
    }
}

/// An exponent of an automorphism, below `2n`.
fn odd(basis: &Basis, exponent: usize) -> u32 {
    assert!(exponent % 2 == 1, "X to an even power {exponent} is no automorphism");
    (exponent % (2 * basis.degree())) as u32
}
