//! The plan behind [`crate::dft::Dft`].

use super::{BigField, BigFieldPlan, Task};
use crate::DftError;
use crate::dft::{DftResidue, FieldTransform, Shape};
use alloc::format;
use alloc::string::String;
use papilio_field::fields::{Bls12_381, Bn254, Stark252};
use papilio_field::order::Order;

/// The transform of the columns of a matrix by a [`BigFieldPlan`].
#[derive(Clone, Debug)]
pub struct BigFieldTransform<F> {
    plan: BigFieldPlan<F>,
    width: usize,
}

impl DftResidue for Bls12_381 {
    type Transform = BigFieldTransform<Self>;
}

impl DftResidue for Bn254 {
    type Transform = BigFieldTransform<Self>;
}

impl DftResidue for Stark252 {
    type Transform = BigFieldTransform<Self>;
}

impl<F: BigField> FieldTransform<F> for BigFieldTransform<F> {
    fn new(shape: &Shape<F>) -> Result<Self, DftError> {
        let plan = BigFieldPlan::with_root(shape.log_size, shape.root, shape.shift)?;
        Ok(Self { plan, width: shape.width })
    }

    fn forward(&self, rows: &mut [F], order: Order) {
        self.plan.columns(rows, self.width, Task::FORWARD.ordered(order));
    }

    fn inverse(&self, rows: &mut [F], order: Order) {
        self.plan.columns(rows, self.width, Task::INVERSE.ordered(order));
    }

    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [F], order: Order) {
        self.plan.columns(rows, self.width, Task::FORWARD.ordered(order).parallel());
    }

    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [F], order: Order) {
        self.plan.columns(rows, self.width, Task::INVERSE.ordered(order).parallel());
    }

    fn kernel(&self) -> &'static str {
        self.plan.kernel()
    }

    fn explain(&self) -> String {
        format!("{}, {} columns", self.plan.explain(), self.width)
    }
}
