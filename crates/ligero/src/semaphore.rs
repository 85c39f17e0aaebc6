//! Semaphore v4's statement, ported to a small field: *I know a secret whose commitment is a leaf
//! of the tree with this root, and this is my nullifier in this scope.*
//!
//! The original derives the commitment on the Baby Jubjub curve, which lives over BN254 alone.
//! Here, with `H` the two-to-one [compression](Poseidon2::compress) of digests (8 elements of
//! `p32`, 4 of Goldilocks, 1 of BN254):
//!
//! * commitment `= H(secret, tag)`, the tag a constant digest;
//! * root: `levels` times `H(left, right)`, the node and its sibling in the order that the bit of
//!   the path says;
//! * nullifier `= H(scope, secret)`;
//! * the message is squared, so that a proof is bound to it.
//!
//! Wires: the constant, root and nullifier (public outputs), message and scope (public inputs),
//! secret, bits of the path and siblings (private inputs), then one per multiplication.

#[cfg(test)]
mod tests;

use crate::Poseidon2;
use crate::circuit::{Builder, Linear};
use crate::poseidon2::{Evaluator, WidthError, digest_len, residue};
use crate::r1cs::{R1cs, ShapeError};
use papilio_field::Field;

/// First element of the tag, before reduction: the bytes `identity`, big-endian. The other elements
/// are zero.
const IDENTITY_TAG: u64 = u64::from_be_bytes(*b"identity");

/// Why there is no circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SemaphoreError {
    /// A tree of an unsupported depth.
    #[error("a tree of {found} levels, expected 1 to {max}", max = MAX_LEVELS)]
    Levels {
        /// The depth asked for.
        found: usize,
    },
    /// A digest of the wrong length.
    #[error("{what} has {found} elements, a digest of the field has {expected}")]
    Digest {
        /// Which of the inputs.
        what: &'static str,
        /// Elements of a digest.
        expected: usize,
        /// Elements given.
        found: usize,
    },
    /// A position beyond the tree.
    #[error("leaf {index} of a tree of {levels} levels")]
    Index {
        /// The position asked for.
        index: u64,
        /// Levels of the tree.
        levels: usize,
    },
    /// No hash over this field.
    #[error(transparent)]
    Hash(#[from] WidthError),
    /// The circuit is inconsistent: a defect of this module.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// The deepest tree supported, as in the original.
pub const MAX_LEVELS: usize = 32;

/// The inputs of a member: digests of the field, and a leaf's position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs<F> {
    /// The member's secret.
    pub secret: Vec<F>,
    /// Position of the member's leaf: bit `i` says that the path comes from the right at level `i`.
    pub index: u64,
    /// Siblings on the path, the leaf's first.
    pub siblings: Vec<Vec<F>>,
    /// The member's message.
    pub message: Vec<F>,
    /// Where a member may say one thing.
    pub scope: Vec<F>,
}

impl<F: Field> Inputs<F> {
    /// Made-up inputs for tests and measurements: the secret is no secret.
    #[must_use]
    pub fn made_up(levels: usize, seed: u64) -> Self {
        let mut words = SplitMix(seed);
        let mut digest = || (0..digest_len::<F>()).map(|_| words.element()).collect::<Vec<F>>();
        let (secret, message, scope) = (digest(), digest(), digest());
        let siblings = (0..levels).map(|_| digest()).collect();
        let index = words.next() & ((1 << levels.min(MAX_LEVELS)) - 1);
        Self { secret, index, siblings, message, scope }
    }

    fn validate(&self) -> Result<(), SemaphoreError> {
        let levels = self.siblings.len();
        if !(1..=MAX_LEVELS).contains(&levels) {
            return Err(SemaphoreError::Levels { found: levels });
        }
        if self.index >> levels != 0 {
            return Err(SemaphoreError::Index { index: self.index, levels });
        }
        let named = [("the secret", &self.secret), ("the message", &self.message), ("the scope", &self.scope)];
        let siblings = self.siblings.iter().map(|sibling| ("a sibling", sibling));
        named.into_iter().chain(siblings).try_for_each(|(what, digest)| check_digest(what, digest))
    }

    fn bits(&self) -> impl Iterator<Item = bool> {
        (0..self.siblings.len()).map(|level| self.index >> level & 1 == 1)
    }

    /// Secret, bits, siblings: the private inputs of the circuit.
    fn private(&self) -> Vec<F> {
        let bits = self.bits().map(|bit| F::from_u64(bit.into()));
        self.secret.iter().copied().chain(bits).chain(self.siblings.concat()).collect()
    }
}

fn check_digest<F: Field>(what: &'static str, digest: &[F]) -> Result<(), SemaphoreError> {
    let (expected, found) = (digest_len::<F>(), digest.len());
    if found == expected { Ok(()) } else { Err(SemaphoreError::Digest { what, expected, found }) }
}

/// The outputs of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outputs<F> {
    /// The leaf; not an output of the circuit, which hides it.
    pub commitment: Vec<F>,
    /// The root of the tree.
    pub root: Vec<F>,
    /// The same for everything that the member says in the scope.
    pub nullifier: Vec<F>,
}

/// The statement over a field, with its hash.
#[derive(Clone, Debug)]
pub struct Semaphore<F> {
    hash: Poseidon2<F>,
}

impl<F: Field> Semaphore<F> {
    /// The statement over `F`.
    ///
    /// # Errors
    /// When `F` has no compression, which is true of none of the fields of `ntt`.
    pub fn new() -> Result<Self, SemaphoreError> {
        Ok(Self { hash: Poseidon2::compression()? })
    }

    /// The outputs, computed without a circuit.
    ///
    /// # Errors
    /// When the inputs are malformed.
    pub fn evaluate(&self, inputs: &Inputs<F>) -> Result<Outputs<F>, SemaphoreError> {
        inputs.validate()?;
        let commitment = self.hash.compress(&inputs.secret, &tag());
        let root = inputs.siblings.iter().zip(inputs.bits()).fold(commitment.clone(), |node, (sibling, from_right)| {
            if from_right { self.hash.compress(sibling, &node) } else { self.hash.compress(&node, sibling) }
        });
        let nullifier = self.hash.compress(&inputs.scope, &inputs.secret);
        Ok(Outputs { commitment, root, nullifier })
    }

    /// The constraint system and the witness of these inputs. The system depends on the number of
    /// siblings alone.
    ///
    /// # Errors
    /// When the inputs are malformed.
    pub fn circuit(&self, inputs: &Inputs<F>) -> Result<(R1cs<F>, Vec<F>), SemaphoreError> {
        inputs.validate()?;
        let (digest, levels) = (digest_len::<F>(), inputs.siblings.len());
        let public = [inputs.message.as_slice(), &inputs.scope].concat();
        let mut builder = Builder::new(2 * digest as u32, &public, &inputs.private());
        let (public, private) = (builder.public(), builder.private());
        let (message, scope) = public.split_at(digest);
        let (secret, path) = private.split_at(digest);
        let (bits, siblings) = path.split_at(levels);
        let root = self.root(&mut builder, secret, bits, siblings);
        let nullifier = self.hash.compress_with(&mut builder, scope, secret);
        bind(&mut builder, message);
        for (index, value) in (0..).zip(root.iter().chain(&nullifier)) {
            builder.set_output(index, value);
        }
        Ok(builder.finish()?)
    }

    /// From the secret up the path.
    fn root(
        &self,
        builder: &mut Builder<F>,
        secret: &[Linear<F>],
        bits: &[Linear<F>],
        siblings: &[Linear<F>],
    ) -> Vec<Linear<F>> {
        let tag: Vec<_> = tag().into_iter().map(Linear::constant).collect();
        let mut node = self.hash.compress_with(builder, secret, &tag);
        for (bit, sibling) in bits.iter().zip(siblings.chunks_exact(node.len())) {
            builder.assert_boolean(bit);
            // The left digest is made of new wires, and only it is fed forward: combinations do not
            // grow with the levels.
            let swapped = node.iter().zip(sibling).map(|(node, sibling)| builder.swap(bit, node, sibling));
            let (left, right): (Vec<_>, Vec<_>) = swapped.unzip();
            node = self.hash.compress_with(builder, &left, &right);
        }
        node
    }
}

/// A constraint on each element of the message; without one, a proof for one message would do for
/// another.
fn bind<F: Field>(builder: &mut Builder<F>, message: &[Linear<F>]) {
    for element in message {
        builder.multiply(element, element);
    }
}

fn tag<F: Field>() -> Vec<F> {
    let mut tag = vec![F::ZERO; digest_len::<F>()];
    tag[0] = F::from_u64(IDENTITY_TAG);
    tag
}

/// The circuit of a tree of `levels` levels with the witness of made-up inputs, the same for the
/// same seed.
///
/// # Errors
/// Unless `levels` is from 1 to [`MAX_LEVELS`].
pub fn generate<F: Field>(levels: u32, seed: u64) -> Result<(R1cs<F>, Vec<F>), SemaphoreError> {
    let levels = levels as usize;
    if levels > MAX_LEVELS {
        return Err(SemaphoreError::Levels { found: levels });
    }
    Semaphore::new()?.circuit(&Inputs::made_up(levels, seed))
}

/// SplitMix64 (Steele, Lea and Flood, 2014): reproducible, not secret.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn element<F: Field>(&mut self) -> F {
        residue(&[self.next(), self.next(), self.next(), self.next()])
    }
}
