//! Groups of arguments that several commands share.

mod bytes;
mod engine;
mod entries;
mod outputs;
pub(crate) mod shape;
mod slots;
mod sources;

pub(crate) use bytes::bytes;
pub(crate) use engine::EngineArg;
pub(crate) use entries::{MOST_ENTRIES, entries};
pub(crate) use outputs::Force;
#[cfg(feature = "measure")]
pub(crate) use shape::key_kind;
pub(crate) use shape::{EvaluatorName, FieldName, LayoutName, PackingName, Shape};
pub(crate) use slots::{MethodName, SLOTS, SchemeName, SlotArgs};
pub(crate) use sources::{MemoryArgs, WitnessArgs};
