//! The shape of a transform: field, layout, radices, ring.

use crate::error::CliError;
use clap::{Args, ValueEnum};
use papilio_field::PlaintextModulus;
use papilio_hntt::KeyKind;

/// Plaintext fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldName {
    /// 2^32 - 2^20 + 1
    P32,
    /// 2^64 - 2^32 + 1
    Goldilocks,
    /// The scalar field of BN254, circom's default
    Bn254,
    /// The scalar field of BLS12-381
    #[value(name = "bls12-381")]
    Bls12381,
    /// 2^251 + 17 * 2^192 + 1
    Stark252,
}

impl FieldName {
    /// All, in the order of `--help`.
    pub(crate) fn known() -> &'static [Self] {
        Self::value_variants()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    /// Whatever costs least, with at most half of the transform in the clear
    Auto,
    /// One column a ciphertext
    Columns,
    /// Several columns a ciphertext, all slots filled
    Blocked,
    /// The whole vector in the slots of one ciphertext
    Slots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PackingName {
    /// A value in each coefficient: encoding is free
    Coefficients,
    /// A value in each slot, for slot-wise work afterwards
    Slots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatorName {
    /// One product for each pair of constants that differ by sign
    Shared,
    /// Every product of every butterfly
    Dense,
}

/// The transform and its shape; shared by every command that plans.
#[derive(Clone, Debug, Args)]
pub(crate) struct Shape {
    /// Plaintext field [default: that of the .wtns file, else p32]
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// Compute modulo this integer instead: any from 2 to 2^61 - 1 in coefficients, a prime with
    /// the roots of unity for transforms
    #[arg(long, value_name = "T", conflicts_with = "field", value_parser = modulus)]
    pub(crate) plain_modulus: Option<PlaintextModulus>,
    /// How columns are distributed over ciphertexts
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) layout: LayoutName,
    /// Where values sit in a plaintext
    #[arg(long, value_enum, default_value = "coefficients")]
    pub(crate) packing: PackingName,
    /// Radices of the layers across ciphertexts, e.g. 4,4,8 [default: the planner's choice]
    #[arg(long, value_delimiter = ',', value_name = "R1,R2,...")]
    pub(crate) recipe: Option<Vec<usize>>,
    /// Number of layers: equal radices, the remainder in the last
    #[arg(long, conflicts_with = "recipe", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: Option<u32>,
    /// How butterflies are evaluated
    #[arg(long, value_enum, default_value = "shared")]
    pub(crate) evaluator: EvaluatorName,
    /// Ring degree N, a power of two from 4096 to 65536 [default: the cheapest secure one]
    #[arg(long, value_name = "N")]
    pub(crate) ring_degree: Option<usize>,
    /// Interpolate (values to coefficients) instead of evaluating
    #[arg(long)]
    pub(crate) inverse: bool,
    /// Work on the coset by the field's generator instead of the subgroup
    #[arg(long)]
    pub(crate) coset: bool,
    /// Reed-Solomon encoding at rate 1/INVERSE: zero-padded to 2, 4 or 8 times the columns
    #[arg(long, value_name = "INVERSE", default_value_t = 1)]
    pub(crate) rate: usize,
    /// Encrypt under the public key, for a client without the secret
    #[arg(long)]
    pub(crate) public_key: bool,
    /// Keep all primes to the end instead of following the noise and switching the output down
    #[arg(long)]
    pub(crate) full_modulus: bool,
    /// Accept parameters below 128-bit security
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Measure the costs of this machine, remember them for later plans, and time the best recipes
    #[arg(long)]
    pub(crate) measure: bool,
}

/// A plaintext modulus of the command line.
pub(crate) fn modulus(text: &str) -> Result<PlaintextModulus, String> {
    let wanted = "an integer from 2 to 2^61 - 1 in digits is needed; longer ones are chosen by --field";
    let value = text.parse::<u64>().map_err(|_| wanted.to_owned())?;
    PlaintextModulus::new(value).map_err(|e| e.to_string())
}

/// The key that `--public-key` chooses.
pub(crate) fn key_kind(public_key: bool) -> KeyKind {
    if public_key { KeyKind::Public } else { KeyKind::Secret }
}

impl Shape {
    /// The key that ciphertexts are encrypted under.
    pub(crate) fn key(&self) -> KeyKind {
        key_kind(self.public_key)
    }

    /// `log2` of the ring degree that was asked for.
    pub(crate) fn log_degree(&self) -> Result<Option<u32>, CliError> {
        let Some(degree) = self.ring_degree else { return Ok(None) };
        let sound = degree.is_power_of_two() && (1 << 12..=1 << 16).contains(&degree);
        let wrong = || CliError::usage(format!("--ring-degree {degree}: a power of two from 4096 to 65536 is needed"));
        sound.then(|| Some(degree.trailing_zeros())).ok_or_else(wrong)
    }

    /// A layout, and the defaults of everything else.
    pub(crate) fn plain(layout: LayoutName) -> Self {
        Self {
            field: None,
            plain_modulus: None,
            layout,
            packing: PackingName::Coefficients,
            recipe: None,
            depth: None,
            evaluator: EvaluatorName::Shared,
            ring_degree: None,
            inverse: false,
            coset: false,
            rate: 1,
            public_key: false,
            full_modulus: false,
            insecure: false,
            measure: false,
        }
    }
}
