//! Hints to caches.

/// Bytes of a cache line.
const LINE: usize = 64;

/// Prefetches the cache line at any address into the second-level cache. Does nothing on processors
/// for which stable Rust has no prefetch.
#[inline(always)]
pub(super) fn prefetch_far(from: *const u64) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint, part of the baseline of the architecture, which reads nothing and never
        // faults.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = from;
}

/// Words from those of a stream that are read to those that are asked for: far enough for memory to
/// answer meanwhile, near enough to stay in a cache until they are read.
const AHEAD: usize = 640;

/// Prefetches the words that a stream reaches [`AHEAD`] words later, at the pace of its reading:
/// many at once would wait for each other. They go to the first-level cache: the second level alone
/// leaves sums of products to wait for it, a tenth of a rotation's time on a Zen 5.
#[inline(always)]
pub(super) fn prefetch_stream(from: *const u64, words: usize) {
    for line in (0..words).step_by(LINE / size_of::<u64>()) {
        prefetch_line(from.wrapping_add(AHEAD + line).cast());
    }
}

/// Prefetches words into the first-level cache, from any address.
#[inline(always)]
pub(super) fn prefetch<W>(from: *const W, words: usize) {
    for line in (0..words).step_by(LINE / size_of::<W>()) {
        prefetch_line(from.wrapping_add(line).cast());
    }
}

/// Prefetches the cache line at any address into the first-level cache. Does nothing on processors
/// for which stable Rust has no prefetch.
#[inline(always)]
pub(super) fn prefetch_line(from: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, part of the baseline of the architecture, which reads nothing and never
        // faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = from;
}
