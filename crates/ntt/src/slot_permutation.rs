//! The order of slots: the odd powers of a root of unity as two orbits of `ψ ↦ ψ⁵`.

use crate::dft::{DftResidue, FieldTransform};
pub use crate::kernel::ROTATION_GENERATOR;
use crate::kernel::TiledPermutation;
use core::marker::PhantomData;

/// Exchanges the order of slots and the order in which a transform leaves its values.
///
/// For `ψ` of order `2n`, slot `i < n/2` of a ciphertext is the value at `ψ^(5^i)`, and slot
/// `n/2 + i` that at `ψ^(−5^i)`, so that automorphisms rotate both rows of slots. A transform over
/// the coset of `ψ` leaves the value at `ψ^(2k+1)` at place `brv(k)`.
#[derive(Clone, Debug)]
pub struct SlotPermutation<F> {
    permutation: TiledPermutation,
    field: PhantomData<F>,
}

impl<F: DftResidue> SlotPermutation<F> {
    /// The orders of `2^log_size` values.
    ///
    /// # Panics
    /// Unless there are 2 to 2^30.
    #[must_use]
    pub fn new(log_size: u32) -> Self {
        Self { permutation: TiledPermutation::new(log_size, F::Transform::lanes()), field: PhantomData }
    }

    /// Number of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.permutation.size()
    }

    /// Values by slot to values in bit-reversed order.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] of both.
    pub fn to_values(&self, slots: &[F], values: &mut [F]) {
        F::Transform::to_values(&self.permutation, slots, values);
    }

    /// Values in bit-reversed order to values by slot.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] of both.
    pub fn to_slots(&self, values: &[F], slots: &mut [F]) {
        F::Transform::to_slots(&self.permutation, values, slots);
    }
}
