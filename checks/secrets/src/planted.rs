//! The uses of secrets that have to be reported: without them a check that reports nothing would
//! mean nothing.

use crate::subject::{Secrets, key, message, publish_ciphertext, scheme, sound};
use core::hint::black_box;
use papilio_fhe::bfv::Plaintext;
use papilio_field::Field;
use papilio_field::fields::P32;

/// A message, decrypted.
fn decrypted() -> Plaintext<P32> {
    let bfv = scheme::<P32>(&[50, 50, 50]);
    let key = key(&bfv);
    let ciphertext = sound(bfv.encrypt_secret(&key, &message(&bfv), &mut Secrets::new(1)));
    publish_ciphertext(&ciphertext);
    sound(bfv.decrypt(&key, &ciphertext)).plaintext
}

/// A jump that one bit of one coefficient decides.
pub(crate) fn branch() {
    #[inline(never)]
    fn odd() -> u64 {
        black_box(1)
    }
    let word = decrypted().coefficients()[1].to_words()[0];
    let count = if word & 1 == 1 { odd() } else { 0 };
    black_box(count);
}

/// A table read at a place that a coefficient names.
pub(crate) fn index() {
    let table: [u8; 256] = black_box(core::array::from_fn(|i| i as u8));
    let word = decrypted().coefficients()[1].to_words()[0];
    black_box(table[usize::from(word as u8)]);
}
