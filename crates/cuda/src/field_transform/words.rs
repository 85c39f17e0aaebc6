//! Elements on a device.

use super::DeviceField;
use crate::driver::Memory;
use crate::{EngineError, Gpu};
use core::marker::PhantomData;

/// Elements of a field on a device: the words that the host has, in the same order. Memory of a
/// device is not erased when it is given back.
#[derive(Debug)]
pub struct FieldWords<F> {
    pub(super) memory: Memory,
    len: usize,
    field: PhantomData<fn() -> F>,
}

impl<F: DeviceField> FieldWords<F> {
    /// Copies elements to a device.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], after which the device is as it was; [`EngineError::Poisoned`]
    /// by an earlier failure, or a failure of the device.
    pub fn upload(gpu: &Gpu, elements: &[F]) -> Result<Self, EngineError> {
        let memory = Memory::of(gpu.device(), F::peel_slice(elements))?;
        Ok(Self { memory, len: elements.len(), field: PhantomData })
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The elements, once all that was queued is done.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn to_host(&self) -> Result<Vec<F>, EngineError> {
        let mut elements = vec![F::ZERO; self.len];
        self.memory.download(F::peel_slice_mut(&mut elements))?;
        Ok(elements)
    }
}
