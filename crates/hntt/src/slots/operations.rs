//! The operations of stages on slots.

use super::SlotRecipe;
use crate::Canceled;
use crate::interpreter::{self, Interpreter};
use core::ops::Range;

/// A meaning of the transform: vectors whose rows of slots rotate.
pub trait SlotOperations {
    /// All slots of a ciphertext, or what stands for it.
    type Vector: Clone;

    /// Why the rows cannot be rotated.
    type Error: From<Canceled>;

    /// Rotations of the rows to the left by 0, `stride`, … , `(count − 1)·stride` columns.
    ///
    /// # Errors
    /// Without the keys, where any are needed.
    fn baby_steps(&self, x: &Self::Vector, stride: usize, count: usize) -> Result<Vec<Self::Vector>, Self::Error>;

    /// The rows exchanged.
    ///
    /// # Errors
    /// The errors of [`Self::baby_steps`].
    fn swap(&self, x: &Self::Vector) -> Result<Self::Vector, Self::Error>;

    /// Both rows rotated to the left.
    ///
    /// # Errors
    /// The errors of [`Self::baby_steps`].
    fn rotate(&self, x: Self::Vector, columns: usize) -> Result<Self::Vector, Self::Error>;

    /// The inner sums of giant steps of stage `s`: baby steps of the input, then those of its rows
    /// exchanged, times their diagonals.
    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Self::Vector]) -> Vec<Self::Vector>;

    /// `a ← a + b`.
    fn add(&self, a: &mut Self::Vector, b: &Self::Vector);

    /// Follows the limb schedule after stage `s`.
    fn switch(&self, x: &mut Self::Vector, s: usize);

    /// Inner sums that are made at once.
    fn at_once(&self) -> usize {
        1
    }
}

/// Executes a recipe. `progress` is told the share that is done after every few giant steps; when
/// it answers false, the work ends.
///
/// # Errors
/// [`Canceled`]; any of the operations.
pub fn execute<A: SlotOperations>(
    recipe: &SlotRecipe,
    operations: &A,
    x: A::Vector,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<A::Vector, A::Error> {
    let total = (0..recipe.layers.len()).map(|s| recipe.offsets(s).giants()).sum();
    let mut state = State { x, done: 0, total, progress };
    interpreter::execute(&recipe.limbs, &Rotations { recipe, operations }, &mut state)?;
    Ok(state.x)
}

/// A vector on its way through the stages.
struct State<'p, V> {
    x: V,
    /// Giant steps done, and all of them.
    done: usize,
    total: usize,
    progress: &'p mut dyn FnMut(f64) -> bool,
}

/// Stages as sums of rotations times diagonals.
struct Rotations<'a, A> {
    recipe: &'a SlotRecipe,
    operations: &'a A,
}

impl<A: SlotOperations> Interpreter for Rotations<'_, A> {
    type State<'p> = State<'p, A::Vector>;
    type Error = A::Error;

    /// `rot_start(Σ_g rot_{gB}(inner_g))`, from the last giant step to the first.
    fn stage(&self, state: &mut State<'_, A::Vector>, _: usize, s: usize) -> Result<(), A::Error> {
        let (offsets, half, operations) = (self.recipe.offsets(s), self.recipe.half(), self.operations);
        let mut babies = operations.baby_steps(&state.x, offsets.stride, offsets.baby)?;
        if offsets.swapped {
            babies.extend(operations.baby_steps(&operations.swap(&state.x)?, offsets.stride, offsets.baby)?);
        }
        let mut sum: Option<A::Vector> = None;
        let mut end = offsets.giants();
        while end > 0 {
            let start = end.saturating_sub(operations.at_once());
            for inner in operations.inner_sums(s, start..end, &babies).into_iter().rev() {
                sum = Some(match sum {
                    None => inner,
                    Some(outer) => {
                        let mut outer = operations.rotate(outer, offsets.baby * offsets.stride % half)?;
                        operations.add(&mut outer, &inner);
                        outer
                    }
                });
            }
            state.done += end - start;
            if !(state.progress)(state.done as f64 / state.total as f64) {
                return Err(Canceled.into());
            }
            end = start;
        }
        let sum = sum.unwrap_or_else(|| unreachable!("a stage has giant steps"));
        state.x = operations.rotate(sum, offsets.giant_columns(0, half))?;
        Ok(())
    }

    fn switch(&self, state: &mut State<'_, A::Vector>, _: usize, s: usize) -> Result<(), A::Error> {
        self.operations.switch(&mut state.x, s);
        Ok(())
    }
}
