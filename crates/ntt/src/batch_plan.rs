//! Transforms of the columns of a matrix over word primes.

use crate::engine::Engine;
use crate::kernel::{Direction, Kernel, KernelWord};
use crate::{Domain, PlanError, RadixSchedule};
use alloc::string::String;

/// The transform of every column of a row-major matrix of `n` rows: the words of a row lie side by
/// side, and so do the transforms in a vector.
#[derive(Clone, Debug)]
pub struct BatchPlan<W: KernelWord = u64>(Engine<W>);

impl<W: KernelWord> BatchPlan<W> {
    /// A plan for matrices of `columns` over the preferred kernel of this machine.
    ///
    /// # Errors
    /// [`PlanError::Word`], [`PlanError::Columns`].
    pub fn over(domain: Domain, columns: usize) -> Result<Self, PlanError> {
        Self::build(domain, None, None, columns)
    }

    /// A plan over a given kernel and, if any are given, passes.
    ///
    /// # Errors
    /// The errors of [`Self::over`], and [`PlanError::Kernel`], [`PlanError::Passes`].
    pub fn over_with(
        kernel: &'static Kernel<W>,
        domain: Domain,
        columns: usize,
        passes: Option<RadixSchedule>,
    ) -> Result<Self, PlanError> {
        Self::build(domain, Some(kernel), passes, columns)
    }

    fn build(
        domain: Domain,
        kernel: Option<&'static Kernel<W>>,
        passes: Option<RadixSchedule>,
        columns: usize,
    ) -> Result<Self, PlanError> {
        if columns == 0 || columns.checked_mul(domain.size()).is_none_or(|words| words > isize::MAX as usize / 8) {
            return Err(PlanError::Columns(columns));
        }
        Engine::new(domain, kernel, passes, columns).map(Self)
    }

    /// Where it evaluates.
    #[must_use]
    pub fn domain(&self) -> &Domain {
        &self.0.domain
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.0.table.width
    }

    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel<W> {
        self.0.kernel
    }

    /// The passes over memory.
    #[must_use]
    pub fn passes(&self) -> &RadixSchedule {
        &self.0.passes
    }

    /// The transform of [`crate::Plan::forward`] down every column: rows in natural order become
    /// rows in bit-reversed order. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn forward(&self, a: &mut [W]) {
        self.0.run(Direction::Forward, a);
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn inverse(&self, a: &mut [W]) {
        self.0.run(Direction::Inverse, a);
    }

    /// [`Self::forward`] with the output rows sorted into natural order.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn forward_natural(&self, a: &mut [W]) {
        self.0.forward_natural(a);
    }

    /// The inverse of [`Self::forward_natural`].
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn inverse_natural(&self, a: &mut [W]) {
        self.0.inverse_natural(a);
    }

    /// [`Self::forward`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    #[cfg(feature = "threads")]
    pub fn forward_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(Direction::Forward, a);
    }

    /// [`Self::inverse`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    #[cfg(feature = "threads")]
    pub fn inverse_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(Direction::Inverse, a);
    }

    /// One line saying what was chosen and why.
    #[must_use]
    pub fn explain(&self) -> String {
        self.0.explain()
    }
}
