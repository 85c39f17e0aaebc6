//! Where the keys of rotations come from.

use core::convert::Infallible;
use papilio_fhe::bfv::GaloisKeys;
use papilio_ring::{Cpu, Engine};
use std::borrow::Cow;

/// A store of rotation keys on an engine: all in memory, or lent one at a time, so that a server
/// holds no more of them than it works with.
pub trait RotationKeys<E: Engine = Cpu>: Sync {
    /// Why a key cannot be had.
    type Error: core::error::Error + Send + Sync + 'static;

    /// Exponents of the automorphisms that there are keys for.
    fn galois_elements(&self) -> Vec<usize>;

    /// Keys among which is the one for this exponent, of those that there are.
    ///
    /// # Errors
    /// The errors of the store.
    fn lend(&self, exponent: usize) -> Result<Cow<'_, GaloisKeys<E>>, Self::Error>;
}

impl<E: Engine> RotationKeys<E> for GaloisKeys<E> {
    type Error = Infallible;

    fn galois_elements(&self) -> Vec<usize> {
        Self::galois_elements(self).collect()
    }

    fn lend(&self, _: usize) -> Result<Cow<'_, GaloisKeys<E>>, Infallible> {
        Ok(Cow::Borrowed(self))
    }
}
