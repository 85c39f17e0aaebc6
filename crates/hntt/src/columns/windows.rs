//! All windows of a transform: one after the other, or each on its way to an engine while the one
//! before is transformed and the one before that is on its way back.

use super::batch::{Batch, Sink, Source, Watch, fill, inputs_by_row};
use super::over::bfv::Prepared;
use core::ops::Range;
use core::time::Duration;
use papilio_ring::engine::EngineError;
use papilio_ring::sample::CHUNK;
use papilio_ring::stages::{Canceled, RowPipe, RowTransform, SLOTS};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Windows at least, where they overlap: the first one goes to the engine, and the last comes back,
/// while nothing else does.
const LEAST_WINDOWS: usize = 4;

/// Watches of the three parts of the work.
#[derive(Clone, Copy)]
pub struct Watches<'a> {
    /// Told of inputs.
    pub load: Watch<'a>,
    /// Told of tiles.
    pub transform: Watch<'a>,
    /// Told of outputs.
    pub store: Watch<'a>,
}

/// How long each part of the work took. Where windows overlap, so do loads and stores, and the time
/// of the transform is what a store has waited for its first outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowTimes {
    /// Reading inputs and moving them to the engine.
    pub load: Duration,
    /// The transform.
    pub transform: Duration,
    /// Moving outputs from the engine and writing them.
    pub store: Duration,
    /// All of it.
    pub elapsed: Duration,
    /// Whether windows overlapped: then the parts are longer together than all of it.
    pub overlap: bool,
}

/// Memory for the windows of a range of coefficients.
#[derive(Debug)]
pub struct Windows<'a, T: RowTransform> {
    prepared: &'a Prepared<T>,
    extent: Range<usize>,
    window: usize,
    way: Way<T>,
}

#[derive(Debug)]
enum Way<T: RowTransform> {
    Overlapping(T::Pipe),
    /// The first window.
    Apart(Batch<T>),
}

impl<'a, T: RowTransform> Windows<'a, T> {
    /// Windows that overlap where the engine and the host have memory for them, and else the widest
    /// that the engine has memory for; of at most so many coefficients, a multiple of
    /// [`CHUNK`] as is the range.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`] where there is not enough for a chunk; another failure.
    ///
    /// # Panics
    /// The range or the widest window cuts a chunk, or is empty.
    pub fn new(prepared: &'a Prepared<T>, extent: Range<usize>, widest: usize) -> Result<Self, EngineError> {
        assert!(
            [extent.start, extent.end, widest].iter().all(|at| at.is_multiple_of(CHUNK)),
            "{extent:?} or {widest} cuts a chunk"
        );
        assert!(!extent.is_empty() && widest > 0, "no coefficients: {extent:?} by {widest}");
        match Self::overlapping(prepared, extent.clone(), widest)? {
            Some(windows) => Ok(windows),
            None => Self::apart(prepared, extent, widest),
        }
    }

    /// Windows of which none begins before the one before it has ended.
    ///
    /// # Errors
    /// The same as those of [`Self::new`].
    ///
    /// # Panics
    /// The same as those of [`Self::new`].
    pub fn apart(prepared: &'a Prepared<T>, extent: Range<usize>, widest: usize) -> Result<Self, EngineError> {
        let batch = Batch::widest(prepared, extent.start..extent.start + widest.min(extent.len()))?;
        Ok(Self { prepared, extent, window: batch.window().len(), way: Way::Apart(batch) })
    }

    /// Windows that overlap; none where there are too few chunks, or no memory.
    fn overlapping(prepared: &'a Prepared<T>, extent: Range<usize>, widest: usize) -> Result<Option<Self>, EngineError> {
        let mut window = widest.min(extent.len() / LEAST_WINDOWS / CHUNK * CHUNK);
        while window > 0 {
            match prepared.tables().pipe(window) {
                Err(EngineError::OutOfMemory { .. }) => window = window / 2 / CHUNK * CHUNK,
                Err(error) => return Err(error),
                Ok(None) => break,
                Ok(Some(pipe)) => return Ok(Some(Self { prepared, extent, window, way: Way::Overlapping(pipe) })),
            }
        }
        Ok(None)
    }

    /// Coefficients of a window.
    #[must_use]
    pub fn width(&self) -> usize {
        self.window
    }

    /// Windows of the range. The last begins before the end of the one before, where windows do not
    /// divide the range.
    #[must_use]
    pub fn count(&self) -> usize {
        self.extent.len().div_ceil(self.window)
    }

    /// Pieces of work that the watches are told of: of inputs, tiles and outputs of all windows.
    #[must_use]
    pub fn pieces(&self) -> [usize; 3] {
        let tiles = match &self.way {
            Way::Overlapping(pipe) => pipe.tiles(),
            Way::Apart(batch) => batch.tiles(),
        };
        let problem = &self.prepared.recipe().problem;
        [problem.inputs(), tiles, problem.columns()].map(|pieces| pieces * self.count())
    }

    /// Whether windows overlap.
    #[must_use]
    pub fn overlap(&self) -> bool {
        matches!(self.way, Way::Overlapping(_))
    }

    /// Loads, transforms and stores all windows.
    ///
    /// # Errors
    /// The first error of the source, the sink or the engine; [`Canceled`] when a watch says so.
    /// The sink has had whole windows of outputs then, or rows of them, and no other words.
    pub fn transform<S, K, E>(self, source: &S, sink: &K, watches: Watches<'_>) -> Result<WindowTimes, E>
    where
        S: Source<Error = E>,
        K: Sink<Error = E>,
        E: Send + From<Canceled> + From<T::Ended> + From<EngineError>,
    {
        let Self { prepared, extent, window, way } = self;
        // All windows are of one size, whose memory each leaves to the next.
        let starts = extent.clone().step_by(window).map(|start| start.min(extent.end - window));
        let windows: Vec<_> = starts.map(|start| start..start + window).collect();
        let (times, start, overlap) = (Times::default(), Instant::now(), matches!(way, Way::Overlapping(_)));
        match way {
            Way::Overlapping(pipe) => Pipeline { prepared, pipe, source, sink, watches, times: &times }.run(&windows)?,
            Way::Apart(batch) => {
                let mut first = Some(batch);
                for window in windows {
                    let mut batch = first.take().map_or_else(|| Batch::on_engine(prepared, window), Ok)?;
                    times.add(|times| &mut times.load, || batch.load(prepared, source, watches.load))?;
                    times.add(|times| &mut times.transform, || batch.transform(prepared, watches.transform))?;
                    times.add(|times| &mut times.store, || batch.store(prepared, sink, watches.store))?;
                }
            }
        }
        Ok(WindowTimes { elapsed: start.elapsed(), overlap, ..times.times() })
    }
}

/// Times of parts that threads have at once.
#[derive(Debug, Default)]
struct Times(Mutex<WindowTimes>);

impl Times {
    fn add<R>(&self, part: fn(&mut WindowTimes) -> &mut Duration, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let outcome = work();
        *part(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)) += start.elapsed();
        outcome
    }

    fn times(&self) -> WindowTimes {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Windows on their way.
struct Pipeline<'a, T: RowTransform, S, K> {
    prepared: &'a Prepared<T>,
    pipe: T::Pipe,
    source: &'a S,
    sink: &'a K,
    watches: Watches<'a>,
    times: &'a Times,
}

impl<T, S, K, E> Pipeline<'_, T, S, K>
where
    T: RowTransform,
    S: Source<Error = E>,
    K: Sink<Error = E>,
    E: Send + From<Canceled> + From<T::Ended>,
{
    /// While the engine transforms a window, the next is loaded and the last stored: the slot of
    /// each is another, and that of the window after next is the one of the last.
    fn run(&self, windows: &[Range<usize>]) -> Result<(), E> {
        let slot = |i: usize| i % SLOTS;
        for i in 0..windows.len() + 2 {
            let load = || windows.get(i).map_or(Ok(()), |window| self.load(slot(i), window));
            let store = || match i.checked_sub(2) {
                Some(last) => self.store(slot(last), &windows[last]),
                None => Ok(()),
            };
            let (loaded, stored) = rayon::join(load, store);
            loaded.and(stored)?;
            if i < windows.len() {
                self.pipe.transform(slot(i))?;
            }
        }
        Ok(())
    }

    fn load(&self, slot: usize, window: &Range<usize>) -> Result<(), E> {
        self.times.add(
            |times| &mut times.load,
            || {
                self.pipe.clear(slot)?;
                let (inputs, together) = (inputs_by_row(self.prepared.recipe()), self.pipe.together());
                for (i, inputs) in inputs.chunks(together).enumerate() {
                    let present = inputs.iter().flatten().count();
                    if present == 0 {
                        continue;
                    }
                    let rows = i * together..i * together + inputs.len();
                    self.pipe.send(slot, rows, |words| fill(self.source, window, inputs, words))?;
                    if !(self.watches.load)(present) {
                        return Err(Canceled.into());
                    }
                }
                Ok(())
            },
        )
    }

    fn store(&self, slot: usize, window: &Range<usize>) -> Result<(), E> {
        let begin = Instant::now();
        let mut waited = None;
        let outcome = self.pipe.receive(slot, |rows: Range<usize>, words: &[u64]| {
            if waited.is_none() {
                waited = Some(begin.elapsed());
                if !(self.watches.transform)(self.pipe.tiles()) {
                    return Err(Canceled.into());
                }
            }
            let size = words.len() / rows.len();
            rows.into_par_iter().zip(words.par_chunks_exact(size)).try_for_each(|(row, residues)| {
                self.sink.write(row, window.clone(), residues)?;
                if (self.watches.store)(1) { Ok(()) } else { Err(Canceled.into()) }
            })
        });
        let waited = waited.unwrap_or_default();
        let mut times = self.times.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.transform += waited;
        times.store += begin.elapsed() - waited;
        outcome
    }
}
