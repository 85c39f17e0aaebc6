//! Operations of engines on digits and keys.

use super::{Gadget, GadgetForm, GiantStep, KeyRows, Step, StepFactors};
use crate::engine::error::EngineError;
use crate::engine::place::Place;
use crate::{Evaluation, Poly};
use core::fmt::Debug;

/// The polynomials that are added to either half of a pair, if any.
pub type Summands<'a, S, E> = [Option<&'a Poly<S, E>>; 2];

/// The operations of [`Gadget`], of polynomials of one of its levels.
pub trait KeySwitchEngine: Place {
    /// Rows of a key of evaluation.
    type Rows: Clone + Debug + Send + Sync;
    /// Digits of a polynomial modulo all primes.
    type Digits: Clone + Debug + Send + Sync;
    /// Factors of baby steps.
    type Factors: Clone + Debug + Send + Sync;

    /// The rows of a key, on this engine.
    ///
    /// # Errors
    /// There is no memory for them, or the engine has failed.
    fn rows(&self, gadget: &Gadget, rows: &KeyRows) -> Result<Self::Rows, EngineError>;

    /// [`Gadget::product`]
    fn product<S: GadgetForm>(
        gadget: &Gadget,
        c: &Poly<S, Self>,
        rows: &Self::Rows,
        plus: Summands<'_, S, Self>,
    ) -> [Poly<S, Self>; 2];

    /// [`Gadget::product_of_values`]
    fn product_of_values<S: GadgetForm>(
        gadget: &Gadget,
        c: &Poly<Evaluation, Self>,
        rows: &Self::Rows,
        plus: Summands<'_, Evaluation, Self>,
    ) -> [Poly<S, Self>; 2];

    /// [`Gadget::product_dropping`]
    fn product_dropping(
        gadget: &Gadget,
        c: &Poly<Evaluation, Self>,
        rows: &Self::Rows,
        plus: Summands<'_, Evaluation, Self>,
        dropped: usize,
    ) -> [Poly<Evaluation, Self>; 2];

    /// [`Gadget::decompose`]
    fn decompose<S: GadgetForm>(gadget: &Gadget, c: &Poly<S, Self>) -> Self::Digits;

    /// Primes in a block of rows; none where they are whole.
    fn block(rows: &Self::Rows) -> Option<usize>;

    /// Factors of baby steps, on this engine, which is told them: they are no secret to whoever
    /// evaluates.
    ///
    /// # Errors
    /// There is no memory for them, or the engine has failed.
    fn factors(&self, gadget: &Gadget, factors: &StepFactors) -> Result<Self::Factors, EngineError>;

    /// [`Gadget::step_sums`]
    fn step_sums(
        gadget: &Gadget,
        x: &[Poly<Evaluation, Self>; 2],
        babies: &[Option<Step<'_, Self::Rows>>],
        giants: &[GiantStep<'_, Self::Rows, Self::Factors>],
        sums: (usize, usize),
    ) -> Vec<[Poly<Evaluation, Self>; 2]>;

    /// [`Gadget::quotient_dropping`]
    fn quotient_dropping(gadget: &Gadget, x: &Poly<Evaluation, Self>, dropped: usize) -> Poly<Evaluation, Self>;

    /// [`Gadget::product_hoisted`]
    fn product_hoisted<S: GadgetForm>(
        gadget: &Gadget,
        c: (&Self::Digits, &Poly<S, Self>),
        rows: &Self::Rows,
        plus: Summands<'_, S, Self>,
    ) -> [Poly<S, Self>; 2];
}
