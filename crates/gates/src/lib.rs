//! Gate bootstrapping: gates and tables on encrypted bits and small integers, each of which gives
//! an output as fresh as any other, so that circuits have no limit of depth.
//!
//! ```
//! use chacha20::ChaCha20Rng;
//! use getrandom::SysRng;
//! use papilio_gates::{BinaryGate, EvaluationKey, Evaluator, Gate, Parameters, SecretKey};
//! use rand_core::SeedableRng;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The client: 128 bits of security, one wrong gate in 2^64.
//! let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
//! let secret = SecretKey::generate(&Parameters::default_128(), &mut rng);
//! let key = EvaluationKey::generate(&secret, &mut rng);
//! let (a, b) = (secret.encrypt(true, &mut rng), secret.encrypt(false, &mut rng));
//!
//! // The server, which holds no secret.
//! let evaluator = Evaluator::new(&key);
//! let both = evaluator.binary(BinaryGate::And, &a, &b)?;
//! // Gates that do not depend on each other share one pass through the key.
//! let outputs = evaluator.evaluate(&[Gate::Binary(BinaryGate::Xor, &a, &b), Gate::Mux(&both, &a, &b)])?;
//!
//! assert_eq!(secret.decrypt(&both)?, false);
//! assert_eq!(secret.decrypt(&outputs[0])?, true);
//! # Ok(())
//! # }
//! ```
//!
//! The scheme is that of I. Chillotti, N. Gama, M. Georgieva and M. Izabachène ("TFHE: fast fully
//! homomorphic encryption over the torus", Journal of Cryptology 33, 2020), over a torus of 32
//! bits, with the half products of M. Belorgey et al. ("Revisiting key decomposition techniques for
//! FHE", ePrint 2023/771): masks and bodies are decomposed by digits of their own, of which bodies
//! need fewer.
//!
//! * [`Circuit`] is built by hand or read from a netlist, and run level by level.
//! * [`Table`] is a function of small integers, looked up by [`Evaluator::lookup`].
//! * [`Noise`] says how often a gate fails, for the worst gate of any circuit; [`search`] finds
//!   parameters by it, and [`security`] has the least errors.
//! * Bytes of keys and ciphertexts are [`papilio_fhe::codec::Object`]s.
//!
//! # Names elsewhere
//!
//! | here | TFHE-rs 1.8, `boolean` |
//! |:--|:--|
//! | [`SecretKey`] | `ClientKey` |
//! | [`EvaluationKey`], masks by seed | `CompressedServerKey` |
//! | [`Evaluator`] | `ServerKey` |
//! | [`Order::BlindRotationFirst`], [`Order::KeySwitchFirst`] | `EncryptionKeyChoice::Small`, `Big` |
//! | [`Parameters::default_128`] | `DEFAULT_PARAMETERS` |
#![forbid(unsafe_code)]

mod bits;
mod blind_rotation;
mod circuit;
mod codec;
mod decomposition;
mod error;
mod evaluation_key;
mod evaluator;
mod gate;
mod key_switch;
mod lwe;
mod noise;
mod parameters;
pub mod search;
mod secret_key;
pub mod security;
mod seeded;
mod seeds;
mod sets;
mod table;
mod word;

pub use bits::{Bits, Integers};
pub use circuit::{Circuit, CircuitError, Net, Run};
pub use decomposition::Decomposition;
pub use error::GatesError;
pub use evaluation_key::EvaluationKey;
pub use evaluator::Evaluator;
pub use gate::{BinaryGate, Gate, UnknownGate};
pub use lwe::{Bit, Integer};
pub use noise::{Noise, log2_tail};
pub use parameters::{Order, Parameters, ParametersError, ParametersLiteral, Precision, SECURITY};
pub use secret_key::SecretKey;
pub use seeded::SeededBits;
pub use table::{DEFAULT_LOG2_FAILURE, Table};
