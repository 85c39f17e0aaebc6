//! Hints to caches.

/// Words of a cache line.
const LINE: usize = 8;

/// Asks for words that are read soon, and once: into the first-level cache, past the others, whose contents stay. Nothing happens
/// where the processor is not asked in stable Rust.
#[inline]
pub fn prefetch_once(words: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    for line in words.chunks(LINE) {
        use core::arch::x86_64::{_MM_HINT_NTA, _mm_prefetch};
        // SAFETY: a hint, part of the baseline of the architecture, for an address within a slice.
        unsafe { _mm_prefetch::<_MM_HINT_NTA>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, LINE);
}
