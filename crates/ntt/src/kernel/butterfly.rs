//! Butterflies: the arithmetic that a transform asks of a class of primes.

pub(in crate::kernel) mod centered;
pub(in crate::kernel) mod class;
mod complex31;
mod complex_double;
mod double;
mod exact;
mod lazy;
mod montgomery32;
mod shoup;
mod tight;

#[cfg(any(target_arch = "x86_64", test))]
pub(in crate::kernel) use centered::Centered;
pub(in crate::kernel) use complex_double::{ComplexDouble, Digits, Integers as OfIntegers, Rounded};
pub(in crate::kernel) use complex31::Complex31;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", test))]
pub(in crate::kernel) use double::Double;
pub(in crate::kernel) use exact::Exact;
pub(in crate::kernel) use lazy::Lazy;
pub(in crate::kernel) use montgomery32::Montgomery32;
pub(in crate::kernel) use tight::Tight;

use super::TransformTable;
use super::lanes::{Lanes, MAX_WIDTH};
use super::transform::direction::{Direction, Input, Output};

/// Most vectors of a pass or a leaf: a square of the widest vectors, or the greatest radix.
pub(super) const MAX_VECTORS: usize = MAX_WIDTH;

/// A twiddle as two vectors: the factor, and what the class multiplies with besides.
pub(super) type Twiddle<L> = [L; 2];

/// Which butterflies of a pass have a factor in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Butterflies {
    /// The number of the node; see [`crate::domain`].
    pub(super) node: usize,
    /// Vectors of the pass.
    pub(super) radix: usize,
    /// Parts of the node at this level, and which of them it is.
    pub(super) parts: usize,
    pub(super) i: usize,
    /// Whether the factors are those of the transform or of the inverse.
    pub(super) direction: Direction,
}

/// The values that a butterfly downwards takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Inputs of the pass, or sums of the level before.
    Sums,
    /// Differences of the level before, which a class may leave below zero.
    Differences,
}

/// A level of a pass downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Other levels follow.
    Inner,
    /// The last one, which gives what the next pass takes.
    Last,
}

/// Where in its pass a butterfly downwards is.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) branch: Branch,
    pub(super) level: Level,
}

/// Butterflies on vectors of residues, and the intervals that hold between the levels of a
/// transform.
///
/// Values travel in three kinds of intervals, which each class states: *reduced* is below the
/// modulus; *passed* is what a pass of up to [`MAX_VECTORS`] vectors gives and takes, downwards and
/// upwards; inside a pass the class keeps its own bounds.
///
/// # Safety
/// Every method needs the instruction set of the lanes; `load` and `store` need `Lane::WIDTH` words
/// behind the pointer, and those of the other half where a vector has two.
pub(super) trait Butterfly: Copy {
    type Lane: Lanes;
    type Vector: Copy;
    /// The greatest radix of a pass, 8 or 16.
    const MAX_RADIX: usize = <Self::Lane as Lanes>::MAX_RADIX;
    /// Whether the two halves of a node have one twiddle, which the class turns for the right one.
    const SHARES: bool = false;
    /// Whether the values of a leaf are stored between its two halves, of all leaves side by side:
    /// where one leaf has too few butterflies at a time to keep a processor busy.
    const HALVES_LEAVES: bool = false;
    /// Whether leaves of the inverse are single squares: where two squares do not fit the
    /// registers, and a pass of one level more above them costs less than the visits to the stack.
    const SINGLE_SQUARES_UP: bool = false;
    /// Whether trees have blocks: where passes are so short that getting from one to the next
    /// shows.
    const BLOCKS: bool = false;

    /// A twiddle as stored: the factor and its companion.
    fn twiddle(q: u64, factor: u64) -> [<Self::Lane as Lanes>::Word; 2];
    /// The factor of a butterfly of a pass over `radix` vectors: of part `i` of `parts` of the
    /// node.
    fn factor(factors: &[u64], Butterflies { node, parts, i, .. }: Butterflies) -> u64 {
        factors[node * parts + i]
    }

    unsafe fn new(table: &TransformTable<<Self::Lane as Lanes>::Word>) -> Self;
    unsafe fn load(&self, from: *const <Self::Lane as Lanes>::Word) -> Self::Vector;
    unsafe fn store(&self, x: Self::Vector, to: *mut <Self::Lane as Lanes>::Word);
    unsafe fn transpose(&self, rows: &mut [Self::Vector]);

    /// Words from a value to its other part, where it has two.
    fn plane(&self) -> Option<usize> {
        None
    }
    /// With the other parts elsewhere.
    fn with_plane(self, _words: usize) -> Self {
        self
    }

    /// A reduced value as a pass takes it: input of the first pass.
    #[inline(always)]
    unsafe fn enter(&self, x: Self::Vector) -> Self::Vector {
        x
    }
    /// Before the levels of a pass downwards over these vectors.
    unsafe fn prepare(&self, _x: &mut [Self::Vector], _input: Input) {}
    /// `(x + wy, x − wy)`.
    unsafe fn ct_butterfly(
        &self,
        x: Self::Vector,
        y: Self::Vector,
        w: Twiddle<Self::Lane>,
        side: Side,
    ) -> (Self::Vector, Self::Vector);
    /// An output of the last pass downwards, reduced.
    unsafe fn canonicalize(&self, x: Self::Vector) -> Self::Vector;

    /// `(x + y, (x − y)w)`.
    unsafe fn gs_butterfly(&self, x: Self::Vector, y: Self::Vector, w: Twiddle<Self::Lane>) -> (Self::Vector, Self::Vector);
    /// After the levels of a pass upwards, of which the first `1/part` of the values need it.
    unsafe fn partial_reduce(&self, _x: &mut [Self::Vector], _part: usize) {}
    /// `x·w` for an output of the last pass upwards, as the other factors of its level.
    unsafe fn scale(&self, x: Self::Vector, w: Twiddle<Self::Lane>) -> Self::Vector;
    /// A product, reduced.
    unsafe fn reduce(&self, x: Self::Vector) -> Self::Vector;

    /// The part of a level downwards that has a twiddle in common: two halves.
    #[inline(always)]
    unsafe fn ct_block(&self, block: &mut [Self::Vector], w: Twiddle<Self::Lane>, side: Side) {
        let half = block.len() / 2;
        for j in 0..half {
            // SAFETY: as for the caller.
            (block[j], block[j + half]) = unsafe { self.ct_butterfly(block[j], block[j + half], w, side) };
        }
    }

    /// A level downwards below the first, with the twiddles from `next` on.
    #[inline(always)]
    unsafe fn ct_level(&self, x: &mut [Self::Vector], half: usize, w: impl Source<Self::Lane>, next: usize, level: Level) {
        for (i, pair) in x.chunks_exact_mut(4 * half).enumerate() {
            let (sums, differences) = pair.split_at_mut(2 * half);
            // SAFETY: as for the caller.
            unsafe {
                self.ct_block(sums, w.at(next + 2 * i), Side { branch: Branch::Sums, level });
                self.ct_block(differences, w.at(next + 2 * i + 1), Side { branch: Branch::Differences, level });
            }
        }
    }

    /// A level upwards, with the twiddles from `next` on.
    #[inline(always)]
    unsafe fn gs_level(&self, x: &mut [Self::Vector], half: usize, w: impl Source<Self::Lane>, next: usize) {
        for (i, block) in x.chunks_exact_mut(2 * half).enumerate() {
            for j in 0..half {
                // SAFETY: as for the caller.
                (block[j], block[j + half]) = unsafe { self.gs_butterfly(block[j], block[j + half], w.at(next + i)) };
            }
        }
    }

    /// The inputs of a pass as its levels take them.
    #[inline(always)]
    unsafe fn enter_all(&self, x: &mut [Self::Vector], input: Input) {
        if matches!(input, Input::Reduced) {
            for value in x {
                // SAFETY: as for the caller.
                *value = unsafe { self.enter(*value) };
            }
        }
    }

    /// All levels of a pass downwards. The twiddles are those of the levels, one for each block.
    ///
    /// Levels are written one by one: a loop over them is beyond what the compiler unrolls, and
    /// leaves the values in memory.
    #[inline(always)]
    unsafe fn forward_levels(&self, x: &mut [Self::Vector], w: impl Source<Self::Lane>, input: Input) {
        let radix = x.len();
        // SAFETY: as for the caller.
        unsafe {
            self.prepare(x, input);
            if radix == 2 {
                return self.ct_block(x, w.at(0), Side { branch: Branch::Sums, level: Level::Last });
            }
            self.ct_block(x, w.at(0), Side { branch: Branch::Sums, level: Level::Inner });
            if radix >= 8 {
                self.ct_level(x, radix / 4, w, 1, Level::Inner);
            }
            if radix == 16 {
                self.ct_level(x, 2, w, 3, Level::Inner);
            }
            self.ct_level(x, 1, w, radix / 2 - 1, Level::Last);
        }
    }

    /// All levels of a pass upwards, written one by one as those of [`Self::forward_levels`].
    #[inline(always)]
    unsafe fn inverse_levels(&self, x: &mut [Self::Vector], w: impl Source<Self::Lane>) {
        let radix = x.len();
        // SAFETY: as for the caller.
        unsafe {
            self.gs_level(x, 1, w, 0);
            if radix >= 4 {
                self.gs_level(x, 2, w, radix / 2);
            }
            if radix >= 8 {
                self.gs_level(x, 4, w, radix - radix / 4);
            }
            if radix == 16 {
                self.gs_level(x, 8, w, 14);
            }
        }
    }

    /// The outputs of the last pass downwards.
    #[inline(always)]
    unsafe fn canonicalize_all(&self, x: &mut [Self::Vector]) {
        let (low, high) = x.split_at_mut(x.len() / 2);
        // SAFETY: as for the caller. Two loops, because the compiler does not unroll one of
        // sixteen.
        unsafe {
            for value in low {
                *value = self.canonicalize(*value);
            }
            for value in high {
                *value = self.canonicalize(*value);
            }
        }
    }

    /// All levels of a pass upwards and its end, which for reduced outputs is that of the whole.
    #[inline(always)]
    unsafe fn inverse_levels_and_end(&self, x: &mut [Self::Vector], w: impl Source<Self::Lane>, output: Output) {
        // SAFETY: as for the caller.
        unsafe {
            self.inverse_levels(x, w);
            match output {
                Output::Reduced => self.end(x, w),
                Output::Passed => self.partial_reduce(x, 4),
            }
        }
    }

    /// After the levels of the last pass upwards, to reduced values: its products hold the scale
    /// already, the others are multiplied by the last of the twiddles.
    #[inline(always)]
    unsafe fn end(&self, x: &mut [Self::Vector], w: impl Source<Self::Lane>) {
        let radix = x.len();
        // SAFETY: as for the caller.
        unsafe {
            for value in &mut x[..radix / 2] {
                *value = self.scale(*value, w.at(radix - 1));
            }
            for value in x {
                *value = self.reduce(*value);
            }
        }
    }
}

/// The twiddles of the levels of a pass, or of some in a leaf.
pub(super) trait Source<L: Lanes>: Copy {
    /// # Safety
    /// The table behind the source lives, and the instruction set of the lanes is enabled.
    unsafe fn at(&self, i: usize) -> Twiddle<L>;
}

/// The greatest radix whose twiddles fit the registers beside its values.
pub(super) const MAX_REGISTER_TWIDDLES: usize = 8;

/// Twiddles in registers: for a pass, which goes over many columns.
#[derive(Clone, Copy)]
pub(super) struct RegisterTwiddles<L, const N: usize>(pub(super) [Twiddle<L>; N]);

impl<L: Lanes, const N: usize> Source<L> for RegisterTwiddles<L, N> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Twiddle<L> {
        self.0[i]
    }
}

/// Twiddles that are loaded from the table where they are used, and broadcast. Twiddles that a leaf
/// loaded in advance would drive its values and constants out of the registers.
#[derive(Clone, Copy)]
pub(super) struct MemoryTwiddles<W>(pub(super) *const W);

impl<L: Lanes> Source<L> for MemoryTwiddles<L::Word> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Twiddle<L> {
        // SAFETY: as for the caller; two words of the table belong to a twiddle.
        unsafe { [L::splat(*self.0.add(2 * i)), L::splat(*self.0.add(2 * i + 1))] }
    }
}

/// Twiddles in memory as those of [`MemoryTwiddles`], but one for each lane.
#[derive(Clone, Copy)]
pub(super) struct LaneTwiddles<W>(pub(super) *const W);

impl<L: Lanes> Source<L> for LaneTwiddles<L::Word> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Twiddle<L> {
        // SAFETY: as for the caller; two vectors of the table belong to a twiddle.
        unsafe {
            let at = self.0.add(2 * i * L::WIDTH);
            [L::load(at), L::load(at.add(L::WIDTH))]
        }
    }
}

/// Twiddles of a pass, broadcast.
#[inline(always)]
pub(super) unsafe fn broadcast<L: Lanes>(words: *const L::Word, count: usize) -> [Twiddle<L>; MAX_REGISTER_TWIDDLES] {
    // SAFETY: as for the caller; `2·count` words lie behind the pointer.
    unsafe {
        let mut twiddles = [[L::splat(L::Word::default()); 2]; MAX_REGISTER_TWIDDLES];
        for (i, twiddle) in twiddles.iter_mut().enumerate().take(count) {
            *twiddle = [L::splat(*words.add(2 * i)), L::splat(*words.add(2 * i + 1))];
        }
        twiddles
    }
}
