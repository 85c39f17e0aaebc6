//! An RNS basis: distinct primes `q_i ≡ 1 mod 2N` with the transform of each.

use crate::engine::resident::Resident;
use papilio_field::{Modulus, prime};
use papilio_ntt::{Kernel, Plan, PlanError};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Why a basis cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RnsBasisError {
    /// No moduli, or too many.
    #[error("{0} moduli: a basis has 1 to {max}", max = RnsBasis::MAX_LIMBS)]
    Limbs(usize),
    /// A modulus is not an odd prime below `2^62`.
    #[error("{0} is not an odd prime below 2^62")]
    Modulus(u64),
    /// A modulus occurs twice.
    #[error("the prime {0} occurs twice")]
    Repeated(u64),
    /// Not the degree of a ring.
    #[error("a ring of degree {0}: degrees are powers of two below 2^63")]
    Degree(usize),
    /// There are not enough primes of the size asked for.
    #[error(
        "fewer than {count} primes of {bits} bits are 1 mod {step}: their bits are more than those of {step}, and at most {}",
        Modulus::MAX_BITS
    )]
    Scarce {
        /// How many were wanted.
        count: usize,
        /// Their bit length.
        bits: u32,
        /// `2N`.
        step: u64,
    },
    /// No transform of this length for one of the primes.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Primes and their transforms, shared between all bases made from it. *Level* `l` means the first
/// `l` primes.
#[derive(Clone, Debug)]
pub struct RnsBasis {
    plans: Arc<[Arc<Plan>]>,
    resident: Resident,
}

impl RnsBasis {
    /// Most primes in a basis.
    pub const MAX_LIMBS: usize = 64;

    /// The basis of these primes for degree `n`.
    ///
    /// # Errors
    /// Any of [`RnsBasisError`] but `Scarce` and `Degree`.
    pub fn new(n: usize, moduli: &[u64]) -> Result<Self, RnsBasisError> {
        Self::with_plans(moduli, |m| Plan::new(m, n))
    }

    /// The basis of [`Self::new`] over a given kernel, for tests and comparisons.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; a `Plan` error when the kernel does not take a prime.
    pub fn with_kernel(kernel: &'static Kernel, n: usize, moduli: &[u64]) -> Result<Self, RnsBasisError> {
        Self::with_plans(moduli, |m| Plan::with_kernel(kernel, m, n))
    }

    fn with_plans(moduli: &[u64], plan: impl Fn(Modulus) -> Result<Plan, PlanError>) -> Result<Self, RnsBasisError> {
        if !(1..=Self::MAX_LIMBS).contains(&moduli.len()) {
            return Err(RnsBasisError::Limbs(moduli.len()));
        }
        if let Some(&twice) = moduli.iter().enumerate().find(|(i, q)| moduli[..*i].contains(q)).map(|(_, q)| q) {
            return Err(RnsBasisError::Repeated(twice));
        }
        let plan = |&q: &u64| Ok(Arc::new(plan(Modulus::new(q).ok_or(RnsBasisError::Modulus(q))?)?));
        Ok(Self::of(moduli.iter().map(plan).collect::<Result<_, RnsBasisError>>()?))
    }

    fn of(plans: Arc<[Arc<Plan>]>) -> Self {
        Self { plans, resident: Resident::default() }
    }

    /// The tables that engines made of these.
    #[must_use]
    pub fn resident(&self) -> &Resident {
        &self.resident
    }

    /// The primes of this basis, then those of another.
    ///
    /// # Errors
    /// [`RnsBasisError::Limbs`] and [`RnsBasisError::Repeated`].
    ///
    /// # Panics
    /// If the degrees differ.
    pub fn join(&self, other: &Self) -> Result<Self, RnsBasisError> {
        assert_eq!(self.degree(), other.degree(), "bases of different degrees");
        let plans: Arc<[_]> = self.plans.iter().chain(&*other.plans).cloned().collect();
        if plans.len() > Self::MAX_LIMBS {
            return Err(RnsBasisError::Limbs(plans.len()));
        }
        let values = |plans: &[Arc<Plan>]| plans.iter().map(|plan| plan.modulus().value()).collect::<Vec<_>>();
        let own = values(&self.plans);
        match values(&other.plans).into_iter().find(|q| own.contains(q)) {
            Some(twice) => Err(RnsBasisError::Repeated(twice)),
            None => Ok(Self::of(plans)),
        }
    }

    /// The primes of a range by themselves.
    ///
    /// # Panics
    /// If the range is empty or goes beyond the basis.
    #[must_use]
    pub fn range(&self, range: core::ops::Range<usize>) -> Self {
        assert!(!range.is_empty(), "a basis of no primes");
        Self::of(self.plans[range].into())
    }

    /// Bit lengths of so many primes that add up to a sum and differ by one at most, the greater
    /// first.
    #[must_use]
    pub fn even_bits(sum: u32, count: usize) -> Vec<u32> {
        let count = count as u32;
        (0..count).map(|i| sum / count + u32::from(i < sum % count)).collect()
    }

    /// Distinct primes `≡ 1 mod 2n` of the given bit lengths, each the largest not yet taken and
    /// not `avoid`.
    ///
    /// # Errors
    /// [`RnsBasisError::Scarce`]; [`RnsBasisError::Degree`] for one that is no power of two.
    pub fn choose_moduli(n: usize, bits: &[u32], avoid: u64) -> Result<Vec<u64>, RnsBasisError> {
        Self::choose_moduli_apart(n, bits, &[avoid])
    }

    /// The primes of [`Self::choose_moduli`] with several to avoid.
    ///
    /// # Errors
    /// The errors of [`Self::choose_moduli`].
    pub fn choose_moduli_apart(n: usize, bits: &[u32], avoid: &[u64]) -> Result<Vec<u64>, RnsBasisError> {
        let step = (n as u64).checked_mul(2).filter(|step| step.is_power_of_two()).ok_or(RnsBasisError::Degree(n))?;
        let mut chosen: Vec<u64> = Vec::with_capacity(bits.len());
        // For each size the primes not yet looked at.
        let mut candidates = BTreeMap::new();
        for (i, &b) in bits.iter().enumerate() {
            let scarce = RnsBasisError::Scarce { count: bits[..=i].iter().filter(|&&x| x == b).count(), bits: b, step };
            if b > Modulus::MAX_BITS || 1 << b <= step {
                return Err(scarce);
            }
            let primes = candidates.entry(b).or_insert_with(|| prime::descending(b, step));
            chosen.push(primes.find(|q| !avoid.contains(q)).ok_or(scarce)?);
        }
        Ok(chosen)
    }

    /// A number that tells bases of other degrees or primes apart, within one process: for errors,
    /// not for proofs.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.degree().hash(&mut hasher);
        self.plans.iter().for_each(|plan| plan.modulus().value().hash(&mut hasher));
        hasher.finish()
    }

    /// Degree `N`.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.plans[0].size()
    }

    /// Number of primes.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.plans.len()
    }

    /// The transforms, one per prime.
    #[must_use]
    pub fn plans(&self) -> &[Arc<Plan>] {
        &self.plans
    }

    /// The `i`-th prime.
    #[must_use]
    pub fn modulus(&self, i: usize) -> &Modulus {
        self.plans[i].modulus()
    }

    /// The first `level` primes.
    pub fn moduli(&self, level: usize) -> impl DoubleEndedIterator<Item = &Modulus> + Clone {
        self.plans[..level].iter().map(|plan| plan.modulus())
    }

    /// `log2` of the product of the first `level` primes.
    #[must_use]
    pub fn log2(&self, level: usize) -> f64 {
        self.moduli(level).map(|m| (m.value() as f64).log2()).sum()
    }

    /// `Π_{i < level, i ≠ skip} q_i mod m`.
    #[must_use]
    pub fn product_mod(&self, m: &Modulus, level: usize, skip: Option<usize>) -> u64 {
        self.moduli(level).enumerate().filter(|&(i, _)| Some(i) != skip).fold(1, |product, (_, q)| m.mul(product, q.value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_evenly_and_the_greater_come_first() {
        for (sum, count) in (0..200).flat_map(|sum| (1..20).map(move |count| (sum, count))) {
            let bits = RnsBasis::even_bits(sum, count);
            assert_eq!((bits.len(), bits.iter().sum::<u32>()), (count, sum));
            assert!(bits.is_sorted_by(|a, b| a >= b) && bits[0] - bits[count - 1] <= 1, "{sum} in {count}: {bits:?}");
        }
        assert_eq!(RnsBasis::even_bits(147, 4), [37, 37, 37, 36]);
    }

    #[test]
    fn primes_of_no_ring_are_refused() {
        for n in [0, 3, 12, (1 << 12) + 1, usize::MAX, 1 << (usize::BITS - 1)] {
            assert_eq!(RnsBasis::choose_moduli(n, &[50], 0), Err(RnsBasisError::Degree(n)));
            assert_eq!(RnsBasis::choose_moduli_apart(n, &[], &[]), Err(RnsBasisError::Degree(n)));
            assert!(matches!(RnsBasis::new(n, &[65_537]), Err(RnsBasisError::Plan(_))), "{n}");
        }
        for (n, bits) in
            [(1, 0), (1, 1), (1 << 12, 12), (1 << 12, 13), (1 << 40, 40), (1 << 62, 62), (1 << 12, 63), (1, u32::MAX)]
        {
            let scarce = RnsBasisError::Scarce { count: 1, bits, step: 2 * n as u64 };
            assert_eq!(RnsBasis::choose_moduli(n, &[bits], 0), Err(scarce));
        }
    }

    /// Until there are no more.
    #[test]
    fn primes_are_chosen_from_the_largest_down_and_none_twice() {
        let chosen = |count: usize, avoid: &[u64]| RnsBasis::choose_moduli_apart(8, &vec![8; count], avoid);
        let all: Vec<u64> = (0..8).rev().map(|i| 129 + 16 * i).filter(|&q| (2..q).all(|d| q % d != 0)).collect();
        assert_eq!(chosen(all.len(), &[]), Ok(all.clone()));
        assert_eq!(chosen(all.len() - 1, &all[1..2]), Ok([&all[..1], &all[2..]].concat()));
        let scarce = |count| Err(RnsBasisError::Scarce { count, bits: 8, step: 16 });
        assert_eq!(chosen(all.len() + 1, &[]), scarce(all.len() + 1));
        assert_eq!(chosen(all.len(), &all[..1]), scarce(all.len()));
    }
}
