//! The transform of one block: eight columns side by side, each of `m` residues.
//!
//! A node `X^(m/2^d) − c` of the tree is split into `X^(m/2^(d+1)) ∓ w`, `w² = c`, by butterflies that all have the factor `w`.
//! Nodes are numbered as in a heap; inputs are in natural order, outputs in bit-reversed order. Nodes are visited depth first, two
//! levels at a time.
//!
//! *Intervals.* A product is below 6q whatever its factor, so a level widens the interval of the values by 6q and `L` levels
//! take inputs below `b·q` to outputs below `(b + 6L)q`. With `b ≤ 7` and `L ≤ 12`, all stay below 79q and are valid factors.
//! Limbs grow by less than `2^57` a level: they stay below `2^61`.

use super::VECTOR_WORDS;
use super::lanes::Lanes;
use super::prime::Prime;
use super::residue::{FACTOR_WORDS, PRODUCT, Residue, carry, fold, load, multiply, split, store};

/// The greatest number of levels of a block.
pub(super) const MAX_LEVELS: u32 = 12;

/// The factors of a tree.
#[derive(Clone, Copy)]
pub(super) struct Factors<'a> {
    /// [`FACTOR_WORDS`] for each node, by number; those of the entry 0 are not used.
    pub(super) words: &'a [u64],
    /// Whether the first node of each level has the factor 1.
    pub(super) unit: bool,
}

/// All levels of a block of `2^levels` vectors, at least 4. Input below 7q, output below `(7 + 6·levels)q`.
#[inline(always)]
pub(super) unsafe fn descend<L: Lanes, P: Prime>(block: *mut u64, levels: u32, factors: Factors<'_>) {
    let m = 1usize << levels;
    const { assert!(7 + PRODUCT * MAX_LEVELS as u64 <= P::REACH, "a value of the last level is no factor") };
    debug_assert!(factors.words.len() == m * FACTOR_WORDS && levels <= MAX_LEVELS);
    // SAFETY: as for the caller; nodes lie inside the block, and their numbers and those of their halves are below `m`.
    unsafe {
        let (mut start, mut size) = (0, m);
        while start < m {
            let (node, number) = (block.add(start * VECTOR_WORDS), (m + start) / size);
            let at = factors.words.as_ptr().add(number * FACTOR_WORDS);
            let unit = factors.unit && start == 0;
            if size.trailing_zeros() % 2 == 1 {
                // Only the whole block can be an odd power of two.
                size /= 2;
                if unit {
                    pass_2::<L, P, true>(node, size, at)
                } else {
                    pass_2::<L, P, false>(node, size, at)
                }
                continue;
            }
            let below = factors.words.as_ptr().add(2 * number * FACTOR_WORDS);
            size /= 4;
            if unit {
                pass_4::<L, P, true>(node, size, at, below)
            } else {
                pass_4::<L, P, false>(node, size, at, below)
            }
            if size == 1 {
                start += 4;
                size = 1 << (start.trailing_zeros() & !1);
            }
        }
    }
}

/// `y·w`, output below 6q.
#[inline(always)]
unsafe fn product<L: Lanes, P: Prime, const UNIT: bool>(y: Residue<L>, factor: *const u64) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe { if UNIT { fold::<L, P>(y) } else { multiply::<L, P>(carry(y), factor) } }
}

/// `(x + wy, x − wy)`: the interval of `x` grows by 6q.
#[inline(always)]
unsafe fn butterfly<L: Lanes, P: Prime, const UNIT: bool>(
    x: Residue<L>,
    y: Residue<L>,
    factor: *const u64,
) -> (Residue<L>, Residue<L>) {
    // SAFETY: as for the caller.
    unsafe { split::<L, P>(x, product::<L, P, UNIT>(y, factor)) }
}

/// One level of a node of `2·stride` vectors.
#[inline(always)]
unsafe fn pass_2<L: Lanes, P: Prime, const UNIT: bool>(node: *mut u64, stride: usize, factor: *const u64) {
    // SAFETY: as for the caller.
    unsafe {
        for i in 0..stride {
            let (a, b) = (node.add(i * VECTOR_WORDS), node.add((i + stride) * VECTOR_WORDS));
            let (x, y) = butterfly::<L, P, UNIT>(load(a), load(b), factor);
            store(x, a);
            store(y, b);
        }
    }
}

/// Two levels of a node of `4·stride` vectors: `factor` is the node's, those of its halves lie at `below`. `UNIT`: the node's and
/// that of its first half are 1.
#[inline(always)]
unsafe fn pass_4<L: Lanes, P: Prime, const UNIT: bool>(node: *mut u64, stride: usize, factor: *const u64, below: *const u64) {
    // SAFETY: as for the caller.
    unsafe {
        for i in 0..stride {
            let at: [*mut u64; 4] = core::array::from_fn(|j| node.add((i + j * stride) * VECTOR_WORDS));
            let (a, c) = butterfly::<L, P, UNIT>(load(at[0]), load(at[2]), factor);
            let (b, d) = butterfly::<L, P, UNIT>(load(at[1]), load(at[3]), factor);
            let (a, b) = butterfly::<L, P, UNIT>(a, b, below);
            store(a, at[0]);
            store(b, at[1]);
            let (c, d) = butterfly::<L, P, false>(c, d, below.add(FACTOR_WORDS));
            store(c, at[2]);
            store(d, at[3]);
        }
    }
}
