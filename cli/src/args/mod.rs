//! Groups of arguments that several commands share.

mod bytes;
mod outputs;
mod shape;
mod slots;
mod sources;

pub(crate) use bytes::bytes;
pub(crate) use outputs::Force;
pub(crate) use shape::{EvaluatorName, FieldName, KeyKind, LayoutName, PackingName, Shape, modulus};
pub(crate) use slots::{MethodName, SLOTS, SchemeName, SlotArgs};
pub(crate) use sources::{MemoryArgs, WitnessArgs};
