//! Which rotations are baby steps and which are giant steps.

use crate::rlwe::{FheError, Rlwe, galois_element};
use papilio_field::prime::gcd;
use std::collections::{BTreeMap, BTreeSet};

/// Time of a transform of a limb over that of a product with a limb that is added to a sum, by
/// `log2 N`.
const TRANSFORM: f64 = 0.3;

/// Diagonals as baby and giant steps: `k = g + b` with `b < width` and `g` a multiple of the width,
/// on a circle of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    circle: usize,
    width: usize,
    /// For every giant step its baby steps.
    steps: BTreeMap<usize, BTreeSet<usize>>,
}

impl Split {
    /// The split of these diagonals, numbers of steps to the left taken around the circle, by a
    /// width.
    ///
    /// # Errors
    /// [`FheError::NoDiagonals`].
    pub fn with_width(circle: usize, diagonals: impl IntoIterator<Item = i64>, width: usize) -> Result<Self, FheError> {
        let (circle, width) = (circle.max(1), width.max(1));
        let mut steps: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for diagonal in diagonals {
            let k = diagonal.rem_euclid(circle as i64) as usize;
            steps.entry(k - k % width).or_default().insert(k % width);
        }
        if steps.is_empty() { Err(FheError::NoDiagonals) } else { Ok(Self { circle, width, steps }) }
    }

    /// The split that costs least at a level: baby steps are products with a key, giant steps also
    /// a decomposition and half a division.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::LevelRange`]; [`FheError::NoDiagonals`].
    pub fn cheapest(
        rlwe: &Rlwe,
        circle: usize,
        diagonals: impl IntoIterator<Item = i64>,
        level: usize,
    ) -> Result<Self, FheError> {
        rlwe.check_level(level)?;
        let gadget = rlwe.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let whole = Self::with_width(circle, diagonals, circle)?;
        let cost = |split: &Self| split.cost(rlwe.parameters().literal().log_degree, level, gadget.special());
        let diagonals: Vec<i64> = whole.diagonals().map(|k| k as i64).collect();
        // Widths of as many diagonals as there are between neighbors at least.
        let unit = diagonals.iter().fold(whole.circle as u64, |unit, &k| gcd(unit, k as u64)) as usize;
        let widths =
            (0..usize::BITS).flat_map(|log| [(2 * unit) << log, (3 * unit) << log]).take_while(|&width| width < circle);
        let splits = widths.map(|width| Self::with_width(circle, diagonals.iter().copied(), width));
        let splits = splits.chain([Ok(whole)]).collect::<Result<Vec<_>, FheError>>()?;
        splits.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).ok_or(FheError::NoDiagonals)
    }

    /// Slots around which rows are rotated.
    #[must_use]
    pub fn circle(&self) -> usize {
        self.circle
    }

    /// Baby steps are below this.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The diagonals, in increasing order.
    pub fn diagonals(&self) -> impl Iterator<Item = usize> {
        self.steps.iter().flat_map(|(giant, babies)| babies.iter().map(move |baby| giant + baby))
    }

    /// Every giant step, the identity too, with its baby steps.
    pub(super) fn steps(&self) -> impl Iterator<Item = (usize, &BTreeSet<usize>)> {
        self.steps.iter().map(|(&giant, babies)| (giant, babies))
    }

    /// Baby steps but for the identity.
    pub fn baby_steps(&self) -> impl Iterator<Item = usize> {
        let all: BTreeSet<usize> = self.steps.values().flatten().copied().collect();
        all.into_iter().filter(|&steps| steps != 0)
    }

    /// Giant steps but for the identity.
    pub fn giant_steps(&self) -> impl Iterator<Item = usize> {
        self.steps.keys().copied().filter(|&steps| steps != 0)
    }

    /// Rotations to the left that keys are needed for, each once, for
    /// [`crate::rlwe::GaloisKeys::for_rotations`].
    #[must_use]
    pub fn rotations(&self) -> Vec<i64> {
        let all: BTreeSet<usize> = self.baby_steps().chain(self.giant_steps()).collect();
        all.into_iter().map(|steps| steps as i64).collect()
    }

    /// Exponents of their automorphisms in a ring, for [`crate::rlwe::GaloisKeys::generate`].
    #[must_use]
    pub fn galois_elements(&self, degree: usize) -> Vec<usize> {
        self.rotations().into_iter().map(|steps| galois_element(degree, steps)).collect()
    }

    /// Products with keys of one application: one for each step.
    #[must_use]
    pub fn key_switches(&self) -> usize {
        self.baby_steps().count() + self.giant_steps().count()
    }

    /// Number-theoretic transforms of a limb, to either side, of one application at a level with so
    /// many special primes, without those that change the form of the result.
    #[must_use]
    pub fn transforms(&self, level: usize, special: usize) -> usize {
        let (limbs, digits) = (level + special, level.div_ceil(special.max(1)));
        let hoisted = if self.baby_steps().next().is_some() { digits * limbs } else { 0 };
        hoisted + self.giant_steps().count() * (digits + 1) * limbs + 2 * limbs
    }

    /// Time of one application at a level with so many special primes, in products of two limbs
    /// that are added to a sum. It compares splits, also of different matrices.
    #[must_use]
    pub fn cost(&self, log_degree: u32, level: usize, special: usize) -> f64 {
        let (limbs, digits) = (level + special, level.div_ceil(special.max(1)));
        let keys = (self.baby_steps().count() + self.giant_steps().count()) * 2 * (digits + 1);
        let factors = 2 * self.diagonals().count();
        let transforms = self.transforms(level, special) as f64 * TRANSFORM * f64::from(log_degree);
        ((keys + factors) * limbs) as f64 + transforms
    }
}
