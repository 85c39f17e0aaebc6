//! Our side in residues.

use super::cases::{EXPONENT, Operation};
use super::messages::Messages;
use crate::calls::{Measured, made};
use crate::rng;
use papilio_fhe::Parameters;
use papilio_fhe::frontend::Candidate;
use papilio_fhe::rlwe::keyswitch::KeySwitchingKey;
use papilio_fhe::rlwe::{Ciphertext, FheError, GaloisKeys, RelinearizationKey, Rlwe, SecretKey, SecretSwitchingKey};
use papilio_ring::{Coefficient, Evaluation, Poly};
use std::error::Error;

/// Primes that a rescaling divides by.
const DROPPED: usize = 1;

/// A key, what it is used on, and the secret of the result.
#[derive(Debug)]
pub struct Residues {
    /// The scheme.
    pub rlwe: Rlwe,
    key: Key,
    secret: SecretKey,
    /// The ciphertexts.
    pub operands: Vec<Ciphertext<Evaluation>>,
    /// The messages, and the noise of the result.
    pub messages: Messages,
}

/// The key of an operation.
#[derive(Debug)]
enum Key {
    Switch(SecretSwitchingKey),
    Automorphism(GaloisKeys),
    /// With the divisor.
    Product(RelinearizationKey, u64),
}

impl Residues {
    /// A key with rows in blocks of so many primes, or in none, and ciphertexts.
    pub(super) fn new(
        parameters: Parameters,
        block: Option<usize>,
        (candidate, operation): (&Candidate, Operation),
    ) -> Result<Self, Box<dyn Error>> {
        let (rlwe, mut rng) = (Rlwe::approximate(parameters), rng(1));
        let [first, second] = [(); 2].map(|()| SecretKey::generate(&rlwe, &mut rng));
        let basis = rlwe.parameters().basis();
        let divisor = basis.modulus(basis.limbs() - 1).value();
        let messages = Messages::new(operation, candidate, basis.degree(), divisor);
        let operands = messages.operands(&mut rng);
        let encrypt = |operand: &Vec<i64>| rlwe.encrypt_message(&first, &message(&rlwe, operand), &mut rng);
        let operands = operands.iter().map(encrypt).collect::<Result<_, _>>()?;
        let key = match operation {
            Operation::KeySwitch => {
                Key::Switch(SecretSwitchingKey::generate(&rlwe, &first, &second, &mut rng)?.in_blocks(&rlwe, block)?)
            }
            Operation::Automorphism => {
                Key::Automorphism(GaloisKeys::generate(&rlwe, &first, [EXPONENT], &mut rng)?.in_blocks(&rlwe, block)?)
            }
            Operation::CkksProduct => {
                Key::Product(RelinearizationKey::generate(&rlwe, &first, &mut rng)?.in_blocks(&rlwe, block)?, divisor)
            }
        };
        let secret = if operation == Operation::KeySwitch { second } else { first };
        Ok(Self { rlwe, key, secret, operands, messages })
    }

    /// The kernel of transforms.
    pub(super) fn kernel(&self) -> &'static str {
        self.rlwe.parameters().basis().plans()[0].kernel().name()
    }

    /// Bytes of a key as it is sent.
    pub(super) fn key_bytes(&self) -> Option<usize> {
        self.rlwe.parameters().gadget().map(KeySwitchingKey::bytes_len)
    }

    fn call(&self) -> Result<Ciphertext<Evaluation>, FheError> {
        let Self { rlwe, key, operands, .. } = self;
        match key {
            Key::Switch(key) => rlwe.switch_secret(&operands[0], key),
            Key::Automorphism(keys) => rlwe.apply_automorphism(&operands[0], EXPONENT, keys),
            Key::Product(key, divisor) => {
                let ([a, b], bound) = ([&operands[0], &operands[1]], Messages::log2_bound(*divisor));
                let noise = rlwe.model().multiply_messages((a.noise(), bound), (b.noise(), bound));
                rlwe.relinearize_dropping(&rlwe.tensor(a, b, noise)?, key, DROPPED)
            }
        }
    }

    /// Times the operation.
    pub(super) fn measure(&self, samples: usize) -> Result<Measured, FheError> {
        made(
            samples,
            || self.call(),
            |result| {
                // One prime has room for message and noise.
                let q = self.rlwe.parameters().basis().modulus(0).value();
                let phase = self.rlwe.phase(&self.secret, &result, 1)?;
                let centered = |&x: &u64| if x > q / 2 { x as f64 - q as f64 } else { x as f64 };
                Ok(self.messages.are_in(phase.limb(0).iter().map(centered).collect()))
            },
        )
    }
}

/// A polynomial of integers in evaluation form.
fn message(rlwe: &Rlwe, integers: &[i64]) -> Poly<Evaluation> {
    let basis = rlwe.parameters().basis();
    let mut message = Poly::<Coefficient>::zero(basis, basis.limbs());
    for (limb, q) in message.limbs_mut().zip(basis.moduli(basis.limbs())) {
        let reduced = |x: i64| if x < 0 { q.neg(q.reduce(x.unsigned_abs())) } else { q.reduce(x.unsigned_abs()) };
        limb.iter_mut().zip(integers).for_each(|(to, &x)| *to = reduced(x));
    }
    message.into_evaluation(basis)
}
