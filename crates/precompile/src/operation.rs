//! The four operations and where they live.

/// The address of the first operation; the others follow it.
///
/// Other proposals claim some of the same addresses, so that hosts take the base as a parameter.
pub const DEFAULT_BASE: u64 = 0x12;

/// The operation of a precompile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `NTT_FW`: coefficients in natural order to values in bit-reversed order.
    Forward,
    /// `NTT_INV`: its inverse.
    Inverse,
    /// `NTT_VECMULMOD`: products of transformed polynomials, value by value.
    Multiply,
    /// `NTT_VECADDMOD`: sums.
    Add,
}

impl Operation {
    /// In the order of their addresses.
    pub const ALL: [Self; 4] = [Self::Forward, Self::Inverse, Self::Multiply, Self::Add];

    /// The offset from the base address.
    #[must_use]
    pub fn address_offset(self) -> u64 {
        match self {
            Self::Forward => 0,
            Self::Inverse => 1,
            Self::Multiply => 2,
            Self::Add => 3,
        }
    }

    /// Number of vectors in the input.
    #[must_use]
    pub fn vectors(self) -> usize {
        if self.transforms() { 1 } else { 2 }
    }

    pub(crate) fn transforms(self) -> bool {
        matches!(self, Self::Forward | Self::Inverse)
    }
}
