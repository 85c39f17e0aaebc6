//! Words modulo a power of two: rotations of polynomials, and sums of rows. The text is portable,
//! and is compiled once for every instruction set.

use crate::kernel::prefetch::prefetch;

/// Rows that are subtracted in one pass over a result.
pub(crate) const ROWS: usize = 8;

/// Words of a result that are kept in registers. Rows of a multiple of them are summed fastest.
pub(crate) const TILE: usize = 32;

/// A word modulo `2^16` or `2^32`.
pub trait TorusWord: Copy + Sized {
    /// `self − a·b`
    #[doc(hidden)]
    fn minus_product(self, a: Self, b: Self) -> Self;
    #[doc(hidden)]
    fn of(operations: &TorusFns) -> SubtractFn<Self>;
}

/// [`subtract`] of one width and instruction set.
type SubtractFn<W> = unsafe fn(&mut [W], &[W], &[W], &[W]);

/// The operations of one instruction set.
pub struct TorusFns {
    /// [`rotate_difference`].
    pub(in crate::kernel) rotate_difference: unsafe fn(&[u64], usize, &mut [u64]),
    /// [`add`].
    pub(in crate::kernel) add: unsafe fn(&mut [u64], &[i64]),
    /// [`subtract`].
    pub(in crate::kernel) subtract16: SubtractFn<u16>,
    /// [`subtract`].
    pub(in crate::kernel) subtract32: SubtractFn<u32>,
}

macro_rules! word {
    ($word:ty, $operation:ident) => {
        impl TorusWord for $word {
            #[inline(always)]
            fn minus_product(self, a: Self, b: Self) -> Self {
                self.wrapping_sub(a.wrapping_mul(b))
            }
            fn of(operations: &TorusFns) -> SubtractFn<Self> {
                operations.$operation
            }
        }
    };
}

word!(u16, subtract16);
word!(u32, subtract32);

/// `(X^exponent − 1)·polynomial` modulo `X^N + 1`, for an exponent below `2N`.
///
/// # Safety
/// The instruction set of the shell is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn rotate_difference(polynomial: &[u64], exponent: usize, to: &mut [u64]) {
    let n = polynomial.len();
    let shift = exponent % n;
    let (wrapped, moved) = to.split_at_mut(shift);
    let (low, high) = polynomial.split_at(n - shift);
    let (first, last) = polynomial.split_at(shift);
    if exponent < n {
        difference(moved, low, last);
        negated_sum(wrapped, high, first);
    } else {
        negated_sum(moved, low, last);
        difference(wrapped, high, first);
    }
}

/// `a − b`
#[inline(always)]
fn difference(to: &mut [u64], a: &[u64], b: &[u64]) {
    to.iter_mut().zip(a).zip(b).for_each(|((to, a), b)| *to = a.wrapping_sub(*b));
}

/// `−a − b`
#[inline(always)]
fn negated_sum(to: &mut [u64], a: &[u64], b: &[u64]) {
    to.iter_mut().zip(a).zip(b).for_each(|((to, a), b)| *to = a.wrapping_add(*b).wrapping_neg());
}

/// `sum ← sum + terms` modulo `2^64`.
///
/// # Safety
/// The instruction set of the shell is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn add(sum: &mut [u64], terms: &[i64]) {
    sum.iter_mut().zip(terms).for_each(|(sum, &term)| *sum = sum.wrapping_add_signed(term));
}

/// `result ← result − Σ factor·row`, over rows as long as the result, up to [`ROWS`] of them. Asks
/// meanwhile for as much of `ahead` as there are rows.
///
/// # Safety
/// The instruction set of the shell is enabled.
#[inline(always)]
pub(in crate::kernel) unsafe fn subtract<W: TorusWord>(result: &mut [W], factors: &[W], rows: &[W], ahead: &[W]) {
    let len = result.len();
    let tiles = result.as_chunks_mut::<TILE>().0;
    let whole = if rows.len() == ROWS * len { tiles.len() } else { 0 };
    for (i, tile) in tiles[..whole].iter_mut().enumerate() {
        let rows: [&[W; TILE]; ROWS] = core::array::from_fn(|row| &rows[row * len..].as_chunks().0[i]);
        for row in 0..ROWS {
            let words = ahead.get(row * len + i * TILE..).unwrap_or_default();
            prefetch(words.as_ptr(), words.len().min(TILE));
        }
        for (at, result) in tile.iter_mut().enumerate() {
            *result = (0..ROWS).fold(*result, |sum, row| sum.minus_product(factors[row], rows[row][at]));
        }
    }
    for (&factor, row) in factors.iter().zip(rows.chunks_exact(len)) {
        let rest = result[whole * TILE..].iter_mut().zip(&row[whole * TILE..]);
        rest.for_each(|(result, &x)| *result = result.minus_product(factor, x));
    }
}
