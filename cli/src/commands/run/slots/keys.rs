//! The rotation keys of a run, in memory or in a file.

use crate::args::{MemoryArgs, SchemeName};
use crate::engines::{EngineUsed, Placed};
use crate::error::CliError;
use crate::files::rotation::{self, Loaded, RotationFile};
use crate::files::slots::{SlotFile, SlotHeader};
use crate::files::temporary::Folder;
use crate::files::{Kind, Output};
use crate::progress::{Progress, check};
use crate::randomness::system_rng;
use crate::slots::placed::transform_on;
use papilio_fhe::bfv::{Bfv, Ciphertext, GaloisKeys, SecretKey};
use papilio_fhe::rlwe::Rlwe;
use papilio_hntt::slots::{KeyPlace, SlotDesign, Working};
use papilio_ntt::dft::DftResidue;

/// The rotation keys of a run.
pub(super) enum Keys {
    Memory(Loaded),
    /// In a temporary folder, in the file that `keygen` would write.
    File {
        file: Box<SlotFile>,
        _folder: Folder,
    },
}

impl Keys {
    pub(super) fn make<F: DftResidue>(
        bfv: &Bfv<F>,
        secret: &SecretKey,
        design: &SlotDesign,
        (working, memory): (&Working, &MemoryArgs),
    ) -> Result<Self, CliError> {
        if working.keys == KeyPlace::Memory {
            return galois_keys(bfv, secret, design).map(Self::Memory);
        }
        let parent = memory.work_dir.clone().unwrap_or_else(std::env::temp_dir);
        let folder = Folder::create(&parent).map_err(CliError::io("create a folder in", &parent))?;
        let output = Output::new(folder.path().join("rotation.keys"));
        rotation::write(&output, &SlotHeader::of_key(design, secret), bfv, secret, working.at_once)?.persist()?;
        let file = SlotFile::open(output.path(), &[Kind::RotationKeys])?;
        Ok(Self::File { file: Box::new(file), _folder: folder })
    }

    pub(super) fn transform<F: DftResidue>(
        &self,
        placed: Placed,
        design: &SlotDesign,
        (bfv, at_once): (&Bfv<F>, usize),
        input: Ciphertext,
        scheme: SchemeName,
    ) -> Result<(Ciphertext, EngineUsed), CliError> {
        match self {
            Self::Memory(keys) => transform_on(placed, design, (bfv, keys, at_once), input, scheme),
            Self::File { file, .. } => {
                let keys = RotationFile::open(file.path(), bfv, file)?;
                transform_on(placed, design, (bfv, &keys, at_once), input, scheme)
            }
        }
    }
}

/// Each key by itself: a device takes those that are lent to it, and no others.
fn galois_keys(rlwe: &Rlwe, secret: &SecretKey, design: &SlotDesign) -> Result<Loaded, CliError> {
    let exponents = design.recipe.galois_elements();
    let (progress, mut rng) = (Progress::new("keys", exponents.len() as u64), system_rng()?);
    let mut make = |exponent| {
        check()?;
        let keys = GaloisKeys::generate(rlwe, secret, [exponent], &mut rng).map_err(CliError::plan)?;
        progress.advance(1);
        Ok((exponent, keys))
    };
    exponents.into_iter().map(&mut make).collect::<Result<_, CliError>>().map(Loaded)
}
