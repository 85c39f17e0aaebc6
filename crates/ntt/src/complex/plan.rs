//! The transform on kernels.

use super::{ComplexError, ComplexMatrix, ComplexMatrixLayout, Digit, Torus, factor};
use crate::kernel::complex::{ComplexKernel, KERNELS};
use crate::kernel::field_kernel::{available, preferred};
use crate::kernel::{Direction, Kernel, TransformTable, Tree};
use crate::{MAX_LOG, RadixSchedule};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::{cast_slice, cast_slice_mut};

/// The transform of `C[X]/(X^n − i)`, which is `R[X]/(X^(2n) + 1)` folded; see [`super`].
///
/// Buffers have `2n` doubles: real parts, then imaginary parts. Names say the order of values:
/// [`Self::forward`] leaves them in the order of the leaves, which costs nothing and is what
/// products want; [`Self::forward_natural`] sorts them.
///
/// The order of the leaves, and every bit of the results, are the same on all kernels, while all
/// values are numbers: where there is none, the bits that say so may differ.
///
/// ```
/// use papilio_ntt::complex::ComplexPlan;
///
/// // (3 + X^7)·X modulo X^8 + 1.
/// let plan = ComplexPlan::new(2).expect("four complex values");
/// let (mut a, mut b) = ([0.0; 8], [0.0; 8]);
/// plan.forward_integers(&[3, 0, 0, 0, 0, 0, 0, 1], &mut a);
/// plan.forward_integers(&[0, 1, 0, 0, 0, 0, 0, 0], &mut b);
/// plan.multiply(&mut a, &b);
/// let mut product = [0; 8];
/// plan.inverse_rounded(&mut a, &mut product);
/// assert_eq!(product, [-1, 3, 0, 0, 0, 0, 0, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct ComplexPlan {
    kernel: &'static ComplexKernel,
    table: TransformTable<u64>,
    log_size: u32,
}

impl ComplexPlan {
    /// The transform of `n = 2^log_size` complex numbers, on the preferred kernel of this machine.
    ///
    /// # Errors
    /// [`ComplexError::Length`] unless `1 ≤ log_size ≤ 24`.
    pub fn new(log_size: u32) -> Result<Self, ComplexError> {
        let n = length(log_size)?;
        Ok(Self::over(preferred(KERNELS, n, 1), log_size))
    }

    /// The same on a given kernel, for tests and comparisons.
    ///
    /// # Errors
    /// [`ComplexError::Length`]; [`ComplexError::Kernel`] unless it is one of [`Self::kernels`] and
    /// takes this length.
    pub fn with_kernel(name: &str, log_size: u32) -> Result<Self, ComplexError> {
        let n = length(log_size)?;
        let takes = |kernel: &&ComplexKernel| kernel.name == name && n >= kernel.transform.min_n();
        let kernel = available(KERNELS).find(takes);
        let kernel = kernel.ok_or_else(|| ComplexError::Kernel { name: name.into(), log_size })?;
        Ok(Self::over(kernel, log_size))
    }

    /// Names of the kernels that run here, in order of preference.
    pub fn kernels() -> impl Iterator<Item = &'static str> {
        available(KERNELS).map(|kernel| kernel.name)
    }

    pub(crate) fn over(kernel: &'static ComplexKernel, log_size: u32) -> Self {
        let n = 1 << log_size;
        let base_len = kernel.transform.base_lens(n, 1)[0];
        let tree = Tree::new(n, &radices(n, base_len, kernel.transform.max_radix)).in_blocks(2 * size_of::<f64>());
        let table = kernel.transform.table(0, &factor::twiddles(log_size), tree, 1, 2);
        Self { kernel, table, log_size }
    }

    /// The number `n` of complex values.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// Coefficients in natural order to values in the order of the leaves: the value at `ζ^(4k+1)`
    /// at `brv(k)`.
    ///
    /// # Panics
    /// Unless `a` has `2n` doubles.
    pub fn forward(&self, a: &mut [f64]) {
        self.kernel.transform.run(Direction::Forward, &self.table, cast_slice_mut(a));
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has `2n` doubles.
    pub fn inverse(&self, a: &mut [f64]) {
        self.kernel.transform.run(Direction::Inverse, &self.table, cast_slice_mut(a));
    }

    /// [`Self::forward`] with values in natural order: that at `ζ^(4k+1)` at `k`.
    ///
    /// # Panics
    /// Unless `a` has `2n` doubles.
    pub fn forward_natural(&self, a: &mut [f64]) {
        self.forward(a);
        self.reverse_order(a);
    }

    /// The inverse of [`Self::forward_natural`].
    ///
    /// # Panics
    /// Unless `a` has `2n` doubles.
    pub fn inverse_natural(&self, a: &mut [f64]) {
        self.reverse_order(a);
        self.inverse(a);
    }

    /// Exchanges the order of the leaves and the natural order of values.
    ///
    /// # Panics
    /// Unless `values` has `2n` doubles.
    pub fn reverse_order(&self, values: &mut [f64]) {
        self.check(values);
        let (re, im) = values.split_at_mut(self.size());
        Kernel::<u64>::first().bit_reverse(cast_slice_mut(re), 1);
        Kernel::<u64>::first().bit_reverse(cast_slice_mut(im), 1);
    }

    /// [`Self::forward`] of integers from `−2^51` to below `2^51`, which are kept.
    ///
    /// # Panics
    /// Unless both have length `2n`.
    pub fn forward_integers(&self, a: &[i64], values: &mut [f64]) {
        debug_assert!(a.iter().all(|x| (-(1 << 51)..1 << 51).contains(x)), "an integer of more than 52 bits");
        self.kernel.forward_integers(&self.table, cast_slice(a), cast_slice_mut(values));
    }

    /// [`Self::forward`] of one digit of each word; the words are kept for the other digits.
    ///
    /// # Panics
    /// Unless both have length `2n`.
    pub fn forward_digits(&self, words: &[u64], digit: Digit, values: &mut [f64]) {
        self.forward_digits_ahead(words, digit, values, &[]);
    }

    /// [`Self::forward_digits`], which asks meanwhile for memory that is read soon; it changes no
    /// result. Kernels whose processors are slower for it do not ask.
    ///
    /// # Panics
    /// Unless both have length `2n`.
    pub fn forward_digits_ahead(&self, words: &[u64], digit: Digit, values: &mut [f64], ahead: &[u32]) {
        self.kernel.forward_digits(&self.table, words, digit, cast_slice_mut(values), ahead);
    }

    /// [`Self::inverse`], rounded to the nearest integers, of ties the even ones, modulo `2^64` in
    /// two's complement: right for results below `2^82` in magnitude, as far as doubles are. The
    /// values are lost.
    ///
    /// # Panics
    /// Unless both have length `2n`.
    pub fn inverse_rounded(&self, values: &mut [f64], a: &mut [i64]) {
        self.kernel.inverse_rounded(&self.table, cast_slice_mut(values), cast_slice_mut(a));
    }

    /// `a ← a·b` between transforms: the product of what was transformed, modulo `X^n − i`.
    ///
    /// # Panics
    /// Unless both have `2n` doubles.
    pub fn multiply(&self, a: &mut [f64], b: &[f64]) {
        self.check(a);
        self.kernel.multiply(a, b);
    }

    /// `sum ← sum + Σ a·b` between transforms.
    ///
    /// # Panics
    /// Unless all have `2n` doubles.
    pub fn multiply_accumulate(&self, sum: &mut [f64], factors: &[(&[f64], &[f64])]) {
        self.check(sum);
        self.kernel.multiply_accumulate(sum, factors);
    }

    /// The layout of matrices of `rows` times `columns` transformed polynomials.
    ///
    /// # Panics
    /// Unless there are rows and columns, and at least eight values.
    #[must_use]
    pub fn matrix_layout(&self, rows: usize, columns: usize) -> ComplexMatrixLayout {
        ComplexMatrixLayout::new(self.size(), rows, columns)
    }

    /// The products of vectors of `rows` transformed polynomials each with a matrix, `columns` of
    /// them each: `product_c = Σ_r vector_r·entry_(r,c)`. Polynomials are
    /// [`ComplexMatrixLayout::stride`] numbers apart. The matrix is read once for all vectors.
    ///
    /// # Panics
    /// Unless the layout is of this length, the matrix has its numbers, the vectors are whole, and
    /// there are as many products.
    pub fn multiply_matrix(
        &self,
        layout: &ComplexMatrixLayout,
        vectors: &[f64],
        matrix: ComplexMatrix<'_>,
        products: &mut [f64],
    ) {
        assert!(layout.size == self.size(), "a layout of {} values for {}", layout.size, self.size());
        self.kernel.multiply_matrix(layout, vectors, matrix, products);
    }

    /// Sums and rotations of words of the torus, on the same kernel.
    #[must_use]
    pub fn torus(&self) -> Torus {
        Torus::over(self.kernel)
    }

    fn check(&self, values: &[f64]) {
        assert!(values.len() == 2 * self.size(), "{} doubles are not {} values", values.len(), self.size());
    }

    /// Name of the kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.kernel.name
    }

    /// One line saying what was chosen.
    #[must_use]
    pub fn explain(&self) -> String {
        let bytes = size_of_val(&*self.table.forward) + size_of_val(&*self.table.inverse);
        let (n, name, why) = (self.size(), self.kernel.name, self.kernel.why);
        format!("complex doubles modulo X^{n} - i: {name} ({why}); tables of {bytes} bytes")
    }
}

/// Values of a node from which on the rows of a pass share their place in a first-level cache:
/// those of a pass of radix 8, in two planes, are then more than its ways.
const FAR: usize = 1 << 12;

/// Radices above leaves: 4 for passes over rows that are far apart, where transforms by radix 8
/// take 1.3 times as long.
fn radices(n: usize, base_len: usize, max_radix: usize) -> Vec<usize> {
    let above = if max_radix > 4 && n >= FAR { (n / FAR).ilog2() as usize / 2 + 1 } else { 0 };
    let below = RadixSchedule::usual_radices(n >> (2 * above), base_len, max_radix);
    core::iter::repeat_n(4, above).chain(below).collect()
}

/// `2^log_size`, in the range of transforms.
fn length(log_size: u32) -> Result<usize, ComplexError> {
    if (1..=MAX_LOG).contains(&log_size) { Ok(1 << log_size) } else { Err(ComplexError::Length { log_size }) }
}
