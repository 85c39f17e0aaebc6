//! Arguments of `papilio info`.

use crate::args::EngineArg;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) engine: EngineArg,
}

/// The end of the help.
pub(crate) const AFTER: &str = "\
An engine works on polynomials: the kernels of the CPU, or an NVIDIA GPU, which
has to have compute capability 8.0 or more. Words are the same on both. `device`
is what the driver has, or why there is none; `engine` is where products of
ciphertexts go, and why. `cuda` without a device is an error that names the
reason; `auto` never fails, and places a whole computation: by costs that
`papilio engine measure` has found, or else on the GPU where operands stay there
and have 8192 coefficients and 3 primes, or more.

  papilio info                        what this machine has
  papilio info --engine cuda          is there a GPU that works?
  PAPILIO_ENGINE=cpu papilio info     as if there were none";
