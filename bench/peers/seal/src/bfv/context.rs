//! A set of parameters as SEAL holds it.

use std::ffi::c_int;
use std::ptr::null_mut;

use super::shared::Set;
use crate::ffi::{self, Object};
use crate::object::{Error, Handle, check};

/// SEAL's number for BFV.
const BFV: u8 = 1;
/// SEAL's number for "no level of security is enforced": deep sets are below 128 bits in small
/// rings.
const ANY_SECURITY: c_int = 0;

/// The parameters with all that is precomputed from them, for each level.
pub(crate) struct Context(Handle);

impl Context {
    /// Checks the parameters and computes tables.
    pub(crate) fn new(set: &Set) -> Result<Self, Error> {
        let parameters = parameters(set)?;
        // SAFETY: SEAL copies the live parameters and hands out a context of its own.
        let context = unsafe {
            Handle::new("SEALContext_Create", ffi::SEALContext_Destroy, |out| {
                ffi::SEALContext_Create(parameters.get(), true, ANY_SECURITY, out)
            })
        }?;
        let mut valid = false;
        // SAFETY: the context is live, and the flag is one bool.
        check("SEALContext_ParametersSet", unsafe { ffi::SEALContext_ParametersSet(context.get(), &mut valid) })?;
        if valid { Ok(Self(context)) } else { Err(Error::Invalid) }
    }

    /// The identifier of the level of fresh ciphertexts.
    pub(crate) fn first_level(&self) -> Result<[u64; 4], Error> {
        let mut id = [0; 4];
        // SAFETY: the context is live, and an identifier is four words.
        check("SEALContext_FirstParmsId", unsafe { ffi::SEALContext_FirstParmsId(self.get(), id.as_mut_ptr()) })?;
        Ok(id)
    }

    /// The object, for calls that do not change it.
    pub(crate) fn get(&self) -> Object {
        self.0.get()
    }
}

fn parameters(set: &Set) -> Result<Handle, Error> {
    let degree = set.degree() as u64;
    let primes = primes(degree, &set.prime_bits)?;
    let list: Vec<Object> = primes.iter().map(Handle::get).collect();
    // SAFETY: the new parameters belong to the handle alone.
    let mut parameters =
        unsafe { Handle::new("EncParams_Create", ffi::EncParams_Destroy, |out| ffi::EncParams_Create1(BFV, out)) }?;
    let object = parameters.get_mut();
    // SAFETY: the parameters are live, and SEAL copies exactly `list.len()` live moduli.
    unsafe {
        check("EncParams_SetPolyModulusDegree", ffi::EncParams_SetPolyModulusDegree(object, degree))?;
        check("EncParams_SetCoeffModulus", ffi::EncParams_SetCoeffModulus(object, list.len() as u64, list.as_ptr()))?;
        check("EncParams_SetPlainModulus", ffi::EncParams_SetPlainModulus2(object, set.plain_modulus))?;
    }
    Ok(parameters)
}

/// The primes that SEAL chooses for these sizes.
fn primes(degree: u64, bits: &[u32]) -> Result<Vec<Handle>, Error> {
    let bits: Vec<c_int> = bits.iter().map(|&bits| bits as c_int).collect();
    let mut primes = vec![null_mut(); bits.len()];
    // SAFETY: SEAL reads `bits.len()` sizes and stores as many objects.
    let code = unsafe { ffi::CoeffModulus_Create1(degree, bits.len() as u64, bits.as_ptr(), primes.as_mut_ptr()) };
    check("CoeffModulus_Create", code)?;
    let own = |prime: Object| {
        let create = |out: *mut Object| {
            // SAFETY: `out` is where the handle takes its object from.
            unsafe { out.write(prime) };
            0
        };
        // SAFETY: SEAL made each modulus for this list alone.
        unsafe { Handle::new("CoeffModulus_Create", ffi::Modulus_Destroy, create) }
    };
    primes.into_iter().map(own).collect()
}
