//! Key switches and products in residues and in words.

use super::{Benchmark, mebibytes, milliseconds, ratio, remarks, rounded, text};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "keyswitch",
    peers: &["lattigo", "poulpy"],
    title: "Key switches and products in residues and in words, and those of other libraries",
    explanation: "\
Times are medians of one call on one thread, ours and the peer's taken in turn; *ratio* is the peer's time over ours: above 1,
ours is faster. At the same degree, modulus of keys (*total*) and modulus of ciphertexts (*usable*), by their log2: of each arithmetic
the candidate whose key switch `papilio plan keyswitch` predicts to be its fastest, *chosen* the one of all. For a key switch and an
automorphism peers rotate slots, which is a key switch and a permutation. `ckks_product` is a product of two ciphertexts with
relinearization and rescaling, by one prime or, in words, by 45 bits; peers do the same, Lattigo by one prime and poulpy by the bits of
its scale, and of it no time is predicted. *Key* is what is in memory; *its* key as the library tells.",
    columns: &[
        ("set", ":--"),
        ("total", "--:"),
        ("usable", "--:"),
        ("operation", ":--"),
        ("arithmetic", ":--"),
        ("digit", "--:"),
        ("time", "--:"),
        ("predicted", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("ratio", "--:"),
        ("key", "--:"),
        ("its", "--:"),
        ("peak", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

fn cells(row: &Value) -> Vec<String> {
    let chosen = if row["chosen"] == true { ", chosen" } else { "" };
    vec![
        text(row, "set"),
        rounded(row, "total_bits", 0),
        rounded(row, "usable_bits", 0),
        text(row, "operation"),
        text(row, "frontend") + chosen,
        rounded(row, "digit_bits", 0),
        milliseconds(row, "milliseconds"),
        milliseconds(row, "predicted_milliseconds"),
        text(row, "peer"),
        milliseconds(row, "peer_milliseconds"),
        ratio(row),
        mebibytes(row, "prepared_bytes", 0),
        mebibytes(row, "peer_key_bytes", 0),
        mebibytes(row, "peak_bytes", 0),
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
            "set": "n15-u700", "total_bits": 841.0, "usable_bits": 700.0, "operation": "key_switch", "frontend": "rns",
            "chosen": true, "digit_bits": 147, "milliseconds": 8.0, "predicted_milliseconds": 8.5, "peer": "theirs",
            "peer_milliseconds": 32.0, "ratio": 4.0, "prepared_bytes": 47_185_920, "peer_key_bytes": null,
            "peak_bytes": 1_073_741_824, "correct": true, "peer_correct": true, "note": null,
        });
        let line = "| n15-u700 | 841 | 700 | key_switch | rns, chosen | 147 | 8.00 ms | 8.50 ms | theirs | 32.00 ms | 4.00 | 45 MiB |  | 1024 MiB |  |\n";
        ends_with(&BENCHMARK, &row, line);
    }
}
