//! The order of slots: the odd powers of a root of unity as two orbits of `ψ ↦ ψ³`.

use crate::Field;
use crate::dft::FieldTransform;
use crate::order::reversed;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Exchanges the order of slots and the order in which a transform leaves its values.
///
/// For `ψ` of order `2n`, slot `i < n/2` of a ciphertext is the value at `ψ^(3^i)`, and slot `n/2 + i` that at `ψ^(−3^i)`, so that
/// automorphisms rotate both rows of slots. A transform over the coset of `ψ` leaves the value at `ψ^(2k+1)` at place `brv(k)`.
#[derive(Clone, Debug)]
pub struct Orbits<F> {
    blocks: Blocks,
    field: PhantomData<F>,
}

impl<F: Field> Orbits<F> {
    /// The orders of `2^log_size` values.
    ///
    /// # Panics
    /// Unless there are 2 to 2^30.
    #[must_use]
    pub fn new(log_size: u32) -> Self {
        assert!((1..=30).contains(&log_size), "2^{log_size} values have no two rows of slots");
        Self { blocks: Blocks::new(log_size, F::Transform::lanes()), field: PhantomData }
    }

    /// Number of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.blocks.size()
    }

    /// Values by slot to values in bit-reversed order.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] of both.
    pub fn to_values(&self, slots: &[F], values: &mut [F]) {
        F::Transform::to_values(&self.blocks, slots, values);
    }

    /// Values in bit-reversed order to values by slot.
    ///
    /// # Panics
    /// Unless there are [`Self::size`] of both.
    pub fn to_slots(&self, values: &[F], slots: &mut [F]) {
        F::Transform::to_slots(&self.blocks, values, slots);
    }
}

/// A row of slots as `W` lines of `S`. As `3^S ≡ 1 mod 4S` for `S ≥ 2`, the exponents of a column, slots `i, i + S, …`, have their low digits in
/// common, and what differs, the highest `log2 W` of them, is lowest in bit-reversed order: a column is an aligned block of `W` values,
/// in an order of its own. Vectors can so transpose squares of slots and permute a block in a register, where single values would
/// wait for one store each.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// `W`.
    width: usize,
    /// For the columns of the first row, then of the second, where their blocks begin.
    pub(crate) starts: Vec<u32>,
    /// For every column, the place in its block of each line's value.
    pub(crate) places: Vec<u8>,
    /// For every column, the line whose value is at each place of its block.
    pub(crate) lines: Vec<u8>,
}

impl Blocks {
    pub(crate) fn new(log_size: u32, lanes: usize) -> Self {
        let n = 1usize << log_size;
        let width = lanes.min(n / 4).max(1);
        let columns = n / 2 / width;
        let mut blocks = Self { width, starts: vec![0; 2 * columns], places: vec![0; n], lines: vec![0; n] };
        let mut exponent = 1;
        for i in 0..n / 2 {
            let (line, column) = (i / columns, i % columns);
            for (column, exponent) in [(column, exponent), (columns + column, 2 * n - exponent)] {
                let at = reversed(exponent / 2, log_size);
                let (start, place) = (at - at % width, at % width);
                blocks.starts[column] = start as u32;
                blocks.places[column * width + line] = place as u8;
                blocks.lines[column * width + place] = line as u8;
            }
            exponent = exponent * 3 % (2 * n);
        }
        blocks
    }

    fn size(&self) -> usize {
        self.places.len()
    }

    /// `W`.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// `S`, the columns of a row of slots.
    pub(crate) fn columns(&self) -> usize {
        self.starts.len() / 2
    }

    /// Panics unless there are as many slots and values.
    pub(crate) fn check<T>(&self, slots: &[T], values: &[T]) {
        let (n, slots, values) = (self.size(), slots.len(), values.len());
        assert!((slots, values) == (n, n), "{slots} slots and {values} values, not {n}");
    }

    /// For every value its slot and its place, a few columns at a time, whose lines and blocks stay in a cache.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let (width, columns) = (self.width, self.columns());
        let together = width.min(columns);
        (0..2 * columns).step_by(together).flat_map(move |first| {
            (0..width).flat_map(move |line| {
                (first..first + together).map(move |i| {
                    let slot = (i / columns * width + line) * columns + i % columns;
                    (slot, self.starts[i] as usize + usize::from(self.places[i * width + line]))
                })
            })
        })
    }

    pub(crate) fn to_values<T: Copy>(&self, slots: &[T], values: &mut [T]) {
        self.check(slots, values);
        self.pairs().for_each(|(slot, place)| values[place] = slots[slot]);
    }

    pub(crate) fn to_slots<T: Copy>(&self, values: &[T], slots: &mut [T]) {
        self.check(slots, values);
        self.pairs().for_each(|(slot, place)| slots[slot] = values[place]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dft::Dft;
    use crate::field::{BabyBear, Bn254, Goldilocks, P32};

    /// The specification: the polynomial `X + 1` has `1 + ψ^(±3^i)` in its slots.
    fn slots_are_powers_of_three<F: Field>() {
        for log_size in 1..=12 {
            let n = 1usize << log_size;
            let psi = F::root_of_unity(log_size + 1).expect("root");
            let dft = Dft::coset(log_size, psi).expect("transform");
            let orbits = Orbits::<F>::new(log_size);
            let mut values = vec![F::ZERO; n];
            values[..2].copy_from_slice(&[F::ONE; 2]);
            dft.forward(&mut values);
            let mut slots = vec![F::ZERO; n];
            orbits.to_slots(&values, &mut slots);
            let (mut x, mut y) = (psi, psi.inverse().expect("unit"));
            for i in 0..n / 2 {
                assert_eq!((slots[i], slots[n / 2 + i]), (x + F::ONE, y + F::ONE), "slot {i} of {n} over {}", F::NAME);
                (x, y) = (x * x * x, y * y * y);
            }
            let mut back = vec![F::ZERO; n];
            orbits.to_values(&slots, &mut back);
            assert_eq!(back, values, "{n} over {}", F::NAME);
        }
    }

    #[test]
    fn slots_are_powers_of_three_over_all_words() {
        slots_are_powers_of_three::<P32>();
        slots_are_powers_of_three::<BabyBear>();
        slots_are_powers_of_three::<Goldilocks>();
        slots_are_powers_of_three::<Bn254>();
    }

    #[test]
    #[should_panic(expected = "8 slots and 4 values, not 8")]
    fn lengths_are_checked() {
        Orbits::<P32>::new(3).to_values(&[P32::ZERO; 8], &mut [P32::ZERO; 4]);
    }
}
