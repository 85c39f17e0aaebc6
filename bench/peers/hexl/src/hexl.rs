//! HEXL's transform, behind the four C functions of `shim/ntt.cpp`.

// `sealy` is what builds and links HEXL; none of its Rust is used.
use sealy as _;
use std::ffi::c_void;
use std::ptr::NonNull;

// SAFETY of the block: signatures as in `shim/ntt.cpp`, where no exception leaves a function.
unsafe extern "C" {
    fn papilio_ntt_new(n: u64, q: u64) -> *mut c_void;
    fn papilio_ntt_delete(ntt: *mut c_void);
    fn papilio_ntt_forward(ntt: *mut c_void, a: *mut u64);
    fn papilio_ntt_inverse(ntt: *mut c_void, a: *mut u64);
}

/// A transform of fixed length and prime.
pub(crate) struct Ntt {
    handle: NonNull<c_void>,
    n: usize,
}

impl Ntt {
    /// The transform, or `None` where HEXL has none.
    pub(crate) fn new(n: usize, modulus: u64) -> Option<Self> {
        // HEXL checks its arguments in debug builds only. That the modulus is prime is left to the
        // caller.
        let length = n.is_power_of_two() && (2..=1 << 20).contains(&n);
        if !length || modulus >= 1 << 62 || modulus % (2 * n as u64) != 1 {
            return None;
        }
        // SAFETY: the arguments are within HEXL's bounds; the function returns an object or null.
        let handle = NonNull::new(unsafe { papilio_ntt_new(n as u64, modulus) })?;
        Some(Self { handle, n })
    }

    /// Canonical coefficients to canonical values.
    pub(crate) fn forward(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.n);
        // SAFETY: the handle is alive while `self` is, and `a` has the length that the object was
        // made for.
        unsafe { papilio_ntt_forward(self.handle.as_ptr(), a.as_mut_ptr()) }
    }

    /// Canonical values to canonical coefficients.
    pub(crate) fn inverse(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.n);
        // SAFETY: as in `forward`.
        unsafe { papilio_ntt_inverse(self.handle.as_ptr(), a.as_mut_ptr()) }
    }
}

impl Drop for Ntt {
    fn drop(&mut self) {
        // SAFETY: the handle came from `papilio_ntt_new` and is freed once.
        unsafe { papilio_ntt_delete(self.handle.as_ptr()) }
    }
}
