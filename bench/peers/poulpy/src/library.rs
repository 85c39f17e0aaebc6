//! Context, keys and messages of one set of parameters.

use crate::layout::{Layout, RADIX, ROOM};
use crate::shared::{Library, Measured, Operation, Set, Slots};
use poulpy_ckks::SetCKKSInfos;
use poulpy_ckks::api::{CKKSAllOpsTmpBytes, CKKSDecryptOps, CKKSEncodingHostOps, CKKSEncryptOps};
use poulpy_ckks::layouts::{CKKSCiphertextAlloc, CKKSCiphertextOwned, CKKSPlaintextAlloc, CKKSPlaintextOwned};
use poulpy_core::api::{GLWESecretPreparedFactory, GLWESecretSampling};
use poulpy_core::layouts::prepared::GLWESecretPrepared;
use poulpy_core::layouts::{
    BackendGLWESecret, GLWEAutomorphismKeyPrepared, GLWESecretAlloc, GLWETensorKeyPrepared, TorusPrecision,
};
use poulpy_hal::api::{ScratchOwnedAlloc, ScratchOwnedBorrow};
use poulpy_hal::layouts::{Backend, Module, ScratchOwned};
use poulpy_hal::source::Source;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Products modulo three primes of 42 bits, by multiplications of 52 bits in AVX-512.
#[cfg(all(target_feature = "avx512ifma", target_feature = "avx512vl"))]
mod engine {
    pub(crate) use poulpy_cpu_avx512::NTT3x42Ifma as Engine;

    /// The name of the backend in notes.
    pub(crate) const NAME: &str = "NTT3x42 in AVX-512 IFMA";
}

/// Products modulo four primes of 30 bits, in AVX2.
#[cfg(not(all(target_feature = "avx512ifma", target_feature = "avx512vl")))]
mod engine {
    pub(crate) use poulpy_cpu_avx::NTT4x30Avx as Engine;

    /// The name of the backend in notes.
    pub(crate) const NAME: &str = "NTT4x30 in AVX2";
}

pub(crate) use engine::{Engine, NAME};

pub(crate) type Buffer = <Engine as Backend>::OwnedBuf;
pub(crate) type Ciphertext = CKKSCiphertextOwned<Engine>;
pub(crate) type Plaintext = CKKSPlaintextOwned<Engine>;
pub(crate) type TensorKey = GLWETensorKeyPrepared<Buffer, Engine>;
pub(crate) type AutomorphismKeys = HashMap<i64, GLWEAutomorphismKeyPrepared<Buffer, Engine>>;

/// The library with keys, and two messages to compute with.
pub(crate) struct Poulpy {
    pub(crate) layout: Layout,
    pub(crate) module: Module<Engine>,
    /// Space for what calls leave behind.
    pub(crate) scratch: RefCell<ScratchOwned<Engine>>,
    pub(crate) secret: BackendGLWESecret<Engine>,
    pub(crate) prepared: GLWESecretPrepared<Buffer, Engine>,
    pub(crate) messages: [Slots; 2],
    pub(crate) plaintexts: Vec<Plaintext>,
    pub(crate) ciphertexts: Vec<Ciphertext>,
    /// Made when it is first needed.
    pub(crate) tensor_key: Option<TensorKey>,
    /// The ones that were needed, by the element.
    pub(crate) automorphism_keys: AutomorphismKeys,
    seeds: Cell<u64>,
}

impl Library for Poulpy {
    fn name() -> String {
        "poulpy-ckks 0.10.0".into()
    }

    fn new(set: &Set) -> Result<Self, String> {
        let layout = Layout::new(set)?;
        let module = Module::<Engine>::new(u64::from(layout.degree));
        let scratch = RefCell::new(ScratchOwned::<Engine>::alloc(scratch_bytes(&module, &layout, set.slots())?));
        let mut secret = module.glwe_secret_alloc_from_infos(&layout.ciphertext(0)?);
        let mut prepared = module.glwe_secret_prepared_alloc_from_infos(&layout.ciphertext(0)?);
        module.glwe_secret_fill_ternary_prob(&mut secret, 2.0 / 3.0, &mut Source::new([0; 32]));
        module.glwe_secret_prepare(&mut prepared, &secret);
        let messages = [Slots::message(set.slots(), 1), Slots::message(set.slots(), 2)];
        let (plaintexts, ciphertexts) = (Vec::new(), Vec::new());
        let mut library = Self {
            layout,
            module,
            scratch,
            secret,
            prepared,
            messages,
            plaintexts,
            ciphertexts,
            tensor_key: None,
            automorphism_keys: HashMap::new(),
            seeds: Cell::new(0),
        };
        library.fill()?;
        Ok(library)
    }

    fn ciphertext_bytes(&self) -> usize {
        2 * self.layout.degree as usize * 8 * self.layout.width.div_ceil(RADIX) as usize
    }

    fn measure(&mut self, operation: Operation, samples: usize) -> Result<Measured, String> {
        self.dispatch(operation, samples)
    }
}

/// Enough for any operation.
fn scratch_bytes(module: &Module<Engine>, layout: &Layout, slots: usize) -> Result<usize, String> {
    let mut ciphertext = module.ckks_ciphertext_alloc_from_glwe_infos(&layout.ciphertext(0)?);
    ciphertext.set_meta(layout.meta());
    let operations = module.ckks_all_ops_with_atk_tmp_bytes(
        &ciphertext,
        &layout.plaintext(),
        &layout.tensor_key(),
        &layout.automorphism_key(),
    );
    let encoding = CKKSEncodingHostOps::<Engine, f64>::ckks_encoding_host_tmp_bytes(module, slots);
    // The query for all operations speaks of no others; encoding may come on top.
    Ok(operations + encoding)
}

impl Poulpy {
    fn fill(&mut self) -> Result<(), String> {
        for i in 0..2 {
            let mut plaintext = self.plaintext(self.layout.scale + ROOM);
            let message = &self.messages[i];
            self.module
                .ckks_encode_slots_host_into(&mut plaintext, &message.re, &message.im, &mut self.scratch.borrow_mut().borrow())
                .map_err(|e| e.to_string())?;
            let mut ciphertext = self.ciphertext(0)?;
            let (mut errors, mut masks) = (self.source(), self.source());
            self.module
                .ckks_encrypt_sk(
                    &mut ciphertext,
                    &plaintext,
                    &self.prepared,
                    &mut errors,
                    &mut masks,
                    &mut self.scratch.borrow_mut().borrow(),
                )
                .map_err(|e| e.to_string())?;
            self.plaintexts.push(plaintext);
            self.ciphertexts.push(ciphertext);
        }
        Ok(())
    }

    /// A source of randomness of its own.
    pub(crate) fn source(&self) -> Source {
        self.seeds.set(self.seeds.get() + 1);
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seeds.get().to_le_bytes());
        Source::new(seed)
    }

    /// A place for a plaintext of so many bits.
    pub(crate) fn plaintext(&self, bits: u32) -> Plaintext {
        let slots = self.messages[0].re.len();
        let mut plaintext = self.module.ckks_plaintext_alloc_from_slots(slots, RADIX.into(), TorusPrecision(bits));
        plaintext.set_meta(self.layout.meta());
        plaintext
    }

    /// A place for a ciphertext so many levels below the first.
    pub(crate) fn ciphertext(&self, below: u32) -> Result<Ciphertext, String> {
        Ok(self.module.ckks_ciphertext_alloc_from_glwe_infos(&self.layout.ciphertext(below)?))
    }

    /// The numbers in a plaintext.
    pub(crate) fn decode(&self, plaintext: &Plaintext) -> Result<Slots, String> {
        let mut slots = Slots::zero(self.messages[0].re.len());
        self.module
            .ckks_decode_slots_host_into(plaintext, &mut slots.re, &mut slots.im, &mut self.scratch.borrow_mut().borrow())
            .map_err(|e| e.to_string())?;
        Ok(slots)
    }

    /// The numbers in a ciphertext.
    pub(crate) fn decrypt(&self, ciphertext: &Ciphertext) -> Result<Slots, String> {
        let mut plaintext = self.plaintext(self.layout.scale + ROOM);
        self.module
            .ckks_decrypt(&mut plaintext, ciphertext, &self.prepared, &mut self.scratch.borrow_mut().borrow())
            .map_err(|e| e.to_string())?;
        self.decode(&plaintext)
    }
}
