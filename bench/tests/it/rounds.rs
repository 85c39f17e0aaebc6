use papilio_bench::rounds::Rounds;
use papilio_bench::row::{Row, Their};

type Ask = fn() -> Result<f64, String>;

#[test]
fn the_round_with_the_median_ratio_is_kept() {
    let (own, theirs) = ([1.0, 2.0, 5.0], [2.0, 2.0, 30.0]);
    let mut their = theirs.iter();
    let ask = || their.next().copied().ok_or_else(|| "no more".to_owned());
    let rounds = Rounds::take(3, |round| Ok(own[round]), Some(ask)).expect("our side");
    assert_eq!(rounds.kept(|x| *x, |x| *x), (1.0, Some(2.0)));
    assert_eq!((rounds.answers(), rounds.failure()), (Some(&theirs[..]), None));
}

fn read(&(milliseconds, correct): &(f64, bool)) -> Their<'_> {
    Their { peer: "x", milliseconds, correct, note: Some("slow") }
}

fn row(own: &[(f64, bool)], theirs: &[(f64, bool)]) -> Row<()> {
    let rounds = Rounds { own: own.to_vec(), theirs: Some(Ok(theirs.to_vec())) };
    Row::new(("small", "add"), &rounds, |own| *own, read, ())
}

#[test]
fn a_wrong_answer_has_no_ratio() {
    let wrong = row(&[(1.0, true); 2], &[(2.0, true), (3.0, false)]);
    assert_eq!((wrong.ratio, wrong.peer_correct, wrong.correct), (None, Some(false), true));
    assert_eq!(wrong.note.as_deref(), Some("the peer's result is wrong"));
    let right = row(&[(2.0, true)], &[(3.0, true)]);
    assert_eq!((right.ratio, right.peer_correct, right.correct), (Some(1.5), Some(true), true));
    assert_eq!((right.set, right.operation), ("small", "add"));
    assert_eq!((right.peer.as_deref(), right.note.as_deref()), (Some("x"), Some("slow")));
    assert!(!row(&[(2.0, true), (2.0, false)], &[(3.0, true); 2]).correct);
}

#[test]
fn without_a_peer_or_its_answer_our_median_is_kept() {
    let own = [3.0, 1.0, 2.0];
    let alone = Rounds::take(3, |round| Ok(own[round]), None::<Ask>).expect("our side");
    assert_eq!((alone.kept(|x| *x, |x| *x), alone.answers(), alone.failure()), ((2.0, None), None, None));
    let mut asked = 0;
    let refuse = || {
        asked += 1;
        Err::<f64, _>("no".to_owned())
    };
    let refused = Rounds::take(3, |round| Ok(own[round]), Some(refuse)).expect("our side");
    let failure = Some("no".to_owned());
    assert_eq!((refused.kept(|x| *x, |x| *x), refused.answers(), refused.failure()), ((2.0, None), None, failure));
    assert_eq!(asked, 1);
}
