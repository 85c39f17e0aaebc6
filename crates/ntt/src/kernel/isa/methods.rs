//! Methods of lanes that are one expression.

/// Methods of lanes that are one expression, which makes the wrapped vector.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($($args:tt)*) = $value:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        unsafe fn $name($($args)*) -> Self {
            // SAFETY: the instruction set is enabled, and the caller gives as many words as are
            // read.
            unsafe { Self($value) }
        }
    )*};
}
pub(in crate::kernel) use methods;
