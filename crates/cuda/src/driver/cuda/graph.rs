//! Launches that are recorded as a graph.

use super::Cuda;
use crate::driver::BLOCK;
use core::ffi::{CStr, c_void};
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUgraphInstantiate_flags, CUstreamCaptureMode};

/// A stream that nobody else has, until it is dropped: launches of other threads are not recorded.
struct OwnStream(sys::CUstream);

impl OwnStream {
    fn new() -> Result<Self, DriverError> {
        result::stream::create(result::stream::StreamKind::NonBlocking).map(Self)
    }
}

impl Drop for OwnStream {
    fn drop(&mut self) {
        // SAFETY: the stream is that of this value, and has no work: launches were recorded.
        let _ = unsafe { result::stream::destroy(self.0) };
    }
}

/// A graph as it was recorded, of which the one that is launched is made.
struct Recorded(sys::CUgraph);

impl Drop for Recorded {
    fn drop(&mut self) {
        // SAFETY: the graph is that of this value.
        let _ = unsafe { result::graph::destroy(self.0) };
    }
}

impl Cuda {
    /// A graph of kernels of one block, in a context that was entered.
    ///
    /// # Safety
    /// The conditions are those of [`crate::driver::Driver::record`].
    pub(super) unsafe fn record_graph(&self, launches: &[(&'static CStr, &[u64])]) -> Result<sys::CUgraphExec, DriverError> {
        let stream = OwnStream::new()?;
        // SAFETY: the stream is of this context. Calls of other threads are not restricted by it.
        unsafe { result::stream::begin_capture(stream.0, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) }?;
        let launch = |&(kernel, arguments): &(&'static CStr, &[u64])| {
            let mut arguments: Vec<*mut c_void> =
                arguments.iter().map(|word| core::ptr::from_ref(word).cast_mut().cast()).collect();
            // SAFETY: as for the caller; the driver copies the arguments before it returns.
            unsafe { result::launch_kernel(self.kernels[kernel], (1, 1, 1), (BLOCK, 1, 1), 0, stream.0, &mut arguments) }
        };
        let launched = launches.iter().try_for_each(launch);
        // SAFETY: the capture was begun above, by this thread. It is ended whether a launch has
        // failed or not.
        let recorded = unsafe { result::stream::end_capture(stream.0) }.map(Recorded);
        launched?;
        let recorded = recorded?;
        // SAFETY: the graph was recorded in this context, and what is made of it does not need it
        // later.
        unsafe { result::graph::instantiate(recorded.0, CUgraphInstantiate_flags(0)) }
    }
}
