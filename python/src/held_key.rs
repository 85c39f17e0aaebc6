//! Keys as Python holds them: shared, and bound to their ring.

use crate::array;
use crate::error::Error;
use papilio::fhe::codec::Object;
use papilio::fhe::rlwe::{self, FheError, Rlwe};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::Deref;
use std::sync::Arc;

/// A key, and the fingerprint of the ring that it is for.
pub(crate) struct Of<T> {
    key: Arc<T>,
    ring: u64,
}

impl<T> Clone for Of<T> {
    fn clone(&self) -> Self {
        Self { key: Arc::clone(&self.key), ring: self.ring }
    }
}

impl<T> Deref for Of<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.key
    }
}

impl<T> Of<T> {
    pub(crate) fn new(rlwe: &Rlwe, key: T) -> Self {
        Self { key: Arc::new(key), ring: rlwe.parameters().fingerprint() }
    }
}

impl<T: Object<Scheme = Rlwe>> Of<T> {
    pub(crate) fn from_bytes(rlwe: &Rlwe, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = array::bytes(data)?;
        Ok(Self::new(rlwe, T::from_bytes(rlwe, array::slice(&bytes)?).map_err(Error::from)?))
    }

    pub(crate) fn to_bytes<'py>(&self, py: Python<'py>, rlwe: &Rlwe) -> PyResult<Bound<'py, PyBytes>> {
        let (found, expected) = (self.ring, rlwe.parameters().fingerprint());
        if found != expected {
            return Err(Error::from(FheError::Context { found, expected }).into());
        }
        Ok(PyBytes::new(py, self.key.to_bytes(rlwe).as_ref()))
    }
}

/// The key that brings products of ciphertexts back to two parts.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct RelinearizationKey(pub(crate) Of<rlwe::RelinearizationKey>);

/// Keys of rotations of slots.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct GaloisKeys(pub(crate) Of<rlwe::GaloisKeys>);
