//! Which way a transform goes, and the forms of what it passes on.

/// The transform or its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From coefficients to values, downwards from the root of the tree.
    Forward,
    /// From values to coefficients, upwards.
    Inverse,
}

/// The form of the inputs of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Input {
    /// The outputs of the pass before.
    Passed,
    /// Words below the modulus: of the first pass.
    Reduced,
}

impl Input {
    /// The input of a pass that is the first one, or not.
    #[inline(always)]
    pub(in crate::kernel) fn of_first(first: bool) -> Self {
        if first { Self::Reduced } else { Self::Passed }
    }
}

/// The interval of the outputs of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernel) enum Output {
    /// Residues as the next pass of the class takes them.
    Passed,
    /// Below the modulus: of the last pass.
    Reduced,
}

impl Output {
    /// The output of a pass that is the last one, or not.
    #[inline(always)]
    pub(in crate::kernel) fn of_last(last: bool) -> Self {
        if last { Self::Reduced } else { Self::Passed }
    }
}
