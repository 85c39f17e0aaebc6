//! Words modulo a prime that is chosen at run time.

use super::{DftResidue, FieldTransform, Shape, ordered};
use crate::kernel::TiledPermutation;
use crate::{DftError, Domain, Kernel, Plan};
use alloc::string::String;
use papilio_field::Modulus;
use papilio_field::order::Order;

/// The transform of canonical words, by a [`Plan`].
#[derive(Clone, Debug)]
pub struct RuntimeWords(Plan<u64>);

impl DftResidue for u64 {
    type Transform = RuntimeWords;
}

impl FieldTransform<u64> for RuntimeWords {
    fn new(shape: &Shape<u64>) -> Result<Self, DftError> {
        let modulus = Modulus::new(shape.ring.value()).ok_or_else(|| DftError::root(&shape.ring, shape.log_size))?;
        let domain = Domain::with_root(modulus, shape.rows()?, shape.root, shape.shift)?;
        Ok(Self(Plan::columns(domain, shape.width)?))
    }

    fn forward(&self, rows: &mut [u64], order: Order) {
        ordered::forward(&self.0, rows, order);
    }

    fn inverse(&self, rows: &mut [u64], order: Order) {
        ordered::inverse(&self.0, rows, order);
    }

    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [u64], order: Order) {
        ordered::forward_parallel(&self.0, rows, order);
    }

    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [u64], order: Order) {
        ordered::inverse_parallel(&self.0, rows, order);
    }

    fn lanes() -> usize {
        Kernel::<u64>::first().lanes()
    }

    fn to_values(blocks: &TiledPermutation, slots: &[u64], values: &mut [u64]) {
        Kernel::first().to_values(blocks, slots, values);
    }

    fn to_slots(blocks: &TiledPermutation, values: &[u64], slots: &mut [u64]) {
        Kernel::first().to_slots(blocks, values, slots);
    }

    fn kernel(&self) -> &'static str {
        self.0.kernel().name()
    }

    fn explain(&self) -> String {
        self.0.explain()
    }
}
