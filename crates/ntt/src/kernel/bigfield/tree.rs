//! The transform of one block: eight columns side by side, each of `m` residues.
//!
//! A node `X^(m/2^d) − c` of the tree is split into `X^(m/2^(d+1)) ∓ w`, `w² = c`, by butterflies
//! that all have the factor `w`. Nodes are numbered as in a heap; inputs are in natural order,
//! outputs in bit-reversed order. Nodes are visited depth first, two levels at a time.
//!
//! *Intervals.* A product is below 6q whatever its factor, so a level widens the interval of the
//! values by 6q and `L` levels take inputs below `b·q` to outputs below `(b + 6L)q`. With `b ≤ 8`
//! and `L ≤ 12`, all stay below 80q, and that is a valid factor where the prime has so much room.
//! Where it has not, some passes [fold](folds) on the way. Limbs grow by less than `2^57` a level:
//! they stay between `±2^61`.

use super::lanes::{Eight, Lanes, WIDTH};
use super::layout::VECTOR_WORDS;
use super::prime::Prime;
use super::residue::{FACTOR_WORDS, PRODUCT, Residue, add_sub, carry, fold, load, multiply, store};

/// The greatest number of levels of a block.
pub(super) const MAX_LEVELS: u32 = 12;

/// No input of a block is above so many `q`: [`montgomery_bound`](super::residue::montgomery_bound)
/// of any lanes.
pub(super) const INPUT: u64 = PRODUCT + 2;

/// Outputs of [`fold`] are below so many `q`.
const FOLDED: u64 = 2;

/// The factors of a tree.
#[derive(Clone, Copy)]
pub(super) struct Factors<'a> {
    /// [`FACTOR_WORDS`] for each node, by number; those of the entry 0 are not used.
    pub(super) words: &'a [u64],
    /// Whether the first node of each level has the factor 1.
    pub(super) first_is_one: bool,
}

/// The passes of two levels that fold between them: bit `k` is for nodes of `2^k` vectors. The
/// input of the block is below `below·q`, `below ≤ 8`.
///
/// A pass takes values below `b·q` to values below `(b + 12)q`, and one that folds takes them to
/// values below 8q: half of its values after one level, where all are below `(b + 6)q`, are reduced
/// and widened once more. Either has to stay within `REACH·q`. Passes fold as late as that allows,
/// so as few do as can be: none for BN254 and the Stark prime, at most two in a block for
/// BLS12-381.
pub(super) const fn folds<P: Prime>(levels: u32, below: u64) -> u32 {
    const { assert!(INPUT + 2 * PRODUCT <= P::REACH, "there is no room for a level and half of a pass") };
    if INPUT + PRODUCT * MAX_LEVELS as u64 <= P::REACH {
        return 0;
    }
    let (mut log, mut bound, mut folds) = (levels & !1, below + PRODUCT * (levels % 2) as u64, 0);
    while log > 0 {
        // The next pass must be able to fold.
        let limit = if log == 2 { P::REACH } else { P::REACH - PRODUCT };
        bound += 2 * PRODUCT;
        if bound > limit {
            folds |= 1 << log;
            bound = FOLDED + PRODUCT;
        }
        log -= 2;
    }
    folds
}

/// All levels of a block of `2^levels` vectors, at least 4. Input below `below·q`, `below ≤ 8`,
/// output below `REACH·q`.
#[inline(always)]
pub(super) unsafe fn forward_levels<L: Eight, P: Prime>(block: *mut u64, levels: u32, factors: Factors<'_>, below: u64) {
    let m = 1usize << levels;
    let folds = folds::<P>(levels, below);
    debug_assert!(factors.words.len() == m * FACTOR_WORDS && levels <= MAX_LEVELS && below <= INPUT);
    // SAFETY: as for the caller; nodes lie inside the block, and their numbers and those of their
    // halves are below `m`.
    unsafe {
        let (mut start, mut size) = (0, m);
        while start < m {
            let (node, number) = (block.add(start * VECTOR_WORDS), (m + start) / size);
            let at = factors.words.as_ptr().add(number * FACTOR_WORDS);
            let first_is_one = factors.first_is_one && start == 0;
            if size.trailing_zeros() % 2 == 1 {
                // Only the whole block can be an odd power of two.
                size /= 2;
                if first_is_one {
                    pass_2::<L, P, true>(node, size, at)
                } else {
                    pass_2::<L, P, false>(node, size, at)
                }
                continue;
            }
            let halves = factors.words.as_ptr().add(2 * number * FACTOR_WORDS);
            let fold = folds >> size.trailing_zeros() & 1 == 1;
            size /= 4;
            match (first_is_one, fold) {
                (false, false) => pass_4::<L, P, false, false>(node, size, at, halves),
                (false, true) => pass_4::<L, P, false, true>(node, size, at, halves),
                (true, false) => pass_4::<L, P, true, false>(node, size, at, halves),
                (true, true) => pass_4::<L, P, true, true>(node, size, at, halves),
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
unsafe fn product<L: Lanes, P: Prime, const FACTOR_IS_ONE: bool>(y: Residue<L>, factor: *const u64) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe { if FACTOR_IS_ONE { fold::<L, P>(y) } else { multiply::<L, P>(carry(y), factor) } }
}

/// `(x + wy, x − wy)`: the interval of `x` grows by 6q.
#[inline(always)]
unsafe fn ct_butterfly<L: Lanes, P: Prime, const FACTOR_IS_ONE: bool>(
    x: Residue<L>,
    y: Residue<L>,
    factor: *const u64,
) -> (Residue<L>, Residue<L>) {
    // SAFETY: as for the caller.
    unsafe { add_sub::<L, P>(x, product::<L, P, FACTOR_IS_ONE>(y, factor)) }
}

/// Where part `i` of the vectors in order begins.
#[inline(always)]
pub(super) const fn part<L: Eight>(i: usize) -> usize {
    i / L::PARTS * VECTOR_WORDS + i % L::PARTS * (WIDTH / L::PARTS)
}

/// One level of a node of `2·stride` vectors.
#[inline(always)]
unsafe fn pass_2<L: Eight, P: Prime, const FACTOR_IS_ONE: bool>(node: *mut u64, stride: usize, factor: *const u64) {
    // SAFETY: as for the caller.
    unsafe {
        for i in 0..stride * L::PARTS {
            let (a, b) = (node.add(part::<L>(i)), node.add(part::<L>(i) + stride * VECTOR_WORDS));
            let (x, y) = ct_butterfly::<L::Part, P, FACTOR_IS_ONE>(load(a), load(b), factor);
            store(x, a);
            store(y, b);
        }
    }
}

/// Two levels of a node of `4·stride` vectors: `factor` is the node's, those of its halves lie at
/// `halves`. `FACTOR_IS_ONE`: the node's and that of its first half are 1. `FOLD`: what the second
/// level multiplies by nothing is [folded](folds) before it.
#[inline(always)]
unsafe fn pass_4<L: Eight, P: Prime, const FACTOR_IS_ONE: bool, const FOLD: bool>(
    node: *mut u64,
    stride: usize,
    factor: *const u64,
    halves: *const u64,
) {
    // SAFETY: as for the caller.
    unsafe {
        for i in 0..stride * L::PARTS {
            let at: [*mut u64; 4] = core::array::from_fn(|j| node.add(part::<L>(i) + j * stride * VECTOR_WORDS));
            let (a, c) = ct_butterfly::<L::Part, P, FACTOR_IS_ONE>(load(at[0]), load(at[2]), factor);
            let (b, d) = ct_butterfly::<L::Part, P, FACTOR_IS_ONE>(load(at[1]), load(at[3]), factor);
            let (a, c) = if FOLD { (fold::<L::Part, P>(a), fold::<L::Part, P>(c)) } else { (a, c) };
            let (a, b) = ct_butterfly::<L::Part, P, FACTOR_IS_ONE>(a, b, halves);
            store(a, at[0]);
            store(b, at[1]);
            let (c, d) = ct_butterfly::<L::Part, P, false>(c, d, halves.add(FACTOR_WORDS));
            store(c, at[2]);
            store(d, at[3]);
        }
    }
}
