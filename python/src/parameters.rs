//! `papilio.Parameters`: the ring of BFV and BGV.

use crate::array;
use crate::error::Error;
use papilio::fhe::advice::{self, Scheme as AdvisedScheme, Step};
use papilio::fhe::{self, ParametersLiteral};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Ring parameters of ``Bfv`` and ``Bgv``.
///
/// ``Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49])``: the ring degree is
/// ``2**log_degree`` (10 to 16); ``log_q`` are the bit lengths of the primes of the ciphertext
/// modulus, ``log_p`` those of the special primes, which key switching needs. ``moduli`` and
/// ``special_moduli`` say the primes themselves instead.
///
/// >>> import papilio
/// >>> papilio.Parameters(log_degree=13, log_q=[49, 49, 49], log_p=[49])
/// Parameters(N = 8192, 3 primes, log2 PQ = 196.0, 128-bit security)
///
/// Raises ``papilio.SecurityError`` below 128 bits of security, unless ``insecure`` is true;
/// ``papilio.ParametersError`` for what makes no ring.
#[pyclass(frozen, eq, module = "papilio")]
#[derive(Clone, Debug)]
pub(crate) struct Parameters(pub(crate) fhe::Parameters);

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.0.literal() == other.0.literal()
    }
}

/// Parameters that were found, and why.
#[pyclass(frozen, module = "papilio", get_all)]
pub(crate) struct Advice {
    /// The parameters.
    parameters: Parameters,
    /// The predicted noise budget in bits of a fresh ciphertext, then after each step.
    budgets: Vec<f64>,
    /// Why these, a sentence each.
    reasons: Vec<String>,
}

/// The function `from_bytes` and its arguments: bytes, and whether less than 128 bits of security
/// are accepted.
pub(crate) type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, bool));

impl Parameters {
    /// The degree, security and primes, in a line.
    pub(crate) fn line(&self) -> String {
        ring_line(&self.0)
    }
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
    #[pyo3(signature = (*, log_degree, log_q = Vec::new(), log_p = Vec::new(), moduli = Vec::new(), special_moduli = Vec::new(), insecure = false))]
    fn new(
        log_degree: u32,
        log_q: Vec<u32>,
        log_p: Vec<u32>,
        moduli: Vec<u64>,
        special_moduli: Vec<u64>,
        insecure: bool,
    ) -> PyResult<Self> {
        let literal = ParametersLiteral { log_degree, moduli, special: special_moduli, insecure, log_q, log_p };
        Ok(Self(fhe::Parameters::new(literal).map_err(Error::from)?))
    }

    /// The cheapest parameters for a circuit, and the reasons for them.
    ///
    /// ``plaintext_bits`` is the bit length of the plaintext modulus (2 to 256), ``depth`` the
    /// number of products on the longest path; with ``rotations`` every ciphertext may be rotated
    /// once. ``circuit`` says the steps of that path instead: ``"multiply"``,
    /// ``"multiply-plain"``, ``"add:K"`` for K terms, ``"add-across"``, ``"rotate"``,
    /// ``"inner-sum"``, ``"linear:K"`` for K diagonals. ``scheme`` is ``"bfv"`` or
    /// ``"bgv"``, ``security`` 128, 192 or 256.
    ///
    /// Raises ``papilio.AdviceError`` where there are none.
    #[staticmethod]
    #[pyo3(signature = (
        plaintext_bits, depth = None, rotations = false, *, circuit: "collections.abc.Sequence[str] | None" = None,
        scheme: "typing.Literal['bfv', 'bgv']" = "bfv", log_degree = None, security = 128
    ))]
    fn advise(
        plaintext_bits: u32,
        depth: Option<u32>,
        rotations: bool,
        circuit: Option<Vec<String>>,
        scheme: &str,
        log_degree: Option<u32>,
        security: u32,
    ) -> PyResult<Advice> {
        let scheme = match scheme {
            "bfv" => AdvisedScheme::Bfv,
            "bgv" => AdvisedScheme::Bgv,
            other => return Err(Error::value(format!("scheme is {other:?}: it is \"bfv\" or \"bgv\""))),
        };
        let of_steps = |steps: Vec<String>| steps.iter().map(|step| step.parse()).collect::<Result<Vec<Step>, _>>();
        let request = match (depth, circuit) {
            (Some(depth), None) if rotations => advice::Request::products(plaintext_bits, depth).with_rotations(),
            (Some(depth), None) => advice::Request::products(plaintext_bits, depth),
            (None, Some(steps)) if !rotations => advice::Request::new(plaintext_bits, of_steps(steps).map_err(Error::value)?),
            _ => {
                return Err(Error::value(
                    "a circuit is told by its `depth`, with or without `rotations`, or by the steps of `circuit`",
                ));
            }
        };
        let request = advice::Request { scheme, log_degree, security, ..request };
        let advice = advice::advise(&request).map_err(Error::from)?;
        let parameters = Self(fhe::Parameters::new(advice.literal).map_err(Error::from)?);
        Ok(Advice { parameters, budgets: advice.budgets, reasons: advice.reasons })
    }

    /// The ring degree N.
    #[getter]
    fn degree(&self) -> usize {
        self.0.degree()
    }

    /// The primes of the ciphertext modulus; the last is divided away first.
    #[getter]
    fn moduli(&self) -> Vec<u64> {
        self.0.literal().moduli.clone()
    }

    /// The special primes.
    #[getter]
    fn special_moduli(&self) -> Vec<u64> {
        self.0.literal().special.clone()
    }

    /// Bits of the product of all primes, on which security depends.
    #[getter]
    fn log_key_modulus(&self) -> f64 {
        self.0.log_key_modulus()
    }

    /// 128, 192 or 256, or 0 below.
    #[getter]
    fn security_bits(&self) -> u32 {
        self.0.security_bits()
    }

    /// The parameters as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.literal().to_bytes())
    }

    /// The parameters from their bytes.
    ///
    /// Raises ``papilio.FormatError``; ``papilio.SecurityError`` for parameters below 128 bits of
    /// security, unless ``insecure`` is true; the errors of the constructor.
    #[staticmethod]
    #[pyo3(signature = (data: "typing_extensions.Buffer", insecure = false))]
    fn from_bytes(data: &Bound<'_, PyAny>, insecure: bool) -> PyResult<Self> {
        let bytes = array::bytes(data)?;
        let literal = ParametersLiteral::from_bytes(array::slice(&bytes)?).map_err(Error::from)?;
        let parameters = fhe::Parameters::new(literal).map_err(Error::from)?;
        refuse_weak(&parameters, insecure)?;
        Ok(Self(parameters))
    }

    fn __hash__(&self) -> u64 {
        self.0.fingerprint()
    }

    fn __repr__(&self) -> String {
        format!("Parameters({})", self.line())
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[bytes, bool]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let parameters = slf.get();
        let insecure = parameters.security_bits() == 0;
        Ok((slf.get_type().getattr("from_bytes")?, (parameters.to_bytes(slf.py()), insecure)))
    }
}

/// The degree, security and primes of a ring, in a line.
pub(crate) fn ring_line(parameters: &fhe::Parameters) -> String {
    let security = match parameters.security_bits() {
        0 => "below 128-bit security".to_owned(),
        bits => format!("{bits}-bit security"),
    };
    format!(
        "N = {}, {} primes, log2 PQ = {:.1}, {security}",
        parameters.degree(),
        parameters.limbs(),
        parameters.log_key_modulus()
    )
}

/// Refuses what came as bytes and is below 128 bits of security.
///
/// # Errors
/// `SecurityError`, unless the caller accepts it.
pub(crate) fn refuse_weak(parameters: &fhe::Parameters, insecure: bool) -> Result<(), Error> {
    match parameters.security_bits() {
        0 if !insecure => {
            let text = format!("{}: `insecure=True` accepts it", ring_line(parameters));
            Err(Error::new("SecurityError", text))
        }
        _ => Ok(()),
    }
}
