//! How long the cases of every benchmark take.

use core::time::Duration;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};

/// A group whose cases take about two seconds each: enough for a median, short enough to run them
/// all.
pub(crate) fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(1500));
    group
}
