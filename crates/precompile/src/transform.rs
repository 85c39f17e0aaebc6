//! The transforms of every kind: one text over a tree of factors.
//!
//! A node of the tree is a polynomial `X^(2s) − c²`, its halves are `X^s ∓ c`, and `c` is its
//! factor. Nodes are numbered as a heap: the root is 1, the halves of `v` are `2v` and `2v + 1`.
//! With `N` values, node `m + j` of the level of `m` nodes has the factor
//! `r^((N/2m)·(2·brv(j) + 1))` for the roots of `X^N + 1`, `r^((N/2m)·brv(j))` for those of
//! `X^N − 1`, and `r^((N/2m)·(4·brv(j) + 1))` for those of `Y^N − i`, where `brv` reverses the
//! digits of a place in its level.

use crate::ring::{Factor, Module, Ring};
use crate::squares::Squares;
use alloc::vec;
use alloc::vec::Vec;

/// Which polynomial is at the root of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// `X^N + 1`.
    Negacyclic,
    /// `X^N − 1`.
    Cyclic,
    /// `Y^N − i`.
    Complex,
}

/// The factors of a tree by node, in Montgomery's form; the entry 0 is unused. Each is one product.
pub(crate) fn factors<R: Ring>(ring: &R, squares: &Squares<R>, tree: Tree, size: usize) -> Vec<R::Residue> {
    let mut table = vec![ring.one(); size];
    let log = size.trailing_zeros() as usize;
    match tree {
        Tree::Negacyclic => (0..log).for_each(|level| double(ring, &mut table, level, squares.power(log - 1 - level))),
        Tree::Cyclic | Tree::Complex => {
            let step = if tree == Tree::Cyclic { 0 } else { 2 };
            let mut powers = vec![ring.one(); size / 2];
            (0..log.saturating_sub(1)).for_each(|i| double(ring, &mut powers, i, squares.power(step + log - 2 - i)));
            for level in 0..log {
                let nodes = &mut table[1 << level..2 << level];
                if tree == Tree::Cyclic {
                    nodes.copy_from_slice(&powers[..1 << level]);
                } else {
                    let shift = squares.power(log - 1 - level);
                    nodes.iter_mut().zip(&powers).for_each(|(node, &power)| *node = ring.mul(power, shift));
                }
            }
        }
    }
    table
}

/// `r^(2·brv(j) + 1)` for `j < size/2`, from `r` in either form: the factors of the last level of a
/// negacyclic tree.
pub(crate) fn odd_powers<R: Ring>(ring: &R, root: R::Residue, squares: &Squares<R>, size: usize) -> Vec<R::Residue> {
    let mut powers = vec![root; size / 2];
    let log = size.trailing_zeros() as usize;
    (0..log.saturating_sub(1)).for_each(|i| double(ring, &mut powers, i, squares.power(log - 1 - i)));
    powers
}

/// Sets entries `2^i` to `2^(i+1)` to those below, times a factor.
fn double<R: Ring>(ring: &R, table: &mut [R::Residue], i: usize, factor: R::Residue) {
    let (from, to) = table.split_at_mut(1 << i);
    for (to, &from) in to.iter_mut().zip(from.iter()) {
        *to = ring.mul(from, factor);
    }
}

/// Coefficients in natural order to values in bit-reversed order, in place.
pub(crate) fn forward<M: Module>(module: &M, factors: &[Factor<M>], a: &mut [M::Value]) {
    let split = |x: &mut M::Value, y: &mut M::Value, w: Factor<M>| {
        let product = module.mul(*y, w);
        (*x, *y) = (module.add(*x, product), module.sub(*x, product));
    };
    let mut nodes = 1;
    while nodes < a.len() {
        let half = a.len() / nodes / 2;
        level(a, half, &factors[nodes..2 * nodes], split);
        nodes *= 2;
    }
}

/// The inverse of [`forward`], with the factors of the inverse root.
pub(crate) fn inverse<M: Module>(module: &M, factors: &[Factor<M>], a: &mut [M::Value]) {
    let merge = |x: &mut M::Value, y: &mut M::Value, w: Factor<M>| {
        let difference = module.sub(*x, *y);
        (*x, *y) = (module.add(*x, *y), module.mul(difference, w));
    };
    let (mut nodes, log) = (a.len() / 2, a.len().trailing_zeros());
    while nodes > 1 {
        let half = a.len() / nodes / 2;
        level(a, half, &factors[nodes..2 * nodes], merge);
        nodes /= 2;
    }
    if nodes == 1 {
        // The last level divides by N as well.
        let last = |x: &mut M::Value, y: &mut M::Value, w: Factor<M>| {
            let sum = module.add(*x, *y);
            (*x, *y) = (module.halve(sum, log), module.mul(module.sub(*x, *y), w));
        };
        let factor = Ring::halve(module.factors(), factors[1], log);
        level(a, a.len() / 2, &[factor], last);
    }
}

/// The butterflies of a level: in every block of two halves, of places with the same place in their
/// half.
#[inline(always)]
fn level<T, W: Copy>(a: &mut [T], half: usize, factors: &[W], butterfly: impl Fn(&mut T, &mut T, W)) {
    if half == 1 {
        for ([x, y], &w) in a.as_chunks_mut::<2>().0.iter_mut().zip(factors) {
            butterfly(x, y, w);
        }
        return;
    }
    for (block, &w) in a.chunks_exact_mut(2 * half).zip(factors) {
        let (low, high) = block.split_at_mut(half);
        for (x, y) in low.iter_mut().zip(high) {
            butterfly(x, y, w);
        }
    }
}
