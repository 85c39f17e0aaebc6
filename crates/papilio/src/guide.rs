//! The guide: one page a subject, for reading in order. Every program on its pages is run by the
//! tests.

#[doc = include_str!("../guide/01_first_program.md")]
pub mod first_program {}

#[doc = include_str!("../guide/02_parameters.md")]
pub mod parameters {}

#[doc = include_str!("../guide/03_noise.md")]
pub mod noise {}

#[doc = include_str!("../guide/04_slots.md")]
pub mod slots {}

#[doc = include_str!("../guide/05_delegation.md")]
pub mod delegation {}

#[cfg(feature = "precompile")]
#[doc = include_str!("../guide/06_precompiles.md")]
pub mod precompiles {}

#[doc = include_str!("../guide/07_program.md")]
pub mod program {}

#[doc = include_str!("../guide/08_seal_and_lattigo.md")]
pub mod seal_and_lattigo {}

#[doc = include_str!("../guide/09_glossary.md")]
pub mod glossary {}
