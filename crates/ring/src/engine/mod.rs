//! Engines, which work on the words of polynomials: the CPU, or a device beside it.
//!
//! Where the words of a [`crate::Poly`] are is its second type, and schemes have one text for all
//! engines. Words are the same on every engine, canonical and in the same order, so that results of
//! one are results of any other.

pub(crate) mod error;
pub(crate) mod place;
pub(crate) mod resident;

pub use crate::automorphism::AutomorphismEngine;
pub use crate::gadget::KeySwitchEngine;
pub use crate::modulus_switch::ModulusSwitchEngine;
pub use crate::poly::{Factors, Halves, Pair, PolyEngine};
pub use crate::scaled_product::ScaledProductEngine;
pub use error::{EngineError, NoDevice};
pub use place::{Cpu, Place};
pub use resident::{Owner, Resident};

/// Whatever a server does with polynomials.
///
/// The documentation of [`crate::Poly`], [`crate::Automorphism`], [`crate::gadget::Gadget`],
/// [`crate::ModulusSwitch`] and [`crate::scaled_product::ScaledProduct`] states what operations
/// compute; these check their operands and call those of an engine. Operations have no result where
/// the work is queued: words say what failed when they are asked for.
pub trait Engine: PolyEngine + AutomorphismEngine + KeySwitchEngine + ModulusSwitchEngine + ScaledProductEngine {}

impl<E: PolyEngine + AutomorphismEngine + KeySwitchEngine + ModulusSwitchEngine + ScaledProductEngine> Engine for E {}
