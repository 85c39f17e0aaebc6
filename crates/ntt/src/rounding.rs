//! Doubles with and without the standard library.

/// `x·y + z`, rounded once.
#[inline(always)]
pub(crate) fn mul_add(x: f64, y: f64, z: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        x.mul_add(y, z)
    }
    #[cfg(not(feature = "std"))]
    {
        libm::fma(x, y, z)
    }
}
