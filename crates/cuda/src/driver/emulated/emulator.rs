//! The functions of `kernels/emulation.cpp`, which have one state.

use crate::driver::BLOCK;
use core::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    fn papilio_emulated_forward(first: c_uint, greatest: f64) -> f64;
    fn papilio_emulated_inverse(first: c_uint, greatest: f64) -> f64;
    fn papilio_emulated_outputs(log_outputs: c_uint, nonzero: c_uint, shared: c_uint, first_is_one: c_uint) -> f64;
}

static EMULATOR: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    EMULATOR.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn factors() -> (u64, f64) {
    let _alone = alone();
    // SAFETY: the emulator is used by one thread at a time.
    unsafe { (papilio_emulated_outside(), papilio_emulated_greatest()) }
}

pub(super) fn greatest_forward(first: u32, greatest: f64) -> f64 {
    let _alone = alone();
    // SAFETY: as above.
    unsafe { papilio_emulated_forward(first, greatest) }
}

pub(super) fn greatest_inverse(first: u32, greatest: f64) -> f64 {
    let _alone = alone();
    // SAFETY: as above.
    unsafe { papilio_emulated_inverse(first, greatest) }
}

pub(super) fn greatest_sum([log_outputs, nonzero, shared, first_is_one]: [u32; 4]) -> f64 {
    let _alone = alone();
    // SAFETY: as above.
    unsafe { papilio_emulated_outputs(log_outputs, nonzero, shared, first_is_one) }
}

/// Runs a kernel; zero, or the number of a failure.
///
/// # Safety
/// The conditions are those of [`crate::driver::Driver::launch`].
pub(super) unsafe fn launch(kernel: &CStr, grid: (u32, u32), shared: u32, arguments: &mut [Vec<u64>], order: c_uint) -> c_uint {
    let mut arguments: Vec<*mut c_void> = arguments.iter_mut().map(|words| words.as_mut_ptr().cast()).collect();
    let _alone = alone();
    // SAFETY: as for the caller; the emulator is used by one thread at a time.
    unsafe { papilio_emulated_launch(kernel.as_ptr(), grid.0, grid.1, BLOCK, shared as usize, arguments.as_mut_ptr(), order) }
}
