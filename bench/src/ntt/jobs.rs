//! One comparison: a case in one direction, ours and a peer's turn about, and the row that comes of
//! it.

use super::bound::Processor;
use super::cases::{Case, cases};
use super::own::{Check, Measured};
use super::protocol::{Answer, Direction, Kind, Order, Reply, Request};
use crate::peers::{Peers, Question};
use crate::rounds::{ROUNDS, Rounds};
use serde::Serialize;

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

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name of the field.
    pub field: &'static str,
    /// Length.
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
    /// Whether our answer is right: by the definition, by the round trip, and by the peer's.
    pub correct: bool,
    /// The prime.
    pub modulus: String,
    /// Which transform.
    pub kind: Kind,
    /// The order of the values.
    pub order: Order,
    /// Transforms done at once; the times are of all of them.
    pub batch: usize,
    /// Threads of each side.
    pub threads: usize,
    /// Whether the peer's answer is right.
    pub peer_correct: Option<bool>,
    /// Further remarks on the peer.
    pub note: Option<String>,
}

/// The comparisons to make: every case that passes the filters, against each of its peers that is
/// built, or else alone.
#[must_use]
pub fn jobs(field: Option<&str>, n: Option<usize>, peers: &Peers) -> Vec<Job> {
    let wanted = |case: &Case| field.is_none_or(|name| name == case.field) && n.is_none_or(|n| n == case.n);
    let each = |case: Case| {
        let directions = [Direction::Forward, Direction::Inverse];
        let pairs = peers.built(case.peers).into_iter().flat_map(move |peer| directions.map(|direction| (peer, direction)));
        pairs.map(move |(peer, direction)| Job { case: case.clone(), direction, peer })
    };
    cases().into_iter().filter(wanted).flat_map(each).collect()
}

impl Job {
    /// Measures both sides.
    ///
    /// # Errors
    /// When our side has no such transform, which is a mistake in the table of cases.
    pub fn run(&self, peers: &mut Peers, processor: &Processor, samples: usize) -> Result<Row, String> {
        let request = self.case.request(self.direction, samples);
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let check = |round| if round == 0 { Check::Definition } else { Check::RoundTrip };
        let rounds = Rounds::take(ROUNDS, |round| (self.case.own)(&request, check(round)), ask)?;
        Ok(self.row(processor, &rounds))
    }

    fn row(&self, processor: &Processor, rounds: &Rounds<Measured, Answer>) -> Row {
        let case = &self.case;
        let first = &rounds.own[0].answer;
        let (nanoseconds, peer_nanoseconds) = rounds.kept(|own| own.answer.nanoseconds, |their| their.nanoseconds);
        let verdict = rounds.answers().map(|answers| Verdict::new(&first.digest, answers));
        let disputed = verdict.as_ref().is_some_and(|verdict| verdict.other);
        let sound = rounds.own.iter().all(|measured| measured.sound && measured.answer.digest == first.digest);
        let comparable = verdict.as_ref().is_some_and(|verdict| verdict.correct);
        Row {
            field: case.field,
            n: case.n,
            direction: self.direction,
            kernel: first.peer.clone(),
            nanoseconds,
            bound_nanoseconds: processor
                .bound(case.arithmetic, case.butterflies(), &first.peer)
                .map(|bound| bound / case.threads as f64),
            peer_nanoseconds,
            ratio: peer_nanoseconds.filter(|_| comparable).map(|theirs| theirs / nanoseconds),
            peer_correct: verdict.as_ref().map(|verdict| verdict.correct),
            note: verdict.as_ref().and_then(|verdict| verdict.note.clone()).or_else(|| rounds.failure()),
            peer: verdict.map(|verdict| verdict.name),
            correct: sound && !disputed,
            modulus: case.modulus.clone(),
            kind: case.kind,
            order: case.order,
            batch: case.width,
            threads: case.threads,
        }
    }
}

/// The verdict on a peer's answers.
struct Verdict {
    name: String,
    correct: bool,
    /// Its transform can be inverted, and yet has other values than ours: one of us computes
    /// something else.
    other: bool,
    note: Option<String>,
}

impl Verdict {
    fn new(ours: &str, answers: &[Answer]) -> Self {
        let inverts = answers.iter().all(|answer| answer.round_trip);
        let agrees = answers.iter().all(|answer| answer.digest == ours);
        let note = match (inverts, agrees) {
            (true, true) => answers[0].note.clone(),
            (false, true) => Some("the peer's inverse does not give the data back".to_owned()),
            (false, false) => Some("the peer's values are wrong, and its inverse does not give the data back".to_owned()),
            (true, false) => Some("the peer's values are other than ours".to_owned()),
        };
        Self { name: answers[0].peer.clone(), correct: inverts && agrees, other: inverts && !agrees, note }
    }
}

impl Question for Request {
    const ARGUMENTS: &'static [&'static str] = &[];
    type Answer = Answer;
    type Reply = Reply;
}

impl<A> From<Reply<A>> for Result<A, String> {
    fn from(reply: Reply<A>) -> Self {
        match reply {
            Reply::Answer(answer) => Ok(answer),
            Reply::Unsupported { unsupported } => Err(unsupported),
        }
    }
}
