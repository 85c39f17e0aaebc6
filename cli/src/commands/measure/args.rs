//! The grammar of the commands that measure.

use super::bench::args::Bench;
use super::engine::args::Engine;
use super::sweep::args::Sweep;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Measure {
    /// Measure each size at depths 1 to 5 and by the planner's choice; CSV and plots
    Sweep(Sweep),
    /// Measure what the program is built on, against other libraries where they are built
    Bench(Bench),
    /// Costs of the CPU and of a GPU on this machine, by which the engine is chosen
    Engine(Engine),
}
