//! Two sides that take turns, and the round that is kept.

use crate::ntt::protocol::middle;

/// Rounds of both sides, one after the other. What disturbs a side for longer than its turn
/// disturbs the other one too; the round with the median ratio is kept.
pub const ROUNDS: usize = 5;

/// The results of both sides, round by round.
#[derive(Clone, Debug)]
pub struct Rounds<O, T> {
    /// Ours.
    pub own: Vec<O>,
    /// The peer's, or in words why there is none. None without a peer.
    pub theirs: Option<Result<Vec<T>, String>>,
}

impl<O, T> Rounds<O, T> {
    /// Takes at least one round. `own` is told its number; a peer that has failed is not asked
    /// again.
    ///
    /// # Errors
    /// The errors of our side.
    pub fn take(
        rounds: usize,
        mut own: impl FnMut(usize) -> Result<O, String>,
        mut ask: Option<impl FnMut() -> Result<T, String>>,
    ) -> Result<Self, String> {
        let mut taken = Self { own: Vec::new(), theirs: ask.as_ref().map(|_| Ok(Vec::new())) };
        for round in 0..rounds.max(1) {
            taken.own.push(own(round)?);
            if let (Some(ask), Some(Ok(answers))) = (&mut ask, &mut taken.theirs) {
                match ask() {
                    Ok(answer) => answers.push(answer),
                    Err(reason) => taken.theirs = Some(Err(reason)),
                }
            }
        }
        Ok(taken)
    }

    /// The peer's answers, when it gave them.
    pub fn answers(&self) -> Option<&[T]> {
        self.theirs.as_ref()?.as_deref().ok()
    }

    /// Why there are none of a peer that was asked.
    pub fn failure(&self) -> Option<String> {
        self.theirs.as_ref()?.as_ref().err().cloned()
    }

    /// The times of both sides in the round that is kept; without answers of a peer, our median
    /// time.
    pub fn kept(&self, own: impl Fn(&O) -> f64, their: impl Fn(&T) -> f64) -> (f64, Option<f64>) {
        let own = self.own.iter().map(own);
        let Some(answers) = self.answers() else { return (middle(&mut own.collect::<Vec<_>>()), None) };
        let mut rounds: Vec<_> = own.zip(answers.iter().map(their)).collect();
        rounds.sort_unstable_by(|(a, b), (c, d)| (b / a).total_cmp(&(d / c)));
        let (own, their) = rounds[rounds.len() / 2];
        (own, Some(their))
    }
}
