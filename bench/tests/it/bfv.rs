//! Tests of what both sides of a comparison rely on, and of every operation of ours on a small set.

use papilio_bench::bfv::cases::{OPERATIONS, PEERS};
use papilio_bench::bfv::jobs::{Row, jobs};
use papilio_bench::bfv::protocol::Answer;
use papilio_bench::bfv::sets::{SETS, Set};
use papilio_bench::bfv::side::Side;
use papilio_bench::peers::{Peers, Reply};
use papilio_field::fields::P32;
use papilio_field::{FieldRing, PlaintextModulus, ResidueRing};
use std::path::Path;

/// The ring of plaintexts of the tables.
const T: &FieldRing<P32> = &FieldRing::new();

const TINY: Set = Set { name: "tiny", log_degree: 12, primes: 3, special: 1, insecure: true };

fn row(operation: &str) -> Row {
    let (own, mut peers) = (Side::new(&TINY, None).expect("keys"), Peers::default());
    let [job] = &*jobs(&TINY, Some(operation), &peers) else { panic!("one job") };
    job.run(&mut peers, &own, 1).expect("the operation")
}

#[test]
fn our_side_of_every_operation_is_correct() {
    let own = Side::new(&TINY, None).expect("keys");
    for operation in OPERATIONS {
        let measured = own.measure(operation, 1).expect("the operation");
        assert!(measured.correct && measured.milliseconds > 0.0, "{operation:?}: {measured:?}");
    }
}

/// The moduli that other libraries are tried with most.
#[test]
fn operations_are_correct_for_moduli_of_the_command_line() {
    for t in [65537, 786_433] {
        let own = Side::new(&TINY, Some(PlaintextModulus::new(t).expect("in range"))).expect("keys");
        for operation in OPERATIONS {
            let measured = own.measure(operation, 1).expect("the operation");
            assert!(measured.correct, "{operation:?} modulo {t}");
        }
    }
}

#[test]
fn sets_are_as_secure_as_they_say() {
    let security = SETS.iter().map(|set| set.parameters(T).expect("parameters").security_bits());
    assert_eq!(security.collect::<Vec<_>>(), [192, 128, 0, 128]);
    assert!(SETS.iter().all(|set| set.parameters(T).expect("parameters").limbs() == set.primes - 1));
}

#[test]
fn names_differ() {
    let all = |mut names: Vec<&'static str>| {
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        names.len() == count
    };
    assert!(all(SETS.iter().map(|set| set.name).collect()));
    assert!(all(OPERATIONS.iter().map(|operation| operation.name).collect()));
}

#[test]
fn the_lines_are_as_documented() {
    let multiply = OPERATIONS.iter().find(|operation| operation.name == "multiply").expect("an operation");
    let request = r#"{"set":"n8192-l3","log_degree":13,"prime_bits":[49,49,49],"plain_modulus":4293918721,"operation":"multiply","samples":11}"#;
    assert_eq!(serde_json::to_string(&SETS[0].request(T.modulus()[0], multiply, 11)).expect("a line"), request);
    let line = r#"{"peer":"A 1","operation":"multiply","milliseconds":4.85,"correct":true,"note":null}"#;
    let answer = Answer { peer: "A 1".into(), operation: "multiply".into(), milliseconds: 4.85, correct: true, note: None };
    assert_eq!(serde_json::from_str::<Reply<Answer>>(line).expect("an answer"), Reply::Answer(answer));
    let refusal = serde_json::from_str::<Reply<Answer>>(r#"{"error":"why"}"#).expect("a refusal");
    assert_eq!(refusal, Reply::Error { error: "why".into() });
}

#[test]
fn a_row_without_a_peer_is_ours_alone() {
    let row = row("negate");
    assert_eq!((row.set, row.operation, row.details.degree, row.details.primes), ("tiny", "negate", 4096, 3));
    assert!(row.correct && row.milliseconds > 0.0 && row.details.security_bits == 0);
    assert!(row.peer.is_none() && row.peer_milliseconds.is_none() && row.ratio.is_none());
    assert!(row.peer_correct.is_none() && row.note.is_none());
}

#[test]
fn without_peers_every_operation_is_a_job() {
    assert_eq!(jobs(&TINY, None, &Peers::default()).len(), OPERATIONS.len());
    assert!(jobs(&TINY, Some("nothing"), &Peers::default()).is_empty());
}

#[test]
fn every_peer_has_a_folder() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    PEERS.iter().for_each(|peer| assert!(peers.join(peer).is_dir(), "{peer}"));
}
