//! One comparison: an operation of a candidate, ours and a peer's turn about, and the row that
//! comes of it.

use super::cases::{PEERS, Set};
use super::own::{Outcome, Own};
use crate::ckks::jobs::read;
use crate::ckks::protocol::Answer;
use crate::peers::Peers;
use crate::rounds::{ROUNDS, Rounds};
use crate::row;
use papilio_fhe::frontend::Frontend;
use papilio_ring::bivariate::WORD_BITS;
use serde::Serialize;

/// A comparison with one peer or none.
#[derive(Clone, Copy, Debug)]
pub struct Job<'s> {
    /// With which moduli.
    pub set: &'s Set,
    /// Against whom.
    pub peer: Option<&'static str>,
}

/// A line of the table.
pub type Row = row::Row<Details>;

/// Columns of the candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Details {
    /// The ring degree.
    pub degree: usize,
    /// Bits of keys.
    pub total_bits: f64,
    /// Bits of ciphertexts.
    pub usable_bits: f64,
    /// The arithmetic: `rns`, `klss` or `bivariate`.
    pub frontend: &'static str,
    /// Whether its key switch is predicted to be the fastest.
    pub chosen: bool,
    /// Bits of a digit.
    pub digit_bits: u32,
    /// Special primes; none of words.
    pub special_primes: usize,
    /// The kernel of our transforms.
    pub kernel: &'static str,
    /// Threads of either side.
    pub threads: usize,
    /// The time that was predicted; none of products.
    pub predicted_milliseconds: Option<f64>,
    /// Bytes of a key as it is sent, masks by seed.
    pub key_bytes: Option<usize>,
    /// Bytes of a key in memory.
    pub prepared_bytes: usize,
    /// Most memory that our process had resident in the first round.
    pub peak_bytes: Option<u64>,
    /// `log2` of the probability that a result is wrong beyond its noise; none if it cannot be.
    pub log2_failure: Option<f64>,
    /// The operation that it was asked for.
    pub peer_operation: Option<String>,
    /// Bytes of its key.
    pub peer_key_bytes: Option<usize>,
}

/// The comparisons of an operation of a set: against each peer that is built, or else alone.
#[must_use]
pub fn jobs<'s>(set: &'s Set, peers: &Peers) -> Vec<Job<'s>> {
    peers.built(PEERS).into_iter().map(|peer| Job { set, peer }).collect()
}

impl Job<'_> {
    /// Measures both sides, ours with the key of a candidate, which is the chosen one or not.
    ///
    /// # Errors
    /// When our side refuses the operation, which is a mistake in the table of cases.
    pub fn run(&self, peers: &mut Peers, (own, chosen): (&Own, bool), samples: usize) -> Result<Row, String> {
        let samples = self.set.samples(samples);
        let request = self.set.request(own.operation(), samples);
        let measure = |_| own.measure(samples).map_err(|e| format!("{}: {e}", own.operation().name()));
        let ask = self.peer.map(|peer| || peers.ask(peer, &request));
        let rounds = Rounds::take(ROUNDS, measure, ask)?;
        Ok(self.row((own, chosen), &rounds))
    }

    /// The row of rounds that were taken.
    ///
    /// # Panics
    /// Without a round of ours.
    #[must_use]
    pub fn row(&self, (own, chosen): (&Own, bool), rounds: &Rounds<Outcome, Answer>) -> Row {
        let their = rounds.answers().and_then(|answers| answers.first());
        let candidate = own.candidate();
        let (digit_bits, special_primes) = match &candidate.frontend {
            Frontend::Rns { log_p, .. } | Frontend::Klss { log_p, .. } => (log_p.iter().sum(), log_p.len()),
            Frontend::Bivariate { digit_words, .. } => (WORD_BITS * digit_words.operand as u32, 0),
        };
        let details = Details {
            degree: self.set.degree(),
            total_bits: candidate.key_bits,
            usable_bits: candidate.usable_bits,
            frontend: candidate.frontend.name(),
            chosen,
            digit_bits,
            special_primes,
            kernel: own.kernel(),
            threads: 1,
            predicted_milliseconds: own.operation().is_key_switch().then_some(candidate.milliseconds),
            key_bytes: own.key_bytes(),
            prepared_bytes: candidate.key_bytes,
            peak_bytes: rounds.own[0].peak_bytes,
            log2_failure: Some(candidate.log2_failure).filter(|failure| failure.is_finite()),
            peer_operation: their.map(|answer| answer.operation.clone()),
            peer_key_bytes: their.and_then(|answer| answer.key_bytes),
        };
        Row::new(
            (self.set.name, own.operation().name()),
            rounds,
            |own| (own.measured.milliseconds, own.measured.correct),
            read,
            details,
        )
    }
}
