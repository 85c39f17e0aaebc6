//! Primes of 251 to 256 bits: elements are four words in Montgomery form, and `ark-ff` computes with single ones.
//!
//! A product takes 13 ns (9 for the Stark prime), which is near what four words cost on this side of a vector unit, and the code
//! is read and tested by many. A transform is another matter: with eight elements in 52-bit lanes a product by a constant takes
//! 1.1 ns, so that it has kernels of its own (`crate::kernel`); `docs/notes/large-primes.md` has the counts and the figures.

/// An element type over a field of `ark-ff` whose elements have four words.
macro_rules! montgomery {
    ($(#[$doc:meta])* $name:ident over $inner:ty, $tag:literal, $bits:literal bits, two-adicity $adicity:literal,
     generator $generator:literal) => {
        $(#[$doc])*
        ///
        /// Invariant: the words of the Montgomery form, `x·2^256 mod q`, are below `q`.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, bytemuck::TransparentWrapper)]
        #[repr(transparent)]
        pub struct $name([u64; 4]);

        impl $name {
            const fn of(x: $inner) -> Self {
                Self(x.0.0)
            }

            const fn inner(self) -> $inner {
                <$inner>::new_unchecked(ark_ff::BigInt(self.0))
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let [a, b, c, d] = $crate::Field::to_words(*self);
                write!(f, concat!(stringify!($name), "(0x{:016x}_{:016x}_{:016x}_{:016x})"), d, c, b, a)
            }
        }

        impl core::ops::Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self::of(self.inner() + other.inner())
            }
        }

        impl core::ops::Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self::of(self.inner() - other.inner())
            }
        }

        impl core::ops::Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self::of(self.inner() * other.inner())
            }
        }

        impl core::ops::Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self::of(-self.inner())
            }
        }

        impl $crate::Field for $name {
            type Transform = $crate::LargeTransform<Self>;
            const NAME: &'static str = $tag;
            const MODULUS: $crate::field::Words = <$inner as ark_ff::PrimeField>::MODULUS.0;
            const BITS: u32 = $bits;
            const TWO_ADICITY: u32 = $adicity;
            const ZERO: Self = Self::of(<$inner as ark_ff::AdditiveGroup>::ZERO);
            const ONE: Self = Self::of(<$inner as ark_ff::Field>::ONE);

            fn generator() -> Self {
                Self::from_u64($generator)
            }

            fn from_u64(value: u64) -> Self {
                Self::of(<$inner>::from(value))
            }

            fn from_words(words: $crate::field::Words) -> Option<Self> {
                <$inner as ark_ff::PrimeField>::from_bigint(ark_ff::BigInt(words)).map(Self::of)
            }

            fn to_words(self) -> $crate::field::Words {
                ark_ff::PrimeField::into_bigint(self.inner()).0
            }
        }
    };
}

pub(super) use montgomery;
