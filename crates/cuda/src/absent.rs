//! The GPU of a build without the driver.

use crate::select::EnginePreference;
use crate::{DeviceInfo, EngineError, NoDevice};

/// A GPU, which this build has none of: it lacks the feature `driver`.
#[derive(Clone, Debug)]
pub enum Gpu {}

impl Gpu {
    /// No device.
    ///
    /// # Errors
    /// [`EngineError::Unavailable`] with [`NoDevice::NotBuilt`], or where `PAPILIO_ENGINE` is `cpu`
    /// or no engine.
    pub fn open() -> Result<Self, EngineError> {
        EnginePreference::seeks_a_device()?;
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
