//! The client's part: a key, encrypted columns, the result.

use super::over_field;
use super::planning::Design;
use super::tables::refused;
use crate::array::{of_vec, slice, to_read};
use crate::error::Error;
use crate::interrupt::{Watch, watched};
use crate::numbers::Numbers;
use crate::scheme::generator;
use numpy::PyUntypedArrayMethods;
use papilio::fhe::bfv::{Bfv, Ciphertext, SecretKey, SeededCiphertext};
use papilio::field::{FieldRing, Residue};
use papilio::hntt as native;
use papilio::ring::Poly;
use pyo3::prelude::*;
use rayon::prelude::*;

/// The native half of ``papilio.hntt.Client``.
#[pyclass(frozen, subclass, module = "papilio.hntt")]
pub(crate) struct Client {
    design: Py<Design>,
    of: Box<dyn AnyClient>,
}

/// A client over any field.
trait AnyClient: Send + Sync {
    fn encrypt<'py>(
        &self,
        design: &native::Design,
        matrix: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Sent<'py>>;

    fn decrypt<'py>(
        &self,
        design: &native::Design,
        values: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>>;
}

/// Seeds, and the halves that are no seeds.
type Sent<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Counts a ciphertext. Of canceled work nobody sees the error, for what canceled it is raised.
fn going_on(watch: Watch<'_>) -> Result<(), Error> {
    if watch(1) { Ok(()) } else { Err(Error::new("PapilioError", "canceled")) }
}

struct ClientOf<F: Residue> {
    bfv: Bfv<F>,
    secret: SecretKey,
}

impl<F: Numbers> ClientOf<F> {
    fn new(design: &native::Design) -> PyResult<Self> {
        let parameters = design.check(&FieldRing::<F>::new()).map_err(refused)?;
        let bfv = Bfv::<F>::new(parameters).map_err(Error::from)?;
        let secret = SecretKey::generate(&bfv, &mut generator()?);
        Ok(Self { bfv, secret })
    }

    /// Shape of a matrix of so many columns.
    fn shape(design: &native::Design, columns: usize) -> Vec<usize> {
        let words = (F::COUNT > 1).then_some(F::COUNT);
        [columns, design.lanes].into_iter().chain(words).collect()
    }

    fn elements(&self, design: &native::Design, matrix: &Bound<'_, PyAny>) -> PyResult<Vec<F>> {
        let array = to_read::<F::Word>(matrix, "matrix")?;
        let (found, wanted) = (array.shape(), Self::shape(design, design.outer.inputs()));
        if found != wanted {
            return Err(Error::value(format!("matrix has the shape {found:?}, where {wanted:?} is needed")));
        }
        let words = slice(&array)?;
        if let Some(place) = F::first_unreduced(words) {
            let (column, lane) = (place / F::COUNT / design.lanes, place / F::COUNT % design.lanes);
            return Err(Error::value(format!("matrix[{column}, {lane}] is not below the modulus of {}", F::NAME)));
        }
        Ok(F::elements(words))
    }
}

impl<F: Numbers> AnyClient for ClientOf<F> {
    fn encrypt<'py>(
        &self,
        design: &native::Design,
        matrix: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Sent<'py>> {
        let py = matrix.py();
        let (t, matrix) = (FieldRing::<F>::new(), self.elements(design, matrix)?);
        let packed = py.detach(|| design.layout.pack(&t, &design.outer, design.lanes, matrix));
        let packed = packed.ok_or_else(|| refused("the field has no such root of unity"))?;
        let count = design.recipe.problem.inputs();
        let mut generators = (0..count).map(|_| generator()).collect::<PyResult<Vec<_>>>()?;
        let encrypted = watched(py, count, progress, |watch| {
            let columns = packed.par_chunks_exact(design.values()).zip(&mut generators);
            let of_column = |(values, generator): (&[F], &mut _)| {
                let plaintext = self.bfv.encode_coefficients(values)?;
                going_on(watch)?;
                Ok(self.bfv.encrypt_seeded(&self.secret, &plaintext, generator)?)
            };
            columns.map(of_column).collect::<Result<Vec<SeededCiphertext>, Error>>()
        })?;
        let encrypted = encrypted?;
        let seeds: Vec<u8> = encrypted.iter().flat_map(|column| *column.uniform().seed()).collect();
        let c0: Vec<u64> = encrypted.iter().flat_map(|column| column.body().residues().iter().copied()).collect();
        let basis = self.bfv.parameters().basis();
        Ok((of_vec(py, seeds, &[count, 32])?, of_vec(py, c0, &[count, basis.limbs(), basis.degree()])?))
    }

    fn decrypt<'py>(
        &self,
        design: &native::Design,
        values: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = values.py();
        let array = to_read::<u64>(values, "values")?;
        let (basis, level, count) =
            (self.bfv.parameters().basis(), design.recipe.output_limbs, design.recipe.problem.columns());
        let wanted = [count, 2, level, basis.degree()];
        if array.shape() != wanted {
            return Err(Error::value(format!("values have the shape {:?}, where {wanted:?} is needed", array.shape())));
        }
        let (t, words, half) = (FieldRing::<F>::new(), slice(&array)?, level * basis.degree());
        let noise = design.output_noise(&t);
        let decrypted = watched(py, count, progress, |watch| {
            let of_column = |(index, column): (usize, &[u64])| {
                going_on(watch)?;
                let part = |residues: &[u64]| Poly::from_residues(basis, level, residues.to_vec());
                let (Some(first), Some(second)) = (part(&column[..half]), part(&column[half..])) else {
                    return Err(Error::new(
                        "FormatError",
                        format!("values[{index}] has residues that are not below their primes"),
                    ));
                };
                let whole = Ciphertext::from_parts(&self.bfv, [first, second], self.secret.id(), noise.clone())?;
                let plaintext = self.bfv.decrypt(&self.secret, &whole)?.plaintext;
                Ok(plaintext.coefficients()[..design.values()].to_vec())
            };
            let columns = words.par_chunks_exact(2 * half).enumerate();
            columns.map(of_column).collect::<Result<Vec<Vec<F>>, Error>>()
        })?;
        let packed = decrypted?.concat();
        let matrix = py.detach(|| design.layout.unpack(&t, &design.outer, design.lanes, packed));
        let matrix = matrix.ok_or_else(|| refused("the field has no such root of unity"))?;
        of_vec(py, F::words(matrix), &Self::shape(design, design.outer.columns()))
    }
}

#[pymethods]
impl Client {
    #[new]
    fn new(design: &Bound<'_, Design>) -> PyResult<Self> {
        let of = &design.get().native;
        if of.packing != native::Packing::Coefficients {
            return Err(refused("its values are in slots: designs of this package have them in coefficients").into());
        }
        let name = of.field.as_str();
        let client: Box<dyn AnyClient> = over_field!(name, F => Box::new(ClientOf::<F>::new(of)?), return Err(refused(format!("it is for the unknown field {name:?}")).into()));
        Ok(Self { design: design.clone().unbind(), of: client })
    }

    /// Seeds and halves of encrypted columns: what ``encrypt`` makes ``Columns`` of.
    #[pyo3(signature = (
        matrix: "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]",
        progress: "collections.abc.Callable[[float], object] | None" = None
    ) -> "tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint64]]")]
    fn encrypt_arrays<'py>(&self, matrix: &Bound<'py, PyAny>, progress: Option<&Bound<'py, PyAny>>) -> PyResult<Sent<'py>> {
        self.of.encrypt(&self.design.get().native, matrix, progress)
    }

    /// The transformed columns in the clear, of shape ``(columns, lanes)``, from ``values`` of
    /// shape ``(outputs, 2, output_limbs, degree)``.
    ///
    /// Raises ``papilio.NoiseError`` for what does not decrypt, ``papilio.FormatError`` for
    /// residues that are none.
    #[pyo3(signature = (
        values: "numpy.typing.NDArray[numpy.uint64]",
        progress: "collections.abc.Callable[[float], object] | None" = None
    ) -> "numpy.typing.NDArray[numpy.unsignedinteger[typing.Any]]")]
    fn decrypt<'py>(&self, values: &Bound<'py, PyAny>, progress: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.of.decrypt(&self.design.get().native, values, progress)
    }

    /// The design.
    #[getter]
    fn design(&self, py: Python<'_>) -> Py<Design> {
        self.design.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("Client({})", self.design.get().native.summary())
    }

    /// Refused, for pickles are sent and stored unasked.
    #[pyo3(signature = () -> "typing.NoReturn")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err("a client is not pickled, for it holds a secret key"))
    }
}
