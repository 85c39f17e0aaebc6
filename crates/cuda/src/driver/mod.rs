//! The calls of a driver, memory of a device, and launches whose arguments are checked.

use crate::{DeviceInfo, EngineError};
use core::ffi::CStr;
use core::fmt::Debug;

mod answers;
mod ceilings;
mod convert;
mod cuda;
#[cfg(feature = "emulate")]
mod emulated;
mod field;
mod kernels;
mod launch;
mod memory;
mod pinned;
mod queue;
mod rows;
mod stages;

pub(crate) use ceilings::{COPIED_WORDS, RecordedNothing, chains, copy_in_rounds, nothing};
pub(crate) use convert::{ConversionTables, Limbs, SourceWords, TargetWords, Whole, convert};
pub(crate) use cuda::Cuda;
#[cfg(feature = "emulate")]
pub(crate) use emulated::Emulated;
#[cfg(feature = "emulate")]
pub use emulated::{Emulation, FiberOrder};
pub(crate) use field::{FieldPass, FieldShape, FieldTables, LOG_ROW, transform_field};
pub use kernels::Instruction;
pub(crate) use kernels::{DigitForm, Direction, FieldKernels, Form, Pointwise, PointwiseConstant, PointwisePairs};
pub(crate) use launch::{
    PrimeTables, PrimeWords, automorphism, columns, pointwise, pointwise_constant, pointwise_pairs, sum_of_products, transform,
};
pub(crate) use memory::{Memory, Place, copy};
pub(crate) use pinned::Pinned;
pub(crate) use queue::{Event, Queue};
pub(crate) use rows::{inner_products, inner_products_inverted, multiply_polynomials, tensor_of_columns};
pub(crate) use stages::{DroppedWords, Pass, RowPlaces, StageTables, StageWords, read_rows, shared_bytes, stages, write_rows};

/// Threads of a block, in every kernel.
pub(crate) const BLOCK: u32 = 256;

/// A device and its queues of work. Addresses are those of the device, and of
/// [`Self::allocate_host`] where it is said; the two are never the same.
pub(crate) trait Driver: Debug + Send + Sync {
    fn info(&self) -> &DeviceInfo;

    /// Limbs of a launch, which the second dimension of a grid counts.
    fn max_limbs(&self) -> usize;

    /// Memory for what is queued later in [`Queue::Compute`], and for that of other queues which
    /// begins after it. Where it is refused, [`Self::reclaim`] may help.
    fn allocate(&self, bytes: u64) -> Result<u64, EngineError>;

    /// Waits for all that was queued, and gives back memory that was freed and is kept for
    /// allocations to come.
    fn reclaim(&self) -> Result<(), EngineError>;

    /// Queues the end of an allocation in [`Queue::Compute`].
    ///
    /// # Safety
    /// The address is of [`Self::allocate`], nothing that is queued later uses it, and nothing in
    /// other queues does when this one comes to it.
    unsafe fn free(&self, address: u64);

    /// Zeros in memory of the host from which the device copies by itself; none where the host has
    /// no such memory left.
    fn allocate_host(&self, bytes: u64) -> Result<Option<u64>, EngineError>;

    /// # Safety
    /// The address is of [`Self::allocate_host`], and no copy uses it now or later.
    unsafe fn free_host(&self, address: u64);

    /// Has read the bytes when it returns, after all of [`Queue::Compute`].
    ///
    /// # Safety
    /// The bytes at the address belong to the caller.
    unsafe fn upload(&self, from: &[u8], address: u64) -> Result<(), EngineError>;

    /// Waits for all of [`Queue::Compute`].
    ///
    /// # Safety
    /// The bytes at the address belong to the caller.
    unsafe fn download(&self, address: u64, to: &mut [u8]) -> Result<(), EngineError>;

    /// Queues zeros.
    ///
    /// # Safety
    /// The words at the address belong to the caller.
    unsafe fn zero(&self, queue: Queue, address: u64, words: usize) -> Result<(), EngineError>;

    /// Queues words with every bit set, which are residues of nothing: tests over a device find by
    /// them what was not written. Devices whose memory begins so need not be told.
    ///
    /// # Safety
    /// The words at the address belong to the caller.
    #[cfg(feature = "device")]
    unsafe fn poison(&self, _address: u64, _words: usize) -> Result<(), EngineError> {
        Ok(())
    }

    /// Queues a copy of as many words. Either address may be of [`Self::allocate_host`].
    ///
    /// # Safety
    /// The words at both addresses belong to the caller, and are not the same. Those of the host
    /// are neither read nor written before the copy has ended, and the others not freed.
    unsafe fn copy(&self, queue: Queue, from: u64, to: u64, words: usize) -> Result<(), EngineError>;

    /// Queues a kernel, whose arguments are words, or structures of words.
    ///
    /// # Safety
    /// The arguments are those of the kernel, and with this grid it stays within the words that
    /// they point to.
    unsafe fn launch(
        &self,
        queue: Queue,
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
        arguments: &[&[u64]],
    ) -> Result<(), EngineError>;

    /// A graph: launches of kernels of one block without shared memory, each with its arguments,
    /// that are recorded, and not made.
    ///
    /// # Safety
    /// The conditions are those of [`Self::launch`], for as long as the graph is launched.
    unsafe fn record(&self, launches: &[(&'static CStr, &[u64])]) -> Result<u64, EngineError>;

    /// Queues all launches of a graph, one after the other.
    ///
    /// # Safety
    /// The graph is of [`Self::record`].
    unsafe fn launch_recorded(&self, queue: Queue, graph: u64) -> Result<(), EngineError>;

    /// # Safety
    /// The graph is of [`Self::record`], its launches have ended, and it is not used again.
    unsafe fn forget_recorded(&self, graph: u64);

    /// An event: the end of all that a queue has so far.
    fn mark(&self, queue: Queue) -> Result<u64, EngineError>;

    /// Work that is queued later begins after the event.
    ///
    /// # Safety
    /// The event is of [`Self::mark`].
    unsafe fn wait(&self, queue: Queue, event: u64) -> Result<(), EngineError>;

    /// Waits for an event here.
    ///
    /// # Safety
    /// The event is of [`Self::mark`].
    unsafe fn wait_here(&self, event: u64) -> Result<(), EngineError>;

    /// Queues that wait for the event go on to do so.
    ///
    /// # Safety
    /// The event is of [`Self::mark`], and is not used again.
    unsafe fn forget(&self, event: u64);

    /// Waits for all that was queued, in every queue.
    fn synchronize(&self) -> Result<(), EngineError>;

    /// The kernels that were launched so far, of a device that counts them.
    #[cfg(feature = "emulate")]
    fn launched(&self) -> Vec<&'static CStr> {
        Vec::new()
    }
}
