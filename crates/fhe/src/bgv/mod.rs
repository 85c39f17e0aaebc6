//! BGV (Z. Brakerski, C. Gentry and V. Vaikuntanathan, "(Leveled) fully homomorphic encryption
//! without bootstrapping", 2012) over [`Bfv`], for any plaintext prime of a [`Field`].
//!
//! A ciphertext of BGV times `t^(−1) mod Q` is one of BFV (J. Alperin-Sheriff and C. Peikert,
//! "Practical bootstrapping in quasilinear time", 2013, appendix A), and is kept as such, with a
//! factor: its message is `u/f` for the message `u` of BFV and the factor `f`, an element of the
//! field. Keys, encryption, everything linear and key switching are those of BFV. Only products
//! differ: BGV's needs no primes beyond those of `Q` and no transforms of operands in evaluation
//! form, but multiplies the noises of both operands, so that these have to be switched down first,
//! which a product does by itself: [`crate::noise::Model::product_level`].
//!
//! [The reasons and the signs][decision] and [the derivation of the noise][noise] are in the
//! repository.
//!
//! [decision]: https://github.com/papilio-ntt/papilio/blob/main/docs/adr/0009-bgv-over-bfv.md
//! [noise]: https://github.com/papilio-ntt/papilio/blob/main/docs/notes/noise.md
//!
//! ```
//! use papilio_fhe::prelude::*;
//! # use chacha20::ChaCha20Rng;
//! # use papilio_field::fields::P32;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]);
//! let parameters = Parameters::builder().log_degree(13).log_q(&[42, 42, 42, 42]).log_p(&[45]).build()?;
//! let bgv = Bgv::<P32>::new(parameters)?;
//! let secret = SecretKey::generate(&bgv, &mut rng);
//! let key = RelinearizationKey::generate(&bgv, &secret, &mut rng)?;
//! let three = bgv.encode_coefficients(&[P32::from_u64(3)])?;
//! let x = bgv.encrypt_secret(&secret, &three, &mut rng)?;
//! let nine = bgv.multiply_relinearize(&x, &x, &key)?;
//! let mut sum = bgv.multiply_relinearize(&nine, &nine, &key)?;
//! bgv.add_assign(&mut sum, &x)?;
//! assert_eq!(bgv.decrypt(&secret, &sum)?.plaintext.coefficients()[0], P32::from_u64(84));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ciphertext;
mod convert;
mod encrypt;
mod galois;
mod linear_transform;
mod multiply;

mod plain;
mod rational_reconstruction;
mod reconcile;
mod relinearization;
#[cfg(test)]
mod tests;

pub use crate::rlwe::Operand;
pub use ciphertext::Ciphertext;
pub use galois::Hoisted;
pub use multiply::Product;

use crate::Parameters;
use crate::bfv::{Bfv, FheError};
use crate::rlwe::Rlwe;
use core::ops::Deref;
use papilio_field::{Field, Residue, ResidueRing};

/// BGV over fixed parameters and plaintext field.
#[derive(Clone, Debug)]
pub struct Bgv<F: Residue> {
    bfv: Bfv<F>,

    /// `t mod q_i`.
    plain: Vec<u64>,
    /// `t^(−1) mod q_i`.
    inverse_plain: Vec<u64>,
    /// `−Q mod t` of level `l` at index `l − 1`.
    minus_modulus: Vec<F>,
}

impl<F: Field> Bgv<F> {
    /// The scheme over these parameters, for plaintexts over a field that is a type.
    ///
    /// # Errors
    /// [`FheError::SharedPrime`]; [`FheError::SmallModulus`].
    pub fn new(parameters: Parameters) -> Result<Self, FheError> {
        Ok(Self::over(Bfv::new(parameters)?))
    }
}

impl<F: Residue> Bgv<F> {
    /// The scheme over these parameters, for plaintexts modulo `t`: any integer for `F = u64`.
    ///
    /// # Errors
    /// The errors of [`Self::new`].
    pub fn with_modulus(parameters: Parameters, t: F::Ring) -> Result<Self, FheError> {
        Ok(Self::over(Bfv::with_modulus(parameters, t)?))
    }

    /// The scheme over the parameters of another, with its keys and ciphertexts.
    #[must_use]
    pub fn over(bfv: Bfv<F>) -> Self {
        let (basis, t) = (bfv.parameters().basis(), bfv.plaintext_modulus());
        let plain: Vec<u64> = basis.moduli(basis.limbs()).map(|m| m.reduce_words(&t.modulus())).collect();
        let inverse_plain = basis.moduli(basis.limbs()).zip(&plain).map(|(m, &t)| m.inverse(t)).collect();
        let product = |product: &mut F, m: &papilio_field::Modulus| {
            *product = t.mul(*product, t.reduce(m.value()));
            Some(*product)
        };
        let minus_modulus = basis.moduli(basis.limbs()).scan(t.neg(t.one()), product).collect();

        Self { plain, inverse_plain, minus_modulus, bfv }
    }

    /// The scheme underneath: keys and encodings are made with it.
    #[must_use]
    pub fn bfv(&self) -> &Bfv<F> {
        &self.bfv
    }

    /// `−Q mod t` of a level.
    fn minus_modulus(&self, level: usize) -> F {
        self.minus_modulus[level - 1]
    }
}

impl<F: Residue> AsRef<Rlwe> for Bgv<F> {
    fn as_ref(&self) -> &Rlwe {
        &self.bfv
    }
}

/// Keys and encodings, which are those of BFV.
impl<F: Residue> Deref for Bgv<F> {
    type Target = Bfv<F>;

    fn deref(&self) -> &Bfv<F> {
        &self.bfv
    }
}
