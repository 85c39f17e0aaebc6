//! Transforms over word primes: of polynomials, and of the columns of a matrix.

use crate::kernel::{Kernel, TransformTable, Tree, bit_reverse};
use crate::{Domain, KernelWord, PlanError};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use papilio_field::Modulus;

/// How a transform is cut into passes over memory: `n` is the product of the radices and the leaf.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passes {
    /// 2, 4, 8 or, where the row and the class of the prime can do it, 16 each; the pass over the whole first.
    pub radices: Vec<usize>,
    /// Rows that are transformed in registers at the end: one or two squares of the row's vector, or 1 for columns.
    pub leaf: usize,
}

impl Passes {
    /// All that a row offers for a prime and a length, for data of `width` words a row; the usual ones first.
    #[must_use]
    pub fn all<W: KernelWord>(kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> Vec<Self> {
        let lists = |leaf| variants(n / leaf, kernel.widest(modulus)).into_iter().map(move |radices| Self { radices, leaf });
        kernel.transform.leaves(n, width).into_iter().flat_map(lists).collect()
    }

    fn usual<W: KernelWord>(kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> Self {
        let leaf = kernel.transform.leaves(n, width)[0];
        Self { radices: Self::usual_radices(n, leaf, kernel.widest(modulus)), leaf }
    }

    /// The first of the lists of radices up to `widest` above a leaf.
    pub(crate) fn usual_radices(n: usize, leaf: usize, widest: usize) -> Vec<usize> {
        variants(n / leaf, widest).swap_remove(0)
    }

    fn fit<W: KernelWord>(&self, kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> bool {
        let product = self.radices.iter().try_fold(self.leaf, |product, &radix| product.checked_mul(radix));
        let fits = |&radix: &usize| [2, 4, 8, 16].contains(&radix) && radix <= kernel.widest(modulus);
        kernel.transform.leaves(n, width).contains(&self.leaf)
            && self.radices.iter().all(fits)
            && product == Some(n)
            && (self.leaf > 1 || !self.radices.is_empty())
    }
}

/// Lists of radices for a number of parts. With radix 16, first those that end with it: it saves a pass in every third length,
/// and near the leaves its sixteen rows do not share their place in a cache.
fn variants(parts: usize, widest: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    if widest == 16 && parts >= 16 {
        all.extend(eights(parts / 16).into_iter().map(|above| [above, alloc::vec![16]].concat()));
    }
    all.extend(eights(parts));
    all
}

/// Lists of radices up to 8: as many eights as possible with what is left first or last, two fours before one two: a pass of radix 2
/// reads and writes as much as any.
fn eights(parts: usize) -> Vec<Vec<usize>> {
    let levels = parts.trailing_zeros() as usize;
    let eights = |rest: &[usize], count: usize, first: bool| {
        let (rest, eights) = (rest.to_vec(), alloc::vec![8; count]);
        if first { [rest, eights].concat() } else { [eights, rest].concat() }
    };
    let rests: &[&[usize]] = match levels % 3 {
        0 => &[&[]],
        1 if levels >= 4 => &[&[4, 4], &[2]],
        1 => &[&[2]],
        _ => &[&[4]],
    };
    let count = |rest: &[usize]| (levels - rest.iter().product::<usize>().trailing_zeros() as usize) / 3;
    let mut all: Vec<_> = rests.iter().flat_map(|rest| [true, false].map(|first| eights(rest, count(rest), first))).collect();
    all.dedup();
    all
}

/// A transform of fixed domain: kernel row, passes, and twiddle tables in that row's format, decided together.
#[derive(Clone, Debug)]
struct Engine<W: KernelWord> {
    kernel: &'static Kernel<W>,
    domain: Domain,
    passes: Passes,
    table: TransformTable<W>,
}

impl<W: KernelWord> Engine<W> {
    fn new(
        domain: Domain,
        kernel: Option<&'static Kernel<W>>,
        passes: Option<Passes>,
        width: usize,
    ) -> Result<Self, PlanError> {
        let (modulus, n) = (*domain.modulus(), domain.size());
        if modulus.bits() > W::BITS {
            return Err(PlanError::Word { modulus: modulus.value(), bits: W::BITS });
        }
        // Columns have no leaves, which is what makes rows of kernels refuse short transforms.
        let n_of_row = if width > 1 { usize::MAX } else { n };
        let kernel = kernel.unwrap_or_else(|| Kernel::preferred(&modulus, n_of_row));
        if !kernel.supports(&modulus, n_of_row) {
            let (modulus, bits) = (modulus.value(), modulus.bits());
            return Err(PlanError::Kernel { kernel: kernel.name(), modulus, bits, n });
        }
        let passes = passes.unwrap_or_else(|| Passes::usual(kernel, domain.modulus(), n, width));
        if !passes.fit(kernel, domain.modulus(), n, width) {
            let Passes { radices, leaf } = passes;
            return Err(PlanError::Passes { n, radices, leaf, kernel: kernel.name() });
        }
        let tree = Tree::new(n, &passes.radices);
        let table = kernel.transform.table(modulus.value(), &domain.twiddles(), tree, width, 1);
        Ok(Self { kernel, domain, passes, table })
    }

    fn run(&self, forward: bool, a: &mut [W]) {
        let q = self.domain.modulus().value();
        debug_assert!(a.iter().all(|x| x.extend() < q), "input is not below q");
        self.kernel.transform.run(forward, &self.table, a);
        debug_assert!(a.iter().all(|x| x.extend() < q), "output is not below q");
    }

    #[cfg(feature = "threads")]
    fn run_parallel(&self, forward: bool, a: &mut [W]) {
        self.kernel.transform.run_parallel(forward, &self.table, a);
    }

    fn explain(&self) -> String {
        let (q, n, kind) = (self.domain.modulus(), self.domain.size(), self.domain.name());
        let Passes { radices, leaf } = &self.passes;
        let shape = match leaf {
            1 => format!("columns of {} words, radices {radices:?}", self.table.width),
            _ => format!("radices {radices:?} above leaves of {leaf}"),
        };
        let bytes = size_of_val(&*self.table.forward) + size_of_val(&*self.table.inverse);
        let (kernel, class) = (self.kernel.explain(), self.kernel.class(q));
        format!("{kind} n={n}, {}-bit prime {}: {kernel}; class {class}; {shape}; tables of {bytes} bytes", q.bits(), q.value())
    }
}

/// The transform of polynomials of one length modulo one word prime.
///
/// The evaluations of `a_0 + a_1·X + … + a_{n−1}·X^{n−1}` at the points of a [`Domain`]. Names say the order: [`Self::forward`]
/// leaves them bit-reversed, which costs nothing and is what products of polynomials want; [`Self::forward_natural`] sorts them.
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
    /// As [`Self::new`], and [`PlanError::Kernel`] when the row does not take this prime and length.
    pub fn with_kernel(kernel: &'static Kernel<W>, modulus: Modulus, n: usize) -> Result<Self, PlanError> {
        Self::over_with(kernel, Domain::negacyclic(modulus, n)?, None)
    }

    /// The transform over any domain with a given kernel and, if any are given, passes.
    ///
    /// # Errors
    /// [`PlanError::Word`], [`PlanError::Kernel`], [`PlanError::Passes`].
    pub fn over_with(kernel: &'static Kernel<W>, domain: Domain, passes: Option<Passes>) -> Result<Self, PlanError> {
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

    /// The kernel row.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel<W> {
        self.0.kernel
    }

    /// The passes over memory.
    #[must_use]
    pub fn passes(&self) -> &Passes {
        &self.0.passes
    }

    /// `a[brv(i)] ← Σ_j a_j (shift·ω^i)^j`: input in natural order, output in bit-reversed order. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn forward(&self, a: &mut [W]) {
        self.0.run(true, a);
    }

    /// The inverse of [`Self::forward`]: bit-reversed in, natural out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse(&self, a: &mut [W]) {
        self.0.run(false, a);
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
        self.forward(a);
        bit_reverse(a, 1);
    }

    /// The inverse of [`Self::forward_natural`]: natural order in and out. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    pub fn inverse_natural(&self, a: &mut [W]) {
        bit_reverse(a, 1);
        self.inverse(a);
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
        self.0.run_parallel(true, a);
    }

    /// [`Self::inverse`] of one long polynomial on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has length `n`.
    #[cfg(feature = "threads")]
    pub fn inverse_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(false, a);
    }

    /// One line saying what was chosen and why.
    #[must_use]
    pub fn explain(&self) -> String {
        self.0.explain()
    }
}

/// The transform of every column of a row-major matrix of `n` rows: the words of a row lie side by side, and so do the
/// transforms in a vector.
#[derive(Clone, Debug)]
pub struct ColumnsPlan<W: KernelWord = u64>(Engine<W>);

impl<W: KernelWord> ColumnsPlan<W> {
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
    /// As [`Self::over`], and [`PlanError::Kernel`], [`PlanError::Passes`].
    pub fn over_with(
        kernel: &'static Kernel<W>,
        domain: Domain,
        columns: usize,
        passes: Option<Passes>,
    ) -> Result<Self, PlanError> {
        Self::build(domain, Some(kernel), passes, columns)
    }

    fn build(
        domain: Domain,
        kernel: Option<&'static Kernel<W>>,
        passes: Option<Passes>,
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

    /// The kernel row.
    #[must_use]
    pub fn kernel(&self) -> &'static Kernel<W> {
        self.0.kernel
    }

    /// The passes over memory.
    #[must_use]
    pub fn passes(&self) -> &Passes {
        &self.0.passes
    }

    /// The transform of [`Plan::forward`] down every column: rows in natural order become rows in bit-reversed order. Input
    /// `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn forward(&self, a: &mut [W]) {
        self.0.run(true, a);
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn inverse(&self, a: &mut [W]) {
        self.0.run(false, a);
    }

    /// As [`Self::forward`], rows in natural order out.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn forward_natural(&self, a: &mut [W]) {
        self.forward(a);
        bit_reverse(a, self.columns());
    }

    /// The inverse of [`Self::forward_natural`].
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    pub fn inverse_natural(&self, a: &mut [W]) {
        bit_reverse(a, self.columns());
        self.inverse(a);
    }

    /// [`Self::forward`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    #[cfg(feature = "threads")]
    pub fn forward_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(true, a);
    }

    /// [`Self::inverse`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless `a` has `n` rows.
    #[cfg(feature = "threads")]
    pub fn inverse_parallel(&self, a: &mut [W]) {
        self.0.run_parallel(false, a);
    }

    /// One line saying what was chosen and why.
    #[must_use]
    pub fn explain(&self) -> String {
        self.0.explain()
    }
}
