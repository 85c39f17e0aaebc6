//! `papilio plan keyswitch`: residues, residues in blocks, or words.

use super::args::PlanKeySwitch as Args;
use crate::error::CliError;
use crate::numbers::size;
use crate::stdout::{Format, print, print_json};
use papilio_fhe::frontend::{Candidate, Costs, Frontend, FrontendError, Request, Work};
use serde_json::json;

/// Candidates that are shown as text.
const SHOWN: usize = 8;

pub(super) fn keyswitch(args: &Args, format: Format) -> Result<(), CliError> {
    let request = Request {
        degree: args.degree,
        key_bits: args.modulus,
        usable_bits: args.usable,
        memory_limit: args.memory_limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX)),
        insecure: args.insecure,
    };
    // Refusals do not need the costs of this machine.
    request.candidates(&Costs::TYPICAL).map_err(refusal)?;
    let costs = Costs::measure(args.degree).map_err(CliError::plan)?;
    let candidates = request.candidates(&costs).map_err(refusal)?;
    if format == Format::Json {
        let all: Vec<_> = candidates.iter().enumerate().map(|(i, candidate)| object(candidate, i == 0, args.degree)).collect();
        let Costs { transform, product, term, word, moved } = costs;
        let costs = json!({ "transform": transform, "product": product, "term": term, "word": word, "moved": moved });
        return print_json(&json!({ "candidates": all, "nanoseconds": costs }));
    }
    print(" frontend  digits  special  key bits  usable       a key   predicted  noise\n")?;
    for candidate in candidates.iter().take(SHOWN) {
        print(&line(candidate))?;
    }
    if candidates.len() > SHOWN {
        print(&format!("and {} more, with --json\n", candidates.len() - SHOWN))?;
    }
    print(&reason(&candidates, &costs, args.degree))?;
    print(&room(&candidates[0], args.degree))
}

fn refusal(error: FrontendError) -> CliError {
    match error {
        FrontendError::Degree(degree) => {
            CliError::usage(format!("--degree {degree}: degrees are powers of two from 1024 to 65536"))
        }
        FrontendError::KeyBits(_)
        | FrontendError::UsableBits { .. }
        | FrontendError::Bits { .. }
        | FrontendError::Noise { .. } => CliError::usage(format!("--usable and --modulus: {error}")),
        FrontendError::Security { .. } => CliError::plan(format!("{error}; --insecure plans for it nevertheless")),
        error => CliError::plan(error),
    }
}

fn special(candidate: &Candidate) -> usize {
    match &candidate.frontend {
        Frontend::Rns { log_p, .. } | Frontend::Klss { log_p, .. } => log_p.len(),
        Frontend::Bivariate { .. } => 0,
    }
}

fn line(candidate: &Candidate) -> String {
    let special = special(candidate);
    format!(
        "{:>9} {:>7} {:>8} {:>9.0} {:>7.0} {:>11} {:>8.2} ms {:>6.1}\n",
        candidate.frontend.name(),
        candidate.digits,
        if special == 0 { "-".to_owned() } else { special.to_string() },
        candidate.key_bits,
        candidate.usable_bits,
        size(candidate.key_bytes as u64),
        candidate.milliseconds,
        candidate.noise_bits,
    )
}

/// The bits that are left above the noise of a key switch.
fn room(candidate: &Candidate, degree: usize) -> String {
    let (above, usable) = (candidate.bits_above_noise(degree), candidate.usable_bits);
    format!("{above:.1} of {usable:.0} usable bits are above the noise of a key switch: messages and other noise have these\n")
}

/// The milliseconds of each kind of work, of the first of each frontend.
fn reason(candidates: &[Candidate], costs: &Costs, degree: usize) -> String {
    let parts = |candidate: &Candidate| {
        let work = &candidate.work;
        let of = |work| costs.milliseconds(degree, &work);
        format!(
            "{}: {:.2} ms of {} transforms, {:.2} of products with {} of a key, {:.2} of conversions and carries, {:.2} of memory",
            candidate.frontend.name(),
            of(Work { transforms: work.transforms, ..Default::default() }),
            work.transforms,
            of(Work { products: work.products, ..Default::default() }),
            size(candidate.key_bytes as u64),
            of(Work { terms: work.terms, words: work.words, ..Default::default() }),
            of(Work { moved: work.moved, ..Default::default() }),
        )
    };
    let first = &candidates[0];
    let is_first = |&(i, candidate): &(usize, &Candidate)| {
        candidates[..i].iter().all(|before| before.frontend.name() != candidate.frontend.name())
    };
    let reasons: Vec<_> = candidates.iter().enumerate().filter(is_first).map(|(_, candidate)| parts(candidate)).collect();
    let chosen = if candidates.iter().any(|other| other.milliseconds < first.milliseconds) {
        "is chosen: the smallest key of those predicted to be fastest, within 3 %,"
    } else {
        "is predicted to be the fastest"
    };
    format!("\n{} {chosen} on this machine, one thread:\n  {}\n", first.frontend.name(), reasons.join("\n  "))
}

fn object(candidate: &Candidate, chosen: bool, degree: usize) -> serde_json::Value {
    let mut object = json!({
        "frontend": candidate.frontend.name(),
        "chosen": chosen,
        "digits": candidate.digits,
        "special_primes": special(candidate),
        "key_bits": candidate.key_bits,
        "usable_bits": candidate.usable_bits,
        "usable_bits_above_noise": candidate.bits_above_noise(degree),
        "key_memory_bytes": candidate.key_bytes,
        "predicted_milliseconds": candidate.milliseconds,
        "noise_bits": candidate.noise_bits,
        "log2_failure": Some(candidate.log2_failure).filter(|failure| failure.is_finite()),
    });
    match &candidate.frontend {
        Frontend::Rns { log_q, log_p } => {
            object["log_q"] = json!(log_q);
            object["log_p"] = json!(log_p);
        }
        Frontend::Klss { log_q, log_p, block, primes } => {
            object["log_q"] = json!(log_q);
            object["log_p"] = json!(log_p);
            object["block"] = json!(block);
            object["primes"] = json!(primes);
        }
        Frontend::Bivariate { digit_words, primes, .. } => {
            object["digit_words"] = json!(digit_words.operand);
            object["key_digit_words"] = json!(digit_words.row);
            object["primes"] = json!(primes);
        }
    }
    object
}
