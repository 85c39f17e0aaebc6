//! Integers of four words.

/// Little-endian words of an element or a modulus; unused high words are zero.
pub type Words = [u64; 4];

/// `a < b`, words compared from the most significant.
#[must_use]
#[inline]
pub fn less(a: Words, b: Words) -> bool {
    sub_borrow(a, b).1
}

/// `a − b` modulo `2^256`.
#[inline]
pub(crate) const fn sub(a: Words, b: Words) -> Words {
    sub_borrow(a, b).0
}

/// `a − b` modulo `2^256`, and whether `a < b`.
#[inline]
pub(crate) const fn sub_borrow(a: Words, b: Words) -> (Words, bool) {
    let mut out = [0; 4];
    let mut borrow = false;
    let mut i = 0;
    while i < 4 {
        let (difference, first) = a[i].overflowing_sub(b[i]);
        let (difference, second) = difference.overflowing_sub(borrow as u64);
        out[i] = difference;
        borrow = first | second;
        i += 1;
    }
    (out, borrow)
}

/// `⌊a / 2^shift⌋`.
pub(crate) fn shift_right(a: Words, shift: u32) -> Words {
    let (skip, bits) = ((shift / 64) as usize, shift % 64);
    core::array::from_fn(|i| {
        let low = a.get(i + skip).copied().unwrap_or(0) >> bits;
        let high = a.get(i + skip + 1).copied().unwrap_or(0);
        if bits == 0 { low } else { low | high << (64 - bits) }
    })
}
