//! Kernels for one field, whose arithmetic is its own.

use super::Transform;
use super::available::is_wanted;
use papilio_field::Word;

/// A transform over one field.
pub(crate) struct FieldKernel<W: Word> {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    pub(crate) available: fn() -> bool,
    pub(crate) transform: Transform<W>,
}

impl<W: Word> core::fmt::Debug for FieldKernel<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "FieldKernel({})", self.name)
    }
}

/// The kernels of a field that run here, in order of preference, after the filter of
/// `PAPILIO_KERNEL`; the last, which is scalar, always.
pub(crate) fn available<W: Word>(kernels: &[&'static FieldKernel<W>]) -> impl Iterator<Item = &'static FieldKernel<W>> {
    let last = kernels.len() - 1;
    kernels
        .iter()
        .enumerate()
        .filter(move |(i, kernel)| *i == last || ((kernel.available)() && is_wanted(kernel.name)))
        .map(|(_, kernel)| *kernel)
}

/// The first that takes this length; columns have no shortest.
pub(crate) fn preferred<W: Word>(kernels: &[&'static FieldKernel<W>], n: usize, width: usize) -> &'static FieldKernel<W> {
    let fits = |kernel: &&FieldKernel<W>| width > 1 || n >= kernel.transform.min_n();
    available(kernels).find(fits).unwrap_or(kernels[kernels.len() - 1])
}
