//! `papilio.slots`: transforms of a vector in the slots of one ciphertext.

use crate::array::{bytes, of_vec, slice, to_read};
use crate::error::Error;
use crate::exact::{Exact, Held, Over, typed};
use crate::field::Field;
use crate::hntt::refused;
use crate::interrupt::{interruptible, watched};
use crate::keys::{SecretKey, galois_keys};
use crate::numbers::Residues;
use crate::parameters::{Parameters, Pickled, refuse_weak};
use crate::scheme::Scheme;
use core::any::Any;
use numpy::PyUntypedArrayMethods;
use papilio::fhe;
use papilio::fhe::bfv::Bfv;
use papilio::fhe::bgv::{self, Bgv};
use papilio::fhe::rlwe;
use papilio::field::fields::{Bls12_381, Bn254, Goldilocks, Stark252};
use papilio::field::{Field as NativeField, FieldRing};
use papilio::hntt::slots::{Diagonals, Encrypted, Method, SlotDesign as Native, SlotRequest};
use papilio::hntt::{Direction, Problem};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces that progress is told in.
const PIECES: usize = 1000;

/// Runs an expression with `$F` for the field of slots that is named so.
macro_rules! over_slot_field {
    ($name:expr, $F:ident => $body:expr) => {
        match $name {
            name if name == Goldilocks::NAME => over_slot_field!(Goldilocks as $F => $body),
            name if name == Stark252::NAME => over_slot_field!(Stark252 as $F => $body),
            name if name == Bn254::NAME => over_slot_field!(Bn254 as $F => $body),
            name if name == Bls12_381::NAME => over_slot_field!(Bls12_381 as $F => $body),
            name => {
                let fields = "Goldilocks, Stark252, Bn254 and Bls12_381";
                Err(refused(format!("{name} is no field of these designs: they are over {fields}")).into())
            }
        }
    };
    ($field:ident as $F:ident => $body:expr) => {{
        type $F = $field;
        $body
    }};
}

/// A plan of a transform inside a ciphertext, made by ``papilio.slots.design``.
#[pyclass(frozen, eq, module = "papilio.slots")]
pub(crate) struct SlotDesign {
    native: Native,
    over: Box<dyn AnyTransform>,
}

impl PartialEq for SlotDesign {
    /// Whether both compute the same, whatever is predicted of it.
    fn eq(&self, other: &Self) -> bool {
        let of = |design: &Self| (design.native.field.clone(), design.native.recipe.clone(), design.native.literal.clone());
        of(self) == of(other)
    }
}

/// The diagonals of a design over any field.
trait AnyTransform: Send + Sync {
    fn arrange<'py>(&self, design: &Native, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

    fn collect<'py>(&self, design: &Native, slots: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

    fn transform(
        &self,
        scheme: &dyn Exact,
        x: &Held,
        keys: &rlwe::GaloisKeys,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Held, Error>;
}

struct TransformOver<F: Residues>(Diagonals<F>);

impl<F: Residues> TransformOver<F> {
    /// The elements of an array of so many.
    fn read(x: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Vec<F>> {
        let array = to_read::<<F as Residues>::Word>(x, name)?;
        let shape = Self::shape(count);
        if array.shape() != shape {
            return Err(Error::value(format!("{name} has the shape {:?}, where {shape:?} is needed", array.shape())));
        }
        Ok(F::of_words(slice(&array)?).map_err(Error::from)?)
    }

    fn shape(count: usize) -> Vec<usize> {
        [count].into_iter().chain((F::COUNT > 1).then_some(F::COUNT)).collect()
    }
}

impl<F: Residues> AnyTransform for TransformOver<F> {
    fn arrange<'py>(&self, design: &Native, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let slots = design.recipe.arrange(&Self::read(values, "values", design.recipe.size())?);
        of_vec(values.py(), F::words_of(&slots), &Self::shape(slots.len()))
    }

    fn collect<'py>(&self, design: &Native, slots: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let values = design.recipe.collect(&Self::read(slots, "slots", 2 * design.recipe.half())?);
        of_vec(slots.py(), F::words_of(&values), &Self::shape(values.len()))
    }

    fn transform(
        &self,
        scheme: &dyn Exact,
        x: &Held,
        keys: &rlwe::GaloisKeys,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Held, Error> {
        let scheme: &dyn Any = scheme;
        if let Some(Over(bfv)) = scheme.downcast_ref::<Over<Bfv<F>>>() {
            let transformed = Encrypted::new(bfv, keys, &self.0)?.transform(typed::<rlwe::Ciphertext>(x)?.clone(), progress)?;
            return Ok(Arc::new(transformed));
        }
        if let Some(Over(bgv)) = scheme.downcast_ref::<Over<Bgv<F>>>() {
            let encrypted = Encrypted::new(bgv.bfv(), keys, &self.0)?;
            return Ok(Arc::new(encrypted.transform_bgv(bgv, typed::<bgv::Ciphertext<F>>(x)?.clone(), progress)?));
        }
        Err(Error::new("ContextError", "the ciphertext is of another plaintext modulus than the design"))
    }
}

/// The cheapest plan for a transform of ``size`` elements over ``field``, inside one ciphertext of
/// ``Bfv`` or ``Bgv``.
///
/// ``size`` is a power of two, ``field`` one of ``Goldilocks``, ``Stark252``, ``Bn254`` and
/// ``Bls12_381``. ``memory`` and ``key_bytes`` are the most bytes of memory of the transform, and
/// of its rotation keys.
///
/// Raises ``papilio.DesignError`` where none lasts within noise, security and these limits.
#[pyfunction]
#[pyo3(signature = (size, field, *, inverse = false, memory = 8 << 30, key_bytes = 2 << 30, log_degree = None, insecure = false))]
pub(crate) fn design(
    size: usize,
    field: &Bound<'_, Field>,
    inverse: bool,
    memory: u64,
    key_bytes: u64,
    log_degree: Option<u32>,
    insecure: bool,
) -> PyResult<SlotDesign> {
    let direction = if inverse { Direction::Inverse } else { Direction::Forward };
    let problem = Problem { direction, ..Problem::forward(size).map_err(refused)? };
    let request = SlotRequest { method: Method::Auto, memory, key_bytes, log_degree, insecure, ..SlotRequest::new(problem) };
    let py = field.py();
    over_slot_field!(field.get().native_name(), F => {
        let design = move || papilio::hntt::slots::design(&FieldRing::<F>::new(), &request);
        with_diagonals::<F>(interruptible(py, design)?.map_err(refused)?.0)
    })
}

/// A design, and the diagonals that it applies.
fn with_diagonals<F: NativeField + Residues<Ring = FieldRing<F>>>(native: Native) -> PyResult<SlotDesign> {
    let diagonals = Diagonals::<F>::new(&FieldRing::<F>::new(), &native.recipe);
    let diagonals = diagonals.ok_or_else(|| refused("the field has no such root of unity"))?;
    Ok(SlotDesign { native, over: Box::new(TransformOver(diagonals)) })
}

#[pymethods]
impl SlotDesign {
    /// The length of the vector.
    #[getter]
    fn size(&self) -> usize {
        self.native.recipe.size()
    }

    /// The ring parameters of the scheme.
    #[getter]
    fn parameters(&self) -> PyResult<Parameters> {
        Ok(Parameters(fhe::Parameters::new(self.native.literal.clone()).map_err(Error::from)?))
    }

    /// The noise budget in bits that the result has left by prediction.
    #[getter]
    fn predicted_budget_bits(&self) -> f64 {
        self.native.budget_after
    }

    /// Predicted seconds of one core of this machine.
    #[getter]
    fn predicted_seconds(&self) -> f64 {
        self.native.seconds
    }

    /// Bytes of the rotation keys.
    #[getter]
    fn galois_key_bytes(&self) -> u64 {
        self.native.galois_key_bytes
    }

    /// The keys that the transform takes.
    ///
    /// Raises ``papilio.ContextError`` for a secret of other parameters.
    fn galois_keys(&self, scheme: &Bound<'_, Scheme>, secret: &Bound<'_, SecretKey>) -> PyResult<crate::held_key::GaloisKeys> {
        galois_keys(scheme, secret, self.native.recipe.galois_elements())
    }

    /// A vector as the slots of the ciphertext: what ``BatchEncoder.encode`` takes.
    ///
    /// Raises ``ValueError`` for another shape than ``(size,)``, ``(size, 4)`` for elements of four
    /// words.
    #[pyo3(signature = (values: "numpy.typing.NDArray[numpy.uint64]") -> "numpy.typing.NDArray[numpy.uint64]")]
    fn arrange<'py>(&self, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.over.arrange(&self.native, values)
    }

    /// The transformed vector, in natural order, from the slots of the result.
    ///
    /// Raises ``ValueError`` unless all slots are given.
    #[pyo3(signature = (slots: "numpy.typing.NDArray[numpy.uint64]") -> "numpy.typing.NDArray[numpy.uint64]")]
    fn collect<'py>(&self, slots: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.over.collect(&self.native, slots)
    }

    /// The design as bytes, JSON.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &serde_json::to_vec(&self.native).map_err(refused)?))
    }

    /// The design from its bytes, all that runs checked; predictions are those that were written.
    ///
    /// Raises ``papilio.FormatError`` for bytes of no design, ``papilio.DesignError`` for one that
    /// does not fit itself, ``papilio.SecurityError`` for one below 128 bits of security, unless
    /// ``insecure`` is true.
    #[staticmethod]
    #[pyo3(signature = (data: "typing_extensions.Buffer", insecure = false))]
    fn from_bytes(data: &Bound<'_, PyAny>, insecure: bool) -> PyResult<Self> {
        let bytes = bytes(data)?;
        let parsed: Result<Native, _> = serde_json::from_slice(slice(&bytes)?);
        let native = parsed.map_err(|error| Error::new("FormatError", error))?;
        let name = native.field.clone();
        over_slot_field!(name.as_str(), F => {
            refuse_weak(&native.check(&FieldRing::<F>::new()).map_err(refused)?, insecure)?;
            with_diagonals::<F>(native)
        })
    }

    fn __repr__(&self) -> String {
        format!("SlotDesign({})", self.native.summary())
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[bytes, bool]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let design = slf.get();
        let insecure = fhe::Parameters::new(design.native.literal.clone()).map_err(Error::from)?.security_bits() == 0;
        Ok((slf.get_type().getattr("from_bytes")?, (design.to_bytes(slf.py())?, insecure)))
    }
}

/// The server's part: transforms the vector in a ciphertext's slots, with the ``galois_keys`` of
/// its scheme. ``progress`` is called with the part that is done.
///
/// Raises ``papilio.WrongKeyError`` for keys that are missing, ``papilio.ContextError`` and
/// ``papilio.LevelError`` for a ciphertext that does not fit the design.
#[pyfunction]
#[pyo3(signature = (
    ciphertext: "papilio._papilio.bfv.Ciphertext | papilio._papilio.bgv.Ciphertext", design: "SlotDesign",
    progress: "collections.abc.Callable[[float], object] | None" = None
) -> "papilio._papilio.bfv.Ciphertext | papilio._papilio.bgv.Ciphertext")]
pub(crate) fn transform<'py>(
    py: Python<'py>,
    ciphertext: Transformable<'py>,
    design: &Bound<'py, SlotDesign>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Transformable<'py>> {
    let over = &design.get().over;
    let run = |scheme: &Arc<dyn Exact>, x: &Held, keys: &rlwe::GaloisKeys| {
        let told = AtomicUsize::new(0);
        let result = watched(py, PIECES, progress, |watch| {
            over.transform(&**scheme, x, keys, &mut |part| {
                let pieces = (part * PIECES as f64) as usize;
                watch(pieces.saturating_sub(told.swap(pieces, Ordering::Relaxed)))
            })
        });
        PyResult::Ok(result??)
    };
    Ok(match ciphertext {
        Transformable::Bfv(x) => {
            let x = x.get();
            Transformable::Bfv(Bound::new(py, x.with(py, run(x.native(py), x.held(), &*x.galois_keys(py)?)?))?)
        }
        Transformable::Bgv(x) => {
            let x = x.get();
            Transformable::Bgv(Bound::new(py, x.with(py, run(x.native(py), x.held(), &*x.galois_keys(py)?)?))?)
        }
    })
}

/// A ciphertext with slots.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) enum Transformable<'py> {
    Bfv(Bound<'py, crate::bfv::Ciphertext>),
    Bgv(Bound<'py, crate::bgv::Ciphertext>),
}
