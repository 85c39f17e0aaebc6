//! The fields of proof systems.

mod baby_bear;
mod bls12_381;
mod bn254;
mod goldilocks;
mod koala_bear;
mod mersenne31;
mod montgomery;
mod p32;
mod stark252;
#[cfg(test)]
mod tests;
mod word32;

pub use baby_bear::BabyBear;
pub use bls12_381::Bls12_381;
pub use bn254::Bn254;
pub use goldilocks::Goldilocks;
pub use koala_bear::KoalaBear;
pub use mersenne31::{Complex31, Mersenne31};
pub use p32::P32;
pub use stark252::Stark252;
