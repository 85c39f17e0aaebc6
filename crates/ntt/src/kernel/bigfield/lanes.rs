//! The vocabulary of the kernels over large primes: eight words side by side, with a multiply-add
//! of 52-bit factors.

/// Lanes of a vector.
pub(super) const WIDTH: usize = 8;

/// Eight unsigned 64-bit words.
///
/// Factors of a product count modulo `2^52`; sums wrap modulo `2^64`.
///
/// # Safety
/// Every method needs the instruction set of the implementor; `load` and `store` need eight words
/// behind the pointer, `load_all` and `splat_from` as many as they say, of any alignment. Methods
/// are inlined into a shell that enables the instruction set.
pub(super) trait Lanes: Copy {
    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn splat(word: u64) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// Shift left, zeros come in.
    unsafe fn shl<const BITS: u32>(self) -> Self;
    /// Shift right, zeros come in.
    unsafe fn shr<const BITS: u32>(self) -> Self;
    /// Arithmetic shift right.
    unsafe fn sar<const BITS: u32>(self) -> Self;
    /// `self + (a·b mod 2^52)`, factors modulo `2^52`.
    unsafe fn madd_lo(self, a: Self, b: Self) -> Self;
    /// `self + ⌊a·b / 2^52⌋`, factors modulo `2^52`.
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self;
    /// `a` in the lanes where `self` is negative, `b` elsewhere.
    unsafe fn if_negative(self, a: Self, b: Self) -> Self;
    /// Eight elements of four words, two in a vector: from elements to words. Lane `i` of vector
    /// `w` is word `w` of element `i`.
    unsafe fn words_of(elements: [Self; 4]) -> [Self; 4];
    /// The inverse of [`Self::words_of`].
    unsafe fn elements_of(words: [Self; 4]) -> [Self; 4];
    /// Lane `i` of vector `j` and lane `j` of vector `i` change places.
    unsafe fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH];
    /// Lanes that watch intervals, which are those of tests, panic here unless every word is below
    /// `2^52`.
    #[inline(always)]
    unsafe fn watch(self) {}
    /// Prefetches the cache line at any address.
    unsafe fn prefetch(from: *const u64);
    /// Prefetches the cache line at any address, to write it.
    unsafe fn prefetch_to_write(to: *const u64);
}

/// `2^52 − 1`.
pub(super) const MASK52: u64 = (1 << 52) - 1;
