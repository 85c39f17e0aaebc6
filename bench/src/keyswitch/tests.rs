use super::cases::{Operation, SETS};
use super::jobs::{Job, jobs};
use super::own::{Outcome, Own};
use crate::calls::Measured;
use crate::ckks::protocol::Answer;
use crate::peers::{Peers, Reply};
use crate::rounds::Rounds;
use papilio_fhe::frontend::Costs;

#[test]
fn every_operation_is_right_in_both_arithmetics() {
    let set = &SETS[0];
    let mut peers = Peers::default();
    let candidates = set.candidates(&Costs::TYPICAL).expect("candidates");
    assert_eq!(candidates.iter().filter(|(_, chosen)| *chosen).count(), 1);
    let names: Vec<_> = candidates.iter().map(|(candidate, _)| candidate.frontend.name()).collect();
    assert_eq!(names, ["rns", "klss", "bivariate"]);
    for (candidate, chosen) in &candidates {
        let own = Own::new(candidate, set.degree()).expect("keys");
        for job in jobs(set, None, &peers) {
            let row = job.run(&mut peers, (&own, *chosen), 1).expect("a row");
            assert!(row.correct && row.milliseconds > 0.0 && row.ratio.is_none(), "{row:?}");
        }
    }
    assert_eq!(jobs(set, Some("automorphism"), &peers).len(), 1);
    assert!(jobs(set, Some("flip"), &peers).is_empty());
}

/// Noise of another deviation is told from that which is predicted.
#[test]
fn a_wrong_result_on_either_side_is_told() {
    let set = &SETS[0];
    let (mut candidate, chosen) = set.candidates(&Costs::TYPICAL).expect("candidates").swap_remove(1);
    candidate.noise_bits -= 1.0;
    let own = Own::new(&candidate, set.degree()).expect("keys");
    assert!(!own.measure(Operation::KeySwitch, 1).expect("a time").measured.correct);
    let job = Job { set, operation: Operation::KeySwitch, peer: Some("lattigo") };
    let line = r#"{"peer":"x","operation":"rotate","milliseconds":4.0,"correct":false,"precision_min":1.0,"precision_mean":1.0,"ciphertext_bytes":1}"#;
    let answer: Result<Answer, String> = serde_json::from_str::<Reply<Answer>>(line).expect("a reply").into();
    let rounds = |correct| {
        let measured = Measured { milliseconds: 2.0, correct };
        Rounds { own: vec![Outcome { measured, peak_bytes: None }], theirs: Some(Ok(vec![answer.clone().expect("an answer")])) }
    };
    let row = job.row((&own, chosen), &rounds(true));
    assert_eq!((row.correct, row.ratio, row.note.as_deref()), (true, None, Some("the peer's result is wrong")));
    assert!(!job.row((&own, chosen), &rounds(false)).correct);
}

#[test]
fn peers_have_the_moduli_of_the_set() {
    for set in &SETS {
        let request = set.request(3);
        assert_eq!(request.prime_bits.iter().sum::<u32>(), set.usable_bits);
        assert!(request.special_bits.iter().sum::<u32>() <= set.key_bits - set.usable_bits);
        assert!(request.prime_bits.iter().max() <= request.special_bits.iter().min(), "{request:?}");
        assert!(request.prime_bits.iter().chain(&request.special_bits).all(|bits| (30..=60).contains(bits)), "{request:?}");
    }
}
