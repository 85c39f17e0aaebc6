use super::*;
use std::cell::RefCell;
use std::collections::HashMap;

/// A driver that answers as it is told, and keeps the questions.
struct Told {
    installed: bool,
    version: Result<c_int, DriverError>,
    start: Result<(), DriverError>,
    count: Result<c_int, DriverError>,
    name: Result<String, DriverError>,
    memory: Result<usize, DriverError>,
    attributes: HashMap<Attribute, Result<c_int, DriverError>>,
    asked: RefCell<Vec<&'static str>>,
}

const MAJOR: Attribute = Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
const MINOR: Attribute = Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
const POOLS: Attribute = Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;

/// An H200 with a driver of the least version.
fn good() -> Told {
    use Attribute as A;
    let attributes = [
        (MAJOR, 9),
        (MINOR, 0),
        (POOLS, 1),
        (A::CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2),
        (A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132),
        (A::CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1_980_000),
        (A::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 62_914_560),
        (A::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3_201_000),
        (A::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6016),
        (A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232_448),
    ];
    Told {
        installed: true,
        version: Ok(12_040),
        start: Ok(()),
        count: Ok(1),
        name: Ok("NVIDIA H200".to_owned()),
        memory: Ok(150_000_000_000),
        attributes: attributes.map(|(of, value)| (of, Ok(value))).into(),
        asked: RefCell::default(),
    }
}

impl Told {
    fn answer<T: Clone>(&self, question: &'static str, answer: &T) -> T {
        self.asked.borrow_mut().push(question);
        answer.clone()
    }
}

impl Answers for Told {
    fn is_installed(&self) -> bool {
        self.answer("installed", &self.installed)
    }

    fn version(&self) -> Result<c_int, DriverError> {
        self.answer("version", &self.version)
    }

    fn start(&self) -> Result<(), DriverError> {
        self.answer("start", &self.start)
    }

    fn count(&self) -> Result<c_int, DriverError> {
        self.answer("count", &self.count)
    }

    fn name(&self) -> Result<String, DriverError> {
        self.answer("name", &self.name)
    }

    fn memory(&self) -> Result<usize, DriverError> {
        self.answer("memory", &self.memory)
    }

    fn attribute(&self, of: Attribute) -> Result<c_int, DriverError> {
        self.answer("attribute", self.attributes.get(&of).unwrap_or(&Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE))))
    }
}

/// The refusal of a driver, its text, and the last question.
fn refused(driver: &Told) -> (NoDevice, String, &'static str) {
    let error = first_device(driver).expect_err("a driver that is not to be used");
    let EngineError::Unavailable { reason } = error else { panic!("{error:?}") };
    let asked = driver.asked.borrow();
    (reason.clone(), reason.to_string(), asked.last().expect("a question"))
}

fn with(attributes: &[(Attribute, c_int)]) -> Told {
    let mut told = good();
    told.attributes.extend(attributes.iter().map(|&(of, value)| (of, Ok(value))));
    told
}

#[test]
fn a_device_that_runs_the_kernels_is_described() {
    let expected = DeviceInfo {
        name: "NVIDIA H200".to_owned(),
        compute_capability: (9, 0),
        memory: 150_000_000_000,
        single_to_double_ratio: 2,
        driver: (12, 4),
        multiprocessors: 132,
        clock_khz: 1_980_000,
        cache: 62_914_560,
        bandwidth: 4_814_304_000_000,
        emulated: false,
        shared_memory: 232_448,
    };
    assert_eq!(first_device(&good()), Ok(expected));
    // Several devices, later versions, and the least capability.
    assert!(first_device(&Told { count: Ok(8), version: Ok(13_010), ..good() }).is_ok_and(|info| info.driver == (13, 1)));
    assert!(first_device(&with(&[(MAJOR, 8)])).is_ok_and(|info| info.compute_capability == (8, 0)));
}

#[test]
fn without_a_driver_nothing_is_asked() {
    let driver = Told { installed: false, ..good() };
    let (reason, text, _) = refused(&driver);
    assert_eq!(reason, NoDevice::NoDriver { driver: "NVIDIA's driver", library: "libcuda" });
    assert_eq!(text, "NVIDIA's driver is not installed (libcuda is not found)");
    assert_eq!(*driver.asked.borrow(), ["installed"]);
}

/// Calls that an older driver does not have end the program: no other is asked of it.
#[test]
fn a_driver_that_is_too_old_is_told_by_its_version() {
    for (version, found) in [(12_030, (12, 3)), (11_080, (11, 8)), (0, (0, 0))] {
        let (reason, text, last) = refused(&Told { version: Ok(version), ..good() });
        assert_eq!(reason, NoDevice::TooOld { what: "the CUDA version of the driver".to_owned(), found, least: (12, 4) });
        let expected = format!("the CUDA version of the driver is {}.{}, and the kernels need 12.4 or more", found.0, found.1);
        assert_eq!((&*text, last), (&*expected, "version"));
    }
}

#[test]
fn a_driver_that_does_not_start_is_told_by_its_error() {
    let mismatch = DriverError(CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
    let stub = DriverError(CUresult::CUDA_ERROR_STUB_LIBRARY);
    for (driver, error, number) in [
        (Told { start: Err(mismatch), ..good() }, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", 803),
        (Told { version: Err(stub), ..good() }, "CUDA_ERROR_STUB_LIBRARY", 34),
    ] {
        let (reason, text, _) = refused(&driver);
        assert_eq!(reason, NoDevice::NotStarted { code: number, name: error.to_owned() });
        assert_eq!(text, format!("the driver does not start: {error} ({number})"));
    }
}

#[test]
fn a_driver_without_devices_is_told_however_it_says_so() {
    let none = DriverError(CUresult::CUDA_ERROR_NO_DEVICE);
    for driver in [Told { count: Ok(0), ..good() }, Told { start: Err(none), ..good() }] {
        let (reason, text, _) = refused(&driver);
        assert_eq!(reason, NoDevice::TooFew { found: 0, hidden_by: "CUDA_VISIBLE_DEVICES" });
        assert_eq!(text, "the driver has 0 devices, and 1 is needed (CUDA_VISIBLE_DEVICES can hide them)");
    }
}

#[test]
fn a_device_that_is_too_old_is_told_by_its_capability() {
    for (major, minor) in [(7, 5), (7, 0), (3, 7)] {
        let driver = with(&[(MAJOR, major), (MINOR, minor), (POOLS, 0)]);
        let (reason, text, _) = refused(&driver);
        let found = (major.unsigned_abs(), minor.unsigned_abs());
        let what = "the compute capability of NVIDIA H200".to_owned();
        assert_eq!(reason, NoDevice::TooOld { what, found, least: (8, 0) });
        let expected = format!("the compute capability of NVIDIA H200 is {major}.{minor}, and the kernels need 8.0 or more");
        assert_eq!(text, expected);
    }
}

/// A device whose driver says so, and one whose driver does not know the question.
#[test]
fn a_device_without_memory_pools_is_refused() {
    let mut unknown = good();
    unknown.attributes.remove(&POOLS);
    for driver in [with(&[(POOLS, 0)]), unknown] {
        let (reason, text, _) = refused(&driver);
        assert_eq!(reason, NoDevice::Lacking { device: "NVIDIA H200".to_owned(), lacking: "memory pools" });
        assert_eq!(text, "NVIDIA H200 has no memory pools");
    }
}

#[test]
fn kernels_that_are_not_taken_are_told_with_both_versions() {
    use CUresult as R;
    for (error, code) in [
        (R::CUDA_ERROR_NO_BINARY_FOR_GPU, 209),
        (R::CUDA_ERROR_INVALID_PTX, 218),
        (R::CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221),
        (R::CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222),
    ] {
        let EngineError::Unavailable { reason } = unloaded(DriverError(error), (12, 6)) else { panic!("{error:?}") };
        let what = "the CUDA version of the driver".to_owned();
        let name = format!("{error:?}");
        let expected =
            format!("the driver does not take the kernels: {name} ({code}); {what} is 12.6, and they need 12.4 or more");
        assert_eq!(reason.to_string(), expected);
        assert_eq!(reason, NoDevice::NotLoaded { code, name, what, found: (12, 6), least: (12, 4) });
    }
    let other = unloaded(DriverError(R::CUDA_ERROR_OUT_OF_MEMORY), (12, 6));
    let name = "CUDA_ERROR_OUT_OF_MEMORY".to_owned();
    assert_eq!(other, EngineError::Device { code: 2, name, operation: "loading the kernels" });
}

/// Failures of calls that every driver has are no reason to go on without a device.
#[test]
fn other_failures_are_those_of_the_device() {
    let lost = DriverError(CUresult::CUDA_ERROR_UNKNOWN);
    let mut attribute = good();
    attribute.attributes.insert(MAJOR, Err(lost));
    let mut pools = good();
    pools.attributes.insert(POOLS, Err(lost));
    for (driver, expected) in [
        (Told { count: Err(lost), ..good() }, "counting devices"),
        (Told { name: Err(lost), ..good() }, "reading the name"),
        (Told { memory: Err(lost), ..good() }, "reading the memory"),
        (attribute, "reading an attribute"),
        (pools, "asking for memory pools"),
    ] {
        let error = first_device(&driver).expect_err("a failure");
        let name = "CUDA_ERROR_UNKNOWN".to_owned();
        assert_eq!(error, EngineError::Device { code: 999, name, operation: expected });
    }
}

#[test]
fn a_pool_keeps_nine_tenths() {
    assert_eq!([1000, 1009, 5, 0, u64::MAX].map(kept_bytes), [900, 900, 0, 0, u64::MAX / 10 * 9]);
}
