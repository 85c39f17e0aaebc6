//! The transform of a field in the clear, of one vector or of the columns of a row-major matrix.
//!
//! A field says in [`DftResidue::Transform`] what does the work; [`Dft`] is the same for all. It
//! shares no code with the transform across ciphertexts and is what decrypted results are verified
//! against.

mod batch;
mod goldilocks;
mod runtime;
mod words;

pub use goldilocks::Words64;
pub use runtime::RuntimeWords;
pub use words::Words;

use crate::kernel::TiledPermutation;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use papilio_field::order::Order;
use papilio_field::{Field, FieldRing, Residue, ResidueRing};

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

/// [`FieldTransform::lanes`] without vectors.
const PORTABLE_LANES: usize = 8;

/// The transform of one shape over a field.
pub trait FieldTransform<F: Residue>: Clone + Debug + Send + Sync {
    /// Prepares the tables; `None` when there is no transform of this shape.
    fn new(shape: &Shape<F>) -> Option<Self>;

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
    /// The transform of one vector over the subgroup; `None` when the field has no root of that
    /// order.
    #[must_use]
    pub fn new(log_size: u32) -> Option<Self> {
        Self::columns(log_size, 1, F::ONE)
    }

    /// The transform of one vector over the coset of `shift`; `None` when there is no root of that
    /// order or the shift is zero.
    #[must_use]
    pub fn coset(log_size: u32, shift: F) -> Option<Self> {
        Self::columns(log_size, 1, shift)
    }

    /// The transform of every column of a matrix of `width` columns over the coset of `shift`:
    /// element `i` of column `j` lies at `i·width + j`; `None` as for [`Self::coset`], or when
    /// there are no columns.
    #[must_use]
    pub fn columns(log_size: u32, width: usize, shift: F) -> Option<Self> {
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
    /// let dft = Dft::over(&t, 2, 1, 1).expect("a root of order 4");
    /// let mut values = [1u64, 2, 3, 4];
    /// dft.forward_natural(&mut values);
    /// assert_eq!(values[0], 10);
    /// # Ok::<(), papilio_field::PlaintextModulusError>(())
    /// ```
    #[must_use]
    pub fn over(ring: &F::Ring, log_size: u32, width: usize, shift: F) -> Option<Self> {
        let root = ring.root_of_unity(log_size)?;
        if width == 0 || shift == F::default() {
            return None;
        }
        let shape = Shape { ring: ring.clone(), log_size, width, root, shift };
        let transform = if log_size == 0 { None } else { Some(F::Transform::new(&shape)?) };
        Some(Self { log_size, width, transform })
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
}

/// Multiplies row `j` by `shift^j`: the change of domain between a subgroup and its coset.
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

#[cfg(test)]
mod tests;
