//! Arguments of `papilio engine`.

use crate::args::EngineArg;
use crate::commands::measure::shapes::ShapeArg;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct Engine {
    #[command(subcommand)]
    pub(crate) command: EngineCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EngineCommand {
    /// Measure operations of the CPU and rates of a GPU, and remember them
    #[command(after_help = "\
Medians of one core of the CPU for operations of three sets, each compared with
arithmetic in the clear, and of a GPU, where there is one: bytes a second from
and to the host and in its memory, butterflies, products, and the time of a
launch. They are kept in the user's cache folder as papilio/engine.txt, lines of
text that later runs read on the same processor with the same kernels and GPU:
with --engine auto a computation goes where they predict the shorter time. A
measurement takes the place of the one before, whole: one of --set or of the CPU
alone leaves nothing else.

  papilio engine measure                       half a minute without a GPU
  papilio engine measure --engine cpu          the CPU alone
  papilio info                                 what is chosen by them, and why")]
    Measure(EngineMeasure),
}

#[derive(Debug, Args)]
pub(crate) struct EngineMeasure {
    #[command(flatten)]
    pub(crate) engine: EngineArg,
    #[command(flatten)]
    pub(crate) shape: ShapeArg,
    /// Timed samples of each operation; the median is kept
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
}
