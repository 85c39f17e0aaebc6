//! How a polynomial is taken apart: divisions by members of the basis, and linear combinations.

use super::Basis;
use super::powers::depth;
use super::support::Support;
use core::fmt;

/// A polynomial as products of quotients and members of the basis, and a linear combination.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A linear combination of these members.
    Combination(Support),
    /// `quotient·T + remainder` for the member `T` of degree `power`.
    Split {
        /// The degree of the divisor.
        power: usize,
        /// A product where it is no constant, and otherwise a term of the combination that the
        /// remainder ends with.
        quotient: Box<Shape>,
        /// With the rest of the sum.
        remainder: Box<Shape>,
    },
}

impl Shape {
    pub(super) fn is_constant(&self) -> bool {
        matches!(self, Self::Combination(support) if support.is_constant())
    }

    /// Products of ciphertexts.
    pub(super) fn products(&self) -> usize {
        match self {
            Self::Combination(_) => 0,
            Self::Split { quotient, remainder, .. } => {
                usize::from(!quotient.is_constant()) + quotient.products() + remainder.products()
            }
        }
    }

    /// Linear combinations, of which a sum has one at most.
    pub(super) fn combinations(&self) -> usize {
        let (mut own, mut others, mut shape) = (false, 0, self);
        while let Self::Split { quotient, remainder, .. } = shape {
            own |= quotient.is_constant();
            others += quotient.combinations();
            shape = remainder;
        }
        usize::from(own || !shape.is_constant()) + others
    }

    /// Levels, when every member has its least depth.
    pub(super) fn depth(&self) -> usize {
        match self {
            Self::Combination(support) if support.is_constant() => 0,
            Self::Combination(support) => 1 + depth(support.degree()),
            Self::Split { power, quotient, remainder } => (1 + depth(*power).max(quotient.depth())).max(remainder.depth()),
        }
    }

    /// Adds the members that it takes.
    pub(super) fn members(&self, to: &mut Support) {
        match self {
            Self::Combination(support) => support.powers().filter(|&power| power > 0).for_each(|power| to.insert(power)),
            Self::Split { power, quotient, remainder } => {
                to.insert(*power);
                quotient.members(to);
                remainder.members(to);
            }
        }
    }

    /// A formula: `*` stands for any coefficient.
    pub(super) fn write(&self, basis: Basis, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = basis.letter();
        match self {
            Self::Combination(support) if support.is_constant() => f.write_str("*"),
            Self::Combination(support) => {
                f.write_str("[")?;
                let (mut powers, mut separator) = (support.powers().collect::<Vec<_>>(), "");
                while let Some(power) = powers.pop() {
                    write!(f, "{separator}{letter}{power}")?;
                    separator = " ";
                }
                f.write_str("]")
            }
            Self::Split { power, quotient, remainder } => {
                let bracket = matches!(**quotient, Self::Split { .. });
                f.write_str(if bracket { "(" } else { "" })?;
                quotient.write(basis, f)?;
                write!(f, "{}·{letter}{power} + ", if bracket { ")" } else { "" })?;
                remainder.write(basis, f)
            }
        }
    }
}
