//! Files of rotation keys: loaded whole, or lent one key at a time.

use super::slots::{SlotFile, SlotHeader};
use super::{Kind, Output, Sealed, Writer};
use crate::error::CliError;
use crate::progress::{Progress, check};
use crate::randomness::system_rng;
use papilio_fhe::bfv::{Bfv, GaloisKeys, SecretKey};
use papilio_fhe::codec::Object;
use papilio_field::Residue;
use papilio_hntt::slots::RotationKeys;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// More bytes than the object of a key has beside the key.
const AROUND: usize = 1 << 10;

/// Makes the rotation keys of a design, so many at once, and writes each as it is made, under no
/// name yet.
pub(crate) fn write<F: Residue>(
    output: &Output,
    header: &SlotHeader,
    bfv: &Bfv<F>,
    secret: &SecretKey,
    at_once: usize,
) -> Result<Sealed, CliError> {
    let exponents = header.design.recipe.galois_elements();
    let progress = Progress::new("keys", exponents.len() as u64);
    let mut writer = Writer::create(output, Kind::RotationKeys, header)?;
    for group in exponents.chunks(at_once.max(1)) {
        check()?;
        let record = |&exponent: &usize| {
            let keys = GaloisKeys::generate(bfv, secret, [exponent], &mut system_rng()?).map_err(CliError::plan)?;
            Ok(keys.to_bytes(bfv))
        };
        let records: Vec<Vec<u8>> = group.par_iter().map(record).collect::<Result<_, CliError>>()?;
        records.iter().try_for_each(|bytes| writer.append(bytes))?;
        progress.advance(group.len());
    }
    writer.seal()
}

/// An open file of rotation keys, which lends them.
pub(crate) struct RotationFile<'b, F: Residue> {
    file: SlotFile,
    bfv: &'b Bfv<F>,
    exponents: Vec<usize>,
    /// Bytes of a key.
    record: usize,
}

impl<'b, F: Residue> RotationFile<'b, F> {
    /// Opens the keys for what another file holds, and checks everything about them but themselves,
    /// which is checked as they are read.
    pub(crate) fn open(path: &Path, bfv: &'b Bfv<F>, of: &SlotFile) -> Result<Self, CliError> {
        let file = SlotFile::open(path, &[Kind::RotationKeys])?;
        file.belongs_to(of)?;
        let gadget = bfv.parameters().gadget().ok_or_else(|| CliError::file(path)("a design without special primes"))?;
        let exponents = file.header.design.recipe.galois_elements();
        let (payload, least) = (file.reader.payload(), GaloisKeys::stored_bytes(gadget, 1));
        let record = (payload / exponents.len().max(1) as u64) as usize;
        file.reader.expect_payload((record * exponents.len()) as u64)?;
        if !(least..least + AROUND).contains(&record) {
            let reason = format!("{} keys of {least} bytes each do not take {payload} bytes", exponents.len());
            return Err(CliError::file(path)(reason));
        }
        Ok(Self { file, bfv, exponents, record })
    }

    fn read(&self, exponent: usize) -> Result<GaloisKeys, CliError> {
        let wrong = CliError::file(self.file.path());
        let place = self.exponents.iter().position(|&found| found == exponent);
        let place = place.ok_or_else(|| wrong(format!("no key for the automorphism X -> X^{exponent}")))?;
        let mut bytes = vec![0; self.record];
        self.file.reader.read((place * self.record) as u64, &mut bytes)?;
        let keys = GaloisKeys::from_bytes(self.bfv, &bytes).map_err(|e| wrong(format!("key {place}: {e}")))?;
        if !keys.galois_elements().eq([exponent]) {
            let found: Vec<usize> = keys.galois_elements().collect();
            return Err(wrong(format!("key {place} is for the exponents {found:?}, where that for {exponent} is needed")));
        }
        Ok(keys)
    }

    /// All keys, in memory.
    pub(crate) fn load(&self) -> Result<Loaded, CliError> {
        let progress = Progress::new("keys", self.exponents.len() as u64);
        let mut keys = BTreeMap::new();
        for group in self.exponents.chunks(rayon::current_num_threads()) {
            check()?;
            let read = |&exponent: &usize| Ok((exponent, self.read(exponent)?));
            keys.extend(group.par_iter().map(read).collect::<Result<Vec<_>, CliError>>()?);
            progress.advance(group.len());
        }
        Ok(Loaded(keys))
    }
}

impl<F: Residue> RotationKeys for RotationFile<'_, F> {
    type Error = CliError;

    fn galois_elements(&self) -> Vec<usize> {
        self.exponents.clone()
    }

    fn lend(&self, exponent: usize) -> Result<Cow<'_, GaloisKeys>, CliError> {
        check()?;
        self.read(exponent).map(Cow::Owned)
    }
}

/// Keys in memory, each by itself.
pub(crate) struct Loaded(pub(crate) BTreeMap<usize, GaloisKeys>);

impl RotationKeys for Loaded {
    type Error = CliError;

    fn galois_elements(&self) -> Vec<usize> {
        self.0.keys().copied().collect()
    }

    fn lend(&self, exponent: usize) -> Result<Cow<'_, GaloisKeys>, CliError> {
        let missing = || CliError::plan(format!("no key for the automorphism X -> X^{exponent}"));
        self.0.get(&exponent).map(Cow::Borrowed).ok_or_else(missing)
    }
}
