//! Keys, which all schemes share.

use crate::error::Error;
use crate::held_key::{GaloisKeys, Of, RelinearizationKey};
use crate::interrupt::interruptible;
use crate::scheme::{Scheme, generator};
use chacha20::ChaCha20Rng;
use papilio::ckks;
use papilio::fhe::rlwe;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A uniform ternary secret: hidden from ``repr``, refused by ``pickle``, erased when it is freed.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct SecretKey(pub(crate) Of<rlwe::SecretKey>);

/// A key that encrypts and does not decrypt, for ``Bfv`` and ``Bgv``.
#[pyclass(frozen, module = "papilio")]
pub(crate) struct PublicKey(pub(crate) Of<rlwe::PublicKey>);

/// A key that encrypts and does not decrypt, for ``Ckks``: of the special primes too, which leave
/// ciphertexts less noise.
#[pyclass(frozen, module = "papilio.ckks", name = "PublicKey")]
pub(crate) struct CkksPublicKey(pub(crate) Of<ckks::PublicKey>);

/// Methods of a key, with its bytes, which all keys have.
macro_rules! key_methods {
    (impl $key:ty, to_bytes: $to_bytes:literal; $($methods:tt)*) => {
        #[pymethods]
        impl $key {
            $($methods)*

            /// From bytes.
            ///
            /// Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
            #[staticmethod]
            #[pyo3(signature = (scheme, data: "typing_extensions.Buffer"))]
            fn from_bytes(scheme: &Bound<'_, Scheme>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
                Of::from_bytes(scheme.get().rlwe(), data).map(Self)
            }

            #[doc = $to_bytes]
            fn to_bytes<'py>(&self, scheme: &Bound<'py, Scheme>) -> PyResult<Bound<'py, PyBytes>> {
                self.0.to_bytes(scheme.py(), scheme.get().rlwe())
            }
        }
    };
}

key_methods! {
    impl SecretKey, to_bytes: "The secret itself as bytes, which Python neither hides nor erases: for the eyes of its owner.";

    /// A new secret, by the randomness of the operating system.
    #[staticmethod]
    fn generate(scheme: &Bound<'_, Scheme>) -> PyResult<Self> {
        Ok(Self(Of::new(scheme.get().rlwe(), rlwe::SecretKey::generate(scheme.get().rlwe(), &mut generator()?))))
    }

    fn __repr__(&self) -> &'static str {
        "SecretKey(..)"
    }

    /// Refused, for pickles are sent and stored unasked.
    #[pyo3(signature = () -> "typing.NoReturn")]
    fn __reduce__(&self) -> PyResult<()> {
        let reason =
            "a secret key is not pickled, for pickles are sent and stored unasked: SecretKey.to_bytes makes bytes of it";
        Err(PyTypeError::new_err(reason))
    }
}

/// A key that is made of a secret alone.
macro_rules! key_of_a_secret {
    ($(#[$errors:meta])* $key:ty, $native:ty, $name:literal) => {
        key_methods! {
            impl $key, to_bytes: "The key as bytes.";

            /// The key of a secret.
            ///
            $(#[$errors])*
            #[staticmethod]
            fn generate(scheme: &Bound<'_, Scheme>, secret: &Bound<'_, SecretKey>) -> PyResult<Self> {
                made(scheme, secret, |rlwe, secret, generator| <$native>::generate(rlwe, secret, generator)).map(Self)
            }

            fn __repr__(&self) -> String {
                format!(concat!($name, "({})"), self.0.id())
            }
        }
    };
}

key_of_a_secret! {
    /// Raises ``papilio.ContextError`` for a secret of other parameters.
    PublicKey, rlwe::PublicKey, "PublicKey"
}

key_of_a_secret! {
    /// Raises ``papilio.ContextError`` for a secret of other parameters.
    CkksPublicKey, ckks::PublicKey, "PublicKey"
}

key_of_a_secret! {
    /// Raises ``papilio.WrongKeyError`` for parameters without special primes,
    /// ``papilio.ContextError`` for a secret of other parameters.
    RelinearizationKey, rlwe::RelinearizationKey, "RelinearizationKey"
}

key_methods! {
    impl GaloisKeys, to_bytes: "The keys as bytes.";

    /// Keys for rotations by these steps, to the left, for negative steps to the right; with
    /// ``conjugation`` for the exchange of rows of ``Bfv`` and ``Bgv`` too, and for the conjugate
    /// of ``Ckks``. Steps that have no key are made of those that are powers of two.
    ///
    /// Raises ``papilio.WrongKeyError`` for parameters without special primes,
    /// ``papilio.ContextError`` for a secret of other parameters.
    #[staticmethod]
    #[pyo3(signature = (scheme, secret, steps: "collections.abc.Iterable[int]", conjugation = false))]
    fn for_rotations(
        scheme: &Bound<'_, Scheme>,
        secret: &Bound<'_, SecretKey>,
        steps: &Bound<'_, PyAny>,
        conjugation: bool,
    ) -> PyResult<Self> {
        let degree = scheme.get().rlwe().parameters().degree();
        let steps: Vec<i64> = steps.try_iter()?.map(|step| step?.extract()).collect::<PyResult<_>>()?;
        let mut exponents: Vec<usize> = steps.into_iter().map(|steps| rlwe::galois_element(degree, steps)).collect();
        exponents.extend(conjugation.then(|| rlwe::galois_element_row_swap(degree)));
        galois_keys(scheme, secret, exponents)
    }

    /// Keys for ``inner_sum`` over ``count`` slots, a power of two.
    ///
    /// Raises ``papilio.PapilioError`` for another count; the errors of ``for_rotations``.
    #[staticmethod]
    fn for_inner_sum(scheme: &Bound<'_, Scheme>, secret: &Bound<'_, SecretKey>, count: usize) -> PyResult<Self> {
        let degree = scheme.get().rlwe().parameters().degree();
        galois_keys(scheme, secret, rlwe::inner_sum_galois_elements(degree, count).map_err(Error::from)?)
    }

    /// Keys for rotations by powers of two and for the conjugate: any number of steps is made of
    /// these.
    #[staticmethod]
    fn powers_of_two(scheme: &Bound<'_, Scheme>, secret: &Bound<'_, SecretKey>) -> PyResult<Self> {
        let exponents = rlwe::GaloisKeys::powers_of_two(scheme.get().rlwe().parameters().degree());
        galois_keys(scheme, secret, exponents)
    }

    /// The number of keys.
    fn __len__(&self) -> usize {
        self.0.galois_elements().count()
    }

    fn __repr__(&self) -> String {
        format!("GaloisKeys({}, {} keys)", self.0.id(), self.__len__())
    }
}

/// Keys of automorphisms by their exponents.
pub(crate) fn galois_keys(
    scheme: &Bound<'_, Scheme>,
    secret: &Bound<'_, SecretKey>,
    exponents: Vec<usize>,
) -> PyResult<GaloisKeys> {
    let keys = |rlwe: &_, secret: &_, generator: &mut _| rlwe::GaloisKeys::generate(rlwe, secret, exponents, generator);
    made(scheme, secret, keys).map(GaloisKeys)
}

/// Makes a key with new randomness, while other Python threads go on.
fn made<T: Send + 'static>(
    scheme: &Bound<'_, Scheme>,
    secret: &Bound<'_, SecretKey>,
    generate: impl FnOnce(&rlwe::Rlwe, &rlwe::SecretKey, &mut ChaCha20Rng) -> Result<T, rlwe::FheError> + Send + 'static,
) -> PyResult<Of<T>> {
    let (rlwe, secret, mut generator) = (scheme.get().rlwe().clone(), secret.get().0.clone(), generator()?);
    let key = interruptible(scheme.py(), move || generate(&rlwe, &secret, &mut generator))?;
    Ok(Of::new(scheme.get().rlwe(), key.map_err(Error::from)?))
}
