use papilio_bench::rounds::Rounds;

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

#[test]
fn a_wrong_answer_has_no_ratio() {
    let answers = vec![(2.0, true), (3.0, false)];
    let rounds = Rounds { own: vec![1.0, 1.0], theirs: Some(Ok(answers)) };
    let compared = rounds.compared(|x| *x, |x| *x);
    assert_eq!((compared.ratio, compared.peer_correct), (None, Some(false)));
    assert_eq!(compared.note.as_deref(), Some("the peer's result is wrong"));
    let right = Rounds { own: vec![2.0], theirs: Some(Ok(vec![(3.0, true)])) }.compared(|x| *x, |x| *x);
    assert_eq!((right.ratio, right.peer_correct, right.note), (Some(1.5), Some(true), None));
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
