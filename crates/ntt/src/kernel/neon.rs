//! Advanced SIMD of 64-bit ARM, which every such processor has: four words of 32 bits, or two of 64.
//!
//! The methods are checked by the compiler and by the tests of the lanes where those run on ARM; the text over them is the one
//! that is tested everywhere on portable lanes of the same widths. No time has been measured: sixty-four-bit processors
//! multiply whole words in one instruction, so that [`words64`] may gain little over the portable row.

pub(super) mod words32;
pub(super) mod words64;

/// Methods of lanes that are one expression, which makes the wrapped vector.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($($args:tt)*) = $value:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $name($($args)*) -> Self {
            // SAFETY: the target has the features; the caller gives as many words as are read.
            unsafe { Self($value) }
        }
    )*};
}
use methods;
