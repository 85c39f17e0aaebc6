//! The operations, timed and checked.

use crate::keys;
use crate::library::{FheRs, decode, encoding, transform};
use crate::shared::{Library, Measured, Operation, Set, median, once};
use fhe::bfv::{Ciphertext, Encoding, Plaintext, PublicKey, SecretKey};
use fhe::{Error, Result};
use fhe_math::rq::Representation;
use fhe_traits::{FheDecoder, FheDecrypter, FheEncoder, FheEncrypter};
use rand::rng;

/// Note on results that the library allocates.
const NEW: &str = "into a new ciphertext";
/// Note on operations that write over their first operand.
const IN_PLACE: &str = "in place";
/// Note on operations whose work is two transforms.
const KEPT: &str = "ciphertexts are kept in evaluation form";

impl Library for FheRs {
    fn name() -> String {
        "fhe.rs 0.1.1, tfhe-ntt 0.6.1".into()
    }

    fn new(set: &Set) -> std::result::Result<Self, String> {
        Self::create(set).map_err(|e| e.to_string())
    }

    fn measure(&mut self, operation: Operation, samples: usize) -> std::result::Result<Measured, String> {
        self.run(operation, samples).map_err(|e| e.to_string())
    }
}

impl FheRs {
    fn run(&self, operation: Operation, samples: usize) -> Result<Measured> {
        match operation {
            Operation::SecretKey => self.secret_key(samples),
            Operation::PublicKey => self.public_key(samples),
            Operation::RelinearizationKey => self.relinearization_key(samples),
            Operation::GaloisKeys => self.galois_keys(),
            Operation::Encode => self.encode(samples),
            Operation::Decode => self.decode(samples),
            Operation::Encrypt => self.encrypt(samples),
            Operation::EncryptSeeded => self.encrypt_seeded(samples),
            Operation::Decrypt => self.decrypt_timed(samples),
            _ => self.evaluate(operation, samples),
        }
    }

    /// Measures an operation from a ciphertext to a ciphertext.
    fn evaluate(&self, operation: Operation, samples: usize) -> Result<Measured> {
        let ([a, b], [x, y], plain) = (&self.ciphertexts, &self.messages, &self.plaintexts[1]);
        let clear = &self.clear;
        match operation {
            Operation::Add => self.in_place(samples, &clear.add(x, y), a, |a| {
                *a += b;
                Ok(())
            }),
            Operation::AddPlain => self.in_place(samples, &clear.add(x, y), a, |a| {
                *a += plain;
                Ok(())
            }),
            Operation::MultiplyPlain => self.in_place(samples, &clear.multiply(x, y), a, |a| {
                *a *= plain;
                Ok(())
            }),
            Operation::SwitchDown => Ok(self.in_place(samples, x, a, Ciphertext::switch_down)?.noted(KEPT)),
            Operation::ToEvaluation => self.transform(samples, Representation::PowerBasis, Representation::Ntt),
            Operation::ToCoefficient => self.transform(samples, Representation::Ntt, Representation::PowerBasis),
            Operation::Negate => self.made(samples, &clear.negate(x), || Ok(-a)),
            Operation::Multiply => Ok(self.made(samples, &clear.multiply(x, y), || Ok(a * b))?.noted(KEPT)),
            Operation::Square => Ok(self.made(samples, &clear.multiply(x, x), || Ok(a * a))?.noted(KEPT)),
            _ => self.switch_key(operation, samples),
        }
    }

    /// Measures an operation that needs a key.
    fn switch_key(&self, operation: Operation, samples: usize) -> Result<Measured> {
        let ([a, b], [x, y]) = (&self.ciphertexts, &self.messages);
        match operation {
            Operation::RotateRows => {
                let key = self.rows()?;
                self.made(samples, &self.clear.rotate_rows(x), || key.rotates_columns_by(a, 1))
            }
            Operation::RotateColumns => {
                let key = self.columns()?;
                self.made(samples, &self.clear.rotate_columns(x), || key.rotates_rows(a))
            }
            _ => {
                let key = self.relinearization()?;
                self.in_place(samples, &self.clear.multiply(x, y), &(a * b), |product| key.relinearizes(product))
            }
        }
    }

    /// Times what writes over its operand, each time on the same ciphertext, and decrypts the last
    /// result.
    fn in_place(
        &self,
        samples: usize,
        expected: &[u64],
        operand: &Ciphertext,
        call: impl Fn(&mut Ciphertext) -> Result<()>,
    ) -> Result<Measured> {
        let mut work = operand.clone();
        let restore = |work: &mut Ciphertext| {
            work.clone_from(operand);
            Ok(())
        };
        let milliseconds = median(samples, &mut work, restore, |work| call(work))?;
        Ok(Measured::new(milliseconds, self.decrypt(&work)? == expected).noted(IN_PLACE))
    }

    /// Times what makes a ciphertext, and decrypts the last.
    fn made(&self, samples: usize, expected: &[u64], call: impl Fn() -> Result<Ciphertext>) -> Result<Measured> {
        let (milliseconds, made) = made(samples, call)?;
        Ok(Measured::new(milliseconds, self.decrypt(&made)? == expected).noted(NEW))
    }

    fn transform(&self, samples: usize, from: Representation, to: Representation) -> Result<Measured> {
        let mut operand = self.ciphertexts[0].clone();
        transform(&mut operand, from);
        self.in_place(samples, &self.messages[0], &operand, |work| {
            transform(work, to);
            Ok(())
        })
    }

    fn secret_key(&self, samples: usize) -> Result<Measured> {
        let (milliseconds, key) = made(samples, || Ok(SecretKey::random(&self.parameters, &mut rng())))?;
        let cipher = key.try_encrypt(&self.plaintexts[0], &mut rng())?;
        Ok(Measured::new(milliseconds, decode(&key.try_decrypt(&cipher)?)? == self.messages[0])
            .noted("coefficients of variance 10, no transform"))
    }

    /// Measures the public key of the parameters without a special prime: a key that has that prime
    /// is brought down in each encryption.
    fn public_key(&self, samples: usize) -> Result<Measured> {
        let secret = self.plain_secret();
        let (milliseconds, key) = made(samples, || Ok(PublicKey::new(&secret, &mut rng())))?;
        let cipher = key.try_encrypt(&self.plain_encoded()?, &mut rng())?;
        Ok(Measured::new(milliseconds, decode(&secret.try_decrypt(&cipher)?)? == self.messages[0]).noted("no special prime"))
    }

    fn relinearization_key(&self, samples: usize) -> Result<Measured> {
        let (milliseconds, key) = made(samples, || keys::relinearization(&self.secret))?;
        let ([a, b], [x, y]) = (&self.ciphertexts, &self.messages);
        let mut product = a * b;
        key.relinearizes(&mut product)?;
        Ok(Measured::new(milliseconds, self.decrypt(&product)? == self.clear.multiply(x, y)))
    }

    fn galois_keys(&self) -> Result<Measured> {
        let degree = self.messages[0].len();
        let mut made = None;
        let milliseconds = once(&mut made, |made| fill(made, || keys::all_rotations(&self.secret, degree)))?;
        let key = made.ok_or_else(nothing)?;
        let rotated = key.rotates_rows(&key.rotates_columns_by(&self.ciphertexts[0], 1)?)?;
        let expected = self.clear.rotate_columns(&self.clear.rotate_rows(&self.messages[0]));
        Ok(Measured::new(milliseconds, self.decrypt(&rotated)? == expected))
    }

    fn encode(&self, samples: usize) -> Result<Measured> {
        let (milliseconds, plain) = made(samples, || Plaintext::try_encode(&self.messages[0], encoding(), &self.parameters))?;
        Ok(Measured::new(milliseconds, decode(&plain)? == self.messages[0])
            .noted("to evaluation form modulo the primes as well"))
    }

    fn decode(&self, samples: usize) -> Result<Measured> {
        let (milliseconds, values) = made(samples, || Vec::<u64>::try_decode(&self.plaintexts[0], encoding()))?;
        Ok(Measured::new(milliseconds, values == self.messages[0]))
    }

    fn encrypt(&self, samples: usize) -> Result<Measured> {
        let secret = self.plain_secret();
        let (key, plain) = (PublicKey::new(&secret, &mut rng()), self.plain_encoded()?);
        let (milliseconds, cipher) = made(samples, || key.try_encrypt(&plain, &mut rng()))?;
        Ok(Measured::new(milliseconds, decode(&secret.try_decrypt(&cipher)?)? == self.messages[0]).noted("no special prime"))
    }

    fn encrypt_seeded(&self, samples: usize) -> Result<Measured> {
        self.made(samples, &self.messages[0], || self.secret.try_encrypt(&self.plaintexts[0], &mut rng()))
    }

    fn decrypt_timed(&self, samples: usize) -> Result<Measured> {
        let (milliseconds, plain) = made(samples, || self.secret.try_decrypt(&self.ciphertexts[0]))?;
        Ok(Measured::new(milliseconds, decode(&plain)? == self.messages[0])
            .noted("the secret key and the plaintext are transformed as well"))
    }

    /// A secret key of the parameters without a special prime.
    fn plain_secret(&self) -> SecretKey {
        SecretKey::random(&self.plain_parameters, &mut rng())
    }

    /// The first message for those.
    fn plain_encoded(&self) -> Result<Plaintext> {
        Plaintext::try_encode(&self.messages[0], Encoding::simd(), &self.plain_parameters)
    }
}

/// Times what makes something, with what it made last.
fn made<K>(samples: usize, make: impl Fn() -> Result<K>) -> Result<(f64, K)> {
    let mut made = None;
    let milliseconds = median(samples, &mut made, forget, |made| fill(made, &make))?;
    Ok((milliseconds, made.ok_or_else(nothing)?))
}

/// Frees what the last call made.
fn forget<K>(made: &mut Option<K>) -> Result<()> {
    *made = None;
    Ok(())
}

/// Keeps what a call makes.
fn fill<K>(place: &mut Option<K>, make: impl FnOnce() -> Result<K>) -> Result<()> {
    *place = Some(make()?);
    Ok(())
}

fn nothing() -> Error {
    Error::DefaultError("nothing was made".into())
}

#[cfg(test)]
mod tests {
    use super::FheRs;
    use crate::shared::every_operation_is_correct;

    #[test]
    fn operations() {
        every_operation_is_correct::<FheRs>();
    }
}
