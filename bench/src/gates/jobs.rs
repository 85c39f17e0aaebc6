//! One comparison: gates of a set, ours and a peer's turn about, and the row that comes of it.

use super::cases::{OPERATIONS, Operation, PEERS, Set};
use super::own::{Outcome, Own};
use super::protocol::{Answer, Request};
use crate::peers::Peers;
use crate::rounds::{ROUNDS, Rounds};
use crate::row::{self, Their};
use serde::Serialize;

/// An operation with a set, against one peer or none.
#[derive(Clone, Copy, Debug)]
pub struct Job<'s> {
    /// The set.
    pub set: &'s Set,
    /// The operation.
    pub operation: Operation,
    /// Against whom.
    pub peer: Option<&'static str>,
}

/// A line of the table.
pub type Row = row::Row<Details>;

/// Columns of the set and the keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Details {
    /// Our kernel.
    pub kernel: &'static str,
    /// Gates of one call.
    pub gates_at_once: usize,
    /// Threads that they run on.
    pub threads: usize,
    /// Bytes of our key, masks by seed.
    pub key_bytes: usize,
    /// Bytes of our prepared keys.
    pub prepared_bytes: usize,
    /// `log2` of the probability that a gate fails.
    pub log2_failure: f64,
    /// An estimate of the security in bits.
    pub security_bits: u32,
    /// Bytes of its compressed key.
    pub peer_key_bytes: Option<usize>,
}

/// The comparisons of a set: every operation or the one named, against each peer that is built, or
/// else alone.
#[must_use]
pub fn jobs<'s>(set: &'s Set, operation: Option<&str>, peers: &Peers) -> Vec<Job<'s>> {
    let against = peers.built(PEERS);
    let wanted = OPERATIONS.into_iter().filter(|wanted| operation.is_none_or(|name| name == wanted.name));
    wanted.flat_map(|operation| against.iter().map(move |&peer| Job { set, operation, peer })).collect()
}

impl Job<'_> {
    /// Measures both sides, ours with the keys of the set.
    ///
    /// # Errors
    /// When our side refuses the operation, which is a mistake in the table of cases, or there is
    /// no pool of threads.
    pub fn run(&self, peers: &mut Peers, own: &mut Own, samples: usize) -> Result<Row, String> {
        let threads = if self.operation.threads { rayon::current_num_threads() } else { 1 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| e.to_string())?;
        let Operation { gates, multiplexers, .. } = self.operation;
        let request = Request { sets: self.set.peer_sets, gates, multiplexers, threads, samples };
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let measure = |_| pool.install(|| own.measure(&self.operation, samples)).map_err(|e| e.to_string());
        let rounds = Rounds::take(ROUNDS, measure, ask)?;
        Ok(self.row(own, threads, &rounds))
    }

    /// The row of rounds that were taken on so many threads.
    ///
    /// # Panics
    /// Without a round of ours.
    #[must_use]
    pub fn row(&self, own: &Own, threads: usize, rounds: &Rounds<Outcome, Answer>) -> Row {
        let their = rounds.answers().and_then(|answers| answers.first());
        let parameters = own.evaluator.parameters();
        let details = Details {
            kernel: own.evaluator.kernel(),
            gates_at_once: self.operation.gates,
            threads,
            key_bytes: own.key_bytes,
            prepared_bytes: parameters.prepared_bootstrapping_bytes() + parameters.prepared_key_switch_bytes(),
            log2_failure: parameters.noise().log2_failure(),
            security_bits: parameters.security_bits(),
            peer_key_bytes: their.map(|answer| answer.key_bytes),
        };
        Row::new((self.set.name, self.operation.name), rounds, |own| (own.milliseconds, own.correct), read, details)
    }
}

/// An answer as rows read it.
fn read(answer: &Answer) -> Their<'_> {
    Their { peer: &answer.peer, milliseconds: answer.milliseconds, correct: answer.correct, note: None }
}
