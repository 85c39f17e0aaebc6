//! The operations.

use crate::layout::ROOM;
use crate::library::{Ciphertext, Engine, Poulpy};
use crate::shared::{Measured, Operation, Slots, watch};
use poulpy_ckks::CKKSResult;
use poulpy_ckks::api::{
    CKKSAddOps, CKKSConjugateOps, CKKSDecryptOps, CKKSEncodingHostOps, CKKSEncryptOps, CKKSModuleInfos, CKKSMulOps,
    CKKSRotateOps,
};
use poulpy_core::api::{GLWESecretPreparedFactory, GLWESecretSampling};
use poulpy_core::layouts::GLWESecretAlloc;
use poulpy_hal::api::ScratchOwnedBorrow;
use poulpy_hal::layouts::ScratchArena;

/// The element of the conjugation.
const CONJUGATION: i64 = -1;

impl Poulpy {
    pub(crate) fn dispatch(&mut self, operation: Operation, samples: usize) -> Result<Measured, String> {
        match operation {
            Operation::SecretKey => self.secret_key(samples),
            Operation::RelinearizationKey => self.relinearization_key(samples),
            Operation::Encode => self.encode(samples),
            Operation::Decode => self.decoding(samples),
            Operation::EncryptSecret => self.encrypt_secret(samples),
            Operation::Decrypt => self.decryption(samples),
            Operation::Add => self.add(samples),
            Operation::MultiplyPlain => self.multiply_plain(samples),
            Operation::MultiplyRelinearizeRescale => self.product(samples, 1),
            Operation::Square => self.product(samples, 0),
            Operation::Rotate => self.rotate(samples),
            Operation::Conjugate => self.conjugate(samples),
            Operation::Encrypt => Err("ciphertexts of CKKS are encrypted under the secret key only".into()),
            Operation::Rescale => Err("a product has its width at once".into()),
            Operation::RotateHoisted8 => Err("rotations are hoisted within linear transformations only".into()),
            Operation::LinearTransform64 | Operation::Chebyshev31 | Operation::Dft => Err("not measured here".into()),
        }
    }

    /// Times a call that leaves a ciphertext so many levels below the first, and decrypts that.
    fn timed(
        &self,
        samples: usize,
        below: u32,
        expected: &Slots,
        mut call: impl FnMut(&mut Ciphertext, &mut ScratchArena<'_, Engine>) -> CKKSResult<()>,
    ) -> Result<Measured, String> {
        let (mut out, mut scratch) = (self.ciphertext(below)?, self.scratch.borrow_mut());
        let run = watch(samples, &mut out, |out| call(out, &mut scratch.borrow())).map_err(|e| e.to_string())?;
        drop(scratch);
        let precision = self.decrypt(&out)?.precision(expected);
        Ok(Measured::new(run, precision).noted(self.layout.note()))
    }

    fn secret_key(&self, samples: usize) -> Result<Measured, String> {
        let (layout, mut source) = (self.layout.ciphertext(0)?, self.source());
        let mut keys =
            (self.module.glwe_secret_alloc_from_infos(&layout), self.module.glwe_secret_prepared_alloc_from_infos(&layout));
        let run = watch(samples, &mut keys, |(key, prepared)| {
            self.module.glwe_secret_fill_ternary_prob(key, 2.0 / 3.0, &mut source);
            self.module.glwe_secret_prepare(prepared, key);
            Ok::<(), String>(())
        })?;
        let (mut ciphertext, mut plaintext) = (self.ciphertext(0)?, self.plaintext(self.layout.scale + ROOM));
        let (mut errors, mut masks, mut scratch) = (self.source(), self.source(), self.scratch.borrow_mut());
        let (key, arena) = (&keys.1, &mut scratch.borrow());
        self.module
            .ckks_encrypt_sk(&mut ciphertext, &self.plaintexts[0], key, &mut errors, &mut masks, arena)
            .and_then(|()| self.module.ckks_decrypt(&mut plaintext, &ciphertext, key, arena))
            .map_err(|e| e.to_string())?;
        drop(scratch);
        let precision = self.decode(&plaintext)?.precision(&self.messages[0]);
        Ok(Measured::new(run, precision).noted("with its transform"))
    }

    fn relinearization_key(&mut self, samples: usize) -> Result<Measured, String> {
        let mut key = None;
        let run = watch(samples, &mut key, |key| {
            *key = Some(self.new_tensor_key());
            Ok::<(), String>(())
        })?;
        self.tensor_key = key;
        Ok(Measured { run, ..self.product(1, 1)? }.noted("with its transform"))
    }

    fn encode(&self, samples: usize) -> Result<Measured, String> {
        let (mut plaintext, mut scratch) = (self.plaintext(self.layout.scale + ROOM), self.scratch.borrow_mut());
        let Slots { re, im } = &self.messages[0];
        let run = watch(samples, &mut plaintext, |plaintext| {
            self.module.ckks_encode_slots_host_into(plaintext, re, im, &mut scratch.borrow())
        })
        .map_err(|e| e.to_string())?;
        drop(scratch);
        let precision = self.decode(&plaintext)?.precision(&self.messages[0]);
        Ok(Measured::new(run, precision).noted("no transform; plaintexts have the bits of the scale"))
    }

    fn decoding(&self, samples: usize) -> Result<Measured, String> {
        let mut slots = Slots::zero(self.messages[0].re.len());
        let mut scratch = self.scratch.borrow_mut();
        let run = watch(samples, &mut slots, |Slots { re, im }| {
            self.module.ckks_decode_slots_host_into(&self.plaintexts[0], re, im, &mut scratch.borrow())
        })
        .map_err(|e| e.to_string())?;
        let precision = slots.precision(&self.messages[0]);
        Ok(Measured::new(run, precision).noted("no transform; plaintexts have the bits of the scale"))
    }

    fn encrypt_secret(&self, samples: usize) -> Result<Measured, String> {
        let (mut errors, mut masks) = (self.source(), self.source());
        let plaintext = &self.plaintexts[0];
        self.timed(samples, 0, &self.messages[0], |out, scratch| {
            self.module.ckks_encrypt_sk(out, plaintext, &self.prepared, &mut errors, &mut masks, scratch)
        })
    }

    fn decryption(&self, samples: usize) -> Result<Measured, String> {
        let (mut plaintext, mut scratch) = (self.plaintext(self.layout.scale + ROOM), self.scratch.borrow_mut());
        let run = watch(samples, &mut plaintext, |plaintext| {
            self.module.ckks_decrypt(plaintext, &self.ciphertexts[0], &self.prepared, &mut scratch.borrow())
        })
        .map_err(|e| e.to_string())?;
        drop(scratch);
        let precision = self.decode(&plaintext)?.precision(&self.messages[0]);
        Ok(Measured::new(run, precision).noted(self.layout.note()))
    }

    fn add(&self, samples: usize) -> Result<Measured, String> {
        let expected = self.messages[0].add(&self.messages[1]);
        let (a, b) = (&self.ciphertexts[0], &self.ciphertexts[1]);
        let m = self.timed(samples, 0, &expected, |out, scratch| self.module.ckks_add_into(out, a, b, scratch))?;
        Ok(m.noted("carries are left to what comes next"))
    }

    fn multiply_plain(&self, samples: usize) -> Result<Measured, String> {
        let expected = self.messages[0].multiply(&self.messages[1]);
        let (a, b) = (&self.ciphertexts[0], &self.plaintexts[1]);
        let m = self.timed(samples, 1, &expected, |out, scratch| self.module.ckks_mul_pt_vec_into(out, a, b, scratch))?;
        Ok(m.noted("not prepared: the plaintext is transformed in each call; rescaled"))
    }

    fn product(&mut self, samples: usize, other: usize) -> Result<Measured, String> {
        if self.tensor_key.is_none() {
            self.tensor_key = Some(self.new_tensor_key());
        }
        let key = self.tensor_key.as_ref().ok_or("no key")?;
        let (a, b) = (&self.ciphertexts[0], &self.ciphertexts[other]);
        let expected = self.messages[0].multiply(&self.messages[other]);
        let m = self.timed(samples, 1, &expected, |out, scratch| match other {
            0 => self.module.ckks_square_into(out, a, key, scratch),
            _ => self.module.ckks_mul_into(out, a, b, key, scratch),
        })?;
        Ok(m.keyed(self.tensor_key_bytes()))
    }

    fn rotate(&mut self, samples: usize) -> Result<Measured, String> {
        self.need_automorphism_key(self.module.ckks_galois_element(1));
        let (input, keys) = (&self.ciphertexts[0], &self.automorphism_keys);
        let expected = self.messages[0].rotate(1);
        let m = self.timed(samples, 0, &expected, |out, scratch| self.module.ckks_rotate_into(1, out, input, keys, scratch))?;
        Ok(m.keyed(self.automorphism_key_bytes()))
    }

    fn conjugate(&mut self, samples: usize) -> Result<Measured, String> {
        self.need_automorphism_key(CONJUGATION);
        let (input, keys) = (&self.ciphertexts[0], &self.automorphism_keys);
        let expected = self.messages[0].conjugate();
        let m = self.timed(samples, 0, &expected, |out, scratch| self.module.ckks_conjugate_into(out, input, keys, scratch))?;
        Ok(m.keyed(self.automorphism_key_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::every_operation_is_correct_or_refused;

    #[test]
    fn operations() {
        every_operation_is_correct_or_refused::<Poulpy>(&[
            Operation::Encrypt,
            Operation::Rescale,
            Operation::RotateHoisted8,
            Operation::LinearTransform64,
            Operation::Chebyshev31,
            Operation::Dft,
        ]);
    }
}
