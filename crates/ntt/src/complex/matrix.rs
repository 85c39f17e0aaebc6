//! Matrices whose entries are transformed polynomials.

use bytemuck::cast_slice;
use core::ops::Range;

/// Values of an entry that lie together.
pub(crate) const BLOCK: usize = 8;
/// The most columns whose sums are made together: as many as leave registers for factors.
const COLUMNS: usize = 3;

/// The order of the numbers of a matrix of `rows` times `columns` transformed polynomials: that in
/// which [`super::ComplexPlan::multiply_matrix`] reads them, so that it reads memory from one end
/// to the other.
///
/// Eight values lie together, real parts before imaginary ones, in the order of their transform.
/// Blocks of eight are sorted by their place in the transform, then by groups of up to three
/// columns, then by row, then by column. Vectors and products have their polynomials
/// [`Self::stride`] numbers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComplexMatrixLayout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) size: usize,
}

impl ComplexMatrixLayout {
    pub(super) fn new(size: usize, rows: usize, columns: usize) -> Self {
        assert!(rows > 0 && columns > 0, "a matrix of {rows} times {columns} entries");
        assert!(size >= BLOCK, "{size} values are fewer than the {BLOCK} that lie together");
        Self { rows, columns, size }
    }

    /// Numbers in the matrix: `2n` in each entry.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.rows * self.columns * 2 * self.size
    }

    /// Numbers from one polynomial of a vector to the next: the `2n` of one, and as many as a cache
    /// line has, without which all would compete for one set of a first-level cache.
    #[must_use]
    pub fn stride(&self) -> usize {
        2 * self.size + BLOCK
    }

    /// Groups of columns.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let (columns, count) = (self.columns, self.columns.div_ceil(COLUMNS));
        (0..count).map(move |group| group * columns / count..(group + 1) * columns / count)
    }

    /// Writes one entry, whose values are those of [`super::ComplexPlan::forward`], into a matrix
    /// of numbers of any precision.
    ///
    /// # Panics
    /// Unless the entry is one of the matrix, which has [`Self::numbers`], and there are `2n`
    /// values.
    pub fn write<T>(&self, matrix: &mut [T], (row, column): (usize, usize), values: &[f64], round: impl Fn(f64) -> T) {
        let Self { rows, columns, size } = *self;
        assert!(row < rows && column < columns, "entry ({row}, {column}) of a matrix of {rows} times {columns}");
        assert!(matrix.len() == self.numbers() && values.len() == 2 * size, "a matrix or an entry of another layout");
        let group = self.groups().find(|group| group.contains(&column)).expect("a column of the matrix");
        let place = 2 * BLOCK * (group.start * rows + row * group.len() + column - group.start);
        let (re, im) = values.split_at(size);
        let blocks = re.chunks_exact(BLOCK).zip(im.chunks_exact(BLOCK));
        for (block, (re, im)) in matrix.chunks_exact_mut(2 * BLOCK * rows * columns).zip(blocks) {
            let to = &mut block[place..place + 2 * BLOCK];
            to.iter_mut().zip(re.iter().chain(im)).for_each(|(to, &x)| *to = round(x));
        }
    }
}

/// The numbers of a matrix, in the order of a [`ComplexMatrixLayout`].
#[derive(Clone, Copy, Debug)]
pub enum ComplexMatrix<'a> {
    /// Half as many bytes to read: every number is an integer times a unit, a power of two.
    Fixed {
        /// The integers.
        numbers: &'a [i32],
        /// The number that they count.
        unit: f64,
    },
    /// Doubles, which transforms give.
    Double(&'a [f64]),
}

impl<'a> ComplexMatrix<'a> {
    /// The memory of the numbers, for [`super::ComplexPlan::forward_digits_ahead`].
    #[must_use]
    pub fn words(&self) -> &'a [u32] {
        match *self {
            Self::Fixed { numbers, .. } => cast_slice(numbers),
            Self::Double(numbers) => cast_slice(numbers),
        }
    }

    pub(crate) fn numbers(&self) -> usize {
        match self {
            Self::Fixed { numbers, .. } => numbers.len(),
            Self::Double(numbers) => numbers.len(),
        }
    }
}
