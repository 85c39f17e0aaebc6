//! Calls to time: a header, elements, and whether the call succeeds.

use super::super::super::elements;
use super::parameters::{Modulus, Parameters, Shape, big_endian, max_log};
use blake3::OutputReader;
use chacha20::ChaCha12Rng;
use num_bigint::BigUint;
use papilio_precompile::{Kind, Operation};
use rand_core::Rng;

/// A call, without the elements that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Case {
    pub(super) operation: Operation,
    pub(super) shape: Shape,
    pub(super) elements: Elements,
    pub(super) outcome: Outcome,
}

/// Elements of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Elements {
    Zero,
    /// `q − 1`.
    Greatest,
    Uniform,
    /// 0, 1 and `q − 1`, by chance.
    Ends,
    /// `(q − 1)/2` and `(q + 1)/2`, by chance: a sum of two is on either side of `q`.
    Halves,
}

/// The fault of a call, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    Success,
    /// The first element is `q`.
    FirstElement,
    /// The last element of the first vector is `q`.
    EndOfVector,
    /// The last element of all is `q`.
    LastElement,
    /// The root is another number.
    Root,
    /// The input is a byte longer.
    Length,
}

impl Elements {
    pub(super) const ALL: [Self; 5] = [Self::Uniform, Self::Zero, Self::Greatest, Self::Ends, Self::Halves];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Zero => "zeros",
            Self::Greatest => "q - 1",
            Self::Uniform => "uniform",
            Self::Ends => "0, 1 and q - 1",
            Self::Halves => "(q - 1)/2 and (q + 1)/2",
        }
    }
}

impl Outcome {
    pub(super) const ALL: [Self; 6] =
        [Self::Success, Self::LastElement, Self::FirstElement, Self::EndOfVector, Self::Root, Self::Length];
}

/// Most inputs that take turns, so that a processor cannot learn the jumps of one.
const TURNS: usize = 24;
/// Most bytes of inputs that take turns.
const TURNS_BYTES: usize = 1 << 22;

impl Case {
    /// Every operation of every form, kind and width at the least, a middle and the greatest
    /// length: sound, and with a bad last element.
    pub(super) fn first() -> Vec<Self> {
        let mut cases = Vec::new();
        let kinds = [None].into_iter().chain(Kind::ALL.map(Some));
        for (kind, width) in kinds.flat_map(|kind| [2, 4, 8, 16, 32].map(|width| (kind, width))) {
            for log in [1, 8, max_log(width)] {
                let shape = Shape { kind, width, log, modulus: Modulus::Greatest };
                let calls = |operation, outcome| Self { operation, shape, elements: Elements::Uniform, outcome };
                cases.extend(Operation::ALL.map(|operation| calls(operation, Outcome::Success)));
                cases.extend(Operation::ALL.map(|operation| calls(operation, Outcome::LastElement)));
            }
        }
        cases
    }

    /// Any case.
    pub(super) fn random(rng: &mut ChaCha12Rng) -> Self {
        let kind =
            choice(rng, &[None, Some(Kind::Negacyclic), Some(Kind::Cyclic), Some(Kind::Incomplete), Some(Kind::Complex)]);
        let width = choice(rng, if kind.is_none() { &[2, 4, 8] } else { &[2, 4, 8, 16, 32] });
        let log = 1 + (rng.next_u32() % max_log(width));
        let shape = Shape { kind, width, log, modulus: modulus(rng) };
        let [operation, elements, outcome] = [(); 3].map(|()| rng.next_u32() as usize);
        Self {
            operation: Operation::ALL[operation % 4],
            shape,
            elements: Elements::ALL[elements % Elements::ALL.len()],
            // Half of them succeed.
            outcome: if outcome % 2 == 0 { Outcome::Success } else { Outcome::ALL[outcome / 2 % Outcome::ALL.len()] },
        }
    }

    /// A case that differs in one respect.
    pub(super) fn neighbor(mut self, rng: &mut ChaCha12Rng) -> Self {
        let other = Self::random(rng);
        match rng.next_u32() % 6 {
            0 => self.operation = other.operation,
            1 => self.elements = other.elements,
            2 => self.outcome = other.outcome,
            3 => self.shape.modulus = other.shape.modulus,
            4 => self.shape.log = 1 + other.shape.log % max_log(self.shape.width),
            _ => self.shape.log = (self.shape.log + 1).min(max_log(self.shape.width)),
        }
        self
    }

    /// Inputs of the case; none where there is no modulus, or where nothing can be wrong in this
    /// way.
    pub(super) fn inputs(&self, seed: u64) -> Vec<Vec<u8>> {
        let Some(parameters) = self.shape.parameters() else { return Vec::new() };
        let Some(header) = self.header(&parameters) else { return Vec::new() };
        let count = self.operation.vectors() << self.shape.log;
        let length = header.len() + count * self.shape.width;
        let turns = match self.elements {
            Elements::Zero | Elements::Greatest => 1,
            _ => (TURNS_BYTES / length).clamp(2, TURNS),
        };
        let mut stream = blake3::Hasher::new().update(&seed.to_le_bytes()).finalize_xof();
        let body = |_| {
            let mut elements = self.elements(&parameters.q, count, &mut stream);
            let bad = match self.outcome {
                Outcome::FirstElement => Some(0),
                Outcome::EndOfVector => Some(count / self.operation.vectors() - 1),
                Outcome::LastElement => Some(count - 1),
                _ => None,
            };
            if let Some(place) = bad {
                elements[place * self.shape.width..][..self.shape.width]
                    .copy_from_slice(&big_endian(&parameters.q, self.shape.width));
            }
            let more = usize::from(self.outcome == Outcome::Length);
            [&header[..], &elements, &vec![0; more]].concat()
        };
        (0..turns).map(body).collect()
    }

    /// The header, with what is wrong in it.
    fn header(&self, parameters: &Parameters) -> Option<Vec<u8>> {
        let mut header = parameters.header.clone();
        if self.outcome == Outcome::Root {
            // Zero is no root.
            let root = 4 + self.shape.width;
            self.shape.kind.filter(|_| header.len() > root)?;
            header[root..].fill(0);
        }
        // No multiple of the modulus fits where it has all the bits of a width.
        let has_room = parameters.q.bits() <= 8 * self.shape.width as u64;
        has_room.then_some(header)
    }

    fn elements(&self, q: &BigUint, count: usize, stream: &mut OutputReader) -> Vec<u8> {
        let width = self.shape.width;
        let [zero, one, greatest] = [BigUint::ZERO, BigUint::from(1u32), q - 1u32].map(|x| big_endian(&x, width));
        let [less, more] = [(q - 1u32) / 2u32, (q + 1u32) / 2u32].map(|x| big_endian(&x, width));
        let mut any = |choices: &[&[u8]]| {
            let mut bytes = vec![0; count];
            stream.fill(&mut bytes);
            bytes.iter().map(|&byte| choices[usize::from(byte) % choices.len()]).collect::<Vec<_>>().concat()
        };
        match self.elements {
            Elements::Zero => vec![0; count * width],
            Elements::Greatest => greatest.repeat(count),
            Elements::Ends => any(&[&zero, &one, &greatest]),
            Elements::Halves => any(&[&less, &more]),
            Elements::Uniform => elements::uniform(&greatest, count, stream),
        }
    }
}

fn choice<T: Copy>(rng: &mut ChaCha12Rng, choices: &[T]) -> T {
    choices[rng.next_u32() as usize % choices.len()]
}

fn modulus(rng: &mut ChaCha12Rng) -> Modulus {
    match rng.next_u32() % 7 {
        0 => Modulus::Least,
        1 => Modulus::Greatest,
        2 => Modulus::Narrow,
        3 => Modulus::Squares,
        4 => Modulus::Composite,
        _ => Modulus::Random(rng.next_u64()),
    }
}
