//! The time of a transform, from that of one tile.

use papilio_hntt::over::bfv::{Prepared, Tile};
use std::time::Instant;

/// Seconds of one core for a transform of so many coefficients, from one tile: the best of several,
/// as noise only adds.
pub(crate) fn tile_seconds(prepared: &Prepared, degree: usize) -> f64 {
    let width = 8;
    let mut words = vec![1; prepared.input_limbs() * prepared.plane_words(width)];
    let mut scratch = vec![0; prepared.scratch_len()];
    let mut once = || {
        words.fill(1);
        let start = Instant::now();
        prepared.transform(Tile { words: &mut words, width, next: &[], scratch: &mut scratch });
        start.elapsed().as_secs_f64()
    };
    let best = (0..9).map(|_| once()).fold(f64::INFINITY, f64::min);
    best * (2 * degree / width) as f64
}
