//! Ciphertexts, products and plaintexts.

use super::message::{MESSAGE, Message};
use crate::{Ciphertext, Ckks, Plaintext, Product, SeededCiphertext};
use papilio_fhe::codec::pieces::{
    Header, LEVEL, Label, poly_len, read_labeled, read_labeled_seeded, read_level, read_secret_poly, write_labeled_seeded,
    write_level, write_poly,
};
use papilio_fhe::codec::{BytesError, Kind, Object};
use zeroize::Zeroizing;

/// A ciphertext of so many parts.
macro_rules! ciphertext {
    ($name:ident, $parts:literal, $kind:ident) => {
        impl Object for $name {
            type Scheme = Ckks;
            const KIND: Kind = Kind::$kind;
            type Buffer = Vec<u8>;

            fn digest(ckks: &Ckks) -> u64 {
                ckks.parameters().digest()
            }

            fn body_len(&self, ckks: &Ckks) -> usize {
                assert_eq!(ckks.rlwe().check_context(&self.inner), Ok(()), "a ciphertext of other parameters");
                let label = Label { key: self.key(), noise: self.noise() };
                MESSAGE + label.len_with(ckks.rlwe().parameters().basis(), $parts)
            }

            fn write(&self, ckks: &Ckks, out: &mut Vec<u8>) {
                let Self { scale, log_slots, log2_bound, log2_error, .. } = *self;
                let message = Message { log_slots, scale, log2_bound, log2_error };
                let label = Label { key: self.key(), noise: self.noise() };
                label.write(ckks.rlwe(), self.parts(), |out| message.write(ckks, self.level(), out), out);
            }

            fn read(ckks: &Ckks, header: Header<'_>) -> Result<Self, BytesError> {
                let labeled = read_labeled::<_, _, $parts>(ckks.rlwe(), header, MESSAGE, |limbs, payload| {
                    Message::read(ckks, limbs, payload)
                })?;
                let Message { log_slots, scale, log2_bound, log2_error } = labeled.between;
                let inner = ckks.rlwe().ciphertext(labeled.parts, labeled.key, labeled.noise);
                Ok(Self { inner, scale, log_slots, log2_bound, log2_error })
            }
        }
    };
}

ciphertext!(Ciphertext, 2, CkksCiphertext);
ciphertext!(Product, 3, CkksProduct);

impl Object for SeededCiphertext {
    type Scheme = Ckks;
    const KIND: Kind = Kind::SeededCkksCiphertext;
    type Buffer = Vec<u8>;

    fn digest(ckks: &Ckks) -> u64 {
        ckks.parameters().digest()
    }

    fn body_len(&self, ckks: &Ckks) -> usize {
        MESSAGE + self.inner.body_len(ckks.rlwe())
    }

    fn write(&self, ckks: &Ckks, out: &mut Vec<u8>) {
        let Self { scale, log_slots, log2_bound, log2_error, .. } = *self;
        let message = Message { log_slots, scale, log2_bound, log2_error };
        let limbs = self.inner.body().level();
        write_labeled_seeded(ckks.rlwe(), &self.inner, |out| message.write(ckks, limbs, out), out);
    }

    fn read(ckks: &Ckks, header: Header<'_>) -> Result<Self, BytesError> {
        let (inner, message) =
            read_labeled_seeded(ckks.rlwe(), header, MESSAGE, |limbs, payload| Message::read(ckks, limbs, payload))?;
        let Message { log_slots, scale, log2_bound, log2_error } = message;
        Ok(Self { inner, scale, log_slots, log2_bound, log2_error })
    }
}

impl Object for Plaintext {
    type Scheme = Ckks;
    const KIND: Kind = Kind::CkksPlaintext;
    type Buffer = Zeroizing<Vec<u8>>;

    fn digest(ckks: &Ckks) -> u64 {
        ckks.parameters().digest()
    }

    fn body_len(&self, ckks: &Ckks) -> usize {
        assert_eq!(ckks.check_plaintext(self), Ok(()), "a plaintext of other parameters");
        LEVEL + MESSAGE + poly_len(ckks.rlwe().parameters().basis(), self.level())
    }

    fn write(&self, ckks: &Ckks, out: &mut Vec<u8>) {
        let Self { scale, log_slots, log2_bound, log2_error, .. } = *self;
        write_level(self.level(), out);
        Message { log_slots, scale, log2_bound, log2_error }.write(ckks, self.level(), out);
        write_poly(ckks.rlwe().parameters().basis(), self.level(), &self.poly, out);
    }

    fn read(ckks: &Ckks, mut header: Header<'_>) -> Result<Self, BytesError> {
        let basis = ckks.rlwe().parameters().basis();
        let level = read_level(basis, &mut header)?;
        let mut payload = header.payload(MESSAGE + poly_len(basis, level))?;
        let Message { log_slots, scale, log2_bound, log2_error } = Message::read(ckks, level, &mut payload)?;
        let poly = read_secret_poly(basis, level, &mut payload)?;
        Ok(Self { context: ckks.context(), poly, scale, log_slots, log2_bound, log2_error })
    }
}
