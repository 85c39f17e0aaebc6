//! The server's part: a transform of encrypted columns, over memory or files.

use crate::error::CliError;
use crate::progress::Progress;
use crate::stopwatch::timed;
use core::ops::Range;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Sink, Source};
use papilio_ring::stages::RowTransform;

/// Seconds of the parts of a transform.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TransformTimes {
    pub(crate) load: f64,
    pub(crate) transform: f64,
    pub(crate) store: f64,
}

/// Loads, transforms and stores a window of the coefficients in a range after the other; the last
/// begins before the end of the one before, where windows do not divide the range.
pub(crate) fn transform<S, T, E>(
    prepared: &Prepared<E>,
    extent: Range<usize>,
    window: usize,
    source: &S,
    sink: &T,
) -> Result<TransformTimes, CliError>
where
    S: Source<Error = CliError>,
    T: Sink<Error = CliError>,
    E: RowTransform,
    CliError: From<E::Ended>,
{
    let mut times = TransformTimes::default();
    let (inputs, outputs) = (prepared.recipe().problem.inputs(), prepared.recipe().problem.columns());
    let windows = extent.len().div_ceil(window) as u64;
    let (loading, storing) = (Progress::new("load", windows * inputs as u64), Progress::new("store", windows * outputs as u64));
    for start in extent.clone().step_by(window) {
        // All windows are of one size, whose memory each leaves to the next.
        let start = start.min(extent.end - window);
        let mut batch = Batch::on_engine(prepared, start..start + window)?;
        timed(&mut times.load, || batch.load(prepared, source, &|done| loading.advance(done)))?;
        timed(&mut times.transform, || transform_batch(prepared, &mut batch))?;
        timed(&mut times.store, || batch.store(prepared, sink, &|done| storing.advance(done)))?;
    }
    Ok(times)
}

/// Transforms a loaded batch.
pub(crate) fn transform_batch<E: RowTransform>(prepared: &Prepared<E>, batch: &mut Batch<E>) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let progress = Progress::new("transform", batch.tiles() as u64);
    Ok(batch.transform(prepared, &|done| progress.advance(done))?)
}
