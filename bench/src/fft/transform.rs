//! A side of a comparison: a library's transforms of one length, or ours.

use super::ntt::words;

/// Doubles of a cache line.
const LINE: usize = 8;

/// Where the parts of complex numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All real parts, then all imaginary ones.
    Planes,
    /// The parts of each number side by side.
    Pairs,
}

impl Layout {
    /// The places of the parts of a number among `n`.
    #[must_use]
    pub fn places(self, index: usize, n: usize) -> [usize; 2] {
        match self {
            Self::Planes => [index, n + index],
            Self::Pairs => [2 * index, 2 * index + 1],
        }
    }
}

/// Transforms of one length, in place on numbers of their own.
pub trait Transform {
    /// Where parts lie.
    const LAYOUT: Layout;
    /// Whether the inverse divides by the length.
    const DIVIDES: bool;

    /// The points of the values in their order, in turns of `2^(−64)`; None when they are the
    /// `n`-th roots of unity in an order to be found.
    fn points(&self) -> Option<Vec<u64>>;

    /// The numbers: coefficients, or what the last transform made.
    fn numbers(&mut self) -> &mut [f64];

    /// Coefficients to values.
    fn forward(&mut self);

    /// Values to coefficients, or `n` times these.
    fn inverse(&mut self);
}

/// Doubles that begin with a cache line, as libraries want them.
#[derive(Debug)]
pub struct Buffer {
    doubles: Vec<f64>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// A number of zeros.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let doubles = vec![0.0; len + LINE];
        let start = doubles.as_ptr().align_offset(LINE * size_of::<f64>()).min(LINE);
        Self { doubles, start, len }
    }

    /// The doubles.
    pub fn doubles(&mut self) -> &mut [f64] {
        &mut self.doubles[self.start..self.start + self.len]
    }
}

/// Puts coefficients or values in their places.
pub fn write<T: Transform>(transform: &mut T, values: &[[f64; 2]]) {
    let numbers = transform.numbers();
    for (index, parts) in values.iter().enumerate() {
        let places = T::LAYOUT.places(index, values.len());
        places.into_iter().zip(parts).for_each(|(place, &part)| numbers[place] = part);
    }
}

/// The numbers of a transform, from their places.
pub fn read<T: Transform>(transform: &mut T) -> Vec<[f64; 2]> {
    let numbers = transform.numbers();
    let n = numbers.len() / 2;
    (0..n).map(|index| T::LAYOUT.places(index, n).map(|place| numbers[place])).collect()
}

/// Numbers with parts from `−1` to `1`.
#[must_use]
pub fn data(seed: u64, n: usize) -> Vec<[f64; 2]> {
    let mut words = words(seed);
    // The highest 53 bits are exact.
    let mut part = || ((words.next().unwrap_or(0) as i64) >> 11) as f64 / (1_u64 << 52) as f64;
    (0..n).map(|_| [part(), part()]).collect()
}
