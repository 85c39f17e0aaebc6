//! The server's part: a transform of encrypted columns, over memory or files.

use crate::error::CliError;
use crate::progress::Progress;
use core::ops::Range;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Sink, Source, Watches, WindowTimes, Windows};
use papilio_ring::stages::RowTransform;

/// Windows of at most so many coefficients. Those that overlap have buffers of the host beside
/// them, which a limit of memory has not counted.
pub(crate) fn windows<E: RowTransform>(
    prepared: &Prepared<E>,
    extent: Range<usize>,
    widest: usize,
    limit: Option<u64>,
) -> Result<Windows<'_, E>, CliError> {
    let windows = if limit.is_some() { Windows::apart } else { Windows::new };
    Ok(windows(prepared, extent, widest)?)
}

/// Loads, transforms and stores all windows.
pub(crate) fn transform<S, T, E>(windows: Windows<'_, E>, source: &S, sink: &T) -> Result<WindowTimes, CliError>
where
    S: Source<Error = CliError>,
    T: Sink<Error = CliError>,
    E: RowTransform,
    CliError: From<E::Ended>,
{
    let [inputs, tiles, outputs] = windows.pieces().map(|pieces| pieces as u64);
    let (load, store) = (Progress::new("load", inputs), Progress::new("store", outputs));
    let transform = Progress::new("transform", tiles);
    let watches = Watches {
        load: &|done| load.advance(done),
        transform: &|done| transform.advance(done),
        store: &|done| store.advance(done),
    };
    windows.transform(source, sink, watches)
}

/// Transforms a loaded batch.
pub(crate) fn transform_batch<E: RowTransform>(prepared: &Prepared<E>, batch: &mut Batch<E>) -> Result<(), CliError>
where
    CliError: From<E::Ended>,
{
    let progress = Progress::new("transform", batch.tiles() as u64);
    Ok(batch.transform(prepared, &|done| progress.advance(done))?)
}
