//! Ownership of SEAL's opaque objects, and its error codes as Rust errors.

use std::fmt;
use std::ptr::{NonNull, null_mut};

use crate::ffi::{Code, Destroy, Object};

/// A failure of a run.
#[derive(Debug)]
pub(crate) enum Error {
    /// A SEAL function refused.
    Call(&'static str, Code),
    /// `sealy` refused the parameters.
    Parameters(sealy::Error),
    /// SEAL's context holds the parameters invalid or insecure.
    Insecure,
    /// SEAL's context holds the parameters invalid, or unfit for key switching, at no level of
    /// security.
    Invalid,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(name, code) => write!(f, "{name} failed with code {code:#x}"),
            Self::Parameters(error) => write!(f, "parameters: {error}"),
            Self::Insecure => write!(f, "SEAL rejects these parameters at 128-bit security"),
            Self::Invalid => write!(f, "SEAL rejects these parameters"),
        }
    }
}

impl std::error::Error for Error {}

impl From<sealy::Error> for Error {
    fn from(error: sealy::Error) -> Self {
        Self::Parameters(error)
    }
}

/// Turns the code a SEAL function returned into a result.
pub(crate) fn check(name: &'static str, code: Code) -> Result<(), Error> {
    if code == 0 { Ok(()) } else { Err(Error::Call(name, code)) }
}

/// One owned SEAL object.
pub(crate) struct Handle {
    pointer: NonNull<std::ffi::c_void>,
    destroy: Destroy,
}

impl Handle {
    /// Runs `create`, which stores a new object where it is told, and owns that object until the
    /// handle is dropped.
    ///
    /// # Safety
    /// On success `create` must have stored an object that only this handle owns and that `destroy`
    /// frees.
    pub(crate) unsafe fn new(
        name: &'static str,
        destroy: Destroy,
        create: impl FnOnce(*mut Object) -> Code,
    ) -> Result<Self, Error> {
        let mut object = null_mut();
        check(name, create(&mut object))?;
        let pointer = NonNull::new(object).ok_or(Error::Call(name, 0))?;
        Ok(Self { pointer, destroy })
    }

    /// The object, for a call to SEAL that does not change it.
    pub(crate) fn get(&self) -> Object {
        self.pointer.as_ptr()
    }

    /// The object, for a call to SEAL that may change it.
    pub(crate) fn get_mut(&mut self) -> Object {
        self.pointer.as_ptr()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: by the contract of `new` the object is live, owned here alone, and of the kind
        // `destroy` frees.
        let _ = unsafe { (self.destroy)(self.pointer.as_ptr()) };
    }
}
