//! The stage across rows, over the [`Arithmetic`] of a kernel; the specification is in
//! [`crate::Stage`].
//!
//! With shared products, the outputs of size `R` come from those of size `R/2` over the inputs at
//! even multiples of `r/R`, `y_k = E_k + O_k` and `y_{k+R/2} = E_k − O_k`: only `O_k`, `k < R/2`,
//! costs products.

use super::arithmetic::Arithmetic;
use super::rows::{Rows, Tile};
use crate::kernel::lanes::Lanes;
use crate::kernel::stage::ProductSharing::{Dense, Shared};
use crate::kernel::stage::{Operands, StageTable};

type LaneOf<A> = <A as Arithmetic>::Lane;

/// Words of scratch: inputs and accumulators of one butterfly, one vector wide.
pub(in crate::kernel) fn scratch<const WIDTH: usize>(table: &StageTable) -> usize {
    if table.radix <= 8 && table.products == Shared { 0 } else { 2 * table.radix * WIDTH }
}

/// The stage; `rows`, `width` and `scratch` as checked by [`crate::kernel::Kernel::stage`].
///
/// # Safety
/// `width` is a multiple of `WIDTH`; `rows`, and the subtrahend if there is one, has a multiple of
/// `span·width` words; `scratch` has [`scratch`] words; the table has `groups·per_group` constants
/// in the order of its shape; the instruction set of the lanes is enabled.
#[inline(always)]
pub(super) unsafe fn stage<A: Arithmetic>(table: &StageTable, operands: Operands<'_>) {
    let subtracts = operands.subtrahend.is_some();
    let tile = Tile::new(table.radix, LaneOf::<A>::WIDTH, operands);
    // SAFETY: as for the caller; the subtrahend has as many words as the rows.
    unsafe { if subtracts { by_shape::<A, true>(table, tile) } else { by_shape::<A, false>(table, tile) } }
}

#[inline(always)]
unsafe fn by_shape<A: Arithmetic, const SUBTRACT: bool>(table: &StageTable, tile: Tile<'_>) {
    // SAFETY: as for the caller; each arm has the radix and number of inputs of the table.
    unsafe {
        match (table.products, table.radix, table.nonzero_inputs) {
            (Shared, 2, 1) => small::<A, 2, 1, SUBTRACT>(table, tile),
            (Shared, 2, _) => small::<A, 2, 2, SUBTRACT>(table, tile),
            (Shared, 4, 1) => small::<A, 4, 1, SUBTRACT>(table, tile),
            (Shared, 4, 2) => small::<A, 4, 2, SUBTRACT>(table, tile),
            (Shared, 4, _) => small::<A, 4, 4, SUBTRACT>(table, tile),
            (Shared, 8, 1) => small::<A, 8, 1, SUBTRACT>(table, tile),
            (Shared, 8, 2) => small::<A, 8, 2, SUBTRACT>(table, tile),
            (Shared, 8, 4) => small::<A, 8, 4, SUBTRACT>(table, tile),
            (Shared, 8, _) => small::<A, 8, 8, SUBTRACT>(table, tile),
            (Shared, ..) => large::<A, SUBTRACT>(table, tile),
            (Dense, 2, _) => dense::<A, 2, SUBTRACT>(table, tile),
            (Dense, ..) => dense::<A, 4, SUBTRACT>(table, tile),
        }
    }
}

/// Radix 2, 4 or 8 in registers.
#[inline(always)]
unsafe fn small<A: Arithmetic, const R: usize, const NONZERO: usize, const SUBTRACT: bool>(
    table: &StageTable,
    mut tile: Tile<'_>,
) {
    // SAFETY: the R rows of a butterfly lie in its block.
    unsafe {
        let arithmetic = A::new(table);
        if table.first_is_one {
            for (i, (rows, constants)) in tile.butterflies::<LaneOf<A>>(table).enumerate() {
                tile.fetch_ahead(i);
                butterfly::<A, R, NONZERO, true, SUBTRACT>(&arithmetic, &rows, constants);
            }
        } else {
            for (i, (rows, constants)) in tile.butterflies::<LaneOf<A>>(table).enumerate() {
                tile.fetch_ahead(i);
                butterfly::<A, R, NONZERO, false, SUBTRACT>(&arithmetic, &rows, constants);
            }
        }
    }
}

#[expect(clippy::needless_range_loop, reason = "loops over adapters are not unrolled: twice the time")]
#[inline(always)]
unsafe fn butterfly<A: Arithmetic, const R: usize, const NONZERO: usize, const FIRST_IS_ONE: bool, const SUBTRACT: bool>(
    arithmetic: &A,
    rows: &Rows<LaneOf<A>>,
    mut constants: *const u64,
) {
    // SAFETY: as for the caller; at most `per_group` constants are read, in the order of the table.
    unsafe {
        let first = arithmetic.load::<SUBTRACT>(rows, 0);
        let mut y = [arithmetic.zero(); R];
        y[0] = if FIRST_IS_ONE {
            arithmetic.once(first)
        } else {
            let c = LaneOf::<A>::splat(*constants);
            constants = constants.add(1);
            arithmetic.product(first, c)
        };
        let mut half = 1;
        while half < R {
            let step = R / half / 2;
            let mut odd = [arithmetic.zero(); R];
            if step < NONZERO {
                let x = arithmetic.load::<SUBTRACT>(rows, step);
                for k in 0..half {
                    odd[k] = arithmetic.product(x, LaneOf::<A>::splat(*constants.add(k)));
                }
                constants = constants.add(half);
            }
            let mut j = 3 * step;
            while j < NONZERO {
                let x = arithmetic.load::<SUBTRACT>(rows, j);
                for k in 0..half {
                    odd[k] = arithmetic.add_product(odd[k], x, LaneOf::<A>::splat(*constants.add(k)));
                }
                constants = constants.add(half);
                j += 2 * step;
            }
            for k in 0..half {
                (y[k], y[k + half]) = (arithmetic.add(y[k], odd[k]), arithmetic.sub(y[k], odd[k]));
            }
            half *= 2;
        }
        for k in 0..R {
            rows.store(k, arithmetic.reduce(y[k]));
        }
    }
}

/// `K` outputs of a dense block: `Σ_i c[i·K + k]·x[i·step]`, carried.
#[inline(always)]
unsafe fn dense_outputs<A: Arithmetic, const K: usize>(
    arithmetic: &A,
    x: *const u64,
    step: usize,
    terms: usize,
    mut constants: *const u64,
) -> [A::Sum; K] {
    // SAFETY: `terms` inputs and `K·terms` constants lie behind the pointers.
    unsafe {
        let mut sums = [arithmetic.zero(); K];
        let mut done = 0;
        while done < terms {
            let end = terms.min(done + A::CHUNK);
            for i in done..end {
                let x = LaneOf::<A>::load(x.add(i * step));
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = arithmetic.add_product(*sum, x, LaneOf::<A>::splat(*constants.add(k)));
                }
                constants = constants.add(K);
            }
            for sum in &mut sums {
                *sum = arithmetic.carry(*sum);
            }
            done = end;
        }
        sums
    }
}

/// Copies the nonzero inputs of a butterfly into scratch, one vector each.
#[inline(always)]
unsafe fn gather<A: Arithmetic, const SUBTRACT: bool>(
    arithmetic: &A,
    nonzero_inputs: usize,
    rows: &Rows<LaneOf<A>>,
    scratch: *mut u64,
) {
    for j in 0..nonzero_inputs {
        // SAFETY: as for the caller.
        unsafe { arithmetic.load::<SUBTRACT>(rows, j).store(scratch.add(j * LaneOf::<A>::WIDTH)) }
    }
}

/// Any radix from 16 with shared products: inputs and half the accumulators in scratch.
#[inline(always)]
unsafe fn large<A: Arithmetic, const SUBTRACT: bool>(table: &StageTable, mut tile: Tile<'_>) {
    let (r, nonzero_inputs, x, width) = (table.radix, table.nonzero_inputs, tile.scratch, LaneOf::<A>::WIDTH);
    // SAFETY: scratch has 2r vectors: r inputs, then two for each of r/2 accumulators.
    unsafe {
        let arithmetic = A::new(table);
        let sums = Accumulators { at: x.add(r * width), width, apart: r / 2 * width };
        for (i, (rows, mut constants)) in tile.butterflies::<LaneOf<A>>(table).enumerate() {
            tile.fetch_ahead(i);
            gather::<A, SUBTRACT>(&arithmetic, nonzero_inputs, &rows, x);
            let first = LaneOf::<A>::load(x);
            if table.first_is_one {
                sums.set(&arithmetic, 0, arithmetic.once(first));
            } else {
                let c = LaneOf::<A>::splat(*constants);
                sums.set(&arithmetic, 0, arithmetic.product(first, c));
                constants = constants.add(1);
            }
            let mut half = 1;
            while half < r {
                let step = r / half / 2;
                let terms = if nonzero_inputs > step { (nonzero_inputs / step).div_ceil(2) } else { 0 };
                let level = Level { inputs: x.add(step * width), step: 2 * step * width, terms, half, constants };
                let target = (half * 2 == r).then_some(&rows);
                match half {
                    1 => level.run::<A, 1>(&arithmetic, &sums, target),
                    2 => level.run::<A, 2>(&arithmetic, &sums, target),
                    _ => level.run::<A, 4>(&arithmetic, &sums, target),
                }
                constants = constants.add(half * terms);
                half *= 2;
            }
        }
    }
}

/// Accumulators in scratch.
struct Accumulators {
    at: *mut u64,
    width: usize,
    /// Words between the two vectors of an accumulator.
    apart: usize,
}

impl Accumulators {
    #[inline(always)]
    unsafe fn get<A: Arithmetic>(&self, arithmetic: &A, k: usize) -> A::Sum {
        // SAFETY: the caller keeps `k` below half the radix.
        unsafe { arithmetic.restore(self.at.add(k * self.width), self.apart) }
    }

    #[inline(always)]
    unsafe fn set<A: Arithmetic>(&self, arithmetic: &A, k: usize, sum: A::Sum) {
        // SAFETY: the caller keeps `k` below half the radix.
        unsafe { arithmetic.save(sum, self.at.add(k * self.width), self.apart) }
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
    unsafe fn run<A: Arithmetic, const K: usize>(&self, arithmetic: &A, sums: &Accumulators, target: Option<&Rows<LaneOf<A>>>) {
        for block in (0..self.half).step_by(K) {
            // SAFETY: as for the caller; the table holds `K·terms` constants for each block.
            unsafe {
                let constants = self.constants.add(block * self.terms);
                let odd = dense_outputs::<A, K>(arithmetic, self.inputs, self.step, self.terms, constants);
                for (i, odd) in odd.into_iter().enumerate() {
                    let k = block + i;
                    let even = sums.get(arithmetic, k);
                    let (plus, minus) = (arithmetic.add(even, odd), arithmetic.sub(even, odd));
                    if let Some(rows) = target {
                        rows.store(k, arithmetic.reduce(plus));
                        rows.store(k + self.half, arithmetic.reduce(minus));
                    } else {
                        sums.set(arithmetic, k, plus);
                        sums.set(arithmetic, k + self.half, minus);
                    }
                }
            }
        }
    }
}

/// Any radix, every product.
#[inline(always)]
unsafe fn dense<A: Arithmetic, const K: usize, const SUBTRACT: bool>(table: &StageTable, mut tile: Tile<'_>) {
    let (r, nonzero_inputs, x) = (table.radix, table.nonzero_inputs, tile.scratch);
    // SAFETY: scratch has room for r inputs; the table holds `K·nonzero_inputs` constants for each
    // block of K outputs.
    unsafe {
        let arithmetic = A::new(table);
        for (i, (rows, mut constants)) in tile.butterflies::<LaneOf<A>>(table).enumerate() {
            tile.fetch_ahead(i);
            gather::<A, SUBTRACT>(&arithmetic, nonzero_inputs, &rows, x);
            for block in (0..r).step_by(K) {
                let sums = dense_outputs::<A, K>(&arithmetic, x, LaneOf::<A>::WIDTH, nonzero_inputs, constants);
                constants = constants.add(K * nonzero_inputs);
                for (k, sum) in sums.into_iter().enumerate() {
                    rows.store(block + k, arithmetic.reduce(sum));
                }
            }
        }
    }
}
