//! What a transform asks of the arithmetic of a class of primes.

use super::TransformTable;
use super::lanes::Lanes;

/// Most vectors that the levels of a pass or a leaf keep in registers.
pub(super) const MAX_ROWS: usize = 16;

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
    /// Upwards: the factors are those of the inverse.
    pub(super) up: bool,
}

/// Butterflies on vectors of residues, and the intervals that hold between the levels of a transform.
///
/// Values travel in three kinds of intervals, which each class states: *reduced* is below the modulus; *passed* is what a pass
/// of up to [`MAX_ROWS`] vectors gives and takes, downwards and upwards; inside a pass the class keeps its own bounds.
///
/// # Safety
/// Every method needs the instruction set of the lanes; `load` and `store` need `Lane::WIDTH` words behind the pointer, and
/// those of the other half where a vector has two.
pub(super) trait Butterfly: Copy {
    type Lane: Lanes;
    type Vector: Copy;

    /// A twiddle as stored: the factor and its companion.
    fn twiddle(q: u64, factor: u64) -> [<Self::Lane as Lanes>::Word; 2];
    /// The factor of a butterfly of a pass over `radix` vectors: of part `i` of `parts` of the node.
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

    /// Before the levels of a pass downwards over these vectors.
    unsafe fn prepare(&self, _x: &mut [Self::Vector]) {}
    /// `(x + wy, x − wy)`.
    unsafe fn split(&self, x: Self::Vector, y: Self::Vector, w: Twiddle<Self::Lane>) -> (Self::Vector, Self::Vector);
    /// An output of the last pass downwards, reduced.
    unsafe fn finish(&self, x: Self::Vector) -> Self::Vector;

    /// `(x + y, (x − y)w)`.
    unsafe fn merge(&self, x: Self::Vector, y: Self::Vector, w: Twiddle<Self::Lane>) -> (Self::Vector, Self::Vector);
    /// After the levels of a pass upwards, of which the first `1/part` of the values need it.
    unsafe fn settle(&self, _x: &mut [Self::Vector], _part: usize) {}
    /// `x·w` for an output of the last pass upwards, as the other factors of its level.
    unsafe fn scale(&self, x: Self::Vector, w: Twiddle<Self::Lane>) -> Self::Vector;
    /// A product, reduced.
    unsafe fn reduce(&self, x: Self::Vector) -> Self::Vector;

    /// All levels of a pass downwards. The twiddles are those of the levels, one for each block.
    #[inline(always)]
    unsafe fn descend(&self, x: &mut [Self::Vector], w: &[Twiddle<Self::Lane>]) {
        // SAFETY: as for the caller.
        unsafe {
            self.prepare(x);
            let (mut half, mut next) = (x.len() / 2, 0);
            while half > 0 {
                for block in x.chunks_exact_mut(2 * half) {
                    for j in 0..half {
                        (block[j], block[j + half]) = self.split(block[j], block[j + half], w[next]);
                    }
                    next += 1;
                }
                half /= 2;
            }
        }
    }

    /// All levels of a pass upwards.
    #[inline(always)]
    unsafe fn ascend(&self, x: &mut [Self::Vector], w: &[Twiddle<Self::Lane>]) {
        // SAFETY: as for the caller.
        unsafe {
            let (mut half, mut next) = (1, 0);
            while half < x.len() {
                for block in x.chunks_exact_mut(2 * half) {
                    for j in 0..half {
                        (block[j], block[j + half]) = self.merge(block[j], block[j + half], w[next]);
                    }
                    next += 1;
                }
                half *= 2;
            }
        }
    }

    /// All levels of a pass upwards and its end, which is that of the whole for the `last`.
    #[inline(always)]
    unsafe fn ascend_and_end(&self, x: &mut [Self::Vector], w: &[Twiddle<Self::Lane>], last: bool) {
        // SAFETY: as for the caller.
        unsafe {
            self.ascend(x, w);
            if last { self.end(x, w) } else { self.settle(x, 4) }
        }
    }

    /// After the levels of the last pass upwards, to reduced values: its products hold the scale already, the others are
    /// multiplied by the last of the twiddles.
    #[inline(always)]
    unsafe fn end(&self, x: &mut [Self::Vector], w: &[Twiddle<Self::Lane>]) {
        let radix = x.len();
        // SAFETY: as for the caller.
        unsafe {
            for value in &mut x[..radix / 2] {
                *value = self.scale(*value, w[radix - 1]);
            }
            for value in x {
                *value = self.reduce(*value);
            }
        }
    }
}

/// The `WIDTH − 1` twiddles of the levels inside a square, one for each lane.
#[inline(always)]
pub(super) unsafe fn vectors<L: Lanes>(words: *const L::Word) -> [Twiddle<L>; MAX_ROWS] {
    // SAFETY: as for the caller; `2·(WIDTH − 1)·WIDTH` words lie behind the pointer.
    unsafe {
        let mut twiddles = [[L::splat(L::Word::default()); 2]; MAX_ROWS];
        for (i, twiddle) in twiddles.iter_mut().enumerate().take(L::WIDTH - 1) {
            let at = words.add(2 * i * L::WIDTH);
            *twiddle = [L::load(at), L::load(at.add(L::WIDTH))];
        }
        twiddles
    }
}

/// Twiddles of a pass, broadcast.
#[inline(always)]
pub(super) unsafe fn broadcast<L: Lanes>(words: *const L::Word, count: usize) -> [Twiddle<L>; MAX_ROWS] {
    // SAFETY: as for the caller; `2·count` words lie behind the pointer.
    unsafe {
        let mut twiddles = [[L::splat(L::Word::default()); 2]; MAX_ROWS];
        for (i, twiddle) in twiddles.iter_mut().enumerate().take(count) {
            *twiddle = [L::splat(*words.add(2 * i)), L::splat(*words.add(2 * i + 1))];
        }
        twiddles
    }
}
