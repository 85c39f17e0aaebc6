//! How much memory there is to use, and how much was used.

use crate::error::CliError;
use papilio_hntt::{Batch, Design};
use papilio_ring::sample::CHUNK;

/// The program itself, its threads and buffers of the system.
const BASE: u64 = 24 << 20;

/// Memory beside a transform in slots, as measured: tables of the encoders and freed memory that
/// the allocator keeps.
const BASE_OF_SLOTS: u64 = 52 << 20;

/// Bytes of the process for a transform in slots that takes so many by itself, of which a sixteenth
/// more is lost between buffers.
pub(crate) fn process_bytes(transform: u64) -> u64 {
    transform.saturating_add(transform / 16).saturating_add(BASE_OF_SLOTS)
}

/// Bytes that a limit of the process leaves for a transform in slots.
pub(crate) fn transform_bytes(limit: u64) -> u64 {
    (limit.saturating_sub(BASE_OF_SLOTS) / 17).saturating_mul(16)
}

/// The greatest resident size of this process so far, in bytes; zero where the system does not
/// tell.
pub(crate) fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Begins a new count of the greatest resident size, where the system lets a process do so.
pub(crate) fn reset_peak() {
    // On Linux "5" sets the high-water mark to the memory that is resident now. Elsewhere the mark
    // stays that of the whole process.
    drop(std::fs::write("/proc/self/clear_refs", "5"));
}

/// A limit in words: whole MiB, or bytes below one.
pub(crate) fn mebibytes(limit: u64) -> String {
    if limit < 1 << 20 { format!("{limit} bytes") } else { format!("{} MiB", limit >> 20) }
}

/// Bytes of the ciphertexts of a design, both parts expanded, eight bytes a residue.
pub(crate) fn ciphertext_bytes(design: &Design) -> u64 {
    let residues = design.recipe.problem.columns() << (design.literal.log_degree + 1);
    (residues * design.literal.moduli.len() * size_of::<u64>()) as u64
}

/// Coefficients to hold of every ciphertext at once: all of them without a limit, else as many as
/// fit it.
///
/// `plain` is the memory taken by everything that does not depend on the window.
pub(crate) fn window(design: &Design, plain: u64, limit: Option<u64>) -> Result<usize, CliError> {
    let degree = 1usize << design.literal.log_degree;
    let Some(limit) = limit else { return Ok(degree) };
    let (rows, limbs) = (design.recipe.problem.columns(), design.literal.moduli.len());
    let needed = |window: usize| BASE + plain + Batch::bytes(rows, limbs, window) as u64;
    let windows = core::iter::successors(Some(degree), |w| Some(w / 2)).take_while(|&w| w >= CHUNK);
    windows.into_iter().find(|&window| needed(window) <= limit).ok_or_else(|| {
        let least = needed(CHUNK).div_ceil(1 << 20);
        CliError::plan(format!(
            "the memory limit of {} is too small: {rows} ciphertexts of {limbs} primes need at least {least} MiB",
            mebibytes(limit)
        ))
    })
}
