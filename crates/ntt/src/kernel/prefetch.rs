//! Hints to caches.

/// Bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Prefetches words that are read soon, and once, into the first-level cache past the others, whose
/// contents stay. Does nothing on processors for which stable Rust has no prefetch.
#[inline]
pub fn prefetch_once(words: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    for line in words.chunks(LINE / size_of::<u64>()) {
        use core::arch::x86_64::{_MM_HINT_NTA, _mm_prefetch};
        // SAFETY: a hint, part of the baseline of the architecture, for an address within a slice.
        unsafe { _mm_prefetch::<_MM_HINT_NTA>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}

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

/// Prefetches words into the first-level cache, from any address. Does nothing on processors for
/// which stable Rust has no prefetch.
#[inline(always)]
pub(super) fn prefetch<W>(from: *const W, words: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..words).step_by(LINE / size_of::<W>()) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, part of the baseline of the architecture, which reads nothing and never
        // faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.wrapping_add(line).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (from, words);
}
