//! A run over columns: both ends, with all ciphertexts in memory or in files.

use super::report::{Measured, Report, Seconds};
use crate::args::MemoryArgs;
use crate::columns::decryptor::{Decryptor, decrypt_all};
use crate::columns::encoder::{Encoder, pack};
use crate::columns::encryptor::{Encryptor, Key};
use crate::columns::placed::{Tables, WithTables, on_engine, request};
use crate::columns::planning::Plan;
use crate::columns::reference::verify;
use crate::columns::transform::{transform, transform_batch, windows};
use crate::engines::{Asked, Placed};
use crate::error::CliError;
use crate::files::ciphertexts::{CiphertextFile, Record, TransformedWriter, record_bytes};
use crate::files::keys::key_id;
use crate::files::temporary::Folder;
use crate::files::{Header, Kind, Output};
use crate::memory::window;
use crate::progress::Progress;
use crate::randomness::system_rng;
use crate::stopwatch::{median, timed};
use core::time::Duration;
use papilio_fhe::bfv::{Bfv, PublicKey, SecretKey};
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Design, KeyKind};
use papilio_ntt::dft::DftResidue;
use papilio_ring::stages::RowTransform;

/// Fresh ciphertexts whose noise is measured.
const SAMPLE: usize = 4;
/// Freed memory that the allocator keeps from encryption to the transform and from there to
/// decryption, as measured: at all, and for each thread.
const KEPT: u64 = 24 << 20;
const KEPT_BY_THREAD: u64 = 16 << 20;

/// Encrypts, transforms, decrypts and verifies; the transform is timed `repeat` times and the
/// median reported.
pub(crate) fn execute<F: DftResidue>(
    t: &F::Ring,
    plan: &Plan,
    entries: &[F],
    under: KeyKind,
    (memory, placed): (&MemoryArgs, Placed),
    repeat: usize,
) -> Result<Report, CliError> {
    let design = &plan.best;
    let bfv = Bfv::<F>::with_modulus(design.check(t).map_err(CliError::plan)?, t.clone()).map_err(CliError::plan)?;
    on_engine(placed, design, &bfv, Run { plan, entries, bfv: &bfv, under, memory, repeat })
}

/// The engine of a design that was planned here.
pub(crate) fn place(asked: Asked, design: &Design) -> Result<Placed, CliError> {
    let request = request(design, 1 << design.literal.log_degree);
    asked.place(&request, design.seconds, rayon::current_num_threads())
}

/// Both ends of a transform.
struct Run<'a, F: DftResidue> {
    plan: &'a Plan,
    entries: &'a [F],
    bfv: &'a Bfv<F>,
    under: KeyKind,
    memory: &'a MemoryArgs,
    repeat: usize,
}

impl<F: DftResidue> WithTables for Run<'_, F> {
    type Output = Report;

    fn run<E: RowTransform>(self, tables: Tables<'_, E>) -> Result<Report, CliError>
    where
        CliError: From<E::Ended>,
    {
        let Self { plan: Plan { best: design, source, .. }, entries, bfv, under, memory, repeat } = self;
        let (t, mut seconds) = (bfv.plaintext_modulus(), Seconds::default());
        let encoder = Encoder::new(design, bfv)?;
        let (secret, key) = timed(&mut seconds.keygen, || keys(bfv, under))?;
        let mut packing = 0.0;
        let packed = timed(&mut packing, || pack(t, design, entries))?;
        seconds.encrypt += packing;
        let encryptor = Encryptor { bfv, encoder: &encoder, key: &key, packed, values: design.values() };
        let fresh = fresh_budget(&encryptor, &secret)?;
        let decryptor = Decryptor::new(design, bfv, &encoder, &secret);
        // The entries, their packing, the output, its unpacking and the reference; tables;
        // ciphertexts in the making.
        let plain = (5 * design.outer.columns() * design.lanes * size_of::<F>() + tables.bytes) as u64;
        let thread = 8 * record_bytes(bfv.parameters().basis(), bfv.parameters().limbs(), Record::Whole) as u64;
        let threads = rayon::current_num_threads() as u64;
        let window = window(design, KEPT + plain + (KEPT_BY_THREAD + thread) * threads, memory.memory_limit)?;
        let window = window.min(tables.widest);
        if window == bfv.parameters().degree() {
            in_memory(encryptor, &decryptor, tables.prepared, repeat, &mut seconds)?;
        } else {
            let (window, entries) = ((window, memory), (entries.len(), &mut seconds));
            through_files(design, &encryptor, &decryptor, tables.prepared, &secret, window, entries)?;
        }
        let (values, after) = decryptor.finish();
        let values = design.layout.unpack(t, &design.outer, design.lanes, values);
        let values = values.ok_or_else(|| CliError::plan("no such root of unity"))?;
        let verified = timed(&mut seconds.verify, || verify(t, design, entries, &values))?;
        let [sent_bytes, received_bytes] = exchanged(design, bfv, under);
        let (costs, engine, entries) = (*source, tables.used, entries.len());
        let measured = Measured { costs, engine, verified, entries, seconds, fresh, after, sent_bytes, received_bytes };
        Ok(Report::new(design, measured))
    }
}

/// Bytes that the client sends and receives.
fn exchanged<F: DftResidue>(design: &Design, bfv: &Bfv<F>, under: KeyKind) -> [u64; 2] {
    let basis = bfv.parameters().basis();
    let sent = match under {
        KeyKind::Secret => Record::Seeded,
        KeyKind::Public => Record::Whole,
    };
    let sent = design.recipe.problem.inputs() * record_bytes(basis, basis.limbs(), sent);
    let received = design.recipe.problem.columns() * record_bytes(basis, design.recipe.output_limbs, Record::Whole);
    [sent, received].map(|bytes| bytes as u64)
}

/// A secret, and the key to encrypt under.
fn keys<F: DftResidue>(bfv: &Bfv<F>, under: KeyKind) -> Result<(SecretKey, Key), CliError> {
    let secret = SecretKey::generate(bfv, &mut system_rng()?);
    let key = match under {
        KeyKind::Secret => Key::Secret(SecretKey::from_seed(bfv, secret.seed())),
        KeyKind::Public => {
            Key::Public(Box::new(PublicKey::generate(bfv, &secret, &mut system_rng()?).map_err(CliError::input)?))
        }
    };
    Ok((secret, key))
}

/// All ciphertexts in memory at once. On a device, copies to it are in the time of encryption, and
/// those from it in that of decryption. The encryptor is dropped with its values before the results
/// take their place.
fn in_memory<F: DftResidue, E: RowTransform>(
    encryptor: Encryptor<'_, F>,
    decryptor: &Decryptor<'_, F>,
    prepared: &Prepared<E>,
    repeat: usize,
    seconds: &mut Seconds,
) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let mut batch = Batch::on_engine(prepared, 0..encryptor.bfv.parameters().degree())?;
    timed(&mut seconds.encrypt, || load(&mut batch, prepared, &encryptor))?;
    drop(encryptor);
    let mut times = vec![0.0; repeat];
    for (i, time) in times.iter_mut().enumerate() {
        // After the first, the residues left behind are transformed: canonical, other data, the
        // same work.
        timed(time, || transform_batch(prepared, &mut batch))?;
        if i == 0 {
            timed(&mut seconds.decrypt, || store(&batch, prepared, decryptor))?;
        }
    }
    seconds.transform = median(&mut times);
    Ok(())
}

fn load<F: DftResidue, E: RowTransform>(
    batch: &mut Batch<E>,
    prepared: &Prepared<E>,
    encryptor: &Encryptor<'_, F>,
) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let progress = Progress::new("encrypt", prepared.recipe().problem.inputs() as u64);
    batch.load(prepared, encryptor, &|done| progress.advance(done))
}

fn store<F: DftResidue, E: RowTransform>(
    batch: &Batch<E>,
    prepared: &Prepared<E>,
    decryptor: &Decryptor<'_, F>,
) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let progress = Progress::new("decrypt", prepared.recipe().problem.columns() as u64);
    batch.store(prepared, decryptor, &|done| progress.advance(done))
}

/// The least budget of a few fresh ciphertexts.
fn fresh_budget<F: DftResidue>(encryptor: &Encryptor<'_, F>, secret: &SecretKey) -> Result<f64, CliError> {
    let count = (encryptor.packed.len() / encryptor.values).min(SAMPLE);
    let budget =
        |index: usize| encryptor.bfv.noise_budget_bits(secret, &encryptor.encrypt_whole(index)?).map_err(CliError::input);
    (0..count).map(budget).try_fold(f64::INFINITY, |least, bits: Result<f64, CliError>| Ok(least.min(bits?)))
}

/// The same by files in a temporary folder, so that only a window of the ciphertexts is ever in
/// memory.
fn through_files<F: DftResidue, E: RowTransform>(
    design: &Design,
    encryptor: &Encryptor<'_, F>,
    decryptor: &Decryptor<'_, F>,
    prepared: &Prepared<E>,
    secret: &SecretKey,
    (window, memory): (usize, &MemoryArgs),
    (entries, seconds): (usize, &mut Seconds),
) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let parent = memory.work_dir.clone().unwrap_or_else(std::env::temp_dir);
    let folder = Folder::create(&parent).map_err(CliError::io("create a folder in", &parent))?;
    let (columns, transformed) = (folder.path().join("columns"), folder.path().join("transformed"));
    let seeded = matches!(encryptor.key, Key::Secret(_));
    let header = Header { design: design.clone(), key: key_id(secret), entries: entries as u64, seeded };
    timed(&mut seconds.encrypt, || encryptor.encrypt_to_file(&Output::new(columns.clone()), &header))?;
    let (source, bfv) = CiphertextFile::open::<F>(encryptor.bfv.plaintext_modulus(), &columns, Kind::Columns)?;
    let sink = TransformedWriter::create(&Output::new(transformed.clone()), &header, bfv.parameters().basis())?;
    let windows = windows(prepared, 0..bfv.parameters().degree(), window, memory.memory_limit)?;
    let times = transform(windows, &source, &sink)?;
    // Parts that overlap are one.
    let parts = if times.overlap {
        [Duration::ZERO, times.elapsed, Duration::ZERO]
    } else {
        [times.load, times.transform, times.store]
    };
    [seconds.load, seconds.transform, seconds.store] = parts.map(|time| time.as_secs_f64());
    timed(&mut seconds.store, || sink.finish())?;
    let (source, _) = CiphertextFile::open::<F>(encryptor.bfv.plaintext_modulus(), &transformed, Kind::Transformed)?;
    timed(&mut seconds.decrypt, || decrypt_all(&source, decryptor))
}
