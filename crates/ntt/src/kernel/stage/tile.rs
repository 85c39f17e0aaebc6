//! The stage across rows, over 52-bit lanes; the specification is in [`crate::Stage`].
//!
//! A constant `c` is stored as `c·2^52 mod q`. Products are accumulated unreduced in two words,
//! `lo` (multiples of 1) and `hi` (multiples of `2^52`), and one Montgomery step per output brings
//! `hi·2^52 + lo` to a residue: with `m = lo·q^(−1) mod 2^52` the low words of `lo` and `m·q`
//! agree, so the value divided by `2^52` is `hi + ⌊lo/2^52⌋ − ⌊m·q/2^52⌋` exactly. `lo` and `hi`
//! are signed: differences need no correction before that step.
//!
//! With shared products, the outputs of size `R` come from those of size `R/2` over the inputs at
//! even multiples of `r/R`, `y_k = E_k + O_k` and `y_{k+R/2} = E_k − O_k`: only `O_k`, `k < R/2`,
//! costs products.
//!
//! Cost per output and vector: `2·products/r` multiply-adds for the products and 2 for the
//! reduction; for radix 8, 7.25.

use crate::kernel::lanes::{Lanes52, MASK52};
use crate::kernel::stage::ProductSharing::{Dense, Shared};
use crate::kernel::stage::{Operands, StageTable};
use core::marker::PhantomData;

/// The least bit length of a prime: the quotient estimate of [`Reducer`] needs `2^63/q < 2^52`.
pub(in crate::kernel) const MIN_BITS: u32 = 12;
/// The greatest bit length: a value of 4q must be a 52-bit word.
pub(in crate::kernel) const MAX_BITS: u32 = 50;
/// Products summed before the low words are carried into the high ones: keeps `|lo| < 2^62` through
/// two more sums.
const CHUNK: usize = 512;

/// `c·2^52 mod q`.
pub(in crate::kernel) fn constant(modulus: &papilio_field::Modulus, c: u64) -> u64 {
    modulus.reduce_wide(u128::from(c) << 52)
}

/// Greatest magnitude of the high word, before the reduction.
fn magnitude(table: &StageTable) -> u64 {
    let largest = (u128::from(table.input_bound - 1) * u128::from(table.modulus.value() - 1)) >> 52;
    let scaled = if table.first_is_one && table.products == Shared {
        table.nonzero_inputs as u64 - 1
    } else {
        table.nonzero_inputs as u64
    };
    // Each product adds at most `largest` and, through the carry of its low word, one.
    table.input_bound + scaled * (largest as u64 + 2) + 1
}

/// The multiple of `q` that keeps an unreduced output above zero.
fn offset(table: &StageTable) -> u64 {
    let q = table.modulus.value();
    (magnitude(table).div_ceil(q) + 1) * q
}

/// Whether outputs must be brought below 2q because they would not fit a 51-bit word otherwise.
fn full(table: &StageTable) -> bool {
    magnitude(table) + offset(table) > 1 << 51
}

pub(in crate::kernel) fn bound(table: &StageTable) -> u64 {
    if full(table) { 2 * table.modulus.value() } else { magnitude(table) + offset(table) }
}

/// Words of scratch: inputs and accumulators of one butterfly, one vector wide.
pub(in crate::kernel) fn scratch<const WIDTH: usize>(table: &StageTable) -> usize {
    if table.radix <= 8 && table.products == Shared { 0 } else { 2 * table.radix * WIDTH }
}

/// The reduction at the end of a stage.
#[derive(Clone, Copy)]
struct Reducer<L> {
    offset: L,
    q: L,
    q_inverse: L,
    /// `⌊2^63/q⌋`
    ratio: L,
    zero: L,
}

impl<L: Lanes52> Reducer<L> {
    #[inline(always)]
    unsafe fn new(table: &StageTable) -> Self {
        let q = table.modulus.value();
        // SAFETY: as for the caller.
        unsafe {
            Self {
                offset: L::splat(offset(table)),
                q: L::splat(q),
                q_inverse: L::splat(inverse_52(q)),
                ratio: L::splat((1 << 63) / q),
                zero: L::splat(0),
            }
        }
    }

    /// `(hi·2^52 + lo)·2^(−52) mod q`, below [`bound`].
    #[inline(always)]
    unsafe fn reduce<const FULL: bool>(&self, lo: L, hi: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let m = self.zero.madd_lo(lo, self.q_inverse);
            let correction = self.zero.madd_hi(m, self.q);
            let hi = hi.add(lo.shr::<52>()).add(self.offset);
            if !FULL {
                return hi.sub(correction);
            }
            // 0 < hi < 2^63: the estimate of hi/q is less than 3 below it, and 3q is a 52-bit word.
            let quotient = self.zero.madd_hi(hi.shr::<11>(), self.ratio);
            let rest = hi.sub(self.zero.madd_lo(quotient, self.q)).mask();
            let rest = rest.min(rest.sub(self.q)).min(rest.sub(self.q.add(self.q)));
            rest.add(self.q).sub(correction)
        }
    }
}

/// `q^(−1) mod 2^52` for odd `q`, by Newton's iteration: each step doubles the bits that are right.
fn inverse_52(q: u64) -> u64 {
    let mut x = q; // right modulo 2^3
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(x)));
    }
    x & MASK52
}

/// The stage; `rows`, `width` and `scratch` as checked by [`super::Kernel::stage`].
///
/// # Safety
/// `width` is a multiple of `L::WIDTH`; `rows`, and the subtrahend if there is one, has a multiple
/// of `span·width` words; `scratch` has [`scratch`] words; the table has `groups·per_group`
/// constants in the order of its shape; the instruction set of `L` is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn stage<L: Lanes52>(table: &StageTable, operands: Operands<'_>) {
    let Operands { rows, width, subtrahend, ahead, scratch } = operands;
    let tile = Tile {
        width,
        scratch: scratch.as_mut_ptr(),
        subtrahend: subtrahend.map_or(rows.as_ptr(), |m| m.words.as_ptr()),
        constant: subtrahend.map_or(0, |m| m.constant),
        ahead: ahead.as_ptr(),
        // Spread evenly over the butterflies, so that memory and arithmetic work at the same time.
        lines: (ahead.len() / LINE).div_ceil(rows.len() / (table.radix * L::WIDTH)),
    };
    // SAFETY: as for the caller; the subtrahend has as many words as the rows.
    unsafe {
        match (full(table), subtrahend.is_some()) {
            (false, false) => by_shape::<L, false, false>(table, rows, &tile),
            (false, true) => by_shape::<L, false, true>(table, rows, &tile),
            (true, false) => by_shape::<L, true, false>(table, rows, &tile),
            (true, true) => by_shape::<L, true, true>(table, rows, &tile),
        }
    }
}

/// Words of a cache line.
const LINE: usize = 8;

/// The shape and the memory of a stage, besides its table and rows.
struct Tile {
    width: usize,
    scratch: *mut u64,
    /// The words subtracted from those of the rows as they are read, and the constant that keeps
    /// the differences positive.
    subtrahend: *const u64,
    constant: u64,
    /// The words to fetch ahead, and how many lines of them with each butterfly.
    ahead: *const u64,
    lines: usize,
}

impl Tile {
    /// Fetches the lines of butterfly `i`.
    #[inline(always)]
    unsafe fn fetch_ahead<L: Lanes52>(&self, i: usize) {
        for line in i * self.lines..(i + 1) * self.lines {
            // SAFETY: any address may be prefetched.
            unsafe { L::prefetch(self.ahead.wrapping_add(line * LINE)) }
        }
    }
}

#[inline(always)]
unsafe fn by_shape<L: Lanes52, const FULL: bool, const SUBTRACT: bool>(table: &StageTable, rows: &mut [u64], tile: &Tile) {
    // SAFETY: as for the caller; each arm has the radix and number of inputs of the table.
    unsafe {
        match (table.products, table.radix, table.nonzero_inputs) {
            (Shared, 2, 1) => small::<L, 2, 1, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 2, _) => small::<L, 2, 2, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 4, 1) => small::<L, 4, 1, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 4, 2) => small::<L, 4, 2, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 4, _) => small::<L, 4, 4, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 8, 1) => small::<L, 8, 1, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 8, 2) => small::<L, 8, 2, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 8, 4) => small::<L, 8, 4, FULL, SUBTRACT>(table, rows, tile),
            (Shared, 8, _) => small::<L, 8, 8, FULL, SUBTRACT>(table, rows, tile),
            (Shared, ..) => large::<L, FULL, SUBTRACT>(table, rows, tile),
            (Dense, 2, _) => dense::<L, 2, FULL, SUBTRACT>(table, rows, tile),
            (Dense, ..) => dense::<L, 4, FULL, SUBTRACT>(table, rows, tile),
        }
    }
}

/// The rows of a butterfly: where they are, how far apart, and their subtrahends.
#[derive(Clone, Copy)]
struct Rows<L> {
    first: *mut u64,
    stride: usize,
    /// The subtrahend of the first row; those of the others are as far apart as the rows.
    subtrahend: *const u64,
    constant: L,
}

impl<L: Lanes52> Rows<L> {
    /// Input `j`.
    #[inline(always)]
    unsafe fn load<const SUBTRACT: bool>(&self, j: usize) -> L {
        // SAFETY: as for the caller; a subtrahend lies beside every row.
        unsafe {
            let x = L::load(self.first.add(j * self.stride));
            if SUBTRACT { x.add(self.constant).sub(L::load(self.subtrahend.add(j * self.stride))) } else { x }
        }
    }

    /// Output `k`.
    #[inline(always)]
    unsafe fn store(&self, k: usize, x: L) {
        // SAFETY: as for the caller.
        unsafe { x.store(self.first.add(k * self.stride)) }
    }
}

/// The rows and the constants of every butterfly, a vector at a time; rows are `span/radix·width`
/// words apart.
///
/// An iterator of addresses and not a closure over vectors: a closure is a function without the
/// instruction set of the shell, and is slow unless it happens to be inlined.
#[inline(always)]
unsafe fn butterflies<L: Lanes52>(
    table: &StageTable,
    rows: &mut [u64],
    tile: &Tile,
) -> impl Iterator<Item = (Rows<L>, *const u64)> {
    let (count, width) = (rows.len() / tile.width, tile.width);
    let (rows, constants) = (rows.as_mut_ptr(), table.constants.as_ptr());
    let (span, groups, per_group) = (table.span, table.groups, table.per_group);
    let subtrahend = tile.subtrahend;
    // SAFETY: as for the caller.
    let constant = unsafe { L::splat(tile.constant) };
    (0..count).step_by(span).flat_map(move |block| {
        (0..groups).flat_map(move |p| {
            let (row, constants) = ((block + p) * width, constants.wrapping_add(p * per_group));
            let at = move |v| Rows {
                first: rows.wrapping_add(row + v),
                stride: groups * width,
                subtrahend: subtrahend.wrapping_add(row + v),
                constant,
            };
            (0..width).step_by(L::WIDTH).map(move |v| (at(v), constants))
        })
    })
}

/// Radix 2, 4 or 8 in registers.
#[inline(always)]
unsafe fn small<L: Lanes52, const R: usize, const NONZERO: usize, const FULL: bool, const SUBTRACT: bool>(
    table: &StageTable,
    rows: &mut [u64],
    tile: &Tile,
) {
    // SAFETY: the R rows of a butterfly lie in its block.
    unsafe {
        let reducer = Reducer::<L>::new(table);
        if table.first_is_one {
            for (i, (rows, constants)) in butterflies::<L>(table, rows, tile).enumerate() {
                tile.fetch_ahead::<L>(i);
                butterfly::<L, R, NONZERO, true, FULL, SUBTRACT>(&reducer, &rows, constants);
            }
        } else {
            for (i, (rows, constants)) in butterflies::<L>(table, rows, tile).enumerate() {
                tile.fetch_ahead::<L>(i);
                butterfly::<L, R, NONZERO, false, FULL, SUBTRACT>(&reducer, &rows, constants);
            }
        }
    }
}

#[inline(always)]
unsafe fn butterfly<
    L: Lanes52,
    const R: usize,
    const NONZERO: usize,
    const FIRST_IS_ONE: bool,
    const FULL: bool,
    const SUBTRACT: bool,
>(
    reducer: &Reducer<L>,
    rows: &Rows<L>,
    mut constants: *const u64,
) {
    // SAFETY: as for the caller; at most `per_group` constants are read, in the order of the table.
    unsafe {
        let first = rows.load::<SUBTRACT>(0);
        let (mut lo, mut hi) = ([reducer.zero; R], [first; R]);
        if !FIRST_IS_ONE {
            let c = L::splat(*constants);
            constants = constants.add(1);
            (lo[0], hi[0]) = (reducer.zero.madd_lo(first, c), reducer.zero.madd_hi(first, c));
        }
        let mut half = 1;
        while half < R {
            let step = R / half / 2;
            let (mut o_lo, mut o_hi) = ([reducer.zero; R], [reducer.zero; R]);
            let mut j = step;
            while j < NONZERO {
                let x = rows.load::<SUBTRACT>(j);
                for k in 0..half {
                    let c = L::splat(*constants.add(k));
                    (o_lo[k], o_hi[k]) = (o_lo[k].madd_lo(x, c), o_hi[k].madd_hi(x, c));
                }
                constants = constants.add(half);
                j += 2 * step;
            }
            for k in 0..half {
                (lo[k + half], hi[k + half]) = (lo[k].sub(o_lo[k]), hi[k].sub(o_hi[k]));
                (lo[k], hi[k]) = (lo[k].add(o_lo[k]), hi[k].add(o_hi[k]));
            }
            half *= 2;
        }
        for k in 0..R {
            rows.store(k, reducer.reduce::<FULL>(lo[k], hi[k]));
        }
    }
}

/// `K` outputs of a dense block: `Σ_i c[i·K + k]·x[i·step]`, carried so that `0 ≤ lo < 2^52`.
#[inline(always)]
unsafe fn dense_outputs<L: Lanes52, const K: usize>(
    zero: L,
    x: *const u64,
    step: usize,
    terms: usize,
    mut constants: *const u64,
) -> [(L, L); K] {
    let mut sums = [(zero, zero); K];
    let mut done = 0;
    while done < terms {
        let end = terms.min(done + CHUNK);
        // SAFETY: `terms` inputs and `K·terms` constants lie behind the pointers.
        unsafe {
            for i in done..end {
                let x = L::load(x.add(i * step));
                for (k, (lo, hi)) in sums.iter_mut().enumerate() {
                    let c = L::splat(*constants.add(k));
                    (*lo, *hi) = (lo.madd_lo(x, c), hi.madd_hi(x, c));
                }
                constants = constants.add(K);
            }
            for (lo, hi) in &mut sums {
                *hi = hi.add(lo.shr::<52>());
                *lo = lo.mask();
            }
        }
        done = end;
    }
    sums
}

/// Copies the nonzero inputs of a butterfly into scratch, one vector each.
#[inline(always)]
unsafe fn gather<L: Lanes52, const SUBTRACT: bool>(nonzero_inputs: usize, rows: &Rows<L>, scratch: *mut u64) {
    for j in 0..nonzero_inputs {
        // SAFETY: as for the caller.
        unsafe { rows.load::<SUBTRACT>(j).store(scratch.add(j * L::WIDTH)) }
    }
}

/// Any radix from 16 with shared products: inputs and half the accumulators in scratch.
#[inline(always)]
unsafe fn large<L: Lanes52, const FULL: bool, const SUBTRACT: bool>(table: &StageTable, rows: &mut [u64], tile: &Tile) {
    let (r, nonzero_inputs, x) = (table.radix, table.nonzero_inputs, tile.scratch);
    // SAFETY: scratch has 2r vectors: r inputs, then r/2 low and r/2 high accumulators.
    unsafe {
        let reducer = Reducer::<L>::new(table);
        let sums = Accumulators::<L> { lo: x.add(r * L::WIDTH), hi: x.add((r + r / 2) * L::WIDTH), lanes: PhantomData };
        for (i, (rows, mut constants)) in butterflies::<L>(table, rows, tile).enumerate() {
            tile.fetch_ahead::<L>(i);
            gather::<L, SUBTRACT>(nonzero_inputs, &rows, x);
            let first = L::load(x);
            if table.first_is_one {
                sums.set(0, (reducer.zero, first));
            } else {
                let c = L::splat(*constants);
                sums.set(0, (reducer.zero.madd_lo(first, c), reducer.zero.madd_hi(first, c)));
                constants = constants.add(1);
            }
            let mut half = 1;
            while half < r {
                let step = r / half / 2;
                let terms = if nonzero_inputs > step { (nonzero_inputs / step).div_ceil(2) } else { 0 };
                let level = Level { inputs: x.add(step * L::WIDTH), step: 2 * step * L::WIDTH, terms, half, constants };
                let target = (half * 2 == r).then_some(&rows);
                match half {
                    1 => level.run::<L, 1, FULL>(&reducer, &sums, target),
                    2 => level.run::<L, 2, FULL>(&reducer, &sums, target),
                    _ => level.run::<L, 4, FULL>(&reducer, &sums, target),
                }
                constants = constants.add(half * terms);
                half *= 2;
            }
        }
    }
}

/// Pairs of accumulators in scratch.
struct Accumulators<L> {
    lo: *mut u64,
    hi: *mut u64,
    lanes: PhantomData<L>,
}

impl<L: Lanes52> Accumulators<L> {
    #[inline(always)]
    unsafe fn get(&self, k: usize) -> (L, L) {
        // SAFETY: the caller keeps `k` below half the radix.
        unsafe { (L::load(self.lo.add(k * L::WIDTH)), L::load(self.hi.add(k * L::WIDTH))) }
    }

    #[inline(always)]
    unsafe fn set(&self, k: usize, (lo, hi): (L, L)) {
        // SAFETY: the caller keeps `k` below half the radix.
        unsafe {
            lo.store(self.lo.add(k * L::WIDTH));
            hi.store(self.hi.add(k * L::WIDTH));
        }
    }
}

/// The odd half of one level, `O_k` for `k < half`, and the outputs `E_k ± O_k`.
struct Level {
    inputs: *const u64,
    step: usize,
    terms: usize,
    half: usize,
    constants: *const u64,
}

impl Level {
    /// `K` outputs at a time; the last level stores reduced rows at `target`.
    #[inline(always)]
    unsafe fn run<L: Lanes52, const K: usize, const FULL: bool>(
        &self,
        reducer: &Reducer<L>,
        sums: &Accumulators<L>,
        target: Option<&Rows<L>>,
    ) {
        for block in (0..self.half).step_by(K) {
            // SAFETY: as for the caller; the table holds `K·terms` constants for each block.
            unsafe {
                let constants = self.constants.add(block * self.terms);
                let odd = dense_outputs::<L, K>(reducer.zero, self.inputs, self.step, self.terms, constants);
                for (i, (o_lo, o_hi)) in odd.into_iter().enumerate() {
                    let k = block + i;
                    let (e_lo, e_hi) = sums.get(k);
                    let (plus, minus) = ((e_lo.add(o_lo), e_hi.add(o_hi)), (e_lo.sub(o_lo), e_hi.sub(o_hi)));
                    if let Some(rows) = target {
                        rows.store(k, reducer.reduce::<FULL>(plus.0, plus.1));
                        rows.store(k + self.half, reducer.reduce::<FULL>(minus.0, minus.1));
                    } else {
                        sums.set(k, plus);
                        sums.set(k + self.half, minus);
                    }
                }
            }
        }
    }
}

/// Any radix, every product.
#[inline(always)]
unsafe fn dense<L: Lanes52, const K: usize, const FULL: bool, const SUBTRACT: bool>(
    table: &StageTable,
    rows: &mut [u64],
    tile: &Tile,
) {
    let (r, nonzero_inputs, x) = (table.radix, table.nonzero_inputs, tile.scratch);
    // SAFETY: scratch has room for r inputs; the table holds `K·nonzero_inputs` constants for each
    // block of K outputs.
    unsafe {
        let reducer = Reducer::<L>::new(table);
        for (i, (rows, mut constants)) in butterflies::<L>(table, rows, tile).enumerate() {
            tile.fetch_ahead::<L>(i);
            gather::<L, SUBTRACT>(nonzero_inputs, &rows, x);
            for block in (0..r).step_by(K) {
                let sums = dense_outputs::<L, K>(reducer.zero, x, L::WIDTH, nonzero_inputs, constants);
                constants = constants.add(K * nonzero_inputs);
                for (k, (lo, hi)) in sums.into_iter().enumerate() {
                    rows.store(block + k, reducer.reduce::<FULL>(lo, hi));
                }
            }
        }
    }
}
