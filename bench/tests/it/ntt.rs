//! Tests of what both sides of a comparison rely on.

mod bound;
mod cases;

use papilio_bench::ntt::cases::cases;
use papilio_bench::ntt::own::Check;
use papilio_bench::ntt::protocol::{Answer, Direction, Kind, Order, Reply, Request, digest, elements, residues, words};

#[test]
fn the_words_are_those_of_splitmix64() {
    // The first outputs for seed 0, as in S. Vigna's reference implementation.
    let expected = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
    assert_eq!(words(0).take(3).collect::<Vec<_>>(), expected);
}

#[test]
fn data_is_below_the_modulus() {
    assert!(residues(1, 97, 1000).iter().all(|&x| x < 97));
    for (bits, top) in [(65, 1), (252, 3), (254, 3), (255, 3), (256, 3)] {
        let data = elements(1, bits, 100);
        let limit = 1_u64.checked_shl(bits - 1 - 64 * top as u32).unwrap_or(u64::MAX);
        assert!(data.iter().all(|x| x[top] < limit && x[top + 1..].iter().all(|&word| word == 0)), "{bits}");
        assert!(bits == 65 || data.iter().any(|x| x[top] >= limit / 2), "{bits}");
    }
}

#[test]
fn the_digest_does_not_depend_on_order_but_on_values() {
    assert_eq!(digest(vec![[1], [2], [3]]), digest(vec![[3], [1], [2]]));
    assert_ne!(digest(vec![[1], [2], [3]]), digest(vec![[1], [2], [4]]));
    assert_ne!(digest(vec![[1, 2], [3, 4]]), digest(vec![[2, 1], [3, 4]]));
    assert_ne!(digest(vec![[0]]), digest(vec![[0], [0]]));
}

#[test]
fn the_lines_are_as_documented() {
    let line = r#"{"field":"p50","modulus":"97","kind":"negacyclic","n":16,"width":1,"threads":1,"direction":"forward","order":"any","seed":1,"samples":21}"#;
    let request: Request = serde_json::from_str(line).expect("a request");
    assert_eq!((request.kind, request.order), (Kind::Negacyclic, Order::Any));
    assert_eq!(serde_json::to_string(&request).expect("text"), line);
    let answer = Answer { peer: "x".into(), nanoseconds: 1.5, digest: "0".into(), round_trip: true, note: None };
    let line = r#"{"peer":"x","nanoseconds":1.5,"digest":"0","round_trip":true}"#;
    assert_eq!(serde_json::from_str::<Reply>(line).expect("an answer"), Reply::Answer(answer));
    let unsupported = serde_json::from_str::<Reply>(r#"{"unsupported":"why"}"#).expect("a refusal");
    assert_eq!(unsupported, Reply::Unsupported { unsupported: "why".into() });
}

#[test]
fn our_side_of_every_case_is_sound_at_a_small_length() {
    for mut case in cases() {
        let width = if case.kind == Kind::Columns { 5 } else { 1 };
        (case.n, case.width) = (256, width);
        for direction in [Direction::Forward, Direction::Inverse] {
            let measured = (case.own)(&case.request(direction, 1), Check::Definition).expect("a transform");
            assert!(measured.sound, "{case:?}");
        }
    }
}

#[test]
fn orders_have_the_same_values() {
    let mut case = cases().into_iter().find(|case| case.field == "goldilocks").expect("a case");
    case.n = 64;
    let mut digests = [Order::Natural, Order::Any].map(|order| {
        case.order = order;
        (case.own)(&case.request(Direction::Forward, 1), Check::Definition).expect("a transform").answer.digest
    });
    digests.sort();
    assert_eq!(digests[0], digests[1]);
}
