//! Gates: what they add up before a rotation decides.

use crate::lwe::{Bit, EIGHTH};
use core::fmt;
use core::str::FromStr;

/// A gate of two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryGate {
    /// `a ∧ b`
    And,
    /// `¬(a ∧ b)`
    Nand,
    /// `a ∨ b`
    Or,
    /// `¬(a ∨ b)`
    Nor,
    /// `a ⊕ b`
    Xor,
    /// `¬(a ⊕ b)`
    Xnor,
    /// `a ∧ ¬b`
    AndNot,
    /// `a ∨ ¬b`
    OrNot,
}

impl BinaryGate {
    /// All gates.
    pub const ALL: [Self; 8] = [Self::And, Self::Nand, Self::Or, Self::Nor, Self::Xor, Self::Xnor, Self::AndNot, Self::OrNot];

    /// The gate in the clear.
    #[must_use]
    pub fn of(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a & b,
            Self::Nand => !(a & b),
            Self::Or => a | b,
            Self::Nor => !(a | b),
            Self::Xor => a ^ b,
            Self::Xnor => !(a ^ b),
            Self::AndNot => a & !b,
            Self::OrNot => a | !b,
        }
    }

    /// Weights of the bits, and the constant: the sum is in the upper half of the torus exactly
    /// where the gate gives false, an eighth from the ends with weights of one, a quarter with
    /// those of two.
    pub(crate) fn sum(self) -> ([i32; 2], u32) {
        let eighth = |times: i32| (EIGHTH as i32).wrapping_mul(times) as u32;
        match self {
            Self::And => ([1, 1], eighth(-1)),
            Self::Nand => ([-1, -1], eighth(1)),
            Self::Or => ([1, 1], eighth(1)),
            Self::Nor => ([-1, -1], eighth(-1)),
            Self::Xor => ([2, 2], eighth(2)),
            Self::Xnor => ([-2, -2], eighth(-2)),
            Self::AndNot => ([1, -1], eighth(-1)),
            Self::OrNot => ([1, -1], eighth(1)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Nand => "nand",
            Self::Or => "or",
            Self::Nor => "nor",
            Self::Xor => "xor",
            Self::Xnor => "xnor",
            Self::AndNot => "andnot",
            Self::OrNot => "ornot",
        }
    }
}

impl fmt::Display for BinaryGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no gate has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no gate `{0}`: there are and, nand, or, nor, xor, xnor, andnot and ornot")]
pub struct UnknownGate(pub String);

impl FromStr for BinaryGate {
    type Err = UnknownGate;

    fn from_str(name: &str) -> Result<Self, UnknownGate> {
        let lower = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|gate| gate.name() == lower).ok_or_else(|| UnknownGate(name.to_owned()))
    }
}

/// A gate and its inputs.
#[derive(Clone, Copy, Debug)]
pub enum Gate<'a> {
    /// A gate of two bits: one rotation.
    Binary(BinaryGate, &'a Bit, &'a Bit),
    /// `¬a`: no rotation.
    Not(&'a Bit),
    /// The second bit where the first is true, else the third: two rotations.
    Mux(&'a Bit, &'a Bit, &'a Bit),
}

/// A sum that a rotation decides: `constant + Σ weight·bit`.
pub(crate) type Sum<'a> = (u32, [(i32, &'a Bit); 2]);

impl<'a> Gate<'a> {
    /// The sums of the rotations.
    pub(crate) fn sums(&self) -> Vec<Sum<'a>> {
        match *self {
            Self::Binary(gate, a, b) => {
                let ([of_a, of_b], constant) = gate.sum();
                vec![(constant, [(of_a, a), (of_b, b)])]
            }
            Self::Not(_) => Vec::new(),
            Self::Mux(select, a, b) => {
                let (_, constant) = BinaryGate::And.sum();
                vec![(constant, [(1, select), (1, a)]), (constant, [(-1, select), (1, b)])]
            }
        }
    }

    pub(crate) fn inputs(&self) -> impl Iterator<Item = &'a Bit> {
        let inputs = match *self {
            Self::Binary(_, a, b) => [Some(a), Some(b), None],
            Self::Not(a) => [Some(a), None, None],
            Self::Mux(select, a, b) => [Some(select), Some(a), Some(b)],
        };
        inputs.into_iter().flatten()
    }
}
