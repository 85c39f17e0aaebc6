//! Files of every kind, from a small run of both ends in each layout.

use crate::args::{FieldName, LayoutName, Shape};
use crate::columns::decryptor::Decryptor;
use crate::columns::decryptor::decrypt_all;
use crate::columns::encoder::{Encoder, pack};
use crate::columns::encryptor::{Encryptor, Key};
use crate::columns::placed::prepare;
use crate::columns::planning;
use crate::columns::reference::verify;
use crate::columns::transform::transform;
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, TransformedWriter};
use crate::files::keys::{self, KeyFile, key_id};
use crate::files::parts::{self, PartFile};
use crate::files::rotation::{self, RotationFile};
#[cfg(feature = "ethereum")]
use crate::files::signing;
use crate::files::slots::{self, SlotFile, SlotHeader};
use crate::files::values::{self, ValuesFile};
use crate::files::{Header, Kind, Output, ValuesHeader};
use crate::randomness::system_rng;
use crate::slots::server;
use crate::slots::vector::clear;
#[cfg(feature = "ethereum")]
use papilio_evm::{Scheme, SigningKey};
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, PublicKey, SecretKey, SeededCiphertext};
use papilio_fhe::codec::Object;
use papilio_fhe::rlwe::Rlwe;
use papilio_field::Field;
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_hntt::slots::{SlotDesign, SlotRequest};
use papilio_hntt::{Design, Problem, Windows};
use std::path::{Path, PathBuf};

/// The ring of the specimens.
const T: &FieldRing<P32> = &FieldRing::new();

/// Entries of the witness.
const ENTRIES: u64 = 16;

/// One file, and how it is read.
pub(super) struct Specimen {
    pub(super) path: PathBuf,
    pub(super) read: Reading,
}

type Reading = fn(&Path) -> Result<(), CliError>;

/// Names of files, with how each is read.
const READINGS: &[(&str, Reading)] = &[
    ("secret.key", |path| KeyFile::open(path, &[Kind::SecretKey])?.secret::<P32>(T).map(drop)),
    ("public.key", |path| KeyFile::open(path, &[Kind::PublicKey])?.public::<P32>(T).map(drop)),
    ("columns", |path| read_ciphertexts(path, Kind::Columns)),
    ("transformed", |path| read_ciphertexts(path, Kind::Transformed)),
    ("transformed.part", |path| PartFile::open(path)?.check::<P32>(T).map(drop)),
    ("values", |path| ValuesFile::open(path)?.read::<P32>(T).map(drop)),
    ("slots.secret.key", |path| SlotFile::open(path, &[Kind::SlotSecretKey])?.secret::<P32>(T).map(drop)),
    ("slots.public.key", |path| read_object::<PublicKey>(path, Kind::SlotPublicKey)),
    ("slots.rotation.keys", read_rotation_keys),
    ("slots.vector", |path| read_object::<SeededCiphertext>(path, Kind::SlotVector)),
    ("slots.transformed", |path| read_object::<Ciphertext>(path, Kind::SlotTransformed)),
    ("slots.values", |path| SlotFile::open(path, &[Kind::SlotValues])?.values::<P32>(T).map(drop)),
    #[cfg(feature = "ethereum")]
    ("signing.key", |path| signing::read(path).map(drop)),
];

/// Writes all of them.
pub(super) fn make(folder: &Path) -> Result<Vec<Specimen>, CliError> {
    let at = |name: &str| Output::new(folder.join(name));
    let entries: Vec<P32> = (1..=ENTRIES).map(P32::from_u64).collect();
    of_columns(&at, &entries)?;
    of_slots(&at, &entries)?;
    #[cfg(feature = "ethereum")]
    of_signatures(&at("signing.key"))?;
    Ok(READINGS.iter().map(|&(name, read)| Specimen { path: folder.join(name), read }).collect())
}

#[cfg(feature = "ethereum")]
fn of_signatures(output: &Output) -> Result<(), CliError> {
    let key = SigningKey::generate(Scheme::MlDsaEth, &mut system_rng()?).map_err(CliError::input)?;
    signing::seal(output, &key)?.persist().map(drop)
}

fn differs(layout: &str) -> CliError {
    CliError::Unverified(format!("the result in {layout} differs from the transform in the clear"))
}

fn of_columns(at: &dyn Fn(&str) -> Output, entries: &[P32]) -> Result<(), CliError> {
    let shape = Shape { field: Some(FieldName::P32), ..Shape::plain(LayoutName::Columns) };
    let design = planning::plan::<P32>(T, &shape, entries.len())?.best;
    let bfv = Bfv::<P32>::new(design.check(T).map_err(CliError::plan)?).map_err(CliError::plan)?;
    let secret = SecretKey::generate(&bfv, &mut system_rng()?);
    let public = PublicKey::generate(&bfv, &secret, &mut system_rng()?).map_err(CliError::input)?;
    keys::write_secret(&at("secret.key"), &design, &secret)?.persist()?;
    keys::write_public(&at("public.key"), &design, &bfv, key_id(&secret), &public)?.persist()?;
    let computed = ciphertexts(&design, &bfv, secret, (entries, [&at("columns"), &at("transformed")]))?;
    part(&design, &bfv, (at("columns").path(), &at("transformed.part")))?;
    if !verify(T, &design, entries, &computed)? {
        return Err(differs("columns"));
    }
    values::write(T, &at("values"), &ValuesHeader { design, entries: ENTRIES }, &computed).map(drop)
}

/// Encrypts and transforms into these files; returns what the second decrypts to.
fn ciphertexts(
    design: &Design,
    bfv: &Bfv<P32>,
    secret: SecretKey,
    (entries, [columns, transformed]): (&[P32], [&Output; 2]),
) -> Result<Vec<P32>, CliError> {
    let encoder = Encoder::new(design, bfv)?;
    let header = Header { design: design.clone(), key: key_id(&secret), entries: ENTRIES, seeded: true };
    let key = Key::Secret(secret);
    let packed = pack(T, design, entries)?;
    Encryptor { bfv, encoder: &encoder, key: &key, packed, values: design.values() }.encrypt_to_file(columns, &header)?;
    let (source, _) = CiphertextFile::open::<P32>(T, columns.path(), Kind::Columns)?;
    let sink = TransformedWriter::create(transformed, &header, bfv.parameters().basis())?;
    let degree = bfv.parameters().degree();
    transform(Windows::new(&prepare(design, bfv)?, 0..degree, degree)?, &source, &sink)?;
    sink.finish()?;
    let (source, _) = CiphertextFile::open::<P32>(T, transformed.path(), Kind::Transformed)?;
    let Key::Secret(secret) = &key else { return Err(CliError::plan("no secret key")) };
    let decryptor = Decryptor::new(design, bfv, &encoder, secret);
    decrypt_all(&source, &decryptor)?;
    let packed = decryptor.finish().0;
    design.layout.unpack(T, &design.outer, design.lanes, packed).ok_or_else(|| CliError::plan("no such root of unity"))
}

/// Transforms the second half of the coefficients alone.
fn part(design: &Design, bfv: &Bfv<P32>, (columns, output): (&Path, &Output)) -> Result<(), CliError> {
    let (source, _) = CiphertextFile::open::<P32>(T, columns, Kind::Columns)?;
    let (basis, degree) = (bfv.parameters().basis(), bfv.parameters().degree());
    let sink = parts::create(output, (&source.header, source.hash()?), basis, degree / 2..degree)?;
    transform(Windows::new(&prepare(design, bfv)?, degree / 2..degree, degree / 2)?, &source, &sink)?;
    sink.finish().map(drop)
}

fn design() -> Result<SlotDesign, CliError> {
    let request = SlotRequest::new(Problem::forward(ENTRIES as usize).map_err(CliError::input)?);
    papilio_hntt::slots::design(T, &request).map(|(best, _)| best).map_err(CliError::plan)
}

fn of_slots(at: &dyn Fn(&str) -> Output, entries: &[P32]) -> Result<(), CliError> {
    let design = design()?;
    let bfv = Bfv::<P32>::new(design.check(T).map_err(CliError::plan)?).map_err(CliError::plan)?;
    let secret = SecretKey::generate(&bfv, &mut system_rng()?);
    let public = PublicKey::generate(&bfv, &secret, &mut system_rng()?).map_err(CliError::input)?;
    let of_key = SlotHeader::of_key(&design, &secret);
    let header = SlotHeader { entries: ENTRIES, ..of_key.clone() };
    slots::write(&at("slots.secret.key"), Kind::SlotSecretKey, &of_key, (&bfv, &secret))?;
    slots::write(&at("slots.public.key"), Kind::SlotPublicKey, &of_key, (&bfv, &public))?;
    let rotations = at("slots.rotation.keys");
    rotation::write(&rotations, &of_key, &bfv, &secret, 1)?.persist()?;
    let encoder = BatchEncoder::new(&bfv).map_err(CliError::plan)?;
    let plaintext = encoder.encode(&design.recipe.arrange(entries)).map_err(CliError::plan)?;
    let fresh = bfv.encrypt_seeded(&secret, &plaintext, &mut system_rng()?).map_err(CliError::input)?;
    slots::write(&at("slots.vector"), Kind::SlotVector, &header, (&bfv, &fresh))?;
    let vector = SlotFile::open(at("slots.vector").path(), &[Kind::SlotVector])?;
    let input = vector.object::<SeededCiphertext>(&bfv)?.expand(&bfv).map_err(CliError::input)?;
    let keys = RotationFile::open(rotations.path(), &bfv, &vector)?.load()?;
    let output = server::transform(&design, (&bfv, &keys), 1, input, crate::args::SchemeName::Bfv)?;
    slots::write(&at("slots.transformed"), Kind::SlotTransformed, &header, (&bfv, &output))?;
    let opened = bfv.decrypt(&secret, &output).map_err(|e| CliError::Unverified(e.to_string()))?;
    let computed = design.recipe.collect(&encoder.decode(&opened.plaintext).map_err(CliError::input)?);
    if clear(T, &design.recipe.problem, entries)? != computed {
        return Err(differs("slots"));
    }
    slots::write_values(T, &at("slots.values"), &header, &computed).map(drop)
}

/// Reads every ciphertext of a file.
fn read_ciphertexts(path: &Path, kind: Kind) -> Result<(), CliError> {
    let (file, _) = CiphertextFile::open::<P32>(T, path, kind)?;
    let problem = file.header.design.recipe.problem;
    let count = if kind == Kind::Columns { problem.inputs() } else { problem.columns() };
    (0..count).try_for_each(|index| file.parts(index).map(drop))
}

fn read_object<O: Object<Scheme = Rlwe>>(path: &Path, kind: Kind) -> Result<(), CliError> {
    let file = SlotFile::open(path, &[kind])?;
    let bfv = file.scheme::<P32>(T)?;
    file.object::<O>(&bfv).map(drop)
}

fn read_rotation_keys(path: &Path) -> Result<(), CliError> {
    let file = SlotFile::open(path, &[Kind::RotationKeys])?;
    RotationFile::open(path, &file.scheme::<P32>(T)?, &file)?.load().map(drop)
}
