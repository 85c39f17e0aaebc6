//! How a transform inside a ciphertext is computed.

use crate::{Direction, Problem};
use serde::{Deserialize, Serialize};

/// How vectors of `n` elements lie in the `N` slots, two rows of `N/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrangement {
    /// One vector, in every run of `n` slots: for `n ≤ N/2`. Diagonals are periodic, and so cheap
    /// to encode.
    Repeated,
    /// `N/n` vectors at once, for `n ≤ N/2`: element `j` of vector `v` of a row in its slot
    /// `j·N/2n + v`, so that a rotation of the row rotates every vector.
    Interleaved,
    /// One vector of `n = N` elements, its halves in the two rows.
    Whole,
}

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlotLayer {
    /// Radix, a power of two.
    pub radix: usize,
    /// Baby steps: rotations of the input that are kept.
    pub baby: usize,
}

/// A transform of `d` layers inside a ciphertext.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SlotRecipe {
    /// The transform to be computed: `2^log_columns` elements, not padded.
    pub problem: Problem,
    /// `log2 N`.
    pub log_degree: u32,
    /// Where the elements are.
    pub arrangement: Arrangement,
    /// The stages, in order of execution; their radices multiply to `n`.
    pub layers: Vec<SlotLayer>,
    /// Primes present at each stage, not increasing.
    pub limbs: Vec<usize>,
    /// Primes left at the end.
    pub output_limbs: usize,
}

/// Why a recipe is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SlotRecipeError {
    /// The size does not fit the slots.
    #[error("{size} elements do not fit the {slots} slots of the arrangement {arrangement:?} at ring degree {degree}")]
    Size {
        /// Elements of a vector.
        size: usize,
        /// Most or exactly so many.
        slots: usize,
        /// The arrangement.
        arrangement: Arrangement,
        /// `N`.
        degree: usize,
    },
    /// The radices do not multiply to the size.
    #[error("radices {radices:?} do not multiply to the {size} elements of the transform; each is a power of two")]
    Radices {
        /// The radices.
        radices: Vec<usize>,
        /// Elements of a vector.
        size: usize,
    },
    /// Baby steps are a number from 1 to the diagonals of a stage.
    #[error("{baby} baby steps of a stage with {offsets} offsets")]
    Baby {
        /// Baby steps.
        baby: usize,
        /// Offsets of the stage.
        offsets: usize,
    },
    /// The schedule of primes is not one.
    #[error(
        "the limb schedule {limbs:?} then {output} does not have one entry per stage, decreasing, and end with at least one limb"
    )]
    Limbs {
        /// Primes per stage.
        limbs: Vec<usize>,
        /// Primes at the end.
        output: usize,
    },
    /// Padding belongs to columns.
    #[error("a transform inside a ciphertext is not padded")]
    Padded,
}

/// The rows of the input of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputRows {
    /// The rows are in their places.
    InPlace,
    /// Each row is in the place of the other.
    Exchanged,
}

/// A rotation of the input of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BabyStep {
    /// The distance in units of [`Offsets::stride`].
    pub step: usize,
    /// The rows that are rotated.
    pub rows: InputRows,
}

/// The diagonals of a stage: offsets `start + i` for `i < count`, in units of `stride` columns, and
/// the baby steps among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// The first offset, not above zero.
    pub start: i64,
    /// How many.
    pub count: usize,
    /// Columns of a unit.
    pub stride: usize,
    /// Whether each offset has a second diagonal, for the input with its rows exchanged.
    pub swapped: bool,
    /// Baby steps.
    pub baby: usize,
}

impl Offsets {
    /// Giant steps.
    #[must_use]
    pub fn giants(&self) -> usize {
        self.count.div_ceil(self.baby)
    }

    /// Inner sums have products with the input and, where that counts, with its rows exchanged.
    #[must_use]
    pub fn inputs(&self) -> usize {
        1 + usize::from(self.swapped)
    }

    /// The baby steps in the inner sum of a giant step: those of the input, and then those of the
    /// input with its rows exchanged.
    pub fn baby_steps(&self, giant: usize) -> impl Iterator<Item = BabyStep> + use<> {
        let width = self.products(giant) / self.inputs();
        let rows = [InputRows::InPlace, InputRows::Exchanged].into_iter().take(self.inputs());
        rows.flat_map(move |rows| (0..width).map(move |step| BabyStep { step, rows }))
    }

    /// The place of a baby step among all of a stage.
    #[must_use]
    pub fn place(&self, BabyStep { step, rows }: BabyStep) -> usize {
        rows as usize * self.baby + step
    }

    /// Products of the inner sum of a giant step.
    #[must_use]
    pub fn products(&self, giant: usize) -> usize {
        self.inputs() * self.baby.min(self.count - giant * self.baby)
    }

    /// Columns by which the inner sum of a giant step is rotated in the end, modulo a row of
    /// `half`.
    #[must_use]
    pub fn giant_columns(&self, giant: usize, half: usize) -> usize {
        let steps = self.start + (giant * self.baby) as i64;
        (steps * self.stride as i64).rem_euclid(half as i64) as usize
    }
}

impl SlotRecipe {
    /// Checks arrangement, radices and schedule.
    ///
    /// # Errors
    /// Any of [`SlotRecipeError`].
    pub fn check(&self) -> Result<(), SlotRecipeError> {
        let (size, degree) = (self.problem.columns(), 1usize << self.log_degree);
        if self.problem.log_blowup != 0 {
            return Err(SlotRecipeError::Padded);
        }
        let slots = if self.arrangement == Arrangement::Whole { degree } else { degree / 2 };
        if size > slots || self.arrangement == Arrangement::Whole && size != slots {
            return Err(SlotRecipeError::Size { size, slots, arrangement: self.arrangement, degree });
        }
        let radices: Vec<usize> = self.layers.iter().map(|layer| layer.radix).collect();
        let product = radices.iter().try_fold(1usize, |product, &r| product.checked_mul(r));
        if product != Some(size) || radices.is_empty() || radices.iter().any(|r| !r.is_power_of_two() || *r < 2) {
            return Err(SlotRecipeError::Radices { radices, size });
        }
        for s in 0..self.layers.len() {
            let Offsets { baby, count, .. } = self.offsets(s);
            if !(1..=count).contains(&baby) {
                return Err(SlotRecipeError::Baby { baby, offsets: count });
            }
        }
        let chain = || self.limbs.iter().chain([&self.output_limbs]);
        let scheduled = self.limbs.len() == self.layers.len();
        if !scheduled || !chain().is_sorted_by(|a, b| a >= b) || chain().any(|&l| l == 0 || l > 64) {
            return Err(SlotRecipeError::Limbs { limbs: self.limbs.clone(), output: self.output_limbs });
        }
        Ok(())
    }

    /// Elements of a vector.
    #[must_use]
    pub fn size(&self) -> usize {
        self.problem.columns()
    }

    /// Vectors transformed at once.
    #[must_use]
    pub fn vectors(&self) -> usize {
        if self.arrangement == Arrangement::Interleaved { (1 << self.log_degree) / self.size() } else { 1 }
    }

    /// Slots of a row.
    #[must_use]
    pub fn half(&self) -> usize {
        1 << (self.log_degree - 1)
    }

    /// Primes present after stage `s`.
    #[must_use]
    pub fn limbs_after(&self, s: usize) -> usize {
        self.limbs.get(s + 1).copied().unwrap_or(self.output_limbs)
    }

    /// Elements of a block of stage `s`, which maps blocks to themselves: forward they shrink,
    /// inverse they grow.
    #[must_use]
    pub fn span(&self, s: usize) -> usize {
        match self.problem.direction {
            Direction::Forward => self.layers[s..].iter().map(|layer| layer.radix).product(),
            Direction::Inverse => self.layers[..=s].iter().map(|layer| layer.radix).product(),
        }
    }

    /// The diagonals of stage `s`.
    #[must_use]
    pub fn offsets(&self, s: usize) -> Offsets {
        let SlotLayer { radix, baby } = self.layers[s];
        let span = self.span(s);
        // Elements that a whole turn of a row moves by.
        let turn = self.size().min(self.half());
        let columns = if self.arrangement == Arrangement::Interleaved { self.half() / self.size() } else { 1 };
        let stride = span / radix * columns;
        let (start, count, swapped) = match span.cmp(&turn) {
            core::cmp::Ordering::Greater => (0, radix / 2, true),
            core::cmp::Ordering::Equal => (0, radix, false),
            core::cmp::Ordering::Less => (1 - radix as i64, 2 * radix - 1, false),
        };
        Offsets { start, count, stride, swapped, baby }
    }

    /// Columns of all rotations that keys are needed for, sorted, each once; whether the rows are
    /// exchanged, too.
    #[must_use]
    pub fn rotations(&self) -> (Vec<usize>, bool) {
        let (mut columns, half) = (Vec::new(), self.half());
        let offsets: Vec<Offsets> = (0..self.layers.len()).map(|s| self.offsets(s)).collect();
        for offsets in &offsets {
            columns.extend((1..offsets.baby).map(|b| b * offsets.stride % half));
            if offsets.giants() > 1 {
                columns.push(offsets.baby * offsets.stride % half);
            }
            columns.push(offsets.giant_columns(0, half));
        }
        columns.sort_unstable();
        columns.dedup();
        columns.retain(|&columns| columns != 0);
        (columns, offsets.iter().any(|offsets| offsets.swapped))
    }

    /// The radices as the command line takes them: `128,256`.
    #[must_use]
    pub fn radices_text(&self) -> String {
        self.layers.iter().map(|layer| layer.radix.to_string()).collect::<Vec<_>>().join(",")
    }

    /// The index of the transformed vector that a place holds, forward after and inverse before the
    /// transform: the digits of the place, most significant first, become the least significant
    /// first. One layer leaves the natural order.
    #[must_use]
    pub fn frequency(&self, place: usize) -> usize {
        let forward = self.problem.direction == Direction::Forward;
        let mut radices: Vec<usize> = self.layers.iter().map(|layer| layer.radix).collect();
        if !forward {
            radices.reverse();
        }
        let (mut rest, mut weight, mut frequency, mut unit) = (place, self.size(), 0, 1);
        for radix in radices {
            weight /= radix;
            frequency += rest / weight * unit;
            (rest, unit) = (rest % weight, unit * radix);
        }
        frequency
    }

    /// The slot of element `place` of a vector.
    #[must_use]
    pub fn slot(&self, vector: usize, place: usize) -> usize {
        match self.arrangement {
            Arrangement::Repeated | Arrangement::Whole => place,
            Arrangement::Interleaved => {
                let columns = self.half() / self.size();
                vector / columns * self.half() + place * columns + vector % columns
            }
        }
    }

    /// All slots of an input: its vectors one after the other, each in natural order.
    ///
    /// # Panics
    /// Unless there are [`Self::vectors`] of [`Self::size`] elements.
    #[must_use]
    pub fn arrange<F: Copy>(&self, values: &[F]) -> Vec<F> {
        assert_eq!(values.len(), self.vectors() * self.size(), "values of another shape");
        let inverse = self.problem.direction == Direction::Inverse;
        let index = |place: usize| if inverse { self.frequency(place) } else { place };
        let mut slots = vec![values[0]; 2 * self.half()];
        for (vector, values) in values.chunks_exact(self.size()).enumerate() {
            (0..self.size()).for_each(|place| slots[self.slot(vector, place)] = values[index(place)]);
        }
        if self.arrangement == Arrangement::Repeated {
            (self.size()..slots.len()).for_each(|i| slots[i] = slots[i % self.size()]);
        }
        slots
    }

    /// The vectors of an output, each in natural order.
    #[must_use]
    pub fn collect<F: Copy>(&self, slots: &[F]) -> Vec<F> {
        let forward = self.problem.direction == Direction::Forward;
        let mut values = vec![slots[0]; self.vectors() * self.size()];
        for (vector, values) in values.chunks_exact_mut(self.size()).enumerate() {
            for place in 0..self.size() {
                values[if forward { self.frequency(place) } else { place }] = slots[self.slot(vector, place)];
            }
        }
        values
    }
}
