//! Kernels for one field, whose arithmetic is its own.

use super::Transform;
use super::available::is_wanted;
use papilio_field::Word;

/// A transform over one field, and what else there is over it.
pub(crate) struct FieldKernel<W: Word, F: 'static = ()> {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    pub(crate) available: fn() -> bool,
    pub(crate) transform: Transform<W>,
    pub(crate) operations: F,
}

impl<W: Word, F> core::fmt::Debug for FieldKernel<W, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "FieldKernel({})", self.name)
    }
}

/// The kernels of a field that run here, in order of preference, after the filter of
/// `PAPILIO_KERNEL`; the last, which is scalar, always.
pub(crate) fn available<W: Word, F>(
    kernels: &[&'static FieldKernel<W, F>],
) -> impl Iterator<Item = &'static FieldKernel<W, F>> {
    let last = kernels.len() - 1;
    kernels
        .iter()
        .enumerate()
        .filter(move |(i, kernel)| *i == last || ((kernel.available)() && is_wanted(kernel.name)))
        .map(|(_, kernel)| *kernel)
}

/// The first that takes this length; columns have no shortest.
pub(crate) fn preferred<W: Word, F>(
    kernels: &[&'static FieldKernel<W, F>],
    n: usize,
    width: usize,
) -> &'static FieldKernel<W, F> {
    let fits = |kernel: &&FieldKernel<W, F>| width > 1 || n >= kernel.transform.min_n();
    available(kernels).find(fits).unwrap_or(kernels[kernels.len() - 1])
}
