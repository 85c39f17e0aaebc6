//! CKKS: arithmetic on encrypted vectors of real or complex numbers, with exact scales and
//! predicted precision.
//!
//! ```
//! use chacha20::ChaCha20Rng;
//! use getrandom::SysRng;
//! use papilio_ckks::advice::{Request, advise};
//! use papilio_ckks::{Ckks, Complex64, Precision, PublicKey};
//! use papilio_fhe::rlwe::{RelinearizationKey, SecretKey};
//! use rand_core::SeedableRng;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
//! // One product of values of magnitude at most 1, and 20 bits right at the end.
//! let advice = advise(&Request::new(1, 20))?;
//! let ckks = Ckks::of(advice.literal)?;
//! let secret = SecretKey::generate(&ckks, &mut rng);
//! let public = PublicKey::generate(&ckks, &secret, &mut rng)?;
//! let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng)?;
//!
//! let (a, b) = ([0.5, -0.25, 0.75], [0.1, 0.2, -0.3]);
//! let x = ckks.encrypt_public(&public, &ckks.encode_real(&a)?, &mut rng)?;
//! let y = ckks.encrypt_public(&public, &ckks.encode_real(&b)?, &mut rng)?;
//! let product = ckks.automatic().with_relinearization(&relinearization).mul(&x, &y)?;
//!
//! let values = ckks.decode(&ckks.decrypt(&secret, &product)?);
//! let exact: Vec<Complex64> = a.iter().zip(b).map(|(a, b)| (a * b).into()).collect();
//! let precision = Precision::of(&values[..3], &exact);
//! println!("{precision}");
//! assert!(precision.minimum() >= ckks.precision_bits(&product) && ckks.precision_bits(&product) >= 20.0);
//! # Ok(())
//! # }
//! ```
//!
//! [`Ckks`] has the operations by hand, and [`Automatic`] those that rescale and meet at levels by
//! themselves. Keys are made by [`papilio_fhe::rlwe`]. Decryptions are for the owner of the key
//! alone: [`Ckks::decrypt`].
//!
//! # Names elsewhere
//!
//! | here | Lattigo 6 | OpenFHE 1.5 |
//! |:--|:--|:--|
//! | [`Ckks::encode`], [`Ckks::decode`] | `Encode`, `Decode` | `MakeCKKSPackedPlaintext`, `GetCKKSPackedValue` |
//! | [`Ckks::automatic`] | | `FLEXIBLEAUTO` |
//! | [`Ckks::add_assign`], [`Ckks::sub_assign`] | `Add`, `Sub` | `EvalAdd`, `EvalSub` |
//! | [`Ckks::add_plain_assign`], [`Ckks::mul_plain_assign`] | `Add`, `Mul` with a plaintext | `EvalAdd`, `EvalMult` |
//! | [`Ckks::add_constant_assign`], [`Ckks::mul_constant_assign`] | `Add`, `Mul` with a number | `EvalAdd`, `EvalMult` |
//! | [`Ckks::multiply`], [`Ckks::multiply_relinearize`] | `Mul`, `MulRelin` | `EvalMultNoRelin`, `EvalMult` |
//! | [`Ckks::relinearize`] | `Relinearize` | `Relinearize` |
//! | [`Ckks::rescale`], [`Ckks::rescale_to_assign`] | `Rescale`, `RescaleTo` | `Rescale` |
//! | [`Ckks::set_scale_assign`], [`Ckks::scale_up_assign`] | `SetScale`, `ScaleUp` | |
//! | [`Ckks::drop_level_assign`] | `DropLevel` | `LevelReduce` |
//! | [`Ckks::rotate`], [`Ckks::conjugate`] | `Rotate`, `Conjugate` | `EvalRotate` |
//! | [`Ckks::hoist`], [`Ckks::rotate_hoisted`] | `RotateHoisted` | `EvalFastRotationPrecompute`, `EvalFastRotation` |
//! | [`Ckks::inner_sum`], [`Ckks::inner_product`] | `InnerSum` | `EvalSum`, `EvalInnerProduct` |
//! | [`Automatic::linear_combination`] | | `EvalLinearWSum` |
//! | [`LinearTransform`], [`Automatic::linear_transform`] | `lintrans` | |
//! | [`Automatic::evaluate`] | `polynomial.Evaluator` | `EvalChebyshevSeries`, `EvalPoly` |
//! | [`Precision::of`] | `GetPrecisionStats` | |
//! | [`advice::advise`], from depth and precision | | `GenCryptoContext`, from depth and scale |
#![forbid(unsafe_code)]

pub mod advice;
mod automatic;
mod ciphertext;
mod codec;
mod constant;
mod dft;
mod encoder;
mod encryption;
mod error;
mod linear;
mod linear_transform;
mod multiply;
mod parameters;
mod plaintext;
mod polynomial;
mod precision;
mod public_decryption;
mod rescale;
mod rotation;
mod rounded;
mod scale;
mod scheme;
pub mod words;

pub use automatic::Automatic;
pub use ciphertext::{Ciphertext, Product};
pub use dft::{Dft, DftLimits, DftPlan, Direction};
pub use encoder::Encoder;
pub use encryption::SeededCiphertext;
pub use error::CkksError;
pub use linear_transform::LinearTransform;
pub use num_complex::Complex64;
pub use papilio_fhe::rlwe::ExtendedPublicKey as PublicKey;
pub use parameters::{Parameters, ParametersLiteral};
pub use plaintext::{Plaintext, PreparedPlaintext};
pub use precision::{Precision, Summary};
pub use public_decryption::PublicDecryption;
pub use rotation::HoistedCiphertext;
pub use scale::Scale;
pub use scheme::Ckks;
