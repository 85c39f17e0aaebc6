//! Words of polynomials on a device.

use crate::driver::{self, Direction, Memory, Pointwise};
use crate::{Basis, EngineError, Gpu};

/// Polynomials in residues on a device: limb after limb, polynomial after polynomial, canonical
/// words as the host has them. Operations take the primes of a limb from a [`Basis`], whose limbs
/// repeat with every polynomial.
#[derive(Debug)]
pub struct Words {
    memory: Memory,
}

impl Words {
    /// Copies words to a device. Words that are not below the prime of their limb become others in
    /// an operation, of no stated value.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], after which the device is as it was; [`EngineError::Poisoned`]
    /// by an earlier failure, or a failure of the device.
    pub fn upload(gpu: &Gpu, words: &[u64]) -> Result<Self, EngineError> {
        Ok(Self { memory: Memory::of(gpu.device(), words)? })
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

    fn pointwise(&mut self, operation: Pointwise, basis: &Basis, other: &Self) {
        driver::pointwise(operation, basis.tables(), &mut self.memory, &other.memory);
    }
}
