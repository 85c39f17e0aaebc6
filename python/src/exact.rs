//! BFV and BGV over any plaintext modulus, behind one interface.
//!
//! A ciphertext of the library may know its modulus by its type. Classes of Python do not: they
//! hold it without its type, which the scheme gives back.

mod classes;

pub(crate) use classes::exact_scheme;

use crate::error::Error;
use crate::field::{Field, integer};
use crate::integer::word;
use crate::interrupt::{interruptible, is_long};
use crate::numbers::{Residues, residue};
use crate::plaintext::{AnyEncoder, Plaintext, encoder, residues};
use chacha20::ChaCha20Rng;
use core::any::Any;
use num_bigint::{BigInt, BigUint};
use papilio::fhe::codec::Object;
use papilio::fhe::{Parameters, bfv, bgv, rlwe};
use papilio::field::fields::{Bls12_381, Bn254, Goldilocks, Stark252};
use papilio::field::{Field as _, FieldRing, PlaintextModulus, ResidueRing};
use pyo3::prelude::*;
use std::sync::Arc;

/// A ciphertext or a product.
pub(crate) type Held = Arc<dyn Any + Send + Sync>;

/// A change of a ciphertext where it lies.
pub(crate) enum Change<'a> {
    Add(&'a Held),
    Subtract(&'a Held),
    AddPlain(&'a Plaintext),
    SubtractPlain(&'a Plaintext),
    /// A constant is the same polynomial in slots and in coefficients.
    AddConstant(&'a BigInt),
    SubtractConstant(&'a BigInt),
    MultiplyConstant(&'a BigInt),
    Negate,
    SwitchTo(usize),
}

/// An operation that makes another ciphertext of one.
pub(crate) enum Operation<'a> {
    MultiplyPlain(&'a Plaintext),
    Multiply(&'a Held, &'a rlwe::RelinearizationKey),
    Square(&'a rlwe::RelinearizationKey),
    RotateRows(i64, &'a rlwe::GaloisKeys),
    RotateColumns(&'a rlwe::GaloisKeys),
    InnerSum(Option<usize>, &'a rlwe::GaloisKeys),
}

/// A key that encrypts.
pub(crate) enum EncryptionKey<'a> {
    Secret(&'a rlwe::SecretKey),
    Public(&'a rlwe::PublicKey),
}

/// BFV or BGV over one plaintext modulus.
///
/// Each method has the errors of the library's method of that name, and `ContextError` for what is
/// of another kind of plaintext modulus.
pub(crate) trait Exact: Any + Send + Sync {
    fn rlwe(&self) -> &rlwe::Rlwe;

    fn plaintext_modulus(&self) -> BigUint;

    /// The encoder of slots.
    fn encoder(&self) -> Result<Box<dyn AnyEncoder>, Error>;

    fn encode_coefficients(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext>;

    fn encrypt(&self, key: EncryptionKey<'_>, plaintext: &Plaintext, generator: &mut ChaCha20Rng) -> Result<Held, Error>;

    fn decrypt(&self, secret: &rlwe::SecretKey, ciphertext: &Held) -> Result<Plaintext, Error>;

    fn change(&self, ciphertext: &Held, change: Change<'_>) -> Result<Held, Error>;

    fn apply(&self, ciphertext: &Held, operation: Operation<'_>) -> Result<Held, Error>;

    /// The product before relinearization.
    fn multiply(&self, a: &Held, b: &Held) -> Result<Held, Error>;

    fn add_products(&self, a: &Held, b: &Held) -> Result<Held, Error>;

    fn relinearize(&self, product: &Held, key: &rlwe::RelinearizationKey) -> Result<Held, Error>;

    fn level(&self, ciphertext: &Held) -> Result<usize, Error>;

    fn product_level(&self, product: &Held) -> Result<usize, Error>;

    fn predicted_budget_bits(&self, ciphertext: &Held) -> Result<f64, Error>;

    fn noise_budget_bits(&self, secret: &rlwe::SecretKey, ciphertext: &Held) -> Result<f64, Error>;

    fn to_bytes(&self, ciphertext: &Held) -> Result<Vec<u8>, Error>;

    fn parse(&self, bytes: &[u8]) -> Result<Held, Error>;
}

/// Computes while other Python threads go on; long work ends at an interrupt.
pub(crate) fn computed(
    py: Python<'_>,
    scheme: &Arc<dyn Exact>,
    work: impl FnOnce(&dyn Exact) -> Result<Held, Error> + Send + 'static,
) -> PyResult<Held> {
    Ok(if is_long(scheme.rlwe().parameters()) {
        let scheme = Arc::clone(scheme);
        interruptible(py, move || work(&*scheme))??
    } else {
        py.detach(|| work(&**scheme))?
    })
}

/// The ciphertext or product by its type.
pub(crate) fn typed<T: Any>(held: &Held) -> Result<&T, Error> {
    (**held).downcast_ref().ok_or_else(|| Error::new("ContextError", "it is of another plaintext modulus than the scheme"))
}

/// A scheme of the library.
pub(crate) struct Over<S>(pub(crate) S);

/// `add_products` is the library's sum of products, `bfv` the scheme that plaintexts are encoded
/// for, `codec` the one that bytes are made with.
macro_rules! exact {
    ($scheme:ty, $ciphertext:ty, $product:ty, add_products: $add_products:ident, bfv: $bfv:expr, codec: $codec:expr) => {
        impl<F: Residues> Exact for Over<$scheme> {
            fn rlwe(&self) -> &rlwe::Rlwe {
                self.0.as_ref()
            }

            fn plaintext_modulus(&self) -> BigUint {
                integer(self.0.plaintext_modulus().modulus())
            }

            fn encoder(&self) -> Result<Box<dyn AnyEncoder>, Error> {
                encoder::<F>($bfv(&self.0))
            }

            fn encode_coefficients(&self, values: &Bound<'_, PyAny>) -> PyResult<Plaintext> {
                let encoded = self.0.encode_coefficients(&residues::<F>(values)?);
                Ok(Plaintext::new(encoded.map_err(Error::from)?))
            }

            fn encrypt(
                &self,
                key: EncryptionKey<'_>,
                plaintext: &Plaintext,
                generator: &mut ChaCha20Rng,
            ) -> Result<Held, Error> {
                let plaintext = plaintext.typed::<F>()?;
                Ok(Arc::new(match key {
                    EncryptionKey::Secret(key) => self.0.encrypt_secret(key, plaintext, generator)?,
                    EncryptionKey::Public(key) => self.0.encrypt_public(key, plaintext, generator)?,
                }))
            }

            fn decrypt(&self, secret: &rlwe::SecretKey, ciphertext: &Held) -> Result<Plaintext, Error> {
                Ok(Plaintext::new(self.0.decrypt(secret, typed::<$ciphertext>(ciphertext)?)?.plaintext))
            }

            fn change(&self, ciphertext: &Held, change: Change<'_>) -> Result<Held, Error> {
                let (scheme, mut a) = (&self.0, typed::<$ciphertext>(ciphertext)?.clone());
                let constant = |c| scheme.encode_coefficients(&[residue(scheme.plaintext_modulus(), c)]);
                match change {
                    Change::Add(b) => scheme.add_assign(&mut a, typed(b)?)?,
                    Change::Subtract(b) => scheme.sub_assign(&mut a, typed(b)?)?,
                    Change::AddPlain(m) => scheme.add_plain_assign(&mut a, m.typed()?)?,
                    Change::SubtractPlain(m) => scheme.sub_plain_assign(&mut a, m.typed()?)?,
                    Change::AddConstant(c) => scheme.add_plain_assign(&mut a, &constant(c)?)?,
                    Change::SubtractConstant(c) => scheme.sub_plain_assign(&mut a, &constant(c)?)?,
                    Change::MultiplyConstant(c) => scheme.mul_scalar_assign(&mut a, residue(scheme.plaintext_modulus(), c))?,
                    Change::Negate => scheme.neg_assign(&mut a)?,
                    Change::SwitchTo(level) => {
                        let primes = a.level();
                        if !(1..=primes).contains(&level) {
                            let text = format!("a switch to level {level}: the ciphertext can be brought to 1 to {primes}");
                            return Err(Error::new("LevelError", text));
                        }
                        scheme.mod_switch_to_assign(&mut a, level)?;
                    }
                }
                Ok(Arc::new(a))
            }

            fn apply(&self, ciphertext: &Held, operation: Operation<'_>) -> Result<Held, Error> {
                let (scheme, a) = (&self.0, typed::<$ciphertext>(ciphertext)?);
                Ok(Arc::new(match operation {
                    Operation::MultiplyPlain(m) => scheme.mul_plain(a, m.typed()?)?,
                    Operation::Multiply(b, key) => scheme.multiply_relinearize(a, typed(b)?, key)?,
                    Operation::Square(key) => scheme.relinearize(&scheme.square(a)?, key)?,
                    Operation::RotateRows(steps, keys) => scheme.rotate_rows(a, steps, keys)?,
                    Operation::RotateColumns(keys) => scheme.rotate_columns(a, keys)?,
                    Operation::InnerSum(Some(count), keys) => scheme.partial_inner_sum(a, count, keys)?,
                    Operation::InnerSum(None, keys) => scheme.inner_sum(a, keys)?,
                }))
            }

            fn multiply(&self, a: &Held, b: &Held) -> Result<Held, Error> {
                Ok(Arc::new(self.0.multiply(typed::<$ciphertext>(a)?, typed::<$ciphertext>(b)?)?))
            }

            fn add_products(&self, a: &Held, b: &Held) -> Result<Held, Error> {
                let mut sum = typed::<$product>(a)?.clone();
                self.0.$add_products(&mut sum, typed(b)?)?;
                Ok(Arc::new(sum))
            }

            fn relinearize(&self, product: &Held, key: &rlwe::RelinearizationKey) -> Result<Held, Error> {
                let relinearized: $ciphertext = self.0.relinearize(typed::<$product>(product)?, key)?;
                Ok(Arc::new(relinearized))
            }

            fn level(&self, ciphertext: &Held) -> Result<usize, Error> {
                Ok(typed::<$ciphertext>(ciphertext)?.level())
            }

            fn product_level(&self, product: &Held) -> Result<usize, Error> {
                Ok(typed::<$product>(product)?.level())
            }

            fn predicted_budget_bits(&self, ciphertext: &Held) -> Result<f64, Error> {
                Ok(self.0.predicted_budget_bits(typed::<$ciphertext>(ciphertext)?))
            }

            fn noise_budget_bits(&self, secret: &rlwe::SecretKey, ciphertext: &Held) -> Result<f64, Error> {
                Ok(self.0.noise_budget_bits(secret, typed::<$ciphertext>(ciphertext)?)?)
            }

            fn to_bytes(&self, ciphertext: &Held) -> Result<Vec<u8>, Error> {
                Ok(typed::<$ciphertext>(ciphertext)?.to_bytes($codec(&self.0)).to_vec())
            }

            fn parse(&self, bytes: &[u8]) -> Result<Held, Error> {
                Ok(Arc::new(<$ciphertext as Object>::from_bytes($codec(&self.0), bytes)?))
            }
        }
    };
}

exact!(bfv::Bfv<F>, rlwe::Ciphertext, rlwe::Product, add_products: add_assign, bfv: core::convert::identity, codec: AsRef::as_ref);
exact!(bgv::Bgv<F>, bgv::Ciphertext<F>, bgv::Product<F>, add_products: add_product_assign, bfv: bgv::Bgv::bfv, codec: bgv::Bgv::bfv);

/// Calls a text that is generic over residues with a plaintext modulus that Python gave.
macro_rules! over_modulus {
    ($modulus:expr, $residue:ident, $t:ident => $made:expr) => {
        match $modulus {
            Modulus::Word($t) => {
                type $residue = u64;
                $made
            }
            Modulus::Goldilocks => {
                type $residue = Goldilocks;
                let $t = FieldRing::new();
                $made
            }
            Modulus::Stark252 => {
                type $residue = Stark252;
                let $t = FieldRing::new();
                $made
            }
            Modulus::Bn254 => {
                type $residue = Bn254;
                let $t = FieldRing::new();
                $made
            }
            Modulus::Bls12_381 => {
                type $residue = Bls12_381;
                let $t = FieldRing::new();
                $made
            }
        }
    };
}

/// A plaintext modulus.
enum Modulus {
    Word(PlaintextModulus),
    Goldilocks,
    Stark252,
    Bn254,
    Bls12_381,
}

impl Modulus {
    /// From an integer, or from a field for its prime.
    fn of(modulus: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = match modulus.cast::<Field>() {
            Ok(field) => field.getattr("modulus")?,
            Err(_) => modulus.clone(),
        };
        let known = number.extract::<BigUint>().ok();
        let is = |prime| known.as_ref() == Some(&integer(prime));
        Ok(match () {
            () if is(Goldilocks::MODULUS) => Self::Goldilocks,
            () if is(Stark252::MODULUS) => Self::Stark252,
            () if is(Bn254::MODULUS) => Self::Bn254,
            () if is(Bls12_381::MODULUS) => Self::Bls12_381,
            // The other fields have primes of a word.
            () => Self::Word(PlaintextModulus::new(word(&number, "plaintext_modulus")?).map_err(Error::from)?),
        })
    }
}

/// BFV over a plaintext modulus.
pub(crate) fn bfv(parameters: Parameters, modulus: &Bound<'_, PyAny>) -> PyResult<Arc<dyn Exact>> {
    Ok(
        over_modulus!(Modulus::of(modulus)?, F, t => Arc::new(Over(bfv::Bfv::<F>::with_modulus(parameters, t).map_err(Error::from)?))),
    )
}

/// BGV over a plaintext modulus.
pub(crate) fn bgv(parameters: Parameters, modulus: &Bound<'_, PyAny>) -> PyResult<Arc<dyn Exact>> {
    Ok(
        over_modulus!(Modulus::of(modulus)?, F, t => Arc::new(Over(bgv::Bgv::<F>::with_modulus(parameters, t).map_err(Error::from)?))),
    )
}
