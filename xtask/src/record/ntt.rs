//! Transforms in the clear.

use super::{Benchmark, ratio, remarks, text, time};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "ntt",
    peers: &["arkworks", "fn-dsa", "hexl", "plonky3", "pqclean", "tfhe-ntt"],
    title: "Transforms in the clear, and those of other libraries",
    explanation: "\
Times are medians of one transform, or of all columns of a matrix at once, ours and the peer's taken in turn. *Bound* is
the time that the multiplications alone would take, *ratio* the peer's time over ours: above 1, ours is faster.",
    columns: &[
        ("field", ":--"),
        ("n", "--:"),
        ("order", ":--"),
        ("direction", ":--"),
        ("kernel", ":--"),
        ("time", "--:"),
        ("bound", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("ratio", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

fn cells(row: &Value) -> Vec<String> {
    let number = |name: &str| row[name].as_u64().unwrap_or(1);
    let several = |count: u64, what: &str| (count > 1).then(|| format!("{count} {what}"));
    let columns = several(number("batch"), "columns").map_or_else(String::new, |columns| format!(" × {columns}"));
    vec![
        text(row, "field"),
        format!("{}{columns}", number("n")),
        text(row, "order"),
        text(row, "direction"),
        text(row, "kernel"),
        time(row, "nanoseconds", 1.0),
        time(row, "bound_nanoseconds", 1.0),
        text(row, "peer"),
        time(row, "peer_nanoseconds", 1.0),
        ratio(row),
        remarks(row, several(number("threads"), "threads")),
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
            "field": "p50", "n": 1024, "order": "any", "direction": "forward", "kernel": "scalar", "nanoseconds": 1500.0,
            "bound_nanoseconds": null, "peer": "theirs", "peer_nanoseconds": 999.0, "ratio": null, "correct": true,
            "batch": 2, "threads": 1, "note": "wrong",
        });
        let line = "| p50 | 1024 × 2 columns | any | forward | scalar | 1.50 µs |  | theirs | 999.0 ns |  | wrong |\n";
        ends_with(&BENCHMARK, &row, line);
    }
}
