//! The cyclic transform over primes of 251 to 255 bits, whose elements have four words.

mod scratch;
#[cfg(test)]
mod tests;
mod transform;

use crate::DftError;
use crate::kernel::Direction;
use crate::kernel::bigfield::portable::Portable;
use crate::kernel::bigfield::prime::Prime;
use crate::kernel::bigfield::{MAX_LOG, Shells, Spectrum, Threads, Transform};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::{format, vec};
use bytemuck::TransparentWrapper;
use papilio_field::fields::{Bls12_381, Bn254, Stark252};
use papilio_field::order::Order;
use papilio_field::{Field, FieldRing};
use scratch::Scratch;
pub use transform::BigFieldTransform;

/// Columns that are gathered at a time: those of four cache lines.
const GATHERED: usize = 8;

mod sealed {
    /// The view that the kernels have of a [`crate::BigField`].
    pub trait Words: Sized {
        /// The elements as words, in Montgomery form, below the modulus.
        fn words(elements: &mut [Self]) -> &mut [[u64; 4]];
        /// The vector kernels for this prime that the processor has, in order of preference.
        fn vector_kernels() -> impl Iterator<Item = super::VectorKernel>;
    }
}

/// The functions that a vector transform runs.
#[derive(Clone, Copy)]
pub struct VectorKernel(Shells);

impl<F: Prime + TransparentWrapper<[u64; 4]>> sealed::Words for F {
    fn words(elements: &mut [Self]) -> &mut [[u64; 4]] {
        F::peel_slice_mut(elements)
    }

    fn vector_kernels() -> impl Iterator<Item = VectorKernel> {
        Shells::detect::<F>().map(VectorKernel)
    }
}

/// A field that [`BigFieldPlan`] transforms.
pub trait BigField: Field + sealed::Words {}

impl BigField for Bls12_381 {}
impl BigField for Bn254 {}
impl BigField for Stark252 {}

/// The cyclic transform of `n = 2^log_size` elements on a coset, natural order in and out:
/// `out[k] = Σ_j (shift·ω^k)^j · in[j]`, with `ω` the root of unity of that order of the [`Field`].
///
/// The kernel is chosen at construction: for `n ≥ 64` the first that the processor has of
/// `avx512ifma` and `avx2fma`, else the portable one, `scalar`.
///
/// ```
/// use papilio_field::{Field, fields::Bn254};
/// use papilio_ntt::BigFieldPlan;
/// let plan = BigFieldPlan::new(10, Bn254::ONE)?;
/// let mut values: Vec<Bn254> = (0..1024).map(Bn254::from_u64).collect();
/// plan.forward(&mut values);
/// plan.inverse(&mut values);
/// assert_eq!(values[77], Bn254::from_u64(77));
/// # Ok::<(), papilio_ntt::DftError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BigFieldPlan<F> {
    log_size: u32,
    kernel: BigFieldKernel<F>,
    scratch: Scratch,
}

#[derive(Clone, Debug)]
enum BigFieldKernel<F> {
    Vector { forward: Box<Transform>, inverse: Box<Transform> },
    Portable(Portable<F>),
}

/// A transform to run. The order is that of the values; coefficients are always in natural order.
#[derive(Clone, Copy, Debug)]
struct Task {
    direction: Direction,
    order: Order,
    threads: Threads,
}

impl Task {
    const FORWARD: Self = Self { direction: Direction::Forward, order: Order::Natural, threads: Threads::This };
    const INVERSE: Self = Self { direction: Direction::Inverse, ..Self::FORWARD };

    const fn ordered(self, order: Order) -> Self {
        Self { order, ..self }
    }

    const fn parallel(self) -> Self {
        Self { threads: Threads::Pool, ..self }
    }
}

impl<F: BigField> BigFieldPlan<F> {
    /// The greatest length, as a power of two.
    pub const MAX_LOG: u32 = MAX_LOG;

    /// The plan for the coset `shift·⟨ω⟩`.
    ///
    /// # Errors
    /// [`DftError::Root`], [`DftError::Length`], [`DftError::Shift`].
    pub fn new(log_size: u32, shift: F) -> Result<Self, DftError> {
        let root = F::root_of_unity(log_size).ok_or_else(|| DftError::root(&FieldRing::<F>::new(), log_size))?;
        Self::with_root(log_size, root, shift)
    }

    /// The plan of [`Self::new`] for a given `ω`, which the caller knows to have order
    /// `2^log_size`.
    ///
    /// # Errors
    /// [`DftError::Length`], [`DftError::Shift`].
    pub fn with_root(log_size: u32, root: F, shift: F) -> Result<Self, DftError> {
        if log_size > MAX_LOG {
            return Err(DftError::Length { log_size, max: MAX_LOG });
        }
        let vector = F::vector_kernels().next().and_then(|kernel| Self::on_vectors(kernel, log_size, root, shift));
        vector.map_or_else(|| Self::portable(log_size, root, shift), Ok)
    }

    /// The plan of [`Self::with_root`] on the portable kernel, for comparisons.
    ///
    /// # Errors
    /// The errors of [`Self::with_root`].
    pub fn portable(log_size: u32, root: F, shift: F) -> Result<Self, DftError> {
        if log_size > MAX_LOG {
            return Err(DftError::Length { log_size, max: MAX_LOG });
        }
        let portable = Portable::new(log_size, root, shift).ok_or(DftError::Shift)?;
        Ok(Self { log_size, kernel: BigFieldKernel::Portable(portable), scratch: Scratch::default() })
    }

    fn on_vectors(VectorKernel(shells): VectorKernel, log_size: u32, root: F, shift: F) -> Option<Self> {
        let (one, scale) = (F::ONE, F::from_u64(1 << log_size).inverse()?);
        let forward = Spectrum { log_size, root, before: shift, after: one, scale: one };
        let inverse = Spectrum { log_size, root: root.inverse()?, before: one, after: shift.inverse()?, scale };
        let transform = |spectrum| Transform::new(shells, &spectrum).map(Box::new);
        let kernel = BigFieldKernel::Vector { forward: transform(forward)?, inverse: transform(inverse)? };
        Some(Self { log_size, kernel, scratch: Scratch::default() })
    }

    /// Elements of a transform.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// The name of the kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        match &self.kernel {
            BigFieldKernel::Vector { forward, .. } => forward.kernel(),
            BigFieldKernel::Portable(_) => "scalar",
        }
    }

    /// The kernel and the shape, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        let (name, log) = (F::NAME, self.log_size);
        match &self.kernel {
            BigFieldKernel::Vector { forward, .. } => format!(
                "{}: {name} at 2^{log} = 2^{} x 2^{}, eight columns in lanes of five 52-bit limbs",
                forward.kernel(),
                log / 2,
                log.div_ceil(2)
            ),
            BigFieldKernel::Portable(_) => format!("scalar: {name} at 2^{log}, two levels at a time, depth first"),
        }
    }

    /// Words of scratch that a transform needs: 5 for each element and some more; 0 on the portable
    /// kernel.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        match &self.kernel {
            BigFieldKernel::Vector { forward, .. } => forward.scratch_len(),
            BigFieldKernel::Portable(_) => 0,
        }
    }

    /// The transform, in place. Its scratch stays with the plan for the next one, as first use of
    /// fresh memory would take 16 ms beside the 21 ms of a transform of `2^20`; concurrent
    /// transforms allocate their own.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements.
    pub fn forward(&self, elements: &mut [F]) {
        self.columns(elements, 1, Task::FORWARD);
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements.
    pub fn inverse(&self, elements: &mut [F]) {
        self.columns(elements, 1, Task::INVERSE);
    }

    /// [`Self::forward`] on the threads of the current pool, with the feature `threads`; without,
    /// on this one.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements.
    pub fn forward_parallel(&self, elements: &mut [F]) {
        self.columns(elements, 1, Task::FORWARD.parallel());
    }

    /// The inverse of [`Self::forward_parallel`].
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements.
    pub fn inverse_parallel(&self, elements: &mut [F]) {
        self.columns(elements, 1, Task::INVERSE.parallel());
    }

    /// [`Self::forward`] with the caller's scratch, of any content.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements and at least [`Self::scratch_len`] words of
    /// scratch.
    pub fn forward_with_scratch(&self, elements: &mut [F], scratch: &mut [u64]) {
        self.run(elements, scratch, Task::FORWARD);
    }

    /// [`Self::inverse`] with the caller's scratch, of any content.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] elements and at least [`Self::scratch_len`] words of
    /// scratch.
    pub fn inverse_with_scratch(&self, elements: &mut [F], scratch: &mut [u64]) {
        self.run(elements, scratch, Task::INVERSE);
    }

    /// Transforms every column of [`Self::size`] rows of `width` elements.
    ///
    /// # Panics
    /// Unless `width ≥ 1` and there are `size·width` elements.
    pub fn forward_columns(&self, rows: &mut [F], width: usize) {
        self.columns(rows, width, Task::FORWARD);
    }

    /// The inverse of [`Self::forward_columns`].
    ///
    /// # Panics
    /// Unless `width ≥ 1` and there are `size·width` elements.
    pub fn inverse_columns(&self, rows: &mut [F], width: usize) {
        self.columns(rows, width, Task::INVERSE);
    }

    /// [`Self::forward_columns`] on the threads of the current pool, with the feature `threads`.
    ///
    /// # Panics
    /// Unless `width ≥ 1` and there are `size·width` elements.
    pub fn forward_columns_parallel(&self, rows: &mut [F], width: usize) {
        self.columns(rows, width, Task::FORWARD.parallel());
    }

    /// The inverse of [`Self::forward_columns_parallel`].
    ///
    /// # Panics
    /// Unless `width ≥ 1` and there are `size·width` elements.
    pub fn inverse_columns_parallel(&self, rows: &mut [F], width: usize) {
        self.columns(rows, width, Task::INVERSE.parallel());
    }

    fn run(&self, elements: &mut [F], scratch: &mut [u64], task: Task) {
        assert_eq!(elements.len(), self.size(), "{} elements for a transform of {}", elements.len(), self.size());
        match &self.kernel {
            BigFieldKernel::Portable(plan) => on_portable(plan, elements, task),
            BigFieldKernel::Vector { forward, inverse } => {
                let (transform, orders) = match task.direction {
                    Direction::Forward => (forward, (Order::Natural, task.order)),
                    Direction::Inverse => (inverse, (task.order, Order::Natural)),
                };
                transform.run(F::words(elements), scratch, orders, task.threads);
            }
        }
    }

    /// The portable kernel takes rows of any width; for the vector kernel, some columns at a time
    /// are laid out one after another.
    fn columns(&self, rows: &mut [F], width: usize, task: Task) {
        let n = self.size();
        assert!(width > 0 && rows.len() == n * width, "{} elements for a transform of {n} by {width}", rows.len());
        if let BigFieldKernel::Portable(plan) = &self.kernel {
            return on_portable(plan, rows, task);
        }
        self.scratch.lend(self.scratch_len(), |scratch| {
            if width == 1 { self.run(rows, scratch, task) } else { self.gathered(rows, width, scratch, task) }
        });
    }

    fn gathered(&self, rows: &mut [F], width: usize, scratch: &mut [u64], task: Task) {
        let n = self.size();
        let mut gathered = vec![F::ZERO; n * width.min(GATHERED)];
        for first in (0..width).step_by(GATHERED) {
            let count = GATHERED.min(width - first);
            for (j, row) in rows.chunks_exact(width).enumerate() {
                (0..count).for_each(|c| gathered[c * n + j] = row[first + c]);
            }
            gathered.chunks_exact_mut(n).take(count).for_each(|column| self.run(column, scratch, task));
            for (j, row) in rows.chunks_exact_mut(width).enumerate() {
                (0..count).for_each(|c| row[first + c] = gathered[c * n + j]);
            }
        }
    }
}

fn on_portable<F: Field>(plan: &Portable<F>, rows: &mut [F], task: Task) {
    match task.direction {
        Direction::Forward => plan.forward(rows, task.order, task.threads),
        Direction::Inverse => plan.inverse(rows, task.order, task.threads),
    }
}
