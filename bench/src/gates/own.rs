//! Our side of a set of parameters: keys, and gates that are checked.

use super::cases::{Operation, Set};
use crate::ntt::protocol::middle;
use crate::rng;
use chacha20::ChaCha20Rng;
use papilio_fhe::codec::Object;
use papilio_gates::{BinaryGate, Bit, EvaluationKey, Evaluator, Gate, GatesError, SecretKey};
use rand_core::Rng;
use std::time::Instant;

/// The keys of a set.
pub struct Own {
    rng: ChaCha20Rng,
    secret: SecretKey,
    pub(super) evaluator: Evaluator,
    pub(super) key_bytes: usize,
}

/// The median time of a gate, and whether every bit was right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The time.
    pub milliseconds: f64,
    /// Whether all bits were right.
    pub correct: bool,
}

impl Own {
    /// The keys of a set.
    #[must_use]
    pub fn new(set: &Set) -> Self {
        let (parameters, mut rng) = ((set.parameters)(), rng(1));
        let secret = SecretKey::generate(&parameters, &mut rng);
        let key = EvaluationKey::generate(&secret, &mut rng);
        let key_bytes = key.bytes_len(&parameters);
        Self { rng, evaluator: Evaluator::new(&key), secret, key_bytes }
    }

    /// Times gates of random bits, on the threads of the pool that this runs in.
    ///
    /// # Errors
    /// None for these keys.
    pub fn measure(&mut self, operation: &Operation, samples: usize) -> Result<Outcome, GatesError> {
        let (mut times, mut correct) = (Vec::new(), true);
        for _ in 0..samples.max(1) {
            let bits: Vec<[bool; 3]> = (0..operation.gates).map(|_| self.three_bits()).collect();
            let inputs: Vec<[Bit; 3]> =
                bits.iter().map(|bits| bits.map(|bit| self.secret.encrypt(bit, &mut self.rng))).collect();
            let gates: Vec<Gate<'_>> = inputs.iter().map(|bits| of(operation, bits)).collect();
            let start = Instant::now();
            let outputs = self.evaluator.evaluate(&gates)?;
            times.push(start.elapsed().as_secs_f64() * 1e3 / operation.gates as f64);
            for (output, [a, b, c]) in outputs.iter().zip(bits) {
                let expected = if operation.multiplexers { if a { b } else { c } } else { !(a & b) };
                correct &= self.secret.decrypt(output)? == expected;
            }
        }
        Ok(Outcome { milliseconds: middle(&mut times), correct })
    }

    fn three_bits(&mut self) -> [bool; 3] {
        core::array::from_fn(|_| self.rng.next_u32() & 1 == 1)
    }
}

fn of<'a>(operation: &Operation, [a, b, c]: &'a [Bit; 3]) -> Gate<'a> {
    if operation.multiplexers { Gate::Mux(a, b, c) } else { Gate::Binary(BinaryGate::Nand, a, b) }
}
