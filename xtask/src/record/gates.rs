//! Gates on encrypted bits.

use super::{Benchmark, ratio, remarks, text, time};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "gates",
    peers: &["tfhe"],
    title: "Gates on encrypted bits, and those of other libraries",
    explanation: "\
Times are medians of one gate, ours and the peer's taken in turn, on one thread where the operation does not name threads;
*ratio* is the peer's time over ours: above 1, ours is faster. `nand_8` are eight gates in one pass through the key.
*Key* is what is sent, masks by seed, *prepared* what gates read. *Failure* is log2 of the probability of a wrong gate, of the
worst gate of any circuit. How sets compare is in `bench/peers/README.md`.",
    columns: &[
        ("set", ":--"),
        ("security", "--:"),
        ("failure", "--:"),
        ("operation", ":--"),
        ("threads", "--:"),
        ("time", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("ratio", "--:"),
        ("key", "--:"),
        ("its", "--:"),
        ("prepared", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

/// Nanoseconds in a millisecond.
const MILLISECOND: f64 = 1e6;

fn cells(row: &Value) -> Vec<String> {
    let rounded = |name: &str| row[name].as_f64().map_or_else(String::new, |x| format!("{x:.0}"));
    let mebibytes = |name: &str| match row[name].as_f64() {
        None => String::new(),
        Some(bytes) => format!("{:.1} MiB", bytes / f64::from(1 << 20)),
    };
    vec![
        text(row, "set"),
        rounded("security_bits"),
        rounded("log2_failure"),
        text(row, "operation"),
        rounded("threads"),
        time(row, "milliseconds", MILLISECOND),
        text(row, "peer"),
        time(row, "peer_milliseconds", MILLISECOND),
        ratio(row),
        mebibytes("key_bytes"),
        mebibytes("peer_key_bytes"),
        mebibytes("prepared_bytes"),
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
            "set": "default_128", "security_bits": 128, "log2_failure": -64.4, "operation": "nand_8", "threads": 1,
            "milliseconds": 5.5, "peer": "theirs", "peer_milliseconds": 16.5, "ratio": 3.0, "key_bytes": 1_048_576,
            "peer_key_bytes": 2_097_152, "prepared_bytes": 3_145_728, "correct": true, "peer_correct": true, "note": null,
        });
        let line =
            "| default_128 | 128 | -64 | nand_8 | 1 | 5.50 ms | theirs | 16.50 ms | 3.00 | 1.0 MiB | 2.0 MiB | 3.0 MiB |  |\n";
        ends_with(&BENCHMARK, &row, line);
    }
}
