//! The kernels compiled for the host.

use super::{BLOCK, DeviceInfo, Driver};
use crate::EngineError;
use core::ffi::{CStr, c_char, c_uint, c_void};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The order in which threads of a block run between two barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiberOrder {
    /// The order of their numbers.
    #[default]
    Ascending,
    /// Backwards.
    Descending,
    /// Another one from barrier to barrier.
    Shuffled,
}

/// A device that does not exist.
#[derive(Clone, Debug)]
pub struct Emulation {
    /// Bytes of memory.
    pub memory: u64,
    /// How threads take turns.
    pub order: FiberOrder,
    /// Limbs of a launch.
    pub max_limbs: usize,
    /// Launches after which the device is lost.
    pub lost_after: Option<u64>,
    /// The value of [`DeviceInfo::single_to_double_ratio`].
    pub single_to_double_ratio: u32,
    /// The value of [`DeviceInfo::shared_memory`].
    pub shared_memory: u32,
}

impl Default for Emulation {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            order: FiberOrder::Ascending,
            max_limbs: 65_535,
            lost_after: None,
            single_to_double_ratio: 2,
            shared_memory: 163 << 10,
        }
    }
}

impl Emulation {
    /// How many factors of doubles have left the interval in which products are exact, and the
    /// greatest factor in multiples of its prime, since this was asked last, over all emulated
    /// devices.
    #[must_use]
    pub fn factors() -> (u64, f64) {
        let _alone = alone();
        // SAFETY: the emulator is used by one thread at a time.
        unsafe { (papilio_emulated_outside(), papilio_emulated_greatest()) }
    }

    /// The greatest value that levels `first` to 3 downwards make of sixteen doubles, at most:
    /// multiples of the prime, as is the greatest that comes in. [`Self::factors`] counts with
    /// these bounds as well.
    #[must_use]
    pub fn greatest_downwards(first: u32, greatest: f64) -> f64 {
        let _alone = alone();
        // SAFETY: the emulator is used by one thread at a time.
        unsafe { papilio_emulated_down(first, greatest) }
    }

    /// The same for levels 3 to `first` upwards, or with 4 for those to the root.
    #[must_use]
    pub fn greatest_upwards(first: u32, greatest: f64) -> f64 {
        let _alone = alone();
        // SAFETY: as above.
        unsafe { papilio_emulated_up(first, greatest) }
    }

    /// The greatest sum of products of a stage across rows, of inputs up to its prime: where a
    /// thread has `2^log_outputs` outputs of a butterfly with so many inputs, with shared products
    /// or all of them, and input 0 with the constant 1 or another. Infinite where a factor or a sum
    /// is outside the interval in which it is exact.
    #[must_use]
    pub fn greatest_sum(log_outputs: u32, inputs: u32, shared: bool, first_is_one: bool) -> f64 {
        let _alone = alone();
        // SAFETY: as above.
        unsafe { papilio_emulated_outputs(log_outputs, inputs, shared.into(), first_is_one.into()) }
    }
}

// SAFETY: these are the functions of `kernels/emulation.cpp`.
unsafe extern "C" {
    fn papilio_emulated_launch(
        name: *const c_char,
        x: c_uint,
        y: c_uint,
        threads: c_uint,
        shared: usize,
        arguments: *mut *mut c_void,
        order: c_uint,
    ) -> c_uint;
    fn papilio_emulated_outside() -> u64;
    fn papilio_emulated_greatest() -> f64;
    fn papilio_emulated_down(first: c_uint, greatest: f64) -> f64;
    fn papilio_emulated_up(first: c_uint, greatest: f64) -> f64;
    fn papilio_emulated_outputs(log_outputs: c_uint, nonzero: c_uint, shared: c_uint, first_is_one: c_uint) -> f64;
}

/// The emulator has one state.
static EMULATOR: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    EMULATOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See [`Emulation`].
#[derive(Debug)]
pub(crate) struct Emulated {
    emulation: Emulation,
    info: DeviceInfo,
    state: Mutex<State>,
}

/// Words before and after each allocation that no kernel writes.
const MARGIN: usize = 64;

/// Whether the words beside an allocation are what they were.
fn margins_are_untouched((&address, &words): (&u64, &usize)) -> bool {
    let first = address as *const u64;
    // SAFETY: `allocate` has made it with margins on both sides, which live as long.
    let sides = unsafe {
        [(first.sub(MARGIN), MARGIN), (first.add(words), MARGIN)].map(|(at, len)| core::slice::from_raw_parts(at, len))
    };
    sides.into_iter().flatten().all(|&word| word == u64::MAX)
}

/// Words of each allocation by its address, and what was launched.
#[derive(Debug, Default)]
struct State {
    memory: HashMap<u64, usize>,
    launches: u64,
}

impl Emulated {
    pub(crate) fn new(emulation: Emulation) -> Self {
        let info = DeviceInfo {
            name: "emulated".to_owned(),
            compute_capability: (8, 0),
            memory: emulation.memory,
            single_to_double_ratio: emulation.single_to_double_ratio,
            driver: (0, 0),
            multiprocessors: 0,
            clock_khz: 0,
            cache: 0,
            bandwidth: 0,
            emulated: true,
            shared_memory: emulation.shared_memory,
        };
        Self { emulation, info, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Driver for Emulated {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn max_limbs(&self) -> usize {
        self.emulation.max_limbs
    }

    fn allocate(&self, bytes: u64) -> Result<u64, EngineError> {
        let mut state = self.state();
        let words = bytes.div_ceil(8).max(1);
        let free = self.emulation.memory.saturating_sub(state.memory.values().map(|&words| 8 * words as u64).sum());
        if words.saturating_mul(8) > free {
            return Err(EngineError::OutOfMemory { asked: bytes, free, total: self.emulation.memory });
        }
        // Words that were not written are no residues, and no zeros.
        let words = vec![u64::MAX; words as usize + 2 * MARGIN].into_boxed_slice();
        let len = words.len();
        let address = Box::into_raw(words).cast::<u64>() as u64 + 8 * MARGIN as u64;
        state.memory.insert(address, len - 2 * MARGIN);
        Ok(address)
    }

    unsafe fn free(&self, address: u64) {
        let Some(len) = self.state().memory.remove(&address) else { return };
        let (start, len) = (address - 8 * MARGIN as u64, len + 2 * MARGIN);
        // SAFETY: `allocate` has made it of a boxed slice of that length, from its margin on.
        drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(start as *mut u64, len)) });
    }

    unsafe fn upload(&self, from: &[u8], address: u64) -> Result<(), EngineError> {
        // SAFETY: as for the caller.
        unsafe { (address as *mut u8).copy_from_nonoverlapping(from.as_ptr(), from.len()) };
        Ok(())
    }

    unsafe fn download(&self, address: u64, to: &mut [u8]) -> Result<(), EngineError> {
        // SAFETY: as for the caller.
        unsafe { (address as *const u8).copy_to_nonoverlapping(to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    unsafe fn zero(&self, address: u64, words: usize) -> Result<(), EngineError> {
        // SAFETY: as for the caller.
        unsafe { (address as *mut u64).write_bytes(0, words) };
        Ok(())
    }

    unsafe fn copy(&self, from: u64, to: u64, words: usize) -> Result<(), EngineError> {
        // SAFETY: as for the caller.
        unsafe { (from as *const u64).copy_to_nonoverlapping(to as *mut u64, words) };
        Ok(())
    }

    unsafe fn launch(
        &self,
        kernel: &'static CStr,
        grid: (u32, u32),
        shared: u32,
        arguments: &mut [*mut c_void],
    ) -> Result<(), EngineError> {
        let failed = |code, name: &str| Err(EngineError::Device { code, name: name.to_owned(), operation: "a launch" });
        let launches = {
            let mut state = self.state();
            state.launches += 1;
            state.launches
        };
        if self.emulation.lost_after.is_some_and(|last| launches > last) {
            return failed(999, "the emulated device was lost");
        }
        if shared > self.emulation.shared_memory {
            return failed(1, "more shared memory than the emulated device has");
        }
        let _alone = alone();
        let order = self.emulation.order as c_uint;
        // SAFETY: as for the caller; the emulator is used by one thread at a time.
        let outcome = unsafe {
            papilio_emulated_launch(kernel.as_ptr(), grid.0, grid.1, BLOCK, shared as usize, arguments.as_mut_ptr(), order)
        };
        match outcome {
            0 if self.state().memory.iter().all(margins_are_untouched) => Ok(()),
            0 => failed(outcome, "words beside an allocation were written"),
            1 => failed(outcome, "there is no such kernel"),
            2 => failed(outcome, "some threads ended before a barrier that others wait at"),
            3 => failed(outcome, "a barrier in a kernel without shared memory"),
            _ => failed(outcome, "a factor of doubles outside the interval in which products are exact"),
        }
    }

    fn synchronize(&self) -> Result<(), EngineError> {
        Ok(())
    }
}
