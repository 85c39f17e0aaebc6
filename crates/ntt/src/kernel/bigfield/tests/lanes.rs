//! Portable lanes: of integers, and of doubles that are watched.

use crate::kernel::bigfield::doubles::{self, Doubles, double_products};
use crate::kernel::bigfield::lanes::{Eight, Lanes, WIDTH};
use crate::kernel::bigfield::prime::Prime;
use crate::kernel::lanes::MASK52;

/// An expression in each of eight words, by a loop: `each!` is a closure, which builds of tests do
/// not inline.
macro_rules! words {
    ($i:ident => $e:expr) => {{
        let mut words = [0; WIDTH];
        for $i in 0..WIDTH {
            words[$i] = $e;
        }
        words
    }};
}

/// The parts that portable lanes have in common.
macro_rules! portable_lanes {
    () => {
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller gives eight readable words.
            unsafe { Self::of(from.cast::<[u64; WIDTH]>().read()) }
        }
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller gives eight writable words.
            unsafe { to.cast::<[u64; WIDTH]>().write(self.words()) }
        }
        unsafe fn splat(word: u64) -> Self {
            Self::of([word; WIDTH])
        }
        unsafe fn add(self, other: Self) -> Self {
            Self::of(words!(i => self.words()[i].wrapping_add(other.words()[i])))
        }
        unsafe fn sub(self, other: Self) -> Self {
            Self::of(words!(i => self.words()[i].wrapping_sub(other.words()[i])))
        }
        unsafe fn and(self, other: Self) -> Self {
            Self::of(words!(i => self.words()[i] & other.words()[i]))
        }
        unsafe fn or(self, other: Self) -> Self {
            Self::of(words!(i => self.words()[i] | other.words()[i]))
        }
        unsafe fn shl<const BITS: u32>(self) -> Self {
            Self::of(words!(i => self.words()[i] << BITS))
        }
        unsafe fn shr<const BITS: u32>(self) -> Self {
            Self::of(words!(i => self.words()[i] >> BITS))
        }
        #[inline(never)]
        unsafe fn sar<const BITS: u32>(self) -> Self {
            Self::of(words!(i => ((self.words()[i] as i64) >> BITS) as u64))
        }
        #[inline(never)]
        unsafe fn if_negative(self, a: Self, b: Self) -> Self {
            Self::of(words!(i => if (self.words()[i] as i64) < 0 { a.words()[i] } else { b.words()[i] }))
        }
        unsafe fn watch(self) {
            assert!(self.words().iter().all(|&limb| limb <= MASK52), "a value is no factor: {:x?}", self.words());
        }
    };
}

/// The shapes of portable lanes.
macro_rules! portable_shapes {
    () => {
        type Part = Self;
        const PARTS: usize = 1;
        unsafe fn words_of(elements: [Self; 4]) -> [Self; 4] {
            each!(w => Self::of(words!(i => elements[i / 2].words()[4 * (i % 2) + w])))
        }
        unsafe fn elements_of(words: [Self; 4]) -> [Self; 4] {
            each!(v => Self::of(words!(i => words[i % 4].words()[2 * v + i / 4])))
        }
        unsafe fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH] {
            each!(i => Self::of(words!(j => rows[j].words()[i])))
        }
        unsafe fn prefetch(_from: *const u64) {}
        unsafe fn prefetch_to_write(_to: *const u64) {}
    };
}

/// Eight words that are behind lanes.
trait Words8: Copy {
    fn of(words: [u64; WIDTH]) -> Self;
    fn words(self) -> [u64; WIDTH];
}

impl Words8 for [u64; WIDTH] {
    fn of(words: [u64; WIDTH]) -> Self {
        words
    }
    fn words(self) -> [u64; WIDTH] {
        self
    }
}

/// Lanes that multiply doubles.
#[derive(Clone, Copy)]
pub(super) struct Fused([u64; WIDTH]);

impl Words8 for Fused {
    fn of(words: [u64; WIDTH]) -> Self {
        Self(words)
    }
    fn words(self) -> [u64; WIDTH] {
        self.0
    }
}

impl Lanes for [u64; WIDTH] {
    portable_lanes!();

    #[inline(never)]
    unsafe fn madd([low, high]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let parts = |i: usize| (product(a[i], b[i]) as u64 & MASK52, (product(a[i], b[i]) >> 52) as u64);
        [words!(i => low[i].wrapping_add(parts(i).0)), words!(i => high[i].wrapping_add(parts(i).1))]
    }
}

impl Eight for [u64; WIDTH] {
    portable_shapes!();
}

impl Lanes for Fused {
    portable_lanes!();
    double_products!();
}

impl Eight for Fused {
    portable_shapes!();
}

/// An expression of doubles in each lane.
macro_rules! of_doubles {
    (|$($x:ident),*| $e:expr) => {
        Fused(words!(i => {
            $(let $x = f64::from_bits($x.0[i]);)*
            $e.to_bits()
        }))
    };
}

/// Lanes that are watched: a sum whose bits are taken stays where neighboring doubles have
/// neighboring bits.
impl Doubles for Fused {
    #[inline(never)]
    unsafe fn fused(self, a: Self, b: Self) -> Self {
        let x = self;
        let sum = of_doubles!(|x, a, b| x.mul_add(a, b));
        sum.watch_binade(b);
        sum
    }
    #[inline(never)]
    unsafe fn minus(self, other: Self) -> Self {
        let x = self;
        of_doubles!(|x, other| x - other)
    }
    #[inline(never)]
    unsafe fn plus(self, other: Self) -> Self {
        let x = self;
        let sum = of_doubles!(|x, other| x + other);
        sum.watch_binade(other);
        sum
    }
}

impl Fused {
    /// Unless `of` is no constant of rounding, the words are in its binade or at its end.
    fn watch_binade(self, of: Self) {
        for (sum, of) in self.0.into_iter().zip(of.0).filter(|&(_, of)| [doubles::LOW, doubles::HIGH].contains(&of)) {
            let first = of >> 52 << 52;
            assert!((first..=first + (1 << 52)).contains(&sum), "{sum:x} beside {of:x}");
        }
    }
}

fn product(a: u64, b: u64) -> u128 {
    u128::from(a & MASK52) * u128::from(b & MASK52)
}
