//! Field elements to encrypt: circom files, the built-in circuit, or random.

use crate::args::{FieldName, WitnessArgs};
use crate::error::CliError;
use crate::planning::over_field;
use chacha20::ChaCha20Rng;
use ligero::circom::{Limits, Prime, detect_field, read_r1cs, read_wtns};
use ligero::semaphore;
use ntt::Field;
use rand_core::SeedableRng;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Most random elements: the capacity of the largest transform.
const MAX_RANDOM: usize = 1 << 28;
/// Levels of the built-in circuit when nothing is asked for.
pub(crate) const DEFAULT_LEVELS: u32 = 20;

/// Entries of a witness known without making it.
pub(crate) fn field_of(args: &WitnessArgs, asked: Option<FieldName>) -> Result<FieldName, CliError> {
    match (asked, &args.witness) {
        (Some(field), _) => Ok(field),
        (None, Some(path)) => detect(path),
        (None, None) => Ok(FieldName::P32),
    }
}

/// The field of a circom file.
fn detect(path: &Path) -> Result<FieldName, CliError> {
    let file = File::open(path).map_err(CliError::io("open", path))?;
    let mut bytes = Vec::new();
    file.take(Limits::default().max_bytes).read_to_end(&mut bytes).map_err(CliError::io("read", path))?;
    let prime = detect_field(&bytes).map_err(CliError::file(path))?;
    let of = |field: &FieldName| over_field!(*field, F => Prime::of::<F>() == prime);
    FieldName::known().iter().copied().find(of).ok_or_else(|| {
        let names: Vec<_> = FieldName::known().iter().map(|&field| over_field!(field, F => <F as Field>::NAME)).collect();
        CliError::file(path)(format!("its prime {prime} is that of none of {}", names.join(", ")))
    })
}

/// The elements.
pub(crate) fn read<F: Field>(args: &WitnessArgs) -> Result<Vec<F>, CliError> {
    if let Some(path) = &args.witness {
        return read_circom(path, args.r1cs.as_deref());
    }
    if let Some(count) = args.random {
        if count == 0 || count > MAX_RANDOM {
            return Err(CliError::input(format!("--random {count}: between 1 and {MAX_RANDOM} elements can be encrypted")));
        }
        let mut rng = ChaCha20Rng::seed_from_u64(args.seed);
        return Ok((0..count).map(|_| F::random(&mut rng)).collect());
    }
    let levels = args.levels.unwrap_or(DEFAULT_LEVELS);
    let (system, witness) = semaphore::generate::<F>(levels, args.seed).map_err(CliError::input)?;
    system.check(&witness).map_err(|e| CliError::input(format!("the built-in witness: {e}")))?;
    Ok(witness)
}

fn read_circom<F: Field>(path: &Path, r1cs: Option<&Path>) -> Result<Vec<F>, CliError> {
    let open = |path: &Path| File::open(path).map(BufReader::new).map_err(CliError::io("open", path));
    let witness = read_wtns::<F>(open(path)?, Limits::default()).map_err(CliError::file(path))?;
    if let Some(r1cs) = r1cs {
        let system = read_r1cs::<F>(open(r1cs)?, Limits::default()).map_err(CliError::file(r1cs))?;
        system.check(&witness).map_err(|e| CliError::file(path)(format!("does not satisfy {}: {e}", r1cs.display())))?;
    }
    Ok(witness)
}
