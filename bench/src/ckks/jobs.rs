//! One comparison: an operation of a set, ours and a peer's turn about, and the row that comes of
//! it.

use super::cases::{OPERATIONS, Operation, PEERS};
use super::own::{Outcome, Own};
use super::protocol::Answer;
use super::sets::Set;
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

/// Columns of the set, the scheme and the precision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Details {
    /// The ring degree.
    pub degree: usize,
    /// Bits of all primes, the special ones included: on these security depends.
    pub total_bits: f64,
    /// Bits of the primes of ciphertexts.
    pub usable_bits: f64,
    /// Bits of the scale.
    pub scale_bits: u32,
    /// The arithmetic of our side: residues.
    pub frontend: &'static str,
    /// Special primes.
    pub special_primes: usize,
    /// The kernel of our transforms.
    pub kernel: &'static str,
    /// Threads of either side.
    pub threads: usize,
    /// Bytes of the keys in memory that our side reads or makes.
    pub key_bytes: usize,
    /// Bytes of a ciphertext in memory.
    pub ciphertext_bytes: usize,
    /// Most memory that our process had resident in the first round, all else that it keeps
    /// included.
    pub peak_bytes: Option<u64>,
    /// Precision of our worst slot in bits.
    pub precision_min: f64,
    /// Mean of the precisions of our slots.
    pub precision_mean: f64,
    /// Bytes of its keys.
    pub peer_key_bytes: Option<usize>,
    /// Most memory that its process had resident.
    pub peer_peak_bytes: Option<u64>,
    /// Precision of its worst slot.
    pub peer_precision_min: Option<f64>,
}

/// The comparisons of a set: every operation that it has the levels for, or the one named, against
/// each peer that is built, or else alone.
#[must_use]
pub fn jobs<'s>(set: &'s Set, operation: Option<&str>, peers: &Peers) -> Vec<Job<'s>> {
    let against = peers.built(PEERS);
    let able = OPERATIONS.iter().filter(|able| able.levels <= set.levels);
    let wanted = able.filter(|wanted| operation.is_none_or(|name| name == wanted.name));
    wanted.flat_map(|operation| against.iter().map(move |&peer| Job { set, operation, peer })).collect()
}

impl Job<'_> {
    /// Measures both sides, ours with the keys of the set.
    ///
    /// # Errors
    /// When our side refuses the operation, which is a mistake in the table of cases.
    pub fn run(&self, peers: &mut Peers, own: &Own, samples: usize) -> Result<Row, String> {
        // Their keys take gigabytes, and peers keep what they had for the operation before.
        if self.operation.rounds == 1 {
            peers.end();
        }
        let samples = self.set.samples(samples);
        let request = self.set.request(self.operation, samples);
        let measure = |_| (self.operation.own)(own, samples).map_err(|e| format!("{}: {e}", self.operation.name));
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let rounds = Rounds::take(self.operation.rounds, measure, ask)?;
        Ok(self.row(own, &rounds))
    }

    fn row(&self, own: &Own, rounds: &Rounds<Outcome, Answer>) -> Row {
        let their = rounds.answers().and_then(|answers| answers.first());
        let (ring, first) = (own.scheme().parameters().ring(), &rounds.own[0]);
        let least = rounds.own.iter().map(|one| one.precision_min).fold(f64::INFINITY, f64::min);
        let details = Details {
            degree: self.set.degree(),
            total_bits: ring.log_key_modulus(),
            usable_bits: ring.log_modulus(),
            scale_bits: self.set.scale_bits,
            frontend: "rns",
            special_primes: self.set.special,
            kernel: ring.basis().plans()[0].kernel().name(),
            threads: 1,
            key_bytes: first.key_bytes,
            ciphertext_bytes: own.ciphertext_bytes(),
            peak_bytes: first.peak_bytes,
            precision_min: least,
            precision_mean: first.precision_mean,
            peer_key_bytes: their.and_then(|answer| answer.key_bytes),
            peer_peak_bytes: their.and_then(|answer| answer.peak_bytes),
            peer_precision_min: their.map(|answer| answer.precision_min),
        };
        Row::new(
            (self.set.name, self.operation.name),
            rounds,
            |own| (own.measured.milliseconds, own.measured.correct),
            read,
            details,
        )
    }
}

/// An answer as rows read it.
pub(crate) fn read(answer: &Answer) -> Their<'_> {
    Their { peer: &answer.peer, milliseconds: answer.milliseconds, correct: answer.correct, note: answer.note.as_deref() }
}
