//! The scalar field of BN254 (circom's default prime), over the arithmetic of `ark-ff`.

use super::{Field, Words};
use ark_bn254::Fr;
use ark_ff::{AdditiveGroup, BigInt, Field as _, PrimeField};
use core::ops::{Add, Mul, Neg, Sub};

/// An element of the BN254 scalar field, 254 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Bn254(Fr);

impl Add for Bn254 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Bn254 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Bn254 {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Neg for Bn254 {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Field for Bn254 {
    type Transform = crate::dft::Rows<Self>;
    const NAME: &'static str = "bn254";
    const MODULUS: Words = Fr::MODULUS.0;
    const BITS: u32 = 254;
    const TWO_ADICITY: u32 = 28;
    const ZERO: Self = Self(Fr::ZERO);
    const ONE: Self = Self(Fr::ONE);

    fn generator() -> Self {
        Self(Fr::from(5u64))
    }

    fn from_u64(value: u64) -> Self {
        Self(Fr::from(value))
    }

    fn from_words(words: Words) -> Option<Self> {
        Fr::from_bigint(BigInt(words)).map(Self)
    }

    fn to_words(self) -> Words {
        self.0.into_bigint().0
    }
}
