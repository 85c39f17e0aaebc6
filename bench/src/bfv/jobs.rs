//! One comparison: an operation of a set, ours and a peer's turn about, and the row that comes of
//! it.

use super::cases::{OPERATIONS, Operation, PEERS};
use super::protocol::{Answer, Request};
use super::sets::Set;
use super::side::Side;
use crate::calls::Measured;
use crate::peers::Peers;
use crate::rounds::Rounds;
use serde::Serialize;

/// An operation of a set, against one peer or none.
#[derive(Clone, Copy, Debug)]
pub struct Job<'s> {
    /// With which parameters.
    pub set: &'s Set,
    /// The operation.
    pub operation: &'static Operation,
    /// Against whom.
    pub peer: Option<&'static str>,
}

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
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
    /// Whether our result decrypts to what arithmetic in the clear gives.
    pub correct: bool,
    /// Whether the peer's does.
    pub peer_correct: Option<bool>,
    /// Further remarks on the peer.
    pub note: Option<String>,
    /// The ring degree.
    pub degree: usize,
    /// Primes of the others, the special one included.
    pub primes: usize,
    /// Our special primes, beside as many others.
    pub special_primes: usize,
    /// The plaintext modulus.
    pub plain_modulus: u64,
    /// Security in bits as tabulated: 0 below 128.
    pub security_bits: u32,
}

/// The comparisons of a set: every operation, or the one named, against each peer that is built, or
/// else alone.
#[must_use]
pub fn jobs<'s>(set: &'s Set, operation: Option<&str>, peers: &Peers) -> Vec<Job<'s>> {
    let against = peers.built(PEERS);
    let wanted = OPERATIONS.iter().filter(|wanted| operation.is_none_or(|name| name == wanted.name));
    wanted.flat_map(|operation| against.iter().map(move |&peer| Job { set, operation, peer })).collect()
}

impl Job<'_> {
    /// Measures both sides, ours with the keys of the set.
    ///
    /// # Errors
    /// When our side refuses the operation, which is a mistake in the table of cases.
    pub fn run(&self, peers: &mut Peers, own: &Side, samples: usize) -> Result<Row, String> {
        let request = self.set.request(own.plain_modulus(), self.operation, samples);
        let measure = |_| own.measure(self.operation, samples).map_err(|e| format!("{}: {e}", self.operation.name));
        let ask = self.peer.map(|peer| || put(peers, peer, &request));
        let rounds = Rounds::take(self.operation.rounds, measure, ask)?;
        Ok(self.row(own.plain_modulus(), own.parameters().security_bits(), &rounds))
    }

    fn row(&self, t: u64, security_bits: u32, rounds: &Rounds<Measured, Answer>) -> Row {
        let compared = rounds.compared(|own| own.milliseconds, |their| (their.milliseconds, their.correct));
        let their = rounds.answers().and_then(|answers| answers.first());
        Row {
            set: self.set.name,
            operation: self.operation.name,
            milliseconds: compared.milliseconds,
            peer: their.map(|answer| answer.peer.clone()),
            peer_milliseconds: compared.peer_milliseconds,
            ratio: compared.ratio,
            correct: rounds.own.iter().all(|measured| measured.correct),
            peer_correct: compared.peer_correct,
            note: compared.note.or_else(|| their.and_then(|answer| answer.note.clone())),
            degree: self.set.degree(),
            primes: self.set.primes,
            special_primes: self.set.special,
            plain_modulus: t,
            security_bits,
        }
    }
}

/// A peer's answer, if it is one to this request.
fn put(peers: &mut Peers, peer: &str, request: &Request) -> Result<Answer, String> {
    let answer = peers.ask(peer, request)?;
    if answer.operation == request.operation { Ok(answer) } else { Err(format!("{peer} answers for {}", answer.operation)) }
}
