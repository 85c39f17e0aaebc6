//! The operations, timed and checked.

use super::coder::{Decryptor, Encryptor};
use super::keys::Generator;
use super::seal::Seal;
use super::shared::{Library, Measured, Operation, Set, median, once};
use super::text::{Ciphertext, Plaintext};
use crate::object::Error;
use crate::scheme;

impl Library for Seal {
    /// HEXL's version is that of the package `sealy`, which SEAL does not tell.
    fn name() -> String {
        format!("SEAL {}, HEXL 1.2.3", scheme::version())
    }

    fn new(set: &Set) -> Result<Self, String> {
        Self::create(set).map_err(|e| e.to_string())
    }

    fn measure(&mut self, operation: Operation, samples: usize) -> Result<Measured, String> {
        self.run(operation, samples).map_err(|e| e.to_string())
    }
}

impl Seal {
    fn run(&self, operation: Operation, samples: usize) -> Result<Measured, Error> {
        match operation {
            Operation::SecretKey => self.secret_key(samples),
            Operation::PublicKey => self.public_key(samples),
            Operation::RelinearizationKey => self.relinearization_key(samples),
            Operation::GaloisKeys => self.galois_keys(),
            Operation::Encode => self.encode(samples),
            Operation::Decode => self.decode_timed(samples),
            Operation::Encrypt => self.encrypt(samples),
            Operation::EncryptSeeded => self.encrypt_seeded(samples),
            Operation::Decrypt => self.decrypt_timed(samples),
            _ => self.evaluate(operation, samples),
        }
    }

    /// Measures an operation from a ciphertext to a ciphertext.
    fn evaluate(&self, operation: Operation, samples: usize) -> Result<Measured, Error> {
        let (evaluator, [a, b], [x, y]) = (&self.evaluator, &self.ciphertexts, &self.messages);
        let clear = &self.clear;
        match operation {
            Operation::Add => self.timed(samples, &clear.add(x, y), |out| evaluator.add(a, b, out)),
            Operation::Negate => self.timed(samples, &clear.negate(x), |out| evaluator.negate(a, out)),
            Operation::AddPlain => {
                self.timed(samples, &clear.add(x, y), |out| evaluator.add_plain(a, &self.plaintexts[1], out))
            }
            Operation::Multiply => self.timed(samples, &clear.multiply(x, y), |out| evaluator.multiply(a, b, out)),
            Operation::Square => self.timed(samples, &clear.multiply(x, x), |out| evaluator.square(a, out)),
            Operation::MultiplyPlain => self.multiply_plain(samples),
            Operation::ToEvaluation => self.to_first(samples, |out| evaluator.to_evaluation(a, out)),
            Operation::ToCoefficient => {
                let a = self.evaluation()?;
                self.to_first(samples, |out| evaluator.to_coefficient(&a, out))
            }
            Operation::SwitchDown => self.to_first(samples, |out| evaluator.switch_down(a, out)),
            _ => self.switch_key(operation, samples),
        }
    }

    /// Measures an operation that needs a key.
    fn switch_key(&self, operation: Operation, samples: usize) -> Result<Measured, Error> {
        let (evaluator, a, [x, y]) = (&self.evaluator, &self.ciphertexts[0], &self.messages);
        match operation {
            Operation::RotateRows => {
                let key = self.rows()?;
                self.timed(samples, &self.clear.rotate_rows(x), |out| evaluator.rotate_rows(a, key, out))
            }
            Operation::RotateColumns => {
                let key = self.columns()?;
                self.timed(samples, &self.clear.rotate_columns(x), |out| evaluator.rotate_columns(a, key, out))
            }
            _ => {
                let (key, product) = (self.relinearization()?, self.product()?);
                self.timed(samples, &self.clear.multiply(x, y), |out| evaluator.relinearize(&product, key, out))
            }
        }
    }

    /// Times a call and decrypts what it left.
    fn timed(
        &self,
        samples: usize,
        expected: &[u64],
        call: impl Fn(&mut Ciphertext) -> Result<(), Error>,
    ) -> Result<Measured, Error> {
        let mut out = Ciphertext::new()?;
        let milliseconds = median(samples, &mut out, |_| Ok(()), |out| call(out))?;
        Ok(Measured::new(milliseconds, self.decrypt(&out)? == expected))
    }

    /// Times a call that leaves the first message as it is.
    fn to_first(&self, samples: usize, call: impl Fn(&mut Ciphertext) -> Result<(), Error>) -> Result<Measured, Error> {
        self.timed(samples, &self.messages[0], call)
    }

    /// A key generator is made of nothing but a new secret key.
    fn secret_key(&self, samples: usize) -> Result<Measured, Error> {
        let mut made = None;
        let milliseconds = median(samples, &mut made, cleared, |made| fill(made, Generator::new(&self.context)))?;
        let correct = made.is_some_and(|generator| self.agrees(&generator).unwrap_or(false));
        Ok(Measured::new(milliseconds, correct))
    }

    /// Whether a message comes back that is encrypted and decrypted with another secret key.
    fn agrees(&self, generator: &Generator) -> Result<bool, Error> {
        let (secret, mut cipher, mut plain) = (generator.secret()?, Ciphertext::new()?, Plaintext::new()?);
        let encryptor = Encryptor::new(&self.context, &generator.public()?, &secret)?;
        encryptor.encrypt(&self.plaintexts[0], &mut cipher)?;
        Decryptor::new(&self.context, &secret)?.decrypt(&cipher, &mut plain)?;
        Ok(self.decode(&plain)? == self.messages[0])
    }

    fn public_key(&self, samples: usize) -> Result<Measured, Error> {
        let (mut made, mut cipher) = (None, Ciphertext::new()?);
        let milliseconds = median(samples, &mut made, cleared, |made| fill(made, self.generator.public()))?;
        if let Some(key) = made {
            Encryptor::new(&self.context, &key, &self.generator.secret()?)?.encrypt(&self.plaintexts[0], &mut cipher)?;
        }
        Ok(Measured::new(milliseconds, self.decrypt(&cipher)? == self.messages[0]))
    }

    fn relinearization_key(&self, samples: usize) -> Result<Measured, Error> {
        let (mut made, mut out, [x, y]) = (None, Ciphertext::new()?, &self.messages);
        let milliseconds = median(samples, &mut made, cleared, |made| fill(made, self.generator.relinearization()))?;
        if let Some(key) = made {
            self.evaluator.relinearize(&self.product()?, &key, &mut out)?;
        }
        Ok(Measured::new(milliseconds, self.decrypt(&out)? == self.clear.multiply(x, y)))
    }

    fn galois_keys(&self) -> Result<Measured, Error> {
        let (mut made, mut rows, mut columns) = (None, Ciphertext::new()?, Ciphertext::new()?);
        let milliseconds = once(&mut made, |made| fill(made, self.generator.all_rotations()))?;
        if let Some(keys) = made {
            self.evaluator.rotate_rows(&self.ciphertexts[0], &keys, &mut rows)?;
            self.evaluator.rotate_columns(&rows, &keys, &mut columns)?;
        }
        let expected = self.clear.rotate_columns(&self.clear.rotate_rows(&self.messages[0]));
        Ok(Measured::new(milliseconds, self.decrypt(&columns)? == expected))
    }

    fn encode(&self, samples: usize) -> Result<Measured, Error> {
        let (mut plain, message) = (Plaintext::new()?, &self.messages[0]);
        let milliseconds = median(samples, &mut plain, |_| Ok(()), |plain| self.encoder.encode(message, plain))?;
        Ok(Measured::new(milliseconds, self.decode(&plain)? == *message))
    }

    fn decode_timed(&self, samples: usize) -> Result<Measured, Error> {
        let mut values = vec![0; self.messages[0].len()];
        let call = |values: &mut Vec<u64>| self.encoder.decode(&self.plaintexts[0], values);
        let milliseconds = median(samples, &mut values, |_| Ok(()), call)?;
        Ok(Measured::new(milliseconds, values == self.messages[0]))
    }

    fn encrypt(&self, samples: usize) -> Result<Measured, Error> {
        let measured = self.to_first(samples, |out| self.encryptor.encrypt(&self.plaintexts[0], out))?;
        Ok(measured.noted("the special prime takes part and is divided out"))
    }

    /// A seeded ciphertext cannot be used before it is sent.
    fn encrypt_seeded(&self, samples: usize) -> Result<Measured, Error> {
        let (mut out, plain) = (Ciphertext::new()?, &self.plaintexts[0]);
        let milliseconds = median(samples, &mut out, |_| Ok(()), |out| self.encryptor.encrypt_seeded(plain, out))?;
        Ok(Measured::new(milliseconds, self.decrypt(&out.sent(&self.context)?)? == self.messages[0]))
    }

    fn decrypt_timed(&self, samples: usize) -> Result<Measured, Error> {
        let (mut plain, cipher) = (Plaintext::new()?, &self.ciphertexts[0]);
        let milliseconds = median(samples, &mut plain, |_| Ok(()), |plain| self.decryptor.decrypt(cipher, plain))?;
        Ok(Measured::new(milliseconds, self.decode(&plain)? == self.messages[0]))
    }

    fn multiply_plain(&self, samples: usize) -> Result<Measured, Error> {
        let (cipher, mut plain, [x, y]) = (self.evaluation()?, Plaintext::new()?, &self.messages);
        self.evaluator.plain_to_evaluation(&self.plaintexts[1], &self.context.first_level()?, &mut plain)?;
        self.timed(samples, &self.clear.multiply(x, y), |out| self.evaluator.multiply_plain(&cipher, &plain, out))
    }

    /// The first ciphertext in NTT form.
    fn evaluation(&self) -> Result<Ciphertext, Error> {
        let mut out = Ciphertext::new()?;
        self.evaluator.to_evaluation(&self.ciphertexts[0], &mut out)?;
        Ok(out)
    }

    /// The product of the ciphertexts, of three polynomials.
    fn product(&self) -> Result<Ciphertext, Error> {
        let ([a, b], mut out) = (&self.ciphertexts, Ciphertext::new()?);
        self.evaluator.multiply(a, b, &mut out)?;
        Ok(out)
    }
}

/// Frees what the last call made.
fn cleared<K>(made: &mut Option<K>) -> Result<(), Error> {
    *made = None;
    Ok(())
}

/// Keeps what a call made.
fn fill<K>(place: &mut Option<K>, made: Result<K, Error>) -> Result<(), Error> {
    *place = Some(made?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::shared::every_operation_is_correct;
    use super::Seal;

    #[test]
    fn operations() {
        every_operation_is_correct::<Seal>();
    }
}
