//! Arguments of `papilio plan`.

use crate::args::{FieldName, Shape, SlotArgs, bytes, entries};
use clap::{Args, Subcommand, ValueEnum};
use papilio_fhe::advice::Step;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Plan {
    #[command(subcommand)]
    pub(crate) target: Option<PlanTarget>,
    /// Entries of the witness
    #[arg(long, value_name = "ENTRIES", required = true, value_parser = entries)]
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
  papilio plan params --scheme ckks --depth 7 --precision 20
      approximate numbers: 20 bits right after seven products

With --depth every ciphertext, fresh or product, may also be rotated once. Other
steps are told by --circuit: decryption refuses what leaves no predicted budget,
and the sum over all slots alone takes log2 N bits.")]
    Params(PlanParams),
    /// Choose parameters for gate bootstrapping by failure and security
    #[command(after_help = "\
The five fastest shapes are shown, with --json all, the fastest first: degree N
and dimension k of GLWE, dimension n of LWE, digits of masks, bodies and key
switches.

  papilio plan gates --failure 64
      at most one wrong gate in 2^64, at 128 bits of security
  papilio plan gates --failure 40 --table 8
      lookups in tables of eight values
  papilio plan gates --failure 64 --at-once 8
      for circuits, whose gates share one pass through the key

A gate's inputs may be one ciphertext, and outputs of multiplexers; that a gate
fails is as probable at worst for these.")]
    Gates(PlanGates),
    /// Choose between the arithmetics of key switching: residues, in blocks, or words in base 2^K
    #[command(after_help = "\
Residues (rns), residues by keys in blocks of primes (klss) and words
(bivariate) are as secure at the same degree and modulus of keys. Keys have
more bits than ciphertexts by special primes or by a digit. Each kind of work
is measured on this machine, in a second, and every candidate predicted from
its amount. Chosen is the smallest key of those within 3 % of the fastest.
`noise` is log2 of the deviation that a key
switch adds, in units of a ciphertext's last bit.

  papilio plan keyswitch --degree 65536 --modulus 1729 --usable 1500
      keys of 1729 bits in all, ciphertexts of at least 1500
With --memory-limit 2GiB no key has more in memory.
`papilio bench keyswitch` measures what is predicted here.")]
    Keyswitch(PlanKeySwitch),
}

#[derive(Debug, Args)]
pub(crate) struct PlanKeySwitch {
    /// Ring degree, a power of two from 1024 to 65536
    #[arg(long, value_name = "N")]
    pub(crate) degree: usize,
    /// Most bits of keys: log2 of the modulus that security depends on
    #[arg(long, value_name = "B")]
    pub(crate) modulus: u32,
    /// Least bits of ciphertexts: log2 of their modulus
    #[arg(long, value_name = "B")]
    pub(crate) usable: u32,
    /// Most memory of a key, like 2GiB
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// Security below 128 bits is wanted
    #[arg(long)]
    pub(crate) insecure: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlanGates {
    /// A gate or a lookup fails with a probability of at most 2^-BITS
    #[arg(long, value_name = "BITS", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) failure: u32,
    /// Bits of security, 80 to 192
    #[arg(long, value_name = "BITS", default_value_t = 128, value_parser = clap::value_parser!(u32).range(80..=192))]
    pub(crate) security: u32,
    /// Security below 128 bits is wanted
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Values of tables, 2 to 256, a power of two [default: gates of bits alone]
    #[arg(long, value_name = "VALUES")]
    pub(crate) table: Option<u32>,
    /// Gates that share one pass through the key, 1 to 8
    #[arg(long, value_name = "GATES", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) at_once: u8,
}

/// The scheme that a circuit is to run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CircuitScheme {
    /// Brakerski; Fan and Vercauteren
    Bfv,
    /// Brakerski, Gentry and Vaikuntanathan
    Bgv,
    /// Cheon, Kim, Kim and Song: approximate numbers
    Ckks,
}

/// The heading of options of CKKS.
const CKKS: &str = "With --scheme ckks";

#[derive(Debug, Args)]
pub(crate) struct PlanParams {
    /// Scheme of the ciphertexts
    #[arg(long, value_enum, default_value = "bfv")]
    pub(crate) scheme: CircuitScheme,
    /// Bits of the plaintext prime, 2 to 256 [default: those of the field]
    #[arg(long, value_name = "BITS", required_unless_present_any = ["field", "precision", "scheme"])]
    pub(crate) plain_bits: Option<u32>,
    /// Products of ciphertexts on the longest path, 0 to 64; of CKKS 0 to 60, where products with
    /// vectors, matrices and constants that are no integers count as well, and a polynomial of
    /// degree d counts log2(d + 1), rounded up, and one more unless its interval is of length 2
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
    /// Bits after the binary point that are right in every slot at the end, 1 to 52
    #[arg(long, value_name = "BITS", help_heading = CKKS)]
    pub(crate) precision: Option<u32>,
    /// Ciphertexts that are added up before each product, 1 for products alone; a sum over slots
    /// has as many as slots [default: 2]
    #[arg(long, value_name = "COUNT", help_heading = CKKS)]
    pub(crate) terms: Option<u32>,
    /// The greatest magnitude of any value [default: 1]
    #[arg(long, value_name = "VALUE", help_heading = CKKS, allow_negative_numbers = true)]
    pub(crate) bound: Option<f64>,
    /// Slots that are needed, of N/2 [default: 1]
    #[arg(long, value_name = "COUNT", help_heading = CKKS)]
    pub(crate) slots: Option<usize>,
}

impl PlanParams {
    /// The first of the arguments of CKKS that was given, which the other schemes refuse.
    pub(crate) fn approximate(&self) -> Option<&'static str> {
        let given = [
            (self.precision.is_some(), "--precision"),
            (self.terms.is_some(), "--terms"),
            (self.bound.is_some(), "--bound"),
            (self.slots.is_some(), "--slots"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }
}
