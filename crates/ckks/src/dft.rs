//! The homomorphic Fourier transform: between the slots of a ciphertext and the coefficients of its
//! polynomial.
//!
//! With `n` slots, `ζ` of order `4n` and the coefficients as complex numbers `w_k = c_k +
//! i·c_(k+n)`, slot `j` is `z_j = Σ_k w_k·ζ^(k·5^j)`. Coefficients of even and of odd index are
//! transforms of half the length, because `5^(n/2) = 1 + 2n` modulo `4n` changes the sign of `ζ`
//! alone: the transform is a product of `log n` matrices of three diagonals each, of coefficients
//! in bit-reversed order (J. H. Cheon, A. Kim, M. Kim and Y. Song, ePrint 2016/421, and K. Han, M.
//! Hhan and J. H. Cheon, ePrint 2018/1073). Products of neighboring ones are factors: each costs a
//! level, and the fewer there are, the more diagonals they have.

use crate::linear_transform::Diagonals;
use crate::{Ciphertext, Ckks, CkksError, Complex64, LinearTransform};
use papilio_fhe::rlwe::linear_transform::Split;
use papilio_fhe::rlwe::{FheError, GaloisKeys};
use papilio_ring::{Cpu, Engine};
use std::collections::{BTreeMap, BTreeSet};

/// The way of a homomorphic transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From coefficients, in bit-reversed order in the slots, to slots.
    CoefficientsToSlots,
    /// From slots to coefficients: the values of the slots of the result are `w` of the operand, in
    /// bit-reversed order.
    SlotsToCoefficients,
}

/// How many of the `log n` matrices go into each factor, in the order of application, for
/// ciphertexts that can be rescaled so many times.
#[derive(Clone, Debug, PartialEq)]
pub struct DftPlan {
    direction: Direction,
    log_slots: u32,
    levels: usize,
    /// Levels of the tree by factor.
    factors: Vec<u32>,
    key_switches: usize,
    key_bytes: usize,
    memory_bytes: usize,
    cost: f64,
}

/// The levels and keys that a homomorphic transform may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DftLimits {
    /// Levels, one for each factor.
    pub levels: usize,
    /// Bytes of rotation keys in memory.
    pub key_bytes: usize,
}

/// A homomorphic transform, prepared for one level.
#[derive(Clone, Debug)]
pub struct Dft<E: Engine = Cpu> {
    plan: DftPlan,
    transforms: Vec<LinearTransform<E>>,
}

impl DftPlan {
    /// The plan of so many factors that costs least, for ciphertexts that can be rescaled `levels`
    /// times.
    ///
    /// # Errors
    /// [`CkksError::Factors`] unless there are from one factor to `log n`; [`CkksError::Slots`];
    /// [`CkksError::OneSlot`]; [`CkksError::DiagonalLevels`] for fewer levels than factors, or more
    /// than there are; [`FheError::NoSpecialPrimes`].
    pub fn new(ckks: &Ckks, direction: Direction, factors: usize, levels: usize, log_slots: u32) -> Result<Self, CkksError> {
        check(ckks, factors, levels, log_slots)?;
        Self::all(ckks, direction, factors, levels, log_slots)?
            .into_iter()
            .min_by(|a, b| a.cost.total_cmp(&b.cost))
            .ok_or(CkksError::Factors { found: factors, most: log_slots as usize })
    }

    /// The plan that costs least of those that take no more than this: of as few factors as pay, of
    /// more where their keys are too large.
    ///
    /// # Errors
    /// [`CkksError::DftKeys`] where the keys of every plan are larger, with the least that there
    /// are; [`CkksError::Factors`] for no levels to be taken; the others of [`Self::new`].
    pub fn cheapest(
        ckks: &Ckks,
        direction: Direction,
        levels: usize,
        log_slots: u32,
        limits: DftLimits,
    ) -> Result<Self, CkksError> {
        check(ckks, limits.levels.min(1), levels, log_slots)?;
        let most = limits.levels.min(levels).min(log_slots as usize);
        let plans = (1..=most).map(|factors| Self::all(ckks, direction, factors, levels, log_slots));
        let plans: Vec<Self> = plans.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        let least = plans.iter().map(|plan| plan.key_bytes).min().unwrap_or(0);
        let within = plans.into_iter().filter(|plan| plan.key_bytes <= limits.key_bytes);
        within.min_by(|a, b| a.cost.total_cmp(&b.cost)).ok_or(CkksError::DftKeys {
            least,
            allowed: limits.key_bytes,
            factors: most,
        })
    }

    /// The plans of so many factors, without those whose factors are far from equal, which have far
    /// more diagonals.
    fn all(ckks: &Ckks, direction: Direction, factors: usize, levels: usize, log_slots: u32) -> Result<Vec<Self>, CkksError> {
        let compositions = compositions(log_slots, factors as u32).into_iter();
        let even = compositions.filter(|parts| parts.iter().max().zip(parts.iter().min()).is_some_and(|(a, b)| a - b <= 2));
        even.map(|parts| Self::of(ckks, direction, parts, levels, log_slots)).collect()
    }

    fn of(ckks: &Ckks, direction: Direction, factors: Vec<u32>, levels: usize, log_slots: u32) -> Result<Self, CkksError> {
        let parameters = ckks.rlwe().parameters();
        let gadget = parameters.gadget().ok_or(FheError::NoSpecialPrimes)?;
        let (log_degree, special) = (parameters.literal().log_degree, gadget.special());
        let (mut elements, mut cost) = (BTreeSet::new(), 0.0);
        let (mut key_switches, mut memory_bytes) = (0, 0);
        for (i, strides) in groups(direction, &factors, log_slots).iter().enumerate() {
            let limbs = ckks.parameters().limbs_of(levels - i);
            let split = Split::cheapest(ckks, 1 << log_slots, steps(strides, log_slots), limbs)?;
            cost += split.cost(log_degree, limbs, special);
            memory_bytes += split.diagonals().count() * (limbs + special) * (size_of::<u64>() << log_degree);
            elements.extend(split.galois_elements(parameters.degree()));
            key_switches += split.key_switches();
        }
        let key_bytes = GaloisKeys::memory_bytes(gadget, elements.len());
        Ok(Self { direction, log_slots, levels, factors, key_switches, key_bytes, memory_bytes, cost })
    }

    /// Levels of the tree by factor, in the order of application.
    #[must_use]
    pub fn factors(&self) -> &[u32] {
        &self.factors
    }

    /// Key switches of an application.
    #[must_use]
    pub fn key_switches(&self) -> usize {
        self.key_switches
    }

    /// Time of an application, in products of two limbs that are added to a sum: what plans are
    /// compared by.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Bytes in memory of the rotation keys that it takes.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// Bytes of the encoded diagonals.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.memory_bytes
    }
}

impl core::fmt::Display for DftPlan {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let factors: Vec<String> = self.factors.iter().map(|log| format!("2^{log}")).collect();
        let [keys, diagonals] = [self.key_bytes, self.memory_bytes].map(|bytes| bytes >> 20);
        write!(f, "2^{} slots in factors of radix {}: ", self.log_slots, factors.join(", "))?;
        write!(f, "{} key switches, {keys} MiB of keys, {diagonals} MiB of diagonals", self.key_switches())
    }
}

impl Dft {
    /// The matrices of a plan, the first for ciphertexts of its level, and each for a level below
    /// that of the one before. The transform is multiplied by a number, shared among the factors:
    /// `√n` makes that to coefficients unitary, and `1/√n` the other one.
    ///
    /// # Errors
    /// The errors of [`LinearTransform::new`]; [`CkksError::TransformFactor`] for a number that is
    /// not positive and finite; [`CkksError::DiagonalLevels`] for a plan of other parameters that
    /// have more levels.
    pub fn new(ckks: &Ckks, plan: DftPlan, factor: f64) -> Result<Self, CkksError> {
        if !(factor.is_finite() && factor > 0.0) {
            return Err(CkksError::TransformFactor(factor));
        }
        ckks.check_diagonal_levels(plan.levels, plan.factors.len())?;
        let share = factor.powf(1.0 / plan.factors.len() as f64);
        let mut transforms = Vec::new();
        for (i, strides) in groups(plan.direction, &plan.factors, plan.log_slots).iter().enumerate() {
            let mut product = identity(plan.log_slots, share);
            for &stride in strides {
                product = composed(&butterflies(plan.direction, stride, plan.log_slots), &product);
            }
            transforms.push(LinearTransform::new(ckks, &product, plan.levels - i, plan.log_slots)?);
        }
        Ok(Self { plan, transforms })
    }

    /// The same transform, its diagonals on an engine.
    ///
    /// # Errors
    /// The errors of [`LinearTransform::to`].
    pub fn to<E: Engine>(&self, ckks: &Ckks, engine: &E) -> Result<Dft<E>, CkksError> {
        let transforms = self.transforms.iter().map(|transform| transform.to(ckks, engine));
        Ok(Dft { plan: self.plan.clone(), transforms: transforms.collect::<Result<_, _>>()? })
    }

    /// Bytes of the encoded diagonals.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.transforms.iter().map(LinearTransform::memory_bytes).sum()
    }
}

impl<E: Engine> Dft<E> {
    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &DftPlan {
        &self.plan
    }

    /// The exponents of the automorphisms that it takes, each once, for [`GaloisKeys::generate`].
    #[must_use]
    pub fn galois_elements(&self, ckks: &Ckks) -> Vec<usize> {
        let all: BTreeSet<usize> = self.transforms.iter().flat_map(|transform| transform.galois_elements(ckks)).collect();
        all.into_iter().collect()
    }

    /// The transform of a ciphertext: one level for each factor.
    ///
    /// # Errors
    /// The errors of [`LinearTransform::apply`].
    pub fn apply(&self, ckks: &Ckks, x: &Ciphertext<2, E>, keys: &GaloisKeys<E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.transforms.iter().try_fold(x.clone(), |x, transform| transform.apply(ckks, &x, keys))
    }
}

/// Refuses what no plan is for.
fn check(ckks: &Ckks, factors: usize, levels: usize, log_slots: u32) -> Result<(), CkksError> {
    ckks.check_slots(log_slots)?;
    if log_slots == 0 {
        return Err(CkksError::OneSlot);
    }
    if !(1..=log_slots as usize).contains(&factors) {
        return Err(CkksError::Factors { found: factors, most: log_slots as usize });
    }
    ckks.check_diagonal_levels(levels, factors)
}

/// The distances of the butterflies of each factor, in the order of application: from the shortest
/// to the longest towards slots, and back.
fn groups(direction: Direction, parts: &[u32], log_slots: u32) -> Vec<Vec<i64>> {
    let mut strides: Vec<i64> = (0..log_slots).map(|log| 1 << log).collect();
    if direction == Direction::SlotsToCoefficients {
        strides.reverse();
    }
    let mut rest = strides.into_iter();
    parts.iter().map(|&part| rest.by_ref().take(part as usize).collect()).collect()
}

/// The diagonals of a product of butterflies, around the slots.
fn steps(strides: &[i64], log_slots: u32) -> BTreeSet<i64> {
    let slots = 1i64 << log_slots;
    strides.iter().fold(BTreeSet::from([0]), |steps, stride| {
        steps.iter().flat_map(|k| [-stride, 0, *stride].map(|step| (k + step).rem_euclid(slots))).collect()
    })
}

/// All lists of so many positive parts of a number.
fn compositions(total: u32, parts: u32) -> Vec<Vec<u32>> {
    if parts == 1 {
        return vec![vec![total]];
    }
    let with = |first: u32| compositions(total - first, parts - 1).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=total - (parts - 1)).flat_map(with).collect()
}

/// A number times the identity.
fn identity(log_slots: u32, factor: f64) -> Diagonals {
    BTreeMap::from([(0, vec![Complex64::from(factor); 1 << log_slots])])
}

/// The matrix of butterflies of a distance `h`: blocks of `2h` slots, of which slot `j` of the
/// first half has the root `ζ^(5^j)` of order `8h`.
fn butterflies(direction: Direction, stride: i64, log_slots: u32) -> Diagonals {
    let (slots, half) = (1usize << log_slots, stride as usize);
    let order = 8 * half;
    let root = |power: usize| Complex64::from_polar(1.0, core::f64::consts::TAU * power as f64 / order as f64);
    let roots: Vec<Complex64> = core::iter::successors(Some(1), |power| Some(power * 5 % order)).take(half).map(root).collect();
    let zero = || vec![Complex64::ZERO; slots];
    let (mut own, mut left, mut right) = (zero(), zero(), zero());
    for p in 0..slots {
        let (root, first) = (roots[p % half], p % (2 * half) < half);
        let one = Complex64::ONE;
        (own[p], left[p], right[p]) = match (direction, first) {
            (Direction::CoefficientsToSlots, true) => (one, root, Complex64::ZERO),
            (Direction::CoefficientsToSlots, false) => (-root, Complex64::ZERO, one),
            (Direction::SlotsToCoefficients, true) => (one / 2.0, one / 2.0, Complex64::ZERO),
            (Direction::SlotsToCoefficients, false) => (-root.conj() / 2.0, Complex64::ZERO, root.conj() / 2.0),
        };
    }
    // At half the slots both neighbors are the same.
    composed_sum([(0, own), (stride, left), (-stride, right)], slots as i64)
}

/// Diagonals around the slots, those of the same steps added up.
fn composed_sum(diagonals: impl IntoIterator<Item = (i64, Vec<Complex64>)>, slots: i64) -> Diagonals {
    let mut sums = Diagonals::new();
    for (steps, values) in diagonals {
        let sum = sums.entry(steps.rem_euclid(slots)).or_insert_with(|| vec![Complex64::ZERO; values.len()]);
        sum.iter_mut().zip(values).for_each(|(sum, x)| *sum += x);
    }
    sums
}

/// The product `a·b` of matrices by diagonals: `Σ a_k[i]·b_l[i + k]` on the diagonal `k + l`.
fn composed(a: &Diagonals, b: &Diagonals) -> Diagonals {
    let slots = a.values().next().map_or(0, Vec::len);
    let term = |(k, x): (&i64, &Vec<Complex64>), (l, y): (&i64, &Vec<Complex64>)| {
        let values = (0..slots).map(|i| x[i] * y[(i + *k as usize) % slots]).collect();
        (k + l, values)
    };
    composed_sum(a.iter().flat_map(|x| b.iter().map(move |y| term(x, y))), slots as i64)
}
