//! Rows for one field, whose arithmetic is its own.

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

/// The rows of a field that run here, in order of preference, after the filter of `PAPILIO_KERNEL`; the last, which is scalar,
/// always.
pub(crate) fn available<W: Word>(rows: &[&'static FieldKernel<W>]) -> impl Iterator<Item = &'static FieldKernel<W>> {
    let last = rows.len() - 1;
    rows.iter()
        .enumerate()
        .filter(move |(i, row)| *i == last || ((row.available)() && is_wanted(row.name)))
        .map(|(_, row)| *row)
}

/// The first that takes this length; columns have no shortest.
pub(crate) fn preferred<W: Word>(rows: &[&'static FieldKernel<W>], n: usize, width: usize) -> &'static FieldKernel<W> {
    let fits = |row: &&FieldKernel<W>| width > 1 || n >= row.transform.min_n();
    available(rows).find(fits).unwrap_or(rows[rows.len() - 1])
}
