//! The guide: one page a subject, for reading in order. Every program on its pages is run by the
//! tests.

// Pages name the targets of their links at their end, for those who read the files. Those of
// `links.md` come first, and of two with one name Markdown takes the first.

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/01_first_program.md")]
pub mod first_program {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/02_parameters.md")]
pub mod parameters {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/03_noise.md")]
pub mod noise {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/04_slots.md")]
pub mod slots {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/05_bytes.md")]
pub mod bytes {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/06_transforms.md")]
pub mod transforms {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/07_delegation.md")]
pub mod delegation {}

#[cfg(feature = "precompile")]
#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/08_precompiles.md")]
pub mod precompiles {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/09_program.md")]
pub mod program {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/10_seal_and_lattigo.md")]
pub mod seal_and_lattigo {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/11_glossary.md")]
pub mod glossary {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/12_approximate_numbers.md")]
pub mod approximate_numbers {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/13_gates.md")]
pub mod gates {}

#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/14_key_switching.md")]
pub mod key_switching {}

#[cfg(feature = "cuda")]
#[doc = include_str!("guide/links.md")]
#[doc = include_str!("../guide/15_engines.md")]
pub mod engines {}
