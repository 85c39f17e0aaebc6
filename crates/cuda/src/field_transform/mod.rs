//! Transforms of the fields of proof systems.

mod element;
mod error;
mod tables;
mod words;

pub use element::DeviceField;
pub use error::FieldTransformError;
pub use words::FieldWords;

use crate::Gpu;
use crate::driver::{Direction, FieldTables, transform_field};
use core::marker::PhantomData;
use std::sync::Arc;

/// Logarithms of the least and the greatest length.
const LEAST_LOG: u32 = 12;
const MOST_LOG: u32 = 24;

/// The transform of vectors of n elements, a power of two of `2^12` to `2^24`, over the subgroup of
/// order n or a coset of it, on one device. Points, roots and orders are those of
/// [`papilio_ntt::dft::Dft`], and results are equal to its own, word for word. Clones share their
/// tables.
///
/// A transform is two passes over memory up to `2^16` elements, and three beyond. Tables have some
/// thousands of elements, whatever the length: a twiddle of a long transform is a product of two or
/// three (D. Bailey, "FFTs in external or hierarchical memory", 1990, has the scheme of passes).
///
/// ```
/// use papilio_cuda::{EngineError, FieldTransform, FieldWords, Gpu};
/// use papilio_field::{Field, fields::Goldilocks};
///
/// let gpu = match Gpu::open() {
///     Err(error @ EngineError::Unavailable { .. }) => return Ok(println!("{error}")),
///     opened => opened?,
/// };
/// let transform = FieldTransform::<Goldilocks>::new(&gpu, 1 << 12)?;
/// let mut words = FieldWords::upload(&gpu, &vec![Goldilocks::ONE; 1 << 12])?;
/// transform.forward(&mut words)?;
/// assert_eq!(words.to_host()?[0], Goldilocks::from_u64(1 << 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FieldTransform<F> {
    n: usize,
    tables: Arc<FieldTables>,
    field: PhantomData<fn() -> F>,
}

impl<F> Clone for FieldTransform<F> {
    fn clone(&self) -> Self {
        Self { n: self.n, tables: self.tables.clone(), field: PhantomData }
    }
}

/// A pass over memory of a transform forward; the inverse has the same ones backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Elements that are transformed together, a column or a row.
    pub radix: usize,
    /// Bytes of one vector that are read.
    pub read: u64,
    /// Bytes of one vector that are written.
    pub written: u64,
}

impl<F: DeviceField> FieldTransform<F> {
    /// The transform over the subgroup of order n.
    ///
    /// # Errors
    /// The same as those of [`Self::coset`].
    pub fn new(gpu: &Gpu, n: usize) -> Result<Self, FieldTransformError> {
        Self::coset(gpu, n, F::ONE)
    }

    /// The transform over the coset of `shift`.
    ///
    /// # Errors
    /// Lengths that the kernels do not have, a shift of zero, memory for the tables that the device
    /// refuses, and its failures.
    pub fn coset(gpu: &Gpu, n: usize, shift: F) -> Result<Self, FieldTransformError> {
        let most_log = MOST_LOG.min(F::TWO_ADICITY);
        let log_n = (LEAST_LOG..=most_log).find(|log| n == 1 << log);
        let Some((log_n, root)) = log_n.and_then(|log| Some((log, F::root_of_unity(log)?))) else {
            return Err(FieldTransformError::Length { n, least: 1 << LEAST_LOG, most: 1 << most_log });
        };
        Ok(Self { n, tables: Arc::new(tables::upload(gpu, log_n, root, shift)?), field: PhantomData })
    }

    /// Elements of a vector.
    #[must_use]
    pub fn size(&self) -> usize {
        self.n
    }

    /// The passes forward, and what each moves of one vector. Tables are read besides, which are
    /// short.
    pub fn passes(&self) -> impl Iterator<Item = Pass> {
        let bytes = self.n as u64 * u64::from(F::SHAPE.bytes);
        self.tables.passes().iter().map(move |pass| Pass { radix: 1 << pass.log_radix, read: bytes, written: bytes })
    }

    /// Bytes of the tables on the device, of both directions.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// Queues the transform of every vector of n elements, one after the other:
    /// `out[brv(k)] = Σ_j (shift·ω^k)^j·in[j]`, in natural order in, in bit-reversed order out.
    ///
    /// # Errors
    /// Elements that are no whole vectors, or on another device; nothing is queued then. What fails
    /// later is told where the words are copied to the host.
    pub fn forward(&self, words: &mut FieldWords<F>) -> Result<(), FieldTransformError> {
        self.transform(Direction::Forward, words)
    }

    /// Queues the inverse of [`Self::forward`].
    ///
    /// # Errors
    /// The same as those of [`Self::forward`].
    pub fn inverse(&self, words: &mut FieldWords<F>) -> Result<(), FieldTransformError> {
        self.transform(Direction::Inverse, words)
    }

    fn transform(&self, direction: Direction, words: &mut FieldWords<F>) -> Result<(), FieldTransformError> {
        if !words.len().is_multiple_of(self.n) {
            return Err(FieldTransformError::Vectors { elements: words.len(), n: self.n });
        }
        let [elements, tables] = [words.memory.device(), self.tables.device()];
        if !Arc::ptr_eq(elements, tables) {
            let [elements, tables] = [elements, tables].map(ToString::to_string);
            return Err(FieldTransformError::AnotherDevice { elements, tables });
        }
        transform_field(direction, &self.tables, &mut words.memory);
        Ok(())
    }
}
