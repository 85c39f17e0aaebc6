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
    fn PQCLEAN_MLDSA44_AVX2_poly_reduce(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_AVX2_poly_caddq(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_ntt(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_invntt_tomont(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_reduce(poly: *mut Poly<i32>);
    fn PQCLEAN_MLDSA44_CLEAN_poly_caddq(poly: *mut Poly<i32>);
    fn PQCLEAN_MLKEM512_AVX2_poly_ntt(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_AVX2_poly_invntt_tomont(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_AVX2_poly_reduce(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_CLEAN_poly_ntt(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_CLEAN_poly_invntt_tomont(poly: *mut Poly<i16>);
    fn PQCLEAN_MLKEM512_CLEAN_poly_reduce(poly: *mut Poly<i16>);
}

type Step<T> = unsafe extern "C" fn(*mut Poly<T>);

/// A transform, and what its users do to its results before they leave the arithmetic.
pub(crate) struct Transform<T> {
    transform: Step<T>,
    reductions: Vec<Step<T>>,
}

/// A transform and its inverse, the best that this processor has.
pub(crate) struct Scheme<T> {
    /// PQClean as the package has it.
    pub(crate) name: &'static str,
    /// The implementation.
    pub(crate) code: &'static str,
    /// The prime.
    pub(crate) modulus: i64,
    /// The inverse of the factor that the inverse transform leaves, which is the radix of
    /// Montgomery's products.
    pub(crate) scale: i64,
    /// Canonical coefficients to values.
    pub(crate) forward: Transform<T>,
    /// Canonical values to multiples of the coefficients.
    pub(crate) inverse: Transform<T>,
}

/// Whether the vector code runs here.
fn avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

impl Scheme<i32> {
    /// Modulo 8380417. Values are reduced to the least residues by size and then to those from 0,
    /// as hashing them asks for; coefficients lie between -q and q already.
    pub(crate) fn ml_dsa() -> Self {
        let [ntt, inverse, reduce, add_q]: [Step<_>; 4] = if avx2() {
            [
                PQCLEAN_MLDSA44_AVX2_poly_ntt,
                PQCLEAN_MLDSA44_AVX2_poly_invntt_tomont,
                PQCLEAN_MLDSA44_AVX2_poly_reduce,
                PQCLEAN_MLDSA44_AVX2_poly_caddq,
            ]
        } else {
            [
                PQCLEAN_MLDSA44_CLEAN_poly_ntt,
                PQCLEAN_MLDSA44_CLEAN_poly_invntt_tomont,
                PQCLEAN_MLDSA44_CLEAN_poly_reduce,
                PQCLEAN_MLDSA44_CLEAN_poly_caddq,
            ]
        };
        Self {
            name: "PQClean (pqcrypto-mldsa 0.1.2)",
            code: code(),
            modulus: 8_380_417,
            scale: 8_265_825,
            forward: Transform { transform: ntt, reductions: vec![reduce, add_q] },
            inverse: Transform { transform: inverse, reductions: vec![add_q] },
        }
    }
}

impl Scheme<i16> {
    /// Modulo 3329. The AVX2 code reduces to residues from 0, the portable code to the least by
    /// size.
    pub(crate) fn ml_kem() -> Self {
        let [ntt, inverse, reduce]: [Step<_>; 3] = if avx2() {
            [PQCLEAN_MLKEM512_AVX2_poly_ntt, PQCLEAN_MLKEM512_AVX2_poly_invntt_tomont, PQCLEAN_MLKEM512_AVX2_poly_reduce]
        } else {
            [PQCLEAN_MLKEM512_CLEAN_poly_ntt, PQCLEAN_MLKEM512_CLEAN_poly_invntt_tomont, PQCLEAN_MLKEM512_CLEAN_poly_reduce]
        };
        Self {
            name: "PQClean (pqcrypto-mlkem 0.1.1)",
            code: code(),
            modulus: 3329,
            scale: 169,
            forward: Transform { transform: ntt, reductions: vec![reduce] },
            inverse: Transform { transform: inverse, reductions: vec![reduce] },
        }
    }
}

fn code() -> &'static str {
    if avx2() { "avx2" } else { "portable" }
}

impl<T> Transform<T> {
    /// The transform as it is called, whose results are reduced in part.
    pub(crate) fn unreduced(&self, poly: &mut Poly<T>) {
        // SAFETY: the processor has what the function needs, and the polynomial is borrowed for as
        // long as it runs.
        unsafe { (self.transform)(poly) }
    }

    /// The transform, and the reductions that bring its results to one word for each residue.
    pub(crate) fn reduced(&self, poly: &mut Poly<T>) {
        self.unreduced(poly);
        for reduction in &self.reductions {
            // SAFETY: as in `unreduced`.
            unsafe { reduction(poly) }
        }
    }
}
