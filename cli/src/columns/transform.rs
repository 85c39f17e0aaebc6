//! The server's part: a transform of encrypted columns, over memory or files.

use crate::error::CliError;
use crate::progress::Progress;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Sink, Source, Watches, WindowTimes, Windows};
use papilio_ring::stages::RowTransform;

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
