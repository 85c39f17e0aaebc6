//! A line of the tables of operations that take milliseconds.

use crate::rounds::Rounds;
use serde::Serialize;

/// An operation of any scheme, with the details of that scheme.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<D> {
    /// Name of the set of parameters.
    pub set: &'static str,
    /// Name of the operation.
    pub operation: &'static str,
    /// Our median time of a call, in the round with the median ratio when there is a peer.
    pub milliseconds: f64,
    /// Who else did it, if anyone.
    pub peer: Option<String>,
    /// Its median time in that round.
    pub peer_milliseconds: Option<f64>,
    /// The peer's time over ours: above one, we are faster. None when the peer's answer is wrong.
    pub ratio: Option<f64>,
    /// Whether all our results are right.
    pub correct: bool,
    /// Whether the peer's are.
    pub peer_correct: Option<bool>,
    /// Further remarks on the peer.
    pub note: Option<String>,
    /// The columns of the scheme.
    #[serde(flatten)]
    pub details: D,
}

/// A peer's answer, as every table reads it.
#[derive(Clone, Copy, Debug)]
pub struct Their<'a> {
    /// Name of the peer.
    pub peer: &'a str,
    /// Its median time of a call.
    pub milliseconds: f64,
    /// Whether its result is right.
    pub correct: bool,
    /// Its remark.
    pub note: Option<&'a str>,
}

impl<D> Row<D> {
    /// The row of rounds that were taken, of a set and an operation. `own` gives our time and
    /// whether the result is right, and `their` reads an answer of the peer.
    pub fn new<O, T>(
        (set, operation): (&'static str, &'static str),
        rounds: &Rounds<O, T>,
        own: impl Fn(&O) -> (f64, bool),
        their: impl Fn(&T) -> Their<'_>,
        details: D,
    ) -> Self {
        let (milliseconds, peer_milliseconds) = rounds.kept(|one| own(one).0, |answer| their(answer).milliseconds);
        let answers = rounds.answers();
        let peer_correct = answers.map(|answers| answers.iter().all(|answer| their(answer).correct));
        let wrong = (peer_correct == Some(false)).then(|| "the peer's result is wrong".to_owned());
        let first = answers.and_then(|answers| answers.first()).map(their);
        let remark = first.and_then(|first| first.note).map(str::to_owned);
        Self {
            operation,
            set,
            milliseconds,
            peer: first.map(|first| first.peer.to_owned()),
            peer_milliseconds,
            ratio: peer_milliseconds.filter(|_| peer_correct == Some(true)).map(|theirs| theirs / milliseconds),
            correct: rounds.own.iter().all(|one| own(one).1),
            peer_correct,
            note: rounds.failure().or(wrong).or(remark),
            details,
        }
    }
}
