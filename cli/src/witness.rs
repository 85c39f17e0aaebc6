//! Field elements to encrypt: circom files, the built-in circuit, or random.

use crate::args::{FieldName, MOST_ENTRIES, WitnessArgs};
use crate::error::CliError;
use crate::files::Input;
use crate::files::sniff::Named;
use crate::plaintexts::{Element, Plaintexts, over_field};
use chacha20::ChaCha20Rng;
use papilio_field::{Field, ResidueRing};
use papilio_ligero::circom::{Limits, Prime, Summary};
use rand_core::SeedableRng;
use std::io::BufReader;
use std::path::Path;

/// Levels of the built-in circuit when nothing is asked for.
pub(crate) const DEFAULT_LEVELS: u32 = 20;

/// The field of a witness, asked for or read from its file.
pub(crate) fn plaintexts_of(args: &WitnessArgs, asked: Option<Plaintexts>) -> Result<Plaintexts, CliError> {
    match (asked, &args.witness) {
        (Some(plaintexts), _) => Ok(plaintexts),
        (None, Some(path)) => detect(path).map(|(field, _)| Plaintexts::Field(field)),
        (None, None) => Ok(Plaintexts::default()),
    }
}

/// The field and the number of entries of a circom witness. A field that was asked for has to be
/// its own.
pub(crate) fn field_and_size(path: &Path, asked: Option<Plaintexts>) -> Result<(Plaintexts, usize), CliError> {
    let (field, entries) = detect(path)?;
    let field = Plaintexts::Field(field);
    match asked.filter(|asked| *asked != field) {
        None => Ok((field, entries)),
        Some(asked) => Err(CliError::file(path)(format!("a witness over {}, not over {}", field.name(), asked.name()))),
    }
}

/// The field and the number of entries of a circom witness.
fn detect(path: &Path) -> Result<(FieldName, usize), CliError> {
    let Summary { prime, entries, .. } =
        Summary::read(open(path, Named::Wtns)?.reader(), Limits::default()).map_err(CliError::file(path))?;
    let of = |field: &FieldName| over_field!(*field, F => Prime::of::<F>() == prime);
    let field = FieldName::known().iter().copied().find(of).ok_or_else(|| {
        let names: Vec<_> = FieldName::known().iter().map(|&field| over_field!(field, F => <F as Field>::NAME)).collect();
        CliError::file(path)(format!("its prime {prime} is that of none of {}", names.join(", ")))
    })?;
    enough(path, entries as usize)?;
    Ok((field, entries as usize))
}

/// Refuses what is too short to transform: circom writes the constant alone where it keeps no
/// signal.
fn enough(path: &Path, entries: usize) -> Result<(), CliError> {
    let wrong = |count: &str| Err(CliError::file(path)(format!("a witness of {count}: a transform takes 2 or more")));
    match entries {
        0 => wrong("no entries"),
        1 => wrong("1 entry, the constant"),
        _ => Ok(()),
    }
}

/// Opens a circom file of this kind.
fn open(path: &Path, wanted: Named) -> Result<Input, CliError> {
    let input = Input::open(path)?;
    let short = |named: Named| if named == Named::Wtns { "a witness (.wtns)" } else { "a constraint system (.r1cs)" };
    match input.named()? {
        Some(found) if found != wanted => Err(CliError::wrong_kind(path, found.name(), short(wanted))),
        Some(_) => Ok(input),
        None => Err(CliError::wrong_kind(path, "no circom file", short(wanted))),
    }
}

/// The elements.
pub(crate) fn read<F: Element>(t: &F::Ring, args: &WitnessArgs) -> Result<Vec<F>, CliError> {
    if let Some(path) = &args.witness {
        return read_circom(path, args.r1cs.as_deref());
    }
    if let Some(count) = args.random {
        if count == 0 || count > MOST_ENTRIES {
            return Err(CliError::usage(format!(
                "--random {count}: files take 1 to {MOST_ENTRIES} elements, and transforms 2 or more"
            )));
        }
        let mut rng = ChaCha20Rng::seed_from_u64(args.seed);
        return Ok((0..count).map(|_| t.random(&mut rng)).collect());
    }
    let levels = args.levels.unwrap_or(DEFAULT_LEVELS);
    F::semaphore(levels, args.seed)
}

fn read_circom<F: Element>(path: &Path, r1cs: Option<&Path>) -> Result<Vec<F>, CliError> {
    let input = open(path, Named::Wtns)?;
    let system = r1cs.map(|path| Ok::<_, CliError>((path, open(path, Named::R1cs)?))).transpose()?;
    let system = system.as_ref().map(|(path, input)| (*path, BufReader::new(input.reader())));
    let witness = F::read_circom(path, BufReader::new(input.reader()), system)?;
    enough(path, witness.len())?;
    Ok(witness)
}
