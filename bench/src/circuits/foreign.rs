//! Operands of something else: each is refused by an error.

use super::scheme::{Keys, Setting};
use super::{Counts, DEGREE, parameters};
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{Bfv, FheError};
use papilio_field::Field;
use papilio_field::fields::{Goldilocks, P32};
use papilio_ntt::dft::DftField;

/// Gives the operands of another key, other parameters and another field to the operations of a
/// setting.
pub(super) fn refused<F: DftField>(on: &Setting<F>, rng: &mut ChaCha20Rng, counts: &mut Counts) {
    match offered(on, rng) {
        Ok(outcomes) => {
            for (name, taken) in outcomes {
                counts.foreign_operands += 1;
                if taken {
                    counts.wrong += 1;
                    counts.fail(format!("{}: {name} was taken", F::NAME));
                }
            }
        }
        Err(error) => {
            counts.wrong += 1;
            counts.fail(format!("{}: foreign operands: {error}", F::NAME));
        }
    }
}

/// Foreign operands that were offered, and whether each was taken.
fn offered<F: DftField>(on: &Setting<F>, rng: &mut ChaCha20Rng) -> Result<Vec<(&'static str, bool)>, FheError> {
    let (bfv, bgv, keys) = (&on.bfv, &on.bgv, &on.keys);
    let message = bfv.zero();
    let x = bfv.encrypt_secret(&keys.secret, &message, rng)?;
    let values = bfv.to_evaluation(x.clone())?;
    // Another secret of the same parameters.
    let other = Keys::new(bfv, rng)?;
    let y = bfv.encrypt_public(&other.public, &message, rng)?;
    // Other parameters of the same degree, and the same ones for another field.
    let bits: Vec<u32> = bfv.parameters().basis().moduli(bfv.parameters().limbs()).map(|m| m.bits()).collect();
    let longer = Bfv::<F>::new(parameters(&[&bits[..], &[44, 43]].concat(), 1))?;
    let far = Keys::new(&longer, rng)?;
    let z = longer.encrypt_secret(&far.secret, &message, rng)?;
    let factor = longer.prepare(&message)?;
    let mut sum = x.clone();
    let mut outcomes = vec![
        ("a ciphertext under another key, added", bfv.add_assign(&mut sum, &y).is_ok()),
        ("a ciphertext under another key, multiplied", bfv.multiply(&x, &y).is_ok()),
        ("a ciphertext under another key, decrypted", bfv.decrypt(&keys.secret, &y).is_ok()),
        ("a ciphertext under another key, measured", bfv.noise_budget_bits(&keys.secret, &y).is_ok()),
        ("another key's relinearization", bfv.relinearize(&bfv.square(&x)?, &other.relinearization).is_ok()),
        ("another key's rotation", bfv.rotate_rows(&x, 1, &other.galois).is_ok()),
        ("a ciphertext of other parameters, added", bfv.add_assign(&mut sum, &z).is_ok()),
        ("a ciphertext of other parameters, decrypted", bfv.decrypt(&keys.secret, &z).is_ok()),
        ("a ciphertext of other parameters, negated", bfv.neg_assign(&mut z.clone()).is_ok()),
        ("a ciphertext of other parameters, transformed", bfv.to_evaluation(z.clone()).is_ok()),
        ("a secret of other parameters", bfv.encrypt_secret(&far.secret, &message, rng).is_ok()),
        ("a public key of other parameters", bfv.encrypt_public(&far.public, &message, rng).is_ok()),
        ("a rotation key of other parameters", bfv.rotate_rows(&x, 1, &far.galois).is_ok()),
        ("a factor of other parameters", bfv.mul_plain_assign(&mut values.clone(), &factor).is_ok()),
        ("a seeded ciphertext of other parameters", longer.encrypt_seeded(&far.secret, &message, rng)?.expand(bfv).is_ok()),
        ("a ciphertext of other parameters as BGV", bgv.from_bfv(z.clone()).is_ok()),
    ];
    if bfv.parameters().limbs() > 1 && bfv.model().log_modulus(bfv.parameters().limbs() - 1) >= bfv.model().least_log_modulus()
    {
        let mut lower = x.clone();
        bfv.mod_switch_to_next_assign(&mut lower)?;
        let lower_values = bfv.to_evaluation(lower.clone())?;
        let own = bfv.prepare(&message)?;
        outcomes.push(("a ciphertext of another level, added", bfv.add_assign(&mut lower, &x).is_ok()));
        let taken = bfv.mul_plain_accumulate(&mut lower_values.clone(), &[(&values, &own)]).is_ok();
        outcomes.push(("a term of another level", taken));
    }
    outcomes.extend(of_another_field(on, rng)?);
    Ok(outcomes)
}

/// Ciphertexts and keys over the same primes, of another field.
fn of_another_field<F: DftField>(on: &Setting<F>, rng: &mut ChaCha20Rng) -> Result<Vec<(&'static str, bool)>, FheError> {
    let parameters = on.bfv.parameters().clone();
    // A field whose messages fit the same primes; both have slots at this degree.
    let x = if F::NAME == P32::NAME {
        match Bfv::<Goldilocks>::new(parameters) {
            Ok(other) => other.encrypt_secret(&on.keys.secret, &other.zero(), rng)?,
            Err(FheError::SmallModulus { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    } else {
        let other = Bfv::<P32>::new(parameters)?;
        other.encrypt_secret(&on.keys.secret, &other.zero(), rng)?
    };
    debug_assert_eq!(x.parts()[0].degree(), DEGREE);
    Ok(vec![
        ("a ciphertext of another field, decrypted", on.bfv.decrypt(&on.keys.secret, &x).is_ok()),
        ("a ciphertext of another field, negated", on.bfv.neg_assign(&mut x.clone()).is_ok()),
        ("a ciphertext of another field as BGV", on.bgv.from_bfv(x).is_ok()),
    ])
}
