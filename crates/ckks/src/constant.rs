//! Constants in every slot: `a + b·X^(N/2)` for integers `a` and `b`, because `X^(N/2)` is i in
//! every slot.

use crate::rounded::Rounded;
use crate::{CkksError, Complex64, Scale};
use papilio_field::Centered;

/// A complex constant times a scale, rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    pub(crate) re: Rounded,
    pub(crate) im: Rounded,
}

impl Constant {
    /// # Errors
    /// The errors of [`Rounded::new`].
    pub(crate) fn new(c: Complex64, scale: Scale) -> Result<Self, CkksError> {
        Ok(Self { re: Rounded::new(c.re, scale)?, im: Rounded::new(c.im, scale)? })
    }

    /// `log2` of the magnitude of what was rounded away.
    pub(crate) fn log2_error(&self) -> f64 {
        self.re.error.hypot(self.im.error).log2()
    }

    /// Both integers.
    pub(crate) fn centered(&self) -> [Centered; 2] {
        [self.re.centered(), self.im.centered()]
    }
}
