//! Operations of gates.

use crate::memcheck::{public, secret};
use crate::subject::Secrets;
use core::hint::black_box;
use papilio_gates::{Decomposition, EvaluationKey, Order, Parameters, ParametersLiteral, Precision, SecretKey};
use papilio_ring::sample::Seed;

/// Key switching keys in words of 16 bits, and of 32.
const LWE_DEVIATIONS: [f64; 2] = [1e-4, 1e-5];

fn parameters(lwe_deviation: f64) -> Parameters {
    let literal = ParametersLiteral {
        lwe_dimension: 20,
        lwe_deviation,
        glwe_dimension: 2,
        log_degree: 6,
        glwe_deviation: 1e-8,
        mask: Decomposition::new(3, 6),
        body: Decomposition::new(2, 6),
        key_switch: Decomposition::new(5, 2),
        order: if lwe_deviation > 5e-5 { Order::KeySwitchFirst } else { Order::BlindRotationFirst },
        precision: Precision::Fixed,
        insecure: true,
    };
    Parameters::new(literal).expect("parameters")
}

/// A key by a seed that is secret, with a public identity.
fn key(parameters: &Parameters) -> SecretKey {
    let seed = [7; size_of::<Seed>()];
    secret(&seed);
    let key = SecretKey::from_seed(parameters, &seed);
    public(core::slice::from_ref(&key));
    secret(key.seed());
    key
}

/// Evaluation keys: masks are public, bodies are once they are made.
pub(crate) fn keys() {
    for parameters in LWE_DEVIATIONS.map(parameters) {
        black_box(EvaluationKey::generate(&key(&parameters), &mut Secrets::new(1)));
        black_box(SecretKey::generate(&parameters, &mut Secrets::new(2)));
    }
}

/// Bits with and without masks by seed.
pub(crate) fn encrypt() {
    for parameters in LWE_DEVIATIONS.map(parameters) {
        let (key, bits) = (key(&parameters), [true, false]);
        secret(&bits);
        black_box(key.encrypt_bits(&bits, &mut Secrets::new(1)));
        black_box(key.encrypt_seeded(&bits, &mut Secrets::new(2)));
    }
}

/// For the owner.
pub(crate) fn decrypt() {
    for parameters in LWE_DEVIATIONS.map(parameters) {
        let key = key(&parameters);
        let bits = key.encrypt_seeded(&[true, false], &mut Secrets::new(1)).expand();
        black_box(key.decrypt_bits(&bits).expect("bits of this key"));
    }
}
