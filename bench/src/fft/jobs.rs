//! One comparison: a case in one direction, ours and a peer's turn about, and the row that comes of
//! it.

use super::cases::{Case, cases};
use super::definition::REFERENCE;
use super::ntt::{Direction, Order, Reply};
use super::own;
use super::protocol::{Answer, Request};
use crate::ntt::bound::Processor;
use crate::ntt::cases::Arithmetic;
use crate::peers::{Peers, Question};
use crate::rounds::{ROUNDS, Rounds};
use serde::Serialize;

/// Units by which a level of ours may err, by the proof in `crates/ntt/src/complex.rs`.
const OWN_LEVEL: f64 = 5.0;

/// Units by which a peer's level may err, of whose twiddles nothing is known. A wrong value errs by
/// `10^15`.
const PEER_LEVEL: f64 = 20.0;

/// A case in one direction, against one peer or none.
#[derive(Clone, Debug)]
pub struct Job {
    /// The transform.
    pub case: Case,
    /// Which way.
    pub direction: Direction,
    /// Against whom.
    pub peer: Option<&'static str>,
}

/// A line of the table. Errors are those of [`Answer`], the greatest of all rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Complex numbers.
    pub n: usize,
    /// Which way.
    pub direction: Direction,
    /// Our kernel.
    pub kernel: String,
    /// Our median time of a transform, in the round with the median ratio when there is a peer.
    pub nanoseconds: f64,
    /// The time that its products alone would take on that kernel, where it is known.
    pub bound_nanoseconds: Option<f64>,
    /// Who else did it, if anyone.
    pub peer: Option<String>,
    /// Its median time in that round.
    pub peer_nanoseconds: Option<f64>,
    /// The peer's time over ours: above one, we are faster. None when the peer's answer is wrong.
    pub ratio: Option<f64>,
    /// Whether our errors are within their bound.
    pub correct: bool,
    /// The order of the values.
    pub order: Order,
    /// Our error of a value.
    pub value_error: f64,
    /// Our error of both directions, one after the other.
    pub inverse_error: f64,
    /// The peer's error of a value.
    pub peer_value_error: Option<f64>,
    /// Its error of both directions.
    pub peer_inverse_error: Option<f64>,
    /// Whether the peer's errors are those of rounding.
    pub peer_correct: Option<bool>,
    /// Further remarks on the peer.
    pub note: Option<String>,
}

/// The comparisons to make: every case, or those of one length, against each of its peers that is
/// built, or else alone.
#[must_use]
pub fn jobs(n: Option<usize>, peers: &Peers) -> Vec<Job> {
    let each = |case: Case| {
        let directions = [Direction::Forward, Direction::Inverse];
        let pairs = peers.built(case.peers).into_iter().flat_map(move |peer| directions.map(|direction| (peer, direction)));
        pairs.map(move |(peer, direction)| Job { case: case.clone(), direction, peer })
    };
    cases().into_iter().filter(|case| n.is_none_or(|n| n == case.n)).flat_map(each).collect()
}

impl Job {
    /// Measures both sides.
    ///
    /// # Errors
    /// When our side has no such transform, which is a mistake in the table of cases.
    pub fn run(&self, peers: &mut Peers, processor: &Processor, samples: usize) -> Result<Row, String> {
        let request = self.case.request(self.direction, samples);
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let rounds = Rounds::take(ROUNDS, |_| own::answer(&request), ask)?;
        Ok(self.row(processor, &rounds))
    }

    /// The row of rounds that were taken.
    ///
    /// # Panics
    /// Without a round of ours.
    #[must_use]
    pub fn row(&self, processor: &Processor, rounds: &Rounds<Answer, Answer>) -> Row {
        let (case, kernel) = (&self.case, &rounds.own[0].peer);
        let (nanoseconds, peer_nanoseconds) = rounds.kept(|own| own.nanoseconds, |their| their.nanoseconds);
        let own = Errors::of(&rounds.own);
        let answers = rounds.answers();
        let theirs = answers.map(Errors::of);
        let peer_correct = theirs.map(|errors| errors.within(case.n, PEER_LEVEL));
        Row {
            n: case.n,
            direction: self.direction,
            kernel: kernel.clone(),
            nanoseconds,
            bound_nanoseconds: processor.bound(Arithmetic::ComplexDouble, case.butterflies(), kernel),
            peer: answers.map(|answers| answers[0].peer.clone()),
            peer_nanoseconds,
            ratio: peer_nanoseconds.filter(|_| peer_correct == Some(true)).map(|theirs| theirs / nanoseconds),
            correct: own.within(case.n, OWN_LEVEL),
            order: case.order,
            value_error: own.value,
            inverse_error: own.inverse,
            peer_value_error: theirs.map(|errors| errors.value),
            peer_inverse_error: theirs.map(|errors| errors.inverse),
            peer_correct,
            note: theirs.and_then(|errors| errors.fault(case.n)).or_else(|| remark(rounds)),
        }
    }
}

/// Why there is no answer of the peer, or what it remarks.
fn remark(rounds: &Rounds<Answer, Answer>) -> Option<String> {
    rounds.failure().or_else(|| rounds.answers()?[0].note.clone())
}

/// The greatest errors of a side.
#[derive(Clone, Copy, Debug)]
struct Errors {
    value: f64,
    inverse: f64,
}

impl Errors {
    fn of(answers: &[Answer]) -> Self {
        let greatest = |error: fn(&Answer) -> f64| answers.iter().map(error).fold(0.0, f64::max);
        Self { value: greatest(|answer| answer.value_error), inverse: greatest(|answer| answer.inverse_error) }
    }

    /// Whether they are those of rounding, by so many units in each level.
    fn within(self, n: usize, level: f64) -> bool {
        let levels = level * f64::from(n.ilog2());
        self.value <= levels + REFERENCE && self.inverse <= 2.0 * levels
    }

    /// The verdict on a peer that is wrong.
    fn fault(self, n: usize) -> Option<String> {
        let only_inverse = Self { inverse: 0.0, ..self }.within(n, PEER_LEVEL);
        let fault = if only_inverse { "inverse does not give the data back" } else { "values are wrong" };
        (!self.within(n, PEER_LEVEL)).then(|| format!("the peer's {fault}"))
    }
}

impl Question for Request {
    const ARGUMENTS: &'static [&'static str] = &[];
    type Answer = Answer;
    type Reply = Reply<Answer>;
}
