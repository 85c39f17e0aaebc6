//! The transform of a field in the clear, of one vector or of the columns of a row-major matrix.
//!
//! A field says in [`DftResidue::Transform`] what does the work; [`Dft`] is the same for all. It
//! shares no code with the transform across ciphertexts and is what decrypted results are verified
//! against.

mod goldilocks;
mod ordered;
mod runtime;
mod words;

pub use goldilocks::Words64;
pub use runtime::RuntimeWords;
pub use words::WordTransform;

use crate::kernel::TiledPermutation;
use crate::{DftError, MAX_LOG};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use papilio_field::order::Order;
use papilio_field::{Field, FieldRing, Residue, ResidueRing};
#[cfg(feature = "threads")]
use rayon::prelude::*;

/// The shape of a transform: `2^log_size` rows of `width` elements, evaluated at `shift·ω^i`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<F: Residue> {
    /// The ring of the elements.
    pub ring: F::Ring,
    /// Logarithm of the number of rows, at least 1.
    pub log_size: u32,
    /// Elements of a row, at least 1.
    pub width: usize,
    /// `ω`, of order `2^log_size`.
    pub root: F,
    /// The shift of the coset; not zero.
    pub shift: F,
}

impl<F: Residue> Shape<F> {
    /// Number of rows.
    fn rows(&self) -> Result<usize, DftError> {
        let (log_size, max) = (self.log_size, MAX_LOG);
        if log_size > max { Err(DftError::Length { log_size, max }) } else { Ok(1 << log_size) }
    }

    fn check(&self) -> Result<(), DftError> {
        let &Self { log_size, width, .. } = self;
        // The bytes of the data are at most `isize::MAX`; short words count as long ones, as in
        // `Plan`.
        let max = isize::MAX as usize / size_of::<F>().max(size_of::<u64>()) / self.rows()?;
        if self.shift == F::default() {
            return Err(DftError::Shift);
        }
        if (1..=max).contains(&width) { Ok(()) } else { Err(DftError::Width { log_size, width, max }) }
    }
}

/// [`FieldTransform::lanes`] without vectors.
const PORTABLE_LANES: usize = 8;

/// With so many matrices of a batch for every thread, the last ones leave few threads idle.
#[cfg(feature = "threads")]
const MANY_OF_A_THREAD: usize = 4;

/// The transform of one shape over a field.
pub trait FieldTransform<F: Residue>: Clone + Debug + Send + Sync {
    /// Prepares the tables.
    ///
    /// # Errors
    /// [`DftError`] when there is no transform of this shape.
    fn new(shape: &Shape<F>) -> Result<Self, DftError>;

    /// Coefficients in natural order to values in the given order.
    fn forward(&self, rows: &mut [F], order: Order);

    /// Values in the given order to coefficients in natural order.
    fn inverse(&self, rows: &mut [F], order: Order);

    /// [`Self::forward`] on the threads of the current pool.
    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [F], order: Order) {
        self.forward(rows, order);
    }

    /// [`Self::inverse`] on the threads of the current pool.
    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [F], order: Order) {
        self.inverse(rows, order);
    }

    /// Elements that are permuted together.
    #[must_use]
    fn lanes() -> usize {
        PORTABLE_LANES
    }

    /// [`crate::SlotPermutation::to_values`].
    ///
    /// # Panics
    /// Unless there are as many slots and values as in the blocks.
    fn to_values(blocks: &TiledPermutation, slots: &[F], values: &mut [F])
    where
        F: Copy,
    {
        blocks.to_values(slots, values);
    }

    /// [`crate::SlotPermutation::to_slots`].
    ///
    /// # Panics
    /// Unless there are as many slots and values as in the blocks.
    fn to_slots(blocks: &TiledPermutation, values: &[F], slots: &mut [F])
    where
        F: Copy,
    {
        blocks.to_slots(values, slots);
    }

    /// Name of the kernel that does it.
    fn kernel(&self) -> &'static str;

    /// One line saying what was chosen.
    fn explain(&self) -> String;
}

/// Residues with a transform: the elements of the fields, and words whose modulus is chosen at run
/// time.
pub trait DftResidue: Residue {
    /// The transform of one shape.
    type Transform: FieldTransform<Self>;
}

/// A field with a transform.
pub trait DftField: Field + DftResidue {}

impl<F: Field + DftResidue> DftField for F {}

/// A transform over the subgroup of order `2^log_size` or a coset of it.
#[derive(Clone, Debug)]
pub struct Dft<F: DftResidue> {
    log_size: u32,
    width: usize,
    /// A transform of one row leaves it as it is.
    transform: Option<F::Transform>,
}

impl<F: DftField> Dft<F> {
    /// The transform of one vector over the subgroup.
    ///
    /// # Errors
    /// [`DftError::Root`], [`DftError::Length`].
    pub fn new(log_size: u32) -> Result<Self, DftError> {
        Self::columns(log_size, 1, F::ONE)
    }

    /// The transform of one vector over the coset of `shift`.
    ///
    /// # Errors
    /// The errors of [`Self::new`], and [`DftError::Shift`].
    pub fn coset(log_size: u32, shift: F) -> Result<Self, DftError> {
        Self::columns(log_size, 1, shift)
    }

    /// The transform of every column of a matrix of `width` columns over the coset of `shift`:
    /// element `i` of column `j` lies at `i·width + j`. Vectors that lie one after the other are
    /// transformed by [`Self::forward_batch`].
    ///
    /// # Errors
    /// The errors of [`Self::coset`], and [`DftError::Width`].
    pub fn columns(log_size: u32, width: usize, shift: F) -> Result<Self, DftError> {
        Self::over(&FieldRing::new(), log_size, width, shift)
    }
}

impl<F: DftResidue> Dft<F> {
    /// [`Self::columns`] of elements of a ring that is given as a value.
    ///
    /// ```
    /// use papilio_field::PlaintextModulus;
    /// use papilio_ntt::dft::Dft;
    ///
    /// let t = PlaintextModulus::new(65537)?;
    /// let dft = Dft::over(&t, 2, 1, 1)?;
    /// let mut values = [1u64, 2, 3, 4];
    /// dft.forward_natural(&mut values);
    /// assert_eq!(values[0], 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Self::columns`], and [`DftError::Plan`] for a shift that is a multiple of
    /// the modulus, but not zero.
    pub fn over(ring: &F::Ring, log_size: u32, width: usize, shift: F) -> Result<Self, DftError> {
        let root = ring.root_of_unity(log_size).ok_or_else(|| DftError::root(ring, log_size))?;
        let shape = Shape { ring: ring.clone(), log_size, width, root, shift };
        shape.check()?;
        let transform = if log_size == 0 { None } else { Some(F::Transform::new(&shape)?) };
        Ok(Self { log_size, width, transform })
    }

    /// Number of rows.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// `out[brv(k)] = Σ_j (shift·ω^k)^j·in[j]` for every column: rows in natural order in, in
    /// bit-reversed order out.
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    pub fn forward(&self, rows: &mut [F]) {
        self.checked(rows).inspect(|transform| transform.forward(rows, Order::BitReversed));
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    pub fn inverse(&self, rows: &mut [F]) {
        self.checked(rows).inspect(|transform| transform.inverse(rows, Order::BitReversed));
    }

    /// `out[k] = Σ_j (shift·ω^k)^j·in[j]` for every column: rows in natural order in and out.
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    pub fn forward_natural(&self, rows: &mut [F]) {
        self.checked(rows).inspect(|transform| transform.forward(rows, Order::Natural));
    }

    /// The inverse of [`Self::forward_natural`].
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    pub fn inverse_natural(&self, rows: &mut [F]) {
        self.checked(rows).inspect(|transform| transform.inverse(rows, Order::Natural));
    }

    /// [`Self::forward`] or [`Self::forward_natural`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    #[cfg(feature = "threads")]
    pub fn forward_parallel(&self, rows: &mut [F], order: Order) {
        self.checked(rows).inspect(|transform| transform.forward_parallel(rows, order));
    }

    /// [`Self::inverse`] or [`Self::inverse_natural`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless there are `size·width` elements.
    #[cfg(feature = "threads")]
    pub fn inverse_parallel(&self, rows: &mut [F], order: Order) {
        self.checked(rows).inspect(|transform| transform.inverse_parallel(rows, order));
    }

    /// [`Self::forward`] or [`Self::forward_natural`] of every matrix of a batch, one after the
    /// other in memory: element `i` of column `j` of matrix `b` lies at `(b·size + i)·width + j`. A
    /// matrix of one column is a vector.
    ///
    /// ```
    /// use papilio_field::{Field, fields::BabyBear, order::Order};
    /// use papilio_ntt::dft::Dft;
    ///
    /// // Three vectors of four elements.
    /// let dft = Dft::<BabyBear>::new(2)?;
    /// let mut batch: Vec<BabyBear> = (0..12).map(BabyBear::from_u64).collect();
    /// dft.forward_batch(&mut batch, Order::Natural);
    /// assert_eq!(batch[4], BabyBear::from_u64(4 + 5 + 6 + 7));
    /// # Ok::<(), papilio_ntt::DftError>(())
    /// ```
    ///
    /// # Panics
    /// Unless the number of elements is a multiple of `size·width`.
    pub fn forward_batch(&self, batch: &mut [F], order: Order) {
        let Some((transform, matrix)) = self.checked_batch(batch) else { return };
        batch.chunks_exact_mut(matrix).for_each(|rows| transform.forward(rows, order));
    }

    /// The inverse of [`Self::forward_batch`].
    ///
    /// # Panics
    /// Unless the number of elements is a multiple of `size·width`.
    pub fn inverse_batch(&self, batch: &mut [F], order: Order) {
        let Some((transform, matrix)) = self.checked_batch(batch) else { return };
        batch.chunks_exact_mut(matrix).for_each(|rows| transform.inverse(rows, order));
    }

    /// [`Self::forward_batch`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless the number of elements is a multiple of `size·width`.
    #[cfg(feature = "threads")]
    pub fn forward_batch_parallel(&self, batch: &mut [F], order: Order) {
        let whole = |transform: &F::Transform, rows: &mut [F]| transform.forward(rows, order);
        self.batch_parallel(batch, whole, |transform, rows| transform.forward_parallel(rows, order));
    }

    /// [`Self::inverse_batch`] on the threads of the current pool.
    ///
    /// # Panics
    /// Unless the number of elements is a multiple of `size·width`.
    #[cfg(feature = "threads")]
    pub fn inverse_batch_parallel(&self, batch: &mut [F], order: Order) {
        let whole = |transform: &F::Transform, rows: &mut [F]| transform.inverse(rows, order);
        self.batch_parallel(batch, whole, |transform, rows| transform.inverse_parallel(rows, order));
    }

    /// Each of many matrices is left `whole` to a thread; few are `shared` as well.
    #[cfg(feature = "threads")]
    fn batch_parallel(
        &self,
        batch: &mut [F],
        whole: impl Fn(&F::Transform, &mut [F]) + Sync,
        shared: impl Fn(&F::Transform, &mut [F]) + Sync,
    ) {
        let Some((transform, matrix)) = self.checked_batch(batch) else { return };
        if batch.len() / matrix >= MANY_OF_A_THREAD * rayon::current_num_threads() {
            batch.par_chunks_exact_mut(matrix).for_each(|rows| whole(transform, rows));
        } else {
            batch.par_chunks_exact_mut(matrix).for_each(|rows| shared(transform, rows));
        }
    }

    /// Name of the kernel that does it.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.transform.as_ref().map_or("none", F::Transform::kernel)
    }

    /// One line saying what was chosen.
    #[must_use]
    pub fn explain(&self) -> String {
        self.transform.as_ref().map_or_else(|| String::from("one row: nothing to do"), F::Transform::explain)
    }

    fn checked(&self, rows: &[F]) -> Option<&F::Transform> {
        let (n, width) = (self.size(), self.width);
        assert!(rows.len() == n * width, "{} elements are not {n} rows of {width}", rows.len());
        self.transform.as_ref()
    }

    /// The transform and the elements of a matrix.
    fn checked_batch(&self, batch: &[F]) -> Option<(&F::Transform, usize)> {
        let (n, width) = (self.size(), self.width);
        assert!(batch.len().is_multiple_of(n * width), "{} elements are not matrices of {n} rows of {width}", batch.len());
        self.transform.as_ref().map(|transform| (transform, n * width))
    }
}

/// Multiplies row `j` by `shift^j`: the change of domain between a subgroup and its coset.
///
/// # Panics
/// For a width of zero.
pub fn scale_rows<R: ResidueRing>(ring: &R, rows: &mut [R::Element], width: usize, shift: R::Element) {
    let mut power = ring.one();
    for row in rows.chunks_exact_mut(width) {
        row.iter_mut().for_each(|x| *x = ring.mul(*x, power));
        power = ring.mul(power, shift);
    }
}

/// `base^0 … base^(count − 1)`.
#[must_use]
pub fn powers<R: ResidueRing>(ring: &R, base: R::Element, count: usize) -> Vec<R::Element> {
    core::iter::successors(Some(ring.one()), |&power| Some(ring.mul(power, base))).take(count).collect()
}
