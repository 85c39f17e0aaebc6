//! A computation to be placed.

use super::operation::{Operation, Work};
use super::shape::Shape;

/// A computation, which is placed as a whole: its operation stands for what most of its time goes
/// to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The kind of its operations.
    pub operation: Operation,
    /// The shape of their operands.
    pub shape: Shape,
    /// Polynomials or ciphertexts that are worked on one after the other, or side by side.
    pub batch: usize,
    /// Whether operands and results stay on a device.
    pub resident: bool,
}

impl Request {
    /// The work on one of the batch.
    #[must_use]
    pub fn work(&self) -> Work {
        self.operation.work(self.shape.limbs, self.shape.special)
    }

    /// Bytes of so many limbs of each of the batch.
    #[must_use]
    pub fn bytes(&self, limbs: usize) -> f64 {
        8.0 * self.words(limbs)
    }

    /// Products of the whole batch.
    #[must_use]
    pub fn products(&self) -> f64 {
        self.words(self.work().products)
    }

    /// Butterflies of the transforms of the whole batch.
    #[must_use]
    pub fn butterflies(&self) -> f64 {
        self.words(self.work().transforms) / 2.0 * f64::from(self.shape.degree.max(2).ilog2())
    }

    /// Launches for the whole batch.
    #[must_use]
    pub fn launches(&self) -> f64 {
        let times = match self.operation {
            Operation::Add => self.batch.div_ceil(Operation::SUMS),
            operation if operation.is_batched() => 1,
            _ => self.batch,
        };
        self.work().launches as f64 * times as f64
    }

    /// Words of so many limbs of each of the batch.
    pub(super) fn words(&self, limbs: usize) -> f64 {
        self.shape.degree as f64 * self.batch as f64 * limbs as f64
    }
}
