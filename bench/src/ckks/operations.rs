//! The operations, as the peers understand them: at the first level, from ciphertexts of two
//! polynomials.
//!
//! Each function times its operation on our side of a set, after it has compared a result with
//! arithmetic in the clear.

use super::clear::{Precision, Slots};
use super::memory;
use super::own::{HOISTED, Outcome, Own, complex, slots};
use crate::calls::{Measured, made, timed};
use crate::rng;
use papilio_ckks::{Ciphertext, CkksError, Complex64, Dft, DftPlan, Direction, LinearTransform};
use papilio_fhe::polynomial::{Interval, Polynomial};
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey, SecretKey};
use std::collections::BTreeMap;

/// The outcome of an operation, or why the scheme refused.
type Result = core::result::Result<Outcome, CkksError>;

/// Measures an operation that takes keys of so many bytes. `measure` is given a place for the
/// precision of the result that it checks.
fn outcome(
    key_bytes: usize,
    measure: impl FnOnce(&mut Option<Precision>) -> core::result::Result<Measured, CkksError>,
) -> Result {
    memory::forget_peak();
    let mut found = None;
    let measured = measure(&mut found)?;
    let (precision_min, precision_mean) = found.map_or((0.0, 0.0), |precision| (precision.least, precision.mean));
    Ok(Outcome { measured, precision_min, precision_mean, key_bytes, peak_bytes: memory::peak() })
}

/// Times a call that makes a ciphertext of these values.
fn making<const PARTS: usize>(
    own: &Own,
    samples: usize,
    key_bytes: usize,
    want: &Slots,
    call: impl FnMut() -> core::result::Result<Ciphertext<PARTS>, CkksError>,
) -> Result {
    outcome(key_bytes, |found| {
        made(samples, call, |result| {
            let precision = own.precision(&result, want)?;
            Ok(own.is_expected(found.insert(precision)))
        })
    })
}

/// A new secret key.
pub(super) fn secret_key(own: &Own, samples: usize) -> Result {
    let (mut keys, mut noise) = (rng(4), rng(5));
    outcome(0, |found| {
        let call = || Ok(SecretKey::generate(&own.ckks, &mut keys));
        made(samples, call, |secret| {
            let ciphertext = own.ckks.encrypt(&secret, &own.plaintexts[0], &mut noise)?;
            let values = own.ckks.decode(&own.ckks.decrypt(&secret, &ciphertext)?);
            Ok(own.is_expected(found.insert(slots(&values).precision(&own.messages[0]))))
        })
    })
}

/// The key that takes the square of the secret back to it.
pub(super) fn relinearization_key(own: &Own, samples: usize) -> Result {
    let mut keys = rng(4);
    outcome(own.switching_keys(1), |found| {
        let call = || Ok(RelinearizationKey::generate(&own.ckks, &own.secret, &mut keys)?);
        made(samples, call, |key| {
            let product = own.ckks.multiply_relinearize(&own.ciphertexts[0], &own.ciphertexts[1], &key)?;
            let precision = own.precision(&product, &products(own))?;
            Ok(own.is_expected(found.insert(precision)))
        })
    })
}

/// A vector as a plaintext.
pub(super) fn encode(own: &Own, samples: usize) -> Result {
    let values = complex(&own.messages[0]);
    outcome(0, |found| {
        made(
            samples,
            || own.ckks.encode(&values),
            |plaintext| Ok(own.is_expected(found.insert(slots(&own.ckks.decode(&plaintext)).precision(&own.messages[0])))),
        )
    })
}

/// A plaintext of all primes as a vector.
pub(super) fn decode(own: &Own, samples: usize) -> Result {
    outcome(0, |found| {
        made(
            samples,
            || Ok(own.ckks.decode(&own.plaintexts[0])),
            |values| Ok(own.is_expected(found.insert(slots(&values).precision(&own.messages[0])))),
        )
    })
}

/// Encryption under the public key.
pub(super) fn encrypt(own: &Own, samples: usize) -> Result {
    let mut noise = rng(4);
    let call = || own.ckks.encrypt_public(&own.public, &own.plaintexts[0], &mut noise);
    making(own, samples, own.ciphertext_bytes(), &own.messages[0], call)
}

/// Encryption under the secret key.
pub(super) fn encrypt_secret(own: &Own, samples: usize) -> Result {
    let mut noise = rng(4);
    making(own, samples, 0, &own.messages[0], || own.ckks.encrypt(&own.secret, &own.plaintexts[0], &mut noise))
}

/// Decryption to a plaintext.
pub(super) fn decrypt(own: &Own, samples: usize) -> Result {
    outcome(0, |found| {
        made(
            samples,
            || own.ckks.decrypt(&own.secret, &own.ciphertexts[0]),
            |plaintext| Ok(own.is_expected(found.insert(slots(&own.ckks.decode(&plaintext)).precision(&own.messages[0])))),
        )
    })
}

/// The sum of two ciphertexts.
pub(super) fn add(own: &Own, samples: usize) -> Result {
    let ([a, b], want) = (&own.ciphertexts, own.messages[0].add(&own.messages[1]));
    // Sums of sums would leave the modulus: each sample begins anew, and its copy is not timed.
    outcome(0, |found| {
        timed(
            samples,
            || a.clone(),
            |mut sum| own.ckks.add_assign(&mut sum, b).map(|()| sum),
            |sum| {
                let precision = own.precision(&sum, &want)?;
                Ok(own.is_expected(found.insert(precision)))
            },
        )
    })
}

/// The product with a prepared plaintext, not rescaled.
pub(super) fn multiply_plain(own: &Own, samples: usize) -> Result {
    let (a, factor) = (&own.ciphertexts[0], own.ckks.prepare(&own.plaintexts[1])?);
    let want = products(own);
    outcome(0, |found| {
        timed(
            samples,
            || a.clone(),
            |mut product| own.ckks.mul_plain_assign(&mut product, &factor).map(|()| product),
            |product| {
                let precision = own.precision(&product, &want)?;
                Ok(own.is_expected(found.insert(precision)))
            },
        )
    })
}

/// A product of two polynomials, a level below.
pub(super) fn multiply_relinearize_rescale(own: &Own, samples: usize) -> Result {
    let [a, b] = &own.ciphertexts;
    let call = || own.ckks.multiply_relinearize_rescale(a, b, &own.relinearization);
    making(own, samples, own.switching_keys(1), &products(own), call)
}

/// A square of two polynomials, a level below.
pub(super) fn square(own: &Own, samples: usize) -> Result {
    let want = own.messages[0].multiply(&own.messages[0]);
    let call = || own.ckks.square_relinearize_rescale(&own.ciphertexts[0], &own.relinearization);
    making(own, samples, own.switching_keys(1), &want, call)
}

/// A ciphertext of the squared scale to the next level.
pub(super) fn rescale(own: &Own, samples: usize) -> Result {
    let [a, b] = &own.ciphertexts;
    let product = own.ckks.multiply_relinearize(a, b, &own.relinearization)?;
    making(own, samples, 0, &products(own), || own.ckks.rescale(&product))
}

/// All slots by one step to the left.
pub(super) fn rotate(own: &Own, samples: usize) -> Result {
    let want = own.messages[0].rotate(1);
    making(own, samples, own.switching_keys(1), &want, || own.ckks.rotate(&own.ciphertexts[0], 1, &own.rotations))
}

/// The conjugates of all slots.
pub(super) fn conjugate(own: &Own, samples: usize) -> Result {
    let want = own.messages[0].conjugate();
    making(own, samples, own.switching_keys(1), &want, || own.ckks.conjugate(&own.ciphertexts[0], &own.rotations))
}

/// Eight rotations of one ciphertext; the precision is the least of all.
pub(super) fn rotate_hoisted_8(own: &Own, samples: usize) -> Result {
    let call = || {
        let hoisted = own.ckks.hoist(&own.ciphertexts[0])?;
        HOISTED
            .map(|steps| own.ckks.rotate_hoisted(&hoisted, steps, &own.rotations))
            .collect::<core::result::Result<Vec<_>, _>>()
    };
    outcome(own.switching_keys(HOISTED.count()), |found| {
        made(samples, call, |all| {
            for (rotated, steps) in all.iter().zip(HOISTED) {
                let precision = own.precision(rotated, &own.messages[0].rotate(steps as usize))?;
                if found.is_none_or(|before| precision.least < before.least) {
                    *found = Some(precision);
                }
            }
            Ok(found.as_ref().is_some_and(|least| own.is_expected(least)))
        })
    })
}

/// The logistic function on `[−8, 8]` by the polynomial of degree 31 that agrees with it at the
/// Chebyshev nodes, of 8 times the real parts.
pub(super) fn chebyshev_31(own: &Own, samples: usize) -> Result {
    let (polynomial, _) = Polynomial::fit(|x: f64| 1.0 / (1.0 + (-x).exp()), Interval::symmetric(8.0)?, 31)?;
    let x = Slots { re: own.messages[0].re.iter().map(|x| 8.0 * x).collect(), im: vec![0.0; own.messages[0].im.len()] };
    let want = Slots { re: x.re.iter().map(|&x| polynomial.evaluate_clear(x)).collect(), im: x.im.clone() };
    let plaintext = own.ckks.encode(&complex(&x))?;
    let input = own.ckks.encrypt_public(&own.public, &plaintext, &mut rng(6))?;
    let auto = own.ckks.automatic().with_relinearization(&own.relinearization);
    making(own, samples, own.switching_keys(1), &want, || auto.rescaled(&auto.evaluate(&polynomial, &input)?))
}

/// The product with a matrix of 64 diagonals, rescaled.
pub(super) fn linear_transform_64(own: &Own, samples: usize) -> Result {
    let (ckks, levels) = (&own.ckks, own.ckks.parameters().levels());
    let message =
        |d: u64| -> Vec<Complex64> { complex(&Slots::message(ckks.slots(), 100 + d)).into_iter().map(|x| x / 8.0).collect() };
    let diagonals: BTreeMap<i64, Vec<Complex64>> = (0..64).map(|d| (d as i64, message(d))).collect();
    let transform = LinearTransform::new(ckks, &diagonals, levels, ckks.log_slots())?;
    let elements = transform.galois_elements(ckks);
    let key_bytes = own.switching_keys(elements.len());
    let keys = GaloisKeys::generate(ckks, &own.secret, elements, &mut rng(7))?;
    let want = diagonals.iter().fold(Slots::zero(ckks.slots()), |sum, (&d, values)| {
        sum.add(&slots(values).multiply(&own.messages[0].rotate(d as usize)))
    });
    making(own, samples, key_bytes, &want, || transform.apply(ckks, &own.ciphertexts[0], &keys))
}

/// The coefficients of the polynomial in its slots, in three factors, times the root of the number
/// of slots.
pub(super) fn dft(own: &Own, samples: usize) -> Result {
    let (ckks, levels) = (&own.ckks, own.ckks.parameters().levels());
    let plan = DftPlan::new(ckks, Direction::SlotsToCoefficients, 3, levels, ckks.log_slots())?;
    let root = (ckks.slots() as f64).sqrt();
    let dft = Dft::new(ckks, plan, root)?;
    let elements = dft.galois_elements(ckks);
    let key_bytes = own.switching_keys(elements.len());
    let keys = GaloisKeys::generate(ckks, &own.secret, elements, &mut rng(7))?;
    // The coefficients by the encoder, whose errors are far below those of ciphertexts.
    let plaintext = &own.plaintexts[0];
    let coefficients =
        ckks.encoder().decode_coefficients(ckks.rlwe().parameters().basis(), plaintext.poly(), plaintext.scale());
    let (re, im) = coefficients.split_at(ckks.slots());
    let shift = usize::BITS - ckks.log_slots();
    let reversed = |part: &[f64]| (0..part.len()).map(|k| root * part[k.reverse_bits() >> shift]).collect();
    let want = Slots { re: reversed(re), im: reversed(im) };
    making(own, samples, key_bytes, &want, || dft.apply(ckks, &own.ciphertexts[0], &keys))
}

/// The products of the messages, slot by slot.
fn products(own: &Own) -> Slots {
    own.messages[0].multiply(&own.messages[1])
}
