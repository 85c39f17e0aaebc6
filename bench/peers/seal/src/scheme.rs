//! BFV with batching over SEAL: what the kernel and its checks need, behind safe functions.

use std::ptr::null_mut;

use sealy::{BFVEncryptionParametersBuilder, CoefficientModulusFactory, DegreeType, EncryptionParameters};

use crate::ffi;
use crate::field::T;
use crate::object::{Error, Handle, check};

/// Ring degree, and so the number of slots.
pub(crate) const N: usize = 16384;
/// SEAL's special prime: it takes part in encryption and key switching only, never in the kernel.
const SPECIAL_BITS: i32 = 50;
const SECURITY_BITS: i32 = 128;

/// A ciphertext, in NTT form except while it is being decrypted.
pub(crate) struct Ciphertext(Handle);
/// A plaintext, in NTT form once it is a constant of the kernel.
pub(crate) struct Plaintext(Handle);

/// One set of parameters with its keys. The pool gives its memory back to the system with the last
/// object made here.
pub(crate) struct Scheme {
    pool: Handle,
    parms_id: [u64; 4],
    encoder: Handle,
    encryptor: Handle,
    decryptor: Handle,
    evaluator: Handle,
}

/// The version of the linked SEAL.
pub(crate) fn version() -> String {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: each function only stores one byte where it is told, and cannot fail for a valid
    // address.
    unsafe {
        ffi::Version_Major(&mut major);
        ffi::Version_Minor(&mut minor);
        ffi::Version_Patch(&mut patch);
    }
    format!("{major}.{minor}.{patch}")
}

fn parameters(bits: &[i32]) -> Result<EncryptionParameters, Error> {
    let bits: Vec<i32> = bits.iter().copied().chain([SPECIAL_BITS]).collect();
    let primes = CoefficientModulusFactory::build(DegreeType::D16384, &bits)?;
    let builder = BFVEncryptionParametersBuilder::new().set_poly_modulus_degree(DegreeType::D16384);
    Ok(builder.set_coefficient_modulus(primes).set_plain_modulus_u64(T).build()?)
}

fn context(bits: &[i32]) -> Result<(Handle, [u64; 4]), Error> {
    let parameters = parameters(bits)?;
    // SAFETY: SEAL copies the live parameters and hands out a context of its own.
    let context = unsafe {
        Handle::new("SEALContext_Create", ffi::SEALContext_Destroy, |out| {
            ffi::SEALContext_Create(parameters.get_handle(), false, SECURITY_BITS, out)
        })
    }?;
    let (mut valid, mut id) = (false, [0; 4]);
    // SAFETY: the context is live; the flag is one bool and an identifier is four words.
    unsafe {
        check("SEALContext_ParametersSet", ffi::SEALContext_ParametersSet(context.get(), &mut valid))?;
        if !valid {
            return Err(Error::Insecure);
        }
        check("SEALContext_FirstParmsId", ffi::SEALContext_FirstParmsId(context.get(), id.as_mut_ptr()))?;
    }
    Ok((context, id))
}

/// The encryptor (under a public key) and the decryptor of one fresh secret key.
fn keys(context: &Handle) -> Result<(Handle, Handle), Error> {
    // SAFETY: every object passed is live and of the kind the function names; SEAL copies the keys
    // it is given and keeps its own reference to the context; each handle owns the object its
    // function creates.
    unsafe {
        let generator =
            Handle::new("KeyGenerator_Create", ffi::KeyGenerator_Destroy, |out| ffi::KeyGenerator_Create1(context.get(), out))?;
        let secret = Handle::new("KeyGenerator_SecretKey", ffi::SecretKey_Destroy, |out| {
            ffi::KeyGenerator_SecretKey(generator.get(), out)
        })?;
        let public = Handle::new("KeyGenerator_CreatePublicKey", ffi::PublicKey_Destroy, |out| {
            ffi::KeyGenerator_CreatePublicKey(generator.get(), false, out)
        })?;
        let encryptor = Handle::new("Encryptor_Create", ffi::Encryptor_Destroy, |out| {
            ffi::Encryptor_Create(context.get(), public.get(), null_mut(), out)
        })?;
        let decryptor = Handle::new("Decryptor_Create", ffi::Decryptor_Destroy, |out| {
            ffi::Decryptor_Create(context.get(), secret.get(), out)
        })?;
        Ok((encryptor, decryptor))
    }
}

impl Scheme {
    /// Keys for data primes of these bit sizes, at 128-bit security.
    pub(crate) fn new(bits: &[i32]) -> Result<Self, Error> {
        let (context, parms_id) = context(bits)?;
        let (encryptor, decryptor) = keys(&context)?;
        // SAFETY: the context is live and SEAL keeps its own reference to it; each handle owns what
        // is created.
        let (pool, encoder, evaluator) = unsafe {
            (
                Handle::new("MemoryPoolHandle_New", ffi::MemoryPoolHandle_Destroy, |out| {
                    ffi::MemoryPoolHandle_New(false, out)
                })?,
                Handle::new("BatchEncoder_Create", ffi::BatchEncoder_Destroy, |out| {
                    ffi::BatchEncoder_Create(context.get(), out)
                })?,
                Handle::new("Evaluator_Create", ffi::Evaluator_Destroy, |out| ffi::Evaluator_Create(context.get(), out))?,
            )
        };
        Ok(Self { pool, parms_id, encoder, encryptor, decryptor, evaluator })
    }

    /// An empty ciphertext.
    pub(crate) fn ciphertext(&self) -> Result<Ciphertext, Error> {
        let pool = self.pool.get();
        // SAFETY: the pool is live, and the ciphertext keeps its own reference to it.
        let create = |out| unsafe { ffi::Ciphertext_Create1(pool, out) };
        // SAFETY: the new ciphertext is owned by the handle alone.
        unsafe { Handle::new("Ciphertext_Create1", ffi::Ciphertext_Destroy, create) }.map(Ciphertext)
    }

    fn plaintext(&self) -> Result<Plaintext, Error> {
        let pool = self.pool.get();
        // SAFETY: the pool is live, and the plaintext keeps its own reference to it.
        let create = |out| unsafe { ffi::Plaintext_Create1(pool, out) };
        // SAFETY: the new plaintext is owned by the handle alone.
        unsafe { Handle::new("Plaintext_Create1", ffi::Plaintext_Destroy, create) }.map(Plaintext)
    }

    fn encode(&self, values: &[u64]) -> Result<Plaintext, Error> {
        let mut plain = self.plaintext()?;
        // SAFETY: live objects, and SEAL reads exactly `values.len()` words.
        let code =
            unsafe { ffi::BatchEncoder_Encode1(self.encoder.get(), values.len() as u64, values.as_ptr(), plain.0.get_mut()) };
        check("BatchEncoder_Encode", code)?;
        Ok(plain)
    }

    /// The plaintext with `value` in every slot, in NTT form.
    pub(crate) fn constant(&self, value: u64) -> Result<Plaintext, Error> {
        let encoded = self.encode(&[value; N])?;
        let mut plain = self.plaintext()?;
        let (id, out) = (self.parms_id.as_ptr(), plain.0.get_mut());
        // SAFETY: live objects, and an identifier of four words.
        let code = unsafe { ffi::Evaluator_TransformToNTT1(self.evaluator.get(), encoded.0.get(), id, out, self.pool.get()) };
        check("Evaluator_TransformToNTT", code)?;
        Ok(plain)
    }

    /// Encrypts values for the first slots, zeros for the rest, and converts to NTT form.
    pub(crate) fn encrypt(&self, values: &[u64]) -> Result<Ciphertext, Error> {
        let plain = self.encode(values)?;
        let mut cipher = self.ciphertext()?;
        let out = cipher.0.get_mut();
        // SAFETY: live objects; SEAL allows a transform in place.
        unsafe {
            let code = ffi::Encryptor_Encrypt(self.encryptor.get(), plain.0.get(), out, self.pool.get());
            check("Encryptor_Encrypt", code)?;
            check("Evaluator_TransformToNTT", ffi::Evaluator_TransformToNTT2(self.evaluator.get(), out, out))?;
        }
        Ok(cipher)
    }

    /// The slots of a ciphertext in NTT form, and the bits of noise budget it has left.
    pub(crate) fn decrypt(&self, cipher: &Ciphertext) -> Result<(Vec<u64>, i32), Error> {
        let (mut copy, mut plain) = (self.ciphertext()?, self.plaintext()?);
        let (mut slots, mut count, mut budget) = (vec![0; N], 0, 0);
        // SAFETY: live objects; SEAL decodes exactly `N` slots.
        unsafe {
            let code = ffi::Evaluator_TransformFromNTT(self.evaluator.get(), cipher.0.get(), copy.0.get_mut());
            check("Evaluator_TransformFromNTT", code)?;
            let code = ffi::Decryptor_InvariantNoiseBudget(self.decryptor.get(), copy.0.get(), &mut budget);
            check("Decryptor_InvariantNoiseBudget", code)?;
            let code = ffi::Decryptor_Decrypt(self.decryptor.get(), copy.0.get(), plain.0.get_mut());
            check("Decryptor_Decrypt", code)?;
            let (encoder, out) = (self.encoder.get(), slots.as_mut_ptr());
            let code = ffi::BatchEncoder_Decode1(encoder, plain.0.get(), &mut count, out, self.pool.get());
            check("BatchEncoder_Decode", code)?;
        }
        Ok((slots, budget))
    }

    /// `out = a · constant`.
    pub(crate) fn multiply(&self, a: &Ciphertext, constant: &Plaintext, out: &mut Ciphertext) -> Result<(), Error> {
        let (plain, out) = (constant.0.get(), out.0.get_mut());
        // SAFETY: live objects, and only `out` is written.
        let code = unsafe { ffi::Evaluator_MultiplyPlain(self.evaluator.get(), a.0.get(), plain, out, self.pool.get()) };
        check("Evaluator_MultiplyPlain", code)
    }

    /// `sum += a`.
    pub(crate) fn add(&self, sum: &mut Ciphertext, a: &Ciphertext) -> Result<(), Error> {
        let sum = sum.0.get_mut();
        // SAFETY: live objects; SEAL adds in place when the first operand is the destination.
        let code = unsafe { ffi::Evaluator_Add(self.evaluator.get(), sum, a.0.get(), sum) };
        check("Evaluator_Add", code)
    }
}
