//! Functions by their truth table, as netlists have them.

use super::{Circuit, Net};
use crate::gate::BinaryGate;

/// A function of up to six bits: bit `i` of the word is its value where input `j` is bit `j` of
/// `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TruthTable {
    inputs: usize,
    word: u64,
}

impl TruthTable {
    /// The most inputs.
    pub(super) const MOST: usize = 6;

    /// The function that is true where some row fits: every row has one character for each input,
    /// `1`, `0`, or `-` for either. None for more inputs than [`Self::MOST`], or other characters.
    pub(super) fn of_rows<'a>(inputs: usize, rows: impl Iterator<Item = &'a str>) -> Option<Self> {
        if inputs > Self::MOST {
            return None;
        }
        let mut word = 0;
        for row in rows {
            if row.len() != inputs || row.bytes().any(|bit| !b"01-".contains(&bit)) {
                return None;
            }
            let fits = |i: usize| row.bytes().enumerate().all(|(j, bit)| bit == b'-' || usize::from(bit == b'1') == i >> j & 1);
            word |= (0..1usize << inputs).filter(|&i| fits(i)).fold(0, |word, i| word | 1 << i);
        }
        Some(Self { inputs, word })
    }

    /// The function that is false where this one is true.
    pub(super) fn negated(self) -> Self {
        Self { word: !self.word & self.all(), ..self }
    }

    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - (1 << self.inputs))
    }

    /// The function where the last input is known.
    fn halves(self) -> [Self; 2] {
        let half = Self { inputs: self.inputs - 1, word: self.all() };
        let mask = half.all();
        [self.word & mask, self.word >> (1 << half.inputs) & mask].map(|word| Self { word, ..half })
    }

    /// Gates of the function: one for two inputs, and by its two halves for more (C. Shannon, "A
    /// symbolic analysis of relay and switching circuits", 1938).
    pub(super) fn make(self, circuit: &mut Circuit, inputs: &[Net]) -> Net {
        if self.word == 0 || self.word == self.all() {
            return circuit.constant(self.word != 0);
        }
        let Some((&last, others)) = inputs.split_last() else { return circuit.constant(self.word != 0) };
        let [without, with] = self.halves();
        if without == with {
            return without.make(circuit, others);
        }
        if let Some(gate) = self.binary() {
            return circuit.binary(gate.0, inputs[usize::from(gate.1)], inputs[usize::from(!gate.1)]);
        }
        if without.negated() == with {
            let below = without.make(circuit, others);
            return circuit.binary(BinaryGate::Xor, last, below);
        }
        let (a, b) = (with.make(circuit, others), without.make(circuit, others));
        circuit.mux(last, a, b)
    }

    /// The gate of two inputs that this is, and whether they are exchanged.
    fn binary(&self) -> Option<(BinaryGate, bool)> {
        if self.inputs != 2 {
            return None;
        }
        let word = |gate: BinaryGate, exchanged: bool| {
            let value = |i: u64| if exchanged { gate.of(i & 2 != 0, i & 1 != 0) } else { gate.of(i & 1 != 0, i & 2 != 0) };
            (0..4).filter(|&i| value(i)).fold(0, |word, i| word | 1 << i)
        };
        let candidates = BinaryGate::ALL.into_iter().flat_map(|gate| [(gate, false), (gate, true)]);
        candidates.into_iter().find(|&(gate, exchanged)| word(gate, exchanged) == self.word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All functions of up to three inputs, and some of six.
    #[test]
    fn gates_are_those_of_the_table() {
        let some = [0x6996_9669_9669_6996, 0x8000_0000_0000_0001, 0x0123_4567_89AB_CDEF, 1, u64::MAX - 1];
        let of = |inputs, word| TruthTable { inputs, word };
        let small = (0..=3usize).flat_map(|inputs| (0..1u64 << (1 << inputs)).map(move |word| of(inputs, word)));
        for table in small.chain(some.map(|word| of(6, word))) {
            let mut circuit = Circuit::new();
            let inputs = circuit.input_number("x", table.inputs);
            let net = table.make(&mut circuit, &inputs);
            circuit.output("y", net);
            assert!(table.inputs != 2 || circuit.rotations() <= 1, "{table:?}");
            for i in 0..1usize << table.inputs {
                let bits: Vec<bool> = (0..table.inputs).map(|j| i >> j & 1 == 1).collect();
                assert_eq!(circuit.evaluate(&bits), [table.word >> i & 1 == 1], "{table:?} at {i}");
            }
        }
    }

    #[test]
    fn rows() {
        let table = TruthTable::of_rows(3, ["1-0", "011"].into_iter()).expect("a table");
        assert_eq!(table, TruthTable { inputs: 3, word: 1 << 1 | 1 << 3 | 1 << 6 });
        assert_eq!(table.negated().word, 0b1011_0101);
        assert_eq!(TruthTable::of_rows(0, [""].into_iter()), Some(TruthTable { inputs: 0, word: 1 }));
        for (inputs, row) in [(2, "1"), (2, "1x"), (7, "1111111"), (1, "é")] {
            assert_eq!(TruthTable::of_rows(inputs, [row].into_iter()), None, "{row}");
        }
    }
}
