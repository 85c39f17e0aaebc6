//! Parts of transformed columns: some coefficients of every ciphertext, computed apart and joined.

use super::ciphertexts::{TransformedWriter, limb_offsets, plane_bytes};
use super::scheme::scheme;
use super::{HASH, Header, Kind, Output, Reader, Writer};
use crate::error::CliError;
use core::ops::Range;
use papilio_field::Residue;
use papilio_ring::RnsBasis;
use papilio_ring::codec::residue_bytes;
use papilio_ring::sample::CHUNK;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One of the parts that a transform is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Which, counted from 1.
    pub(crate) index: u64,
    /// The number of parts.
    pub(crate) count: u64,
}

impl core::fmt::Display for Share {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Share {
    /// The share of `I/N`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let refused = || format!("{text:?} is no part such as 1/4: the first number is from 1 to the second");
        let (index, count) = text.split_once('/').ok_or_else(refused)?;
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| refused());
        let share = Self { index: number(index)?, count: number(count)? };
        if (1..=share.count).contains(&share.index) { Ok(share) } else { Err(refused()) }
    }

    /// Its coefficients of a ring degree: whole chunks, as many as the other parts have, or one
    /// more.
    pub(crate) fn coefficients(self, degree: usize) -> Result<Range<usize>, CliError> {
        let chunks = (degree / CHUNK) as u64;
        if self.count > chunks {
            let reason = format!("{} parts: ciphertexts of {degree} coefficients have {chunks} parts at most", self.count);
            return Err(CliError::usage(reason));
        }
        let start = |index: u64| (index * chunks / self.count) as usize * CHUNK;
        Ok(start(self.index - 1)..start(self.index))
    }
}

/// The header of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartHeader {
    /// The header of the file which all parts make.
    pub(crate) of: Header,
    /// The hash at the end of the file that was transformed.
    pub(crate) source: [u8; HASH],
    /// The first coefficient of every ciphertext that is here.
    pub(crate) start: u64,
    /// The one after the last.
    pub(crate) end: u64,
}

impl PartHeader {
    /// The coefficients that are here.
    pub(crate) fn extent(&self) -> Range<u64> {
        self.start..self.end
    }
}

/// Begins a file of the coefficients in a range.
pub(crate) fn create<'b>(
    output: &Output,
    (header, source): (&Header, [u8; HASH]),
    basis: &'b RnsBasis,
    extent: Range<usize>,
) -> Result<TransformedWriter<'b>, CliError> {
    let of = Header { seeded: false, ..header.clone() };
    let header = PartHeader { source, start: extent.start as u64, end: extent.end as u64, of };
    let writer = Writer::create(output, Kind::TransformedPart, &header)?;
    TransformedWriter::over(writer, &header.of, basis, extent)
}

/// An open part.
#[derive(Debug)]
pub(crate) struct PartFile {
    reader: Reader,
    pub(crate) header: PartHeader,
}

impl PartFile {
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let (reader, header) = Reader::open(path, Kind::TransformedPart)?;
        Ok(Self { reader, header })
    }

    pub(crate) fn path(&self) -> &Path {
        self.reader.path()
    }

    /// Checks everything about it but the residues, which are checked when they are decrypted.
    pub(crate) fn check<F: Residue>(&self, t: &F::Ring) -> Result<RnsBasis, CliError> {
        let PartHeader { of, start, end, .. } = &self.header;
        let basis = scheme::<F>(t, self.path(), &of.design)?.parameters().basis().clone();
        if start >= end || *end > basis.degree() as u64 {
            let reason = format!("coefficients {start} to {end} of {} make no part", basis.degree());
            return Err(CliError::file(self.path())(reason));
        }
        let count = (end - start) as usize;
        let columns = of.design.recipe.problem.columns();
        self.reader.expect_payload((columns * 2 * plane_bytes(&basis, of.design.recipe.output_limbs, count)) as u64)?;
        Ok(basis)
    }

    /// Copies one ciphertext's coefficients to where they lie in whole ciphertexts.
    pub(crate) fn copy(&self, basis: &RnsBasis, index: usize, to: &TransformedWriter<'_>) -> Result<(), CliError> {
        let (level, extent) = (self.header.of.design.recipe.output_limbs, self.header.extent());
        let (count, first) = ((extent.end - extent.start) as usize, extent.start as usize);
        let part = plane_bytes(basis, level, count);
        for half in 0..2 {
            let start = (2 * index + half) * part;
            for (limb, (offset, m)) in limb_offsets(basis, level, count).enumerate() {
                let mut bytes = vec![0; count * residue_bytes(m)];
                self.reader.read((start + offset) as u64, &mut bytes)?;
                to.place((index, half, limb), first, &bytes)?;
            }
        }
        Ok(())
    }
}
