//! The vocabulary of the kernels: words in vector lanes, with the two halves of a product of
//! [`Integers::BITS`]-bit factors, or doubles.

use papilio_field::Word;

/// Words of the widest vector, and vectors of the greatest square.
pub(super) const MAX_WIDTH: usize = 16;

/// `WIDTH` words of memory in a vector.
///
/// # Safety
/// Every method needs the instruction set of the implementor; `load` and `store` need `WIDTH` words
/// behind the pointer, of any alignment. Methods are inlined into a shell that enables the
/// instruction set.
pub(super) trait Lanes: Copy {
    type Word: Word;
    const WIDTH: usize;
    /// The greatest radix of a pass: 16 where there are registers for sixteen vectors, constants
    /// and a butterfly.
    const MAX_RADIX: usize = 8;

    unsafe fn load(from: *const Self::Word) -> Self;
    unsafe fn store(self, to: *mut Self::Word);
    unsafe fn splat(word: Self::Word) -> Self;
    /// Transposes a `WIDTH × WIDTH` square, `rows.len() == WIDTH`.
    unsafe fn transpose(rows: &mut [Self]);
    /// Lane `i` becomes lane `at[i]`, of `WIDTH` numbers below `WIDTH`.
    #[inline(always)]
    unsafe fn permute(self, at: *const u8) -> Self {
        let mut words = [Self::Word::default(); MAX_WIDTH];
        // SAFETY: as for the caller; the words have room for a vector.
        unsafe {
            self.store(words.as_mut_ptr());
            let permuted: [Self::Word; MAX_WIDTH] =
                core::array::from_fn(|i| words[if i < Self::WIDTH { usize::from(*at.add(i)) } else { i }]);
            Self::load(permuted.as_ptr())
        }
    }
}

/// Unsigned words.
///
/// Factors of a product count modulo `2^BITS`; sums wrap modulo `2^Word::BITS`. Where the words are
/// wider than the factors, as with 52-bit products in 64-bit words, what lies above bit `BITS` is
/// ignored by products, and removed by [`Self::mask`].
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Integers: Lanes {
    /// Bits of a factor.
    const BITS: u32;
    /// `x·w − quotient·q` is below `REACH·q` for the quotient of [`Self::add_quotient`] and
    /// `w < q`.
    const REACH: u64 = 2;
    /// Whether [`Self::sub_if_msb`] takes less than [`Self::min`] of a difference.
    const TESTS_MSB: bool = Self::BITS < <Self::Word as papilio_field::Word>::BITS;

    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// Unsigned minimum.
    unsafe fn min(self, other: Self) -> Self;
    /// `self − c`, or `self` where that is below zero: input below 2c, `c ≤ 2^(B−1)` for words of B
    /// bits.
    #[inline(always)]
    unsafe fn correct(self, c: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { self.min(self.sub(c)) }
    }
    /// The low `BITS`.
    unsafe fn mask(self) -> Self;
    /// `self − c` in the lanes where bit `BITS − 1` of `self` is set.
    unsafe fn sub_if_msb(self, c: Self) -> Self;
    /// `self + (a·b mod 2^BITS)`; modulo `2^BITS` when that is the width of the word.
    unsafe fn madd_lo(self, a: Self, b: Self) -> Self;
    /// `self + a·b + c·d`, as two calls of [`Self::madd_lo`].
    #[inline(always)]
    unsafe fn madd_lo_2(self, [a, b]: [Self; 2], [c, d]: [Self; 2]) -> Self {
        // SAFETY: as for the caller.
        unsafe { self.madd_lo(a, b).madd_lo(c, d) }
    }
    /// `self + ⌊a·b / 2^BITS⌋`.
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self;
    /// `self + ⌊a·b / 2^BITS⌋`, or up to `REACH − 2` less.
    #[inline(always)]
    unsafe fn add_quotient(self, a: Self, b: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { self.madd_hi(a, b) }
    }
    /// How often a prime above `2^(BITS − 6)` goes into the word, or one less. The ratio is that of
    /// [`Self::small_quotient_ratio`].
    #[inline(always)]
    unsafe fn small_quotient(self, ratio: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self::splat(Self::Word::default()).madd_hi(self, ratio) }
    }
    /// The factor of [`Self::small_quotient`] for a prime.
    #[inline(always)]
    fn small_quotient_ratio(q: u64) -> u64 {
        (u64::MAX >> (64 - Self::BITS)) / q
    }
}

/// Doubles in the places of 64-bit words, whose bits are those of the numbers. Every operation
/// rounds to the nearest number, once.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Doubles: Lanes<Word = u64> {
    #[inline(always)]
    unsafe fn number(x: f64) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self::splat(x.to_bits()) }
    }
    /// The numbers of `WIDTH` integers in memory.
    unsafe fn load_integers32(from: *const i32) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;
    /// `self·a + b`
    unsafe fn mul_add(self, a: Self, b: Self) -> Self;
    /// `self·a − b`
    unsafe fn mul_sub(self, a: Self, b: Self) -> Self;
    /// `b − self·a`
    unsafe fn neg_mul_add(self, a: Self, b: Self) -> Self;
    /// `self + c` in the lanes where `self` is below zero.
    unsafe fn add_if_negative(self, c: Self) -> Self;
    /// The greatest integer that is not above.
    unsafe fn floor(self) -> Self;
    /// The numbers of unsigned words below `2^52`.
    unsafe fn of_words(self) -> Self;
    /// The unsigned words of integers from 0 to below `2^52`.
    unsafe fn to_words(self) -> Self;
    /// The sum of words modulo `2^64`.
    unsafe fn add_words(self, other: Self) -> Self;
    /// The bits that two words have in common.
    unsafe fn and_words(self, other: Self) -> Self;
    /// Words shifted left by less than 64.
    unsafe fn shl_words(self, bits: u32) -> Self;
    /// Words shifted right by less than 64, zeros coming in.
    unsafe fn shr_words(self, bits: u32) -> Self;
    /// The numbers of words of two's complement from `−2^51` to below `2^51`.
    #[inline(always)]
    unsafe fn of_integers(self) -> Self {
        // SAFETY: as for the caller.
        unsafe { self.add_words(Self::splat(CENTER)).sub(Self::splat(CENTER)) }
    }
    /// The nearest integers, of ties the even ones, modulo `2^64` in two's complement: of numbers
    /// below `2^82` in magnitude.
    ///
    /// The number nearest to `x/2^32` comes from a sum with [`CENTER`]. The rest of `x` is at most
    /// `2^31` in magnitude and no finer than `x`, hence exact.
    #[inline(always)]
    unsafe fn to_integers(self) -> Self {
        // SAFETY: as for the caller.
        unsafe {
            let center = Self::splat(CENTER);
            let high = self.mul_add(Self::number(1.0 / UNIT32), center);
            let low = high.sub(center).mul_add(Self::number(-UNIT32), self).add(center);
            // The low half of the bits of the center is zero.
            high.shl_words(32).add_words(low).add_words(Self::splat(CENTER.wrapping_neg()))
        }
    }
    /// Lanes that watch intervals, which are those of tests, panic here unless every number is
    /// below `bound` in magnitude.
    #[inline(always)]
    unsafe fn watch(self, _bound: f64) {}
}

/// The operations of 52-bit integers that sums of products and permutations need besides.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Lanes52: Integers<Word = u64> {
    /// Arithmetic shift right by `BITS`.
    unsafe fn shr<const BITS: u32>(self) -> Self;
    /// The words at the first `WIDTH` of some places.
    unsafe fn gather(from: *const u64, at: [usize; 8]) -> Self;
    /// `c − self` in the lanes where bit `BITS − 1` of `sign` is set.
    unsafe fn sub_from_if_msb(self, c: Self, sign: Self) -> Self;
}

/// `⌊2^90/q⌋` for [`Integers::small_quotient`] of words of 64 bits and primes above `2^58`. The
/// quotient, which is below 64, is `⌊⌊x/2^32⌋·⌊2^90/q⌋/2^58⌋`, or one more: what the floors leave
/// out is below 1 in all.
pub(super) const fn high_quotient_ratio(q: u64) -> u64 {
    ((1u128 << 90) / q as u128) as u64
}

/// The operations of 64-bit words that products of 26-bit factors need.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Words26: Integers<Word = u64> {
    /// `self + a·b` for factors below `2^26`.
    #[inline(always)]
    unsafe fn madd_26(self, a: Self, b: Self) -> Self {
        // SAFETY: as for the caller.
        unsafe { self.madd_lo(a, b) }
    }
    /// The bits that two words have in common.
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        let (mut a, mut b) = ([0; MAX_WIDTH], [0; MAX_WIDTH]);
        // SAFETY: as for the caller; the words have room for a vector.
        unsafe {
            self.store(a.as_mut_ptr());
            other.store(b.as_mut_ptr());
            Self::load(core::array::from_fn::<u64, MAX_WIDTH, _>(|i| a[i] & b[i]).as_ptr())
        }
    }
    /// Shift right, zeros coming in.
    #[inline(always)]
    unsafe fn shift_right<const BITS: u32>(self) -> Self {
        let mut words = [0; MAX_WIDTH];
        // SAFETY: as for the caller; the words have room for a vector.
        unsafe {
            self.store(words.as_mut_ptr());
            Self::load(words.map(|word| word >> BITS).as_ptr())
        }
    }
}

/// The operation of 32-bit lanes that primes above `2^31` need besides.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Lanes32: Integers<Word = u32> {
    /// `self − other`, and `c` more in the lanes where that is below zero.
    unsafe fn sub_else_add(self, other: Self, c: Self) -> Self;
}

/// Residues as words of 16 bits with a sign, as many in every word of memory.
///
/// # Safety
/// The conditions of [`Lanes`] hold.
pub(super) trait Signed16: Lanes {
    /// The word of memory whose residues all have these bits.
    fn word(residue: u16) -> Self::Word;
    /// Sums and differences are those of integers: the caller keeps them within 16 bits.
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// `a·b mod 2^16`
    unsafe fn mul_low(self, other: Self) -> Self;
    /// `⌊a·b / 2^16⌋`
    unsafe fn mul_high(self, other: Self) -> Self;
    /// `⌊a·b / 2^15 + 1/2⌋`, for factors that are not both `−2^15`.
    unsafe fn mul_round(self, other: Self) -> Self;
    /// `x + c` where x is below zero, for `−c ≤ x < c`: the lesser of `x` and `x + c` as words
    /// without a sign.
    unsafe fn add_if_negative(self, c: Self) -> Self;
}

/// The bits of `3·2^51`: those of its sum with an integer below `2^51` in magnitude are their sum.
const CENTER: u64 = 0x4338_0000_0000_0000;
/// `2^32`
const UNIT32: f64 = 4_294_967_296.0;

/// The low 52 bits.
pub(super) const MASK52: u64 = (1 << 52) - 1;
