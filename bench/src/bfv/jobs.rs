//! One comparison: an operation of a set, ours and a peer's turn about, and the row that comes of
//! it.

use super::cases::{OPERATIONS, Operation, PEERS};
use super::protocol::Answer;
use super::sets::Set;
use super::side::Side;
use crate::calls::Measured;
use crate::peers::Peers;
use crate::rounds::Rounds;
use crate::row::{self, Their};
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
pub type Row = row::Row<Details>;

/// Columns of the set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Details {
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
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let rounds = Rounds::take(self.operation.rounds, measure, ask)?;
        Ok(self.row(own.plain_modulus(), own.parameters().security_bits(), &rounds))
    }

    fn row(&self, t: u64, security_bits: u32, rounds: &Rounds<Measured, Answer>) -> Row {
        let details = Details {
            degree: self.set.degree(),
            primes: self.set.primes,
            special_primes: self.set.special,
            plain_modulus: t,
            security_bits,
        };
        Row::new((self.set.name, self.operation.name), rounds, |own| (own.milliseconds, own.correct), read, details)
    }
}

/// An answer as rows read it.
fn read(answer: &Answer) -> Their<'_> {
    Their { peer: &answer.peer, milliseconds: answer.milliseconds, correct: answer.correct, note: answer.note.as_deref() }
}
