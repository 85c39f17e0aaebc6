//! Why there is no transform of a field.

use papilio_ring::engine::EngineError;

/// Why a [`FieldTransform`](crate::FieldTransform) cannot be made or applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldTransformError {
    /// The length is none that the kernels have.
    #[error("transforms of a field on a GPU have a power of two of elements, {least} to {most}, not {n}")]
    Length {
        /// The length that was asked for.
        n: usize,
        /// The least length.
        least: usize,
        /// The greatest one.
        most: usize,
    },
    /// The shift of a coset is zero.
    #[error("the shift of a coset is not zero")]
    Shift,
    /// The elements are no whole vectors.
    #[error("{elements} elements are no vectors of {n}")]
    Vectors {
        /// Elements that were given.
        elements: usize,
        /// Elements of a vector.
        n: usize,
    },
    /// The elements are on a device that does not have the tables.
    #[error("the elements are on the GPU {elements}, and the tables of the transform on another, {tables}")]
    AnotherDevice {
        /// The device of the elements, by its name and a number.
        elements: String,
        /// The device of the tables.
        tables: String,
    },
    /// The tables are not on the device.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
