//! The text that `papilio.bfv` and `papilio.bgv` share.

/// The classes of a scheme of exact residues: itself, its ciphertexts and its products.
///
/// `add_products` is the native sum of products; `over` gives the scheme that bytes are made with,
/// `exact` the one that plaintexts are encoded for.
macro_rules! exact_scheme {
    (
        $(#[$doc:meta])* $scheme:ident in $module:literal,
        ciphertexts: $ciphertext:ty, products: $product:ty, add_products: $add_products:ident, over: $over:path, exact: $exact:path
    ) => {
        use crate::array;
        use crate::error::Error;
        use crate::integer::word;
        use crate::keys::{PublicKey, SecretKey};
        use crate::parameters::Parameters;
        use crate::plaintext::{Clear, Plaintext, one_axis, residue};
        use crate::scheme::{Scheme, generator};
        use papilio::fhe::codec::Object;
        use papilio::fhe::{bfv as native_bfv, rlwe};
        use papilio::field::PlaintextModulus;
        use pyo3::prelude::*;
        use pyo3::types::PyBytes;
        use rlwe::FheError;

        $(#[$doc])*
        #[pyclass(frozen, extends = Scheme, module = $module)]
        pub(crate) struct $scheme {
            parameters: Parameters,
            native: Native,
        }

        #[pymethods]
        impl $scheme {
            #[new]
            #[pyo3(signature = (parameters, plaintext_modulus: "int"))]
            fn new(parameters: &Bound<'_, Parameters>, plaintext_modulus: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
                let t = PlaintextModulus::new(word(plaintext_modulus, "plaintext_modulus")?).map_err(Error::from)?;
                let parameters = parameters.get().clone();
                let native = Native::with_modulus(parameters.0.clone(), t).map_err(Error::from)?;
                let (rlwe, exact): (&rlwe::Rlwe, native_bfv::Bfv<u64>) = (native.as_ref(), $exact(&native).clone());
                Ok(PyClassInitializer::from(Scheme::new(rlwe.clone(), Some(exact))).add_subclass(Self { parameters, native }))
            }

            /// The ring parameters.
            #[getter]
            fn parameters(&self) -> Parameters {
                self.parameters.clone()
            }

            /// The plaintext modulus t.
            #[getter]
            fn plaintext_modulus(&self) -> u64 {
                self.native.plaintext_modulus().value()
            }

            /// Encodes at most N residues of ``uint64``, one a coefficient.
            ///
            /// Raises ``papilio.PlaintextError`` for more, or for a value that is not below t.
            #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.uint64]") -> "Plaintext")]
            fn encode_coefficients(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
                let values = array::to_read(values, "values")?;
                Ok(Plaintext(self.native.encode_coefficients(one_axis(&values)?).map_err(Error::from)?))
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
                Ciphertext::computed(slf, |native| native.encrypt_secret(&secret.0, &plaintext.0, &mut generator))
            }

            /// Encrypts under the public key.
            ///
            /// Raises ``papilio.ContextError`` for a key or a plaintext of other parameters.
            fn encrypt_public(
                slf: &Bound<'_, Self>,
                key: &Bound<'_, PublicKey>,
                plaintext: &Bound<'_, Plaintext>,
            ) -> PyResult<Ciphertext> {
                let (mut generator, key, plaintext) = (generator()?, key.get(), plaintext.get());
                Ciphertext::computed(slf, |native| native.encrypt_public(&key.0, &plaintext.0, &mut generator))
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
                let decrypted = slf.py().detach(|| native.decrypt(&secret.0, &ciphertext.native));
                Ok(Plaintext(decrypted.map_err(Error::from)?.plaintext))
            }

            /// The product of two ciphertexts before relinearization: products are summed first.
            fn multiply(slf: &Bound<'_, Self>, a: &Bound<'_, Ciphertext>, b: &Bound<'_, Ciphertext>) -> PyResult<Product> {
                let (native, a, b) = (&slf.get().native, &a.get().native, &b.get().native);
                let product = slf.py().detach(|| native.multiply(a, b)).map_err(Error::from)?;
                Ok(Product { scheme: slf.clone().unbind(), native: product })
            }

            fn __repr__(&self) -> String {
                format!(concat!(stringify!($scheme), "({}, t = {})"), self.parameters.line(), self.plaintext_modulus())
            }

            /// Without its keys, which have bytes of their own.
            #[pyo3(signature = () -> "tuple[typing.Any, tuple[Parameters, int]]")]
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Parameters, u64)) {
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
            native: $ciphertext,
        }

        /// A product of ciphertexts, of three parts.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct Product {
            scheme: Py<$scheme>,
            native: $product,
        }

        impl Ciphertext {
            /// A result of the scheme, computed while other Python threads go on.
            fn computed(
                scheme: &Bound<'_, $scheme>,
                work: impl FnOnce(&Native) -> Result<$ciphertext, FheError> + Send,
            ) -> PyResult<Self> {
                let native = &scheme.get().native;
                let result = scheme.py().detach(|| work(native)).map_err(Error::from)?;
                Ok(Self { scheme: scheme.clone().unbind(), native: result })
            }

            /// The same of the ciphertext's scheme.
            fn result(&self, py: Python<'_>, work: impl FnOnce(&Native, &$ciphertext) -> Result<$ciphertext, FheError> + Send) -> PyResult<Self> {
                Self::computed(self.scheme.bind(py), |native| work(native, &self.native))
            }

            /// Changed in place.
            fn changed(&self, py: Python<'_>, work: impl FnOnce(&Native, &mut $ciphertext) -> Result<(), FheError> + Send) -> PyResult<Self> {
                self.result(py, |native, a| {
                    let mut a = a.clone();
                    work(native, &mut a).map(|()| a)
                })
            }

            /// Adds or subtracts what is no ciphertext.
            fn with_clear(
                &self,
                py: Python<'_>,
                clear: Clear<'_>,
                work: impl FnOnce(&Native, &mut $ciphertext, &native_bfv::Plaintext<u64>) -> Result<(), FheError> + Send,
            ) -> PyResult<Self> {
                match clear {
                    Clear::Plaintext(plaintext) => {
                        let plaintext = &plaintext.get().0;
                        self.changed(py, |native, a| work(native, a, plaintext))
                    }
                    // The constant polynomial has the constant in every slot.
                    Clear::Constant(c) => {
                        let c = residue(c, self.scheme.get().plaintext_modulus());
                        self.changed(py, |native, a| work(native, a, &native.encode_coefficients(&[c])?))
                    }
                }
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
            fn __add__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => {
                        let other = &other.get().native;
                        self.changed(py, |native, a| native.add_assign(a, other))
                    }
                    Operand::Clear(clear) => self.__radd__(py, clear),
                }
            }

            fn __radd__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                self.with_clear(py, other, |native, a, m| native.add_plain_assign(a, m))
            }

            fn __sub__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => {
                        let other = &other.get().native;
                        self.changed(py, |native, a| native.sub_assign(a, other))
                    }
                    Operand::Clear(clear) => self.with_clear(py, clear, |native, a, m| native.sub_plain_assign(a, m)),
                }
            }

            fn __rsub__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                self.__neg__(py)?.__radd__(py, other)
            }

            fn __mul__(&self, py: Python<'_>, other: Operand<'_>) -> PyResult<Self> {
                match other {
                    Operand::Ciphertext(other) => {
                        let key = self.scheme.bind(py).as_super().get().relinearization()?;
                        let other = &other.get().native;
                        self.result(py, |native, a| native.multiply_relinearize(a, other, &key))
                    }
                    Operand::Clear(clear) => self.__rmul__(py, clear),
                }
            }

            fn __rmul__(&self, py: Python<'_>, other: Clear<'_>) -> PyResult<Self> {
                match other {
                    Clear::Plaintext(plaintext) => {
                        let plaintext = &plaintext.get().0;
                        self.result(py, |native, a| native.mul_plain(a, plaintext))
                    }
                    Clear::Constant(c) => {
                        let c = residue(c, self.scheme.get().plaintext_modulus());
                        self.changed(py, |native, a| native.mul_scalar_assign(a, c))
                    }
                }
            }

            fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
                self.changed(py, |native, a| native.neg_assign(a))
            }

            /// The square, for less than a product, relinearized.
            fn square(&self, py: Python<'_>) -> PyResult<Self> {
                let key = self.scheme.bind(py).as_super().get().relinearization()?;
                self.result(py, |native, a| native.relinearize(&native.square(a)?, &key))
            }

            /// Both rows of slots rotated to the left by ``steps``, for negative steps to the
            /// right.
            fn rotate_rows(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
                let keys = self.scheme.bind(py).as_super().get().rotations()?;
                self.result(py, |native, a| native.rotate_rows(a, steps, &keys))
            }

            /// The rows of slots exchanged.
            fn rotate_columns(&self, py: Python<'_>) -> PyResult<Self> {
                let keys = self.scheme.bind(py).as_super().get().rotations()?;
                self.result(py, |native, a| native.rotate_columns(a, &keys))
            }

            /// The sum of ``count`` neighboring slots in each; of all slots without a count.
            #[pyo3(signature = (count = None))]
            fn inner_sum(&self, py: Python<'_>, count: Option<usize>) -> PyResult<Self> {
                let keys = self.scheme.bind(py).as_super().get().rotations()?;
                self.result(py, |native, a| match count {
                    Some(count) => native.partial_inner_sum(a, count, &keys),
                    None => native.inner_sum(a, &keys),
                })
            }

            /// The same message with fewer primes.
            fn mod_switch_to(&self, py: Python<'_>, level: usize) -> PyResult<Self> {
                self.changed(py, |native, a| native.mod_switch_to_assign(a, level))
            }

            /// The scheme.
            #[getter]
            fn scheme(&self, py: Python<'_>) -> Py<$scheme> {
                self.scheme.clone_ref(py)
            }

            /// Its primes.
            #[getter]
            fn level(&self) -> usize {
                self.native.level()
            }

            /// The noise budget that is left by prediction, in bits: decryption refuses at the end
            /// of it.
            #[getter]
            fn predicted_budget_bits(&self) -> f64 {
                self.scheme.get().native.predicted_budget_bits(&self.native)
            }

            /// The noise budget that is left, in bits, measured with the secret key; for its owner
            /// alone.
            fn noise_budget(&self, secret: &Bound<'_, SecretKey>) -> PyResult<f64> {
                let budget = self.scheme.get().native.noise_budget_bits(&secret.get().0, &self.native);
                Ok(budget.map_err(Error::from)?)
            }

            /// The ciphertext as bytes.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &Object::to_bytes(&self.native, $over(&self.scheme.get().native)))
            }

            /// The ciphertext from its bytes.
            ///
            /// Raises ``papilio.FormatError`` for bytes that are damaged, or of other parameters.
            #[staticmethod]
            #[pyo3(signature = (scheme, data: "typing_extensions.Buffer"))]
            fn from_bytes(scheme: &Bound<'_, $scheme>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
                let bytes = array::bytes(data)?;
                let native = Object::from_bytes($over(&scheme.get().native), array::slice(&bytes)?).map_err(Error::from)?;
                Ok(Self { scheme: scheme.clone().unbind(), native })
            }

            fn __repr__(&self) -> String {
                format!("Ciphertext(level {}, {:.1} bits of budget predicted)", self.level(), self.predicted_budget_bits())
            }

            #[pyo3(signature = (protocol: "typing.SupportsIndex") -> "tuple[typing.Any, ...]")]
            fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: u32) -> PyResult<(Bound<'py, PyAny>, (Py<$scheme>, Bound<'py, PyAny>))> {
                let py = slf.py();
                let bytes = array::pickled(slf.get().to_bytes(py), protocol)?;
                Ok((slf.get_type().getattr("from_bytes")?, (slf.get().scheme.clone_ref(py), bytes)))
            }
        }

        #[pymethods]
        impl Product {
            fn __add__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<Self> {
                let (native, mut sum, other) = (&self.scheme.get().native, self.native.clone(), &other.get().native);
                py.detach(|| native.$add_products(&mut sum, other)).map_err(Error::from)?;
                Ok(Self { scheme: self.scheme.clone_ref(py), native: sum })
            }

            /// The product as a ciphertext, by the scheme's ``relinearization_key``.
            fn relinearize(&self, py: Python<'_>) -> PyResult<Ciphertext> {
                let key = self.scheme.bind(py).as_super().get().relinearization()?;
                Ciphertext::computed(self.scheme.bind(py), |native| native.relinearize(&self.native, &key))
            }

            /// Its primes.
            #[getter]
            fn level(&self) -> usize {
                self.native.level()
            }

            fn __repr__(&self) -> String {
                format!("Product(level {})", self.level())
            }
        }
    };
}

pub(crate) use exact_scheme;
