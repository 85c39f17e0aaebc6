//! Whether a driver and its first device run the kernels, by what the driver answers. Nothing here
//! calls the driver.

use crate::{DeviceInfo, EngineError, NoDevice};
use core::ffi::c_int;
use cudarc::driver::result::DriverError;
use cudarc::driver::sys::{CUdevice_attribute as Attribute, CUresult};

/// The least version of CUDA: the first whose drivers, from 550 on, read the kernels' language.
const LEAST_VERSION: (u32, u32) = (12, 4);
/// The least compute capability: that of the kernels' language.
const LEAST_CAPABILITY: (u32, u32) = (8, 0);

/// The answers of a driver; those about a device are of its first one.
pub(super) trait Answers {
    /// Whether its library is there. Nothing else is asked where it is not.
    fn is_installed(&self) -> bool;
    /// The version of CUDA: a thousand times the first number, and ten times the second. It may be
    /// asked before the driver is started.
    fn version(&self) -> Result<c_int, DriverError>;
    /// Starts the driver. The rest is asked later.
    fn start(&self) -> Result<(), DriverError>;
    /// The number of devices.
    fn count(&self) -> Result<c_int, DriverError>;
    /// The name of the device.
    fn name(&self) -> Result<String, DriverError>;
    /// Bytes of its memory.
    fn memory(&self) -> Result<usize, DriverError>;
    /// Another property of it.
    fn attribute(&self, of: Attribute) -> Result<c_int, DriverError>;
}

fn unavailable(reason: NoDevice) -> EngineError {
    EngineError::Unavailable { reason }
}

/// The number and the name of a failure. The driver is not asked for the name: it may not be there.
fn described(error: DriverError) -> (u32, String) {
    (error.0 as u32, format!("{:?}", error.0))
}

/// A call that failed, where that is no reason to go on without a device.
pub(super) fn failed(operation: &'static str) -> impl FnOnce(DriverError) -> EngineError {
    move |error| {
        let (code, name) = described(error);
        EngineError::Device { code, name, operation }
    }
}

/// The words of an error for that which has the version of CUDA.
fn version_of_driver() -> String {
    "the CUDA version of the driver".to_owned()
}

/// Why the kernels are not loaded: a driver of this version that does not take them, or another
/// failure.
pub(super) fn unloaded(error: DriverError, version: (u32, u32)) -> EngineError {
    use CUresult::{
        CUDA_ERROR_INVALID_PTX, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, CUDA_ERROR_NO_BINARY_FOR_GPU,
        CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
    };
    match error.0 {
        CUDA_ERROR_INVALID_PTX
        | CUDA_ERROR_JIT_COMPILER_NOT_FOUND
        | CUDA_ERROR_NO_BINARY_FOR_GPU
        | CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            let ((code, name), what) = (described(error), version_of_driver());
            unavailable(NoDevice::NotLoaded { code, name, what, found: version, least: LEAST_VERSION })
        }
        _ => failed("loading the kernels")(error),
    }
}

/// The first device, where the driver starts and the device runs the kernels.
pub(super) fn first_device(driver: &impl Answers) -> Result<DeviceInfo, EngineError> {
    let version = started(driver)?;
    let info = info(driver, version)?;
    let (found, least) = (info.compute_capability, LEAST_CAPABILITY);
    if found < least {
        return Err(unavailable(NoDevice::TooOld { what: format!("the compute capability of {}", info.name), found, least }));
    }
    if !has_pools(driver)? {
        return Err(unavailable(NoDevice::Lacking { device: info.name, lacking: "memory pools" }));
    }
    Ok(info)
}

/// The version of a driver that has started and has a device.
fn started(driver: &impl Answers) -> Result<(u32, u32), EngineError> {
    if !driver.is_installed() {
        return Err(unavailable(NoDevice::NoDriver { driver: "NVIDIA's driver", library: "libcuda" }));
    }
    let version = driver.version().map_err(not_started)?.unsigned_abs();
    let (found, least) = ((version / 1000, version % 1000 / 10), LEAST_VERSION);
    if found < least {
        return Err(unavailable(NoDevice::TooOld { what: version_of_driver(), found, least }));
    }
    driver.start().map_err(not_started)?;
    match driver.count().map_err(failed("counting devices"))? {
        1.. => Ok(found),
        _ => Err(no_devices()),
    }
}

fn no_devices() -> EngineError {
    unavailable(NoDevice::TooFew { found: 0, hidden_by: "CUDA_VISIBLE_DEVICES" })
}

/// Why a driver does not start. One without devices says so at this place.
fn not_started(error: DriverError) -> EngineError {
    let (code, name) = described(error);
    match error.0 {
        CUresult::CUDA_ERROR_NO_DEVICE => no_devices(),
        _ => unavailable(NoDevice::NotStarted { code, name }),
    }
}

/// Whether the device has memory pools. A driver that does not know of them has none.
fn has_pools(driver: &impl Answers) -> Result<bool, EngineError> {
    match driver.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) {
        Ok(answer) => Ok(answer != 0),
        Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE)) => Ok(false),
        Err(error) => Err(failed("asking for memory pools")(error)),
    }
}

/// Bytes of freed memory that a pool keeps: nine tenths of those that are free when it is made.
pub(super) fn kept_bytes(free: u64) -> u64 {
    free / 10 * 9
}

fn info(driver: &impl Answers, version: (u32, u32)) -> Result<DeviceInfo, EngineError> {
    let attribute = |of| driver.attribute(of).map(c_int::unsigned_abs).map_err(failed("reading an attribute"));
    let (clock_khz, bits) = (
        attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)?,
        attribute(Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?,
    );
    Ok(DeviceInfo {
        name: driver.name().map_err(failed("reading the name"))?,
        compute_capability: (
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        memory: driver.memory().map_err(failed("reading the memory"))? as u64,
        single_to_double_ratio: attribute(Attribute::CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO)?,
        driver: version,
        multiprocessors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        clock_khz: attribute(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?,
        cache: attribute(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
        // Two words of the bus at each of its clocks.
        bandwidth: 2 * 1000 * u64::from(clock_khz) * u64::from(bits / 8),
        emulated: false,
        shared_memory: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
    })
}

#[cfg(test)]
mod tests;
