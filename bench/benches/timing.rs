//! Times of operations on secrets, by class; the figures of `papilio selftest timing`. With
//! `--test`, every operation once.

use papilio_bench::timing::{MIN_SAMPLES, Settings, measure};

fn main() {
    let once = std::env::args().any(|argument| argument == "--test");
    let settings = if once { Settings { samples: MIN_SAMPLES, series: 1 } } else { Settings::default() };
    let mut rows = 0;
    measure(settings, &mut |row| {
        println!("{:<48} t = {:.1?}", row.operation, row.t);
        rows += 1;
        true
    });
    assert!(rows > 0, "nothing was measured");
}
