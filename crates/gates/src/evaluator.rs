//! Gates and tables on ciphertexts.

use crate::blind_rotation::{BlindRotation, Rotation};
use crate::gate::{BinaryGate, Gate, Sum};
use crate::key_switch::KeySwitch;
use crate::lwe::{Bit, EIGHTH, Integer, Lwe};
use crate::parameters::Order;
use crate::table::Table;
use crate::{EvaluationKey, GatesError, Parameters};
use papilio_fhe::rlwe::KeyId;
use rayon::prelude::*;

/// Rotations that go side by side through the key: more would drive each other out of a
/// second-level cache.
const SIDE_BY_SIDE: usize = 8;

/// An evaluation key, prepared.
pub struct Evaluator {
    parameters: Parameters,
    context: u64,
    id: KeyId,
    rotation: BlindRotation,
    key_switch: KeySwitch,
    /// The test polynomial of gates: an eighth everywhere.
    eighths: Vec<u32>,
}

impl Evaluator {
    /// Prepares a key, on the threads of the pool that it runs in.
    #[must_use]
    pub fn new(key: &EvaluationKey) -> Self {
        Self {
            parameters: key.parameters,
            context: key.parameters.digest(),
            id: key.id,
            rotation: BlindRotation::prepare(key),
            key_switch: KeySwitch::prepare(key),
            eighths: vec![EIGHTH; key.parameters.degree()],
        }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The identity of the secret.
    #[must_use]
    pub fn key_id(&self) -> KeyId {
        self.id
    }

    /// Refuses a bit of other parameters or under another key.
    pub(crate) fn check(&self, bit: &Bit) -> Result<(), GatesError> {
        bit.0.check(&self.parameters, self.id)
    }

    /// Name of the kernel of the transforms.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.rotation.kernel()
    }

    /// One gate of two bits.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn binary(&self, gate: BinaryGate, a: &Bit, b: &Bit) -> Result<Bit, GatesError> {
        self.one(Gate::Binary(gate, a, b))
    }

    /// `¬a`, without a rotation and without noise.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn not(&self, a: &Bit) -> Result<Bit, GatesError> {
        self.one(Gate::Not(a))
    }

    /// `a` where `select` is true, else `b`.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`].
    pub fn mux(&self, select: &Bit, a: &Bit, b: &Bit) -> Result<Bit, GatesError> {
        self.one(Gate::Mux(select, a, b))
    }

    fn one(&self, gate: Gate<'_>) -> Result<Bit, GatesError> {
        let mut bits = self.evaluate(&[gate])?;
        bits.pop().ok_or(GatesError::Canceled { done: 0, of: 1 })
    }

    /// A bit that everyone knows, without a mask: an input of gates like any other.
    #[must_use]
    pub fn constant(&self, bit: bool) -> Bit {
        let mut words = vec![0; self.parameters.dimension() + 1];
        if let Some(body) = words.last_mut() {
            *body = crate::lwe::of_bit(bit);
        }
        Bit(self.lwe(words))
    }

    /// Gates that do not depend on each other: up to eight rotations at a time share one pass
    /// through the key, on all threads of the pool that it runs in.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`]; nothing is evaluated then.
    pub fn evaluate(&self, gates: &[Gate<'_>]) -> Result<Vec<Bit>, GatesError> {
        for bit in gates.iter().flat_map(Gate::inputs) {
            bit.0.check(&self.parameters, self.id)?;
        }
        let sums: Vec<Sum<'_>> = gates.iter().flat_map(Gate::sums).collect();
        let inputs = sums.iter().map(|(constant, terms)| {
            let terms = terms.map(|(weight, bit)| (weight, &bit.0));
            Lwe::combination(*constant, &terms)
        });
        let mut rotated = self.rotate(inputs.collect(), &|_| &self.eighths).into_iter();
        let outputs = gates.iter().map(|gate| match gate {
            Gate::Not(a) => Lwe::combination(0, &[(-1, &a.0)]),
            Gate::Binary(..) => rotated.next().unwrap_or_default(),
            Gate::Mux(..) => {
                let (first, second) = (rotated.next().unwrap_or_default(), rotated.next().unwrap_or_default());
                either(first, &second)
            }
        });
        let outputs = self.finish(outputs.collect(), gates);
        Ok(outputs.into_iter().map(|words| Bit(self.lwe(words))).collect())
    }

    /// A table's value at each integer, on all threads of the pool that it runs in.
    ///
    /// # Errors
    /// [`GatesError::Parameters`]; [`GatesError::Key`];
    /// [`GatesError::Table`] for an integer of another space than the table.
    pub fn lookup(&self, table: &Table, integers: &[&Integer]) -> Result<Vec<Integer>, GatesError> {
        let expected = self.context;
        if table.context() != expected {
            return Err(GatesError::Parameters { what: "a table", found: table.context(), expected });
        }
        for integer in integers {
            integer.lwe.check(&self.parameters, self.id)?;
            if integer.size != table.size() {
                return Err(GatesError::Table { found: table.size() as usize, size: integer.size });
            }
        }
        let inputs = integers.iter().map(|integer| integer.lwe.words.clone()).collect();
        let rotated = self.switched_back(self.rotate(inputs, &|_| table.polynomial()));
        Ok(rotated.into_iter().map(|words| Integer { lwe: self.lwe(words), size: table.output_size() }).collect())
    }

    fn lwe(&self, words: Vec<u32>) -> Lwe {
        Lwe { words, context: self.context, key: self.id }
    }

    /// The extracted results of rotations, under the key of GLWE.
    fn rotate<'a>(&self, inputs: Vec<Vec<u32>>, test: &(dyn Fn(usize) -> &'a [u32] + Sync)) -> Vec<Vec<u32>> {
        let each = inputs.len().div_ceil(rayon::current_num_threads()).clamp(1, SIDE_BY_SIDE);
        let batches = inputs.par_chunks(each).enumerate().flat_map_iter(|(batch, inputs)| {
            let switched = match self.parameters.literal().order {
                Order::KeySwitchFirst => &self.key_switch.switch(inputs),
                Order::BlindRotationFirst => inputs,
            };
            let rotation =
                |(i, words): (usize, &Vec<u32>)| Rotation { exponents: self.exponents(words), test: test(batch * each + i) };
            let rotations: Vec<_> = switched.iter().enumerate().map(rotation).collect();
            self.rotation.rotate(&rotations)
        });
        batches.collect()
    }

    /// The nearest multiples of `1/2N` to a mask, and the greatest below a body, as their numbers:
    /// half a step above their phase is in the middle of where the phase was, as the middle of a
    /// window of the test polynomial is.
    fn exponents(&self, words: &[u32]) -> Vec<u16> {
        let below = u32::BITS - 1 - self.parameters.literal().log_degree;
        let (body, mask) = words.split_last().map_or((0, words), |(body, mask)| (*body, mask));
        let nearest = |&word: &u32| (word.wrapping_add(1 << (below - 1)) >> below) as u16;
        mask.iter().map(nearest).chain([(body >> below) as u16]).collect()
    }

    /// Ciphertexts as gates take them; those without a rotation are that already.
    fn finish(&self, outputs: Vec<Vec<u32>>, gates: &[Gate<'_>]) -> Vec<Vec<u32>> {
        let (free, rotated): (Vec<_>, Vec<_>) =
            outputs.into_iter().zip(gates).partition(|(_, gate)| matches!(gate, Gate::Not(_)));
        let rotated = self.switched_back(rotated.into_iter().map(|(words, _)| words).collect());
        let (mut free, mut rotated) = (free.into_iter().map(|(words, _)| words), rotated.into_iter());
        let next = |gate| if matches!(gate, &Gate::Not(_)) { free.next() } else { rotated.next() };
        gates.iter().map(next).map(Option::unwrap_or_default).collect()
    }

    /// Results of rotations under the key of ciphertexts.
    fn switched_back(&self, rotated: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        match self.parameters.literal().order {
            Order::KeySwitchFirst => rotated,
            Order::BlindRotationFirst => {
                let each = rotated.len().div_ceil(rayon::current_num_threads()).clamp(1, SIDE_BY_SIDE);
                rotated.par_chunks(each).flat_map_iter(|batch| self.key_switch.switch(batch)).collect()
            }
        }
    }
}

/// The sum of what two rotations give, one of which is false: an eighth for true, and minus an
/// eighth.
fn either(mut first: Vec<u32>, second: &[u32]) -> Vec<u32> {
    first.iter_mut().zip(second).for_each(|(x, y)| *x = x.wrapping_add(*y));
    if let Some(body) = first.last_mut() {
        *body = body.wrapping_add(EIGHTH);
    }
    first
}
