//! Keys.

use crate::library::{Poulpy, TensorKey};
use poulpy_core::api::{GLWEAutomorphismKeyPreparedFactory, GLWETensorKeyPreparedFactory};
use poulpy_core::layouts::{GLWEAutomorphismKeyAlloc, GLWETensorKeyAlloc};
use poulpy_core::{GLWEAutomorphismKeyEncryptSk, GLWETensorKeyEncryptSk};
use poulpy_hal::api::ScratchOwnedBorrow;

impl Poulpy {
    /// A new key for products, ready for use.
    pub(crate) fn new_tensor_key(&self) -> TensorKey {
        let (mut errors, mut masks, layout) = (self.source(), self.source(), self.layout.tensor_key());
        let (module, mut scratch) = (&self.module, self.scratch.borrow_mut());
        let mut key = module.glwe_tensor_key_alloc_from_infos(&layout);
        module.glwe_tensor_key_encrypt_sk(&mut key, &self.secret, &mut errors, &mut masks, &mut scratch.borrow());
        let mut prepared = module.glwe_tensor_key_prepared_alloc_from_infos(&layout);
        module.glwe_tensor_key_prepare(&mut prepared, &key, &mut scratch.borrow());
        prepared
    }

    /// Makes sure that there is a key for an automorphism.
    pub(crate) fn need_automorphism_key(&mut self, element: i64) {
        if self.automorphism_keys.contains_key(&element) {
            return;
        }
        let (mut errors, mut masks, layout) = (self.source(), self.source(), self.layout.automorphism_key());
        let (module, mut scratch) = (&self.module, self.scratch.borrow_mut());
        let mut key = module.glwe_automorphism_key_alloc_from_infos(&layout);
        module.glwe_automorphism_key_encrypt_sk(
            &mut key,
            element,
            &self.secret,
            &mut errors,
            &mut masks,
            &mut scratch.borrow(),
        );
        let mut prepared = module.glwe_automorphism_key_prepared_alloc_from_infos(&layout);
        module.glwe_automorphism_key_prepare(&mut prepared, &key, &mut scratch.borrow());
        drop(scratch);
        self.automorphism_keys.insert(element, prepared);
    }

    /// Bytes of a key for products as it is used.
    pub(crate) fn tensor_key_bytes(&self) -> usize {
        self.module.glwe_tensor_key_prepared_bytes_of_from_infos(&self.layout.tensor_key())
    }

    /// Bytes of a key for an automorphism as it is used.
    pub(crate) fn automorphism_key_bytes(&self) -> usize {
        self.module.glwe_automorphism_key_prepared_bytes_of_from_infos(&self.layout.automorphism_key())
    }
}
