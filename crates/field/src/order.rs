//! Bit-reversed order: where a transform leaves its values.

use alloc::vec::Vec;

/// The order of the values of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Value `i` belongs to the point `shift·ω^i`.
    Natural,
    /// It lies at the place whose binary digits are those of `i` backwards: where the levels of a
    /// transform leave it.
    BitReversed,
}

/// The reversal of the low `log` bits of `i`.
#[inline]
#[must_use]
pub fn reversed(i: usize, log: u32) -> usize {
    if log == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - log) }
}

/// Words of the buffers of a tile, which must stay in the first-level cache.
const MAX_TILE: usize = 256;

/// Exchanges natural and bit-reversed order.
///
/// Places are `(high, middle, low)` with `high` and `low` of equal width. A square of all `high`
/// and `low` is read row by row, a cache line each, reversed in a buffer, and exchanged with the
/// square of the reversed `middle`: every line is moved once, where single exchanges would bring
/// each of them once for every value in it (L. Carter and K. Gatlin, "Towards an optimal
/// bit-reversal permutation program", 1998).
///
/// # Panics
/// Unless the length is a power of two.
pub fn bit_reverse<T: Copy>(a: &mut [T]) {
    assert!(a.len().is_power_of_two(), "{} values have no bit-reversed order", a.len());
    let log = a.len().trailing_zeros();
    // A row of a square fills a cache line of 64 bytes.
    let side = (64 / size_of::<T>().max(4)).max(2).ilog2();
    if log < 2 * side + 2 {
        return exchange_all(a, log);
    }
    match side {
        1 => Squares::<T, 2>::new(log, a[0]).exchange(a),
        2 => Squares::<T, 4>::new(log, a[0]).exchange(a),
        3 => Squares::<T, 8>::new(log, a[0]).exchange(a),
        _ => Squares::<T, 16>::new(log, a[0]).exchange(a),
    }
}

fn exchange_all<T: Copy>(a: &mut [T], log: u32) {
    for i in 0..a.len() {
        let j = reversed(i, log);
        if i < j {
            a.swap(i, j);
        }
    }
}

/// The squares of `SIDE` rows of an array of `2^log` values.
struct Squares<T, const SIDE: usize> {
    /// Bits of the middle of a place.
    middle: u32,
    first: [T; MAX_TILE],
    second: [T; MAX_TILE],
}

impl<T: Copy, const SIDE: usize> Squares<T, SIDE> {
    fn new(log: u32, any: T) -> Self {
        Self { middle: log - 2 * SIDE.trailing_zeros(), first: [any; MAX_TILE], second: [any; MAX_TILE] }
    }

    fn exchange(mut self, a: &mut [T]) {
        for i in 0..1 << self.middle {
            let j = reversed(i, self.middle);
            if i > j {
                continue;
            }
            Self::read(self.middle, a, i, &mut self.first);
            if i != j {
                Self::read(self.middle, a, j, &mut self.second);
                Self::write(self.middle, a, i, &self.second);
            }
            Self::write(self.middle, a, j, &self.first);
        }
    }

    /// Where a row of a square begins.
    fn row(middle: u32, high: usize, i: usize) -> usize {
        ((high << middle) + i) * SIDE
    }

    /// A square, reversed: value `(high, low)` comes to row `rev(low)`, place `rev(high)`.
    fn read(middle: u32, a: &[T], i: usize, square: &mut [T; MAX_TILE]) {
        let bits = SIDE.trailing_zeros();
        for high in 0..SIDE {
            let place = reversed(high, bits);
            let row: &[T] = &a[Self::row(middle, high, i)..][..SIDE];
            for (low, &value) in row.iter().enumerate() {
                square[reversed(low, bits) * SIDE + place] = value;
            }
        }
    }

    fn write(middle: u32, a: &mut [T], i: usize, square: &[T; MAX_TILE]) {
        for (high, row) in square.chunks_exact(SIDE).take(SIDE).enumerate() {
            a[Self::row(middle, high, i)..][..SIDE].copy_from_slice(row);
        }
    }
}

/// Exchanges natural and bit-reversed order of the rows of a matrix with `width` columns.
///
/// # Panics
/// Unless the number of rows is a power of two.
pub fn bit_reverse_rows<T: Copy>(a: &mut [T], width: usize) {
    if width == 1 {
        return bit_reverse(a);
    }
    let rows = a.len() / width;
    assert!(rows.is_power_of_two() && rows * width == a.len(), "{} values are not 2^k rows of {width}", a.len());
    let log = rows.trailing_zeros();
    for i in 0..rows {
        let j = reversed(i, log);
        if i < j {
            let (head, tail) = a.split_at_mut(j * width);
            head[i * width..][..width].swap_with_slice(&mut tail[..width]);
        }
    }
}

/// A copy in the other order.
///
/// # Panics
/// Unless the length is a power of two.
#[must_use]
pub fn bit_reversed<T: Copy>(a: &[T]) -> Vec<T> {
    let mut copy = a.to_vec();
    bit_reverse(&mut copy);
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_length<T: Copy + PartialEq + core::fmt::Debug>(value: impl Fn(usize) -> T) {
        for log in 0..=15 {
            let a: Vec<T> = (0..1 << log).map(&value).collect();
            let expected: Vec<T> = (0..1 << log).map(|i| value(reversed(i, log))).collect();
            assert_eq!(bit_reversed(&a), expected, "2^{log}");
        }
    }

    #[test]
    fn squares_move_every_value_to_its_place() {
        every_length(|i| i as u16);
        every_length(|i| i as u32);
        every_length(|i| i as u64);
        every_length(|i| [i as u64; 4]);
        every_length(|i| [i as u64; 9]);
    }

    #[test]
    fn rows_move_whole() {
        for width in [1, 2, 3, 5] {
            let mut a: Vec<usize> = (0..8 * width).collect();
            bit_reverse_rows(&mut a, width);
            let expected: Vec<usize> =
                [0, 4, 2, 6, 1, 5, 3, 7].into_iter().flat_map(|row| row * width..(row + 1) * width).collect();
            assert_eq!(a, expected);
        }
    }
}
