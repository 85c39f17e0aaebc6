//! Arguments of `papilio run`.

use crate::args::{EngineArg, MemoryArgs, SLOTS, Shape, SlotArgs, WitnessArgs, entries};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
    /// Elements of the transform, a power of two; entries beyond make it refuse, missing ones are
    /// zero [default: the least that holds all entries]
    #[arg(long, value_name = "ELEMENTS", help_heading = SLOTS, value_parser = entries)]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) engine: EngineArg,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) slots: SlotArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}
