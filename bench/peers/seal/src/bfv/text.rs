//! Plaintexts and ciphertexts. Their memory comes from SEAL's global pool.

use std::ptr::null_mut;

use super::context::Context;
use crate::ffi::{self, Object};
use crate::object::{Error, Handle, check};

/// SEAL's number for "not compressed".
const PLAIN: u8 = 0;

/// A plaintext.
pub(crate) struct Plaintext(Handle);

/// A ciphertext.
pub(crate) struct Ciphertext(Handle);

impl Plaintext {
    /// An empty one: SEAL allocates when it is first written, and reuses from then on.
    pub(crate) fn new() -> Result<Self, Error> {
        // SAFETY: a null pool is the global one; the handle owns what is created.
        unsafe {
            Handle::new("Plaintext_Create1", ffi::Plaintext_Destroy, |out| ffi::Plaintext_Create1(null_mut(), out)).map(Self)
        }
    }

    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }

    /// The object, for calls that may change it.
    pub(crate) fn get_mut(&mut self) -> Object {
        self.0.get_mut()
    }
}

impl Ciphertext {
    /// An empty one, as with plaintexts.
    pub(crate) fn new() -> Result<Self, Error> {
        // SAFETY: as for a plaintext.
        unsafe {
            Handle::new("Ciphertext_Create1", ffi::Ciphertext_Destroy, |out| ffi::Ciphertext_Create1(null_mut(), out)).map(Self)
        }
    }

    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }

    /// The object, for calls that may change it.
    pub(crate) fn get_mut(&mut self) -> Object {
        self.0.get_mut()
    }

    /// Whether it is in NTT form.
    pub(crate) fn is_evaluation(&self) -> Result<bool, Error> {
        let mut is = false;
        // SAFETY: the ciphertext is live, and the flag is one bool.
        check("Ciphertext_IsNTTForm", unsafe { ffi::Ciphertext_IsNTTForm(self.get(), &mut is) })?;
        Ok(is)
    }

    /// The ciphertext after a journey through bytes, which is where SEAL expands the seed of a
    /// seeded one.
    pub(crate) fn sent(&self, context: &Context) -> Result<Self, Error> {
        let (mut size, mut count, mut received) = (0, 0, Self::new()?);
        // SAFETY: the ciphertext is live, and the size is one number.
        check("Ciphertext_SaveSize", unsafe { ffi::Ciphertext_SaveSize(self.get(), PLAIN, &mut size) })?;
        let mut bytes = vec![0; size as usize];
        // SAFETY: live objects; SEAL writes and reads at most `bytes.len()` bytes.
        unsafe {
            let code = ffi::Ciphertext_Save(self.get(), bytes.as_mut_ptr(), bytes.len() as u64, PLAIN, &mut count);
            check("Ciphertext_Save", code)?;
            let code = ffi::Ciphertext_Load(received.get_mut(), context.get(), bytes.as_ptr(), bytes.len() as u64, &mut count);
            check("Ciphertext_Load", code)?;
        }
        Ok(received)
    }
}
