//! `papilio selftest files`: files of every kind are written, read back, damaged, and refused.

mod specimens;

use crate::error::CliError;
use crate::files::temporary::Folder;
use crate::files::{HASH, PREFIX};
use crate::progress::{Progress, check};
use crate::stdout::{Format, answer};
use serde_json::json;
use specimens::{Specimen, make};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Bytes of each payload that are damaged; of everything else all are.
const SAMPLE: usize = 97;

/// Counts of what came of the damages.
#[derive(Default)]
struct Tally {
    damages: usize,
    refused: usize,
    /// Damages that were not refused, or by an error that does not name the file.
    accepted: Vec<String>,
}

pub(super) fn files(format: Format) -> Result<(), CliError> {
    let start = Instant::now();
    let parent = std::env::temp_dir();
    let folder = Folder::create(&parent).map_err(CliError::io("create a folder in", &parent))?;
    let specimens = make(folder.path())?;
    let progress = Progress::new("files", specimens.len() as u64);
    let mut tally = Tally::default();
    for specimen in &specimens {
        (specimen.read)(&specimen.path)?;
        damage(specimen, &specimens, &folder.path().join("victim"), &mut tally)?;
        progress.advance(1);
    }
    drop(progress);
    let (count, accepted) = (specimens.len(), tally.accepted.len());
    let seconds = start.elapsed().as_secs_f64();
    let object = json!({
        "files": count, "damages": tally.damages, "refused": tally.refused, "accepted": accepted, "failures": tally.accepted,
        "seconds": seconds,
    });
    let mut lines = vec![
        ("files", format!("{count} written and read back, one of each kind; their results verified")),
        ("damages", format!("{}: {} refused, {accepted} accepted", tally.damages, tally.refused)),
        ("time", crate::numbers::seconds(seconds)),
    ];
    lines.extend(tally.accepted.iter().map(|failure| ("failure", failure.clone())));
    answer(format, &object, &lines)?;
    if accepted == 0 { Ok(()) } else { Err(CliError::Unverified(format!("{accepted} damages were not refused"))) }
}

/// Damages every part of a file, and reads the other files in its place.
fn damage(specimen: &Specimen, all: &[Specimen], victim: &Path, tally: &mut Tally) -> Result<(), CliError> {
    let read = |path: &Path| fs::read(path).map_err(CliError::io("read", path));
    let good = read(&specimen.path)?;
    let mut meet = |what: String, bytes: &[u8]| {
        check()?;
        fs::write(victim, bytes).map_err(CliError::io("write", victim))?;
        tally.damages += 1;
        match (specimen.read)(victim) {
            Err(CliError::Canceled) => return Err(CliError::Canceled),
            Err(error) if error.to_string().contains(&*victim.to_string_lossy()) => tally.refused += 1,
            outcome => tally.accepted.push(format!("{}, {what}: {outcome:?}", specimen.path.display())),
        }
        Ok(())
    };
    let payload = PREFIX + u32::from_le_bytes([good[12], good[13], good[14], good[15]]) as usize;
    let end = good.len() - HASH;
    let step = (end - payload).div_ceil(SAMPLE).max(1);
    for position in (0..payload).chain((payload..end).step_by(step)).chain(end..good.len()) {
        let mut bytes = good.clone();
        bytes[position] ^= 1 << (position % 8);
        meet(format!("byte {position}"), &bytes)?;
    }
    for length in [0, 4, 8, 12, PREFIX, payload, payload + HASH, end, good.len() - 1] {
        let length = length.min(good.len() - 1);
        meet(format!("cut to {length} bytes"), &good[..length])?;
    }
    for more in [1, HASH] {
        meet(format!("{more} bytes more"), &[good.as_slice(), &vec![0; more]].concat())?;
    }
    for other in all.iter().filter(|other| other.path != specimen.path) {
        meet(format!("{} in its place", other.path.display()), &read(&other.path)?)?;
    }
    Ok(())
}
