//! Parameters of CKKS, and advice for them.

use crate::array;
use crate::error::Error;
use crate::parameters::{Pickled, refuse_weak, ring_line};
use papilio::ckks::{self as native, ParametersLiteral, advice};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Parameters of ``Ckks``: ring, scale and levels.
///
/// ``Parameters(log_degree=14, log_scale=40, levels=7, log_p=[49])``: the ring degree is
/// ``2**log_degree`` (10 to 16), with half as many slots; messages are multiplied by
/// ``2**log_scale`` (30 to 50, or 60 to 98); ``levels`` products may follow each other; ``log_p``
/// are the bit lengths of the special primes, which key switching needs. ``log_base`` are the bits
/// of the modulus that is never divided away, 0 for a good choice.
///
/// Raises ``papilio.SecurityError`` below 128 bits of security, unless ``insecure`` is true;
/// ``papilio.ParametersError`` for what makes no parameters.
#[pyclass(frozen, eq, module = "papilio.ckks")]
#[derive(Clone, Debug)]
pub(crate) struct Parameters(pub(super) native::Parameters);

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.0.literal() == other.0.literal()
    }
}

/// Parameters that were found, the sizes of the objects made with them, and why.
#[pyclass(frozen, get_all, module = "papilio.ckks")]
pub(crate) struct Advice {
    /// The parameters.
    parameters: Parameters,
    /// The predicted precision in bits of a fresh ciphertext, then after each product.
    precisions: Vec<f64>,
    /// Bytes of a fresh ciphertext in memory.
    ciphertext_bytes: usize,
    /// Bytes of a relinearization key in memory, and of the key of each rotation.
    key_bytes: Option<usize>,
    /// Why these, a sentence each.
    reasons: Vec<String>,
}

#[pymethods]
impl Advice {
    fn __repr__(&self) -> String {
        self.reasons.join("\n")
    }
}

#[pymethods]
impl Parameters {
    #[new]
    #[pyo3(signature = (*, log_degree, log_scale, levels, log_p = Vec::new(), log_base = 0, insecure = false))]
    fn new(log_degree: u32, log_scale: u32, levels: usize, log_p: Vec<u32>, log_base: u32, insecure: bool) -> PyResult<Self> {
        let literal = ParametersLiteral { log_degree, log_scale, levels, log_base, log_p, insecure };
        Ok(Self(native::Parameters::new(literal).map_err(Error::from)?))
    }

    /// The cheapest parameters for a depth and a precision, and the reasons for them.
    ///
    /// ``depth`` is the number of products on the longest path, those with constants that are no
    /// integers included; ``precision`` the bits after the binary point that are right at the end;
    /// ``log_bound`` is ``log2`` of the greatest magnitude of a value on the way, ``terms`` the
    /// ciphertexts that are summed before a product.
    ///
    /// Raises ``papilio.AdviceError`` where there are none.
    #[staticmethod]
    #[pyo3(signature = (depth, precision, *, terms = 2, log_bound = 0.0, slots = 1, rotations = true, log_degree = None, security = 128))]
    #[expect(clippy::too_many_arguments, reason = "they are the names that Python callers write")]
    fn advise(
        depth: u32,
        precision: u32,
        terms: u32,
        log_bound: f64,
        slots: usize,
        rotations: bool,
        log_degree: Option<u32>,
        security: u32,
    ) -> PyResult<Advice> {
        let request =
            advice::Request { depth, terms, precision_bits: precision, log_bound, slots, rotations, log_degree, security };
        let advice = advice::advise(&request).map_err(Error::from)?;
        let parameters = Self(native::Parameters::new(advice.literal).map_err(Error::from)?);
        let advice::Advice { precisions, ciphertext_bytes, key_bytes, reasons, .. } = advice;
        Ok(Advice { parameters, precisions, ciphertext_bytes, key_bytes, reasons })
    }

    /// The ring degree N.
    #[getter]
    fn degree(&self) -> usize {
        self.0.ring().degree()
    }

    /// The number of slots, N/2.
    #[getter]
    fn slots(&self) -> usize {
        self.0.slots()
    }

    /// ``log2`` of the scale.
    #[getter]
    fn log_scale(&self) -> u32 {
        self.0.literal().log_scale
    }

    /// The products that may follow each other.
    #[getter]
    fn levels(&self) -> usize {
        self.0.levels()
    }

    /// 128, 192 or 256, or 0 below.
    #[getter]
    fn security_bits(&self) -> u32 {
        self.0.ring().security_bits()
    }

    /// The parameters as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The parameters from their bytes.
    ///
    /// Raises ``papilio.FormatError``; ``papilio.SecurityError`` for parameters below 128 bits of
    /// security, unless ``insecure`` is true; the errors of the constructor.
    #[staticmethod]
    #[pyo3(signature = (data: "typing_extensions.Buffer", insecure = false))]
    fn from_bytes(data: &Bound<'_, PyAny>, insecure: bool) -> PyResult<Self> {
        let bytes = array::bytes(data)?;
        let parameters = native::Parameters::from_bytes(array::slice(&bytes)?).map_err(Error::from)?;
        refuse_weak(parameters.ring(), insecure)?;
        Ok(Self(parameters))
    }

    fn __hash__(&self) -> u64 {
        self.0.ring().fingerprint()
    }

    fn __repr__(&self) -> String {
        format!("Parameters({})", line(&self.0))
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[bytes, bool]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let parameters = slf.get();
        let insecure = parameters.0.ring().security_bits() == 0;
        Ok((slf.get_type().getattr("from_bytes")?, (parameters.to_bytes(slf.py()), insecure)))
    }
}

/// Ring, scale and levels, in a line.
pub(super) fn line(parameters: &native::Parameters) -> String {
    let native::ParametersLiteral { log_scale, levels, .. } = parameters.literal();
    format!("{}, scale 2^{log_scale}, {levels} levels", ring_line(parameters.ring()))
}
