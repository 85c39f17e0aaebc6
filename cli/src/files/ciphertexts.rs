//! Files of ciphertexts: records of equal size, one a ciphertext, read and written a window of
//! coefficients at a time.
//!
//! A record is `c_0` limb after limb, residues in the fewest whole bytes, after the 32-byte seed of
//! `c_1` when it is seeded and followed by `c_1` in the same way when it is not.

use super::scheme::scheme;
use super::{HASH, Header, Kind, Output, Reader, Writer};
use crate::error::CliError;
use core::ops::Range;
use papilio_fhe::bfv::{Bfv, Ciphertext, KeyId, SeededCiphertext};
use papilio_fhe::noise::Noise;
use papilio_fhe::seeds::ciphertext_mask;
use papilio_field::{Modulus, Residue};
use papilio_hntt::{Sink, Source};
use papilio_ring::codec::{read_residues, residue_bytes, write_residues};
use papilio_ring::sample::Seed;
use papilio_ring::{Poly, RnsBasis};
use std::path::Path;

const SEED: usize = size_of::<Seed>();

/// Bytes of so many coefficients of a polynomial of a level.
pub(super) fn plane_bytes(basis: &RnsBasis, level: usize, count: usize) -> usize {
    basis.moduli(level).map(residue_bytes).sum::<usize>() * count
}

/// Bytes of one polynomial of a level.
fn part_bytes(basis: &RnsBasis, level: usize) -> usize {
    plane_bytes(basis, level, basis.degree())
}

/// The form of a ciphertext in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    /// A seed and one part.
    Seeded,
    /// Both parts.
    Whole,
}

impl Record {
    /// The form that a header states.
    fn of(header: &Header) -> Self {
        if header.seeded { Self::Seeded } else { Self::Whole }
    }
}

/// Bytes of one record.
pub(crate) fn record_bytes(basis: &RnsBasis, level: usize, record: Record) -> usize {
    let part = part_bytes(basis, level);
    match record {
        Record::Seeded => SEED + part,
        Record::Whole => 2 * part,
    }
}

fn poly_to_bytes(basis: &RnsBasis, poly: &Poly<papilio_ring::Coefficient>, out: &mut Vec<u8>) {
    basis.moduli(poly.level()).enumerate().for_each(|(i, m)| write_residues(m, poly.limb(i), out));
}

pub(crate) fn seeded_to_bytes(basis: &RnsBasis, seeded: &SeededCiphertext, out: &mut Vec<u8>) {
    out.extend_from_slice(seeded.uniform().seed());
    poly_to_bytes(basis, seeded.body(), out);
}

pub(crate) fn ciphertext_to_bytes(basis: &RnsBasis, ciphertext: &Ciphertext, out: &mut Vec<u8>) {
    ciphertext.parts().iter().for_each(|part| poly_to_bytes(basis, part, out));
}

/// A seeded ciphertext of all primes from its record.
pub(crate) fn seeded_from_bytes<F: Residue>(bfv: &Bfv<F>, bytes: &[u8]) -> Result<SeededCiphertext, String> {
    let basis = bfv.parameters().basis();
    let (seed, body) = bytes.split_at(SEED);
    let uniform = ciphertext_mask(seed.try_into().map_err(|_| "a seed has 32 bytes".to_owned())?);
    let body = poly_from_bytes(basis, basis.limbs(), body)?;
    SeededCiphertext::new(bfv, KeyId::ANY, uniform, body).map_err(|e| e.to_string())
}

fn poly_from_bytes(basis: &RnsBasis, level: usize, mut bytes: &[u8]) -> Result<Poly<papilio_ring::Coefficient>, String> {
    let degree = basis.degree();
    let mut residues = vec![0; level * degree];
    for (limb, m) in residues.chunks_exact_mut(degree).zip(basis.moduli(level)) {
        let (mine, rest) = bytes.split_at(degree * residue_bytes(m));
        read_residues(m, mine, limb).map_err(|e| e.to_string())?;
        bytes = rest;
    }
    Poly::from_residues(basis, level, residues).ok_or_else(|| "residues of another level".to_owned())
}

/// Where the limbs of so many coefficients begin within them, and their primes.
pub(super) fn limb_offsets(basis: &RnsBasis, level: usize, count: usize) -> impl Iterator<Item = (usize, &Modulus)> {
    basis.moduli(level).scan(0, move |offset, m| {
        let start = *offset;
        *offset += residue_bytes(m) * count;
        Some((start, m))
    })
}

/// An open file of ciphertexts.
#[derive(Debug)]
pub(crate) struct CiphertextFile {
    reader: Reader,
    pub(crate) header: Header,
    basis: RnsBasis,
    level: usize,
    record: Record,
}

impl CiphertextFile {
    /// Opens encrypted columns (`Kind::Columns`) or transformed ones, and checks everything about
    /// them but the residues, which are checked as they are read.
    pub(crate) fn open<F: Residue>(t: &F::Ring, path: &Path, kind: Kind) -> Result<(Self, Bfv<F>), CliError> {
        let (reader, header) = Reader::open(path, kind)?;
        Self::of(t, reader, header, kind)
    }

    /// The same for a file that was opened to learn its field.
    pub(crate) fn of<F: Residue>(t: &F::Ring, reader: Reader, header: Header, kind: Kind) -> Result<(Self, Bfv<F>), CliError> {
        let path = reader.path();
        let bfv = scheme::<F>(t, path, &header.design)?;
        let recipe = &header.design.recipe;
        let (count, level, record) = match kind {
            Kind::Columns => (recipe.problem.inputs(), recipe.limbs[0], Record::of(&header)),
            _ => (recipe.problem.columns(), recipe.output_limbs, Record::Whole),
        };
        if header.entries == 0 || header.entries > header.design.capacity() as u64 {
            let reason = format!("{} entries do not fit a design for 1 to {}", header.entries, header.design.capacity());
            return Err(CliError::file(path)(reason));
        }
        let basis = bfv.parameters().basis().clone();
        reader.expect_payload(count as u64 * record_bytes(&basis, level, record) as u64)?;
        Ok((Self { reader, header, basis, level, record }, bfv))
    }

    pub(crate) fn path(&self) -> &Path {
        self.reader.path()
    }

    /// The hash at its end.
    pub(crate) fn hash(&self) -> Result<[u8; HASH], CliError> {
        self.reader.hash()
    }

    fn record(&self, index: usize) -> u64 {
        index as u64 * record_bytes(&self.basis, self.level, self.record) as u64
    }

    /// A window of one part stored in the file.
    fn read_part(&self, start: u64, window: &Range<usize>, out: &mut [u64]) -> Result<(), CliError> {
        let mut bytes = vec![0; window.len() * size_of::<u64>()];
        for ((offset, m), limb) in
            limb_offsets(&self.basis, self.level, self.basis.degree()).zip(out.chunks_exact_mut(window.len()))
        {
            let size = residue_bytes(m);
            let bytes = &mut bytes[..window.len() * size];
            self.reader.read(start + (offset + window.start * size) as u64, bytes)?;
            read_residues(m, bytes, limb).map_err(CliError::file(self.path()))?;
        }
        Ok(())
    }

    /// Both parts of a whole ciphertext, limb after limb.
    pub(crate) fn parts(&self, index: usize) -> Result<[Vec<u64>; 2], CliError> {
        let degree = self.basis.degree();
        let mut residues = vec![0; 2 * self.level * degree];
        self.read(index, 0..degree, &mut residues)?;
        let second = residues.split_off(self.level * degree);
        Ok([residues, second])
    }
}

/// A ciphertext from its residues, under a key, of a predicted noise.
pub(crate) fn ciphertext<F: Residue>(
    bfv: &Bfv<F>,
    parts: [Vec<u64>; 2],
    key: KeyId,
    noise: Noise,
) -> Result<Ciphertext, String> {
    let (basis, level) = (bfv.parameters().basis(), noise.level());
    let [Some(first), Some(second)] = parts.map(|part| Poly::from_residues(basis, level, part)) else {
        return Err("residues that are not below their primes".to_owned());
    };
    Ciphertext::from_parts(bfv, [first, second], key, noise).map_err(|e| e.to_string())
}

impl Source for CiphertextFile {
    type Error = CliError;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), CliError> {
        let (first, second) = out.split_at_mut(self.level * window.len());
        let record = self.record(index);
        if self.record == Record::Whole {
            self.read_part(record, &window, first)?;
            return self.read_part(record + part_bytes(&self.basis, self.level) as u64, &window, second);
        }
        let mut seed = Seed::default();
        self.reader.read(record, &mut seed)?;
        self.read_part(record + SEED as u64, &window, first)?;
        let uniform = ciphertext_mask(seed);
        for (i, (limb, m)) in second.chunks_exact_mut(window.len()).zip(self.basis.moduli(self.level)).enumerate() {
            uniform.fill(m, i, window.start, limb);
        }
        Ok(())
    }
}

/// A file of transformed ciphertexts, or of some coefficients of them, being written, in windows
/// and in any order.
pub(crate) struct TransformedWriter<'b> {
    writer: Writer,
    basis: &'b RnsBasis,
    level: usize,
    /// The coefficients that it holds of each ciphertext.
    extent: Range<usize>,
}

impl<'b> TransformedWriter<'b> {
    /// Begins a file of whole ciphertexts.
    pub(crate) fn create(output: &Output, header: &Header, basis: &'b RnsBasis) -> Result<Self, CliError> {
        let header = Header { seeded: false, ..header.clone() };
        let writer = Writer::create(output, Kind::Transformed, &header)?;
        Self::over(writer, &header, basis, 0..basis.degree())
    }

    /// Begins one of the coefficients in a range.
    pub(super) fn over(
        mut writer: Writer,
        header: &Header,
        basis: &'b RnsBasis,
        extent: Range<usize>,
    ) -> Result<Self, CliError> {
        let level = header.design.recipe.output_limbs;
        writer.reserve((header.design.recipe.problem.columns() * 2 * plane_bytes(basis, level, extent.len())) as u64)?;
        Ok(Self { writer, basis, level, extent })
    }

    pub(crate) fn finish(self) -> Result<u64, CliError> {
        self.writer.finish()
    }

    /// Writes the bytes of residues of one limb of a half of a ciphertext, from a coefficient on.
    pub(super) fn place(&self, (index, half, limb): (usize, usize, usize), from: usize, bytes: &[u8]) -> Result<(), CliError> {
        let count = self.extent.len();
        let start = (2 * index + half) * plane_bytes(self.basis, self.level, count);
        let found = limb_offsets(self.basis, self.level, count).nth(limb);
        let (offset, m) = found.ok_or_else(|| CliError::plan(format!("limb {limb} of {}", self.level)))?;
        self.writer.write((start + offset + (from - self.extent.start) * residue_bytes(m)) as u64, bytes)
    }
}

impl Sink for TransformedWriter<'_> {
    type Error = CliError;

    fn write(&self, index: usize, window: Range<usize>, residues: &[u64]) -> Result<(), CliError> {
        let mut bytes = Vec::new();
        for (half, residues) in residues.chunks_exact(self.level * window.len()).enumerate() {
            for (limb, (m, residues)) in self.basis.moduli(self.level).zip(residues.chunks_exact(window.len())).enumerate() {
                bytes.clear();
                write_residues(m, residues, &mut bytes);
                self.place((index, half, limb), window.start, &bytes)?;
            }
        }
        Ok(())
    }
}
