//! Keys, and the generator that has the secret they belong to.

use std::ffi::c_int;

use super::context::Context;
use crate::ffi::{self, Object};
use crate::object::{Error, Handle};

/// A secret key.
pub(crate) struct SecretKey(Handle);

/// A public key.
pub(crate) struct PublicKey(Handle);

/// Keys for key switching: the one for relinearization, or some for rotations.
pub(crate) struct SwitchingKeys(Handle);

/// A fresh secret key and what makes the other keys for it.
pub(crate) struct Generator(Handle);

impl Generator {
    /// Draws a secret key.
    pub(crate) fn new(context: &Context) -> Result<Self, Error> {
        // SAFETY: the context is live, and SEAL keeps its own reference to it; the handle owns what
        // is created.
        unsafe {
            Handle::new("KeyGenerator_Create", ffi::KeyGenerator_Destroy, |out| ffi::KeyGenerator_Create1(context.get(), out))
        }
        .map(Self)
    }

    /// A copy of the secret key.
    pub(crate) fn secret(&self) -> Result<SecretKey, Error> {
        // SAFETY: the generator is live; the handle owns the copy that is created.
        unsafe {
            Handle::new("KeyGenerator_SecretKey", ffi::SecretKey_Destroy, |out| ffi::KeyGenerator_SecretKey(self.0.get(), out))
        }
        .map(SecretKey)
    }

    /// A public key.
    pub(crate) fn public(&self) -> Result<PublicKey, Error> {
        // SAFETY: as in `secret`.
        unsafe {
            Handle::new("KeyGenerator_CreatePublicKey", ffi::PublicKey_Destroy, |out| {
                ffi::KeyGenerator_CreatePublicKey(self.0.get(), false, out)
            })
        }
        .map(PublicKey)
    }

    /// The key for relinearization of three polynomials.
    pub(crate) fn relinearization(&self) -> Result<SwitchingKeys, Error> {
        let create = |out| {
            // SAFETY: the generator is live, and `out` is the place for an object.
            unsafe { ffi::KeyGenerator_CreateRelinKeys(self.0.get(), false, out) }
        };
        switching("KeyGenerator_CreateRelinKeys", create)
    }

    /// SEAL's default keys for rotations: all powers of two of both directions and the exchange of
    /// the rows.
    pub(crate) fn all_rotations(&self) -> Result<SwitchingKeys, Error> {
        let create = |out| {
            // SAFETY: as in `relinearization`.
            unsafe { ffi::KeyGenerator_CreateGaloisKeysAll(self.0.get(), false, out) }
        };
        switching("KeyGenerator_CreateGaloisKeysAll", create)
    }

    /// The key for one rotation of the rows; for zero steps, for their exchange.
    pub(crate) fn rotation(&self, steps: c_int) -> Result<SwitchingKeys, Error> {
        let create = |out| {
            // SAFETY: as in `relinearization`, and SEAL reads one number.
            unsafe { ffi::KeyGenerator_CreateGaloisKeysFromSteps(self.0.get(), 1, &steps, false, out) }
        };
        switching("KeyGenerator_CreateGaloisKeysFromSteps", create)
    }
}

fn switching(name: &'static str, create: impl FnOnce(*mut Object) -> ffi::Code) -> Result<SwitchingKeys, Error> {
    // SAFETY: the callers' functions create keys that only the handle owns. Keys of every kind are
    // freed as what they are derived from, which adds nothing to be freed.
    unsafe { Handle::new(name, ffi::KSwitchKeys_Destroy, create) }.map(SwitchingKeys)
}

impl SecretKey {
    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }
}

impl PublicKey {
    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }
}

impl SwitchingKeys {
    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }
}
