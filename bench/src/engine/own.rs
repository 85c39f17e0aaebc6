//! A scheme of one shape: keys, ciphertexts, polynomials and a conversion, on the host.

use crate::rng;
use papilio_cuda::select::{Operation, Shape};
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, GaloisKeys, Plaintext, RelinearizationKey, SecretKey};
use papilio_fhe::rlwe::galois_element;
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::PlaintextModulus;
use papilio_ring::{BasisConverter, RnsBasis};
use rand_core::Rng;
use std::error::Error;

/// Bits of every prime: those that all kernels are fastest with.
const PRIME_BITS: u32 = 49;
/// The plaintext modulus, which has slots at all degrees.
const T: u64 = 65_537;

/// Operands of every operation, on the host.
#[derive(Debug)]
pub struct Own {
    pub(super) shape: Shape,
    pub(super) bfv: Bfv<u64>,
    pub(super) slots: BatchEncoder<u64>,
    pub(super) secret: SecretKey,
    pub(super) relinearization: RelinearizationKey,
    /// For rotations by 1 to [`Operation::HOISTED`] steps.
    pub(super) galois: GaloisKeys,
    /// Two messages, slot by slot.
    pub messages: [Vec<u64>; 2],
    pub(super) plaintext: Plaintext<u64>,
    pub(super) ciphertexts: [Ciphertext; 2],
    /// Residues of two polynomials.
    pub(super) polynomials: [Vec<u64>; 2],
    /// Numbers of one word, whose residues are `small`.
    pub numbers: Vec<u64>,
    pub(super) small: Vec<u64>,
    /// To other primes.
    pub(super) converter: BasisConverter,
}

impl Own {
    /// Keys and operands of a shape. It is as insecure as it likes.
    ///
    /// # Errors
    /// In words: a shape that has no parameters.
    pub fn new(shape: Shape) -> Result<Self, String> {
        let Shape { degree, limbs, special } = shape;
        let choose = |avoid: &[u64], count| RnsBasis::choose_moduli_apart(degree, &vec![PRIME_BITS; count], avoid);
        let mut moduli = choose(&[T], limbs + special).map_err(|e| e.to_string())?;
        let other = choose(&[&[T], &*moduli].concat(), limbs + 1).map_err(|e| e.to_string())?;
        let special = moduli.split_off(limbs);
        let log_degree = degree.ilog2();
        let literal = ParametersLiteral { log_degree, moduli, special, insecure: true, ..ParametersLiteral::default() };
        let parameters = Parameters::new(literal).map_err(|e| e.to_string())?;
        let other = RnsBasis::new(degree, &other).map_err(|e| e.to_string())?;
        Self::over(shape, parameters, &other).map_err(|e| e.to_string())
    }

    fn over(shape: Shape, parameters: Parameters, other: &RnsBasis) -> Result<Self, Box<dyn Error>> {
        let t = PlaintextModulus::new(T)?;
        let (bfv, mut random) = (Bfv::<u64>::with_modulus(parameters, t)?, rng(1));
        let (slots, secret) = (BatchEncoder::new(&bfv)?, SecretKey::generate(&bfv, &mut random));
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut random)?;
        let exponents = (1..=Operation::HOISTED as i64).map(|steps| galois_element(shape.degree, steps));
        let galois = GaloisKeys::generate(&bfv, &secret, exponents, &mut random)?;
        let messages = [2, 3].map(|seed| {
            let mut random = rng(seed);
            (0..shape.degree).map(|_| random.next_u64() % T).collect::<Vec<_>>()
        });
        let plaintexts = [slots.encode(&messages[0])?, slots.encode(&messages[1])?];
        let [first, second] = &plaintexts;
        let ciphertexts = [bfv.encrypt_secret(&secret, first, &mut random)?, bfv.encrypt_secret(&secret, second, &mut random)?];
        let basis = bfv.parameters().basis().clone();
        let primes = || basis.moduli(shape.limbs);
        let polynomials =
            [5, 6].map(|seed| primes().zip(seed..).flat_map(|(q, seed)| crate::residues(q, shape.degree, seed)).collect());
        let mut random = rng(7);
        // Numbers below half of any product of primes that is converted from.
        let bits = (PRIME_BITS * shape.limbs as u32 - 2).min(62);
        let numbers: Vec<u64> = (0..shape.degree).map(|_| random.next_u64() >> (64 - bits)).collect();
        let small = primes().flat_map(|q| numbers.iter().map(|&x| q.reduce(x))).collect();
        let [from, to] = [&basis, other].map(|basis| basis.moduli(basis.limbs()).copied().collect::<Vec<_>>());
        let converter = BasisConverter::extend(&from, &to);
        let [_, plaintext] = plaintexts;
        Ok(Self {
            shape,
            bfv,
            slots,
            secret,
            relinearization,
            galois,
            messages,
            plaintext,
            ciphertexts,
            polynomials,
            numbers,
            small,
            converter,
        })
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The primes of operands.
    pub(super) fn basis(&self) -> &RnsBasis {
        self.bfv.parameters().basis()
    }

    /// Messages, slot by slot.
    pub(super) fn joined(&self, f: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        let [x, y] = &self.messages;
        x.iter().zip(y).map(|(&x, &y)| f(x, y) % T).collect()
    }

    /// The first message, both rows some steps to the left.
    pub(super) fn turned(&self, steps: usize) -> Vec<u64> {
        let (mut turned, row) = (self.messages[0].clone(), self.shape.degree / 2);
        turned.chunks_mut(row).for_each(|row| row.rotate_left(steps));
        turned
    }

    /// Whether a ciphertext decrypts to these values.
    pub(super) fn opens<const PARTS: usize>(
        &self,
        ciphertext: &Ciphertext<papilio_ring::Coefficient, PARTS>,
        values: &[u64],
    ) -> bool {
        let open = self.bfv.decrypt(&self.secret, ciphertext).and_then(|open| self.slots.decode(&open.plaintext));
        open.is_ok_and(|found| found == values)
    }
}
