//! The negacyclic transform of `Z_q[X]/(X^n + 1)`.

use crate::kernel::{Kernel, TransformTable};
use crate::{Modulus, prime};

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The length is not a power of two, or out of range.
    #[error("transform length {0} is not a power of two from 2 to 2^24")]
    Length(usize),
    /// The prime has no primitive 2n-th root of unity.
    #[error("the prime {modulus} has no primitive root of order {order} (it needs {order} | q - 1)")]
    Root {
        /// The prime.
        modulus: u64,
        /// The order `2n` asked for.
        order: usize,
    },
    /// The kernel asked for does not take this prime and length.
    #[error("kernel {kernel} does not support the {bits}-bit prime {modulus} at length {n}")]
    Kernel {
        /// Name of the row.
        kernel: &'static str,
        /// The prime.
        modulus: u64,
        /// Its bit length.
        bits: u32,
        /// The length.
        n: usize,
    },
}

/// A transform of fixed length and prime: kernel row, twiddle tables in that row's format, and root, decided together.
#[derive(Clone, Debug)]
pub struct Plan {
    kernel: &'static Kernel,
    table: TransformTable,
}

impl Plan {
    /// A plan over the preferred kernel of this machine.
    ///
    /// # Errors
    /// [`PlanError::Length`], [`PlanError::Root`].
    pub fn new(modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::with_kernel(Kernel::preferred(&modulus, n), modulus, n)
    }

    /// A plan over a given kernel, for tests and comparisons.
    ///
    /// # Errors
    /// As [`Self::new`], and [`PlanError::Kernel`] when the row does not take this prime and length.
    pub fn with_kernel(kernel: &'static Kernel, modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        if !n.is_power_of_two() || !(2..=1 << 24).contains(&n) {
            return Err(PlanError::Length(n));
        }
        if !kernel.supports(&modulus, n) {
            let (modulus, bits) = (modulus.value(), modulus.bits());
            return Err(PlanError::Kernel { kernel: kernel.name(), modulus, bits, n });
        }
        let root = prime::negacyclic_root(&modulus, n).ok_or(PlanError::Root { modulus: modulus.value(), order: 2 * n })?;
        Ok(Self { kernel, table: kernel.transform_table(modulus, n, root) })
    }

    /// The prime.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        &self.table.modulus
    }

    /// The length `n`.
    #[must_use]
    pub fn size(&self) -> usize {
        self.table.n
    }

    /// The primitive `2n`-th root of unity `ψ`.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.table.root
    }

    /// The kernel row.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel {
        self.kernel
    }

    /// `a[brv(i)] ← Σ_j a_j ψ^{(2i+1)j}`: input in natural order, output in bit-reversed order. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn forward(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.table.n, "forward transform of another length");
        debug_assert!(a.iter().all(|&x| x < self.table.modulus.value()));
        self.kernel.forward(&self.table, a);
    }

    /// The inverse of [`Self::forward`]: bit-reversed in, natural out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.table.n, "inverse transform of another length");
        debug_assert!(a.iter().all(|&x| x < self.table.modulus.value()));
        self.kernel.inverse(&self.table, a);
    }

    /// One line saying what was chosen and why.
    #[must_use]
    pub fn explain(&self) -> String {
        let (bits, n) = (self.table.modulus.bits(), self.table.n);
        format!("negacyclic n={n}, {bits}-bit prime {}: {}", self.table.modulus.value(), self.kernel.explain())
    }
}

/// The reversal of the low `log` bits of `i`.
#[must_use]
pub(crate) fn bit_reverse(i: usize, log: u32) -> usize {
    if log == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - log) }
}
