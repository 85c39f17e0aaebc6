//! Transforms across ciphertexts on a device against the loops of the CPU.

use super::{Random, gpu};
use core::convert::Infallible;
use core::ops::Range;
#[cfg(not(feature = "device"))]
use papilio_cuda::FiberOrder;
#[cfg(feature = "emulate")]
use papilio_cuda::select::Operation;
use papilio_cuda::{Arithmetic, Gpu, Stages};
#[cfg(feature = "emulate")]
use papilio_cuda::{Emulation, EngineError};
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Canceled, Constants, Direction, MemorySink, Problem, ProductSharing, Recipe, Source};
use papilio_ntt::{Kernel, StageError};
use papilio_ring::RnsBasis;
use papilio_ring::stages::{Ended, Program, RowTransform};
use std::sync::Mutex;

/// The degree of the rings; a window has whole chunks of it.
pub(super) const N: usize = 256;

/// How words are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Uniform,
    Greatest,
    /// One of the two that are greatest in magnitude, zero, and the greatest word.
    Extreme,
}

/// Ciphertexts whose words depend on their place alone.
pub(super) struct Ciphertexts<'a> {
    pub(super) basis: &'a RnsBasis,
    pub(super) kind: Kind,
    /// The ciphertext that cannot be had.
    pub(super) missing: Option<usize>,
}

impl Source for Ciphertexts<'_> {
    type Error = Ended;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Ended> {
        if self.missing == Some(index) {
            return Err(Canceled.into());
        }
        let limbs = out.len() / (2 * window.len());
        for (i, limb) in out.chunks_exact_mut(window.len()).enumerate() {
            let q = self.basis.modulus(i % limbs).value();
            for (word, column) in limb.iter_mut().zip(window.clone()) {
                let random = Random::new((index << 40 | i << 32 | column) as u64).word();
                *word = match self.kind {
                    Kind::Uniform => random % q,
                    Kind::Greatest => q - 1,
                    Kind::Extreme => [q / 2, q / 2 + 1, q - 1, 0][(random % 4) as usize],
                };
            }
        }
        Ok(())
    }
}

/// A recipe and the primes of its schedule.
pub(super) struct Case {
    pub(super) recipe: Recipe,
    pub(super) moduli: Vec<u64>,
}

impl Case {
    /// A schedule at random.
    fn new(problem: Problem, radices: &[usize], evaluator: ProductSharing, bits: &[u32], random: &mut Random) -> Self {
        let mut below = |n: usize| random.word() as usize % n;
        let mut limbs = bits.len();
        let mut levels = vec![limbs];
        for _ in 1..radices.len() {
            limbs -= below(limbs.min(3));
            levels.push(limbs);
        }
        let output_limbs = limbs - below(limbs.min(3));
        let recipe = Recipe { problem, radices: radices.to_vec(), evaluator, limbs: levels, output_limbs };
        recipe.check().expect("a recipe");
        Self { recipe, moduli: RnsBasis::choose_moduli(N, bits, 0).expect("primes") }
    }

    fn basis(&self) -> RnsBasis {
        RnsBasis::new(N, &self.moduli).expect("a basis")
    }

    pub(super) fn constants(&self) -> Constants<P32> {
        Constants::new(&FieldRing::new(), &self.recipe).expect("roots")
    }

    pub(super) fn on_cpu(&self, basis: &RnsBasis) -> Result<Prepared, StageError> {
        Prepared::new(&self.recipe, &self.constants(), basis)
    }

    pub(super) fn on(&self, gpu: &Gpu, arithmetic: Arithmetic, basis: &RnsBasis) -> Prepared<Stages> {
        Prepared::with(&self.recipe, &self.constants(), basis, |program| Stages::with_arithmetic(gpu, program, arithmetic))
            .expect("tables")
    }
}

/// The outputs of a transform, by the widest windows up to one.
pub(super) fn outputs<T: RowTransform>(
    prepared: &Prepared<T>,
    source: &Ciphertexts<'_>,
    window: usize,
) -> Result<Vec<Vec<u64>>, Ended>
where
    Ended: From<T::Ended>,
{
    let (degree, recipe) = (source.basis.degree(), prepared.recipe());
    let unwritten = vec![vec![u64::MAX; 2 * recipe.output_limbs * degree]; recipe.problem.columns()];
    let sink = MemorySink::<Ended>::over(unwritten, degree);
    let mut start = 0;
    while start < degree {
        let mut batch = Batch::widest(prepared, start..degree.min(start + window))?;
        batch.load(prepared, source, &|_| true)?;
        batch.transform(prepared, &|_| true)?;
        batch.store(prepared, &sink, &|_| true)?;
        start = batch.window().end;
    }
    Ok(sink.into_residues())
}

pub(super) fn all(basis: &RnsBasis, kind: Kind) -> Ciphertexts<'_> {
    Ciphertexts { basis, kind, missing: None }
}

/// The kernel that takes primes of any sizes together.
pub(super) fn scalar() -> &'static Kernel {
    Kernel::<u64>::all().last().expect("the last kernel is there always")
}

/// Words of some kinds, in both arithmetics where the primes allow.
fn check(case: &Case, gpu: &Gpu, basis: &RnsBasis, kinds: &[Kind]) {
    let host = case.on_cpu(basis).expect("the kernel takes the primes");
    for &kind in kinds {
        let expected = outputs(&host, &all(basis, kind), N).expect("outputs");
        for arithmetic in [Arithmetic::Doubles, Arithmetic::Words] {
            if case.moduli.iter().any(|q| q >> arithmetic.bits() != 0) {
                continue;
            }
            let found = outputs(&case.on(gpu, arithmetic, basis), &all(basis, kind), N).expect("outputs");
            assert!(found == expected, "{kind:?}, {arithmetic:?}, {:?} modulo {:?}", case.recipe, case.moduli);
        }
    }
}

/// A transform of 16 columns with a prime that is dropped, in both arithmetics.
pub(super) fn few_columns(gpu: &Gpu) {
    let problem = Problem::forward(16).expect("columns");
    let recipe = Recipe { problem, radices: vec![4, 4], evaluator: ProductSharing::Shared, limbs: vec![2, 1], output_limbs: 1 };
    let moduli = RnsBasis::choose_moduli(N, &[50, 47], 0).expect("primes");
    let basis = RnsBasis::new(N, &moduli).expect("a basis");
    check(&Case { recipe, moduli }, gpu, &basis, &[Kind::Uniform]);
}

fn random_case(seed: u64, max_log: u32, bits: Range<u32>) -> Case {
    let mut random = Random::new(seed);
    let mut below = |n: u32| (random.word() % u64::from(n)) as u32;
    let log_columns = 1 + below(max_log);
    let direction = if below(2) == 0 { Direction::Forward } else { Direction::Inverse };
    let log_blowup = if direction == Direction::Forward { below(4).min(log_columns) } else { 0 };
    let problem = Problem { log_columns, direction, shift: u64::from(below(2) * below(5)), log_blowup };
    let (mut radices, mut log) = (Vec::new(), log_columns);
    while log > 0 {
        let part = 1 + below(log);
        radices.push(1 << part);
        log -= part;
    }
    let evaluator = if below(3) == 0 { ProductSharing::Dense } else { ProductSharing::Shared };
    let bits: Vec<u32> = (0..1 + below(5)).map(|_| bits.start + below(bits.end - bits.start)).collect();
    Case::new(problem, &radices, evaluator, &bits, &mut random)
}

/// A device whose threads take turns in some order, with shared memory for all stages or for some;
/// one that exists has its own.
#[cfg(not(feature = "device"))]
fn varied_gpu(seed: usize) -> Gpu {
    let order = [FiberOrder::Ascending, FiberOrder::Descending, FiberOrder::Shuffled][seed % 3];
    let shared_memory = [163 << 10, 1200, 3 << 10, 9 << 10][seed % 4];
    Gpu::emulated(Emulation { order, shared_memory, ..Emulation::default() })
}

/// The device.
#[cfg(feature = "device")]
fn varied_gpu(_: usize) -> Gpu {
    gpu()
}

/// Recipes, schedules and primes at random.
fn random_recipes(seeds: Range<u64>, bits: Range<u32>) {
    for seed in seeds {
        let case = random_case(seed, 7, bits.clone());
        let basis = RnsBasis::with_kernel(scalar(), N, &case.moduli).expect("a basis");
        let kind = [Kind::Uniform, Kind::Greatest, Kind::Extreme][seed as usize / 2 % 3];
        check(&case, &varied_gpu(seed as usize), &basis, &[kind]);
    }
}

#[test]
fn random_recipes_of_primes_up_to_50_bits() {
    random_recipes(0..30, 30..51);
}

#[test]
fn random_recipes_of_primes_up_to_61_bits() {
    random_recipes(100..130, 48..62);
}

/// Primes of one size, dropped two at a time, by the kernel that the host chooses.
#[test]
fn recipes_of_the_usual_primes() {
    let problem = Problem::forward(512).expect("columns");
    for (bits, evaluator) in [(50, ProductSharing::Shared), (50, ProductSharing::Dense), (61, ProductSharing::Shared)] {
        let recipe = Recipe { problem, radices: vec![8; 3], evaluator, limbs: vec![4, 3, 3], output_limbs: 1 };
        let moduli = RnsBasis::choose_moduli(N, &[bits; 4], 0).expect("primes");
        let basis = RnsBasis::new(N, &moduli).expect("a basis");
        check(&Case { recipe, moduli }, &gpu(), &basis, &[Kind::Uniform, Kind::Extreme]);
    }
}

/// Butterflies of more threads than one, or than a block of several columns has: such a stage ends
/// a pass.
#[test]
fn great_radices() {
    for (radices, bits) in [(&[16, 32, 2][..], 50), (&[1024, 2], 51)] {
        let problem = Problem::forward(radices.iter().product()).expect("columns");
        let case = Case::new(problem, radices, ProductSharing::Shared, &[bits], &mut Random::new(7));
        check(&case, &gpu(), &case.basis(), &[Kind::Extreme]);
    }
    let problem = Problem { log_blowup: 3, ..Problem::forward(128).expect("columns") };
    let case = Case::new(problem, &[128], ProductSharing::Dense, &[50, 30], &mut Random::new(8));
    check(&case, &gpu(), &case.basis(), &[Kind::Greatest]);
}

/// The rows of a program by its definition, one coefficient after the other: `rows[row][limb]`.
fn define(program: &Program<'_>, rows: &mut [Vec<u64>]) {
    for limb in (0..program.input_limbs()).rev() {
        let m = program.basis().modulus(limb);
        for s in 0..program.life(limb) {
            let shape = program.shapes()[s];
            let stride = shape.span / shape.radix;
            for (block, p) in (0..program.rows()).step_by(shape.span).flat_map(|block| (0..stride).map(move |p| (block, p))) {
                let inputs: Vec<u64> = (0..shape.nonzero_inputs).map(|j| rows[block + p + j * stride][limb]).collect();
                for k in 0..shape.radix {
                    let product = |(j, &x): (usize, &u64)| m.mul(program.constant(limb, s, p, k, j), x);
                    let sum = inputs.iter().enumerate().map(product).fold(0, |sum, product| m.add(sum, product));
                    rows[block + p + k * stride][limb] = sum;
                }
            }
            for row in rows.iter_mut() {
                for dropped in program.dropped(limb, s) {
                    let sum = m.sub(m.add(row[limb], dropped.half), m.reduce(row[dropped.limb]));
                    row[limb] = m.mul(sum, dropped.inverse);
                }
                if program.ends(limb, s) {
                    row[limb] = m.add(row[limb], m.value() / 2);
                }
            }
        }
    }
}

/// Primes of 62 bits, whose sums the loops of the host have no room for.
#[test]
fn the_greatest_primes_by_the_definition() {
    let problem = Problem::forward(16).expect("columns");
    let recipe = Recipe { problem, radices: vec![4, 4], evaluator: ProductSharing::Shared, limbs: vec![4, 3], output_limbs: 1 };
    // Primes that are dropped are greater than those below them.
    let moduli = RnsBasis::choose_moduli(N, &[62; 4], 0).expect("primes").into_iter().rev().collect();
    let case = Case { recipe, moduli };
    let basis = case.basis();
    assert!(case.on_cpu(&basis).is_err(), "the loops take these");
    let device = case.on(&gpu(), Arithmetic::Words, &basis);
    for kind in [Kind::Uniform, Kind::Greatest, Kind::Extreme] {
        let source = all(&basis, kind);
        let found = outputs(&device, &source, N).expect("outputs");
        let mut inputs = vec![vec![0; 2 * 4 * N]; 16];
        (0..16).for_each(|index| source.read(index, 0..N, &mut inputs[case.recipe.row(index)]).expect("words"));
        for (part, column) in (0..2).flat_map(|part| (0..N).step_by(5).map(move |column| (part, column))) {
            let row = |row: &Vec<u64>| (0..4).map(|limb| row[(part * 4 + limb) * N + column]).collect();
            let mut rows: Vec<Vec<u64>> = inputs.iter().map(row).collect();
            let defined = Prepared::with(&case.recipe, &case.constants(), &basis, |program| {
                define(program, &mut rows);
                Ok::<_, Infallible>(())
            });
            assert!(defined.is_ok());
            assert!(rows.iter().zip(&found).all(|(row, found)| row[0] == found[part * N + column]), "{kind:?}, {column}");
        }
    }
}

/// A device with less shared memory than a stage has rows.
#[cfg(feature = "emulate")]
#[test]
fn radices_beyond_shared_memory_are_refused() {
    let problem = Problem::forward(256).expect("columns");
    let case = Case::new(problem, &[256], ProductSharing::Shared, &[50], &mut Random::fixed(9));
    let basis = case.basis();
    let stages = |shared_memory, bits| {
        let gpu = Gpu::emulated(Emulation { shared_memory, ..Emulation::default() });
        let arithmetic = if bits <= 50 { Arithmetic::Doubles } else { Arithmetic::Words };
        Prepared::with(&case.recipe, &case.constants(), &basis, |program| Stages::with_arithmetic(&gpu, program, arithmetic))
    };
    // The words of one column, and those between them.
    assert!(stages(8 * (256 + 16), 50).is_ok());
    let refused = stages(8 * (256 + 16) - 1, 50).expect_err("a byte too little");
    let reason = "2175 bytes of shared memory have no room for the 2^8 rows of a stage".to_owned();
    assert_eq!(refused, EngineError::Unsupported { reason });
    let great = Case::new(problem, &[16, 16], ProductSharing::Shared, &[51, 50], &mut Random::fixed(9));
    let (gpu, basis) = (Gpu::emulated(Emulation::default()), great.basis());
    let with = |arithmetic| {
        Prepared::with(&great.recipe, &great.constants(), &basis, |program| Stages::with_arithmetic(&gpu, program, arithmetic))
    };
    assert!(with(Arithmetic::Words).is_ok());
    let refused = with(Arithmetic::Doubles).expect_err("51 bits").to_string();
    assert!(refused.contains("below 2^50") && refused.contains(&great.moduli[0].to_string()), "{refused}");
}

/// A transform of 64 columns with two primes that are dropped, and a ring of several chunks.
fn wide() -> (Case, RnsBasis) {
    let problem = Problem::forward(64).expect("columns");
    let recipe = Recipe { problem, radices: vec![8, 8], evaluator: ProductSharing::Shared, limbs: vec![3, 2], output_limbs: 1 };
    let moduli = RnsBasis::choose_moduli(4 * N, &[50, 47, 48], 0).expect("primes");
    let basis = RnsBasis::new(4 * N, &moduli).expect("a basis");
    (Case { recipe, moduli }, basis)
}

/// Bytes of the tables of [`wide`], and of a chunk of coefficients on the device with the rows that
/// are on their way.
#[cfg(feature = "emulate")]
fn bytes_of_wide(case: &Case, basis: &RnsBasis) -> [u64; 2] {
    let used = |window: Option<usize>| {
        let fits = |memory: u64| {
            let gpu = Gpu::emulated(Emulation { memory, ..Emulation::default() });
            let tables = Prepared::with(&case.recipe, &case.constants(), basis, |program| Stages::new(&gpu, program));
            tables.is_ok_and(|tables| window.is_none_or(|window| tables.tables().zero(window).is_ok()))
        };
        let (mut refused, mut enough) = (0, 1 << 30);
        while enough - refused > 1 {
            let middle = refused + (enough - refused) / 2;
            if fits(middle) { enough = middle } else { refused = middle }
        }
        enough
    };
    let tables = used(None);
    [tables, used(Some(N)) - tables]
}

/// Windows as wide as memory allows, one after the other, have the words of the whole.
#[cfg(feature = "emulate")]
#[test]
fn batches_beyond_memory_go_by_windows() {
    let (case, basis) = wide();
    let expected = outputs(&case.on_cpu(&basis).expect("primes"), &all(&basis, Kind::Uniform), 4 * N).expect("outputs");
    let [tables, chunk] = bytes_of_wide(&case, &basis);
    // Both parts of 64 rows of three limbs, and of 32 rows.
    assert_eq!(chunk, 2 * 3 * (64 + 32) * 8 * N as u64);
    for (memory, widest) in [(tables + 4 * chunk, 4), (tables + 4 * chunk - 8, 2), (tables + 3 * chunk, 2), (tables + chunk, 1)]
    {
        let gpu = Gpu::emulated(Emulation { memory, ..Emulation::default() });
        let device = case.on(&gpu, Arithmetic::Doubles, &basis);
        assert_eq!(Batch::widest(&device, 0..4 * N).expect("memory").window(), 0..widest * N);
        for window in [4 * N, 3 * N] {
            assert!(outputs(&device, &all(&basis, Kind::Uniform), window).expect("outputs") == expected, "{memory} bytes");
        }
    }
    let memory = tables + chunk - 8;
    let gpu = Gpu::emulated(Emulation { memory, ..Emulation::default() });
    let refused = Batch::widest(&case.on(&gpu, Arithmetic::Doubles, &basis), 0..4 * N).expect_err("less than a chunk");
    assert!(matches!(refused, EngineError::OutOfMemory { total, .. } if total == memory), "{refused}");
}

/// Memory that ends while other words are on the device: a batch is refused or done, and nothing
/// else is lost.
#[cfg(feature = "emulate")]
#[test]
fn memory_that_ends_loses_no_batch() {
    let (case, basis) = wide();
    let source = all(&basis, Kind::Uniform);
    let expected = outputs(&case.on_cpu(&basis).expect("primes"), &source, 4 * N).expect("outputs");
    let [tables, chunk] = bytes_of_wide(&case, &basis);
    let gpu = Gpu::emulated(Emulation { memory: tables + 2 * chunk, ..Emulation::default() });
    let device = case.on(&gpu, Arithmetic::Doubles, &basis);
    let unwritten = vec![vec![u64::MAX; 2 * 4 * N]; 64];
    let sink = MemorySink::<Ended>::over(unwritten, 4 * N);
    for start in (0..4 * N).step_by(N) {
        let mut batch = Batch::on_engine(&device, start..start + N).expect("memory for a chunk");
        batch.load(&device, &source, &|_| true).expect("a batch that there is has its memory");
        // Others take the rest, and want more.
        let _rest = device.tables().zero(N).expect("memory for another chunk");
        let refused = Batch::on_engine(&device, 0..N).expect_err("no memory is left");
        assert!(matches!(refused, EngineError::OutOfMemory { free: 0, .. }), "{refused}");
        batch.transform(&device, &|_| true).expect("a batch that there is has its memory");
        batch.store(&device, &sink, &|_| true).expect("a batch that there is has its memory");
    }
    assert!(sink.into_residues() == expected);
}

/// A watch that ends the work after so many pieces, in each of the parts of the work.
#[test]
fn work_is_ended_by_a_watch() {
    let (case, basis) = wide();
    let device = case.on(&gpu(), Arithmetic::Doubles, &basis);
    let source = all(&basis, Kind::Uniform);
    let sink = MemorySink::<Ended>::new(64, 1, 4 * N);
    let run = |after: usize| -> Result<usize, Ended> {
        let done = Mutex::new(0);
        let watch = |more: usize| {
            let mut done = done.lock().expect("no panic");
            *done += more;
            *done <= after
        };
        let mut batch = Batch::on_engine(&device, 0..N)?;
        batch.load(&device, &source, &watch)?;
        batch.transform(&device, &watch)?;
        batch.store(&device, &sink, &watch)?;
        let pieces = 64 + batch.tiles() + 64;
        Ok(pieces - *done.lock().expect("no panic"))
    };
    assert_eq!(run(usize::MAX), Ok(0), "every piece is told");
    for after in [0, 63, 64, 65, 64 + 2 * N / 64, 200] {
        match run(after) {
            Err(ended) => assert_eq!(ended, Ended::Canceled(Canceled), "after {after}"),
            Ok(_) => assert!(after >= 64 + 64 + 2 * N / 64, "after {after}"),
        }
    }
    assert_eq!(run(usize::MAX), Ok(0), "the device is as it was");
    // A source that ends the work itself.
    let mut batch = Batch::on_engine(&device, 0..N).expect("memory");
    let missing = Ciphertexts { missing: Some(40), ..source };
    assert_eq!(batch.load(&device, &missing, &|_| true), Err(Ended::Canceled(Canceled)));
}

/// A device that is lost in one of the launches: all later work says so.
#[cfg(feature = "emulate")]
#[test]
fn a_lost_device_ends_the_work() {
    let (case, basis) = wide();
    let source = all(&basis, Kind::Uniform);
    let run = |lost_after: u64| {
        let gpu = Gpu::emulated(Emulation { lost_after: Some(lost_after), ..Emulation::default() });
        let device = case.on(&gpu, Arithmetic::Doubles, &basis);
        let found = outputs(&device, &source, 4 * N);
        if found.is_err() {
            let Err(EngineError::Poisoned { by }) = device.tables().zero(N) else { panic!("a lost device has no memory") };
            assert!(matches!(*by, EngineError::Device { code: 999, .. }), "{by}");
        }
        found
    };
    // Sixteen groups of rows go to the device, three limbs are transformed, two groups come back.
    for lost_after in [0, 5, 16, 18, 19, 20] {
        let Err(Ended::Engine(error)) = run(lost_after) else { panic!("lost after {lost_after} launches") };
        assert!(matches!(error, EngineError::Poisoned { .. }), "{error}");
    }
    assert!(run(21).is_ok(), "one launch for each");
}

/// Launches are those of the model: sixteen for the rows on their way there, one for each limb, and
/// two for the rows on their way back.
#[cfg(feature = "emulate")]
#[test]
fn launches_are_those_of_the_model() {
    let problem = Problem::forward(64).expect("a problem");
    let case = Case::new(problem, &[8, 8], ProductSharing::Shared, &[50; 3], &mut Random::fixed(4));
    let basis = case.basis();
    let launches = crate::select::launches(|gpu| {
        let prepared = case.on(gpu, Arithmetic::Doubles, &basis);
        outputs(&prepared, &all(&basis, Kind::Uniform), N).is_ok()
    });
    let operation = Operation::Columns { products: 1, kept: case.recipe.output_limbs };
    assert_eq!(launches, operation.work(3, 0).launches);
}
