//! Functions with the calling convention of C.

use papilio_precompile::Operation;
use std::panic::{self, UnwindSafe};
use std::slice;

/// A null pointer where there must be none, or no operation of that number.
pub const BAD_ARGUMENT: i32 = -100;
/// The buffer for the output is too small; nothing was written to it.
pub const OUTPUT_TOO_SMALL: i32 = -101;
/// A defect of this library, stopped at its border.
pub const PANIC: i32 = -102;

/// The gas of a call; the greatest number if there is no such operation or no input, so that it
/// cannot be paid.
///
/// # Safety
/// `input` points to `len` readable bytes; it may be null if `len` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn papilio_precompile_gas(op: u8, input: *const u8, len: usize) -> u64 {
    // SAFETY: as for the caller.
    let input = unsafe { bytes(input, len) };
    guarded(u64::MAX, || Some(papilio_precompile::gas(operation(op)?, input?)))
}

/// Bytes of the output of a call with a sound header, else 0.
///
/// # Safety
/// The requirements of [`papilio_precompile_gas`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn papilio_precompile_output_len(op: u8, input: *const u8, len: usize) -> usize {
    // SAFETY: as for the caller.
    let input = unsafe { bytes(input, len) };
    guarded(0, || papilio_precompile::header(operation(op)?, input?).ok().map(|header| header.output_len()))
}

/// Computes: 0 and the output, or a negative number and no output.
///
/// The number is the place of the error in the order of validation, or one of the constants.
/// `out_len` gets the length of the output, also where the buffer is too small for it, and else 0.
///
/// # Safety
/// The requirements of [`papilio_precompile_gas`]; `out` points to `out_cap` writable bytes and may
/// be null if that is 0; `out_len` points to a writable number. None of them overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn papilio_precompile_run(
    op: u8,
    input: *const u8,
    len: usize,
    out: *mut u8,
    out_cap: usize,
    out_len: *mut usize,
) -> i32 {
    if out_len.is_null() || (out.is_null() && out_cap > 0) {
        return BAD_ARGUMENT;
    }
    // SAFETY: as for the caller.
    let input = unsafe { bytes(input, len) };
    let result = guarded(Err(PANIC), || {
        let (Some(operation), Some(input)) = (operation(op), input) else { return Some(Err(BAD_ARGUMENT)) };
        Some(papilio_precompile::run(operation, input).map_err(|error| -i32::from(error.index())))
    });
    let output = result.as_deref().unwrap_or_default();
    // SAFETY: `out_len` is not null, and the caller vouches for it.
    unsafe { out_len.write(output.len()) };
    if output.len() > out_cap {
        return OUTPUT_TOO_SMALL;
    }
    if !output.is_empty() {
        // SAFETY: `out` has room for the output, is not null because that is not empty, and is no
        // part of it.
        unsafe { out.copy_from_nonoverlapping(output.as_ptr(), output.len()) };
    }
    result.err().unwrap_or(0)
}

/// Makes the tables of the signature standards, so that the first call need not. May be called any
/// number of times.
#[unsafe(no_mangle)]
pub extern "C" fn papilio_precompile_prepare() {
    guarded((), || {
        papilio_precompile::prepare();
        None
    });
}

fn operation(op: u8) -> Option<Operation> {
    Operation::ALL.get(usize::from(op)).copied()
}

/// `None` for a null pointer with a length.
///
/// # Safety
/// `input` is null, or points to `len` readable bytes for as long as the result is used.
unsafe fn bytes<'a>(input: *const u8, len: usize) -> Option<&'a [u8]> {
    match (input.is_null(), len) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: as for the caller.
        (false, _) => Some(unsafe { slice::from_raw_parts(input, len) }),
    }
}

/// The value, or `otherwise` where there is none or where computing it panics.
fn guarded<T>(otherwise: T, compute: impl FnOnce() -> Option<T> + UnwindSafe) -> T {
    panic::catch_unwind(compute).ok().flatten().unwrap_or(otherwise)
}

#[cfg(test)]
mod tests;
