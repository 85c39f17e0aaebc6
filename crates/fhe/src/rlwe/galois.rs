//! Automorphisms of ciphertexts: rotations of the rows of slots, their exchange, and sums over
//! slots.

use super::keyswitch::KeySwitchingKey;
use super::{Ciphertext, FheError, KeyId, Rlwe, SecretKey};
use papilio_ntt::ROTATION_GENERATOR;
use papilio_ring::gadget::{BlockSizeError, Decomposition, Gadget, GadgetForm, Step};
use papilio_ring::{Automorphism, AutomorphismForm, Cpu, Engine, Form, Poly};
use rand_core::CryptoRng;
use std::collections::BTreeMap;

/// Exponent of the automorphism that rotates both rows of slots to the left, for negative steps to
/// the right: `5^steps mod 2N`, by [`ROTATION_GENERATOR`].
///
/// In a ring of degree below two, which has no rows, that is the identity.
#[must_use]
pub fn galois_element(degree: usize, steps: i64) -> usize {
    // No ring is so great as to have its degree cut.
    let modulus = u128::from(u64::MAX).min(2 * degree as u128);
    let mut steps = i128::from(steps).rem_euclid((degree as i128 / 2).max(1));
    let (mut power, mut square) = (1, ROTATION_GENERATOR as u128);
    while steps > 0 {
        if steps & 1 == 1 {
            power = power * square % modulus;
        }
        (steps, square) = (steps >> 1, square * square % modulus);
    }
    power as usize
}

/// Exponent of the automorphism that exchanges the rows of slots: `2N − 1`.
#[must_use]
pub fn galois_element_row_swap(degree: usize) -> usize {
    degree.saturating_mul(2).saturating_sub(1)
}

/// The automorphisms of a sum over `count` neighboring slots, a power of two: rotations by
/// `1, 2, …, count/2`, and, for all `N` slots, the exchange of the rows in the place of a rotation
/// by `N/2`.
///
/// # Errors
/// [`FheError::InnerSum`] for another count.
pub fn inner_sum_galois_elements(degree: usize, count: usize) -> Result<Vec<usize>, FheError> {
    if !count.is_power_of_two() || count > degree {
        return Err(FheError::InnerSum { count, degree });
    }
    let rotations = (0..count.min(degree / 2).trailing_zeros()).map(|i| galois_element(degree, 1 << i));
    Ok(rotations.chain((count == degree).then(|| galois_element_row_swap(degree))).collect())
}

/// Keys for automorphisms, by exponent.
#[derive(Clone, Debug)]
pub struct GaloisKeys<E: Engine = Cpu> {
    /// Fingerprint of the parameters.
    context: u64,
    id: KeyId,
    degree: usize,
    keys: BTreeMap<usize, GaloisKey<E>>,
}

/// The key of one automorphism `σ`, from `s` to `σ^(−1)(s)`, so that only the result has to be
/// permuted.
#[derive(Clone, Debug)]
struct GaloisKey<E: Engine = Cpu> {
    automorphism: Automorphism,
    key: KeySwitchingKey<E>,
}

impl GaloisKeys {
    /// Keys for the automorphisms of these exponents, odd and taken modulo `2N`; each once.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Exponent`] for an even exponent;
    /// [`FheError::Context`] for a secret of other parameters.
    pub fn generate(
        rlwe: &Rlwe,
        secret: &SecretKey,
        exponents: impl IntoIterator<Item = usize>,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, FheError> {
        let id = secret.id();
        let (secret, gadget) = secret.extended(rlwe)?;
        let degree = rlwe.parameters().degree();
        let mut keys = BTreeMap::new();
        for exponent in exponents {
            let exponent = reduced(degree, exponent)?;
            keys.entry(exponent).or_insert_with(|| GaloisKey::generate(gadget, &secret, exponent, rng));
        }
        Ok(Self { context: rlwe.parameters().fingerprint(), id, degree, keys })
    }

    /// Keys for rotations of the rows of slots by these steps, to the left, for negative steps to
    /// the right.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for a secret of other parameters.
    pub fn for_rotations(
        rlwe: &Rlwe,
        secret: &SecretKey,
        steps: impl IntoIterator<Item = i64>,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, FheError> {
        let degree = rlwe.parameters().degree();
        Self::generate(rlwe, secret, steps.into_iter().map(|steps| galois_element(degree, steps)), rng)
    }

    /// Keys for [`Rlwe::partial_inner_sum`] over `count` slots.
    ///
    /// # Errors
    /// The errors of [`Self::for_rotations`]; [`FheError::InnerSum`] for a count that is no power
    /// of two, or more than `N`.
    pub fn for_inner_sum(rlwe: &Rlwe, secret: &SecretKey, count: usize, rng: &mut impl CryptoRng) -> Result<Self, FheError> {
        Self::generate(rlwe, secret, inner_sum_galois_elements(rlwe.parameters().degree(), count)?, rng)
    }

    /// These keys with rows in blocks of so many primes, or in none:
    /// [`KeySwitchingKey::in_blocks`]. Sums of hoisted steps, as in linear transforms, take keys
    /// that are in none.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for other parameters;
    /// [`FheError::BlockSize`].
    pub fn in_blocks(mut self, rlwe: &Rlwe, size: Option<usize>) -> Result<Self, FheError> {
        let gadget = rlwe.gadget(self.context)?;
        let of =
            |(exponent, key): (usize, GaloisKey)| Ok((exponent, GaloisKey { key: key.key.in_blocks(gadget, size)?, ..key }));
        self.keys = self.keys.into_iter().map(of).collect::<Result<_, BlockSizeError>>()?;
        Ok(self)
    }

    /// The same keys, their rows on an engine.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`] for other parameters;
    /// [`FheError::Engine`].
    pub fn to<E: Engine>(&self, rlwe: &Rlwe, engine: &E) -> Result<GaloisKeys<E>, FheError> {
        let gadget = rlwe.gadget(self.context)?;
        let key = |(&exponent, GaloisKey { automorphism, key }): (&usize, &GaloisKey)| {
            let key = key.to(gadget, engine)?;
            Ok((exponent, GaloisKey { automorphism: automorphism.clone(), key }))
        };
        let keys = self.keys.iter().map(key).collect::<Result<_, FheError>>()?;
        Ok(GaloisKeys { context: self.context, id: self.id, degree: self.degree, keys })
    }

    /// Exponents of rotations by all powers of two to both sides, and of the exchange of rows, each
    /// once: any rotation is a few of them.
    #[must_use]
    pub fn powers_of_two(degree: usize) -> Vec<usize> {
        let halvings = degree.checked_ilog2().unwrap_or(0).saturating_sub(1);
        // Half a turn is the same to both sides.
        let steps = (0..halvings).map(|i| 1i64 << i).chain((1..halvings).map(|i| -(1i64 << (i - 1))));
        steps.map(|steps| galois_element(degree, steps)).chain([galois_element_row_swap(degree)]).collect()
    }

    /// Bytes of `count` keys as they are stored, seeded, for parameters with special primes;
    /// `usize::MAX` on overflow.
    #[must_use]
    pub fn stored_bytes(gadget: &Gadget, count: usize) -> usize {
        count.saturating_mul(KeySwitchingKey::bytes_len(gadget))
    }

    /// Bytes of `count` keys in memory; `usize::MAX` on overflow.
    #[must_use]
    pub fn memory_bytes(gadget: &Gadget, count: usize) -> usize {
        let limbs = gadget.basis().limbs();
        let words = 2 * gadget.basis().degree() * limbs * gadget.digits(limbs - gadget.special());
        count.saturating_mul(size_of::<u64>() * words)
    }

    /// Every exponent with its key.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (usize, &KeySwitchingKey)> {
        self.keys.iter().map(|(&exponent, key)| (exponent, &key.key))
    }

    /// Keys that were stored, by exponents that are odd and below `2N`.
    pub(crate) fn from_keys(rlwe: &Rlwe, id: KeyId, keys: impl IntoIterator<Item = (usize, KeySwitchingKey)>) -> Self {
        let degree = rlwe.parameters().degree();
        let key = |(exponent, key)| (exponent, GaloisKey { automorphism: Automorphism::new(degree, exponent), key });
        Self { context: rlwe.parameters().fingerprint(), id, degree, keys: keys.into_iter().map(key).collect() }
    }
}

impl<E: Engine> GaloisKeys<E> {
    /// The key whose ciphertexts they are for.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// The step of an automorphism.
    pub(super) fn step(&self, exponent: usize) -> Result<Step<'_, E::Rows>, FheError> {
        let GaloisKey { automorphism, key } = self.get(exponent)?;
        match E::block(key.rows()) {
            None => Ok(Step { key: key.rows(), automorphism }),
            Some(size) => Err(FheError::RowsInBlocks { exponent, size }),
        }
    }

    pub(crate) fn context(&self) -> u64 {
        self.context
    }

    /// Exponents there are keys for.
    pub fn galois_elements(&self) -> impl Iterator<Item = usize> {
        self.keys.keys().copied()
    }

    fn get(&self, exponent: usize) -> Result<&GaloisKey<E>, FheError> {
        let exponent = reduced(self.degree, exponent)?;
        let missing = || FheError::missing_key(self.degree, exponent, self.galois_elements().collect());
        self.keys.get(&exponent).ok_or_else(missing)
    }
}

/// An exponent modulo `2N`, if it is odd.
fn reduced(degree: usize, exponent: usize) -> Result<usize, FheError> {
    if exponent.is_multiple_of(2) { Err(FheError::Exponent { exponent, degree }) } else { Ok(exponent % (2 * degree)) }
}

impl GaloisKey {
    fn generate(gadget: &Gadget, secret: &Poly<papilio_ring::Evaluation>, exponent: usize, rng: &mut impl CryptoRng) -> Self {
        let automorphism = Automorphism::new(gadget.basis().degree(), exponent);
        let to = automorphism.inverse().apply(gadget.basis(), secret);
        Self { automorphism, key: KeySwitchingKey::generate(gadget, secret, &to, rng) }
    }
}

/// A ciphertext whose second part is cut into digits once for many automorphisms.
#[derive(Clone, Debug)]
pub struct Hoisted<S, E: Engine = Cpu> {
    ciphertext: Ciphertext<S, 2, E>,
    digits: Decomposition<E>,
}

impl Rlwe {
    /// The tables of key switching, for a key of these parameters.
    pub(crate) fn gadget(&self, key: u64) -> Result<&Gadget, FheError> {
        let gadget = self.parameters.gadget().ok_or(FheError::NoSpecialPrimes)?;
        self.check_key(key).map(|()| gadget)
    }

    /// The image under `X ↦ X^exponent`. Noise: [`crate::noise::key_switch`] more.
    ///
    /// # Errors
    /// [`FheError::MissingKey`]; [`FheError::Context`] for a ciphertext or keys of other
    /// parameters.
    pub fn apply_automorphism<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        exponent: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        let (gadget, key, id) = self.automorphism(a, exponent, keys)?;
        let [body, mask] = a.parts();
        let parts = gadget.product(mask, key.key.rows(), [Some(body), None]);
        Ok(self.moved(parts, &key.automorphism, id, a))
    }

    /// The gadget and the key for an automorphism of a ciphertext, and the identity of the secret
    /// key of both.
    fn automorphism<'a, S: Form, E: Engine>(
        &'a self,
        a: &Ciphertext<S, 2, E>,
        exponent: usize,
        keys: &'a GaloisKeys<E>,
    ) -> Result<(&'a Gadget, &'a GaloisKey<E>, KeyId), FheError> {
        self.check_context(a)?;
        let gadget = self.gadget(keys.context)?;
        Ok((gadget, keys.get(exponent)?, a.key().common(keys.id)?))
    }

    fn moved<S: AutomorphismForm, E: Engine>(
        &self,
        parts: [Poly<S, E>; 2],
        by: &Automorphism,
        id: KeyId,
        of: &Ciphertext<S, 2, E>,
    ) -> Ciphertext<S, 2, E> {
        let basis = self.parameters.basis();
        self.ciphertext(parts.map(|part| by.apply(basis, &part)), id, self.model.automorphism(of.noise()))
    }

    /// Prepares a ciphertext for several automorphisms: most of their work is done once.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::Context`].
    pub fn hoist<S: GadgetForm, E: Engine>(&self, a: &Ciphertext<S, 2, E>) -> Result<Hoisted<S, E>, FheError> {
        self.check_context(a)?;
        let gadget = self.parameters.gadget().ok_or(FheError::NoSpecialPrimes)?;
        Ok(Hoisted { digits: gadget.decompose(&a.parts()[1]), ciphertext: a.clone() })
    }

    /// The image of a ciphertext that [`Self::hoist`] has prepared, otherwise as
    /// [`Self::apply_automorphism`]. By a key with rows in blocks it is that altogether: what was
    /// prepared is modulo other primes.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn apply_hoisted<S: GadgetForm, E: Engine>(
        &self,
        a: &Hoisted<S, E>,
        exponent: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_context(&a.ciphertext)?;
        if exponent == 1 {
            return Ok(a.ciphertext.clone());
        }
        let (gadget, key, id) = self.automorphism(&a.ciphertext, exponent, keys)?;
        let [body, mask] = a.ciphertext.parts();
        let parts = gadget.product_hoisted((&a.digits, mask), key.key.rows(), [Some(body), None]);
        Ok(self.moved(parts, &key.automorphism, id, &a.ciphertext))
    }

    /// Both rows of slots rotated to the left by `steps`, for negative steps to the right: by its
    /// own key, or else by those of powers of two in the non-adjacent form of `steps`.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn rotate_rows<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        steps: i64,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        let degree = self.parameters.degree();
        let exponent = galois_element(degree, steps);
        if exponent == 1 {
            self.check_context(a)?;
            return Ok(a.clone());
        }
        let own = self.apply_automorphism(a, exponent, keys);
        // A part may be a whole turn.
        let parts = non_adjacent(steps.rem_euclid(degree as i64 / 2)).into_iter().map(|part| galois_element(degree, part));
        let parts: Vec<_> = parts.filter(|&exponent| exponent != 1).collect();
        match own {
            Err(FheError::MissingKey { .. }) if parts.iter().all(|part| keys.keys.contains_key(part)) => {
                parts.iter().try_fold(a.clone(), |a, &exponent| self.apply_automorphism(&a, exponent, keys))
            }
            own => own,
        }
    }

    /// The rows of slots exchanged.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn rotate_columns<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.apply_automorphism(a, galois_element_row_swap(self.parameters.degree()), keys)
    }

    /// The sums of `count` neighboring slots: in slot `i` of a row the sum of the slots `i` to
    /// `i + count − 1` of that row, which is a circle; for `count = N` the sum of all. Where there
    /// are `n < N` slots, rows are circles of `n/2`.
    ///
    /// The keys are those of [`GaloisKeys::for_inner_sum`].
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`]; [`FheError::InnerSum`] for a count that is no
    /// power of two, or more than `N`.
    pub fn partial_inner_sum<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        count: usize,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        self.check_context(a)?;
        let (degree, mut sum) = (self.parameters.degree(), a.clone());
        let mut elements = inner_sum_galois_elements(degree, count)?;
        if count == degree {
            // Rotations by whole turns of the row would count each slot again.
            let turns = (degree / self.slots).trailing_zeros() as usize;
            elements.drain(elements.len() - 1 - turns..elements.len() - 1);
        }
        for element in elements {
            let moved = self.apply_automorphism(&sum, element, keys)?;
            self.add_assign(&mut sum, &moved)?;
        }
        Ok(sum)
    }

    /// The sum of all slots, in every slot: `log2 N` rotations by powers of two, fewer for fewer
    /// slots. Of `N` slots, and where there are none, it is the trace of the polynomial, and its
    /// noise the trace of the noise: one coefficient has `N` times its former noise, as is
    /// predicted.
    ///
    /// # Errors
    /// The errors of [`Self::apply_automorphism`].
    pub fn inner_sum<S: GadgetForm, E: Engine>(
        &self,
        a: &Ciphertext<S, 2, E>,
        keys: &GaloisKeys<E>,
    ) -> Result<Ciphertext<S, 2, E>, FheError> {
        let sum = self.partial_inner_sum(a, self.parameters.degree(), keys)?;
        if self.slots < self.parameters.degree() {
            return Ok(sum);
        }
        let noise = self.model.traced(sum.noise().clone());
        sum.with_noise(noise)
    }
}

/// The non-adjacent form: the fewest powers of two with signs.
fn non_adjacent(mut steps: i64) -> Vec<i64> {
    let (mut parts, mut place) = (Vec::new(), 1);
    while steps != 0 {
        if steps & 1 == 1 {
            let digit = 2 - (steps & 3);
            parts.push(digit * place);
            steps -= digit;
        }
        (steps, place) = (steps >> 1, place << 1);
    }
    parts
}
