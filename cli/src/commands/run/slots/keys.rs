//! The rotation keys of a run, in memory or in a file.

use crate::args::{MemoryArgs, SchemeName};
use crate::engines::{EngineUsed, Placed};
use crate::error::CliError;
use crate::files::rotation::{self, RotationFile};
use crate::files::slots::{SlotFile, SlotHeader};
use crate::files::temporary::Folder;
use crate::files::{Kind, Output};
use crate::progress::{Progress, check};
use crate::randomness::system_rng;
use crate::slots::server;
use papilio_fhe::bfv::{Bfv, Ciphertext, GaloisKeys, SecretKey};
use papilio_hntt::slots::{KeyPlace, SlotDesign, Working};
use papilio_ntt::dft::DftResidue;

/// The rotation keys of a run.
pub(super) enum Keys {
    Memory(GaloisKeys),
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
            Self::Memory(keys) => server::transform_on(placed, design, (bfv, keys, at_once), input, scheme),
            Self::File { file, .. } => {
                let keys = RotationFile::open(file.path(), bfv, file)?;
                server::transform_on(placed, design, (bfv, &keys, at_once), input, scheme)
            }
        }
    }
}

fn galois_keys<F: DftResidue>(bfv: &Bfv<F>, secret: &SecretKey, design: &SlotDesign) -> Result<GaloisKeys, CliError> {
    let exponents = design.recipe.galois_elements();
    let progress = Progress::new("keys", exponents.len() as u64);
    let going = exponents.into_iter().take_while(|_| progress.advance(1));
    let keys = GaloisKeys::generate(bfv, secret, going, &mut system_rng()?).map_err(CliError::plan)?;
    check()?;
    Ok(keys)
}
