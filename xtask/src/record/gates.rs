//! Gates on encrypted bits.

use super::{Benchmark, mebibytes, milliseconds, ratio, remarks, rounded, text};
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

fn cells(row: &Value) -> Vec<String> {
    vec![
        text(row, "set"),
        rounded(row, "security_bits", 0),
        rounded(row, "log2_failure", 0),
        text(row, "operation"),
        rounded(row, "threads", 0),
        milliseconds(row, "milliseconds"),
        text(row, "peer"),
        milliseconds(row, "peer_milliseconds"),
        ratio(row),
        mebibytes(row, "key_bytes", 1),
        mebibytes(row, "peer_key_bytes", 1),
        mebibytes(row, "prepared_bytes", 1),
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
