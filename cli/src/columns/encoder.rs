//! Entries as plaintexts, and back.

use crate::error::CliError;
use papilio_fhe::bfv::{BatchEncoder, Bfv, Plaintext};
use papilio_hntt::{Design, Packing};
use papilio_ntt::dft::DftResidue;

/// The entries, zero-padded to a matrix, as values of ciphertexts.
pub(crate) fn pack<F: DftResidue>(t: &F::Ring, design: &Design, entries: &[F]) -> Result<Vec<F>, CliError> {
    if entries.len() > design.capacity() {
        let reason =
            format!("{} entries do not fit a plan for {}: make keys with --size {0}", entries.len(), design.capacity());
        return Err(CliError::input(reason));
    }
    let mut matrix = entries.to_vec();
    matrix.resize(design.capacity(), F::default());
    design.layout.pack(t, &design.outer, design.lanes, matrix).ok_or_else(|| CliError::plan("no such root of unity"))
}

/// Encoder of a design's packing.
pub(crate) enum Encoder<F: DftResidue> {
    Coefficients,
    Slots(Box<BatchEncoder<F>>),
}

impl<F: DftResidue> Encoder<F> {
    pub(crate) fn new(design: &Design, bfv: &Bfv<F>) -> Result<Self, CliError> {
        match design.packing {
            Packing::Coefficients => Ok(Self::Coefficients),
            Packing::Slots => Ok(Self::Slots(Box::new(BatchEncoder::new(bfv).map_err(CliError::plan)?))),
        }
    }

    pub(super) fn encode(&self, bfv: &Bfv<F>, values: &[F]) -> Result<Plaintext<F>, CliError> {
        match self {
            Self::Coefficients => bfv.encode_coefficients(values),
            Self::Slots(slots) => slots.encode(values),
        }
        .map_err(CliError::input)
    }

    pub(super) fn decode(&self, plaintext: Plaintext<F>, count: usize) -> Result<Vec<F>, CliError> {
        let mut values = match self {
            Self::Coefficients => plaintext.into_coefficients(),
            Self::Slots(slots) => slots.decode(&plaintext).map_err(CliError::input)?,
        };
        values.truncate(count);
        Ok(values)
    }
}
