//! The plan behind [`crate::dft::Dft`].

use super::{LargeField, LargePlan, Task};
use crate::dft::{FieldTransform, Shape};
use crate::order::Order;
use alloc::format;
use alloc::string::String;

/// The transform of the columns of a matrix by a [`LargePlan`].
#[derive(Clone, Debug)]
pub struct LargeTransform<F> {
    plan: LargePlan<F>,
    width: usize,
}

impl<F: LargeField> FieldTransform<F> for LargeTransform<F> {
    fn new(shape: &Shape<F>) -> Option<Self> {
        let plan = LargePlan::with_root(shape.log_size, shape.root, shape.shift)?;
        Some(Self { plan, width: shape.width })
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
