//! `papilio.r1cs`: constraint systems and witnesses, circom's and the built-in one.

use crate::array::{of_vec, slice, to_read};
use crate::error::Error;
use crate::field::Field;
use crate::hntt::over_field;
use crate::interrupt::interruptible;
use crate::numbers::Numbers;
use numpy::PyUntypedArrayMethods;
use papilio::ligero::circom::{Limits, read_r1cs, read_wtns};
use papilio::ligero::{R1cs as Native, semaphore as native_semaphore};
use pyo3::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A rank-1 constraint system: products of linear combinations of wires.
///
/// Made by ``R1cs.read`` and ``semaphore``.
#[pyclass(frozen, module = "papilio.r1cs")]
pub(crate) struct R1cs {
    field: &'static str,
    system: Arc<dyn System>,
}

/// A system over any field.
trait System: Send + Sync {
    /// Wires, constraints, outputs, public inputs and private inputs.
    fn shape(&self) -> [u64; 5];

    /// Refuses a witness that does not satisfy it.
    fn check(&self, witness: &Bound<'_, PyAny>) -> PyResult<()>;
}

struct SystemOf<F>(Native<F>);

impl<F: Numbers> System for SystemOf<F> {
    fn shape(&self) -> [u64; 5] {
        let shape = self.0.shape();
        let constraints = self.0.constraints().len() as u64;
        [shape.wires.into(), constraints, shape.outputs.into(), shape.inputs.into(), shape.private.into()]
    }

    fn check(&self, witness: &Bound<'_, PyAny>) -> PyResult<()> {
        let elements = elements_of::<F>(witness)?;
        let checked = witness.py().detach(|| self.0.check(&elements));
        Ok(checked.map_err(|error| Error::new("WitnessError", error))?)
    }
}

/// The elements of an array of one axis, besides that of words.
fn elements_of<F: Numbers>(witness: &Bound<'_, PyAny>) -> PyResult<Vec<F>> {
    let array = to_read::<F::Word>(witness, "witness")?;
    let fits = match array.shape() {
        [_] => F::COUNT == 1,
        [_, words] => F::COUNT == *words && F::COUNT > 1,
        _ => false,
    };
    if !fits {
        let wanted = if F::COUNT == 1 { "(wires,)".to_owned() } else { format!("(wires, {})", F::COUNT) };
        return Err(Error::value(format!("witness has the shape {:?}, where {wanted} is needed", array.shape())));
    }
    let words = slice(&array)?;
    match F::first_unreduced(words) {
        Some(place) => Err(Error::value(format!("witness[{}] is not below the modulus of {}", place / F::COUNT, F::NAME))),
        None => Ok(F::elements(words)),
    }
}

fn witness_array<'py, F: Numbers>(py: Python<'py>, witness: Vec<F>) -> PyResult<Bound<'py, PyAny>> {
    let shape: Vec<usize> = core::iter::once(witness.len()).chain((F::COUNT > 1).then_some(F::COUNT)).collect();
    of_vec(py, F::words(witness), &shape)
}

/// The error of a field that has no systems.
fn unknown(name: &str) -> PyErr {
    let known = "P32, Goldilocks, Stark252, Bn254 and Bls12_381";
    Error::new("PapilioError", format!("{name} is no field of constraint systems: they are over {known}")).into()
}

/// The error of a file that is none.
fn of_file(path: &Path, error: impl core::fmt::Display) -> Error {
    Error::new("FormatError", format!("{}: {error}", path.display()))
}

/// Opens a file, or names it.
fn opened(path: &Path) -> std::io::Result<File> {
    File::open(path).map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

#[pymethods]
impl R1cs {
    /// Reads a constraint system of circom (``.r1cs``) over a field.
    ///
    /// Raises ``OSError`` for a file that cannot be opened, ``papilio.FormatError`` for one that is
    /// damaged, or over another field.
    #[staticmethod]
    #[pyo3(signature = (path: "str | os.PathLike[str]", field))]
    fn read(path: PathBuf, field: &Bound<'_, Field>) -> PyResult<Self> {
        let name = field.get().native_name();
        let file = opened(&path)?;
        let system: PyResult<Arc<dyn System>> = over_field!(name, F => {
            let read = interruptible(field.py(), move || read_r1cs::<F>(file, Limits::default()))?;
            Ok(Arc::new(SystemOf(read.map_err(|error| of_file(&path, error))?)))
        }, Err(unknown(name)));
        Ok(Self { field: name, system: system? })
    }

    /// The number of wires: the length of a witness.
    #[getter]
    fn wires(&self) -> u64 {
        self.system.shape()[0]
    }

    /// The number of constraints.
    #[getter]
    fn constraints(&self) -> u64 {
        self.system.shape()[1]
    }

    /// The number of public outputs.
    #[getter]
    fn outputs(&self) -> u64 {
        self.system.shape()[2]
    }

    /// The number of public inputs.
    #[getter]
    fn public_inputs(&self) -> u64 {
        self.system.shape()[3]
    }

    /// The number of private inputs.
    #[getter]
    fn private_inputs(&self) -> u64 {
        self.system.shape()[4]
    }

    /// Name of the field.
    #[getter]
    fn field(&self) -> &'static str {
        self.field
    }

    /// Refuses a witness, an array of elements of the field, that does not satisfy every
    /// constraint.
    ///
    /// Raises ``papilio.WitnessError`` with the first constraint that it does not satisfy.
    #[pyo3(signature = (witness: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]"))]
    fn check(&self, witness: &Bound<'_, PyAny>) -> PyResult<()> {
        self.system.check(witness)
    }

    fn __repr__(&self) -> String {
        let [wires, constraints, ..] = self.system.shape();
        format!("R1cs({constraints} constraints on {wires} wires over {})", self.field)
    }
}

/// Reads a witness of circom (``.wtns``): an array of elements of the field.
///
/// Raises ``OSError`` for a file that cannot be opened, ``papilio.FormatError`` for one that is
/// damaged, or over another field.
#[pyfunction]
#[pyo3(signature = (path: "str | os.PathLike[str]", field) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
pub(crate) fn read_witness<'py>(path: PathBuf, field: &Bound<'py, Field>) -> PyResult<Bound<'py, PyAny>> {
    let name = field.get().native_name();
    let file = opened(&path)?;
    over_field!(name, F => {
        let read = interruptible(field.py(), move || read_wtns::<F>(file, Limits::default()))?;
        witness_array(field.py(), read.map_err(|error| of_file(&path, error))?)
    }, Err(unknown(name)))
}

/// The built-in circuit, a Semaphore membership proof in a tree of ``levels`` levels, with a
/// witness that ``seed`` makes up.
///
/// >>> from papilio.field import P32
/// >>> from papilio.r1cs import semaphore
/// >>> system, witness = semaphore(2, P32)
/// >>> system.check(witness)
///
/// Raises ``papilio.PapilioError`` for no level or too many.
#[pyfunction]
#[pyo3(signature = (levels, field, seed = 1) -> "tuple[R1cs, numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]]")]
pub(crate) fn semaphore<'py>(levels: u32, field: &Bound<'py, Field>, seed: u64) -> PyResult<(R1cs, Bound<'py, PyAny>)> {
    let name = field.get().native_name();
    over_field!(name, F => {
        let made = interruptible(field.py(), move || native_semaphore::generate::<F>(levels, seed))?;
        let (system, witness) = made.map_err(|error| Error::new("PapilioError", error))?;
        Ok((R1cs { field: name, system: Arc::new(SystemOf(system)) }, witness_array(field.py(), witness)?))
    }, Err(unknown(name)))
}
