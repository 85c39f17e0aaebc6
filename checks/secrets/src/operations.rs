//! The operations that must pass.

use crate::memcheck::public;
use crate::subject::{Secrets, key, message, publish, publish_ciphertext, scheme, sound, values};
use crate::{Operation, bivariate, ckks, gates};
use core::hint::black_box;
use papilio_fhe::bfv::{BatchEncoder, Bfv, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, galois_element};
use papilio_fhe::bgv::Bgv;
use papilio_fhe::codec::Object;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_ntt::dft::DftField;

pub(crate) const ALL: [Operation; 18] = [
    ("secret-key", secret_key),
    ("public-key", public_key),
    ("gadget-keys", switching_keys),
    ("encode", encode),
    ("encrypt-secret", || on_every_field(&EncryptSecret)),
    ("encrypt-public", || on_every_field(&EncryptPublic)),
    ("add-plain", || on_every_field(&AddPlain)),
    ("decrypt", || on_every_field(&Decrypt)),
    ("ckks-encrypt", ckks::encrypt),
    ("ckks-decrypt", ckks::decrypt),
    ("bivariate-keys", bivariate::keys),
    ("bivariate-conversions", bivariate::conversions),
    ("bivariate-encrypt", bivariate::encrypt_and_decrypt),
    ("bivariate-bfv", bivariate::bfv),
    ("bivariate-ckks", bivariate::ckks),
    ("gates-keys", gates::keys),
    ("gates-encrypt", gates::encrypt),
    ("gates-decrypt", gates::decrypt),
];

/// An operation that is different code for different fields.
trait OnField {
    fn run<F: DftField>(&self, bfv: &Bfv<F>);
}

/// Rounding by conversions of residues, by 52-bit and by 64-bit words, and by sums of fractions;
/// lifts of one, two and four words.
fn on_every_field(operation: &impl OnField) {
    operation.run(&scheme::<P32>(&[50, 50, 50]));
    operation.run(&scheme::<BabyBear>(&[60, 60, 60]));
    operation.run(&scheme::<Goldilocks>(&[50, 50, 50]));
    operation.run(&scheme::<Bn254>(&[50; 7]));
}

/// Sampling, residues, transforms; and the bytes that are stored.
fn secret_key() {
    let bfv = scheme::<P32>(&[50, 60, 50]);
    let key = key(&bfv);
    black_box(key.to_bytes(&bfv));
    // The seed that a generator gives to a new key is public here, and what is done with it is the
    // same.
    black_box(SecretKey::generate(&bfv, &mut Secrets::new(1)));
}

fn public_key() {
    let bfv = scheme::<P32>(&[50, 60, 50]);
    let key = sound(PublicKey::generate(&bfv, &key(&bfv), &mut Secrets::new(1)));
    let seeded = sound(key.to_seeded(&bfv));
    publish(seeded.body());
    black_box(key);
}

/// From the square of the secret, and from its images.
fn switching_keys() {
    let bfv = scheme::<P32>(&[50, 60, 50]);
    let key = key(&bfv);
    black_box(sound(RelinearizationKey::generate(&bfv, &key, &mut Secrets::new(1))));
    let exponents =
        [galois_element(bfv.parameters().degree(), 1), papilio_fhe::bfv::galois_element_row_swap(bfv.parameters().degree())];
    black_box(sound(GaloisKeys::generate(&bfv, &key, exponents, &mut Secrets::new(2))));
}

/// Slots, there and back.
fn encode() {
    fn on<F: DftField>(bits: &[u32]) {
        let bfv = scheme::<F>(bits);
        let slots = sound(BatchEncoder::new(&bfv));
        let plaintext = sound(slots.encode(&values()));
        black_box(sound(slots.decode(&plaintext)));
    }
    on::<P32>(&[50, 50, 50]);
    on::<BabyBear>(&[50, 50, 50]);
    on::<Goldilocks>(&[50, 50, 50]);
    on::<Bn254>(&[50; 7]);
}

struct EncryptSecret;

impl OnField for EncryptSecret {
    fn run<F: DftField>(&self, bfv: &Bfv<F>) {
        let (key, message) = (key(bfv), message(bfv));
        publish_ciphertext(&sound(bfv.encrypt_secret(&key, &message, &mut Secrets::new(1))));
        let seeded = sound(bfv.encrypt_seeded(&key, &message, &mut Secrets::new(1)));
        publish(seeded.body());
        black_box(sound(seeded.expand(bfv)));
        black_box(message.to_bytes(bfv));
    }
}

struct EncryptPublic;

impl OnField for EncryptPublic {
    fn run<F: DftField>(&self, bfv: &Bfv<F>) {
        // A key that is public, and made without secrets, so that what is secret in the ciphertext
        // is of the encryption.
        let secret = SecretKey::from_seed(bfv, &[3; 32]);
        let zero = sound(bfv.encrypt_seeded(&secret, &bfv.zero(), &mut Secrets::new(1)));
        public(zero.body().residues());
        let key = sound(PublicKey::from_seeded(bfv, zero));
        let ciphertext = sound(bfv.encrypt_public(&key, &bfv.zero(), &mut Secrets::new(2)));
        ciphertext.parts().iter().for_each(publish);
        let ciphertext = sound(bfv.encrypt_public(&key, &message(bfv), &mut Secrets::new(3)));
        ciphertext.parts().iter().for_each(publish);
    }
}

/// Plaintexts that are secret, added to ciphertexts. Those that ciphertexts are multiplied with are
/// public: their size is in the noise of the product.
struct AddPlain;

impl OnField for AddPlain {
    fn run<F: DftField>(&self, bfv: &Bfv<F>) {
        let mut ciphertext = sound(bfv.encrypt_secret(&key(bfv), &message(bfv), &mut Secrets::new(1)));
        publish_ciphertext(&ciphertext);
        sound(bfv.add_plain_assign(&mut ciphertext, &message(bfv)));
        publish(&ciphertext.parts()[0]);
        sound(bfv.sub_plain_assign(&mut ciphertext, &message(bfv)));
        publish_ciphertext(&ciphertext);
    }
}

/// Ciphertexts and products, in both schemes.
struct Decrypt;

impl OnField for Decrypt {
    fn run<F: DftField>(&self, bfv: &Bfv<F>) {
        let key = key(bfv);
        let ciphertext = sound(bfv.encrypt_secret(&key, &message(bfv), &mut Secrets::new(1)));
        publish_ciphertext(&ciphertext);
        black_box(sound(bfv.decrypt(&key, &ciphertext)));
        let bgv = Bgv::over(bfv.clone());
        let ciphertext = sound(bgv.encrypt_secret(&key, &message(bfv), &mut Secrets::new(1)));
        ciphertext.parts().iter().for_each(|part| public(part.residues()));
        black_box(sound(bgv.decrypt(&key, &ciphertext)));
    }
}
