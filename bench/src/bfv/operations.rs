//! The operations, as the peers understand them: the first level, two polynomials and coefficient
//! form where nothing else is said.
//!
//! Each function times its operation on our side of a set, after it has compared a result with
//! arithmetic in the clear.

use super::own::Own;
use crate::calls::{Measured, made, repeated, timed};
use crate::rng;
use papilio_fhe::bfv::{Ciphertext, FheError, GaloisKeys, PublicKey, RelinearizationKey, SecretKey};
use papilio_field::ResidueRing;
use papilio_ntt::dft::DftResidue;
use std::time::Instant;

/// A time, or why the scheme refused.
type Outcome = Result<Measured, FheError>;

/// A new secret key.
pub(super) fn secret_key<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let (mut keys, mut noise) = (rng(4), rng(5));
    let call = || Ok(SecretKey::generate(&own.bfv, &mut keys));
    made(samples, call, |secret| {
        let ciphertext = own.bfv.encrypt_secret(&secret, &own.plaintexts[0], &mut noise)?;
        Ok(own.bfv.decrypt(&secret, &ciphertext)?.plaintext == own.plaintexts[0])
    })
}

/// A public key.
pub(super) fn public_key<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let (mut keys, mut noise) = (rng(4), rng(5));
    let call = || PublicKey::generate(&own.bfv, &own.secret, &mut keys);
    made(samples, call, |public| {
        Ok(own.opens(&own.bfv.encrypt_public(&public, &own.plaintexts[0], &mut noise)?, &own.messages[0]))
    })
}

/// The key that takes the square of the secret back to it.
pub(super) fn relinearization_key<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let ([a, b], mut keys) = (&own.ciphertexts, rng(4));
    let call = || RelinearizationKey::generate(&own.bfv, &own.secret, &mut keys);
    made(samples, call, |key| Ok(own.opens(&own.bfv.multiply_relinearize(a, b, &key)?, &products(own))))
}

/// The keys for rotations by all powers of two in both directions, and for the exchange of the
/// rows: once a round, whatever the samples, and checked afterwards, for they take seconds.
pub(super) fn galois_keys<F: DftResidue>(own: &Own<F>, _samples: usize) -> Outcome {
    let exponents = GaloisKeys::powers_of_two(own.bfv.parameters().degree());
    let start = Instant::now();
    let keys = GaloisKeys::generate(&own.bfv, &own.secret, exponents, &mut rng(4))?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let rotated = own.bfv.rotate_rows(&own.ciphertexts[0], 1, &keys)?;
    let exchanged = own.bfv.rotate_columns(&rotated, &keys)?;
    Ok(Measured { milliseconds, correct: own.opens(&exchanged, &swapped(&turned(&own.messages[0]))) })
}

/// A vector as a plaintext.
pub(super) fn encode<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    made(samples, || own.slots.encode(&own.messages[0]), |plaintext| Ok(own.slots.decode(&plaintext)? == own.messages[0]))
}

/// A plaintext as a vector.
pub(super) fn decode<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    made(samples, || own.slots.decode(&own.plaintexts[0]), |values| Ok(values == own.messages[0]))
}

/// Encryption under the public key.
pub(super) fn encrypt<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let mut noise = rng(4);
    let call = || own.bfv.encrypt_public(&own.public, &own.plaintexts[0], &mut noise);
    made(samples, call, |ciphertext| Ok(own.opens(&ciphertext, &own.messages[0])))
}

/// Encryption under the secret key, the uniform half by its seed.
pub(super) fn encrypt_seeded<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let mut noise = rng(4);
    let call = || own.bfv.encrypt_seeded(&own.secret, &own.plaintexts[0], &mut noise);
    made(samples, call, |seeded| Ok(own.opens(&seeded.expand(&own.bfv)?, &own.messages[0])))
}

/// Decryption to a plaintext.
pub(super) fn decrypt<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = || own.bfv.decrypt(&own.secret, &own.ciphertexts[0]);
    made(samples, call, |open| Ok(open.plaintext == own.plaintexts[0]))
}

/// The sum of two ciphertexts.
pub(super) fn add<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let [a, b] = &own.ciphertexts;
    repeated(samples, a, |work| own.bfv.add_assign(work, b), |sum| Ok(own.opens(&sum, &sums(own))))
}

/// The negative of a ciphertext.
pub(super) fn negate<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let t = own.bfv.plaintext_modulus();
    let negatives: Vec<F> = own.messages[0].iter().map(|&x| t.neg(x)).collect();
    let call = |work: &mut Ciphertext| own.bfv.neg_assign(work);
    repeated(samples, &own.ciphertexts[0], call, |negative| Ok(own.opens(&negative, &negatives)))
}

/// The sum of a ciphertext and a plaintext.
pub(super) fn add_plain<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = |work: &mut Ciphertext| own.bfv.add_plain_assign(work, &own.plaintexts[1]);
    repeated(samples, &own.ciphertexts[0], call, |sum| Ok(own.opens(&sum, &sums(own))))
}

/// The product of two ciphertexts, of three polynomials.
pub(super) fn multiply<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let [a, b] = &own.ciphertexts;
    made(
        samples,
        || own.bfv.multiply(a, b),
        |product| {
            let open = own.bfv.decrypt(&own.secret, &product)?;
            Ok(own.slots.decode(&open.plaintext)? == products(own))
        },
    )
}

/// The product of a ciphertext with itself.
pub(super) fn square<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let t = own.bfv.plaintext_modulus();
    let squares: Vec<F> = own.messages[0].iter().map(|&x| t.mul(x, x)).collect();
    made(
        samples,
        || own.bfv.square(&own.ciphertexts[0]),
        |square| {
            let open = own.bfv.decrypt(&own.secret, &square)?;
            Ok(own.slots.decode(&open.plaintext)? == squares)
        },
    )
}

/// Three polynomials to two.
pub(super) fn relinearize<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let [a, b] = &own.ciphertexts;
    let product = own.bfv.multiply(a, b)?;
    let call = || own.bfv.relinearize(&product, &own.relinearization);
    made(samples, call, |ciphertext| Ok(own.opens(&ciphertext, &products(own))))
}

/// The product of a ciphertext and a plaintext that was prepared for it, both in evaluation form.
pub(super) fn multiply_plain<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let factor = own.bfv.prepare(&own.plaintexts[1])?;
    let operand = own.bfv.to_evaluation(own.ciphertexts[0].clone())?;
    let call = |work: &mut _| own.bfv.mul_plain_assign(work, &factor);
    repeated(samples, &operand, call, |product| Ok(own.opens(&own.bfv.to_coefficient(product)?, &products(own))))
}

/// A ciphertext from coefficients to evaluation form.
pub(super) fn to_evaluation<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = |ciphertext| own.bfv.to_evaluation(ciphertext);
    let back = |ciphertext| Ok(own.opens(&own.bfv.to_coefficient(ciphertext)?, &own.messages[0]));
    timed(samples, || own.ciphertexts[0].clone(), call, back)
}

/// A ciphertext from evaluation form to coefficients.
pub(super) fn to_coefficient<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let operand = own.bfv.to_evaluation(own.ciphertexts[0].clone())?;
    let call = |ciphertext| own.bfv.to_coefficient(ciphertext);
    timed(samples, || operand.clone(), call, |ciphertext| Ok(own.opens(&ciphertext, &own.messages[0])))
}

/// A rotation of both rows by one step to the left, by its own key.
pub(super) fn rotate_rows<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = || own.bfv.rotate_rows(&own.ciphertexts[0], 1, &own.galois);
    made(samples, call, |rotated| Ok(own.opens(&rotated, &turned(&own.messages[0]))))
}

/// The exchange of the rows.
pub(super) fn rotate_columns<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = || own.bfv.rotate_columns(&own.ciphertexts[0], &own.galois);
    made(samples, call, |exchanged| Ok(own.opens(&exchanged, &swapped(&own.messages[0]))))
}

/// A fresh ciphertext to the next level.
pub(super) fn switch_down<F: DftResidue>(own: &Own<F>, samples: usize) -> Outcome {
    let call = |mut ciphertext: Ciphertext| own.bfv.mod_switch_to_next_assign(&mut ciphertext).map(|()| ciphertext);
    timed(samples, || own.ciphertexts[0].clone(), call, |switched| Ok(own.opens(&switched, &own.messages[0])))
}

fn sums<F: DftResidue>(own: &Own<F>) -> Vec<F> {
    let ([x, y], t) = (&own.messages, own.bfv.plaintext_modulus());
    x.iter().zip(y).map(|(&x, &y)| t.add(x, y)).collect()
}

fn products<F: DftResidue>(own: &Own<F>) -> Vec<F> {
    let ([x, y], t) = (&own.messages, own.bfv.plaintext_modulus());
    x.iter().zip(y).map(|(&x, &y)| t.mul(x, y)).collect()
}

/// Both rows one step to the left.
fn turned<F: Copy>(values: &[F]) -> Vec<F> {
    let (mut turned, row) = (values.to_vec(), values.len() / 2);
    turned.chunks_mut(row).for_each(|row| row.rotate_left(1));
    turned
}

/// The rows exchanged.
fn swapped<F: Copy>(values: &[F]) -> Vec<F> {
    let mut swapped = values.to_vec();
    swapped.rotate_left(values.len() / 2);
    swapped
}
