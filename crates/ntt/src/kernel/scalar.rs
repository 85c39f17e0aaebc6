//! The portable row: any odd prime below `2^62`, any length, in 64-bit words.

use super::{Kernel, Operands, StageTable, TransformTable};
use crate::Modulus;
use crate::plan::bit_reverse;

pub(super) static ROW: Kernel = Kernel {
    name: "scalar",
    why: "portable 64-bit words",
    available: || true,
    bits: (2, Modulus::MAX_BITS),
    min_n: 2,
    word_bits: 63,
    tables,
    forward,
    inverse,
    stage_constant: |_, c| c,
    stage_bound: |table| table.modulus.value(),
    stage_scratch: |table| table.live + table.radix,
    stage,
    multiply,
    scale,
    shift_reduce,
    subtract_lazy,
};

/// Powers of the root in bit-reversed order, each followed by its Shoup companion `⌊w·2^64/q⌋`; the inverse table ends with
/// `n^(−1)` and its companion.
pub(super) fn tables(table: &mut TransformTable) {
    let (m, n) = (table.modulus, table.n);
    let log = n.trailing_zeros();
    let bit_reversed = |root: u64| {
        let mut powers = vec![1; n];
        for i in 1..n {
            powers[i] = m.mul(powers[i - 1], root);
        }
        (0..n).map(|i| powers[bit_reverse(i, log)]).collect::<Vec<_>>()
    };
    let with_companions = |w: Vec<u64>| w.into_iter().flat_map(|w| [w, m.shoup(w, 64)]).collect::<Vec<_>>();
    table.forward = with_companions(bit_reversed(table.root));
    let mut inverse = bit_reversed(m.inverse(table.root));
    inverse.push(m.inverse(n as u64));
    table.inverse = with_companions(inverse);
}

/// `x·w mod q`, below 2q, for any word `x` and `w_shoup = ⌊w·2^64/q⌋`.
#[inline(always)]
fn shoup(x: u64, w: &[u64], q: u64) -> u64 {
    let quotient = ((u128::from(x) * u128::from(w[1])) >> 64) as u64;
    x.wrapping_mul(w[0]).wrapping_sub(quotient.wrapping_mul(q))
}

/// Cooley–Tukey butterflies with the bounds of Harvey, "Faster arithmetic for number-theoretic transforms" (2014): values
/// stay below 4q between levels.
pub(super) fn forward(table: &TransformTable, a: &mut [u64]) {
    let q = table.modulus.value();
    let mut half = a.len() / 2;
    let mut first = 1;
    while half > 0 {
        for (block, w) in a.chunks_exact_mut(2 * half).zip(table.forward[2 * first..].chunks_exact(2)) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                let u = (*x).min(x.wrapping_sub(2 * q));
                let t = shoup(*y, w, q);
                (*x, *y) = (u + t, u + 2 * q - t);
            }
        }
        first *= 2;
        half /= 2;
    }
    for x in a {
        let below = (*x).min(x.wrapping_sub(2 * q));
        *x = below.min(below.wrapping_sub(q));
    }
}

/// Gentleman–Sande butterflies; values stay below 2q between levels.
pub(super) fn inverse(table: &TransformTable, a: &mut [u64]) {
    let q = table.modulus.value();
    let n = a.len();
    let mut half = 1;
    while half < n {
        let first = n / half / 2;
        for (block, w) in a.chunks_exact_mut(2 * half).zip(table.inverse[2 * first..].chunks_exact(2)) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                let sum = *x + *y;
                let difference = *x + 2 * q - *y;
                *x = sum.min(sum.wrapping_sub(2 * q));
                *y = shoup(difference, w, q);
            }
        }
        half *= 2;
    }
    let scale = &table.inverse[2 * n..];
    for x in a {
        let y = shoup(*x, scale, q);
        *x = y.min(y.wrapping_sub(q));
    }
}

fn multiply(modulus: &Modulus, a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(x, &y)| *x = modulus.mul(*x, y));
}

fn scale(modulus: &Modulus, a: &mut [u64], c: u64) {
    let w = [c, modulus.shoup(c, 64)];
    let q = modulus.value();
    a.iter_mut().for_each(|x| {
        let y = shoup(*x, &w, q);
        *x = y.min(y.wrapping_sub(q));
    });
}

fn shift_reduce(modulus: &Modulus, a: &mut [u64], c: u64) {
    a.iter_mut().for_each(|x| *x = modulus.reduce(*x + c));
}

fn subtract_lazy(a: &mut [u64], b: &[u64], c: u64) {
    a.iter_mut().zip(b).for_each(|(x, &y)| *x = *x + c - y);
}

/// The stage across rows, one column at a time; see [`crate::Stage`]. Outputs are canonical.
fn stage(table: &StageTable, operands: Operands<'_>) {
    let Operands { rows, width, minus, scratch, .. } = operands;
    if let Some(minus) = minus {
        subtract_lazy(rows, minus.words, minus.constant);
    }
    let (inputs, outputs) = scratch.split_at_mut(table.live);
    let outputs = &mut outputs[..table.radix];
    let stride = table.groups * width;
    for block in rows.chunks_exact_mut(table.span * width) {
        for p in 0..table.groups {
            let constants = &table.constants[p * table.per_group..][..table.per_group];
            for column in p * width..(p + 1) * width {
                for (j, x) in inputs.iter_mut().enumerate() {
                    *x = table.modulus.reduce(block[column + j * stride]);
                }
                if table.dense {
                    combine(&table.modulus, outputs, inputs, (0, 1), constants);
                } else {
                    shared(table, outputs, inputs, constants);
                }
                for (k, &y) in outputs.iter().enumerate() {
                    block[column + k * stride] = y;
                }
            }
        }
    }
}

/// `y_k = E_k + O_k`, `y_{k+R/2} = E_k − O_k`, level by level.
fn shared(table: &StageTable, y: &mut [u64], x: &[u64], mut constants: &[u64]) {
    let m = &table.modulus;
    y[0] = x[0];
    if !table.unit {
        y[0] = m.mul(x[0], constants[0]);
        constants = &constants[1..];
    }
    let mut half = 1;
    while half < table.radix {
        let step = table.radix / half / 2;
        let (even, odd) = y[..2 * half].split_at_mut(half);
        let used = combine(m, odd, x, (step, 2 * step), constants);
        constants = &constants[used..];
        for (e, o) in even.iter_mut().zip(odd) {
            (*e, *o) = (m.add(*e, *o), m.sub(*e, *o));
        }
        half *= 2;
    }
}

/// Dense products in blocks of up to four outputs, over inputs `first, first + step, …`; returns the constants used.
fn combine(m: &Modulus, y: &mut [u64], x: &[u64], (first, step): (usize, usize), constants: &[u64]) -> usize {
    /// Products below 2^124 that a 128-bit sum holds beside a reduced one.
    const CHUNK: usize = 8;
    let block = y.len().min(4);
    let terms = x.len().saturating_sub(first).div_ceil(step);
    for (b, outputs) in y.chunks_exact_mut(block).enumerate() {
        let constants = &constants[b * block * terms..];
        for (k, output) in outputs.iter_mut().enumerate() {
            let mut sum = 0u128;
            for (i, &input) in x[first.min(x.len())..].iter().step_by(step).enumerate() {
                sum += u128::from(input) * u128::from(constants[i * block + k]);
                if i % CHUNK == CHUNK - 1 {
                    sum = u128::from(m.reduce_wide(sum));
                }
            }
            *output = m.reduce_wide(sum);
        }
    }
    y.len() * terms
}
