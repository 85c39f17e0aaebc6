//! Transforms of polynomials over word primes.

use crate::engine::Engine;
use crate::kernel::{Direction, Kernel, KernelWord};
use crate::{Domain, PlanError, RadixSchedule};
use alloc::string::String;
use papilio_field::Modulus;

/// The transform of polynomials of one length modulo one word prime.
///
/// The evaluations of `a_0 + a_1·X + … + a_{n−1}·X^{n−1}` at the points of a [`Domain`]. Names say
/// the order: [`Self::forward`] leaves them bit-reversed, which costs nothing and is what products
/// of polynomials want; [`Self::forward_natural`] sorts them.
#[derive(Clone, Debug)]
pub struct Plan<W: KernelWord = u64>(Engine<W>);

impl<W: KernelWord> Plan<W> {
    /// The negacyclic transform, of `Z_q[X]/(X^n + 1)`, over the preferred kernel of this machine.
    ///
    /// # Errors
    /// [`PlanError::Length`], [`PlanError::Root`], [`PlanError::Word`].
    pub fn new(modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::over(Domain::negacyclic(modulus, n)?)
    }

    /// The transform over any domain.
    ///
    /// # Errors
    /// [`PlanError::Word`].
    pub fn over(domain: Domain) -> Result<Self, PlanError> {
        Engine::new(domain, None, None, 1).map(Self)
    }

    /// The negacyclic transform over a given kernel, for tests and comparisons.
    ///
    /// # Errors
    /// The errors of [`Self::new`], and [`PlanError::Kernel`] when the kernel does not take this
    /// prime and length.
    pub fn with_kernel(kernel: &'static Kernel<W>, modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::over_with(kernel, Domain::negacyclic(modulus, n)?, None)
    }

    /// The transform over any domain with a given kernel and, if any are given, passes.
    ///
    /// # Errors
    /// [`PlanError::Word`], [`PlanError::Kernel`], [`PlanError::Passes`].
    pub fn over_with(kernel: &'static Kernel<W>, domain: Domain, passes: Option<RadixSchedule>) -> Result<Self, PlanError> {
        Engine::new(domain, Some(kernel), passes, 1).map(Self)
    }

    /// Where it evaluates.
    #[must_use]
    pub fn domain(&self) -> &Domain {
        &self.0.domain
    }

    /// The prime.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        self.0.domain.modulus()
    }

    /// The length `n`.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.domain.size()
    }

    /// The first point: `ψ` for the negacyclic transform, 1 for the cyclic one, and 1 for a tree.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.0.domain.coset_parts().map_or(1, |(_, shift)| shift)
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

    /// `a[brv(i)] ← Σ_j a_j (shift·ω^i)^j`: input in natural order, output in bit-reversed order.
    /// Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn forward(&self, a: &mut [W]) {
        self.0.run(Direction::Forward, a);
    }

    /// The inverse of [`Self::forward`]: bit-reversed in, natural out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse(&self, a: &mut [W]) {
        self.0.run(Direction::Inverse, a);
    }

    /// [`Self::forward`] into another place; `a` is kept.
    ///
    /// # Panics
    /// Unless both have length `n`.
    pub fn forward_into(&self, a: &[W], out: &mut [W]) {
        out.copy_from_slice(a);
        self.forward(out);
    }

    /// [`Self::inverse`] into another place; `a` is kept.
    ///
    /// # Panics
    /// Unless both have length `n`.
    pub fn inverse_into(&self, a: &[W], out: &mut [W]) {
        out.copy_from_slice(a);
        self.inverse(out);
    }

    /// `a[i] ← Σ_j a_j (shift·ω^i)^j`: natural order in and out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn forward_natural(&self, a: &mut [W]) {
        self.0.forward_natural(a);
    }

    /// The inverse of [`Self::forward_natural`]: natural order in and out. Input `< q`, output
    /// `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse_natural(&self, a: &mut [W]) {
        self.0.inverse_natural(a);
    }

    /// [`Self::forward`] of every polynomial of a batch, one after the other in memory.
    ///
    /// # Panics
    /// Unless the length is a multiple of `n`.
    pub fn forward_batch(&self, batch: &mut [W]) {
        self.each(batch, |a| self.forward(a));
    }

    /// [`Self::inverse`] of every polynomial of a batch.
    ///
    /// # Panics
    /// Unless the length is a multiple of `n`.
    pub fn inverse_batch(&self, batch: &mut [W]) {
        self.each(batch, |a| self.inverse(a));
    }

    fn each(&self, batch: &mut [W], transform: impl FnMut(&mut [W])) {
        let n = self.size();
        assert!(batch.len().is_multiple_of(n), "a batch of {} words is not polynomials of length {n}", batch.len());
        batch.chunks_exact_mut(n).for_each(transform);
    }

    /// [`Self::forward`] of one long polynomial on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    #[cfg(feature = "threads")]
    pub fn forward_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(Direction::Forward, a);
    }

    /// [`Self::inverse`] of one long polynomial on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
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
