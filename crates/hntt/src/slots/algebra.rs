//! What a recipe for slots is executed over.

use super::{Offsets, SlotRecipe};
use crate::Canceled;
use core::ops::Range;

/// A meaning of the transform: vectors whose rows of slots rotate.
pub trait SlotAlgebra {
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
    /// As [`Self::baby_steps`].
    fn swap(&self, x: &Self::Vector) -> Result<Self::Vector, Self::Error>;

    /// Both rows rotated to the left.
    ///
    /// # Errors
    /// As [`Self::baby_steps`].
    fn rotate(&self, x: Self::Vector, columns: usize) -> Result<Self::Vector, Self::Error>;

    /// The inner sums of giant steps of stage `s`: baby steps of the input, then those of its rows exchanged, times their diagonals.
    fn inner_sums(&self, s: usize, giants: Range<usize>, babies: &[Self::Vector]) -> Vec<Self::Vector>;

    /// `a ← a + b`.
    fn add(&self, a: &mut Self::Vector, b: &Self::Vector);

    /// Follows the limb schedule after stage `s`.
    fn switch(&self, x: Self::Vector, s: usize) -> Self::Vector;

    /// Inner sums that are made at once.
    fn at_once(&self) -> usize {
        1
    }
}

/// Executes a recipe. `progress` is told the share that is done after every few giant steps; when it answers false, the work ends.
///
/// # Errors
/// [`Canceled`]; any of the algebra.
pub fn execute<A: SlotAlgebra>(
    recipe: &SlotRecipe,
    algebra: &A,
    mut x: A::Vector,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<A::Vector, A::Error> {
    let offsets: Vec<Offsets> = (0..recipe.layers.len()).map(|s| recipe.offsets(s)).collect();
    let total: usize = offsets.iter().map(Offsets::giants).sum();
    let mut done = 0;
    for (s, offsets) in offsets.iter().enumerate() {
        x = stage(recipe, algebra, s, &x, &mut |giants| {
            done += giants;
            progress(done as f64 / total as f64)
        })?;
        debug_assert!(done <= total, "{offsets:?}");
        x = algebra.switch(x, s);
    }
    Ok(x)
}

/// `rot_start(Σ_g rot_{gB}(inner_g))`, from the last giant step to the first.
fn stage<A: SlotAlgebra>(
    recipe: &SlotRecipe,
    algebra: &A,
    s: usize,
    x: &A::Vector,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<A::Vector, A::Error> {
    let (offsets, half) = (recipe.offsets(s), recipe.half());
    let mut babies = algebra.baby_steps(x, offsets.stride, offsets.baby)?;
    if offsets.swapped {
        babies.extend(algebra.baby_steps(&algebra.swap(x)?, offsets.stride, offsets.baby)?);
    }
    let mut sum: Option<A::Vector> = None;
    let mut end = offsets.giants();
    while end > 0 {
        let start = end.saturating_sub(algebra.at_once());
        for inner in algebra.inner_sums(s, start..end, &babies).into_iter().rev() {
            sum = Some(match sum {
                None => inner,
                Some(outer) => {
                    let mut outer = algebra.rotate(outer, offsets.baby * offsets.stride % half)?;
                    algebra.add(&mut outer, &inner);
                    outer
                }
            });
        }
        if !progress(end - start) {
            return Err(Canceled.into());
        }
        end = start;
    }
    let sum = sum.unwrap_or_else(|| unreachable!("a stage has giant steps"));
    algebra.rotate(sum, offsets.giant_columns(0, half))
}
