//! The functions of PQClean that the packages `pqcrypto-mldsa` and `pqcrypto-mlkem` compile and
//! link, but do not export.

// The packages are linked; none of their Rust is used.
use pqcrypto_mldsa as _;
use pqcrypto_mlkem as _;

/// The length.
pub(crate) const N: usize = 256;

/// PQClean's polynomial: aligned for vector loads.
#[repr(C, align(32))]
pub(crate) struct Poly<T>([T; N]);

/// A signed word.
pub(crate) trait Coefficient: Copy + Into<i64> {
    /// The word of a residue.
    fn new(residue: u64) -> Self;
}

impl Coefficient for i16 {
    fn new(residue: u64) -> Self {
        residue as Self
    }
}

impl Coefficient for i32 {
    fn new(residue: u64) -> Self {
        residue as Self
    }
}

impl<T: Coefficient> Poly<T> {
    /// A polynomial of `N` canonical residues.
    pub(crate) fn new(residues: &[u64]) -> Self {
        Self(std::array::from_fn(|i| T::new(residues[i])))
    }

    /// Canonical residues of the coefficients times a factor.
    pub(crate) fn canonical(&self, modulus: i64, factor: i64) -> Vec<u64> {
        self.0.iter().map(|&x| (x.into().rem_euclid(modulus) * factor).rem_euclid(modulus) as u64).collect()
    }
}

// SAFETY of the block: signatures as in `poly.h` of each scheme, where `poly` is 256 aligned words,
// all that these functions touch.
unsafe extern "C" {
    fn PQCLEAN_MLDSA44_AVX2_poly_ntt(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_AVX2_poly_invntt_tomont(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_ntt(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_invntt_tomont(poly: *mut Poly<i32>);
    fn PQCLEAN_MLKEM512_AVX2_poly_ntt(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_AVX2_poly_invntt_tomont(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_CLEAN_poly_ntt(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_CLEAN_poly_invntt_tomont(poly: *mut Poly<i16>);
}

type Transform<T> = unsafe extern "C" fn(*mut Poly<T>);

/// A transform and its inverse, the best that this processor has.
pub(crate) struct Scheme<T> {
    /// PQClean as the package has it.
    pub(crate) name: &'static str,
    /// The implementation, and the form of its results.
    pub(crate) note: &'static str,
    /// The prime.
    pub(crate) modulus: i64,
    /// The inverse of the factor that the inverse transform leaves, which is the radix of
    /// Montgomery's products.
    pub(crate) scale: i64,
    forward: Transform<T>,
    inverse: Transform<T>,
}

/// Whether the vector code runs here.
fn avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

impl Scheme<i32> {
    /// Modulo 8380417.
    pub(crate) fn ml_dsa() -> Self {
        let (forward, inverse, note): (Transform<_>, Transform<_>, _) = if avx2() {
            (PQCLEAN_MLDSA44_AVX2_poly_ntt, PQCLEAN_MLDSA44_AVX2_poly_invntt_tomont, "avx2, results unreduced")
        } else {
            (PQCLEAN_MLDSA44_CLEAN_poly_ntt, PQCLEAN_MLDSA44_CLEAN_poly_invntt_tomont, "portable, results unreduced")
        };
        let (modulus, scale) = (8_380_417, 8_265_825);
        Self { name: "PQClean (pqcrypto-mldsa 0.1.2)", note, modulus, scale, forward, inverse }
    }
}

impl Scheme<i16> {
    /// Modulo 3329.
    pub(crate) fn ml_kem() -> Self {
        let (forward, inverse, note): (Transform<_>, Transform<_>, _) = if avx2() {
            (PQCLEAN_MLKEM512_AVX2_poly_ntt, PQCLEAN_MLKEM512_AVX2_poly_invntt_tomont, "avx2, results unreduced")
        } else {
            (PQCLEAN_MLKEM512_CLEAN_poly_ntt, PQCLEAN_MLKEM512_CLEAN_poly_invntt_tomont, "portable, results unreduced")
        };
        let (modulus, scale) = (3329, 169);
        Self { name: "PQClean (pqcrypto-mlkem 0.1.1)", note, modulus, scale, forward, inverse }
    }
}

impl<T> Scheme<T> {
    /// Canonical coefficients to values that are reduced in part.
    pub(crate) fn forward(&self, poly: &mut Poly<T>) {
        // SAFETY: the processor has what the function needs, and the polynomial is borrowed for as
        // long as it runs.
        unsafe { (self.forward)(poly) }
    }

    /// Canonical values to multiples of the coefficients.
    pub(crate) fn inverse(&self, poly: &mut Poly<T>) {
        // SAFETY: as in `forward`.
        unsafe { (self.inverse)(poly) }
    }
}
