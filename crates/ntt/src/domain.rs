//! Where a transform evaluates: the points, as the twiddles of a tree.
//!
//! A transform of length `n = 2^L` splits `X^n − c` into `X^{n/2} ∓ √c`, and these again. Nodes are
//! numbered as a heap: the root is 1, the halves of `v` are `2v` and `2v + 1`. A node replaces the
//! halves `(x, y)` of its residues by `(x + wy, x − wy)`, with one twiddle `w` for the whole node;
//! so a list of `n` twiddles is a transform, and everything below this page takes any.

use crate::PlanError;
use crate::kernel::{Twiddles, coset_twiddles};
use alloc::vec;
use alloc::vec::Vec;
use papilio_field::{Modulus, root};

/// The greatest length of a transform, as a power of two.
pub const MAX_LOG: u32 = 24;

/// A transform over a word prime: a length and a twiddle for every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    modulus: Modulus,
    n: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The points `shift·ω^i`.
    Coset { root: u64, shift: u64 },
    /// Any tree: twiddles by node, the entry 0 unused.
    Tree { twiddles: Vec<u64> },
}

impl Domain {
    /// The roots of `X^n + 1`: `ψ^(2i+1)` for the `ψ` of [`root::negacyclic_root`].
    ///
    /// # Errors
    /// [`PlanError::Length`] unless `n` is a power of two from 2 to `2^24`; [`PlanError::Root`]
    /// when `2n ∤ q − 1`.
    pub fn negacyclic(modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        check_length(n)?;
        let psi = root::negacyclic_root(&modulus, n).ok_or(PlanError::Root { modulus: modulus.value(), order: 2 * n })?;
        Ok(Self { modulus, n, kind: Kind::Coset { root: modulus.mul(psi, psi), shift: psi } })
    }

    /// The `n`-th roots of unity, `ω^i` for the `ω` that is `ψ` of the negacyclic transform of half
    /// the length.
    ///
    /// # Errors
    /// [`PlanError::Length`]; [`PlanError::Root`] when `n ∤ q − 1`.
    pub fn cyclic(modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::coset(modulus, n, 1)
    }

    /// The coset `shift·ω^i`.
    ///
    /// # Errors
    /// The errors of [`Self::cyclic`], and [`PlanError::Shift`] for a multiple of `q`.
    pub fn coset(modulus: Modulus, n: usize, shift: u64) -> Result<Self, PlanError> {
        check_length(n)?;
        let root = root::negacyclic_root(&modulus, n / 2).ok_or(PlanError::Root { modulus: modulus.value(), order: n })?;
        Self::with_root(modulus, n, root, shift)
    }

    /// The coset `shift·ω^i` of a given `ω`.
    ///
    /// # Errors
    /// [`PlanError::Length`]; [`PlanError::NotARoot`] unless `ω` has order `n`;
    /// [`PlanError::Shift`] for a multiple of `q`.
    pub fn with_root(modulus: Modulus, n: usize, root: u64, shift: u64) -> Result<Self, PlanError> {
        check_length(n)?;
        if root >= modulus.value() || modulus.pow(root, n as u64 / 2) != modulus.value() - 1 {
            return Err(PlanError::NotARoot { root, order: n, modulus: modulus.value() });
        }
        let shift = modulus.reduce(shift);
        if shift == 0 {
            return Err(PlanError::Shift(modulus.value()));
        }
        Ok(Self { modulus, n, kind: Kind::Coset { root, shift } })
    }

    /// The transform with these twiddles, `twiddles[v]` that of node `v`; the entry 0 is unused.
    ///
    /// # Errors
    /// [`PlanError::Length`] unless their number is a power of two from 2 to `2^24`;
    /// [`PlanError::Twiddle`] for one that is zero or not below `q`.
    pub fn tree(modulus: Modulus, twiddles: Vec<u64>) -> Result<Self, PlanError> {
        check_length(twiddles.len())?;
        match twiddles.iter().skip(1).find(|&&w| w == 0 || w >= modulus.value()) {
            Some(&twiddle) => Err(PlanError::Twiddle { twiddle, modulus: modulus.value() }),
            None => Ok(Self { modulus, n: twiddles.len(), kind: Kind::Tree { twiddles } }),
        }
    }

    /// The prime.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// The length `n`.
    #[must_use]
    pub fn size(&self) -> usize {
        self.n
    }

    /// `(ω, shift)`, unless the domain is a tree of any twiddles.
    #[must_use]
    pub fn coset_parts(&self) -> Option<(u64, u64)> {
        match self.kind {
            Kind::Coset { root, shift } => Some((root, shift)),
            Kind::Tree { .. } => None,
        }
    }

    /// The kind of points, in a word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Coset { root, shift } if self.modulus.mul(shift, shift) == root => "negacyclic",
            Kind::Coset { shift: 1, .. } => "cyclic",
            Kind::Coset { .. } => "coset",
            Kind::Tree { .. } => "tree",
        }
    }

    /// The twiddle of every node, in the order of [`Self::tree`]: what an engine that transforms
    /// elsewhere makes its tables of. The entry 0 is any residue.
    #[must_use]
    pub fn node_twiddles(&self) -> Vec<u64> {
        self.twiddles().forward
    }

    /// The twiddles of every node and their inverses.
    pub(crate) fn twiddles(&self) -> Twiddles {
        let (m, n) = (&self.modulus, self.n);
        let scale = m.inverse(m.reduce(n as u64));
        let (forward, inverse) = match &self.kind {
            Kind::Coset { root, shift } => {
                let coset = |root, shift| coset_twiddles(n, root, shift, 1, |a, b| m.mul(a, b));
                (coset(*root, *shift), coset(m.inverse(*root), m.inverse(*shift)))
            }
            Kind::Tree { twiddles } => (twiddles.clone(), inverses(m, twiddles)),
        };
        Twiddles::new(forward, inverse, scale, |a, b| m.mul(a, b))
    }
}

/// With one inversion: from the products of all before, and of all after. The entry 0 is left out.
fn inverses(m: &Modulus, values: &[u64]) -> Vec<u64> {
    let mut out = vec![1; values.len()];
    let mut product = 1;
    for (slot, &value) in out.iter_mut().zip(values).skip(1) {
        *slot = product;
        product = m.mul(product, value);
    }
    let mut inverse = m.inverse(product);
    for (slot, &value) in out.iter_mut().zip(values).skip(1).rev() {
        *slot = m.mul(*slot, inverse);
        inverse = m.mul(inverse, value);
    }
    out
}

fn check_length(n: usize) -> Result<(), PlanError> {
    if n.is_power_of_two() && (2..=1 << MAX_LOG).contains(&n) { Ok(()) } else { Err(PlanError::Length(n)) }
}
