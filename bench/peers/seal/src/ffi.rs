//! The few functions of SEAL's C interface that are needed here. `sealy` builds and links that
//! interface but keeps its own bindings and handles private, and wraps neither the NTT form of
//! ciphertexts nor that of plaintexts.

use std::ffi::{c_int, c_long, c_void};

/// An opaque SEAL object.
pub(crate) type Object = *mut c_void;
/// A SEAL result: zero for success.
pub(crate) type Code = c_long;
/// The function that frees one kind of object.
pub(crate) type Destroy = unsafe extern "C" fn(Object) -> Code;

// SAFETY of the block: signatures as declared in `seal/c/*.h` of SEAL 4.0.0, whose `HRESULT` is
// `long` outside Windows. Every function tolerates a null `pool`, which stands for SEAL's global
// one; buffers named `*const` are only read.
unsafe extern "C" {
    pub(crate) fn Version_Major(out: *mut u8) -> Code;
    pub(crate) fn Version_Minor(out: *mut u8) -> Code;
    pub(crate) fn Version_Patch(out: *mut u8) -> Code;

    pub(crate) fn MemoryPoolHandle_New(clear_on_destruction: bool, out: *mut Object) -> Code;
    pub(crate) fn MemoryPoolHandle_Destroy(pool: Object) -> Code;

    pub(crate) fn EncParams_Create1(scheme: u8, out: *mut Object) -> Code;
    pub(crate) fn EncParams_Destroy(parameters: Object) -> Code;
    pub(crate) fn EncParams_SetPolyModulusDegree(parameters: Object, degree: u64) -> Code;
    pub(crate) fn EncParams_SetCoeffModulus(parameters: Object, count: u64, primes: *const Object) -> Code;
    pub(crate) fn EncParams_SetPlainModulus2(parameters: Object, modulus: u64) -> Code;
    pub(crate) fn CoeffModulus_Create1(degree: u64, count: u64, bits: *const c_int, primes: *mut Object) -> Code;
    pub(crate) fn Modulus_Destroy(modulus: Object) -> Code;

    pub(crate) fn SEALContext_Create(parameters: Object, expand: bool, security: c_int, out: *mut Object) -> Code;
    pub(crate) fn SEALContext_Destroy(context: Object) -> Code;
    pub(crate) fn SEALContext_ParametersSet(context: Object, out: *mut bool) -> Code;
    pub(crate) fn SEALContext_FirstParmsId(context: Object, out: *mut u64) -> Code;

    pub(crate) fn KeyGenerator_Create1(context: Object, out: *mut Object) -> Code;
    pub(crate) fn KeyGenerator_Destroy(generator: Object) -> Code;
    pub(crate) fn KeyGenerator_SecretKey(generator: Object, out: *mut Object) -> Code;
    pub(crate) fn KeyGenerator_CreatePublicKey(generator: Object, save_seed: bool, out: *mut Object) -> Code;
    pub(crate) fn KeyGenerator_CreateRelinKeys(generator: Object, save_seed: bool, out: *mut Object) -> Code;
    pub(crate) fn KeyGenerator_CreateGaloisKeysAll(generator: Object, save_seed: bool, out: *mut Object) -> Code;
    pub(crate) fn KeyGenerator_CreateGaloisKeysFromSteps(
        generator: Object,
        count: u64,
        steps: *const c_int,
        save_seed: bool,
        out: *mut Object,
    ) -> Code;
    pub(crate) fn KSwitchKeys_Destroy(keys: Object) -> Code;
    pub(crate) fn SecretKey_Destroy(key: Object) -> Code;
    pub(crate) fn PublicKey_Destroy(key: Object) -> Code;

    pub(crate) fn BatchEncoder_Create(context: Object, out: *mut Object) -> Code;
    pub(crate) fn BatchEncoder_Destroy(encoder: Object) -> Code;
    pub(crate) fn BatchEncoder_Encode1(encoder: Object, count: u64, values: *const u64, plain: Object) -> Code;
    pub(crate) fn BatchEncoder_Decode1(encoder: Object, plain: Object, count: *mut u64, out: *mut u64, pool: Object) -> Code;

    pub(crate) fn Encryptor_Create(context: Object, public: Object, secret: Object, out: *mut Object) -> Code;
    pub(crate) fn Encryptor_Destroy(encryptor: Object) -> Code;
    pub(crate) fn Encryptor_Encrypt(encryptor: Object, plain: Object, cipher: Object, pool: Object) -> Code;
    pub(crate) fn Encryptor_EncryptSymmetric(
        encryptor: Object,
        plain: Object,
        save_seed: bool,
        cipher: Object,
        pool: Object,
    ) -> Code;

    pub(crate) fn Decryptor_Create(context: Object, secret: Object, out: *mut Object) -> Code;
    pub(crate) fn Decryptor_Destroy(decryptor: Object) -> Code;
    pub(crate) fn Decryptor_Decrypt(decryptor: Object, cipher: Object, plain: Object) -> Code;
    pub(crate) fn Decryptor_InvariantNoiseBudget(decryptor: Object, cipher: Object, out: *mut c_int) -> Code;

    pub(crate) fn Evaluator_Create(context: Object, out: *mut Object) -> Code;
    pub(crate) fn Evaluator_Destroy(evaluator: Object) -> Code;
    pub(crate) fn Evaluator_Add(evaluator: Object, a: Object, b: Object, out: Object) -> Code;
    pub(crate) fn Evaluator_Negate(evaluator: Object, cipher: Object, out: Object) -> Code;
    pub(crate) fn Evaluator_AddPlain(evaluator: Object, cipher: Object, plain: Object, out: Object) -> Code;
    pub(crate) fn Evaluator_Multiply(evaluator: Object, a: Object, b: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_Square(evaluator: Object, cipher: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_Relinearize(evaluator: Object, cipher: Object, keys: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_RotateRows(
        evaluator: Object,
        cipher: Object,
        steps: c_int,
        keys: Object,
        out: Object,
        pool: Object,
    ) -> Code;
    pub(crate) fn Evaluator_RotateColumns(evaluator: Object, cipher: Object, keys: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_ModSwitchToNext1(evaluator: Object, cipher: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_MultiplyPlain(evaluator: Object, a: Object, plain: Object, out: Object, pool: Object) -> Code;
    pub(crate) fn Evaluator_TransformToNTT1(
        evaluator: Object,
        plain: Object,
        parms_id: *const u64,
        out: Object,
        pool: Object,
    ) -> Code;
    pub(crate) fn Evaluator_TransformToNTT2(evaluator: Object, cipher: Object, out: Object) -> Code;
    pub(crate) fn Evaluator_TransformFromNTT(evaluator: Object, cipher: Object, out: Object) -> Code;

    pub(crate) fn Ciphertext_Create1(pool: Object, out: *mut Object) -> Code;
    pub(crate) fn Ciphertext_Destroy(cipher: Object) -> Code;
    pub(crate) fn Ciphertext_IsNTTForm(cipher: Object, out: *mut bool) -> Code;
    pub(crate) fn Ciphertext_SaveSize(cipher: Object, compression: u8, out: *mut i64) -> Code;
    pub(crate) fn Ciphertext_Save(cipher: Object, out: *mut u8, size: u64, compression: u8, written: *mut i64) -> Code;
    pub(crate) fn Ciphertext_Load(cipher: Object, context: Object, bytes: *const u8, size: u64, read: *mut i64) -> Code;
    pub(crate) fn Plaintext_Create1(pool: Object, out: *mut Object) -> Code;
    pub(crate) fn Plaintext_Destroy(plain: Object) -> Code;
}
