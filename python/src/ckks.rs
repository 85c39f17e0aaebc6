//! `papilio.ckks`.

mod ciphertext;
mod matrix;
mod parameters;
mod plaintext;
mod polynomial;
mod precision;

pub(crate) use ciphertext::Ciphertext;
pub(crate) use matrix::LinearTransform;
pub(crate) use parameters::{Advice, Parameters};
pub(crate) use plaintext::Plaintext;
pub(crate) use polynomial::Polynomial;
pub(crate) use precision::Precision;

use crate::error::Error;
use crate::keys::{CkksPublicKey, SecretKey};
use crate::scheme::{Scheme, generator};
use ::papilio::ckks::{self as native, CkksError};
use pyo3::prelude::*;

/// CKKS: approximate arithmetic on real or complex vectors, slot by slot.
///
/// ``Ckks(parameters)`` of ``papilio.ckks.Parameters``. Scales and levels are kept by the operators
/// of ciphertexts; every ciphertext says how many bits after the binary point are right.
///
/// >>> import numpy as np
/// >>> from papilio.ckks import Ckks, Parameters, RelinearizationKey, SecretKey
/// >>> ckks = Ckks(Parameters.advise(depth=2, precision=20).parameters)
/// >>> secret = SecretKey.generate(ckks)
/// >>> ckks.relinearization_key = RelinearizationKey.generate(ckks, secret)
/// >>> x = ckks.encrypt_secret(secret, ckks.encode(np.array([0.5, -0.25])))
/// >>> y = 1 - x * x
/// >>> ckks.decode(ckks.decrypt(secret, y))[:2].real.round(4).tolist()
/// [0.75, 0.9375]
#[pyclass(frozen, extends = Scheme, module = "papilio.ckks")]
pub(crate) struct Ckks {
    native: native::Ckks,
}

impl Ckks {
    pub(crate) fn native(&self) -> &native::Ckks {
        &self.native
    }
}

#[pymethods]
impl Ckks {
    #[new]
    fn new(parameters: &Bound<'_, Parameters>) -> PyResult<PyClassInitializer<Self>> {
        let native = native::Ckks::new(parameters.get().0.clone()).map_err(Error::from)?;
        Ok(PyClassInitializer::from(Scheme::new(native.rlwe().clone(), None)).add_subclass(Self { native }))
    }

    /// Ring, scale and levels.
    #[getter]
    fn parameters(&self) -> Parameters {
        Parameters(self.native.parameters().clone())
    }

    /// The number of slots, N/2.
    #[getter]
    fn slots(&self) -> usize {
        self.native.slots()
    }

    /// Encodes at most ``slots`` numbers, ``float64`` or ``complex128``, zeros in the rest: with
    /// all levels and the scale of the parameters.
    ///
    /// Raises ``papilio.PlaintextError`` for more, or for numbers that are not finite or too great.
    #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.float64] | numpy.typing.NDArray[numpy.complex128]") -> "Plaintext")]
    fn encode(slf: &Bound<'_, Self>, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
        let (native, values) = (&slf.get().native, plaintext::numbers(values)?);
        let encoded = slf.py().detach(|| native.encode(&values)).map_err(Error::from)?;
        Ok(Plaintext::new(native, encoded))
    }

    /// The numbers in all slots, a new ``complex128`` array.
    ///
    /// Raises ``papilio.ContextError`` for a plaintext of other parameters.
    #[pyo3(signature = (plaintext) -> "numpy.typing.NDArray[numpy.complex128]")]
    fn decode<'py>(slf: &Bound<'py, Self>, plaintext: &Bound<'py, Plaintext>) -> PyResult<Bound<'py, PyAny>> {
        plaintext.get().decoded(slf)
    }

    /// Encrypts under the secret key.
    ///
    /// Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
    fn encrypt_secret(
        slf: &Bound<'_, Self>,
        secret: &Bound<'_, SecretKey>,
        plaintext: &Bound<'_, Plaintext>,
    ) -> PyResult<Ciphertext> {
        let (mut generator, secret, plaintext) = (generator()?, secret.get(), plaintext.get());
        Ciphertext::computed(slf, |native| native.encrypt(&secret.0, &plaintext.native, &mut generator))
    }

    /// Encrypts under the public key.
    ///
    /// Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
    fn encrypt_public(
        slf: &Bound<'_, Self>,
        key: &Bound<'_, CkksPublicKey>,
        plaintext: &Bound<'_, Plaintext>,
    ) -> PyResult<Ciphertext> {
        let (mut generator, key, plaintext) = (generator()?, key.get(), plaintext.get());
        Ciphertext::computed(slf, |native| native.encrypt_public(&key.0, &plaintext.native, &mut generator))
    }

    /// Decrypts, for the owner of the key alone: the noise that the result has in it tells of the
    /// key. What others may see is ``decrypt_public``.
    ///
    /// Raises ``papilio.ScaleError`` when message and noise do not fit the modulus,
    /// ``papilio.WrongKeyError`` for a ciphertext under another key.
    fn decrypt(
        slf: &Bound<'_, Self>,
        secret: &Bound<'_, SecretKey>,
        ciphertext: &Bound<'_, Ciphertext>,
    ) -> PyResult<Plaintext> {
        let (native, secret, ciphertext) = (&slf.get().native, secret.get(), ciphertext.get());
        let decrypted = slf.py().detach(|| native.decrypt(&secret.0, ciphertext.native()));
        Ok(Plaintext::new(native, decrypted.map_err(Error::from)?))
    }

    /// The numbers of a ciphertext that others may see, with noise that hides the key, and how many
    /// bits after the binary point are right.
    ///
    /// ``queries`` is the number of decryptions under this key that are ever shown,
    /// ``statistical_bits`` the security of each (30 at least), ``least_bits`` the precision that
    /// has to be left.
    ///
    /// Raises ``papilio.PrecisionError`` when fewer bits are left; the errors of ``decrypt``.
    #[pyo3(signature = (secret, ciphertext, *, queries, statistical_bits = 40, least_bits = 0) -> "tuple[numpy.typing.NDArray[numpy.complex128], int]")]
    fn decrypt_public<'py>(
        slf: &Bound<'py, Self>,
        secret: &Bound<'_, SecretKey>,
        ciphertext: &Bound<'_, Ciphertext>,
        queries: u64,
        statistical_bits: u32,
        least_bits: i32,
    ) -> PyResult<(Bound<'py, PyAny>, i32)> {
        let how = native::PublicDecryption { queries, statistical_bits, least_bits };
        let (native, secret, ciphertext) = (&slf.get().native, secret.get(), ciphertext.get());
        let mut generator = generator()?;
        let shown = slf.py().detach(|| native.decrypt_public(&secret.0, ciphertext.native(), &how, &mut generator));
        let (values, bits) = shown.map_err(Error::from)?;
        let length = [values.len()];
        Ok((crate::array::of_vec(slf.py(), values, &length)?, bits))
    }

    fn __repr__(&self) -> String {
        format!("Ckks({})", parameters::line(self.native.parameters()))
    }

    /// Without its keys, which have bytes of their own.
    #[pyo3(signature = () -> "tuple[typing.Any, tuple[Parameters]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Parameters,)) {
        (slf.get_type().into_any(), (slf.get().parameters(),))
    }
}

/// Work of the automatic evaluator with the keys that a scheme has: what is missing is an error of
/// the operation that needs it.
fn automatic<R: Send>(
    scheme: &Bound<'_, Ckks>,
    work: impl FnOnce(&native::Automatic<'_>) -> Result<R, CkksError> + Send,
) -> PyResult<R> {
    let (of, native) = (scheme.as_super().get(), &scheme.get().native);
    let (relinearization, rotations) = (of.relinearization().ok(), of.rotations().ok());
    let result = scheme.py().detach(|| {
        let mut on = native.automatic();
        if let Some(key) = &relinearization {
            on = on.with_relinearization(key);
        }
        if let Some(keys) = &rotations {
            on = on.with_rotations(keys);
        }
        work(&on)
    });
    Ok(result.map_err(Error::from)?)
}
