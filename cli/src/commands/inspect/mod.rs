//! `papilio inspect`: what a file is and says of itself, never a secret.

pub(super) mod args;
mod gates;
mod parameters;
mod report;
mod slots;

use crate::args::FieldName;
use crate::columns::facts::{log_modulus, schedule};
use crate::error::CliError;
use crate::files::parts::{PartFile, PartHeader};
use crate::files::sniff::Named;
use crate::files::{Header, Input, Kind, Reader, SigningHeader, ValuesHeader, identify};
use crate::plaintexts::over_field;
use crate::stdout::Format;
use args::Inspect;
use papilio_fhe::ParametersLiteral;
use papilio_fhe::codec::{Kind as ObjectKind, Outline};
use papilio_field::Field;
use papilio_hntt::Design;
use papilio_ligero::circom::{Limits, Prime, Summary};
use parameters::parameters;
use report::{Facts, report};
use serde_json::json;
use std::io::Read;

pub(crate) fn inspect(args: &Inspect, format: Format) -> Result<(), CliError> {
    let input = Input::open(&args.input)?;
    let named = input.named()?.ok_or_else(|| {
        CliError::wrong_kind(&args.input, "neither a Papilio nor a circom file (wrong magic)", "one of these")
    })?;
    let mut facts: Facts = vec![("file", json!(args.input)), ("kind", json!(named.name())), ("bytes", json!(input.len()))];
    facts.extend(match named {
        Named::Papilio(code) => papilio(&input, code)?,
        Named::Object(kind) => object(&input, kind)?,
        Named::R1cs | Named::Wtns => circom(&input)?,
        Named::Zkey => return Err(CliError::wrong_kind(&args.input, named.name(), "an r1cs or a wtns file")),
    });
    report(facts, format)
}

/// A file of this program.
fn papilio(input: &Input, code: u16) -> Result<Facts, CliError> {
    // An unknown kind is refused there as well, once the file has proved to be undamaged.
    let kind = match Kind::of(code) {
        Some(kind) => kind,
        None => identify(input, &Kind::ALL)?,
    };
    let path = input.path();
    let mut facts = vec![("version", json!(kind.version())), ("checksum", json!("ok"))];
    if let Some(of_slots) = slots::facts(path, kind)? {
        facts.extend(of_slots);
        return Ok(facts);
    }
    if kind == Kind::Values {
        let (_, header) = Reader::open::<ValuesHeader>(path, kind)?;
        facts.push(("entries", json!(header.entries)));
        facts.push(("values", json!(header.design.outer.columns() * header.design.lanes)));
        facts.extend(design(&header.design));
        return Ok(facts);
    }
    if kind == Kind::SigningKey {
        let (_, header) = Reader::open::<SigningHeader>(path, kind)?;
        let digits = header.public_key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        facts.extend([("scheme", json!(header.scheme)), ("public_key", json!(digits))]);
        return Ok(facts);
    }
    let header = match kind {
        Kind::TransformedPart => {
            let PartHeader { of, start, end, .. } = PartFile::open(path)?.header;
            facts.extend([("first_coefficient", json!(start)), ("end_coefficient", json!(end))]);
            of
        }
        _ => Reader::open::<Header>(path, kind)?.1,
    };
    facts.push(("key_id", json!(header.key.iter().map(|byte| format!("{byte:02x}")).collect::<String>())));
    if let Some(ciphertexts) = match kind {
        Kind::Columns => Some(header.design.recipe.problem.inputs()),
        Kind::Transformed | Kind::TransformedPart => Some(header.design.recipe.problem.columns()),
        _ => None,
    } {
        facts.extend([
            ("entries", json!(header.entries)),
            ("ciphertexts", json!(ciphertexts)),
            ("seeded", json!(header.seeded)),
        ]);
    }
    facts.extend(design(&header.design));
    Ok(facts)
}

/// Facts of the plan: the transform and its parameters.
fn design(design: &Design) -> Facts {
    let mut facts = vec![
        ("field", json!(design.field)),
        ("plan", json!(design.summary())),
        ("layout", json!(design.layout.name())),
        ("columns", json!(design.outer.columns())),
        ("lanes", json!(design.lanes)),
        ("capacity", json!(design.capacity())),
        ("recipe", json!(design.recipe.radices)),
        ("limb_schedule", json!(schedule(design))),
    ];
    facts.extend(parameters(&design.literal, log_modulus(design)));
    facts
}

/// An object of the library. Only parameters can be read without any.
fn object(input: &Input, kind: ObjectKind) -> Result<Facts, CliError> {
    let mut bytes = zeroize::Zeroizing::new(Vec::new());
    input.reader().take(Limits::default().max_bytes).read_to_end(&mut bytes).map_err(CliError::io("read", input.path()))?;
    if kind.number() >= ObjectKind::GatesParameters.number() {
        return gates::facts(input.path(), &bytes, kind);
    }
    let outline = Outline::of(&bytes).map_err(CliError::damaged(input.path()))?;
    let mut facts = vec![
        ("version", json!(kind.version())),
        ("checksum", json!("ok")),
        ("parameters_digest", json!(format!("{:016x}", outline.digest))),
    ];
    if kind == ObjectKind::Parameters {
        let literal = ParametersLiteral::from_bytes(&bytes).map_err(CliError::file(input.path()))?;
        let log_modulus = literal.moduli.iter().chain(&literal.special).map(|&q| (q as f64).log2()).sum();
        facts.extend(parameters(&literal, log_modulus));
        facts.push(("insecure", json!(literal.insecure)));
    }
    Ok(facts)
}

/// A file of circom.
fn circom(input: &Input) -> Result<Facts, CliError> {
    let summary = Summary::read(input.reader(), Limits::default()).map_err(CliError::file(input.path()))?;
    let of = |field: &&FieldName| over_field!(**field, F => Prime::of::<F>() == summary.prime);
    let name = |field: &FieldName| over_field!(*field, F => <F as Field>::NAME);
    let mut facts =
        vec![("field", json!(FieldName::known().iter().find(of).map(name))), ("prime", json!(summary.prime.to_string()))];
    let Some(system) = summary.system else {
        facts.push(("entries", json!(summary.entries)));
        return Ok(facts);
    };
    facts.extend([
        ("wires", json!(system.shape.wires)),
        ("outputs", json!(system.shape.outputs)),
        ("public_inputs", json!(system.shape.inputs)),
        ("private_inputs", json!(system.shape.private)),
        ("signals", json!(system.labels)),
        ("constraints", json!(system.constraints)),
        ("custom_gates", json!(system.custom_gates)),
    ]);
    Ok(facts)
}
