//! Elements of `Z_t` as residues of word primes.

use super::{Bfv, Plaintext};
use papilio_field::words::{Words, less};
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::Plan;
use papilio_ring::sample::THRESHOLD_BITS;
use papilio_ring::{Coefficient, Poly, PooledVec, RnsBasis};

/// How a scaled message is combined with the residues that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onto {
    /// The residues are written over.
    Nothing,
    /// The message is added to them.
    Plus,
    /// The message is subtracted from them.
    Minus,
}

/// Bits of a plane, which every kernel can add up.
const BITS: u32 = 51;

/// Elements whose residues are made for all primes before those of the next.
const TILE: usize = 512;

/// The constants that planes are multiplied by for one prime.
pub(super) struct Weights<'a> {
    plan: &'a Plan,
    planes: Vec<u64>,
    wrap: Option<u64>,
    /// Whether the sum is added to what is there.
    onto: bool,
}

impl<'a> Weights<'a> {
    /// For `factor·x` of words that are cut from elements of a field.
    pub(super) fn new(plan: &'a Plan, t: &impl ResidueRing, factor: u64) -> Self {
        let m = plan.modulus();
        let step = m.reduce(1 << BITS);
        let planes = std::iter::successors(Some(factor), |&f| Some(m.mul(f, step))).take(planes(t)).collect();
        Self { plan, planes, wrap: None, onto: false }
    }

    /// For sums that are added to what is there, or are all there is.
    pub(super) fn onto(self, onto: Onto) -> Self {
        Self { onto: onto != Onto::Nothing, ..self }
    }

    /// For centered lifts.
    pub(super) fn lift(plan: &'a Plan, t: &impl ResidueRing) -> Self {
        let m = plan.modulus();
        Self { wrap: Some(m.neg(m.reduce_words(&t.modulus()))), ..Self::new(plan, t, 1) }
    }
}

/// Words of an element.
fn planes(t: &impl ResidueRing) -> usize {
    t.bits().div_ceil(BITS) as usize
}

/// Elements cut into words of 51 bits, plane after plane, so that a residue is a sum of words times
/// constants; erased when dropped, for they may be secret.
pub(super) struct LimbPlanes {
    degree: usize,
    words: PooledVec,
    /// 1 where an element is above its threshold.
    above: PooledVec,
}

impl LimbPlanes {
    /// Cuts elements, of which the threshold is `t/2`.
    pub(super) fn new<R: ResidueRing>(t: &R, elements: impl ExactSizeIterator<Item = R::Element>) -> Self {
        let modulus = t.modulus();
        let half = core::array::from_fn(|i| modulus[i] >> 1 | modulus.get(i + 1).map_or(0, |w| w << 63));
        Self::cut(t, elements, |_, element| less(half, *element))
    }

    /// Cuts elements, of which the thresholds are `(k + 1/2)/2^b·t` for numbers `k` of `b =`
    /// [`THRESHOLD_BITS`] bits.
    ///
    /// The quotients by `t` are compared by their first 53 bits.
    pub(super) fn with_thresholds<R: ResidueRing>(
        t: &R,
        elements: impl ExactSizeIterator<Item = R::Element>,
        thresholds: &[u64],
    ) -> Self {
        const SHIFT: u32 = THRESHOLD_BITS + 1;
        let first = t.bits().saturating_sub(53);
        let modulus = window::<53>(&t.modulus(), first);
        Self::cut(t, elements, |i, element| (2 * thresholds[i] + 1) * modulus < window::<53>(element, first) << SHIFT)
    }

    fn cut<R: ResidueRing>(
        t: &R,
        elements: impl ExactSizeIterator<Item = R::Element>,
        is_above: impl Fn(usize, &Words) -> bool,
    ) -> Self {
        let degree = elements.len();
        let planes = planes(t);
        let (mut words, mut above) = (PooledVec::secret(planes * degree), PooledVec::secret(degree));
        for (i, element) in elements.enumerate() {
            let element = t.to_words(element);
            for plane in 0..planes {
                words[plane * degree + i] = window::<BITS>(&element, plane as u32 * BITS);
            }
            above[i] = u64::from(is_above(i, &element));
        }
        Self { degree, words, above }
    }

    /// 1 for each element above its threshold, else 0.
    pub(super) fn above(&self) -> &[u64] {
        &self.above
    }

    /// Residues `factor·x mod q` of the elements `x` for each of the primes, to those of elements
    /// above their thresholds `wrap` added, a residue as well: in the place of those of the limbs,
    /// or added to them.
    ///
    /// A few elements at a time for all primes: their planes stay in the first-level cache.
    pub(super) fn combine<'a>(&self, primes: &[Weights<'_>], limbs: impl Iterator<Item = &'a mut [u64]>) {
        let mut limbs: Vec<&mut [u64]> = limbs.collect();
        assert!(limbs.iter().all(|limb| limb.len() == self.degree), "a limb of another length");
        let mut terms = Vec::new();
        for start in (0..self.degree).step_by(TILE) {
            let tile = start..self.degree.min(start + TILE);
            for (limb, prime) in limbs.iter_mut().zip(primes) {
                let words =
                    self.words.chunks_exact(self.degree).map(|plane| &plane[tile.clone()]).zip(prime.planes.iter().copied());
                terms.clear();
                terms.extend(words.chain(prime.wrap.map(|wrap| (&self.above[tile.clone()], wrap))));
                let (m, own) = (prime.plan.modulus(), prime.onto.then_some(1));
                prime.plan.kernel().linear_combination(m, &mut limb[tile.clone()], own, &terms, m.value().max(1 << BITS), &[]);
            }
        }
    }
}

/// Bits `first..first + BITS` of a number.
fn window<const BITS: u32>(words: &Words, first: u32) -> u64 {
    let (word, shift) = ((first / 64) as usize, first % 64);
    let high = if shift == 0 { 0 } else { words.get(word + 1).map_or(0, |w| w << (64 - shift)) };
    (words[word] >> shift | high) & ((1 << BITS) - 1)
}

impl<F: Residue> Bfv<F> {
    /// The centered lift of a plaintext, modulo the primes of a level.
    pub(super) fn lift(&self, plaintext: &Plaintext<F>, level: usize) -> Poly<Coefficient> {
        self.lift_to(self.parameters().basis(), plaintext, level)
    }

    /// The centered lift of a plaintext, modulo the first primes of a basis.
    pub(super) fn lift_to(&self, basis: &RnsBasis, plaintext: &Plaintext<F>, level: usize) -> Poly<Coefficient> {
        let planes = LimbPlanes::new(&self.plaintext_modulus, plaintext.coefficients().iter().copied());
        let mut lift = Poly::secret(basis, level);
        let weights: Vec<_> = basis.plans()[..level].iter().map(|plan| Weights::lift(plan, &self.plaintext_modulus)).collect();
        planes.combine(&weights, lift.limbs_mut());
        lift
    }
}
