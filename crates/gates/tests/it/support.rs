//! Keys and small sets of parameters.

use chacha20::ChaCha20Rng;
use papilio_gates::{Decomposition, EvaluationKey, Evaluator, Order, Parameters, ParametersLiteral, Precision, SecretKey};
use rand_core::{Rng, SeedableRng};

/// A set without security, whose gates take a fraction of a millisecond and do not fail.
pub(crate) const SMALL: ParametersLiteral = ParametersLiteral {
    lwe_dimension: 40,
    lwe_deviation: 1.0 / 65536.0,
    glwe_dimension: 2,
    log_degree: 7,
    glwe_deviation: 1.0 / (1 << 26) as f64,
    mask: Decomposition::new(3, 6),
    body: Decomposition::new(2, 6),
    key_switch: Decomposition::new(5, 2),
    order: Order::KeySwitchFirst,
    precision: Precision::Fixed,
    insecure: true,
};

pub(crate) fn parameters(literal: ParametersLiteral) -> Parameters {
    Parameters::new(literal).expect("parameters")
}

/// Keys of one party, and its generator.
pub(crate) struct Party {
    pub(crate) rng: ChaCha20Rng,
    pub(crate) secret: SecretKey,
    pub(crate) key: EvaluationKey,
    pub(crate) evaluator: Evaluator,
}

impl Party {
    pub(crate) fn new(parameters: &Parameters, seed: u8) -> Self {
        let mut rng = ChaCha20Rng::from_seed([seed; 32]);
        let secret = SecretKey::generate(parameters, &mut rng);
        let key = EvaluationKey::generate(&secret, &mut rng);
        let evaluator = Evaluator::new(&key);
        Self { rng, secret, key, evaluator }
    }

    pub(crate) fn small(seed: u8) -> Self {
        Self::new(&parameters(SMALL), seed)
    }

    pub(crate) fn bits(&mut self, count: usize) -> Vec<bool> {
        (0..count).map(|_| self.rng.next_u32() & 1 == 1).collect()
    }
}

/// The bits of a number, lowest first.
pub(crate) fn bits_of(number: u64, width: usize) -> Vec<bool> {
    (0..width).map(|i| number >> i & 1 == 1).collect()
}

/// The number of bits, lowest first.
pub(crate) fn number_of(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit))
}
