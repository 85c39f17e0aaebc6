//! A scheme, and its secrets: keys, messages and a generator, all marked.

use crate::memcheck::{count_secret, public, secret};
use chacha20::ChaCha20Rng;
use core::convert::Infallible;
use papilio_fhe::bfv::{Bfv, Ciphertext, FheError, Plaintext, SecretKey};
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_ntt::Kernel;
use papilio_ring::sample::Seed;
use papilio_ring::{Form, Poly, RnsBasis};
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

const LOG_DEGREE: u32 = 12;
pub(crate) const DEGREE: usize = 1 << LOG_DEGREE;

/// Bits of the greatest primes of kernels in doubles.
const DOUBLE_BITS: u32 = 49;

/// The kernel that runs.
pub(crate) fn kernel() -> &'static str {
    Kernel::<u64>::all()[0].name()
}

/// A generator whose bytes are secret; but seeds, which operations on keys and ciphertexts draw for
/// their uniform halves, are public.
pub(crate) struct Secrets(ChaCha20Rng);

impl Secrets {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha20Rng::seed_from_u64(seed))
    }
}

impl TryRng for Secrets {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let words = [self.0.next_u32()];
        secret(&words);
        Ok(words[0])
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let words = [self.0.next_u64()];
        secret(&words);
        Ok(words[0])
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        if bytes.len() != size_of::<Seed>() {
            secret(bytes);
        }
        Ok(())
    }
}

impl TryCryptoRng for Secrets {}

/// A scheme with one special prime.
pub(crate) fn scheme<F: Field>(bits: &[u32]) -> Bfv<F> {
    let bits: Vec<u32> = bits.iter().map(|&bits| if kernel() == "avx2fma" { bits.min(DOUBLE_BITS) } else { bits }).collect();
    let mut moduli = RnsBasis::choose_moduli(DEGREE, &bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - 1);
    let literal = ParametersLiteral { log_degree: LOG_DEGREE, moduli, special, insecure: true, ..ParametersLiteral::default() };
    Bfv::new(Parameters::new(literal).expect("parameters")).expect("a scheme")
}

/// A key by a seed that is secret. Its identity, a hash of the seed, is public: every ciphertext
/// has it.
pub(crate) fn key<F: Field>(bfv: &Bfv<F>) -> SecretKey {
    let seed = [7; size_of::<Seed>()];
    secret(&seed);
    let key = SecretKey::from_seed(bfv, &seed);
    // The words of the secret are elsewhere.
    public(core::slice::from_ref(&key));
    secret(key.seed());
    key
}

/// Unwraps the result of an operation on operands of one scheme.
pub(crate) fn sound<T>(result: Result<T, FheError>) -> T {
    result.expect("operands of one scheme, with a budget")
}

/// Elements that are secret.
pub(crate) fn values<F: Field>() -> Vec<F> {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let values: Vec<F> = (0..DEGREE).map(|_| F::random(&mut rng)).collect();
    secret(&values);
    values
}

/// A message that is secret.
pub(crate) fn message<F: Field>(bfv: &Bfv<F>) -> Plaintext<F> {
    sound(bfv.encode_coefficients(&values()))
}

/// Makes a polynomial public that depends on secrets; that it does is what shows that the marks
/// went through the operation.
pub(crate) fn publish<S: Form>(poly: &Poly<S>) {
    let (words, secret) = (poly.residues(), count_secret(poly.residues()));
    assert!(secret > words.len() / 2, "{secret} of {} words depend on secrets: their marks were lost", words.len());
    public(words);
}

/// Makes both parts of a ciphertext public; the second one is so from the beginning when it is a
/// mask.
pub(crate) fn publish_ciphertext(ciphertext: &Ciphertext) {
    let [body, mask] = ciphertext.parts();
    publish(body);
    public(mask.residues());
}
