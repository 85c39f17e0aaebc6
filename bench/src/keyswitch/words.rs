//! Our side in words.

use super::cases::{EXPONENT, Operation, RESCALED_BITS};
use super::messages::Messages;
use crate::calls::{Measured, made};
use crate::rng;
use papilio_fhe::bivariate::{
    Bivariate, BivariateError, Ciphertext, Factors, HalfExternalKey, ProductTables, SecretKey, TorusPoly,
};
use papilio_fhe::frontend::Candidate;

/// The divisor of products.
const DIVISOR: u64 = 1 << RESCALED_BITS;

/// A key, what it is used on, and the secret of the result.
#[derive(Debug)]
pub struct Words {
    /// The scheme.
    pub scheme: Bivariate,
    key: HalfExternalKey,
    operation: Operation,
    /// None but for products.
    tables: Option<ProductTables>,
    secret: SecretKey,
    /// The ciphertexts.
    pub operands: Vec<Ciphertext>,
    /// The messages, and the noise of the result.
    pub messages: Messages,
}

impl Words {
    /// A key and ciphertexts.
    pub(super) fn new(scheme: Bivariate, (candidate, operation): (&Candidate, Operation)) -> Result<Self, BivariateError> {
        let mut rng = rng(1);
        let [first, second] = [(); 2].map(|()| SecretKey::generate(&scheme, &mut rng));
        let messages = Messages::new(operation, candidate, scheme.degree(), DIVISOR);
        let operands = messages.operands(&mut rng);
        let encrypt = |operand: Vec<i64>| {
            let mut message = TorusPoly::zero(scheme.degree(), scheme.max_bits());
            message.add_integers(operand.into_iter(), scheme.max_bits());
            scheme.encrypt(&first, &message, &mut rng)
        };
        let operands = operands.into_iter().map(encrypt).collect::<Result<_, _>>()?;
        let (key, tables) = match operation {
            Operation::KeySwitch => (HalfExternalKey::for_switch(&scheme, &first, &second, &mut rng)?, None),
            Operation::Automorphism => (HalfExternalKey::for_automorphism(&scheme, &first, EXPONENT, &mut rng)?, None),
            Operation::CkksProduct => {
                (HalfExternalKey::for_relinearization(&scheme, &first, &mut rng)?, Some(ProductTables::new(&scheme)?))
            }
        };
        let secret = if operation == Operation::KeySwitch { second } else { first };
        Ok(Self { scheme, key, operation, tables, secret, operands, messages })
    }

    /// The kernel of transforms.
    pub(super) fn kernel(&self) -> &'static str {
        self.scheme.transforms().basis().plans()[0].kernel().name()
    }

    /// Bytes of a key as it is sent.
    pub(super) fn key_bytes(&self) -> usize {
        self.scheme.seeded_bytes()
    }

    fn call(&self) -> Result<Ciphertext, BivariateError> {
        let Self { scheme, key, operands, .. } = self;
        match (&self.tables, self.operation) {
            (Some(tables), _) => {
                let square = Messages::log2_squares(DIVISOR) - 2.0 * f64::from(scheme.max_bits());
                let factors = Factors { log2_squares: [square; 2], independent: true };
                let bits = scheme.max_bits() - RESCALED_BITS;
                tables.multiply_rescale(scheme, (&operands[0], &operands[1]), key, bits, &factors)
            }
            (None, Operation::Automorphism) => scheme.apply_automorphism(&operands[0], EXPONENT, key),
            (None, _) => scheme.switch_secret(&operands[0], key),
        }
    }

    /// Times the operation.
    pub(super) fn measure(&self, samples: usize) -> Result<Measured, BivariateError> {
        made(
            samples,
            || self.call(),
            |result| {
                let phase = self.scheme.phase(&self.secret, &result)?;
                Ok(self.messages.are_in(phase.to_numbers(result.bits())))
            },
        )
    }
}
