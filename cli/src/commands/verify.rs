//! `papilio verify`: decrypted values against the transform in the clear.

use super::run::verify as equal;
use super::{done, slots};
use crate::args::Verify;
use crate::error::CliError;
use crate::files::Kind;
use crate::files::input::at_most_one_stream;
use crate::files::values::ValuesFile;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::report::seconds;
use crate::witness;
use serde_json::json;
use std::time::Instant;

pub(crate) fn verify(args: &Verify, json: bool) -> Result<(), CliError> {
    at_most_one_stream(core::iter::once(args.input.as_path()).chain(args.witness.files()))?;
    if Kind::said_by(&args.input)? == Some(Kind::SlotValues) {
        return slots::verify::verify(args, json);
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
        verdict(verified, header.entries, start.elapsed().as_secs_f64(), json)
    })
}

/// Prints whether a result was verified; an error unless it was.
pub(crate) fn verdict(verified: bool, entries: u64, elapsed: f64, json: bool) -> Result<(), CliError> {
    let verdict = if verified { "VERIFIED: equal to the transform in the clear" } else { "FAILED" };
    let lines = [("verdict", verdict.to_owned()), ("in clear", seconds(elapsed))];
    done(json, &json!({ "verified": verified, "entries": entries, "seconds": elapsed }), &lines)?;
    let reason = "the values differ from the transform in the clear".to_owned();
    if verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
