//! Matrices times the slots of a ciphertext.

use super::Ckks;
use super::plaintext::numbers;
use crate::error::Error;
use crate::held_key::GaloisKeys;
use crate::keys::{SecretKey, galois_keys};
use papilio::ckks as native;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

/// A matrix over slots by its diagonals: slot ``i`` of the product is ``Σ_k d[k][i]·x[i + k]``, the
/// second index taken around the slots. It takes one level.
///
/// ``LinearTransform(ckks, diagonals, levels)``: ``diagonals`` are arrays of ``slots`` numbers by
/// steps to the left; ``levels`` are those that ciphertexts have left before the product.
///
/// Raises ``papilio.PlaintextError`` for diagonals of another length, ``papilio.LevelError`` for no
/// level or more than there are.
#[pyclass(frozen, module = "papilio.ckks")]
pub(crate) struct LinearTransform {
    scheme: Py<Ckks>,
    pub(super) native: native::LinearTransform,
}

#[pymethods]
impl LinearTransform {
    #[new]
    #[pyo3(signature = (
        ckks,
        diagonals: "collections.abc.Mapping[int, numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]]",
        levels
    ))]
    fn new(ckks: &Bound<'_, Ckks>, diagonals: &Bound<'_, PyDict>, levels: usize) -> PyResult<Self> {
        let of_items = diagonals.iter().map(|(steps, values)| Ok((steps.extract::<i64>()?, numbers(&values)?)));
        let diagonals = of_items.collect::<PyResult<BTreeMap<_, _>>>()?;
        let native = ckks.get().native();
        let matrix = ckks.py().detach(|| native::LinearTransform::new(native, &diagonals, levels, native.log_slots()));
        Ok(Self { scheme: ckks.clone().unbind(), native: matrix.map_err(Error::from)? })
    }

    /// The keys of rotations that it takes.
    fn galois_keys(&self, py: Python<'_>, secret: &Bound<'_, SecretKey>) -> PyResult<GaloisKeys> {
        let scheme = self.scheme.bind(py);
        let exponents = self.native.galois_elements(scheme.get().native());
        galois_keys(scheme.as_super(), secret, exponents)
    }

    /// Bytes of its diagonals in memory.
    #[getter]
    fn memory_bytes(&self) -> usize {
        self.native.memory_bytes()
    }

    fn __repr__(&self) -> String {
        format!("LinearTransform({} diagonals)", self.native.split().diagonals().count())
    }
}
