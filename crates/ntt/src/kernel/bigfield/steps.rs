//! The two steps of a transform of `n1·n2` elements, see [`Tables`].
//!
//! The first takes eight adjacent columns at a time into a block of limbs, transforms and twists
//! it, and writes it transposed into the *middle*, where the eight rows of each group lie in the
//! lanes of a block that is contiguous: `n2` vectors. The second step transforms these blocks where
//! they are and writes eight adjacent elements at a time, so that input and output are in natural
//! order and nothing is permuted by itself. In bit-reversed order a column lies in a row: eight
//! rows are read or written, and transposed on the way.

use super::lanes::{Eight, WIDTH};
use super::layout::{VECTOR_WORDS, WORDS};
use super::prime::{LIMBS, Prime};
use super::residue::{
    FACTOR_WORDS, Residue, canonical, carry, load, montgomery, montgomery_bound, multiply, pack, store, unpack,
};
use super::tables::Tables;
use super::tree::{forward_levels, part};
use core::ops::Range;
use papilio_field::order::{Order, reversed as bit_reverse};

/// The distance of the prefetch, in rows of the data, which lie pages apart, where the processor
/// does not guess. With the other prefetches below it takes a sixth off a transform of `2^20`, and
/// adds 2 % to one of `2^12`.
const AHEAD: usize = 16;

/// The tables and the memory of a transform, which threads share.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) tables: &'a Tables,
    /// `n1·n2` elements, canonical.
    pub(super) data: *mut [u64; WORDS],
    /// The orders of the input of the first step and of the output of the second.
    pub(super) orders: (Order, Order),
    /// `n1·n2/8` vectors.
    pub(super) middle: *mut u64,
}

/// The memory of one thread: twice `n1` vectors.
#[derive(Clone, Copy)]
pub(super) struct Worker {
    pub(super) block: *mut u64,
    pub(super) twist: *mut u64,
}

/// The first step, for groups of columns that start with those of a part. Reads the data in these
/// columns, writes the middle.
#[inline(always)]
pub(super) unsafe fn columns<L: Eight, P: Prime>(job: &Job<'_>, worker: Worker, part: usize, groups: Range<usize>) {
    let (tables, n1) = (job.tables, 1usize << job.tables.first);
    // SAFETY: as for the caller: groups are below `n2/8`, and the pointers have the lengths of
    // their documentation.
    unsafe {
        begin::<L, P>(tables, worker, part);
        for group in groups {
            match job.orders.0 {
                Order::Natural => read::<L>(job, worker.block, group),
                Order::BitReversed => read_reversed::<L>(job, worker.block, group),
            }
            forward_levels::<L, P>(worker.block, tables.first, tables.first_tree(), 1);
            for rows in 0..n1 / WIDTH {
                twist::<L, P>(job, worker, group, rows);
            }
        }
    }
}

/// The twists of the first group of a part, as carried factors below 3q.
#[inline(always)]
unsafe fn begin<L: Eight, P: Prime>(tables: &Tables, worker: Worker, part: usize) {
    let n1 = 1usize << tables.first;
    // SAFETY: as for the caller; tables have an entry for each `k1`, and starts for each part.
    unsafe {
        for k in 0..n1 {
            let start = tables.starts.as_ptr().add((part * n1 + k) * LIMBS);
            let start: Residue<L> = core::array::from_fn(|i| L::splat(*start.add(i)));
            let twist = montgomery::<L, P>(load(tables.twist.as_ptr().add(k * VECTOR_WORDS)), start);
            store(carry(twist), worker.twist.add(k * VECTOR_WORDS));
        }
    }
}

/// Eight rows of a block, twisted, to the middle. Input a factor, output below
/// [`montgomery_bound`]. The twists go on to the next group.
#[inline(always)]
unsafe fn twist<L: Eight, P: Prime>(job: &Job<'_>, worker: Worker, group: usize, rows: usize) {
    let Job { tables, middle, .. } = *job;
    // SAFETY: as for the caller.
    unsafe {
        let mut square = [[L::splat(0); WIDTH]; LIMBS];
        let to = middle.add(((rows << tables.second) + group * WIDTH) * VECTOR_WORDS);
        for i in 0..WIDTH {
            prefetch_to_write::<L, LIMBS>(to.add(i * VECTOR_WORDS));
            let k = rows * WIDTH + i;
            let (block, next) = (bit_reverse(k, tables.first) * VECTOR_WORDS, tables.next.as_ptr().add(k * FACTOR_WORDS));
            for i in 0..L::PARTS {
                let (at, x) = (worker.twist.add(k * VECTOR_WORDS + part::<L>(i)), worker.block.add(block + part::<L>(i)));
                let twist: Residue<L::Part> = load(at);
                store(carry(multiply::<L::Part, P>(twist, next)), at);
                store(montgomery::<L::Part, P>(carry(load(x)), twist), x);
            }
            for (limb, value) in square.iter_mut().zip(load::<L, LIMBS>(worker.block.add(block))) {
                limb[i] = value;
            }
        }
        for (k, limb) in square.into_iter().enumerate() {
            for (j, vector) in L::transpose(limb).into_iter().enumerate() {
                vector.store(to.add(j * VECTOR_WORDS + k * WIDTH));
            }
        }
    }
}

/// The second step, for groups of rows: reads and overwrites them in the middle, writes the data in
/// eight columns for each.
#[inline(always)]
pub(super) unsafe fn rows<L: Eight, P: Prime>(job: &Job<'_>, groups: Range<usize>) {
    let Job { tables, middle, .. } = *job;
    // SAFETY: as for the caller: groups are below `n1/8`, and the pointers have the lengths of
    // their documentation.
    unsafe {
        for group in groups {
            let block = middle.add((group << tables.second) * VECTOR_WORDS);
            forward_levels::<L, P>(block, tables.second, tables.second_tree(), montgomery_bound::<L>());
            match job.orders.1 {
                Order::Natural => write::<L, P>(job, block, group),
                Order::BitReversed => write_reversed::<L, P>(job, block, group),
            }
        }
    }
}

/// Eight adjacent columns into a block.
#[inline(always)]
unsafe fn read<L: Eight>(job: &Job<'_>, block: *mut u64, group: usize) {
    let stride = WORDS << job.tables.second;
    // SAFETY: as for the caller.
    unsafe {
        let mut from: *const u64 = job.data.add(group * WIDTH).cast();
        for j in 0..1 << job.tables.first {
            prefetch::<L, WORDS>(from.wrapping_add(AHEAD * stride));
            store(unpack(L::words_of(load(from))), block.add(j * VECTOR_WORDS));
            from = from.wrapping_add(stride);
        }
    }
}

/// [`read`] for bit-reversed input, where the element `(j1, j2)` lies at row `brv(j2)`, column
/// `brv(j1)` of `n2·n1`: a column is a row.
#[inline(always)]
unsafe fn read_reversed<L: Eight>(job: &Job<'_>, block: *mut u64, group: usize) {
    let Job { tables, data, .. } = *job;
    // SAFETY: as for the caller.
    unsafe {
        for p in (0..1 << tables.first).step_by(WIDTH) {
            let mut square = [[L::splat(0); WIDTH]; WORDS];
            for i in 0..WIDTH {
                let row = bit_reverse(group * WIDTH + i, tables.second);
                let from: *const u64 = data.add((row << tables.first) + p).cast();
                for (word, value) in square.iter_mut().zip(L::words_of(load::<L, WORDS>(from))) {
                    word[i] = value;
                }
            }
            // Not by a closure, into which the instructions would not be inlined.
            for word in &mut square {
                *word = L::transpose(*word);
            }
            for i in 0..WIDTH {
                store(unpack(row_of(&square, i)), block.add(bit_reverse(p + i, tables.first) * VECTOR_WORDS));
            }
        }
    }
}

/// A block to eight adjacent columns.
#[inline(always)]
unsafe fn write<L: Eight, P: Prime>(job: &Job<'_>, block: *const u64, group: usize) {
    let (levels, stride) = (job.tables.second, WORDS << job.tables.first);
    // SAFETY: as for the caller.
    unsafe {
        let mut to: *mut u64 = job.data.add(group * WIDTH).cast();
        for k in 0..1 << levels {
            prefetch::<L, LIMBS>(block.wrapping_add(((1 << levels) + k) * VECTOR_WORDS));
            prefetch_to_write::<L, WORDS>(to.wrapping_add(AHEAD * stride));
            let words = canonical_words::<L, P>(job.tables, block.add(bit_reverse(k, levels) * VECTOR_WORDS), k);
            store(L::elements_of(words), to);
            to = to.wrapping_add(stride);
        }
    }
}

/// [`write`] in bit-reversed order, where the element `(k1, k2)` goes to row `brv(k1)`, column
/// `brv(k2)` of `n1·n2`: a column is a row.
#[inline(always)]
unsafe fn write_reversed<L: Eight, P: Prime>(job: &Job<'_>, block: *const u64, group: usize) {
    let Job { tables, data, .. } = *job;
    // SAFETY: as for the caller.
    unsafe {
        for p in (0..1 << tables.second).step_by(WIDTH) {
            prefetch::<L, { LIMBS * WIDTH }>(block.wrapping_add(((1 << tables.second) + p) * VECTOR_WORDS));
            let mut square = [[L::splat(0); WIDTH]; WORDS];
            for i in 0..WIDTH {
                let k = bit_reverse(p + i, tables.second);
                let words = canonical_words::<L, P>(tables, block.add((p + i) * VECTOR_WORDS), k);
                for (word, value) in square.iter_mut().zip(words) {
                    word[i] = value;
                }
            }
            // Not by a closure, into which the instructions would not be inlined.
            for word in &mut square {
                *word = L::transpose(*word);
            }
            for i in 0..WIDTH {
                let row = bit_reverse(group * WIDTH + i, tables.first);
                let to: *mut u64 = data.add((row << tables.second) + p).cast();
                store(L::elements_of(row_of(&square, i)), to);
            }
        }
    }
}

/// The words of row `i`.
#[inline(always)]
fn row_of<L: Eight>(square: &[[L; WIDTH]; WORDS], i: usize) -> [L; WORDS] {
    core::array::from_fn(|w| square[w][i])
}

/// The last multiplication, if any, and the reduction of a vector of block outputs `k`.
#[inline(always)]
unsafe fn canonical_words<L: Eight, P: Prime>(tables: &Tables, from: *const u64, k: usize) -> [L; WORDS] {
    // SAFETY: as for the caller; the table is empty or has an entry for each `k`.
    unsafe {
        let mut x: Residue<L> = load(from);
        if !tables.after.is_empty() {
            x = multiply::<L, P>(carry(x), tables.after.as_ptr().add(k * FACTOR_WORDS));
        }
        pack(canonical::<L, P>(x))
    }
}

/// Prefetches `N` vectors.
#[inline(always)]
unsafe fn prefetch<L: Eight, const N: usize>(from: *const u64) {
    for i in 0..N {
        // SAFETY: as for the caller; any address will do.
        unsafe { L::prefetch(from.wrapping_add(WIDTH * i)) }
    }
}

/// Prefetches `N` vectors that will be written.
#[inline(always)]
unsafe fn prefetch_to_write<L: Eight, const N: usize>(to: *const u64) {
    for i in 0..N {
        // SAFETY: as for the caller; any address will do.
        unsafe { L::prefetch_to_write(to.wrapping_add(WIDTH * i)) }
    }
}
