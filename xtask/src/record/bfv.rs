//! Operations of BFV.

use super::{Benchmark, milliseconds, ratio, remarks, text};
use serde_json::Value;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "bfv",
    peers: &["fhe-rs", "lattigo", "seal"],
    title: "Operations of BFV, and those of other libraries",
    explanation: "\
Times are medians of one call on one thread, ours and the peer's taken in turn; *ratio* is the peer's time over ours: above 1,
ours is faster. The plaintext prime is 2^32 − 2^20 + 1. All primes have 49 bits. The peers take the last of them as their
special prime; we take as many special primes beside the others as *special* says, and *security* is ours. What each operation is,
and how far they compare, is in `bench/peers/README.md`.",
    columns: &[
        ("set", ":--"),
        ("N", "--:"),
        ("primes", "--:"),
        ("special", "--:"),
        ("security", "--:"),
        ("operation", ":--"),
        ("time", "--:"),
        ("peer", ":--"),
        ("its time", "--:"),
        ("ratio", "--:"),
        ("remarks", ":--"),
    ],
    cells,
};

fn cells(row: &Value) -> Vec<String> {
    let number = |name: &str| row[name].as_u64().unwrap_or(0);
    let security = match number("security_bits") {
        0 => "below 128".to_owned(),
        bits => bits.to_string(),
    };
    vec![
        text(row, "set"),
        number("degree").to_string(),
        number("primes").to_string(),
        number("special_primes").to_string(),
        security,
        text(row, "operation"),
        milliseconds(row, "milliseconds"),
        text(row, "peer"),
        milliseconds(row, "peer_milliseconds"),
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
            "set": "n16384-l12", "degree": 16384, "primes": 12, "special_primes": 3, "security_bits": 0, "operation": "multiply", "milliseconds": 1.5,
            "peer": "theirs", "peer_milliseconds": 3.0, "ratio": 2.0, "correct": true, "peer_correct": true, "note": null,
        });
        let line = "| n16384-l12 | 16384 | 12 | 3 | below 128 | multiply | 1.50 ms | theirs | 3.00 ms | 2.00 |  |\n";
        ends_with(&BENCHMARK, &row, line);
        let line =
            "| n16384-l12 | 16384 | 12 | 3 | below 128 | multiply | 1.50 ms |  |  |  | OUR ANSWER IS WRONG; theirs: no |\n";
        let alone = json!({
            "set": "n16384-l12", "degree": 16384, "primes": 12, "special_primes": 3, "security_bits": 0, "operation": "multiply", "milliseconds": 1.5,
            "peer": null, "peer_milliseconds": null, "ratio": null, "correct": false, "note": "theirs: no",
        });
        ends_with(&BENCHMARK, &alone, line);
    }
}
