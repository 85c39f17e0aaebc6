//! What a transform asks of the arithmetic of a class of primes.

use super::TransformTable;
use super::lanes::Lanes;

/// Most vectors that the levels of a pass or a leaf keep in registers.
pub(super) const MAX_ROWS: usize = 16;

/// A twiddle as two vectors: the factor, and what the class multiplies with besides.
pub(super) type Twiddle<L> = [L; 2];

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

/// All levels over up to [`MAX_ROWS`] vectors, downwards. The twiddles are those of the levels, one for each block.
#[inline(always)]
pub(super) unsafe fn descend<B: Butterfly>(class: &B, x: &mut [B::Vector], w: &[Twiddle<B::Lane>]) {
    // SAFETY: as for the caller.
    unsafe {
        class.prepare(x);
        let (mut half, mut next) = (x.len() / 2, 0);
        while half > 0 {
            for block in x.chunks_exact_mut(2 * half) {
                for j in 0..half {
                    (block[j], block[j + half]) = class.split(block[j], block[j + half], w[next]);
                }
                next += 1;
            }
            half /= 2;
        }
    }
}

/// All levels over up to [`MAX_ROWS`] vectors, upwards.
#[inline(always)]
pub(super) unsafe fn ascend<B: Butterfly>(class: &B, x: &mut [B::Vector], w: &[Twiddle<B::Lane>]) {
    // SAFETY: as for the caller.
    unsafe {
        let (mut half, mut next) = (1, 0);
        while half < x.len() {
            for block in x.chunks_exact_mut(2 * half) {
                for j in 0..half {
                    (block[j], block[j + half]) = class.merge(block[j], block[j + half], w[next]);
                }
                next += 1;
            }
            half *= 2;
        }
    }
}

/// [`ascend`] and the end of the pass; for the `last`, to reduced values: its products hold the scale already, the others
/// are multiplied by the last of the twiddles.
#[inline(always)]
pub(super) unsafe fn ascend_and_end<B: Butterfly>(class: &B, x: &mut [B::Vector], w: &[Twiddle<B::Lane>], last: bool) {
    let radix = x.len();
    // SAFETY: as for the caller.
    unsafe {
        ascend(class, x, w);
        if !last {
            return class.settle(x, 4);
        }
        for value in &mut x[..radix / 2] {
            *value = class.scale(*value, w[radix - 1]);
        }
        for value in x {
            *value = class.reduce(*value);
        }
    }
}
