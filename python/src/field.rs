//! `papilio.field`: transforms over the prime fields of proof systems.

use crate::array::{of_vec, slice, to_read};
use crate::error::Error;
use crate::integer::word;
use crate::numbers::Numbers;
use crate::transform::{Vectors, transform};
use num_bigint::BigUint;
use numpy::PyUntypedArrayMethods;
use papilio::field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, KoalaBear, P32, Stark252};
use papilio::field::order::Order;
pub(crate) use papilio::field::words::Words;
use papilio::ntt::dft as native;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables of transforms that a field keeps for the next call of the same length.
const KEPT: usize = 8;

/// A transform of any field.
trait AnyDft: Send + Sync {
    fn transform<'py>(&self, x: &Bound<'py, PyAny>, out: Option<&Bound<'py, PyAny>>, way: Way) -> PyResult<Bound<'py, PyAny>>;

    fn kernel(&self) -> &'static str;

    fn explain(&self) -> String;
}

/// Which of the four transforms.
#[derive(Clone, Copy)]
struct Way {
    inverse: bool,
    natural: bool,
}

struct DftOf<F: Numbers> {
    dft: native::Dft<F>,
    axes: Vec<usize>,
}

impl<F: Numbers> DftOf<F> {
    fn new(log_size: u32, shift: Words) -> Result<Self, Error> {
        let shift =
            F::from_words(shift).ok_or_else(|| Error::new("PlanError", format!("the shift is no element of {}", F::NAME)))?;
        let dft = native::Dft::<F>::coset(log_size, shift).map_err(Error::from)?;
        let axes = if F::COUNT == 1 { vec![dft.size()] } else { vec![dft.size(), F::COUNT] };
        Ok(Self { dft, axes })
    }
}

/// A transform of an array.
struct Vectored<'d, F: Numbers> {
    of: &'d DftOf<F>,
    way: Way,
}

impl<F: Numbers> Vectors<F::Word> for Vectored<'_, F> {
    fn axes(&self) -> &[usize] {
        &self.of.axes
    }

    fn first_unreduced(&self, words: &[F::Word]) -> Option<usize> {
        F::first_unreduced(words)
    }

    fn modulus(&self) -> String {
        format!("the modulus of {}", F::NAME)
    }

    fn apply(&self, vectors: &mut [F::Word]) {
        let order = if self.way.natural { Order::Natural } else { Order::BitReversed };
        F::with_elements(vectors, |elements| match self.way.inverse {
            false => self.of.dft.forward_batch(elements, order),
            true => self.of.dft.inverse_batch(elements, order),
        });
    }
}

impl<F: Numbers> AnyDft for DftOf<F> {
    fn transform<'py>(&self, x: &Bound<'py, PyAny>, out: Option<&Bound<'py, PyAny>>, way: Way) -> PyResult<Bound<'py, PyAny>> {
        transform(x, out, &Vectored { of: self, way })
    }

    fn kernel(&self) -> &'static str {
        self.dft.kernel()
    }

    fn explain(&self) -> String {
        self.dft.explain()
    }
}

/// The facts of a field, whichever it is.
struct Facts {
    /// Name of the field in the library.
    name: &'static str,
    modulus: Words,
    bits: u32,
    two_adicity: u32,
    generator: Words,
    dtype: &'static str,
    words: usize,
    root_of_unity: fn(u32) -> Option<Words>,
    dft: fn(u32, Words) -> Result<Arc<dyn AnyDft>, Error>,
}

impl Facts {
    fn of<F: Numbers + 'static>() -> Self
    where
        DftOf<F>: AnyDft,
    {
        Self {
            name: F::NAME,
            modulus: F::MODULUS,
            bits: F::BITS,
            two_adicity: F::TWO_ADICITY,
            generator: F::generator().to_words(),
            dtype: F::DTYPE,
            words: F::COUNT,
            root_of_unity: |log_order| F::root_of_unity(log_order).map(F::to_words),
            dft: |log_size, shift| Ok(Arc::new(DftOf::<F>::new(log_size, shift)?)),
        }
    }
}

/// A transform that is kept.
struct Kept {
    log_size: u32,
    shift: Words,
    dft: Arc<dyn AnyDft>,
}

/// A prime field, as ``papilio.field.Goldilocks`` is one.
///
/// Arrays of its elements have the dtype ``dtype`` and hold canonical residues. Fields of 251 bits
/// and more have elements of four 64-bit words, the least first, along the last axis.
///
/// >>> import numpy as np
/// >>> from papilio.field import Goldilocks
/// >>> values = Goldilocks.dft(np.arange(8, dtype=np.uint64))
/// >>> int(values[0]), Goldilocks.idft(values).tolist()
/// (28, [0, 1, 2, 3, 4, 5, 6, 7])
#[pyclass(frozen, module = "papilio.field")]
pub(crate) struct Field {
    name: &'static str,
    facts: Facts,
    /// Lengths, shifts and tables of the last transforms, the last one last.
    kept: Mutex<Vec<Kept>>,
}

/// A transform of vectors of one length over a field, with its tables.
///
/// Made by ``Field.plan``.
#[pyclass(frozen, module = "papilio.field")]
pub(crate) struct Dft {
    field: Py<Field>,
    log_size: u32,
    shift: Words,
    dft: Arc<dyn AnyDft>,
}

/// Every field, in the order of its size.
pub(crate) fn all() -> [Field; 7] {
    fn field<F: Numbers + 'static>(name: &'static str) -> Field {
        Field { name, facts: Facts::of::<F>(), kept: Mutex::new(Vec::new()) }
    }
    [
        field::<BabyBear>("BabyBear"),
        field::<KoalaBear>("KoalaBear"),
        field::<P32>("P32"),
        field::<Goldilocks>("Goldilocks"),
        field::<Stark252>("Stark252"),
        field::<Bn254>("Bn254"),
        field::<Bls12_381>("Bls12_381"),
    ]
}

/// Four words as an integer.
pub(crate) fn integer(words: Words) -> BigUint {
    BigUint::from_bytes_le(&words.map(u64::to_le_bytes).concat())
}

impl Field {
    /// The name that the library has for it.
    pub(crate) fn native_name(&self) -> &'static str {
        self.facts.name
    }

    /// An element from an integer below the modulus.
    fn element(&self, x: &Bound<'_, PyAny>, name: &str) -> PyResult<Words> {
        let modulus = integer(self.facts.modulus);
        let number = x.extract::<BigUint>().ok().filter(|number| *number < modulus);
        let number = number.ok_or_else(|| {
            Error::value(format!("{name} is {x}, which is no element of {}: 0 to {modulus} less 1", self.name))
        })?;
        let mut digits = number.iter_u64_digits();
        Ok(core::array::from_fn(|_| digits.next().unwrap_or_default()))
    }

    /// The tables for a length and a coset.
    fn tables(&self, log_size: u32, shift: Words) -> Result<Arc<dyn AnyDft>, Error> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().iter().find(|known| (known.log_size, known.shift) == (log_size, shift)) {
            return Ok(Arc::clone(&known.dft));
        }
        let dft = (self.facts.dft)(log_size, shift)?;
        let mut kept = kept();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Kept { log_size, shift, dft: Arc::clone(&dft) });
        Ok(dft)
    }

    /// `log2` of a length.
    fn log_size(&self, n: u64) -> Result<u32, Error> {
        if n.is_power_of_two() {
            return Ok(n.ilog2());
        }
        Err(Error::new("PlanError", format!("a transform of {n} values: the length is a power of two")))
    }

    fn shift(&self, shift: Option<&Bound<'_, PyAny>>) -> PyResult<Words> {
        shift.map_or(Ok([1, 0, 0, 0]), |shift| self.element(shift, "shift"))
    }

    fn of_array<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        (out, shift): (Option<&Bound<'py, PyAny>>, Option<&Bound<'py, PyAny>>),
        way: Way,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The transform refuses an object that is no array, and names it.
        let shape: Vec<u64> = x.getattr("shape").and_then(|shape| shape.extract()).unwrap_or_default();
        let axis = shape.len().checked_sub(if self.facts.words == 1 { 1 } else { 2 });
        let n = axis.map_or(1, |axis| shape[axis]);
        let log_size = self.log_size(n.max(1))?;
        self.tables(log_size, self.shift(shift)?)?.transform(x, out, way)
    }
}

#[pymethods]
impl Field {
    /// The name of the field.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The name in designs, in files and on the command line.
    #[getter]
    fn key(&self) -> &'static str {
        self.facts.name
    }

    /// The prime.
    #[getter]
    fn modulus(&self) -> BigUint {
        integer(self.facts.modulus)
    }

    /// Bits of the prime.
    #[getter]
    fn bits(&self) -> u32 {
        self.facts.bits
    }

    /// The greatest ``a`` for which there is a root of unity of order ``2^a``.
    #[getter]
    fn two_adicity(&self) -> u32 {
        self.facts.two_adicity
    }

    /// A generator of the multiplicative group.
    #[getter]
    fn generator(&self) -> BigUint {
        integer(self.facts.generator)
    }

    /// The dtype of arrays of elements: ``"uint32"`` or ``"uint64"``.
    #[getter]
    fn dtype(&self) -> &'static str {
        self.facts.dtype
    }

    /// Words of an element: 1, or 4 along the last axis of an array.
    #[getter]
    fn words(&self) -> usize {
        self.facts.words
    }

    /// Integers below the modulus as an array of elements, of shape ``(n,)``, or ``(n, 4)`` where
    /// elements have four words.
    ///
    /// Raises ``ValueError`` for what is no element, and names its place.
    #[pyo3(signature = (integers: "collections.abc.Iterable[int]") -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn array<'py>(&self, integers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let element = |(i, x): (usize, PyResult<Bound<'py, PyAny>>)| self.element(&x?, &format!("integers[{i}]"));
        let elements = integers.try_iter()?.enumerate().map(element).collect::<PyResult<Vec<Words>>>()?;
        let (py, count) = (integers.py(), elements.len());
        match (self.facts.words, self.facts.dtype) {
            (4, _) => of_vec(py, elements.concat(), &[count, 4]),
            (_, "uint64") => of_vec(py, elements.into_iter().map(|words| words[0]).collect(), &[count]),
            // Moduli of these are below 2^32.
            _ => of_vec(py, elements.into_iter().map(|words| words[0] as u32).collect(), &[count]),
        }
    }

    /// The elements of an array as integers, one after the other in memory.
    ///
    /// Raises ``TypeError`` for another dtype or layout, ``ValueError`` for an array whose last
    /// axis is not that of the words of elements.
    #[pyo3(signature = (x: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]") -> "list[int]")]
    fn integers(&self, x: &Bound<'_, PyAny>) -> PyResult<Vec<BigUint>> {
        if self.facts.dtype == "uint32" {
            return Ok(slice(&to_read::<u32>(x, "x")?)?.iter().map(|&word| word.into()).collect());
        }
        let (array, words) = (to_read::<u64>(x, "x")?, self.facts.words);
        if words > 1 && array.shape().last() != Some(&words) {
            return Err(Error::value(format!("x has the shape {:?}, where (..., {words}) is needed", array.shape())));
        }
        let wide = |words: &[u64]| integer(core::array::from_fn(|i| words.get(i).copied().unwrap_or_default()));
        Ok(slice(&array)?.chunks_exact(words).map(wide).collect())
    }

    /// The root of unity of order ``n`` that transforms of length ``n`` take.
    ///
    /// Raises ``papilio.PlanError`` where there is none.
    #[pyo3(signature = (n: "int"))]
    fn root_of_unity(&self, n: &Bound<'_, PyAny>) -> PyResult<BigUint> {
        let log_size = self.log_size(word(n, "n")?)?;
        let missing = || {
            let Self { name, facts, .. } = self;
            Error::new(
                "PlanError",
                format!("{name} has no root of unity of order 2^{log_size}: 2^{} is the greatest", facts.two_adicity),
            )
        };
        Ok(integer((self.facts.root_of_unity)(log_size).ok_or_else(missing)?))
    }

    /// The transform of length ``n`` over the subgroup of that order, or the coset of ``shift``.
    ///
    /// Raises ``papilio.PlanError`` unless ``n`` is a power of two with a root of unity of that
    /// order.
    #[pyo3(signature = (n: "int", shift: "int | None" = None))]
    fn plan(slf: &Bound<'_, Self>, n: &Bound<'_, PyAny>, shift: Option<&Bound<'_, PyAny>>) -> PyResult<Dft> {
        let field = slf.get();
        let (log_size, shift) = (field.log_size(word(n, "n")?)?, field.shift(shift)?);
        let dft = field.tables(log_size, shift)?;
        Ok(Dft { field: slf.clone().unbind(), log_size, shift, dft })
    }

    /// Evaluates polynomials, by their coefficients, at the points ``shift·ω^k``.
    ///
    /// ``x`` is a C-contiguous array of shape ``(..., n)`` with the field's ``dtype``, ``(..., n,
    /// 4)`` where elements have four words. Value ``k`` lies at place ``k`` with ``natural``, at
    /// the place of the reversed digits of ``k`` without. ``out`` takes the result; with ``out=x``
    /// it is computed in place. The tables of the last eight lengths are kept.
    ///
    /// Raises ``TypeError`` for another dtype or layout, ``ValueError`` for another shape or values
    /// that are not below the modulus, ``papilio.PlanError`` for a length without a transform.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]",
        out: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None" = None,
        natural: "bool" = true,
        shift: "int | None" = None
    ) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn dft<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
        shift: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.of_array(x, (out, shift), Way { inverse: false, natural })
    }

    /// The coefficients of polynomials from their values: the inverse of ``dft`` with the same
    /// ``natural`` and ``shift``. Arguments, result and errors are those of ``dft``.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]",
        out: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None" = None,
        natural: "bool" = true,
        shift: "int | None" = None
    ) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn idft<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
        shift: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.of_array(x, (out, shift), Way { inverse: true, natural })
    }

    fn __repr__(&self) -> String {
        format!("papilio.field.{}", self.name)
    }

    /// Pickled by name.
    fn __reduce__(&self) -> String {
        self.name.to_owned()
    }
}

#[pymethods]
impl Dft {
    /// The field.
    #[getter]
    fn field(&self, py: Python<'_>) -> Py<Field> {
        self.field.clone_ref(py)
    }

    /// The length of a vector.
    #[getter]
    fn n(&self) -> usize {
        1 << self.log_size
    }

    /// The first point: value ``k`` in natural order belongs to ``shift·ω^k``.
    #[getter]
    fn shift(&self) -> BigUint {
        integer(self.shift)
    }

    /// The kernel that runs here.
    #[getter]
    fn kernel(&self) -> &'static str {
        self.dft.kernel()
    }

    /// ``Field.dft`` with these tables.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]",
        out: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None" = None,
        natural: "bool" = true
    ) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn forward<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.dft.transform(x, out, Way { inverse: false, natural })
    }

    /// ``Field.idft`` with these tables.
    #[pyo3(signature = (
        x: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]",
        out: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]] | None" = None,
        natural: "bool" = true
    ) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn inverse<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        natural: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.dft.transform(x, out, Way { inverse: true, natural })
    }

    /// The choices of the planner, and their reasons.
    fn explain(&self) -> String {
        self.dft.explain()
    }

    fn __repr__(&self) -> String {
        let shift = if self.shift == [1, 0, 0, 0] { String::new() } else { format!(", {}", self.shift()) };
        format!("{}.plan({}{shift})", self.field.get().__repr__(), self.n())
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[int, int]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize, BigUint))> {
        Ok((self.field.bind(py).getattr("plan")?, (self.n(), self.shift())))
    }
}

/// Every field, by name.
#[pyfunction]
#[pyo3(signature = () -> "dict[str, Field]")]
pub(crate) fn fields(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyDict>> {
    let dict = pyo3::types::PyDict::new(py);
    for field in all() {
        dict.set_item(field.name, Py::new(py, field)?)?;
    }
    Ok(dict)
}
