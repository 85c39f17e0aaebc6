//! The description of the stages and of the drops of primes.

use crate::RnsBasis;
use core::fmt;
use papilio_field::Modulus;
use papilio_ntt::StageShape;

/// The constants of stages.
pub trait StageConstants: Sync {
    /// `c(p, k, j)` of a stage, in the notation of [`papilio_ntt::Stage`]: a canonical residue.
    fn residue(&self, modulus: &Modulus, stage: usize, p: usize, k: usize, j: usize) -> u64;
}

/// Stages down the rows of a batch, and the primes that are there at each.
///
/// A batch has as many rows as the last stage spans; a row is a polynomial in residues. Limb `i`
/// goes through the stages whose level is above `i`. After a stage the primes that the next level
/// lacks are dropped, the last one first: with `δ = x + ⌊p/2⌋ mod p` of the limb of a dropped prime
/// `p`, the residues of every limb below it become `(x + ⌊p/2⌋ − δ)/p`. The words of a limb that
/// was dropped are `δ`.
#[derive(Clone)]
pub struct Program<'a> {
    basis: &'a RnsBasis,
    shapes: Vec<StageShape>,
    levels: Vec<usize>,
    constants: &'a dyn StageConstants,
}

/// A prime that is dropped, as a limb below it sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The limb of the prime.
    pub limb: usize,
    /// The prime `p`.
    pub prime: u64,
    /// `⌊p/2⌋` modulo the prime of the limb below.
    pub half: u64,
    /// `p^(−1)` modulo the same.
    pub inverse: u64,
}

impl<'a> Program<'a> {
    /// A program of stages, each with the level at which it is done, and the level of the outputs.
    ///
    /// # Panics
    /// Unless there are stages whose radices multiply to their spans, and levels do not increase
    /// from one that the basis has to one of at least one prime.
    #[must_use]
    pub fn new(
        basis: &'a RnsBasis,
        shapes: Vec<StageShape>,
        levels: &[usize],
        output_level: usize,
        constants: &'a dyn StageConstants,
    ) -> Self {
        let levels: Vec<usize> = levels.iter().copied().chain([output_level]).collect();
        assert!(!shapes.is_empty() && shapes.len() + 1 == levels.len(), "a level for each of {} stages", shapes.len());
        let sound = levels.is_sorted_by(|a, b| a >= b) && levels[0] <= basis.limbs() && output_level > 0;
        assert!(sound, "levels {levels:?} of a basis of {} primes", basis.limbs());
        let spans = shapes.iter().scan(1, |span, shape| {
            *span *= shape.radix;
            Some(*span == shape.span)
        });
        assert!(spans.into_iter().all(|sound| sound), "spans of stages are products of radices: {shapes:?}");
        Self { basis, shapes, levels, constants }
    }

    /// The primes.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        self.basis
    }

    /// The stages.
    #[must_use]
    pub fn shapes(&self) -> &[StageShape] {
        &self.shapes
    }

    /// Rows of a batch.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.shapes[self.shapes.len() - 1].span
    }

    /// The level of every stage, and that of the outputs.
    #[must_use]
    pub fn levels(&self) -> &[usize] {
        &self.levels
    }

    /// Limbs of an input.
    #[must_use]
    pub fn input_limbs(&self) -> usize {
        self.levels[0]
    }

    /// Limbs of an output.
    #[must_use]
    pub fn output_limbs(&self) -> usize {
        self.levels[self.shapes.len()]
    }

    /// Stages of the life of a limb.
    #[must_use]
    pub fn life(&self, limb: usize) -> usize {
        self.levels[..self.shapes.len()].iter().take_while(|&&level| limb < level).count()
    }

    /// `c(p, k, j)` of a stage modulo the prime of a limb.
    #[must_use]
    pub fn constant(&self, limb: usize, stage: usize, p: usize, k: usize, j: usize) -> u64 {
        self.constants.residue(self.basis.modulus(limb), stage, p, k, j)
    }

    /// The primes above a limb that are dropped after a stage, in the order of their divisions.
    pub fn dropped(&self, limb: usize, stage: usize) -> impl Iterator<Item = Dropped> + use<'_, 'a> {
        let m = self.basis.modulus(limb);
        let (before, after) = (self.levels[stage], self.levels[stage + 1]);
        (after.max(limb + 1)..before).rev().map(move |dropped| {
            let prime = self.basis.modulus(dropped).value();
            Dropped { limb: dropped, prime, half: m.reduce(prime / 2), inverse: m.inverse(m.reduce(prime)) }
        })
    }

    /// Whether a limb is dropped itself after a stage: after the divisions by those above it.
    #[must_use]
    pub fn ends(&self, limb: usize, stage: usize) -> bool {
        (self.levels[stage + 1]..self.levels[stage]).contains(&limb)
    }
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("shapes", &self.shapes).field("levels", &self.levels).finish_non_exhaustive()
    }
}
