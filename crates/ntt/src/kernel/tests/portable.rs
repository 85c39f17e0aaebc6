//! Kernels over portable lanes.

use crate::kernel::butterfly::Centered;
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::lanes::{Doubles, Integers, Lanes, Lanes32, Lanes52, Signed16, Words26};
use crate::kernel::over_lanes::doubles::doubles;
use crate::kernel::over_lanes::{of_words, words16, words32, words64};
use crate::kernel::stage::{StageKernel, tile, words52};
use crate::kernel::vector::automorphism::{self, Automorphisms};
use crate::kernel::vector::linear_combination::LinearCombination;
use crate::kernel::vector::pointwise::Pointwise;
use crate::kernel::vector::{linear_combination, pointwise, reconstruction};
use crate::kernel::{Kernel, KernelWord, Transform, transform};

/// `N` words with factors of `BITS`, whose quotients are estimated up to `REACH − 2` too small.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Portable<W, const N: usize, const BITS: u32, const REACH: u64>(pub(in crate::kernel) [W; N]);

/// One 52-bit lane.
pub(super) type Lane = Portable<u64, 1, 52, 2>;
/// Eight 52-bit lanes.
pub(super) type Eight = Portable<u64, 8, 52, 2>;

/// The explanation of all of them.
const WHY: &str = "tests";

/// The widths and factors of every instruction set. A program for x86-64 leaves out five, which
/// take the compiler a minute: three are kernels of AVX2 and FMA there, and two have the factors
/// of others in fewer lanes. The interpreter has all, in tests of its own.
pub(super) static KERNELS64: &[&Kernel<u64>] = &[
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    &fractions::LANE,
    &fractions::EIGHT,
    &words::TWO_EXACT,
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    &words::TWO,
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    &words::FOUR,
    &words::EIGHT,
    &numbers::TWO,
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    &numbers::FOUR,
    &numbers::EIGHT,
];

pub(super) static KERNELS32: &[&Kernel<u32>] = &[
    &short::FOUR,
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    &short::EIGHT,
    &short::SIXTEEN,
];

pub(super) static KERNELS16: &[&Kernel<u16>] = &[&short::SIXTEEN_HALVES];

pub(super) use short::PAIRS;

/// The kernel of 52-bit factors in eight lanes.
pub(super) static EIGHT_52: &Kernel<u64> = &fractions::EIGHT;

// The compiler divides a crate by its modules: kernels in one module are one part, which
// takes twice as long as all else.

mod fractions {
    use super::*;

    #[cfg(any(miri, not(target_arch = "x86_64")))]
    pub(super) static LANE: Kernel<u64> = kernel52::<Lane>("one 52-bit lane");
    pub(super) static EIGHT: Kernel<u64> = kernel52::<Eight>("eight 52-bit lanes");
}

mod words {
    use super::*;

    pub(super) static TWO_EXACT: Kernel<u64> = words64::<Portable<u64, 2, 64, 2>>("two 64-bit lanes with exact quotients", WHY);
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    pub(super) static TWO: Kernel<u64> = words64::<Portable<u64, 2, 64, 4>>("two 64-bit lanes", WHY);
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    pub(super) static FOUR: Kernel<u64> = words64::<Portable<u64, 4, 64, 4>>("four 64-bit lanes", WHY);
    pub(super) static EIGHT: Kernel<u64> = words64::<Portable<u64, 8, 64, 4>>("eight 64-bit lanes", WHY);
}

mod numbers {
    use super::*;

    pub(super) static TWO: Kernel<u64> = doubles::<Portable<u64, 2, 64, 2>, Numbers<2>>("two doubles", WHY);
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    pub(super) static FOUR: Kernel<u64> = doubles::<Portable<u64, 4, 64, 2>, Numbers<4>>("four doubles", WHY);
    pub(super) static EIGHT: Kernel<u64> = doubles::<Portable<u64, 8, 64, 2>, Numbers<8>>("eight doubles", WHY);
}

mod short {
    use super::*;

    pub(super) static FOUR: Kernel<u32> = words32::<Portable<u32, 4, 32, 2>>("four 32-bit lanes", WHY);
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    pub(super) static EIGHT: Kernel<u32> = words32::<Portable<u32, 8, 32, 2>>("eight 32-bit lanes", WHY);
    pub(super) static SIXTEEN: Kernel<u32> = words32::<Portable<u32, 16, 32, 2>>("sixteen 32-bit lanes", WHY);
    pub(super) static SIXTEEN_HALVES: Kernel<u16> = words16::<Portable<u16, 16, 16, 2>>("sixteen 16-bit lanes", WHY);

    /// Pairs of residues of 16 bits, eight in a vector.
    pub(in crate::kernel::tests) static PAIRS: FieldKernel<u32> = FieldKernel {
        name: "eight pairs of 16-bit lanes",
        why: WHY,
        available: || true,
        transform: Transform {
            lanes: 8,
            squares: 2,
            max_radix: 8,
            tables: transform::tables::<Centered<Pairs<8>>>,
            forward: transform::forward::<Centered<Pairs<8>>>,
            inverse: transform::inverse::<Centered<Pairs<8>>>,
        },
        operations: (),
    };
}

const fn kernel52<L: Lanes52 + Words26>(name: &'static str) -> Kernel<u64> {
    Kernel {
        stages: StageKernel {
            name,
            linear_combination: LinearCombination {
                bits: 52,
                rounds_each: true,
                max_bits: 51,
                word_bits: 52,
                product_bits: 102,
                divide_bits: 52,
                sum: linear_combination::linear_combination::<L>,
                whole_parts: linear_combination::whole_parts::<L>,
                divide: linear_combination::divide::<L>,
            },
            automorphisms: Automorphisms {
                residues: automorphism::residues::<L>,
                words: automorphism::words::<L>,
                values: automorphism::values::<L>,
            },
            reconstruct: reconstruction::by_words::<L>,
            constant: words52::constant,
            bound: words52::bound,
            // The widest vector's: more than the one-word kernel needs.
            scratch: tile::scratch::<8>,
            apply: words52::stage::<L>,
            word_bits: 52,
            max_bits: words52::MAX_BITS,
        },
        bits: (words52::MIN_BITS, 51),
        word_bits: 52,
        pointwise: Pointwise { accumulate: pointwise::accumulate_52::<L>, ..of_words::<L>() },
        ..words64::<L>(name, WHY)
    }
}

// Lanes are gone through by loops: builds of tests call closures of arrays and iterators, and do
// not inline them.

/// The transpose of as many rows as there are lanes.
macro_rules! transpose {
    () => {
        unsafe fn transpose(rows: &mut [Self]) {
            assert_eq!(rows.len(), N, "rows of {N} lanes");
            for i in 0..N {
                for j in 0..i {
                    (rows[i].0[j], rows[j].0[i]) = (rows[j].0[i], rows[i].0[j]);
                }
            }
        }
    };
}

impl<W: KernelWord, const N: usize, const BITS: u32, const REACH: u64> Portable<W, N, BITS, REACH> {
    /// Applies a function to the words of each lane. A call: transforms with all of it inline take
    /// the compiler half as long again.
    #[inline(never)]
    pub(in crate::kernel) fn each(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self;
        // A loop over places: half the steps of an iterator, where an interpreter counts them.
        let mut i = 0;
        while i < N {
            out.0[i] = W::truncate(f(self.0[i].extend(), other.0[i].extend()));
            i += 1;
        }
        out
    }

    fn product(a: u64, b: u64) -> u128 {
        let mask = u64::MAX >> (64 - BITS);
        u128::from(a & mask) * u128::from(b & mask)
    }
}

impl<W: KernelWord, const N: usize, const BITS: u32, const REACH: u64> Lanes for Portable<W, N, BITS, REACH> {
    type Word = W;
    const WIDTH: usize = N;
    // Vectors of 512 bits have registers for it, as those of the instruction sets.
    const MAX_RADIX: usize = if size_of::<Self>() == 64 { 16 } else { 8 };

    unsafe fn load(from: *const W) -> Self {
        // SAFETY: the caller gives `N` readable words, of any alignment.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    unsafe fn store(self, to: *mut W) {
        // SAFETY: the caller gives `N` writable words, of any alignment.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
    unsafe fn splat(word: W) -> Self {
        Self([word; N])
    }
    transpose!();
}

impl<W: KernelWord, const N: usize, const BITS: u32, const REACH: u64> Integers for Portable<W, N, BITS, REACH> {
    const BITS: u32 = BITS;
    const REACH: u64 = REACH;
    unsafe fn add(self, other: Self) -> Self {
        self.each(other, u64::wrapping_add)
    }
    unsafe fn sub(self, other: Self) -> Self {
        self.each(other, u64::wrapping_sub)
    }
    unsafe fn min(self, other: Self) -> Self {
        self.each(other, Ord::min)
    }
    unsafe fn mask(self) -> Self {
        self.each(self, |x, _| x & u64::MAX >> (64 - BITS))
    }
    unsafe fn sub_if_msb(self, c: Self) -> Self {
        self.each(c, |x, c| if x >> (BITS - 1) & 1 == 1 { x.wrapping_sub(c) } else { x })
    }
    unsafe fn madd_lo(self, a: Self, b: Self) -> Self {
        let low = a.each(b, |a, b| Self::product(a, b) as u64 & u64::MAX >> (64 - BITS));
        self.each(low, u64::wrapping_add)
    }
    unsafe fn madd_hi(self, a: Self, b: Self) -> Self {
        let high = a.each(b, |a, b| (Self::product(a, b) >> BITS) as u64);
        self.each(high, u64::wrapping_add)
    }
    /// The worst estimate that is allowed, for some of the factors.
    unsafe fn add_quotient(self, a: Self, b: Self) -> Self {
        let quotient = |a: u64, b: u64| {
            let high = (Self::product(a, b) >> BITS) as u64;
            high.saturating_sub((a ^ b) % (REACH - 1))
        };
        self.each(a.each(b, quotient), u64::wrapping_add)
    }
}

impl<const N: usize, const BITS: u32, const REACH: u64> Words26 for Portable<u64, N, BITS, REACH> {}

impl<const N: usize> Lanes52 for Portable<u64, N, 52, 2> {
    unsafe fn shr<const BITS: u32>(self) -> Self {
        self.each(self, |x, _| ((x as i64) >> BITS) as u64)
    }
    unsafe fn gather(from: *const u64, at: [usize; 8]) -> Self {
        // SAFETY: as for the caller.
        Self(core::array::from_fn(|i| unsafe { *from.add(at[i]) }))
    }
    unsafe fn sub_from_if_msb(self, c: Self, sign: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            if sign.0[i] >> 51 & 1 == 1 {
                out.0[i] = c.0[i].wrapping_sub(self.0[i]);
            }
        }
        out
    }
}

impl<const N: usize> Lanes32 for Portable<u32, N, 32, 2> {
    unsafe fn sub_else_add(self, other: Self, c: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            let (difference, below) = self.0[i].overflowing_sub(other.0[i]);
            out.0[i] = difference.wrapping_add(if below { c.0[i] } else { 0 });
        }
        out
    }
}

/// `N` pairs of signed words whose sums panic where they leave 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Pairs<const N: usize>([[i16; 2]; N]);

impl<const N: usize> Pairs<N> {
    #[inline(never)]
    fn each(self, other: Self, f: impl Fn(i32, i32) -> i32) -> Self {
        let mut out = self;
        for i in 0..N {
            for j in 0..2 {
                out.0[i][j] = f(self.0[i][j].into(), other.0[i][j].into()) as i16;
            }
        }
        out
    }

    fn sums(self, other: Self, f: impl Fn(i32, i32) -> i32) -> Self {
        self.each(other, |x, y| {
            let sum = f(x, y);
            assert_eq!(sum, i32::from(sum as i16), "of {x} and {y}");
            sum
        })
    }
}

impl<const N: usize> Lanes for Pairs<N> {
    type Word = u32;
    const WIDTH: usize = N;

    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: the caller gives `N` readable words, of any alignment.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller gives `N` writable words, of any alignment.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
    unsafe fn splat(word: u32) -> Self {
        Self([[word as i16, (word >> 16) as i16]; N])
    }
    transpose!();
}

impl<const N: usize> Signed16 for Pairs<N> {
    fn word(residue: u16) -> u32 {
        u32::from(residue) << 16 | u32::from(residue)
    }
    unsafe fn add(self, other: Self) -> Self {
        self.sums(other, |x, y| x + y)
    }
    unsafe fn sub(self, other: Self) -> Self {
        self.sums(other, |x, y| x - y)
    }
    unsafe fn mul_low(self, other: Self) -> Self {
        self.each(other, |x, y| x * y)
    }
    unsafe fn mul_high(self, other: Self) -> Self {
        self.each(other, |x, y| (x * y) >> 16)
    }
    unsafe fn mul_round(self, other: Self) -> Self {
        self.each(other, |x, y| (x * y + (1 << 14)) >> 15)
    }
    unsafe fn add_if_negative(self, c: Self) -> Self {
        self.each(c, |x, c| {
            assert!((-c..c).contains(&x), "{x} beyond {c}");
            if x < 0 { x + c } else { x }
        })
    }
}

/// `N` doubles that watch their intervals.
#[derive(Clone, Copy)]
pub(super) struct Numbers<const N: usize>([f64; N]);

impl<const N: usize> Numbers<N> {
    #[inline(never)]
    fn each(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        self.each_of_three(other, other, |x, y, _| f(x, y))
    }

    #[inline(always)]
    fn each_of_three(self, a: Self, b: Self, f: impl Fn(f64, f64, f64) -> f64) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i], a.0[i], b.0[i]);
        }
        out
    }
}

impl<const N: usize> Lanes for Numbers<N> {
    type Word = u64;
    const WIDTH: usize = N;

    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller gives `N` readable words, of any alignment.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller gives `N` writable words, of any alignment.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
    unsafe fn splat(word: u64) -> Self {
        Self([f64::from_bits(word); N])
    }
    transpose!();
}

impl<const N: usize> Doubles for Numbers<N> {
    unsafe fn load_integers32(from: *const i32) -> Self {
        // SAFETY: the caller gives `N` readable numbers.
        Self(core::array::from_fn(|i| f64::from(unsafe { from.add(i).read() })))
    }
    unsafe fn add(self, other: Self) -> Self {
        self.each(other, |x, y| x + y)
    }
    unsafe fn sub(self, other: Self) -> Self {
        self.each(other, |x, y| x - y)
    }
    unsafe fn mul(self, other: Self) -> Self {
        self.each(other, |x, y| x * y)
    }
    unsafe fn mul_add(self, a: Self, b: Self) -> Self {
        self.each_of_three(a, b, |x, a, b| x.mul_add(a, b))
    }
    unsafe fn mul_sub(self, a: Self, b: Self) -> Self {
        self.each_of_three(a, b, |x, a, b| x.mul_add(a, -b))
    }
    unsafe fn neg_mul_add(self, a: Self, b: Self) -> Self {
        self.each_of_three(a, b, |x, a, b| (-x).mul_add(a, b))
    }
    unsafe fn add_if_negative(self, c: Self) -> Self {
        self.each(c, |x, c| if x < 0.0 { x + c } else { x })
    }
    unsafe fn floor(self) -> Self {
        self.each(self, |x, _| x.floor())
    }
    unsafe fn of_words(self) -> Self {
        self.each(self, |x, _| {
            assert!(x.to_bits() < 1 << 52, "{} is no word of 52 bits", x.to_bits());
            x.to_bits() as f64
        })
    }
    unsafe fn to_words(self) -> Self {
        self.each(self, |x, _| {
            assert!((0.0..4_503_599_627_370_496.0).contains(&x) && x.fract() == 0.0, "{x} is no word of 52 bits");
            f64::from_bits(x as u64)
        })
    }
    unsafe fn add_words(self, other: Self) -> Self {
        self.each(other, |x, y| f64::from_bits(x.to_bits().wrapping_add(y.to_bits())))
    }
    unsafe fn and_words(self, other: Self) -> Self {
        self.each(other, |x, y| f64::from_bits(x.to_bits() & y.to_bits()))
    }
    unsafe fn shl_words(self, bits: u32) -> Self {
        self.each(self, |x, _| f64::from_bits(x.to_bits() << bits))
    }
    unsafe fn shr_words(self, bits: u32) -> Self {
        self.each(self, |x, _| f64::from_bits(x.to_bits() >> bits))
    }
    unsafe fn watch(self, bound: f64) {
        assert!(self.0.iter().all(|x| x.abs() < bound && x.fract() == 0.0), "{:?} beyond {bound}", self.0);
    }
}
