//! The ring of a scheme, the keys that it evaluates with, and randomness.

use crate::error::Error;
use crate::exact::Exact;
use crate::held_key::{GaloisKeys, Of, RelinearizationKey};
use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::fhe::rlwe::{self, Rlwe};
use pyo3::prelude::*;
use rand_core::SeedableRng;
use std::sync::{Arc, Mutex, PoisonError};

/// The ring that ``Bfv``, ``Bgv`` and ``Ckks`` have in common, and the keys that operators of
/// ciphertexts take.
#[pyclass(frozen, subclass, module = "papilio")]
pub(crate) struct Scheme {
    rlwe: Rlwe,
    /// The scheme of residues, if it is one.
    exact: Option<Arc<dyn Exact>>,
    relinearization_key: Mutex<Option<Of<rlwe::RelinearizationKey>>>,
    galois_keys: Mutex<Option<Of<rlwe::GaloisKeys>>>,
}

impl Scheme {
    pub(crate) fn new(rlwe: Rlwe, exact: Option<Arc<dyn Exact>>) -> Self {
        Self { rlwe, exact, relinearization_key: Mutex::new(None), galois_keys: Mutex::new(None) }
    }

    pub(crate) fn rlwe(&self) -> &Rlwe {
        &self.rlwe
    }

    /// The scheme of residues, if it is one.
    pub(crate) fn exact(&self) -> Option<&Arc<dyn Exact>> {
        self.exact.as_ref()
    }

    /// The key that products take.
    pub(crate) fn relinearization(&self) -> Result<Of<rlwe::RelinearizationKey>, Error> {
        let key = self.relinearization_key.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let missing = "no relinearization key: set `relinearization_key` of the scheme to RelinearizationKey.generate(..)";
        key.ok_or_else(|| Error::new("WrongKeyError", missing))
    }

    /// The keys that rotations take.
    pub(crate) fn rotations(&self) -> Result<Of<rlwe::GaloisKeys>, Error> {
        let keys = self.galois_keys.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let missing = "no Galois keys: set `galois_keys` of the scheme to GaloisKeys.for_rotations(..)";
        keys.ok_or_else(|| Error::new("WrongKeyError", missing))
    }
}

#[pymethods]
impl Scheme {
    /// The ring degree N.
    #[getter]
    fn degree(&self) -> usize {
        self.rlwe.parameters().degree()
    }

    /// The primes of the ciphertext modulus; the last is divided away first.
    #[getter]
    fn moduli(&self) -> Vec<u64> {
        self.rlwe.parameters().literal().moduli.clone()
    }

    /// The primes that key switching divides away again.
    #[getter]
    fn special_moduli(&self) -> Vec<u64> {
        self.rlwe.parameters().literal().special.clone()
    }

    /// 128, 192 or 256, or 0 for parameters that were accepted as ``insecure``.
    #[getter]
    fn security_bits(&self) -> u32 {
        self.rlwe.parameters().security_bits()
    }

    /// The key that products of ciphertexts take; ``None`` until it is set.
    #[getter]
    fn relinearization_key(&self) -> Option<RelinearizationKey> {
        self.relinearization_key.lock().unwrap_or_else(PoisonError::into_inner).clone().map(RelinearizationKey)
    }

    #[setter]
    fn set_relinearization_key(&self, key: Option<PyRef<'_, RelinearizationKey>>) {
        *self.relinearization_key.lock().unwrap_or_else(PoisonError::into_inner) = key.map(|key| key.0.clone());
    }

    /// The keys that rotations and sums of slots take; ``None`` until they are set.
    #[getter]
    fn galois_keys(&self) -> Option<GaloisKeys> {
        self.galois_keys.lock().unwrap_or_else(PoisonError::into_inner).clone().map(GaloisKeys)
    }

    #[setter]
    fn set_galois_keys(&self, keys: Option<PyRef<'_, GaloisKeys>>) {
        *self.galois_keys.lock().unwrap_or_else(PoisonError::into_inner) = keys.map(|keys| keys.0.clone());
    }
}

/// A generator seeded by the operating system.
pub(crate) fn generator() -> PyResult<ChaCha20Rng> {
    let refused = |error| Error::new("PapilioError", format!("the operating system has no randomness: {error}"));
    Ok(ChaCha20Rng::try_from_rng(&mut SysRng).map_err(refused)?)
}
