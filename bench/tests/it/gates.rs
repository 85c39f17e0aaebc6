use papilio_bench::gates::cases::{OPERATIONS, SETS};
use papilio_bench::gates::jobs::{Job, jobs};
use papilio_bench::gates::own::{Outcome, Own};
use papilio_bench::gates::protocol::Answer;
use papilio_bench::peers::{Peers, Reply};
use papilio_bench::rounds::Rounds;

#[test]
fn every_operation_is_right() {
    let set = SETS.iter().find(|set| set.name == "default_128").expect("a set");
    let (mut own, mut peers) = (Own::new(set), Peers::default());
    for job in jobs(set, None, &peers) {
        let row = job.run(&mut peers, &mut own, 1).expect("a row");
        assert!(row.correct && row.milliseconds > 0.0 && row.ratio.is_none(), "{row:?}");
        assert!(row.details.log2_failure <= -64.0 && row.details.security_bits >= 128, "{row:?}");
    }
    assert_eq!(jobs(set, Some("mux"), &peers).len(), 1);
    assert!(jobs(set, Some("flip"), &peers).is_empty());
}

#[test]
fn a_wrong_bit_on_either_side_is_told() {
    let set = &SETS[0];
    let own = Own::new(set);
    let job = Job { set, operation: OPERATIONS[0], peer: Some("tfhe") };
    let line = r#"{"peer":"x","milliseconds":4.0,"key_bytes":9,"correct":false}"#;
    let answer: Result<Answer, String> = serde_json::from_str::<Reply<Answer>>(line).expect("a reply").into();
    let wrong = answer.expect("an answer");
    let right = Answer { correct: true, ..wrong.clone() };
    let row = |correct, answers| {
        let own_rounds = vec![Outcome { milliseconds: 2.0, correct }];
        job.row(&own, 1, &Rounds { own: own_rounds, theirs: Some(Ok(answers)) })
    };
    assert_eq!((row(true, vec![right.clone()]).ratio, row(false, vec![right]).correct), (Some(2.0), false));
    let refused = row(true, vec![wrong]);
    assert_eq!((refused.ratio, refused.note.as_deref()), (None, Some("the peer's result is wrong")));
}
