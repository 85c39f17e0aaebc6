//! SEAL's evaluator.

use std::ptr::null_mut;

use super::context::Context;
use super::keys::SwitchingKeys;
use super::text::{Ciphertext, Plaintext};
use crate::ffi;
use crate::object::{Error, Handle, check};

// SAFETY of every call below: the evaluator and the operands are live objects of the kinds that the
// function names, a null pool is SEAL's global one, and only `out` is written, which is borrowed
// exclusively and so is not an operand.

/// Computes with ciphertexts. Each result goes to a place that SEAL allocates at first and then
/// reuses.
pub(crate) struct Evaluator(Handle);

impl Evaluator {
    /// The evaluator of a context.
    pub(crate) fn new(context: &Context) -> Result<Self, Error> {
        // SAFETY: the context is live, and SEAL keeps its own reference to it; the handle owns what
        // is created.
        unsafe { Handle::new("Evaluator_Create", ffi::Evaluator_Destroy, |out| ffi::Evaluator_Create(context.get(), out)) }
            .map(Self)
    }

    /// The sum of two ciphertexts.
    pub(crate) fn add(&self, a: &Ciphertext, b: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        check("Evaluator_Add", unsafe { ffi::Evaluator_Add(self.0.get(), a.get(), b.get(), out.get_mut()) })
    }

    /// The negative.
    pub(crate) fn negate(&self, a: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        check("Evaluator_Negate", unsafe { ffi::Evaluator_Negate(self.0.get(), a.get(), out.get_mut()) })
    }

    /// The sum of a ciphertext and a plaintext.
    pub(crate) fn add_plain(&self, a: &Ciphertext, b: &Plaintext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        check("Evaluator_AddPlain", unsafe { ffi::Evaluator_AddPlain(self.0.get(), a.get(), b.get(), out.get_mut()) })
    }

    /// The product of two ciphertexts, of three polynomials.
    pub(crate) fn multiply(&self, a: &Ciphertext, b: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_Multiply(self.0.get(), a.get(), b.get(), out.get_mut(), null_mut()) };
        check("Evaluator_Multiply", code)
    }

    /// The square, of three polynomials.
    pub(crate) fn square(&self, a: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_Square(self.0.get(), a.get(), out.get_mut(), null_mut()) };
        check("Evaluator_Square", code)
    }

    /// Three polynomials to two.
    pub(crate) fn relinearize(&self, a: &Ciphertext, keys: &SwitchingKeys, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_Relinearize(self.0.get(), a.get(), keys.get(), out.get_mut(), null_mut()) };
        check("Evaluator_Relinearize", code)
    }

    /// The product of a ciphertext and a plaintext, both in NTT form.
    pub(crate) fn multiply_plain(&self, a: &Ciphertext, b: &Plaintext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_MultiplyPlain(self.0.get(), a.get(), b.get(), out.get_mut(), null_mut()) };
        check("Evaluator_MultiplyPlain", code)
    }

    /// A ciphertext to NTT form.
    pub(crate) fn to_evaluation(&self, a: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_TransformToNTT2(self.0.get(), a.get(), out.get_mut()) };
        check("Evaluator_TransformToNTT", code)
    }

    /// A ciphertext from NTT form.
    pub(crate) fn to_coefficient(&self, a: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_TransformFromNTT(self.0.get(), a.get(), out.get_mut()) };
        check("Evaluator_TransformFromNTT", code)
    }

    /// A plaintext to NTT form, at a level.
    pub(crate) fn plain_to_evaluation(&self, a: &Plaintext, level: &[u64; 4], out: &mut Plaintext) -> Result<(), Error> {
        let id = level.as_ptr();
        // SAFETY: see above; an identifier is four words.
        let code = unsafe { ffi::Evaluator_TransformToNTT1(self.0.get(), a.get(), id, out.get_mut(), null_mut()) };
        check("Evaluator_TransformToNTT", code)
    }

    /// Both rows rotated by one step.
    pub(crate) fn rotate_rows(&self, a: &Ciphertext, keys: &SwitchingKeys, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_RotateRows(self.0.get(), a.get(), 1, keys.get(), out.get_mut(), null_mut()) };
        check("Evaluator_RotateRows", code)
    }

    /// The rows exchanged.
    pub(crate) fn rotate_columns(&self, a: &Ciphertext, keys: &SwitchingKeys, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_RotateColumns(self.0.get(), a.get(), keys.get(), out.get_mut(), null_mut()) };
        check("Evaluator_RotateColumns", code)
    }

    /// The next level.
    pub(crate) fn switch_down(&self, a: &Ciphertext, out: &mut Ciphertext) -> Result<(), Error> {
        // SAFETY: see above.
        let code = unsafe { ffi::Evaluator_ModSwitchToNext1(self.0.get(), a.get(), out.get_mut(), null_mut()) };
        check("Evaluator_ModSwitchToNext", code)
    }
}
