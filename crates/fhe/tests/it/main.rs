//! Promises of the schemes, as a user meets them: no wrong message, no operand that does not
//! belong, parameters that last, terms of predictions that are what they stand for, and bytes that
//! are refused.
#![forbid(unsafe_code)]

mod advised;
mod bytes;
mod foreign;
#[path = "suite/fuzz.rs"]
mod fuzz;
mod limits;
mod residues;
mod row_blocks;
mod runtime;
mod terms;
mod wrong_values;

use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, galois_element, galois_element_row_swap,
};
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_ntt::dft::DftField;
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

/// The plaintext field.
type Plain = papilio_field::fields::P32;

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Parameters whose last primes are special, of primes that are none of others.
fn parameters(log_degree: u32, bits: &[u32], special: usize, avoid: &[u64]) -> Parameters {
    let mut moduli = RnsBasis::choose_moduli_apart(1 << log_degree, bits, avoid).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    Parameters::new(ParametersLiteral { log_degree, moduli, special, insecure: true, ..ParametersLiteral::default() })
        .expect("parameters")
}

fn scheme<F: DftField>(bits: &[u32], special: usize) -> Bfv<F> {
    Bfv::new(parameters(12, bits, special, &[])).expect("scheme")
}

fn values<F: DftField>(count: usize, rng: &mut ChaCha20Rng) -> Vec<F> {
    (0..count).map(|_| F::random(rng)).collect()
}

/// A scheme with all its keys.
struct Keys<F: DftField> {
    bfv: Bfv<F>,
    slots: BatchEncoder<F>,
    secret: SecretKey,
    public: PublicKey,
    relinearization: RelinearizationKey,
    galois: GaloisKeys,
}

impl<F: DftField> Keys<F> {
    /// With keys for an inner sum, and for rotations by fewer than some steps.
    fn new(bfv: Bfv<F>, rotations: u32, rng: &mut ChaCha20Rng) -> Self {
        let degree = bfv.parameters().degree();
        let secret = SecretKey::generate(&bfv, rng);
        let powers = (0..degree.trailing_zeros() - 1).map(|i| 1 << i);
        let steps = powers.chain(1..i64::from(rotations)).map(|steps| galois_element(degree, steps));
        Self {
            slots: BatchEncoder::new(&bfv).expect("slots"),
            public: PublicKey::generate(&bfv, &secret, rng).expect("context"),
            relinearization: RelinearizationKey::generate(&bfv, &secret, rng).expect("special primes"),
            galois: GaloisKeys::generate(&bfv, &secret, steps.chain([galois_element_row_swap(degree)]), rng)
                .expect("special primes"),
            secret,
            bfv,
        }
    }
}
