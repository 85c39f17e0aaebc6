//! `papilio plan keyswitch` and `papilio bench keyswitch`.

use crate::common::{json, papilio};
use papilio_fhe::frontend::{Candidate, Costs, Request};

#[test]
fn candidates_keep_to_the_request() {
    let plan = json("plan keyswitch --degree 8192 --modulus 214 --usable 98");
    let candidates = plan["candidates"].as_array().expect("candidates");
    let names: Vec<_> = candidates.iter().filter_map(|candidate| candidate["frontend"].as_str()).collect();
    assert!(names.contains(&"rns") && names.contains(&"bivariate"), "{plan}");
    let times: Vec<_> = candidates.iter().filter_map(|candidate| candidate["predicted_milliseconds"].as_f64()).collect();
    assert!(times[1..].is_sorted() && times.len() == candidates.len() && times[0] > 0.0, "{plan}");
    for candidate in candidates {
        assert!(candidate["key_bits"].as_f64().is_some_and(|bits| bits <= 214.0), "{candidate}");
        assert!(candidate["usable_bits"].as_f64().is_some_and(|bits| bits >= 98.0), "{candidate}");
        assert!(candidate["usable_bits_above_noise"].as_f64().is_some_and(|bits| bits > 87.0), "{candidate}");
        assert!(candidate["log2_failure"].as_f64().is_none_or(|failure| failure <= -128.0), "{candidate}");
    }
    assert!(plan["nanoseconds"]["transform"].as_f64().is_some_and(|time| time > 0.0), "{plan}");
    let text = papilio("plan keyswitch --degree 8192 --modulus 214 --usable 98 --memory-limit 3MiB");
    let parts = ["rns", "bivariate", "on this machine, one thread", "transforms", "usable bits are above the noise"];
    assert!(parts.iter().all(|part| text.succeeded().stdout.contains(part)), "{text:?}");
}

/// The choice is the first one, by the times that were measured, and the text says the same of it.
#[test]
fn the_chosen_candidate_is_that_of_the_measured_times() {
    let request = "plan keyswitch --degree 16384 --modulus 430 --usable 230";
    let plan = json(request);
    let of = |name: &str| plan["nanoseconds"][name].as_f64().expect("a time");
    let [transform, product, term, word, moved] = ["transform", "product", "term", "word", "moved"].map(of);
    let costs = Costs { transform, product, term, word, moved };
    let expected = Request { degree: 16_384, key_bits: 430, usable_bits: 230, memory_limit: None, insecure: false };
    let expected = expected.candidates(&costs).expect("candidates");
    let candidates = plan["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), expected.len());
    for (i, (found, expected)) in candidates.iter().zip(&expected).enumerate() {
        assert_eq!((&found["frontend"], &found["chosen"]), (&expected.frontend.name().into(), &(i == 0).into()), "{i}");
        let time = found["predicted_milliseconds"].as_f64().expect("a time");
        assert!((time / expected.milliseconds - 1.0).abs() < 1e-9, "{found}");
    }
    // Other times were measured for the text, of which the first row is the choice too.
    let text = papilio(request).succeeded().stdout.clone();
    let row: Vec<_> = text.lines().nth(1).expect("a row").split_whitespace().collect();
    let number = |x: &str| x.parse::<f64>().expect("a number");
    let same = |candidate: &&Candidate| {
        let bits = (candidate.key_bits - number(row[3])).abs() < 0.51;
        candidate.frontend.name() == row[0] && candidate.digits.to_string() == row[1] && bits
    };
    let chosen = expected.iter().find(same).expect("the candidate of the row");
    let noise = number(row[row.len() - 1]);
    assert!((noise - chosen.noise_bits).abs() < 0.06 && noise < chosen.usable_bits - 1.0, "{text}");
    let above = text.lines().last().expect("a line").split(' ').next().map(number).expect("a number");
    assert!((above - chosen.bits_above_noise(16_384)).abs() < 0.06, "{text}");
}

#[test]
fn requests_without_candidates_are_refused_with_their_bounds() {
    let plan = |options: &str| papilio(&format!("plan keyswitch {options}"));
    plan("--degree 1000 --modulus 214 --usable 98").refused(&[2], &["1000", "powers of two from 1024 to 65536"]);
    plan("--degree 8192 --modulus 214 --usable 200").refused(&[2], &["200 bits", "214"]);
    plan("--degree 8192 --modulus 214 --usable 0").refused(&[2], &["0 bits"]);
    plan("--degree 8192 --modulus 58 --usable 5").refused(&[2], &["5 bits", "the noise of a key switch has"]);
    plan("--degree 8192 --modulus 300 --usable 98").refused(&[4], &["300 bits", "allows 214", "--insecure"]);
    plan("--degree 8192 --modulus 300 --usable 98 --insecure").succeeded();
    plan("--degree 8192 --modulus 214 --usable 98 --memory-limit 100KiB").refused(&[4], &["bytes", "102400"]);
}

#[cfg(unix)]
#[test]
fn rows_of_the_benchmark() {
    use crate::common::{self, fake_peer, folder};
    for (operation, asked) in [("automorphism", "rotate"), ("ckks_product", "multiply_relinearize_rescale")] {
        let answer = format!(
            r#"echo '{{"peer":"theirs","operation":"{asked}","milliseconds":1000.0,"correct":true,"precision_min":9.0,"precision_mean":9.0,"key_bytes":7,"ciphertext_bytes":1}}'"#
        );
        let peers = folder();
        fake_peer(peers.path(), "lattigo", &answer);
        let rows = common::bench_rows(&format!("keyswitch --set n13-u98 --operation {operation}"), peers.path());
        assert_eq!(rows.len(), 3);
        for (row, name) in rows.iter().zip(["rns", "klss", "bivariate"]) {
            let found = (&row["frontend"], &row["correct"], &row["peer"], &row["peer_key_bytes"], &row["peer_operation"]);
            assert_eq!(found, (&name.into(), &true.into(), &"theirs".into(), &7.into(), &asked.into()));
            assert!(row["ratio"].as_f64().is_some_and(|ratio| ratio > 1.0), "{row}");
            assert!(row["key_bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{row}");
            assert_eq!(row["predicted_milliseconds"].is_null(), operation == "ckks_product", "{row}");
        }
        assert_eq!(rows.iter().filter(|row| row["chosen"] == true).count(), 1);
    }
}
