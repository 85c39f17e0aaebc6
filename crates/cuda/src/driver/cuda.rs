//! NVIDIA's driver, opened at run time by `cudarc`: nothing of CUDA is linked.

use super::answers::{self, Answers, failed};
use super::{BLOCK, Driver, Queue, kernels};
use crate::{DeviceInfo, EngineError};
use core::ffi::{CStr, c_int, c_void};
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute, CUfunction_attribute_enum as FunctionAttribute};
use std::collections::HashMap;

mod graph;

/// The kernels, as `compile.py` has compiled them, and a zero, by which the driver knows the end.
const PTX: &str = concat!(include_str!("../../kernels/papilio.ptx"), "\0");

/// A device, its context, a stream for each queue, and the kernels.
#[derive(Debug)]
pub(crate) struct Cuda {
    info: DeviceInfo,
    device: sys::CUdevice,
    context: sys::CUcontext,
    streams: [sys::CUstream; Queue::ALL.len()],
    /// The pool from which memory comes: its own, so that those of the process are as they were.
    pool: sys::CUmemoryPool,
    module: sys::CUmodule,
    kernels: HashMap<&'static CStr, sys::CUfunction>,
}

// SAFETY: handles of the driver may be used by every thread whose context is theirs, as `enter`
// sees to before each call.
unsafe impl Send for Cuda {}
// SAFETY: as above.
unsafe impl Sync for Cuda {}

/// The context of a thread, until it is dropped: then that which the thread had before.
struct Entered;

impl Drop for Entered {
    fn drop(&mut self) {
        let mut popped = core::ptr::null_mut();
        // SAFETY: `enter` has pushed the context that is popped here.
        let _ = unsafe { sys::cuCtxPopCurrent_v2(&raw mut popped) };
    }
}

/// A pool of memory of a device, which no other process and no other device sees.
fn pool_properties(device: sys::CUdevice) -> sys::CUmemPoolProps {
    // SAFETY: zeros are values of all members: no handles, no limit, and what is reserved.
    let mut properties: sys::CUmemPoolProps = unsafe { core::mem::zeroed() };
    properties.allocType = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.__bindgen_anon_1.id = device;
    properties
}

/// The driver of this machine, before a context is made.
struct Libcuda;

impl Libcuda {
    /// The first device.
    fn device() -> Result<sys::CUdevice, DriverError> {
        result::device::get(0)
    }
}

impl Answers for Libcuda {
    fn is_installed(&self) -> bool {
        // SAFETY: only whether the library is there is asked.
        unsafe { sys::is_culib_present() }
    }

    fn version(&self) -> Result<c_int, DriverError> {
        let mut version: c_int = 0;
        // SAFETY: the place is that of a number.
        unsafe { sys::cuDriverGetVersion(&raw mut version) }.result().map(|()| version)
    }

    fn start(&self) -> Result<(), DriverError> {
        result::init()
    }

    fn count(&self) -> Result<c_int, DriverError> {
        result::device::get_count()
    }

    fn name(&self) -> Result<String, DriverError> {
        result::device::get_name(Self::device()?)
    }

    fn memory(&self) -> Result<usize, DriverError> {
        // SAFETY: the device is one of the driver's.
        unsafe { result::device::total_mem(Self::device()?) }
    }

    fn attribute(&self, of: Attribute) -> Result<c_int, DriverError> {
        // SAFETY: the device is one of the driver's.
        unsafe { result::device::get_attribute(Self::device()?, of) }
    }
}

impl Cuda {
    /// The first device, where there is one that runs the kernels.
    pub(crate) fn open() -> Result<Self, EngineError> {
        let info = answers::first_device(&Libcuda)?;
        Self::on(Libcuda::device().map_err(failed("opening device 0"))?, info)
    }

    fn on(device: sys::CUdevice, info: DeviceInfo) -> Result<Self, EngineError> {
        let properties = pool_properties(device);
        // SAFETY: the device is one of the driver's; what is made here is kept until it is dropped.
        unsafe {
            let context = result::primary_ctx::retain(device).map_err(failed("making a context"))?;
            // Dropped on a failure below, which gives the context back.
            let mut cuda = Self {
                info,
                device,
                context,
                streams: [core::ptr::null_mut(); Queue::ALL.len()],
                pool: core::ptr::null_mut(),
                module: core::ptr::null_mut(),
                kernels: HashMap::new(),
            };
            let entered = cuda.enter()?;
            cuda.pool = result::mem_pool::create(&raw const properties).map_err(failed("making a memory pool"))?;
            cuda.keep_freed_memory()?;
            for stream in &mut cuda.streams {
                *stream = result::stream::create(result::stream::StreamKind::NonBlocking).map_err(failed("making a stream"))?;
            }
            cuda.load()?;
            drop(entered);
            Ok(cuda)
        }
    }

    /// Loads the kernels, in a context that was entered.
    fn load(&mut self) -> Result<(), EngineError> {
        let unloaded = |error| answers::unloaded(error, self.info.driver);
        // SAFETY: the text ends with a zero, and the module is kept until this value is dropped.
        self.module = unsafe { result::module::load_data(PTX.as_ptr().cast()) }.map_err(unloaded)?;
        for kernel in kernels::all() {
            // SAFETY: the module was loaded in this context.
            let function = unsafe { result::module::get_function(self.module, kernel.to_owned()) };
            self.kernels.insert(kernel, function.map_err(failed("finding a kernel"))?);
        }
        // More than every device has without being asked.
        let (attribute, bytes) =
            (FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, self.info.shared_memory as i32);
        for kernel in kernels::STAGES {
            // SAFETY: the function is of the module.
            unsafe { result::function::set_function_attribute(self.kernels[kernel], attribute, bytes) }
                .map_err(failed("asking for shared memory"))?;
        }
        Ok(())
    }

    /// Makes the context that of the calling thread for a while.
    fn enter(&self) -> Result<Entered, EngineError> {
        // SAFETY: the context is retained as long as this value.
        let pushed = unsafe { sys::cuCtxPushCurrent_v2(self.context) };
        pushed.result().map_err(failed("entering the context"))?;
        Ok(Entered)
    }

    /// The stream of a queue.
    fn stream(&self, queue: Queue) -> sys::CUstream {
        self.streams[queue as usize]
    }

    /// Has the pool keep freed memory for later allocations, in a context that was entered: without
    /// being asked it gives back all of it at every wait.
    fn keep_freed_memory(&self) -> Result<(), EngineError> {
        let (free, _) = result::mem_get_info().map_err(failed("reading the free memory"))?;
        let threshold = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        let mut bytes = answers::kept_bytes(free as u64);
        // SAFETY: the pool is that of this value, and the value of this attribute is such a number.
        unsafe { result::mem_pool::set_attribute(self.pool, threshold, (&raw mut bytes).cast()) }
            .map_err(failed("setting what the memory pool keeps"))
    }

    /// Gives back memory that the pool keeps, in a context that was entered.
    fn trim(&self) -> Result<(), EngineError> {
        // SAFETY: the pool is that of this value.
        unsafe { result::mem_pool::trim_to(self.pool, 0) }.map_err(failed("trimming the memory pool"))
    }

    /// Waits for the work that computes, in a context that was entered.
    fn wait_for_compute(&self) -> Result<(), EngineError> {
        // SAFETY: the stream is of this context.
        unsafe { result::stream::synchronize(self.stream(Queue::Compute)) }.map_err(failed("waiting for the device"))
    }
}

impl Drop for Cuda {
    /// Waits for the work that is queued. Errors are those of earlier work, which fences tell.
    fn drop(&mut self) {
        if let Ok(entered) = self.enter() {
            // SAFETY: the handles are of this context, or null where it was not made, and are not
            // used again.
            unsafe {
                for stream in self.streams.into_iter().filter(|stream| !stream.is_null()) {
                    let _ = result::stream::synchronize(stream);
                    let _ = result::stream::destroy(stream);
                }
                if !self.pool.is_null() {
                    let _ = result::mem_pool::destroy(self.pool);
                }
                if !self.module.is_null() {
                    let _ = result::module::unload(self.module);
                }
            }
            drop(entered);
        }
        // SAFETY: the context was retained once.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

impl Driver for Cuda {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn max_limbs(&self) -> usize {
        65_535
    }

    fn allocate(&self, bytes: u64) -> Result<u64, EngineError> {
        let _entered = self.enter()?;
        // SAFETY: pool and stream are of this value. The driver has no allocations of nothing.
        match unsafe { result::mem_pool::alloc_async(self.pool, bytes.max(8) as usize, self.stream(Queue::Compute)) } {
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                let free = result::mem_get_info().map_or(0, |(free, _)| free as u64);
                Err(EngineError::OutOfMemory { asked: bytes, free, total: self.info.memory })
            }
            other => other.map_err(failed("an allocation")),
        }
    }

    fn reclaim(&self) -> Result<(), EngineError> {
        // Memory whose end no one has waited for cannot be given back.
        self.synchronize()?;
        let _entered = self.enter()?;
        self.trim()
    }

    unsafe fn free(&self, address: u64) {
        if let Ok(_entered) = self.enter() {
            // SAFETY: as for the caller. A failure is one of earlier work, which its fence tells.
            let _ = unsafe { result::free_async(address, self.stream(Queue::Compute)) };
        }
    }

    fn allocate_host(&self, bytes: u64) -> Result<Option<u64>, EngineError> {
        let _entered = self.enter()?;
        let bytes = bytes.max(8) as usize;
        // SAFETY: the bytes are written here before anyone reads them. Memory that a limit of the
        // system refuses is no failure of the device.
        match unsafe { result::malloc_host(bytes, sys::CU_MEMHOSTALLOC_PORTABLE) } {
            Ok(address) => {
                // SAFETY: the driver has allocated as many bytes.
                unsafe { address.cast::<u8>().write_bytes(0, bytes) };
                Ok(Some(address as u64))
            }
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Ok(None),
            Err(error) => Err(failed("an allocation on the host")(error)),
        }
    }

    unsafe fn free_host(&self, address: u64) {
        if let Ok(_entered) = self.enter() {
            // SAFETY: as for the caller: the driver does not wait here for copies. A failure is one
            // of earlier work, which its fence tells.
            let _ = unsafe { result::free_host(address as *mut c_void) };
        }
    }

    unsafe fn upload(&self, from: &[u8], address: u64) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller; whether it has failed or not, nothing is copied after the
        // wait.
        let queued = unsafe { result::memcpy_htod_async(address, from, self.stream(Queue::Compute)) };
        self.wait_for_compute().and(queued.map_err(failed("a copy to the device")))
    }

    unsafe fn download(&self, address: u64, to: &mut [u8]) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller; whether it has failed or not, nothing is copied after the
        // wait.
        let queued = unsafe { result::memcpy_dtoh_async(to, address, self.stream(Queue::Compute)) };
        self.wait_for_compute().and(queued.map_err(failed("a copy from the device")))
    }

    unsafe fn zero(&self, queue: Queue, address: u64, words: usize) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller.
        unsafe { result::memset_d8_async(address, 0, 8 * words, self.stream(queue)) }.map_err(failed("writing zeros"))
    }

    #[cfg(feature = "device")]
    unsafe fn poison(&self, address: u64, words: usize) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        let stream = self.stream(Queue::Compute);
        // SAFETY: as for the caller.
        unsafe { result::memset_d8_async(address, u8::MAX, 8 * words, stream) }.map_err(failed("writing words of no value"))
    }

    unsafe fn copy(&self, queue: Queue, from: u64, to: u64, words: usize) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller. Memory of the device and that which the driver has allocated
        // on the host are one space of addresses in every process of 64 bits, and the driver tells
        // the direction by them.
        unsafe { sys::cuMemcpyAsync(to, from, 8 * words, self.stream(queue)) }.result().map_err(failed("a copy"))
    }

    unsafe fn launch(
        &self,
        queue: Queue,
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
        arguments: &[&[u64]],
    ) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        let (grid, block) = ((grid.0, grid.1, 1), (BLOCK, 1, 1));
        let mut arguments: Vec<*mut c_void> = arguments.iter().map(|words| words.as_ptr().cast_mut().cast()).collect();
        // SAFETY: as for the caller; the driver reads the arguments, and writes none, before it
        // returns.
        unsafe { result::launch_kernel(self.kernels[kernel], grid, block, shared, self.stream(queue), &mut arguments) }
            .map_err(failed("a launch"))
    }

    unsafe fn record(&self, launches: &[(&'static CStr, &[u64])]) -> Result<u64, EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller.
        unsafe { self.record_graph(launches) }.map(|graph| graph as u64).map_err(failed("recording a graph"))
    }

    unsafe fn launch_recorded(&self, queue: Queue, graph: u64) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller.
        unsafe { result::graph::launch(graph as sys::CUgraphExec, self.stream(queue)) }.map_err(failed("launching a graph"))
    }

    unsafe fn forget_recorded(&self, graph: u64) {
        if let Ok(_entered) = self.enter() {
            // SAFETY: as for the caller. A failure is one of earlier work, which its fence tells.
            let _ = unsafe { result::graph::exec_destroy(graph as sys::CUgraphExec) };
        }
    }

    fn mark(&self, queue: Queue) -> Result<u64, EngineError> {
        let _entered = self.enter()?;
        let event = result::event::create(sys::CUevent_flags::CU_EVENT_DISABLE_TIMING).map_err(failed("making an event"))?;
        // SAFETY: the event was made in this context, whose stream it is recorded in before anyone
        // can wait for it: a wait for an event that was never recorded would be none.
        match unsafe { result::event::record(event, self.stream(queue)) } {
            Ok(()) => Ok(event as u64),
            Err(error) => {
                // SAFETY: no one else has the event.
                let _ = unsafe { result::event::destroy(event) };
                Err(failed("recording an event")(error))
            }
        }
    }

    unsafe fn wait(&self, queue: Queue, event: u64) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        let (event, flags) = (event as sys::CUevent, sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT);
        // SAFETY: as for the caller; the stream waits for what was recorded, even when the event is
        // destroyed later.
        unsafe { result::stream::wait_event(self.stream(queue), event, flags) }.map_err(failed("waiting for an event"))
    }

    unsafe fn wait_here(&self, event: u64) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: as for the caller.
        unsafe { result::event::synchronize(event as sys::CUevent) }.map_err(failed("waiting for an event"))
    }

    unsafe fn forget(&self, event: u64) {
        if let Ok(_entered) = self.enter() {
            // SAFETY: as for the caller; the driver keeps what it needs of an event that has not
            // come. A failure is one of earlier work, which its fence tells.
            let _ = unsafe { result::event::destroy(event as sys::CUevent) };
        }
    }

    fn synchronize(&self) -> Result<(), EngineError> {
        let _entered = self.enter()?;
        // SAFETY: the streams are of this context. All of them are waited for, whether one has
        // failed or not.
        let ends = self.streams.map(|stream| unsafe { result::stream::synchronize(stream) });
        ends.into_iter().collect::<Result<(), _>>().map_err(failed("waiting for the device"))
    }
}
