//! Domains over the Mersenne prime `p = 2^31 − 1`: the circle transform of circle STARKs, and the
//! negacyclic transform folded into the complex extension.
//!
//! `F_p` has no roots of unity of order 4 and more; the circle `x² + y² = 1`, a group of order
//! `2^31` inside `F_p(i)`, has them. Both transforms here are the tree of the negacyclic one. The
//! nodes are numbered as a heap: the root is 1, the halves of `v` are `2v` and `2v + 1`. A node
//! `v = 2^d + b` of depth `d`, `b < 2^d`, owns the block of `size >> d` values that starts at
//! `b·(size >> d)`, and one constant `t_v` for all of it:
//!
//! ```text
//! for d in 0 .. log size, v = 2^d + b in 2^d .. 2^(d+1):
//!     (lower, upper) halves of block b:  (u, w) ← (u + t_v·w, u − t_v·w)
//! ```
//!
//! Input in natural order of coefficients, output in the order of the leaves. The inverse goes from
//! the leaves to the root with `(u, w) ← (u + w, (u − w)·t_v^{-1})` and divides everything by the
//! size. The domains give `t_v` and its inverse as tables indexed by `v`; entry 0 belongs to no
//! node and is 1. Only the ring differs:
//!
//! | | values | `t_v` | leaf `brv(k)` is the value at |
//! |:--|:--|:--|:--|
//! | negacyclic, length `n` | `Z_q` | `ψ^brv(v)` over `log n` bits of `v` | `ψ^(2k+1)` |
//! | [`FoldedDomain`], length `n/2` | `F_p(i)` | `θ^(n/2^(d+2)·e_v)` | `θ^(4k+1)` |
//! | [`CircleDomain`], length `n` | `F_p` | `Re θ^(n/2^(d+2)·e_v)`, last level `−Im θ^(e_v)` | see there |
//!
//! `θ` has order `2n` and `θ^(n/2) = i`; `e_v = 1 + 4·brv_d(b)`, with `brv_d` the reversal of `d`
//! bits. `θ^(n/2^(d+2))` is the root of order `2^(d+3)` whatever `n` is, so short tables are
//! prefixes of long ones, but for the last level of the circle. The derivation is in the
//! documentation of the two types.

mod plan;

pub use plan::{CirclePlan, FoldedPlan};

use alloc::vec;
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::fields::{Complex31, Mersenne31};
use papilio_field::order::reversed;

/// The standard position coset of `n = 2^k` points of the circle, `1 ≤ k ≤ 30` (Haböck, Levitt and
/// Papini, "Circle STARKs", ePrint 2024/278, section 3), and the FFT basis on it (section 4).
///
/// *Points.* The coset is the set of all points of order `2n`. Let `Q = conj(θ)`, that is
/// `G^(2^30/n)` for the generator `G = (2, 1268011823)`. Position `2b` has `Q^e` and position
/// `2b + 1` its conjugate `Q^(−e)`, where `e = 1 + 4·brv(b)` and `brv` reverses `k − 1` bits.
/// (Listing `Q^1, Q^5, Q^9, …` and then their conjugates gives the same in natural order: a
/// position is the reversal of `k` bits of the place in that list.)
///
/// *Basis.* Coefficient `j = j₀ + 2·j₁ + 4·j₂ + …` belongs to `y^j₀ · x^j₁ · π(x)^j₂ · π²(x)^j₃ ⋯`,
/// `π(x) = 2x² − 1`, the last factor being `π^(k−2)(x)`. Coefficients are in natural order.
///
/// *Tree.* Doubling a point maps `x` to `π(x)`. On the coset `π^(k−1)(x) = 0`, so
/// `π^(k−2)(x) = ±√½`; the top bit of `j` says whether this function is a factor, so that the root
/// of the tree adds and subtracts `√½` times the upper half, and each half then holds the
/// coefficients of `f` restricted to one half of the coset in the basis without that function. On
/// such a half `π^(k−2)(x) = t` is constant, hence `π^(k−3)(x) = ±√((1 + t)/2)`, and so on down to
/// `x`, then `y = ±√(1 − x²)` at the last level: each node has one constant. With exponents of `Q`:
/// a node of depth `d < k` has the points `Q^(±e)` with `e ≡ e_v mod 2^(d+2)`; its halves have
/// `e ≡ e_v` and `e_v + 2^(d+2) mod 2^(d+3)`, in this order, where `π^(k−2−d)(x)` is the real part
/// of the power `e_v` of the root of order `2^(d+3)`, and its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircleDomain {
    log_size: u32,
}

impl CircleDomain {
    /// The domain of `2^log_size` points, or `None` unless `1 ≤ log_size ≤ 30`.
    #[must_use]
    pub fn new(log_size: u32) -> Option<Self> {
        (1..=30).contains(&log_size).then_some(Self { log_size })
    }

    /// Number of points and of coefficients.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// The point at a position of the output, `x` being the real and `y` the imaginary part.
    ///
    /// # Panics
    /// Unless `position` is below the size.
    #[must_use]
    pub fn point(&self, position: usize) -> Complex31 {
        assert!(position < self.size(), "position {position} of {}", self.size());
        let power = root(self.log_size + 1).pow(1 + 4 * reversed(position / 2, self.log_size - 1) as u64);
        if position.is_multiple_of(2) { power.conjugate() } else { power }
    }

    /// The basis function of a coefficient, at a point.
    #[must_use]
    pub fn basis(index: usize, point: Complex31) -> Mersenne31 {
        let selected = |bit: u32, factor: Mersenne31| if index >> bit & 1 == 1 { factor } else { Mersenne31::ONE };
        let doubled = |&x: &Mersenne31| Some(x * x + x * x - Mersenne31::ONE);
        let of_x = (1..usize::BITS).zip(core::iter::successors(Some(point.re), doubled));
        of_x.take_while(|&(bit, _)| index >> bit != 0)
            .fold(selected(0, point.im), |product, (bit, x)| product * selected(bit, x))
    }

    /// `t_v` for every node `v` of the tree, `n` entries.
    #[must_use]
    pub fn twiddles(&self) -> Vec<Mersenne31> {
        let last = self.log_size - 1;
        let mut table = vec![Mersenne31::ONE];
        for depth in 0..last {
            table.extend(odd_powers(depth + 3, depth).iter().map(|power| power.re));
        }
        table.extend(odd_powers(last + 2, last).iter().map(|power| -power.im));
        table
    }

    /// `t_v^{-1}` for every node `v`, `n` entries.
    #[must_use]
    pub fn inverse_twiddles(&self) -> Vec<Mersenne31> {
        let mut table = self.twiddles();
        invert_all(&mut table);
        table
    }
}

/// The negacyclic transform of length `n = 2^k` over the Mersenne field, `1 ≤ k ≤ 30`, by folding.
///
/// Over `F_p(i)`, `X^n + 1 = (X^(n/2) − i)(X^(n/2) + i)`, and a real polynomial is determined by
/// its residue modulo one factor, because the residue modulo the other is the conjugate. So
/// `F_p[X]/(X^n + 1)` is isomorphic to `F_p(i)[X]/(X^(n/2) − i)` by [`fold`](Self::fold), products
/// included, and this ring splits at the `n/2` roots of `X^(n/2) = i`. With `θ` of order `2n`,
/// `θ^(n/2) = i`, these are `θ^(4k+1) = θ·ω^k`, `k < n/2`, `ω = θ⁴`. A node of the tree is the ring
/// modulo `X^s − θ^(s·e_v)`, `s = n/2^(d+1)`, and its halves those modulo `X^(s/2) ∓ t_v`,
/// `t_v = θ^(s/2·e_v)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldedDomain {
    log_size: u32,
}

impl FoldedDomain {
    /// The domain for real sequences of length `2^log_size`, or `None` unless `1 ≤ log_size ≤ 30`.
    #[must_use]
    pub fn new(log_size: u32) -> Option<Self> {
        (1..=30).contains(&log_size).then_some(Self { log_size })
    }

    /// Number of complex values, `n/2`.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << (self.log_size - 1)
    }

    /// `θ`: of order `2n`, norm 1, and `θ^(n/2) = i`.
    #[must_use]
    pub fn root(&self) -> Complex31 {
        root(self.log_size + 1)
    }

    /// The point at a position of the output: `θ^(4k+1)` at `brv(k)`, the reversal of `log n − 1`
    /// bits.
    ///
    /// # Panics
    /// Unless `position` is below the size.
    #[must_use]
    pub fn point(&self, position: usize) -> Complex31 {
        assert!(position < self.size(), "position {position} of {}", self.size());
        self.root().pow(1 + 4 * reversed(position, self.log_size - 1) as u64)
    }

    /// `z_j = a_j + i·a_{j+n/2}`, the residue modulo `X^(n/2) − i`.
    ///
    /// # Panics
    /// Unless `a` has even length.
    #[must_use]
    pub fn fold(a: &[Mersenne31]) -> Vec<Complex31> {
        assert!(a.len().is_multiple_of(2), "{} elements have no halves", a.len());
        let (low, high) = a.split_at(a.len() / 2);
        low.iter().zip(high).map(|(&re, &im)| Complex31::new(re, im)).collect()
    }

    /// The inverse of [`Self::fold`].
    #[must_use]
    pub fn unfold(z: &[Complex31]) -> Vec<Mersenne31> {
        z.iter().map(|z| z.re).chain(z.iter().map(|z| z.im)).collect()
    }

    /// `t_v` for every node `v` of the tree, `n/2` entries. Their inverses are their conjugates.
    #[must_use]
    pub fn twiddles(&self) -> Vec<Complex31> {
        let levels = (0..self.log_size - 1).flat_map(|depth| odd_powers(depth + 3, depth));
        core::iter::once(Complex31::ONE).chain(levels).collect()
    }
}

/// The root of order `2^log_order`.
fn root(log_order: u32) -> Complex31 {
    let Some(root) = Complex31::root_of_unity(log_order) else { unreachable!("domains ask for orders up to 2^31") };
    root
}

/// `ρ^(1 + 4·brv(b))` for `b < 2^bits`, `ρ` the root of order `2^log_order`.
fn odd_powers(log_order: u32, bits: u32) -> Vec<Complex31> {
    let base = root(log_order);
    let step = base.pow(4);
    let mut powers = vec![Complex31::ONE; 1 << bits];
    let mut power = base;
    for k in 0..powers.len() {
        powers[reversed(k, bits)] = power;
        power = power * step;
    }
    powers
}

/// Inverts nonzero elements, all with one inversion (Montgomery's trick).
fn invert_all(elements: &mut [Mersenne31]) {
    let mut product = Mersenne31::ONE;
    let before: Vec<_> = elements
        .iter()
        .map(|&x| {
            let prefix = product;
            product = product * x;
            prefix
        })
        .collect();
    let Some(mut rest) = product.inverse() else { unreachable!("twiddles are not zero") };
    for (x, prefix) in elements.iter_mut().zip(before).rev() {
        (*x, rest) = (rest * prefix, rest * *x);
    }
}

#[cfg(test)]
mod tests;
