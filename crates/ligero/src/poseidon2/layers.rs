//! The rounds, written once over anything that can be added, scaled and multiplied.

use super::Poseidon2;
use super::evaluator::Evaluator;
use crate::poseidon2::matrix::{external_block, is_blocked};
use papilio_field::Field;

impl<F: Field> Poseidon2<F> {
    /// [`permute`](Self::permute), over `evaluator`.
    ///
    /// # Panics
    /// Unless `state` has `width` elements.
    pub fn permute_with<E: Evaluator<F>>(&self, evaluator: &mut E, state: &mut [E::Value]) {
        assert_eq!(state.len(), self.width, "the state has as many elements as the permutation is wide");
        let (first, last) = self.full_constants.split_at(self.full_constants.len() / 2);
        external_layer(evaluator, state);
        first.chunks_exact(self.width).for_each(|constants| self.full_round(evaluator, state, constants));
        self.partial_constants.iter().for_each(|&constant| self.partial_round(evaluator, state, constant));
        last.chunks_exact(self.width).for_each(|constants| self.full_round(evaluator, state, constants));
    }

    /// [`compress`](Self::compress), over `evaluator`.
    ///
    /// # Panics
    /// Unless each of them has half of `width` elements.
    pub fn compress_with<E: Evaluator<F>>(&self, evaluator: &mut E, left: &[E::Value], right: &[E::Value]) -> Vec<E::Value> {
        assert_eq!(left.len(), right.len(), "digests are equally long");
        let mut state = [left, right].concat();
        self.permute_with(evaluator, &mut state);
        state.iter().zip(left).map(|(output, input)| evaluator.add(output, input)).collect()
    }

    fn full_round<E: Evaluator<F>>(&self, evaluator: &mut E, state: &mut [E::Value], constants: &[F]) {
        for (value, &constant) in state.iter_mut().zip(constants) {
            *value = self.sbox(evaluator, value, constant);
        }
        external_layer(evaluator, state);
    }

    fn partial_round<E: Evaluator<F>>(&self, evaluator: &mut E, state: &mut [E::Value], constant: F) {
        state[0] = self.sbox(evaluator, &state[0], constant);
        let sum = sum(evaluator, state);
        for (value, &mu) in state.iter_mut().zip(&self.diagonal) {
            *value = evaluator.add(&sum, &evaluator.scale(value, mu));
        }
    }

    /// `(value + constant)^α`, by squarings from the top bit of `α` down: the fewest
    /// multiplications for 5, 7 and 11.
    fn sbox<E: Evaluator<F>>(&self, evaluator: &mut E, value: &E::Value, constant: F) -> E::Value {
        let base = evaluator.offset(value, constant);
        let mut power = base.clone();
        for bit in (0..self.exponent.ilog2()).rev() {
            power = evaluator.multiply(&power, &power);
            if self.exponent >> bit & 1 == 1 {
                power = evaluator.multiply(&power, &base);
            }
        }
        power
    }
}

/// The external matrix: `J + I` for widths 2 and 3, `M4` for width 4, else `circ(2·M4, M4, …, M4)`.
fn external_layer<F: Field, E: Evaluator<F>>(evaluator: &E, state: &mut [E::Value]) {
    let columns = if is_blocked(state.len()) {
        state.chunks_exact_mut(4).for_each(|block| external_block(evaluator, block));
        4
    } else {
        1
    };
    if state.len() > columns {
        add_column_sums(evaluator, state, columns);
    }
}

/// Adds to each element the sum of those at its position modulo `columns`.
fn add_column_sums<F: Field, E: Evaluator<F>>(evaluator: &E, state: &mut [E::Value], columns: usize) {
    let mut sums = state[..columns].to_vec();
    for row in state[columns..].chunks_exact(columns) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum = evaluator.add(sum, value));
    }
    for row in state.chunks_exact_mut(columns) {
        row.iter_mut().zip(&sums).for_each(|(value, sum)| *value = evaluator.add(value, sum));
    }
}

fn sum<F: Field, E: Evaluator<F>>(evaluator: &E, state: &[E::Value]) -> E::Value {
    state[1..].iter().fold(state[0].clone(), |sum, value| evaluator.add(&sum, value))
}
