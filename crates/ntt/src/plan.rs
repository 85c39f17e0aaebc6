//! Transforms of polynomials over word primes.

use crate::kernel::{Direction, Kernel, KernelWord, TransformTable, Tree};
use crate::{Domain, PlanError, RadixSchedule};
use alloc::format;
use alloc::string::String;
use papilio_field::Modulus;
use papilio_field::order::Order;

/// The transform of polynomials of one length modulo one word prime, or of the columns of a
/// row-major matrix.
///
/// The evaluations of `a_0 + a_1·X + … + a_{n−1}·X^{n−1}` at the points of a [`Domain`]. Names say
/// the order: [`Self::forward`] leaves them bit-reversed, which costs nothing and is what products
/// of polynomials want; [`Self::forward_natural`] sorts them.
///
/// A plan of [`Self::columns`] transforms matrices of `n` rows of `width` words: the words of a row
/// lie side by side, and so do the transforms in a vector. In any other plan the width is 1.
#[derive(Clone, Debug)]
pub struct Plan<W: KernelWord = u64> {
    /// Kernel, passes and tables in that kernel's format are decided together.
    kernel: &'static Kernel<W>,
    domain: Domain,
    passes: RadixSchedule,
    table: TransformTable<W>,
}

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
        Self::columns(domain, 1)
    }

    /// The transform of every column of a matrix of `width` columns.
    ///
    /// # Errors
    /// [`PlanError::Word`], [`PlanError::Columns`].
    pub fn columns(domain: Domain, width: usize) -> Result<Self, PlanError> {
        Self::build(None, domain, width, None)
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
        Self::columns_with(kernel, domain, 1, passes)
    }

    /// [`Self::columns`] with a given kernel and, if any are given, passes.
    ///
    /// # Errors
    /// The errors of [`Self::columns`], and [`PlanError::Kernel`], [`PlanError::Passes`].
    pub fn columns_with(
        kernel: &'static Kernel<W>,
        domain: Domain,
        width: usize,
        passes: Option<RadixSchedule>,
    ) -> Result<Self, PlanError> {
        Self::build(Some(kernel), domain, width, passes)
    }

    fn build(
        kernel: Option<&'static Kernel<W>>,
        domain: Domain,
        width: usize,
        passes: Option<RadixSchedule>,
    ) -> Result<Self, PlanError> {
        let (modulus, n) = (*domain.modulus(), domain.size());
        if width == 0 || width.checked_mul(n).is_none_or(|words| words > isize::MAX as usize / 8) {
            return Err(PlanError::Columns(width));
        }
        if modulus.bits() > W::BITS {
            return Err(PlanError::Word { modulus: modulus.value(), bits: W::BITS });
        }
        // Columns have no leaves, which is what makes kernels refuse short transforms.
        let n_of_row = if width > 1 { usize::MAX } else { n };
        let kernel = kernel.unwrap_or_else(|| Kernel::preferred(&modulus, n_of_row));
        if !kernel.supports(&modulus, n_of_row) {
            let (modulus, bits) = (modulus.value(), modulus.bits());
            return Err(PlanError::Kernel { kernel: kernel.name(), modulus, bits, n, limits: kernel.limits() });
        }
        let passes = passes.unwrap_or_else(|| RadixSchedule::usual(kernel, &modulus, n, width));
        if !passes.fit(kernel, &modulus, n, width) {
            let RadixSchedule { radices, base_len } = passes;
            return Err(PlanError::Passes { n, radices, base_len, kernel: kernel.name() });
        }
        let tree = Tree::new(n, &passes.radices);
        let table = kernel.transform.table(modulus.value(), &domain.twiddles(), tree, width, 1);
        Ok(Self { kernel, domain, passes, table })
    }

    /// Where it evaluates.
    #[must_use]
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The prime.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        self.domain.modulus()
    }

    /// The length `n`.
    #[must_use]
    pub fn size(&self) -> usize {
        self.domain.size()
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.table.width
    }

    /// The first point: `ψ` for the negacyclic transform, 1 for the cyclic one, and 1 for a tree.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.domain.coset_parts().map_or(1, |(_, shift)| shift)
    }

    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel<W> {
        self.kernel
    }

    /// The passes over memory.
    #[must_use]
    pub fn passes(&self) -> &RadixSchedule {
        &self.passes
    }

    /// `a[brv(i)] ← Σ_j a_j (shift·ω^i)^j`: input in natural order, output in bit-reversed order,
    /// down every column. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    pub fn forward(&self, a: &mut [W]) {
        self.run(Direction::Forward, Order::BitReversed, a);
    }

    /// The inverse of [`Self::forward`]: bit-reversed in, natural out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    pub fn inverse(&self, a: &mut [W]) {
        self.run(Direction::Inverse, Order::BitReversed, a);
    }

    /// [`Self::forward`] into another place; `a` is kept.
    ///
    /// # Panics
    /// Unless both have length `n·width`.
    pub fn forward_into(&self, a: &[W], out: &mut [W]) {
        out.copy_from_slice(a);
        self.forward(out);
    }

    /// [`Self::inverse`] into another place; `a` is kept.
    ///
    /// # Panics
    /// Unless both have length `n·width`.
    pub fn inverse_into(&self, a: &[W], out: &mut [W]) {
        out.copy_from_slice(a);
        self.inverse(out);
    }

    /// `a[i] ← Σ_j a_j (shift·ω^i)^j`: natural order in and out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    pub fn forward_natural(&self, a: &mut [W]) {
        self.run(Direction::Forward, Order::Natural, a);
    }

    /// The inverse of [`Self::forward_natural`]: natural order in and out. Input `< q`, output
    /// `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    pub fn inverse_natural(&self, a: &mut [W]) {
        self.run(Direction::Inverse, Order::Natural, a);
    }

    /// [`Self::forward`] of every polynomial, or matrix, of a batch, one after the other in memory.
    ///
    /// # Panics
    /// Unless the length is a multiple of `n·width`.
    pub fn forward_batch(&self, batch: &mut [W]) {
        self.each(batch, |a| self.forward(a));
    }

    /// The inverse of [`Self::forward_batch`].
    ///
    /// # Panics
    /// Unless the length is a multiple of `n·width`.
    pub fn inverse_batch(&self, batch: &mut [W]) {
        self.each(batch, |a| self.inverse(a));
    }

    fn each(&self, batch: &mut [W], transform: impl FnMut(&mut [W])) {
        let words = self.size() * self.width();
        assert!(
            batch.len().is_multiple_of(words),
            "a batch of {} words is no multiple of the {words} of a transform",
            batch.len()
        );
        batch.chunks_exact_mut(words).for_each(transform);
    }

    /// [`Self::forward`] of one long polynomial, or a matrix, on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    #[cfg(feature = "threads")]
    pub fn forward_parallel(&self, a: &mut [W]) {
        self.kernel.transform.run_parallel(Direction::Forward, &self.table, a);
    }

    /// [`Self::inverse`] of one long polynomial, or a matrix, on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has length `n·width`.
    #[cfg(feature = "threads")]
    pub fn inverse_parallel(&self, a: &mut [W]) {
        self.kernel.transform.run_parallel(Direction::Inverse, &self.table, a);
    }

    /// One line saying what was chosen and why.
    #[must_use]
    pub fn explain(&self) -> String {
        let (q, n, kind) = (self.modulus(), self.size(), self.domain.name());
        let RadixSchedule { radices, base_len } = &self.passes;
        let up = &self.table.upward_tree;
        let shape = match base_len {
            1 => format!("columns of {} words, radices {radices:?}", self.width()),
            _ if up.base_len() == *base_len => format!("radices {radices:?} above leaves of {base_len}"),
            _ => format!(
                "radices {radices:?} above leaves of {base_len}, and upwards {:?} above leaves of {}",
                up.radices(),
                up.base_len()
            ),
        };
        let bytes = size_of_val(&*self.table.forward) + size_of_val(&*self.table.inverse);
        let (kernel, class) = (self.kernel.explain(), self.kernel.class(q));
        format!("{kind} n={n}, {}-bit prime {}: {kernel}; class {class}; {shape}; tables of {bytes} bytes", q.bits(), q.value())
    }

    fn run(&self, direction: Direction, order: Order, a: &mut [W]) {
        let q = self.modulus().value();
        debug_assert!(a.iter().all(|x| x.extend() < q), "input is not below q");
        self.kernel.transform.run_in(order, direction, &self.table, a);
        debug_assert!(a.iter().all(|x| x.extend() < q), "output is not below q");
    }
}
