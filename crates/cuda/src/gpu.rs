//! A device and its queues.

use crate::device::Device;
use crate::driver::{Cuda, Driver};
use crate::select::EnginePreference;
use crate::{DeviceInfo, EngineError};
use std::sync::Arc;

/// A GPU. Clones are the same device and the same queues. A program opens it once: tables that were
/// made for it at their first use keep it open as long as those of the host are there.
///
/// Work is queued without a result: [`DeviceWords::to_host`](crate::DeviceWords::to_host) and
/// [`Gpu::synchronize`] wait for it, and say what failed. After a failure nothing is computed any
/// more, and both return [`EngineError::Poisoned`]. Memory that is refused is told at once, and
/// is no such failure.
#[derive(Clone, Debug)]
pub struct Gpu {
    device: Arc<Device>,
}

impl Gpu {
    /// The first device of the driver.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] with a [`NoDevice`](crate::NoDevice): there is no driver, or
    /// one for an earlier CUDA than 12.4; it does not start, or take the kernels; there is no
    /// device, or none of compute capability 8.0 and more with memory pools; `PAPILIO_ENGINE` is
    /// `cpu` or no engine.
    /// [`EngineError::Device`] for what else the driver refuses.
    pub fn open() -> Result<Self, EngineError> {
        EnginePreference::seeks_a_device()?;
        Self::open_first()
    }

    /// The first device of the driver, whatever the environment says.
    pub(crate) fn open_first() -> Result<Self, EngineError> {
        Ok(Self::over(Cuda::open()?))
    }

    /// The kernels compiled for the host, on a device that does not exist.
    #[cfg(feature = "emulate")]
    #[must_use]
    pub fn emulated(emulation: crate::Emulation) -> Self {
        Self::over(crate::driver::Emulated::new(emulation))
    }

    fn over(driver: impl Driver + 'static) -> Self {
        Self { device: Arc::new(Device::new(driver)) }
    }

    /// The device, as its driver describes it.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        self.device.driver().info()
    }

    /// Waits for all work that was queued.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure since the device was opened, or the failure
    /// itself.
    pub fn synchronize(&self) -> Result<(), EngineError> {
        self.device.fence(|driver| driver.synchronize())
    }

    /// The names of the kernels that were launched so far, in order; those of a device that does
    /// not exist, which counts them.
    #[cfg(feature = "emulate")]
    #[must_use]
    pub fn launched(&self) -> Vec<String> {
        let names = self.device.driver().launched();
        names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect()
    }

    pub(crate) fn of(device: Arc<Device>) -> Self {
        Self { device }
    }

    pub(crate) fn device(&self) -> &Arc<Device> {
        &self.device
    }
}
