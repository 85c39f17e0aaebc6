//! Operations of CKKS.

use super::{Benchmark, mebibytes, milliseconds, ratio, remarks, rounded, text};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "ckks",
    peers: &["lattigo", "openfhe", "poulpy"],
    title: "Operations of CKKS, and those of other libraries",
    explanation: "\
Times are medians of one call on one thread, ours and the peer's taken in turn; *ratio* is the peer's time over ours: above 1,
ours is faster. Degree, scale, number and bits of all primes are the same on both sides. *Bits* are those after the binary point that are
right in the worst slot. *Keys* are what the operation reads or makes, in memory; *peak* is the most memory that the process had
resident meanwhile, all its keys included. What each operation is, and how far they compare, is in `bench/peers/README.md`.",
    columns: &[
        ("set", ":--"),
        ("log2 Q", "--:"),
        ("log2 PQ", "--:"),
        ("operation", ":--"),
        ("time", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("ratio", "--:"),
        ("bits", "--:"),
        ("its", "--:"),
        ("keys", "--:"),
        ("its", "--:"),
        ("peak", "--:"),
        ("its", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

fn cells(row: &Value) -> Vec<String> {
    vec![
        text(row, "set"),
        rounded(row, "usable_bits", 0),
        rounded(row, "total_bits", 0),
        text(row, "operation"),
        milliseconds(row, "milliseconds"),
        text(row, "peer"),
        milliseconds(row, "peer_milliseconds"),
        ratio(row),
        rounded(row, "precision_min", 1),
        rounded(row, "peer_precision_min", 1),
        mebibytes(row, "key_bytes", 1),
        mebibytes(row, "peer_key_bytes", 1),
        mebibytes(row, "peak_bytes", 1),
        mebibytes(row, "peer_peak_bytes", 1),
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
            "set": "n15-l14", "usable_bits": 720.9, "total_bits": 867.6, "operation": "rotate", "milliseconds": 1.5,
            "key_bytes": 3_145_728, "peak_bytes": 10_485_760, "precision_min": 21.25, "peer": "theirs",
            "peer_milliseconds": 3.0, "peer_key_bytes": null, "peer_peak_bytes": 20_971_520, "peer_precision_min": 20.5,
            "ratio": 2.0, "correct": true, "peer_correct": true, "note": null,
        });
        let line = "| n15-l14 | 721 | 868 | rotate | 1.50 ms | theirs | 3.00 ms | 2.00 | 21.2 | 20.5 | 3.0 MiB |  | 10.0 MiB | 20.0 MiB |  |\n";
        ends_with(&BENCHMARK, &row, line);
        let alone = json!({
            "set": "n13-l2", "usable_bits": 129, "total_bits": 178, "operation": "add", "milliseconds": 1.5, "key_bytes": 0,
            "peak_bytes": null, "precision_min": -3.0, "peer": null, "ratio": null, "correct": false, "note": "no peer",
        });
        let line = "| n13-l2 | 129 | 178 | add | 1.50 ms |  |  |  | -3.0 |  |  |  |  |  | OUR ANSWER IS WRONG; no peer |\n";
        ends_with(&BENCHMARK, &alone, line);
    }
}
