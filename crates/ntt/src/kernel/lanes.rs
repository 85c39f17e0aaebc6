//! The vocabulary of the 52-bit kernels: words in vector lanes, with a multiply-add of 52-bit factors.

/// `WIDTH` unsigned 64-bit words.
///
/// Factors of a product count modulo `2^52`; sums wrap modulo `2^64`.
///
/// # Safety
/// Every method needs the instruction set of the implementor; `load` and `store` need `WIDTH` words behind the pointer,
/// of any alignment. Methods are inlined into a shell that enables the instruction set.
pub(super) trait Lanes: Copy {
    const WIDTH: usize;

    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn splat(word: u64) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// Unsigned minimum.
    unsafe fn min(self, other: Self) -> Self;
    /// Arithmetic shift right by `BITS`.
    unsafe fn shr<const BITS: u32>(self) -> Self;
    /// `self + (a·b mod 2^52)`, factors modulo `2^52`.
    unsafe fn add_low(self, a: Self, b: Self) -> Self;
    /// `self + ⌊a·b / 2^52⌋`, factors modulo `2^52`.
    unsafe fn add_high(self, a: Self, b: Self) -> Self;
    /// `self − c` in the lanes where bit 51 of `self` is set.
    unsafe fn sub_if_bit_51(self, c: Self) -> Self;
    /// Asks for the cache line at an address, which may be any.
    unsafe fn prefetch(from: *const u64);
    /// Transposes a `WIDTH × WIDTH` square, `rows.len() == WIDTH`.
    unsafe fn transpose(rows: &mut [Self]);
}

/// `2^52 − 1`.
pub(super) const MASK52: u64 = (1 << 52) - 1;

/// One word: the portable meaning of [`Lanes`], for tests of the kernels' text where no vector unit is assumed.
#[cfg(test)]
impl Lanes for u64 {
    const WIDTH: usize = 1;

    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives a readable word.
        unsafe { from.read() }
    }
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives a writable word.
        unsafe { to.write(self) }
    }
    unsafe fn splat(word: u64) -> Self {
        word
    }
    unsafe fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    unsafe fn sub(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    unsafe fn and(self, other: Self) -> Self {
        self & other
    }
    unsafe fn min(self, other: Self) -> Self {
        Ord::min(self, other)
    }
    unsafe fn shr<const BITS: u32>(self) -> Self {
        ((self as i64) >> BITS) as u64
    }
    unsafe fn add_low(self, a: Self, b: Self) -> Self {
        self.wrapping_add((u128::from(a & MASK52) * u128::from(b & MASK52)) as u64 & MASK52)
    }
    unsafe fn add_high(self, a: Self, b: Self) -> Self {
        self.wrapping_add(((u128::from(a & MASK52) * u128::from(b & MASK52)) >> 52) as u64)
    }
    unsafe fn sub_if_bit_51(self, c: Self) -> Self {
        if self >> 51 & 1 == 1 { self.wrapping_sub(c) } else { self }
    }
    unsafe fn prefetch(_from: *const u64) {}
    unsafe fn transpose(_rows: &mut [Self]) {}
}
