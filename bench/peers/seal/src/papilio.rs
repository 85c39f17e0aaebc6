//! The same transform by this repository's own implementation, in the same process: the same
//! columns in slots, the same radices, one thread, every output decrypted and compared with the
//! transform in the clear.

use crate::field;
use crate::measure::{Row, median};
use chacha20::ChaCha20Rng;
use core::ops::Range;
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, SecretKey};
use papilio_fhe::noise::Noise;
use papilio_field::fields::P32;
use papilio_field::{Field, FieldRing};
use papilio_hntt::cost::Cost;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Canceled, Constants, Design, LayoutChoice, Packing, Problem, Request, Sink, Source, layout};
use papilio_ring::Poly;
use rand_core::SeedableRng;
use std::sync::Mutex;

/// Runs a plan over `n` columns of `lanes` values at `N = 16384`; `None` when there is no plan,
/// which would be a defect.
pub(crate) fn papilio(radices: &[usize], n: usize, lanes: usize, reps: usize) -> Option<Row> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok()?;
    pool.install(|| run(radices, n, lanes, reps))
}

fn run(radices: &[usize], n: usize, lanes: usize, reps: usize) -> Option<Row> {
    let t = FieldRing::<P32>::new();
    let design = papilio_hntt::design(&t, &request(radices, n, lanes)?, &Cost::here()).ok()?.0;
    let bfv = Bfv::<P32>::new(design.check(&t).ok()?).ok()?;
    let secret = SecretKey::generate(&bfv, &mut ChaCha20Rng::from_seed([1; 32]));
    let slots = BatchEncoder::new(&bfv).ok()?;
    let (noise, output) = (design.output_noise(&t), Mutex::new(vec![P32::ZERO; n * lanes]));
    let end = End { bfv: &bfv, secret: &secret, slots: &slots, lanes, noise, output };
    let prepared = Prepared::new(&design.recipe, &Constants::<P32>::new(&t, &design.recipe)?, bfv.parameters().basis()).ok()?;
    let mut batch = Batch::new(&prepared, 0..bfv.parameters().degree());
    batch.load(&prepared, &end, &|_| true).ok()?;
    batch.transform(&prepared, &|_| true).ok()?;
    batch.store(&prepared, &end, &|_| true).ok()?;
    // The residues left behind are canonical: other data, the same work.
    let seconds = median(reps, || batch.transform(&prepared, &|_| true)).ok()?;
    let correct = end.output.into_inner().ok()? == expected(&design)?;
    Some(Row { seconds, correct })
}

fn request(radices: &[usize], n: usize, lanes: usize) -> Option<Request> {
    Some(Request {
        layout: LayoutChoice::Columns,
        packing: Packing::Slots,
        radices: Some(radices.to_vec()),
        log_degree: Some(14),
        ..Request::new(Problem::forward(n).ok()?, lanes)
    })
}

/// The samples of column `j`.
fn column(lanes: usize, j: usize) -> Vec<P32> {
    (0..lanes).map(|lane| P32::from_u64(field::sample(lane, j))).collect()
}

fn expected(design: &Design) -> Option<Vec<P32>> {
    let matrix = (0..design.outer.columns()).flat_map(|j| column(design.lanes, j)).collect();
    layout::reference(&FieldRing::new(), &design.outer, design.lanes, matrix)
}

/// The client: encrypts the samples, decrypts the results.
struct End<'a> {
    bfv: &'a Bfv<P32>,
    secret: &'a SecretKey,
    slots: &'a BatchEncoder<P32>,
    lanes: usize,
    /// The predicted noise of the results.
    noise: Noise,
    output: Mutex<Vec<P32>>,
}

impl Source for End<'_> {
    type Error = Canceled;

    fn read(&self, index: usize, _: Range<usize>, out: &mut [u64]) -> Result<(), Canceled> {
        let plaintext = self.slots.encode(&column(self.lanes, index)).map_err(|_| Canceled)?;
        let mut rng = ChaCha20Rng::seed_from_u64(index as u64);
        let ciphertext = self.bfv.encrypt_secret(self.secret, &plaintext, &mut rng).map_err(|_| Canceled)?;
        let [a, b] = ciphertext.parts();
        let (first, second) = out.split_at_mut(a.residues().len());
        first.copy_from_slice(a.residues());
        second.copy_from_slice(b.residues());
        Ok(())
    }
}

impl Sink for End<'_> {
    type Error = Canceled;

    fn write(&self, index: usize, _: Range<usize>, residues: &[u64]) -> Result<(), Canceled> {
        let (first, second) = residues.split_at(residues.len() / 2);
        let ciphertext = self.ciphertext([first, second]).ok_or(Canceled)?;
        let plaintext = self.bfv.decrypt(self.secret, &ciphertext).map_err(|_| Canceled)?.plaintext;
        let values = self.slots.decode(&plaintext).map_err(|_| Canceled)?;
        let mut output = self.output.lock().map_err(|_| Canceled)?;
        output[index * self.lanes..][..self.lanes].copy_from_slice(&values[..self.lanes]);
        Ok(())
    }
}

impl End<'_> {
    fn ciphertext(&self, parts: [&[u64]; 2]) -> Option<Ciphertext> {
        let (basis, level) = (self.bfv.parameters().basis(), self.noise.level());
        let [first, second] = parts.map(|part| Poly::from_residues(basis, level, part.to_vec()));
        Ciphertext::from_parts(self.bfv, [first?, second?], self.secret.id(), self.noise.clone()).ok()
    }
}
