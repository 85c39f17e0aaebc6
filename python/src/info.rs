//! `papilio.info`: version and kernels.

use papilio::field::{Modulus, prime};
use papilio::ntt::kernel::{Chosen, Kernel, restriction};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Error;

/// The ring degree that kernels are shown for.
const DEGREE: usize = 1 << 14;

/// The installed version, and the kernels that run here.
///
/// A dict: ``version``; ``kernels``, the names of those that this processor has, the preferred one
/// first; ``chosen``, for primes of 30, 47, 50 and 61 bits the kernels of transforms, stages across
/// ciphertexts and base conversions; ``restricted_by``, the value of ``PAPILIO_KERNEL`` or
/// ``None``.
///
/// >>> import papilio
/// >>> "scalar" in papilio.info()["kernels"]
/// True
#[pyfunction]
#[pyo3(signature = () -> "dict[str, typing.Any]")]
pub(crate) fn info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("version", env!("CARGO_PKG_VERSION"))?;
    let kernels: Vec<&str> = Kernel::<u64>::all().iter().map(|kernel| kernel.name()).collect();
    object.set_item("kernels", kernels)?;
    let chosen = PyDict::new(py);
    for bits in [30, 47, 50, 61] {
        let Some(modulus) = prime::descending(bits, 2 * DEGREE as u64).next().and_then(Modulus::new) else { continue };
        let Chosen { transform, stage, conversion } = Chosen::of(&modulus, DEGREE);
        let of_bits = PyDict::new(py);
        of_bits.set_item("transform", transform)?;
        of_bits.set_item("stage", stage)?;
        of_bits.set_item("conversion", conversion)?;
        chosen.set_item(bits, of_bits)?;
    }
    object.set_item("chosen", chosen)?;
    let restricted = restriction().map_err(Error::value)?.map(|names| names.to_string());
    object.set_item("restricted_by", restricted)?;
    Ok(object)
}
