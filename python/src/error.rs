//! Errors of the library as exceptions, with their texts.
//!
//! The classes are those of `papilio/errors.py`.

use papilio::ckks::CkksError;
use papilio::ckks::advice as ckks_advice;
use papilio::fhe::ParametersError;
use papilio::fhe::advice;
use papilio::fhe::codec::BytesError;
use papilio::fhe::rlwe::FheError;
use papilio::field::PlaintextModulusError;
use papilio::hntt::slots::EncryptedError;
use papilio::ntt::{DftError, PlanError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An exception to be raised: the name of its class, and its text.
#[derive(Debug)]
pub(crate) struct Error {
    class: &'static str,
    text: String,
}

impl Error {
    pub(crate) fn new(class: &'static str, text: impl ToString) -> Self {
        Self { class, text: text.to_string() }
    }

    /// An array of the wrong type or layout.
    pub(crate) fn array(text: String) -> PyErr {
        pyo3::exceptions::PyTypeError::new_err(text)
    }

    /// An argument of the right type with a value that is out of range.
    pub(crate) fn value(text: impl ToString) -> PyErr {
        pyo3::exceptions::PyValueError::new_err(text.to_string())
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        let raised = Python::attach(|py| {
            let class = py.import("papilio.errors")?.getattr(error.class)?;
            Ok(Self::from_value(class.call1((&error.text,))?))
        });
        // Without the classes the text still arrives.
        raised.unwrap_or_else(|_: Self| PyRuntimeError::new_err(error.text))
    }
}

/// Error types whose values are all of one class.
macro_rules! one_class {
    ($($type:ty => $class:literal),* $(,)?) => {$(
        impl From<$type> for Error {
            fn from(error: $type) -> Self {
                Self::new($class, error)
            }
        }
    )*};
}

one_class! {
    PlanError => "PlanError",
    DftError => "PlanError",
    BytesError => "FormatError",
    PlaintextModulusError => "ParametersError",
    advice::AdviceError => "AdviceError",
    ckks_advice::AdviceError => "AdviceError",
}

impl From<ParametersError> for Error {
    fn from(error: ParametersError) -> Self {
        let class = if matches!(error, ParametersError::Insecure { .. }) { "SecurityError" } else { "ParametersError" };
        Self::new(class, error)
    }
}

/// The class of a refusal of what all schemes share.
fn class_of(error: &FheError) -> &'static str {
    match error {
        FheError::Exhausted { .. } | FheError::Damaged { .. } | FheError::Flood { .. } => "NoiseError",
        FheError::Key { .. } | FheError::MissingKey { .. } | FheError::NoSpecialPrimes => "WrongKeyError",
        FheError::Context { .. } | FheError::Degree { .. } | FheError::PlaintextModulus { .. } => "ContextError",
        FheError::Level { .. } | FheError::LevelRange { .. } => "LevelError",
        FheError::SmallModulus { .. } | FheError::SharedPrime(_) => "ParametersError",
        FheError::Unreduced { .. }
        | FheError::TooLong { .. }
        | FheError::NoSlots { .. }
        | FheError::FewSlots { .. }
        | FheError::NotInSlots { .. }
        | FheError::Integer { .. } => "PlaintextError",
        _ => "PapilioError",
    }
}

impl From<FheError> for Error {
    fn from(error: FheError) -> Self {
        Self::new(class_of(&error), error)
    }
}

impl From<EncryptedError> for Error {
    fn from(error: EncryptedError) -> Self {
        match error {
            EncryptedError::Scheme(inner) => inner.into(),
            EncryptedError::Ring { .. } => Self::new("ContextError", error),
            other => Self::new("PapilioError", other),
        }
    }
}

impl From<CkksError> for Error {
    fn from(error: CkksError) -> Self {
        let class = match &error {
            CkksError::Fhe(inner) => class_of(inner),
            CkksError::Parameters(inner) => return inner.clone().into(),
            CkksError::Bytes(_) => "FormatError",
            CkksError::LogScale(_) | CkksError::Levels { .. } => "ParametersError",
            CkksError::NotFinite { .. } | CkksError::Constant { .. } | CkksError::Slots { .. } => "PlaintextError",
            CkksError::NoLevel { .. } | CkksError::AboveDiagonals { .. } | CkksError::DiagonalLevels { .. } => "LevelError",
            CkksError::ScaleMismatch { .. }
            | CkksError::AutomaticScale { .. }
            | CkksError::SmallScale { .. }
            | CkksError::Scale { .. }
            | CkksError::Overflow { .. } => "ScaleError",
            CkksError::NoKey(_) => "WrongKeyError",
            CkksError::TooFewBits { .. } | CkksError::StatisticalBits { .. } => "PrecisionError",
            _ => "PapilioError",
        };
        Self::new(class, error)
    }
}
