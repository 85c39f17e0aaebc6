//! `papilio verify`: decrypted values against the transform in the clear.

pub(super) mod args;
mod report;
mod slots;

use crate::columns::reference::verify as equal;
use crate::error::CliError;
use crate::files::Kind;
use crate::files::input::at_most_one_stream;
use crate::files::values::ValuesFile;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::Format;
use crate::witness;
use args::Verify;
use report::verdict;
use std::time::Instant;

pub(crate) fn verify(args: &Verify, format: Format) -> Result<(), CliError> {
    at_most_one_stream(core::iter::once(args.input.as_path()).chain(args.witness.files()))?;
    if Kind::said_by(&args.input)? == Some(Kind::SlotValues) {
        return slots::verify(args, format);
    }
    let file = ValuesFile::open(&args.input)?;
    let header = &file.header;
    over_plaintexts!(Plaintexts::named(&args.input, &header.design.field)?, F, t => {
        let output = file.read::<F>(t)?;
        let entries = witness::read::<F>(t, &args.witness)?;
        if entries.len() as u64 != header.entries {
            let reason = format!("the result is of {} entries, the witness has {}", header.entries, entries.len());
            return Err(CliError::Unverified(reason));
        }
        let start = Instant::now();
        let verified = equal(t, &header.design, &entries, &output)?;
        verdict(verified, header.entries, start.elapsed().as_secs_f64(), format)
    })
}
