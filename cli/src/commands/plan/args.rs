//! Arguments of `papilio plan`.

use crate::args::{FieldName, SchemeName, Shape, SlotArgs};
use clap::{Args, Subcommand};
use papilio_fhe::advice::Step;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Plan {
    #[command(subcommand)]
    pub(crate) target: Option<PlanTarget>,
    /// Entries of the witness
    #[arg(long, value_name = "ENTRIES", required = true)]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) slots: SlotArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlanTarget {
    /// Choose ring parameters for a circuit by its depth or its steps, and say why
    #[command(after_help = "\
The cheapest parameters are shown whose predicted noise leaves a budget after
products on products, each relinearized:

  papilio plan params --plain-bits 32 --depth 2
      two levels modulo a 32-bit prime
  papilio plan params --field bn254 --depth 1 --security 192
      the bits of a field, and its slots
  papilio plan params --plain-bits 17 --depth 3 --degree 8192
      a given ring, or what it lacks
  papilio plan params --plain-bits 64 --depth 0 --no-rotations
      linear, and no keys to switch
  papilio plan params --plain-bits 32 --depth 2 --json
      `literal` is what the library takes
  papilio plan params --field p32 --circuit multiply,inner-sum
      the inner product of two vectors in slots
  papilio plan params --scheme bgv --field bn254 --depth 1
      BGV, whose products drop primes

With --depth every ciphertext, fresh or product, may also be rotated once. Other
steps are told by --circuit: decryption refuses what leaves no predicted budget,
and the sum over all slots alone takes log2 N bits.")]
    Params(PlanParams),
}

#[derive(Debug, Args)]
pub(crate) struct PlanParams {
    /// Scheme of the ciphertexts
    #[arg(long, value_enum, default_value = "bfv")]
    pub(crate) scheme: SchemeName,
    /// Bits of the plaintext prime, 2 to 256 [default: those of the field]
    #[arg(long, value_name = "BITS", required_unless_present = "field")]
    pub(crate) plain_bits: Option<u32>,
    /// Products of ciphertexts on the longest path, 0 to 64
    #[arg(long, value_name = "LEVELS", required_unless_present = "circuit")]
    pub(crate) depth: Option<u32>,
    /// The steps of the longest path instead of its depth, in order: multiply, multiply-plain,
    /// add:TERMS, add-across, rotate, inner-sum, linear:DIAGONALS
    #[arg(long, value_name = "STEP,...", value_delimiter = ',', conflicts_with_all = ["depth", "no_rotations"])]
    pub(crate) circuit: Vec<Step>,
    /// Ring degree N, a power of two from 4096 to 65536, or `auto` for whatever costs least
    #[arg(long, value_name = "N", default_value = "auto")]
    pub(crate) degree: String,
    /// Bits of security: 128, 192 or 256
    #[arg(long, value_name = "BITS", default_value_t = 128)]
    pub(crate) security: u32,
    /// Plaintext field
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// Ciphertexts are never rotated
    #[arg(long)]
    pub(crate) no_rotations: bool,
}
