//! Goldilocks: kernels of its own, as the prime is above those of [`papilio_field::Modulus`].

use super::{DftResidue, FieldTransform, Shape};
use crate::kernel::field_kernel::{FieldKernel, preferred};
use crate::kernel::{Direction, TiledPermutation, TransformTable, Tree, goldilocks};
use crate::{DftError, Kernel, PlanError, RadixSchedule};
use alloc::format;
use alloc::string::String;
use bytemuck::TransparentWrapper;
use papilio_field::Field;
use papilio_field::fields::Goldilocks;
use papilio_field::order::Order;

/// The transform of canonical words.
#[derive(Clone, Debug)]
pub struct Words64 {
    kernel: &'static FieldKernel<u64>,
    passes: RadixSchedule,
    table: TransformTable<u64>,
}

impl DftResidue for Goldilocks {
    type Transform = Words64;
}

#[cfg(feature = "threads")]
impl Words64 {
    fn to_values(&self, rows: &mut [u64], order: Order) {
        if order == Order::Natural {
            Kernel::first().bit_reverse(rows, self.table.width);
        }
    }
}

impl FieldTransform<Goldilocks> for Words64 {
    /// The kernels have the root of the field built in.
    fn new(shape: &Shape<Goldilocks>) -> Result<Self, DftError> {
        let &Shape { log_size, width, root, shift, .. } = shape;
        let n = shape.rows()?;
        if Goldilocks::root_of_unity(log_size) != Some(root) {
            return Err(PlanError::NotARoot { root: root.to_words()[0], order: n, modulus: goldilocks::P }.into());
        }
        let twiddles = goldilocks::twiddles(n, shift).ok_or(DftError::Shift)?;
        let kernel = preferred(goldilocks::KERNELS, n, width);
        let base_len = kernel.transform.base_lens(n, width)[0];
        let passes = RadixSchedule { radices: RadixSchedule::usual_radices(n, base_len, kernel.transform.max_radix), base_len };
        let tree = Tree::new(n, &passes.radices);
        let table = kernel.transform.table(goldilocks::P, &twiddles, tree, width, 1);
        Ok(Self { kernel, passes, table })
    }

    fn forward(&self, rows: &mut [Goldilocks], order: Order) {
        self.kernel.transform.run_in(order, Direction::Forward, &self.table, Goldilocks::peel_slice_mut(rows));
    }

    fn inverse(&self, rows: &mut [Goldilocks], order: Order) {
        self.kernel.transform.run_in(order, Direction::Inverse, &self.table, Goldilocks::peel_slice_mut(rows));
    }

    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [Goldilocks], order: Order) {
        let words = Goldilocks::peel_slice_mut(rows);
        self.kernel.transform.run_parallel(Direction::Forward, &self.table, words);
        self.to_values(words, order);
    }

    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [Goldilocks], order: Order) {
        let words = Goldilocks::peel_slice_mut(rows);
        self.to_values(words, order);
        self.kernel.transform.run_parallel(Direction::Inverse, &self.table, words);
    }

    fn lanes() -> usize {
        Kernel::<u64>::first().lanes()
    }

    fn to_values(blocks: &TiledPermutation, slots: &[Goldilocks], values: &mut [Goldilocks]) {
        Kernel::first().to_values(blocks, Goldilocks::peel_slice(slots), Goldilocks::peel_slice_mut(values));
    }

    fn to_slots(blocks: &TiledPermutation, values: &[Goldilocks], slots: &mut [Goldilocks]) {
        Kernel::first().to_slots(blocks, Goldilocks::peel_slice(values), Goldilocks::peel_slice_mut(slots));
    }

    fn kernel(&self) -> &'static str {
        self.kernel.name
    }

    fn explain(&self) -> String {
        let (n, width, RadixSchedule { radices, base_len }) = (self.table.tree.size(0), self.table.width, &self.passes);
        let FieldKernel { name, why, .. } = self.kernel;
        format!("goldilocks n={n}, {width} columns: {name} ({why}); radices {radices:?}, leaves of {base_len}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use papilio_field::FieldRing;

    #[test]
    fn a_shape_without_the_root_it_names_is_refused() {
        let shape = |root| Shape { ring: FieldRing::new(), log_size: 2, width: 1, root, shift: Goldilocks::ONE };
        let refused = Words64::new(&shape(Goldilocks::ONE)).expect_err("1 has order 1");
        assert_eq!(refused, crate::PlanError::NotARoot { root: 1, order: 4, modulus: Goldilocks::MODULUS[0] }.into());
        assert!(refused.to_string().starts_with("1 is not a primitive root of order 4 modulo "), "{refused}");
    }
}
