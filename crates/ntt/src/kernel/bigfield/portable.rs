//! The kernel for every processor: single elements, two levels of the tree at a time, depth first.
//!
//! Depth first, a part that fits a cache is finished inside it; the outputs come in bit-reversed
//! order and are exchanged by rows.

use super::Threads;
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::order::{Order, bit_reverse_rows, reversed as bit_reverse};

/// Elements from which a part of the tree is worth a thread.
#[cfg(feature = "threads")]
const GRAIN: usize = 1 << 12;

/// A transform and its inverse over rows of any width.
#[derive(Clone, Debug)]
pub(crate) struct Portable<F> {
    log_size: u32,
    /// A factor for each node, numbered as in a heap, and its inverse.
    forward: Vec<F>,
    inverse: Vec<F>,
    inverse_size: F,
}

impl<F: Field> Portable<F> {
    /// `root` has the order `2^log_size`.
    pub(crate) fn new(log_size: u32, root: F, shift: F) -> Option<Self> {
        let inverse_size = F::from_u64(1 << log_size).inverse()?;
        let (root_inverse, shift_inverse) = (root.inverse()?, shift.inverse()?);
        let (forward, inverse) = (heap(log_size, root, shift), heap(log_size, root_inverse, shift_inverse));
        Some(Self { log_size, forward, inverse, inverse_size })
    }

    /// From natural order to the given one.
    pub(crate) fn forward(&self, rows: &mut [F], order: Order, threads: Threads) {
        let tree = Tree { factors: &self.forward, threads };
        let width = rows.len() >> self.log_size;
        tree.forward_levels(rows, width, 1);
        if order == Order::Natural {
            bit_reverse_rows(rows, width);
        }
    }

    /// From the given order to natural order.
    pub(crate) fn inverse(&self, rows: &mut [F], order: Order, threads: Threads) {
        if order == Order::Natural {
            bit_reverse_rows(rows, rows.len() >> self.log_size);
        }
        let tree = Tree { factors: &self.inverse, threads };
        tree.inverse_levels(rows, rows.len() >> self.log_size, 1);
        rows.iter_mut().for_each(|x| *x = *x * self.inverse_size);
    }
}

/// The factors of the tree over the points `shift·root^k`.
fn heap<F: Field>(levels: u32, root: F, shift: F) -> Vec<F> {
    let m = 1usize << levels;
    let roots: Vec<F> = core::iter::successors(Some(F::ONE), |&x| Some(x * root)).take(m / 2).collect();
    let mut factors = Vec::with_capacity(m);
    factors.push(F::ONE);
    for depth in 0..levels {
        let half = m >> (depth + 1);
        let common = shift.pow(&[half as u64]);
        factors.extend((0..1 << depth).map(|v| common * roots[bit_reverse(v, depth) * half]));
    }
    factors
}

#[derive(Clone, Copy)]
struct Tree<'a, F> {
    factors: &'a [F],
    #[cfg_attr(not(feature = "threads"), allow(dead_code))] // there is this thread only
    threads: Threads,
}

impl<F: Field> Tree<'_, F> {
    /// The levels of a node of more than one row.
    fn forward_levels(&self, node: &mut [F], width: usize, number: usize) {
        let rows = node.len() / width.max(1);
        if rows < 2 {
            return;
        }
        if rows.trailing_zeros() % 2 == 1 {
            let w = self.factors[number];
            self.over_halves(node, |x, y| (x + w * y, x - w * y));
            return self.below(node, 2, |half, i| self.forward_levels(half, width, 2 * number + i));
        }
        let w = [self.factors[number], self.factors[2 * number], self.factors[2 * number + 1]];
        self.over_quarters(node, |x| forward_two_levels(x, w));
        self.below(node, 4, |quarter, i| self.forward_levels(quarter, width, 4 * number + i));
    }

    /// The inverse of [`Self::forward_levels`] without the division by the number of rows; the
    /// factors are the inverse ones.
    fn inverse_levels(&self, node: &mut [F], width: usize, number: usize) {
        let rows = node.len() / width.max(1);
        if rows < 2 {
            return;
        }
        if rows.trailing_zeros() % 2 == 1 {
            self.below(node, 2, |half, i| self.inverse_levels(half, width, 2 * number + i));
            let w = self.factors[number];
            return self.over_halves(node, |x, y| (x + y, (x - y) * w));
        }
        self.below(node, 4, |quarter, i| self.inverse_levels(quarter, width, 4 * number + i));
        let w = [self.factors[number], self.factors[2 * number], self.factors[2 * number + 1]];
        self.over_quarters(node, |x| inverse_two_levels(x, w));
    }

    /// Does the parts of a node.
    fn below(&self, node: &mut [F], parts: usize, job: impl Fn(&mut [F], usize) + Sync + Send) {
        let size = node.len() / parts;
        #[cfg(feature = "threads")]
        if self.threads == Threads::Pool && size >= GRAIN {
            use rayon::prelude::*;
            return node.par_chunks_exact_mut(size).enumerate().for_each(|(i, part)| job(part, i));
        }
        node.chunks_exact_mut(size).enumerate().for_each(|(i, part)| job(part, i));
    }

    fn over_halves(&self, node: &mut [F], butterfly: impl Fn(F, F) -> (F, F) + Sync + Send) {
        let (a, b) = node.split_at_mut(node.len() / 2);
        let all = |a: &mut [F], b: &mut [F]| a.iter_mut().zip(b).for_each(|(x, y)| (*x, *y) = butterfly(*x, *y));
        #[cfg(feature = "threads")]
        if self.threads == Threads::Pool && a.len() >= GRAIN {
            use rayon::prelude::*;
            return a.par_chunks_mut(GRAIN / 4).zip(b.par_chunks_mut(GRAIN / 4)).for_each(|(a, b)| all(a, b));
        }
        all(a, b);
    }

    fn over_quarters(&self, node: &mut [F], butterfly: impl Fn([F; 4]) -> [F; 4] + Sync + Send) {
        let quarter = node.len() / 4;
        let (low, high) = node.split_at_mut(2 * quarter);
        let ((a, b), (c, d)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
        let all = |a: &mut [F], b: &mut [F], c: &mut [F], d: &mut [F]| {
            for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
                [*a, *b, *c, *d] = butterfly([*a, *b, *c, *d]);
            }
        };
        #[cfg(feature = "threads")]
        if self.threads == Threads::Pool && quarter >= GRAIN {
            use rayon::prelude::*;
            let size = GRAIN / 4;
            let low = a.par_chunks_mut(size).zip(b.par_chunks_mut(size));
            let high = c.par_chunks_mut(size).zip(d.par_chunks_mut(size));
            return low.zip(high).for_each(|((a, b), (c, d))| all(a, b, c, d));
        }
        all(a, b, c, d);
    }
}

/// Two levels downwards: the factors of a node and of its halves.
#[inline(always)]
fn forward_two_levels<F: Field>([a, b, c, d]: [F; 4], w: [F; 3]) -> [F; 4] {
    let (wc, wd) = (w[0] * c, w[0] * d);
    let (a, b, c, d) = (a + wc, b + wd, a - wc, b - wd);
    let (wb, wd) = (w[1] * b, w[2] * d);
    [a + wb, a - wb, c + wd, c - wd]
}

/// Two levels upwards.
#[inline(always)]
fn inverse_two_levels<F: Field>([a, b, c, d]: [F; 4], w: [F; 3]) -> [F; 4] {
    let (a, b, c, d) = (a + b, (a - b) * w[1], c + d, (c - d) * w[2]);
    [a + c, b + d, (a - c) * w[0], (b - d) * w[0]]
}
