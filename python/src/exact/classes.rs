//! The classes that `papilio.bfv` and `papilio.bgv` both have.

/// A scheme of exact residues, its ciphertexts and its products; `native` makes the scheme of the
/// library.
macro_rules! exact_scheme {
    ($(#[$doc:meta])* $scheme:ident in $module:literal, native: $native:path) => {
        use crate::array;
        use crate::error::Error;
        use crate::exact::{Change, EncryptionKey, Exact, Held, Operation, computed};
        use crate::held_key::Of;
        use crate::keys::{PublicKey, SecretKey};
        use crate::parameters::Parameters;
        use crate::plaintext::{Clear, Plaintext};
        use crate::scheme::{Scheme, generator};
        use num_bigint::BigUint;
        use papilio::fhe::rlwe;
        use pyo3::prelude::*;
        use pyo3::types::PyBytes;
        use std::sync::Arc;

        $(#[$doc])*
        #[pyclass(frozen, extends = Scheme, module = $module)]
        pub(crate) struct $scheme {
            parameters: Parameters,
            native: Arc<dyn Exact>,
        }

        #[pymethods]
        impl $scheme {
            #[new]
            #[pyo3(signature = (parameters, plaintext_modulus: "int | papilio._papilio.field.Field"))]
            fn new(parameters: &Bound<'_, Parameters>, plaintext_modulus: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
                let parameters = parameters.get().clone();
                let native = $native(parameters.0.clone(), plaintext_modulus)?;
                let scheme = Scheme::new(native.rlwe().clone(), Some(Arc::clone(&native)));
                Ok(PyClassInitializer::from(scheme).add_subclass(Self { parameters, native }))
            }

            /// The ring parameters.
            #[getter]
            fn parameters(&self) -> Parameters {
                self.parameters.clone()
            }

            /// The plaintext modulus t.
            #[getter]
            fn plaintext_modulus(&self) -> BigUint {
                self.native.plaintext_modulus()
            }

            /// Encodes at most N residues of ``uint64``, one a coefficient; of shape ``(n, 4)`` for
            /// primes of 251 bits and more.
            ///
            /// Raises ``papilio.PlaintextError`` for more, or for a value that is not below t.
            #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.uint64]") -> "Plaintext")]
            fn encode_coefficients(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
                self.native.encode_coefficients(values)
            }

            /// Encrypts under the secret key.
            ///
            /// Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
            fn encrypt_secret(
                slf: &Bound<'_, Self>,
                secret: &Bound<'_, SecretKey>,
                plaintext: &Bound<'_, Plaintext>,
            ) -> PyResult<Ciphertext> {
                Ciphertext::encrypted(slf, EncryptionKey::Secret(&secret.get().0), plaintext)
            }

            /// Encrypts under the public key.
            ///
            /// Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
            fn encrypt_public(
                slf: &Bound<'_, Self>,
                key: &Bound<'_, PublicKey>,
                plaintext: &Bound<'_, Plaintext>,
            ) -> PyResult<Ciphertext> {
                Ciphertext::encrypted(slf, EncryptionKey::Public(&key.get().0), plaintext)
            }

            /// Decrypts, for the owner of the key alone: who supplies ciphertexts and is shown what
            /// becomes of them can find the key.
            ///
            /// Raises ``papilio.NoiseError`` when the noise may have reached the message,
            /// ``papilio.WrongKeyError`` for a ciphertext under another key.
            fn decrypt(
                slf: &Bound<'_, Self>,
                secret: &Bound<'_, SecretKey>,
                ciphertext: &Bound<'_, Ciphertext>,
            ) -> PyResult<Plaintext> {
                let (native, secret, ciphertext) = (&slf.get().native, secret.get(), ciphertext.get());
                Ok(slf.py().detach(|| native.decrypt(&secret.0, &ciphertext.native))?)
            }

            /// The product of two ciphertexts before relinearization: products are summed first.
            fn multiply(slf: &Bound<'_, Self>, a: &Bound<'_, Ciphertext>, b: &Bound<'_, Ciphertext>) -> PyResult<Product> {
                let [a, b] = [a, b].map(|operand| Arc::clone(&operand.get().native));
                let native = computed(slf.py(), &slf.get().native, move |scheme| scheme.multiply(&a, &b))?;
                Ok(Product { scheme: slf.clone().unbind(), native })
            }

            fn __repr__(&self) -> String {
                format!(concat!(stringify!($scheme), "({}, t = {})"), self.parameters.line(), self.plaintext_modulus())
            }

            /// Without its keys, which have bytes of their own.
            #[pyo3(signature = () -> "tuple[typing.Any, tuple[Parameters, int]]")]
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Parameters, BigUint)) {
                (slf.get_type().into_any(), (slf.get().parameters.clone(), slf.get().plaintext_modulus()))
            }
        }

        /// An encrypted plaintext.
        ///
        /// ``+``, ``-`` and ``*`` act slot by slot on ciphertexts, plaintexts and whole numbers. A
        /// product of ciphertexts is relinearized by the scheme's ``relinearization_key``;
        /// rotations take its ``galois_keys``.
        ///
        /// Raises ``papilio.ContextError`` and ``papilio.LevelError`` for ciphertexts that do not
        /// fit each other, ``papilio.WrongKeyError`` for a key that is missing or another's.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Ciphertext {
            scheme: Py<$scheme>,
            native: Held,
        }

        /// A product of ciphertexts, of three parts.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Product {
            scheme: Py<$scheme>,
            native: Held,
        }

        impl Ciphertext {
            fn encrypted(scheme: &Bound<'_, $scheme>, key: EncryptionKey<'_>, plaintext: &Bound<'_, Plaintext>) -> PyResult<Self> {
                let (mut generator, native, plaintext) = (generator()?, &scheme.get().native, plaintext.get());
                let native = scheme.py().detach(|| native.encrypt(key, plaintext, &mut generator))?;
                Ok(Self { scheme: scheme.clone().unbind(), native })
            }

            pub(crate) fn held(&self) -> &Held {
                &self.native
            }

            /// A ciphertext of the same scheme.
            pub(crate) fn with(&self, py: Python<'_>, native: Held) -> Self {
                Self { scheme: self.scheme.clone_ref(py), native }
            }

            pub(crate) fn native<'a>(&'a self, py: Python<'a>) -> &'a Arc<dyn Exact> {
                &self.scheme.bind(py).get().native
            }

            fn relinearization_key(&self, py: Python<'_>) -> Result<Of<rlwe::RelinearizationKey>, Error> {
                self.scheme.bind(py).as_super().get().relinearization()
            }

            pub(crate) fn galois_keys(&self, py: Python<'_>) -> Result<Of<rlwe::GaloisKeys>, Error> {
                self.scheme.bind(py).as_super().get().rotations()
            }

            /// A result of the scheme, computed while other Python threads go on.
            fn computed(&self, py: Python<'_>, work: impl FnOnce(&dyn Exact, &Held) -> Result<Held, Error> + Send + 'static) -> PyResult<Self> {
                let a = Arc::clone(&self.native);
                Ok(self.with(py, computed(py, self.native(py), move |scheme| work(scheme, &a))?))
            }

            /// The same where it lies, which takes too little time for another thread.
            fn changed(&self, py: Python<'_>, change: Change<'_>) -> PyResult<Self> {
                let scheme = self.native(py);
                Ok(self.with(py, py.detach(|| scheme.change(&self.native, change))?))
            }
        }

        /// The other operand of a ciphertext.
        #[derive(FromPyObject)]
        enum Operand<'py> {
            Ciphertext(Bound<'py, Ciphertext>),
            Clear(Clear<'py>),
        }

        #[pymethods]
        impl Ciphertext {
            /// Arrays leave operators to ciphertexts, which refuse them: they are encoded first.
            #[classattr]
            #[pyo3(name = "__array_ufunc__")]
            fn array_ufunc() -> Option<()> {
                None
            }

            fn __add__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => self.changed(py, Change::Add(&other.get().native)),
                    Operand::Clear(clear) => self.__radd__(py, clear),
                }
            }

            fn __radd__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                match other {
                    Clear::Plaintext(plaintext) => self.changed(py, Change::AddPlain(plaintext.get())),
                    Clear::Constant(c) => self.changed(py, Change::AddConstant(&c)),
                }
            }

            fn __sub__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => self.changed(py, Change::Subtract(&other.get().native)),
                    Operand::Clear(Clear::Plaintext(plaintext)) => self.changed(py, Change::SubtractPlain(plaintext.get())),
                    Operand::Clear(Clear::Constant(c)) => self.changed(py, Change::SubtractConstant(&c)),
                }
            }

            fn __rsub__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                self.__neg__(py)?.__radd__(py, other)
            }

            fn __mul__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => {
                        let (key, other) = (self.relinearization_key(py)?, Arc::clone(&other.get().native));
                        self.computed(py, move |scheme, a| scheme.apply(a, Operation::Multiply(&other, &key)))
                    }
                    Operand::Clear(clear) => self.__rmul__(py, clear),
                }
            }

            fn __rmul__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                match other {
                    Clear::Plaintext(plaintext) => {
                        let (scheme, plaintext) = (self.native(py), plaintext.get());
                        Ok(self.with(py, py.detach(|| scheme.apply(&self.native, Operation::MultiplyPlain(plaintext)))?))
                    }
                    Clear::Constant(c) => self.changed(py, Change::MultiplyConstant(&c)),
                }
            }

            fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
                self.changed(py, Change::Negate)
            }

            /// The square, for less than a product, relinearized.
            fn square(&self, py: Python<'_>) -> PyResult<Self> {
                let key = self.relinearization_key(py)?;
                self.computed(py, move |scheme, a| scheme.apply(a, Operation::Square(&key)))
            }

            /// Both rows of slots rotated to the left by ``steps``, for negative steps to the
            /// right.
            fn rotate_rows(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
                let keys = self.galois_keys(py)?;
                self.computed(py, move |scheme, a| scheme.apply(a, Operation::RotateRows(steps, &keys)))
            }

            /// The rows of slots exchanged.
            fn rotate_columns(&self, py: Python<'_>) -> PyResult<Self> {
                let keys = self.galois_keys(py)?;
                self.computed(py, move |scheme, a| scheme.apply(a, Operation::RotateColumns(&keys)))
            }

            /// The sum of ``count`` neighboring slots in each; of all slots without a count.
            #[pyo3(signature = (count = None))]
            fn inner_sum(&self, py: Python<'_>, count: Option<usize>) -> PyResult<Self> {
                let keys = self.galois_keys(py)?;
                self.computed(py, move |scheme, a| scheme.apply(a, Operation::InnerSum(count, &keys)))
            }

            /// The same message with fewer primes.
            fn mod_switch_to(&self, py: Python<'_>, level: usize) -> PyResult<Self> {
                self.changed(py, Change::SwitchTo(level))
            }

            /// The scheme.
            #[getter]
            fn scheme(&self, py: Python<'_>) -> Py<$scheme> {
                self.scheme.clone_ref(py)
            }

            /// Its primes.
            #[getter]
            fn level(&self, py: Python<'_>) -> PyResult<usize> {
                Ok(self.native(py).level(&self.native)?)
            }

            /// The noise budget that is left by prediction, in bits: decryption refuses at the end
            /// of it.
            #[getter]
            fn predicted_budget_bits(&self, py: Python<'_>) -> PyResult<f64> {
                Ok(self.native(py).predicted_budget_bits(&self.native)?)
            }

            /// The noise budget that is left, in bits, measured with the secret key; for its owner
            /// alone.
            fn noise_budget(&self, secret: &Bound<'_, SecretKey>) -> PyResult<f64> {
                Ok(self.native(secret.py()).noise_budget_bits(&secret.get().0, &self.native)?)
            }

            /// The ciphertext as bytes.
            fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                Ok(PyBytes::new(py, &self.native(py).to_bytes(&self.native)?))
            }

            /// The ciphertext from its bytes.
            ///
            /// Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
            #[staticmethod]
            #[pyo3(signature = (scheme, data: "typing_extensions.Buffer"))]
            fn from_bytes(scheme: &Bound<'_, $scheme>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
                let native = scheme.get().native.parse(array::slice(&array::bytes(data)?)?)?;
                Ok(Self { scheme: scheme.clone().unbind(), native })
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let (level, budget) = (self.level(py)?, self.predicted_budget_bits(py)?);
                Ok(format!("Ciphertext(level {level}, {budget:.1} bits of budget predicted)"))
            }

            #[pyo3(signature = (protocol: "typing.SupportsIndex") -> "tuple[typing.Any, ...]")]
            fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: u32) -> PyResult<(Bound<'py, PyAny>, (Py<$scheme>, Bound<'py, PyAny>))> {
                let py = slf.py();
                let bytes = array::pickled(slf.get().to_bytes(py)?, protocol)?;
                Ok((slf.get_type().getattr("from_bytes")?, (slf.get().scheme.clone_ref(py), bytes)))
            }
        }

        #[pymethods]
        impl Product {
            fn __add__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<Self> {
                let (scheme, other) = (&self.scheme.bind(py).get().native, &other.get().native);
                let native = py.detach(|| scheme.add_products(&self.native, other))?;
                Ok(Self { scheme: self.scheme.clone_ref(py), native })
            }

            /// The product as a ciphertext, by the scheme's ``relinearization_key``.
            fn relinearize(&self, py: Python<'_>) -> PyResult<Ciphertext> {
                let (scheme, product) = (self.scheme.bind(py), Arc::clone(&self.native));
                let key = scheme.as_super().get().relinearization()?;
                let native = computed(py, &scheme.get().native, move |scheme| scheme.relinearize(&product, &key))?;
                Ok(Ciphertext { scheme: self.scheme.clone_ref(py), native })
            }

            /// Its primes.
            #[getter]
            fn level(&self, py: Python<'_>) -> PyResult<usize> {
                Ok(self.scheme.bind(py).get().native.product_level(&self.native)?)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("Product(level {})", self.level(py)?))
            }
        }
    };
}

pub(crate) use exact_scheme;
