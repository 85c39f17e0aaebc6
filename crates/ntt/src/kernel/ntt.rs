//! The negacyclic transform over 52-bit lanes; the specification is [`crate::naive::negacyclic`].
//!
//! *Order.* The transform is a tree of [`Node`]s. A pass does one, two or three levels of a node in registers with its
//! twiddles broadcast, the shortest pass first. A leaf is two squares of `WIDTH` vectors (one, if there is no more): it does
//! its first levels between vectors, transposes the squares, and does the others with a vector of twiddles each. Nodes are
//! visited depth first, so a part that fits a cache is finished inside it. Tables hold every twiddle with its companion, in
//! the order of the visits.
//!
//! *Intervals.* Values count modulo `2^52`: products ignore the bits above, so sums need no mask. The factors of products
//! must be below `2^52` in truth; `y·w − ⌊y·w'/2^52⌋·q`, `w' = ⌊w·2^52/q⌋`, is then in `[0, 2q)`. Primes are of two classes:
//!
//! * lazy, `32q ≤ 2^52`: butterflies only add, and each pass reduces the few values that have no product in it;
//! * exact, `4q ≤ 2^52`: each butterfly corrects one value.

mod tree;

use super::TransformTable;
use super::lanes::{Lanes, MASK52};
use crate::Modulus;

#[cfg(test)]
pub(super) use tree::Node;
pub(super) use tree::{Tree, tables};

/// The square of the widest lanes.
pub(super) const MIN_N: usize = 64;
/// Greatest vector of any implementor, in words.
const WIDEST: usize = 8;
/// Multiples of `q` that a value of the lazy class reaches: 26 in [`Residues::descend`], 32 in [`Residues::ascend`].
const LAZY_REACH: u64 = 32;

/// Whether a prime is of the lazy class.
pub(super) fn is_lazy(modulus: &Modulus) -> bool {
    modulus.value() <= (1 << 52) / LAZY_REACH
}

/// A twiddle and its companion `⌊w·2^52/q⌋`.
#[derive(Clone, Copy)]
struct Pair<L> {
    w: L,
    companion: L,
}

/// `count` pairs, broadcast.
#[inline(always)]
unsafe fn broadcast<L: Lanes>(words: *const u64, count: usize) -> [Pair<L>; 2 * WIDEST] {
    // SAFETY: as for the caller; `2·count` words lie behind the pointer.
    unsafe {
        let mut pairs = [Pair { w: L::splat(0), companion: L::splat(0) }; 2 * WIDEST];
        for (i, pair) in pairs.iter_mut().enumerate().take(count) {
            *pair = Pair { w: L::splat(*words.add(2 * i)), companion: L::splat(*words.add(2 * i + 1)) };
        }
        pairs
    }
}

/// Words of the pairs of vectors of a square.
#[inline(always)]
fn square_words<L: Lanes>() -> usize {
    2 * (L::WIDTH - 1) * L::WIDTH
}

/// The `WIDTH − 1` pairs of vectors of a square.
#[inline(always)]
unsafe fn vectors<L: Lanes>(words: *const u64) -> [Pair<L>; WIDEST] {
    // SAFETY: as for the caller; [`square_words`] lie behind the pointer.
    unsafe {
        let mut pairs = [Pair { w: L::splat(0), companion: L::splat(0) }; WIDEST];
        for (i, pair) in pairs.iter_mut().enumerate().take(L::WIDTH - 1) {
            let at = words.add(2 * i * L::WIDTH);
            *pair = Pair { w: L::load(at), companion: L::load(at.add(L::WIDTH)) };
        }
        pairs
    }
}

/// `count` vectors, `stride` words apart.
#[inline(always)]
unsafe fn load_rows<L: Lanes>(from: *const u64, stride: usize, count: usize) -> [L; 2 * WIDEST] {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = [L::splat(0); 2 * WIDEST];
        for (j, value) in x.iter_mut().enumerate().take(count) {
            *value = L::load(from.add(j * stride));
        }
        x
    }
}

/// Vectors, `stride` words apart.
#[inline(always)]
unsafe fn store_rows<L: Lanes>(x: &[L], to: *mut u64, stride: usize) {
    for (j, value) in x.iter().enumerate() {
        // SAFETY: as for the caller.
        unsafe { value.store(to.add(j * stride)) }
    }
}

/// Arithmetic modulo `q`. "Below b" is meant modulo `2^52`, "in truth below b" without garbage above.
#[derive(Clone, Copy)]
struct Residues<L, const LAZY: bool> {
    zero: L,
    mask: L,
    q: L,
    /// `2^52 − q`
    minus_q: L,
    /// 2q, 4q, 6q, 8q
    lifts: [L; 4],
    /// What keeps a difference of the inverse above zero: 16q or 2q.
    above: L,
    /// `⌊2^52/q⌋`
    ratio: L,
}

impl<L: Lanes, const LAZY: bool> Residues<L, LAZY> {
    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        let q = modulus.value();
        debug_assert!(LAZY == is_lazy(modulus) && 4 * q <= 1 << 52);
        // SAFETY: as for the caller.
        unsafe {
            Self {
                zero: L::splat(0),
                mask: L::splat(MASK52),
                q: L::splat(q),
                minus_q: L::splat((1 << 52) - q),
                lifts: [L::splat(2 * q), L::splat(4 * q), L::splat(6 * q), L::splat(8 * q)],
                above: L::splat(if LAZY { LAZY_REACH / 2 * q } else { 2 * q }),
                ratio: L::splat(MASK52 / q),
            }
        }
    }

    /// `plus + x·w mod q`: input `x < 2^52`, output below `plus + 2q`.
    #[inline(always)]
    unsafe fn multiply_add(&self, plus: L, x: L, w: Pair<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { plus.add_low(x, w.w).add_low(self.zero.add_high(x, w.companion), self.minus_q) }
    }

    /// `x mod q`: input below `2^52`, output below 2q, as the estimate of `x/q` is at most 1 too small.
    #[inline(always)]
    unsafe fn fold(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.add_low(self.zero.add_high(x, self.ratio), self.minus_q) }
    }

    /// Input below 4q, output in truth below 2q.
    #[inline(always)]
    unsafe fn halve(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.and(self.mask);
            x.min(x.sub(self.lifts[0]))
        }
    }

    /// Input below 2q, output in truth below q.
    #[inline(always)]
    unsafe fn canonical(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let x = x.and(self.mask);
            x.min(x.sub(self.q))
        }
    }

    /// All levels over `R ≤ 16` vectors, downwards: `(x, y) ← (x + wy, x − wy)`.
    ///
    /// Exact: inputs and outputs below `2^51 + 2q`. Lazy: inputs below 18q. The first is reduced to 2q; every value is raised
    /// by 2q for each butterfly in which it is not multiplied, and each of them adds at most 2q. So factors stay between 0 and
    /// `18q + 2·2·2q`, or at radix 16, where inputs are below 14q, `14q + 3·2·2q`; outputs are below `2q + 4q·log R`.
    #[inline(always)]
    unsafe fn descend(&self, x: &mut [L], w: &[Pair<L>]) {
        // SAFETY: as for the caller.
        unsafe {
            if LAZY {
                self.lift(x);
            }
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

    /// Reduces the first value below 2q, and raises each by 2q for every butterfly that it passes unmultiplied.
    #[inline(always)]
    unsafe fn lift(&self, x: &mut [L]) {
        let levels = x.len().trailing_zeros() as usize;
        // SAFETY: as for the caller.
        unsafe {
            if levels > 0 {
                x[0] = self.fold(x[0]).add(self.lifts[levels - 1]);
            }
            for level in 1..levels {
                for value in &mut x[1 << (level - 1)..1 << level] {
                    *value = value.add(self.lifts[levels - 1 - level]);
                }
            }
        }
    }

    /// `(x + wy, x − wy)`. Exact: inputs and outputs below `2^51 + 2q`. Lazy: the interval of `x` grows by 2q to either side.
    #[inline(always)]
    unsafe fn split(&self, x: L, y: L, w: Pair<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            // 2q < 2^51, so x < 2^51 after the correction.
            let x = if LAZY { x } else { x.sub_if_bit_51(self.lifts[0]) };
            let sum = self.multiply_add(x, y, w);
            let twice = x.add(x);
            let twice = if LAZY { twice } else { twice.add(self.lifts[0]) };
            (sum, twice.sub(sum))
        }
    }

    /// All levels over `R ≤ 16` vectors, upwards: `(x, y) ← (x + y, (x − y)w)`.
    ///
    /// Exact: inputs and outputs below 2q. Lazy: inputs below `32q/R`, outputs below 32q; see [`Self::settle`].
    #[inline(always)]
    unsafe fn ascend(&self, x: &mut [L], w: &[Pair<L>]) {
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

    /// `(x + y, (x − y)w)`. Exact: inputs and outputs below 2q. Lazy: inputs below 16q, the product below 2q.
    #[inline(always)]
    unsafe fn merge(&self, x: L, y: L, w: Pair<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let sum = x.add(y);
            let difference = x.add(self.above).sub(y);
            (if LAZY { sum } else { self.halve(sum) }, self.multiply_add(self.zero, difference, w))
        }
    }

    /// Reduces the first `1/part` of the outputs of [`Self::ascend`] (lazy): those from `R/2` are products, below 2q, and
    /// those from `R/4` sums of two products; so outputs are below 4q for `part` 4, and 2q for `part` 2.
    #[inline(always)]
    unsafe fn settle(&self, x: &mut [L], part: usize) {
        if LAZY && x.len() > 1 {
            let first = x.len().div_ceil(part);
            for value in &mut x[..first] {
                // SAFETY: as for the caller.
                *value = unsafe { self.fold(*value) };
            }
        }
    }

    /// The end of the last [`Self::ascend`], to canonical values: the products hold the scale, which is the last of the pairs.
    #[inline(always)]
    unsafe fn scale(&self, x: &mut [L], w: &[Pair<L>]) {
        let radix = x.len();
        // SAFETY: as for the caller.
        unsafe {
            for value in &mut x[..radix / 2] {
                *value = self.multiply_add(self.zero, *value, w[radix - 1]);
            }
            for value in x {
                *value = self.canonical(*value);
            }
        }
    }

    /// [`Self::ascend`] and its end. Output below 4q (lazy) or 2q (exact), canonical for the `LAST`.
    #[inline(always)]
    unsafe fn ascend_and_end<const LAST: bool>(&self, x: &mut [L], w: &[Pair<L>]) {
        // SAFETY: as for the caller.
        unsafe {
            self.ascend(x, w);
            if LAST { self.scale(x, w) } else { self.settle(x, 4) }
        }
    }

    /// The levels of a node of `R·stride` words. Lazy: input below 14q, output below 14q.
    #[inline(always)]
    unsafe fn pass_down<const R: usize>(&self, node: *mut u64, stride: usize, words: *const u64) {
        // SAFETY: as for the caller; `2R` words of the table belong to the node.
        unsafe {
            let w = broadcast::<L>(words, R);
            for i in (0..stride).step_by(L::WIDTH) {
                let mut x = load_rows::<L>(node.add(i), stride, R);
                self.descend(&mut x[..R], &w);
                store_rows(&x[..R], node.add(i), stride);
            }
        }
    }

    /// The levels of a node of `R·stride` words. Lazy: input below 4q, output below 4q.
    #[inline(always)]
    unsafe fn pass_up<const R: usize, const LAST: bool>(&self, node: *mut u64, stride: usize, words: *const u64) {
        // SAFETY: as for the caller; `2R` words of the table belong to the node.
        unsafe {
            let w = broadcast::<L>(words, R);
            for i in (0..stride).step_by(L::WIDTH) {
                let mut x = load_rows::<L>(node.add(i), stride, R);
                self.ascend_and_end::<LAST>(&mut x[..R], &w);
                store_rows(&x[..R], node.add(i), stride);
            }
        }
    }

    /// All levels of a leaf of `SQUARES`. Lazy: input below 14q. Output canonical.
    #[inline(always)]
    unsafe fn leaf_down<const SQUARES: usize>(&self, leaf: *mut u64, words: *const u64) {
        let rows = SQUARES * L::WIDTH;
        // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, and twice as many of the table belong to it.
        unsafe {
            let mut x = load_rows::<L>(leaf, L::WIDTH, rows);
            let w = broadcast::<L>(words, rows);
            self.descend(&mut x[..rows], &w);
            let (first, second) = x[..rows].split_at_mut(L::WIDTH);
            self.square_down(first, leaf, words.add(2 * rows));
            if SQUARES == 2 {
                self.square_down(second, leaf.add(L::WIDTH * L::WIDTH), words.add(2 * rows + square_words::<L>()));
            }
        }
    }

    /// The levels inside the vectors of a square, to memory. Lazy: input below 18q. Output canonical.
    #[inline(always)]
    unsafe fn square_down(&self, square: &mut [L], to: *mut u64, words: *const u64) {
        // SAFETY: as for the caller; [`square_words`] words of the table belong to the square.
        unsafe {
            L::transpose(square);
            self.descend(square, &vectors(words));
            L::transpose(square);
            for value in &mut *square {
                *value = self.canonical(self.fold(*value));
            }
            store_rows(square, to, L::WIDTH);
        }
    }

    /// All levels of a leaf of `SQUARES`. Input canonical, output below 4q (lazy) or 2q (exact), canonical for the `LAST`.
    #[inline(always)]
    unsafe fn leaf_up<const SQUARES: usize, const LAST: bool>(&self, leaf: *mut u64, words: *const u64) {
        let rows = SQUARES * L::WIDTH;
        // SAFETY: as for the caller; the leaf has `SQUARES·WIDTH²` words, and twice as many of the table belong to it.
        unsafe {
            let mut x = load_rows::<L>(leaf, L::WIDTH, rows);
            let (first, second) = x[..rows].split_at_mut(L::WIDTH);
            self.square_up(first, words);
            if SQUARES == 2 {
                self.square_up(second, words.add(square_words::<L>()));
            }
            let w = broadcast::<L>(words.add(SQUARES * square_words::<L>()), rows);
            self.ascend_and_end::<LAST>(&mut x[..rows], &w);
            store_rows(&x[..rows], leaf, L::WIDTH);
        }
    }

    /// The levels inside the vectors of a square. Input canonical, output below 2q.
    #[inline(always)]
    unsafe fn square_up(&self, square: &mut [L], words: *const u64) {
        // SAFETY: as for the caller; [`square_words`] words of the table belong to the square.
        unsafe {
            L::transpose(square);
            self.ascend(square, &vectors(words));
            self.settle(square, 2);
            L::transpose(square);
        }
    }
}

/// Natural order in, bit-reversed order out. Input `< q`, output `< q`.
///
/// # Safety
/// `a` has the length of the table, at least [`MIN_N`]; [`tables`] made it for lanes of this width; the instruction set of
/// `L` is enabled.
#[inline(always)]
pub(super) unsafe fn forward<L: Lanes>(table: &TransformTable, a: &mut [u64]) {
    // SAFETY: as for the caller.
    unsafe { if is_lazy(&table.modulus) { forward_class::<L, true>(table, a) } else { forward_class::<L, false>(table, a) } }
}

#[inline(always)]
unsafe fn forward_class<L: Lanes, const LAZY: bool>(table: &TransformTable, a: &mut [u64]) {
    let (start, mut words) = (a.as_mut_ptr(), table.forward.as_ptr());
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each node reads.
    unsafe {
        let m = Residues::<L, LAZY>::new(&table.modulus);
        if a.len() == L::WIDTH * L::WIDTH {
            return m.leaf_down::<1>(start, words);
        }
        for node in Tree::of::<L>(a.len()).downwards() {
            let (at, stride) = (start.add(node.start), node.size / node.radix);
            match node.radix {
                1 => m.leaf_down::<2>(at, words),
                2 => m.pass_down::<2>(at, stride, words),
                4 => m.pass_down::<4>(at, stride, words),
                _ => m.pass_down::<8>(at, stride, words),
            }
            words = words.add(node.words());
        }
    }
}

/// Bit-reversed order in, natural order out. Input `< q`, output `< q`.
///
/// # Safety
/// As for [`forward`].
#[inline(always)]
pub(super) unsafe fn inverse<L: Lanes>(table: &TransformTable, a: &mut [u64]) {
    // SAFETY: as for the caller.
    unsafe { if is_lazy(&table.modulus) { inverse_class::<L, true>(table, a) } else { inverse_class::<L, false>(table, a) } }
}

#[inline(always)]
unsafe fn inverse_class<L: Lanes, const LAZY: bool>(table: &TransformTable, a: &mut [u64]) {
    let (start, mut words) = (a.as_mut_ptr(), table.inverse.as_ptr());
    // SAFETY: nodes lie inside `a`; the table was made by the same walk, with the words that each node reads.
    unsafe {
        let m = Residues::<L, LAZY>::new(&table.modulus);
        if a.len() == L::WIDTH * L::WIDTH {
            return m.leaf_up::<1, true>(start, words);
        }
        for node in Tree::of::<L>(a.len()).upwards() {
            let (at, stride) = (start.add(node.start), node.size / node.radix);
            match (node.radix, node.number == 1) {
                (1, false) => m.leaf_up::<2, false>(at, words),
                (1, true) => m.leaf_up::<2, true>(at, words),
                (2, _) => m.pass_up::<2, true>(at, stride, words),
                (4, true) => m.pass_up::<4, true>(at, stride, words),
                (_, true) => m.pass_up::<8, true>(at, stride, words),
                (_, false) => m.pass_up::<8, false>(at, stride, words),
            }
            words = words.add(node.words());
        }
    }
}
