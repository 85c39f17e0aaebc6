//! Windows of a transform across ciphertexts that overlap: moved while others are transformed.

use super::gpu;
use super::stages::{Case, Ciphertexts, Kind, N, all, outputs};
#[cfg(feature = "emulate")]
use core::ops::Range;
use papilio_cuda::{Arithmetic, Gpu, Stages};
#[cfg(feature = "emulate")]
use papilio_cuda::{Emulation, EngineError};
#[cfg(feature = "emulate")]
use papilio_hntt::Source;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Canceled, MemorySink, Problem, ProductSharing, Recipe, Watches, Windows};
use papilio_ring::RnsBasis;
use papilio_ring::stages::Ended;
#[cfg(feature = "emulate")]
use papilio_ring::stages::{RowPipe, RowTransform};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Windows of the ring.
const WINDOWS: usize = 8;
/// Its degree.
const DEGREE: usize = WINDOWS * N;

/// A transform of 32 columns, or one of fewer to 32, whose rows without an input are read as zeros.
fn case(log_blowup: u32) -> (Case, RnsBasis) {
    case_of(log_blowup, DEGREE)
}

fn case_of(log_blowup: u32, degree: usize) -> (Case, RnsBasis) {
    let problem = Problem { log_blowup, ..Problem::forward(32).expect("columns") };
    let recipe =
        Recipe { problem, radices: vec![2, 2, 8], evaluator: ProductSharing::Shared, limbs: vec![3, 2, 2], output_limbs: 1 };
    recipe.check().expect("a recipe");
    let moduli = RnsBasis::choose_moduli(degree, &[50, 47, 48], 0).expect("primes");
    let basis = RnsBasis::new(degree, &moduli).expect("a basis");
    (Case { recipe, moduli }, basis)
}

/// The words of a sink, all of which no residue is.
fn unwritten() -> MemorySink<Ended> {
    MemorySink::over(vec![vec![u64::MAX; 2 * DEGREE]; 32], DEGREE)
}

/// A device with room for the windows of [`case`], whose buffers have some of the rows.
#[cfg(feature = "emulate")]
const LITTLE: Emulation = Emulation {
    memory: 1 << 23,
    order: papilio_cuda::FiberOrder::Ascending,
    max_limbs: 65_535,
    lost_after: None,
    lost_within: None,
    events: None,
    pinned: 1 << 28,
    turns: 0,
    single_to_double_ratio: 2,
    shared_memory: 163 << 10,
};

/// All windows, by one thread of the host, so that its calls have one order, or by those that there
/// are.
fn transform(
    prepared: &Prepared<Stages>,
    source: &Ciphertexts<'_>,
    sink: &MemorySink<Ended>,
    threads: usize,
    watch: &(dyn Fn(usize) -> bool + Sync),
) -> Result<usize, Ended> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let windows = Windows::new(prepared, 0..DEGREE, N)?;
        assert!(windows.overlap() && windows.width() == N && windows.count() == WINDOWS, "{windows:?}");
        let pieces = windows.pieces().iter().sum();
        windows.transform(source, sink, Watches { load: watch, transform: watch, store: watch })?;
        Ok(pieces)
    })
}

fn on(gpu: &Gpu, (case, basis): &(Case, RnsBasis)) -> Prepared<Stages> {
    case.on(gpu, Arithmetic::Doubles, basis)
}

fn expected((case, basis): &(Case, RnsBasis), kind: Kind) -> Vec<Vec<u64>> {
    outputs(&case.on_cpu(basis).expect("primes"), &all(basis, kind), DEGREE).expect("outputs")
}

/// Both shapes, words of two kinds, any number of threads.
#[test]
fn windows_that_overlap_have_the_words_of_the_whole() {
    for log_blowup in [0, 3] {
        let case = case(log_blowup);
        for kind in [Kind::Uniform, Kind::Extreme] {
            let (gpu, expected) = (gpu(), expected(&case, kind));
            for threads in [1, 2, 5] {
                let sink = unwritten();
                transform(&on(&gpu, &case), &all(&case.1, kind), &sink, threads, &|_| true).expect("a transform");
                assert!(sink.into_residues() == expected, "2^{log_blowup}, {kind:?}, {threads} threads");
            }
            gpu.synchronize().expect("nothing has failed");
        }
    }
}

/// A part of the coefficients that windows do not divide: the last one begins before the end of the
/// one before.
#[test]
fn parts_that_windows_do_not_divide_have_their_words() {
    let (degree, part) = (16 * N, N..10 * N);
    let (gpu, case) = (gpu(), case_of(0, degree));
    let source = all(&case.1, Kind::Uniform);
    let expected = outputs(&case.0.on_cpu(&case.1).expect("primes"), &source, degree).expect("outputs");
    let prepared = on(&gpu, &case);
    let windows = Windows::new(&prepared, part.clone(), degree).expect("memory");
    assert_eq!((windows.overlap(), windows.width(), windows.count()), (true, 2 * N, 5));
    let sink = MemorySink::<Ended>::over(vec![vec![u64::MAX; 2 * degree]; 32], degree);
    let watches = Watches { load: &|_| true, transform: &|_| true, store: &|_| true };
    windows.transform::<_, _, Ended>(&source, &sink, watches).expect("a transform");
    for (found, expected) in sink.into_residues().iter().zip(&expected) {
        let word = |i: usize| if part.contains(&(i % degree)) { expected[i] } else { u64::MAX };
        assert!((0..2 * degree).all(|i| found[i] == word(i)));
    }
}

/// Queues that take turns in every order of precedence, and at random.
#[cfg(feature = "emulate")]
#[test]
fn queues_may_take_turns_in_any_order() {
    for log_blowup in [0, 3] {
        let case = case(log_blowup);
        let expected = expected(&case, Kind::Uniform);
        for turns in 0..18 {
            let gpu = Gpu::emulated(Emulation { turns, ..LITTLE });
            let prepared = on(&gpu, &case);
            let together = prepared.tables().pipe(N).expect("memory").expect("memory of the host").together();
            assert!((1..=8).contains(&together), "{together} of 32 rows: a buffer is filled more than once");
            let sink = unwritten();
            transform(&prepared, &all(&case.1, Kind::Uniform), &sink, 1, &|_| true).expect("a transform");
            assert!(sink.into_residues() == expected, "turns {turns}, 2^{log_blowup}");
            gpu.synchronize().expect("nothing has failed");
        }
    }
}

/// The memory that windows take, of the device and of the host, to the byte: with less they are
/// narrower, or do not overlap.
#[cfg(feature = "emulate")]
#[test]
fn windows_without_memory_do_not_overlap() {
    let case = case(0);
    let expected = expected(&case, Kind::Uniform);
    let widest = DEGREE / 4;
    let run = |emulation: Emulation| {
        let gpu = Gpu::emulated(emulation);
        let prepared = on(&gpu, &case);
        let windows = Windows::new(&prepared, 0..DEGREE, DEGREE).expect("memory");
        let (overlap, width, sink) = (windows.overlap(), windows.width(), unwritten());
        let watches = Watches { load: &|_| true, transform: &|_| true, store: &|_| true };
        windows.transform::<_, _, Ended>(&all(&case.1, Kind::Uniform), &sink, watches).expect("a transform");
        assert!(sink.into_residues() == expected);
        (overlap, width)
    };
    // Two buffers with three limbs and two with one, of all rows that go together.
    let pinned = |emulation: &Emulation, window: usize| {
        let prepared = on(&Gpu::emulated(emulation.clone()), &case);
        let together = prepared.tables().pipe(window).expect("memory").expect("memory of the host").together();
        (2 * 8 * together * 2 * (3 + 1) * window) as u64
    };
    let ample = Emulation::default();
    assert_eq!(run(ample.clone()), (true, widest));
    let bytes = pinned(&ample, widest);
    assert!(bytes <= 4 * (1 << 25), "the bound of all buffers");
    assert_eq!(run(Emulation { pinned: bytes, ..ample.clone() }), (true, widest));
    assert_eq!(run(Emulation { pinned: bytes - 8, ..ample.clone() }), (false, DEGREE));
    assert_eq!(run(Emulation { pinned: 0, ..ample.clone() }), (false, DEGREE));
    // Three windows of three limbs and what is between: the least memory in which they overlap.
    let least = |width: usize| {
        let fits = |memory: u64| {
            let gpu = Gpu::emulated(Emulation { memory, ..ample.clone() });
            let (case, basis) = &case;
            let tables = Prepared::with(&case.recipe, &case.constants(), basis, |program| Stages::new(&gpu, program));
            tables.is_ok_and(|tables| tables.tables().pipe(width).is_ok())
        };
        let (mut refused, mut enough) = (0, 1 << 30);
        while enough - refused > 8 {
            let middle = (refused + enough) / 2;
            if fits(middle) { enough = middle } else { refused = middle }
        }
        enough
    };
    let [narrow, wide] = [N, widest].map(least);
    assert_eq!(run(Emulation { memory: wide, ..ample.clone() }), (true, widest));
    assert_eq!(run(Emulation { memory: wide - 8, ..ample.clone() }), (true, N));
    assert_eq!(run(Emulation { memory: narrow, ..ample.clone() }), (true, N));
    let (overlap, _) = run(Emulation { memory: narrow - 8, ..ample });
    assert!(!overlap, "less than three windows");
}

/// A driver that refuses an event anywhere, after a copy was queued: the memory of the host
/// outlives the copy, which the emulated device sees to, and outputs that were written are right.
#[cfg(feature = "emulate")]
#[test]
fn a_copy_without_an_event_has_ended_before_its_words_are_freed() {
    let case = case(0);
    let expected = expected(&case, Kind::Uniform);
    for turns in [0, 3, 9] {
        let run = |events: u64| {
            let gpu = Gpu::emulated(Emulation { events: Some(events), turns, ..LITTLE });
            let sink = unwritten();
            let outcome = transform(&on(&gpu, &case), &all(&case.1, Kind::Uniform), &sink, 1, &|_| true);
            let words = sink.into_residues();
            let mut pairs = words.iter().flatten().zip(expected.iter().flatten());
            assert!(pairs.all(|(&found, &word)| found == word || found == u64::MAX), "after {events} events");
            match outcome {
                Ok(_) => assert!(words == expected, "after {events} events"),
                Err(Ended::Engine(EngineError::Device { code: 2, .. } | EngineError::Poisoned { .. })) => {
                    let Err(EngineError::Poisoned { by }) = gpu.synchronize() else { panic!("a failed device works") };
                    assert!(matches!(*by, EngineError::Device { code: 2, operation: "an event", .. }), "{by}");
                }
                Err(other) => panic!("{other}"),
            }
            outcome.is_err()
        };
        let refused = (0..).step_by(11).take_while(|&events| run(events)).count();
        assert!(11 * refused > 3 * WINDOWS, "{refused} of each eleven events");
    }
}

/// A device that is lost in any of its copies and launches, which some wait tells: outputs that
/// were written are right, and all of the rest of the host is as it was.
#[cfg(feature = "emulate")]
#[test]
fn a_device_lost_on_the_way_loses_nothing_of_the_host() {
    let case = case(0);
    let expected = expected(&case, Kind::Uniform);
    let run = |lost_within: Option<u64>, lost_after: Option<u64>, turns: u64| {
        let gpu = Gpu::emulated(Emulation { lost_within, lost_after, turns, ..LITTLE });
        let (prepared, sink) = (on(&gpu, &case), unwritten());
        let outcome = transform(&prepared, &all(&case.1, Kind::Uniform), &sink, 1, &|_| true);
        let words = sink.into_residues();
        let right = words.iter().flatten().zip(expected.iter().flatten()).filter(|(found, word)| found == word).count();
        let whole =
            words.iter().flatten().zip(expected.iter().flatten()).all(|(&found, &word)| found == word || found == u64::MAX);
        assert!(whole, "lost within {lost_within:?}, after {lost_after:?}: words that are no outputs");
        match outcome {
            Ok(_) => {
                assert!(words == expected, "lost after the end");
                None
            }
            Err(Ended::Engine(EngineError::Device { code: 999, .. } | EngineError::Poisoned { .. })) => {
                let Err(EngineError::Poisoned { by }) = gpu.synchronize() else { panic!("a lost device works") };
                assert!(matches!(*by, EngineError::Device { code: 999, .. }), "{by}");
                assert!(matches!(prepared.tables().pipe(N), Err(EngineError::Poisoned { .. })), "a lost device has memory");
                Some(right)
            }
            Err(other) => panic!("{other}"),
        }
    };
    for (turns, step) in [(0, 7), (3, 17), (9, 19)] {
        let within = (0..).step_by(step).map(|within| run(Some(within), None, turns));
        let mut lost: Vec<_> = within.take_while(Option::is_some).flatten().collect();
        assert!(step * lost.len() > 280, "{} operations", step * lost.len());
        // Lost early, nothing was written; lost late, most.
        assert!(lost[0] == 0 && lost.pop().is_some_and(|right| right > 32 * DEGREE), "{lost:?}");
        // A launch that is refused, while copies go on.
        for launches in [0, 1, 6, 20, 41, 60] {
            assert!(run(None, Some(launches), turns).is_some(), "lost after {launches} launches");
        }
    }
}

/// A watch that ends the work after so many pieces, and a source that does: the device is as it
/// was.
#[test]
fn work_on_the_way_is_ended() {
    let case = case(0);
    let (gpu, expected) = (gpu(), expected(&case, Kind::Uniform));
    let prepared = on(&gpu, &case);
    let source = all(&case.1, Kind::Uniform);
    let run = |after: usize| {
        let (done, sink) = (AtomicUsize::new(0), unwritten());
        let watch = |more: usize| done.fetch_add(more, Ordering::Relaxed) + more <= after;
        let outcome = transform(&prepared, &source, &sink, 2, &watch);
        (outcome, done.into_inner(), sink.into_residues())
    };
    let (pieces, done, words) = run(usize::MAX);
    assert_eq!(pieces, Ok(done), "every piece is told");
    assert!(words == expected);
    for after in [0, 1, 40, 100, 300, 500, done - 1] {
        let (outcome, _, words) = run(after);
        assert_eq!(outcome, Err(Ended::Canceled(Canceled)), "after {after}");
        let whole = |(&found, &word): (&u64, &u64)| found == word || found == u64::MAX;
        assert!(words.iter().flatten().zip(expected.iter().flatten()).all(whole), "after {after}");
    }
    let missing = Ciphertexts { missing: Some(20), ..source };
    let outcome = transform(&prepared, &missing, &unwritten(), 1, &|_| true);
    assert_eq!(outcome, Err(Ended::Canceled(Canceled)));
    gpu.synchronize().expect("nothing was lost");
    assert!(run(done).2 == expected, "the device is as it was");
}

/// Memory that is freed while its copies wait is told by an emulated device: here it is not, though
/// a pipe is dropped with rows on their way in both directions.
#[cfg(feature = "emulate")]
#[test]
fn a_pipe_is_dropped_with_rows_on_their_way() {
    let case = case(0);
    for turns in 0..12 {
        let gpu = Gpu::emulated(Emulation { turns, ..LITTLE });
        let prepared = on(&gpu, &case);
        let pipe = prepared.tables().pipe(N).expect("memory").expect("memory of the host");
        let source = all(&case.1, Kind::Uniform);
        let fill = |rows: Range<usize>, words: &mut [u64]| -> Result<(), Ended> {
            let size = words.len() / rows.len();
            rows.zip(words.chunks_exact_mut(size)).try_for_each(|(row, words)| source.read(row, 0..N, words))
        };
        let together = pipe.together();
        for slot in 0..2 {
            pipe.clear(slot).expect("a queue");
            for first in (0..32).step_by(together) {
                let rows = first..32.min(first + together);
                pipe.send(slot, rows.clone(), |words| fill(rows, words)).expect("a queue");
            }
            pipe.transform(slot).expect("a queue");
        }
        let ended = pipe.receive(0, |_, _| Err(Ended::Canceled(Canceled)));
        assert_eq!(ended, Err(Ended::Canceled(Canceled)));
        pipe.clear(2).expect("a queue");
        pipe.send(2, 0..1, |words| fill(0..1, words)).expect("a queue");
        drop(pipe);
        gpu.synchronize().expect("nothing was freed too early");
    }
}
