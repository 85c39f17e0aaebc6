//! The GPU of a build without the driver.

use crate::{DeviceInfo, EngineError, NoDevice};

/// A GPU, which this build has none of: it lacks the feature `driver`.
#[derive(Clone, Debug)]
pub enum Gpu {}

impl Gpu {
    /// No device.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] with [`NoDevice::NotBuilt`], always.
    pub fn open() -> Result<Self, EngineError> {
        Self::open_first()
    }

    pub(crate) fn open_first() -> Result<Self, EngineError> {
        Err(EngineError::Unavailable { reason: NoDevice::NotBuilt { feature: "driver" } })
    }

    /// The device that there is none of.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        match *self {}
    }
}
