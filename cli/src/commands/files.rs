//! The two ends as separate commands over files.

use super::print_json;
use super::run::{decrypt_all, verify as equal};
use crate::args::{Decrypt, Encrypt, Keygen, Transform, Verify};
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, TransformedWriter, record_bytes};
use crate::files::keys::{self, key_id};
use crate::files::{Header, Kind, Reader, ValuesHeader, values};
use crate::memory::{peak_bytes, window};
use crate::pipeline::{self, Decryptor, Encoder, Encryptor, Key, pack, prepare, system_rng};
use crate::planning::{self, field_named, over_field};
use crate::report::{print_lines, seconds, size};
use crate::witness;
use fhe::bfv::{Bfv, PublicKey, SecretKey};
use hntt::Design;
use ntt::Field;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// Prints what a command did, as lines or as an object.
fn done(json: bool, object: &serde_json::Value, lines: &[(&'static str, String)]) -> Result<(), CliError> {
    if json {
        return print_json(object);
    }
    print_lines(lines)
}

pub(crate) fn keygen(args: &Keygen, json: bool) -> Result<(), CliError> {
    let field = args.shape.field.unwrap_or(crate::args::FieldName::P32);
    over_field!(field, F => {
        let design = planning::plan::<F>(&args.shape, args.size)?.best;
        keygen_for::<F>(&design, &args.output, json)
    })
}

fn keygen_for<F: Field>(design: &Design, folder: &Path, json: bool) -> Result<(), CliError> {
    let start = Instant::now();
    let bfv = Bfv::<F>::new(design.check::<F>().map_err(CliError::plan)?).map_err(CliError::plan)?;
    let secret = SecretKey::generate(&bfv, &mut system_rng()?);
    let public = PublicKey::generate(&bfv, &secret, &mut system_rng()?);
    let elapsed = start.elapsed().as_secs_f64();
    std::fs::create_dir_all(folder).map_err(CliError::io("create", folder))?;
    let (secret_path, public_path) = (folder.join("secret.key"), folder.join("public.key"));
    let secret_bytes = keys::write_secret(&secret_path, design, &secret)?;
    let public_bytes = keys::write_public(&public_path, design, &bfv, key_id(&secret), &public)?;
    let object = json!({
        "secret_key": secret_path, "public_key": public_path, "secret_key_bytes": secret_bytes, "public_key_bytes": public_bytes,
        "capacity": design.capacity(), "seconds": elapsed, "design": design,
    });
    done(
        json,
        &object,
        &[
            ("plan", design.summary()),
            ("secret key", format!("{} ({}), for the client alone", secret_path.display(), size(secret_bytes))),
            ("public key", format!("{} ({})", public_path.display(), size(public_bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}

pub(crate) fn encrypt(args: &Encrypt, json: bool) -> Result<(), CliError> {
    let (design, secret) = keys::design_of(&args.key)?;
    over_field!(field_named(&args.key, &design.field)?, F => {
        let (header, bfv, key) = if secret {
            let (header, bfv, key) = keys::read_secret::<F>(&args.key)?;
            (header, bfv, Key::Secret(key))
        } else {
            let (header, bfv, key) = keys::read_public::<F>(&args.key)?;
            (header, bfv, Key::Public(Box::new(key)))
        };
        encrypt_under::<F>(args, &header, &bfv, &key, json)
    })
}

fn encrypt_under<F: Field>(args: &Encrypt, header: &Header, bfv: &Bfv<F>, key: &Key, json: bool) -> Result<(), CliError> {
    let entries = witness::read::<F>(&args.witness)?;
    let start = Instant::now();
    let design = &header.design;
    let packed = pack(design, &entries)?;
    let encoder = Encoder::new(design, bfv)?;
    let encryptor = Encryptor { bfv, encoder: &encoder, key, packed, values: design.values() };
    let header = Header { entries: entries.len() as u64, seeded: matches!(key, Key::Secret(_)), ..header.clone() };
    let bytes = encryptor.encrypt_to_file(&args.output, &header)?;
    let (elapsed, count) = (start.elapsed().as_secs_f64(), design.recipe.problem.inputs());
    let object = json!({
        "output": args.output, "entries": entries.len(), "ciphertexts": count, "bytes": bytes, "seconds": elapsed, "seeded": header.seeded,
    });
    done(
        json,
        &object,
        &[
            ("encrypted", format!("{} entries in {count} ciphertexts", entries.len())),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}

pub(crate) fn transform(args: &Transform, json: bool) -> Result<(), CliError> {
    let (_, header) = Reader::open::<Header>(&args.input, Kind::Columns)?;
    over_field!(field_named(&args.input, &header.design.field)?, F => transform_for::<F>(args, json))
}

fn transform_for<F: Field>(args: &Transform, json: bool) -> Result<(), CliError> {
    let (source, bfv) = CiphertextFile::open::<F>(&args.input, Kind::Columns)?;
    let design = &source.header.design;
    let prepared = prepare(design, &bfv)?;
    let basis = bfv.params().basis();
    let buffers = 2 * record_bytes(basis, basis.limbs(), false) * rayon::current_num_threads() + prepared.table_bytes();
    let window = window(design, buffers as u64, args.memory.memory_limit)?;
    let sink = TransformedWriter::create(&args.output, &source.header, basis)?;
    let times = pipeline::transform(&prepared, bfv.params().degree(), window, &source, &sink)?;
    let start = Instant::now();
    let bytes = sink.finish()?;
    let store = times.store + start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "bytes": bytes, "window": window, "ring_degree": bfv.params().degree(), "peak_memory_bytes": peak_bytes(),
        "seconds": { "load": times.load, "transform": times.transform, "store": store },
    });
    done(
        json,
        &object,
        &[
            ("plan", design.summary()),
            (
                "transform",
                format!(
                    "{} (reading and expanding {}, writing {})",
                    seconds(times.transform),
                    seconds(times.load),
                    seconds(store)
                ),
            ),
            ("memory", format!("{} peak, {window} of {} coefficients at a time", size(peak_bytes()), bfv.params().degree())),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
        ],
    )
}

pub(crate) fn decrypt(args: &Decrypt, json: bool) -> Result<(), CliError> {
    let (_, header) = Reader::open::<Header>(&args.key, Kind::SecretKey)?;
    over_field!(field_named(&args.key, &header.design.field)?, F => decrypt_for::<F>(args, json))
}

fn decrypt_for<F: Field>(args: &Decrypt, json: bool) -> Result<(), CliError> {
    let (key, bfv, secret) = keys::read_secret::<F>(&args.key)?;
    let (source, _) = CiphertextFile::open::<F>(&args.input, Kind::Transformed)?;
    if source.header.key != key.key {
        return Err(CliError::file(&args.input)(format!("encrypted under another key than {}", args.key.display())));
    }
    if source.header.design != key.design {
        return Err(CliError::file(&args.input)(format!("made by another plan than the one in {}", args.key.display())));
    }
    let (design, start) = (&key.design, Instant::now());
    let encoder = Encoder::new(design, &bfv)?;
    let decryptor = Decryptor::new(design, &bfv, &encoder, &secret);
    decrypt_all(&source, &decryptor)?;
    let (packed, budget) = decryptor.finish();
    let output =
        design.layout.unpack(&design.outer, design.lanes, packed).ok_or_else(|| CliError::plan("no such root of unity"))?;
    let header = ValuesHeader { design: design.clone(), entries: source.header.entries };
    let bytes = values::write(&args.output, &header, &output)?;
    let elapsed = start.elapsed().as_secs_f64();
    let object = json!({
        "output": args.output, "values": output.len(), "bytes": bytes, "seconds": elapsed,
        "noise_budget_bits": { "after": budget, "predicted_after": design.predicted.after },
    });
    done(
        json,
        &object,
        &[
            ("decrypted", format!("{} values in {} columns of {} lanes", output.len(), design.outer.columns(), design.lanes)),
            ("noise", format!("{budget:.1} bits of budget left (predicted {:.1})", design.predicted.after)),
            ("file", format!("{} ({})", args.output.display(), size(bytes))),
            ("time", seconds(elapsed)),
        ],
    )
}

pub(crate) fn verify(args: &Verify, json: bool) -> Result<(), CliError> {
    let header = values::header(&args.input)?;
    over_field!(field_named(&args.input, &header.design.field)?, F => {
        let (header, output) = values::read::<F>(&args.input)?;
        let entries = witness::read::<F>(&args.witness)?;
        if entries.len() as u64 != header.entries {
            let reason = format!("the result is of {} entries, the witness has {}", header.entries, entries.len());
            return Err(CliError::Unverified(reason));
        }
        let start = Instant::now();
        let verified = equal(&header.design, &entries, &output)?;
        let elapsed = start.elapsed().as_secs_f64();
        let verdict = if verified { "VERIFIED: equal to the transform in the clear" } else { "FAILED" };
        let lines = [("verdict", verdict.to_owned()), ("in clear", seconds(elapsed))];
        done(json, &json!({ "verified": verified, "entries": header.entries, "seconds": elapsed }), &lines)?;
        let reason = "the values differ from the transform in the clear".to_owned();
        if verified { Ok(()) } else { Err(CliError::Unverified(reason)) }
    })
}
