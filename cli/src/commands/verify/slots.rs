//! `papilio verify` of the values of a vector in slots.

use super::args::Verify;
use super::report::verdict;
use crate::error::CliError;
use crate::files::Kind;
use crate::files::slots::SlotFile;
use crate::plaintexts::over_plaintexts;
use crate::slots::vector::{clear, padded};
use crate::stdout::Format;
use crate::witness;
use std::time::Instant;

pub(crate) fn verify(args: &Verify, format: Format) -> Result<(), CliError> {
    let file = SlotFile::open(&args.input, &[Kind::SlotValues])?;
    let header = &file.header;
    over_plaintexts!(file.field()?, F, t => {
        let output = file.values::<F>(t)?;
        let entries = witness::read::<F>(t, &args.witness)?;
        if entries.len() as u64 != header.entries {
            let reason = format!("the result is of {} entries, the witness has {}", header.entries, entries.len());
            return Err(CliError::Unverified(reason));
        }
        let values = padded(&entries, output.len())?;
        let start = Instant::now();
        let verified = clear(t, &header.design.recipe.problem, &values)? == output;
        verdict(verified, header.entries, start.elapsed().as_secs_f64(), format)
    })
}
