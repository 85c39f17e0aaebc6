//! Complex transforms.

use super::{Benchmark, ratio, remarks, text, time};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "fft",
    peers: &["rustfft", "tfhe-fft", "tfhe-fft-avx2"],
    title: "Complex transforms in doubles, and those of other libraries",
    explanation: "\
Times are medians of one transform of n complex numbers on one thread, ours and the peer's taken in turn. *Bound* is the time
that the multiplications alone would take, *ratio* the peer's time over ours: above 1, ours is faster. Errors are the greatest
of a value, in units of 2^−53 of the sum of the magnitudes of the coefficients. Ours are transforms modulo X^n − i, and the
inverse divides by n; those of the peers are modulo X^n − 1: for negacyclic products they need a twist besides, which is not
timed. How far they compare is in `bench/peers/README.md`.",
    columns: &[
        ("n", "--:"),
        ("order", ":--"),
        ("direction", ":--"),
        ("kernel", ":--"),
        ("time", "--:"),
        ("bound", "--:"),
        ("error", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("its error", "--:"),
        ("ratio", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

fn cells(row: &Value) -> Vec<String> {
    let error = |field: &str| match row[field].as_f64() {
        None => String::new(),
        Some(error) if error < 1e3 => format!("{error:.1}"),
        Some(error) => format!("{error:.0e}"),
    };
    vec![
        row["n"].as_u64().unwrap_or(0).to_string(),
        text(row, "order"),
        text(row, "direction"),
        text(row, "kernel"),
        time(row, "nanoseconds", 1.0),
        time(row, "bound_nanoseconds", 1.0),
        error("value_error"),
        text(row, "peer"),
        time(row, "peer_nanoseconds", 1.0),
        error("peer_value_error"),
        ratio(row),
        remarks(row, None),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::ends_with;
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_is_a_line_of_the_table() {
        let row = json!({
            "n": 1024, "order": "any", "direction": "forward", "kernel": "avx2fma", "nanoseconds": 1500.0,
            "bound_nanoseconds": 700.0, "peer": "theirs", "peer_nanoseconds": 3000.0, "ratio": 2.0, "correct": true,
            "value_error": 1.234, "peer_value_error": 2.0, "note": "no twist",
        });
        let line = "| 1024 | any | forward | avx2fma | 1.50 µs | 700.0 ns | 1.2 | theirs | 3.00 µs | 2.0 | 2.00 | no twist |\n";
        ends_with(&BENCHMARK, &row, line);
        let wrong = json!({
            "n": 1024, "order": "any", "direction": "forward", "kernel": "scalar", "nanoseconds": 1500.0,
            "bound_nanoseconds": null, "peer": null, "peer_nanoseconds": null, "ratio": null, "correct": false,
            "value_error": 5e12, "peer_value_error": null, "note": null,
        });
        let line = "| 1024 | any | forward | scalar | 1.50 µs |  | 5e12 |  |  |  |  | OUR ANSWER IS WRONG |\n";
        ends_with(&BENCHMARK, &wrong, line);
    }
}
