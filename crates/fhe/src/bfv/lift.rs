//! Elements of `Z_t` as residues of word primes.

use super::{Bfv, Plaintext};
use ntt::field::less;
use ntt::{Field, Plan};
use ring::{Buffer, Coefficient, Poly};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Bits of a plane: what every kernel adds up.
const BITS: u32 = 51;

/// Elements cut into words of 51 bits, plane after plane, so that a residue is a sum of words times constants; erased when dropped,
/// for they may be secret.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(super) struct Planes {
    degree: usize,
    words: Buffer,
    /// 1 where an element is above `t/2`.
    above: Buffer,
    /// `t`, as [`Field::MODULUS`].
    plain: [u64; 4],
}

impl Planes {
    /// Cuts elements.
    pub(super) fn new<F: Field>(elements: impl ExactSizeIterator<Item = F>) -> Self {
        let degree = elements.len();
        let planes = F::BITS.div_ceil(BITS) as usize;
        let half = core::array::from_fn(|i| F::MODULUS[i] >> 1 | F::MODULUS.get(i + 1).map_or(0, |w| w << 63));
        let (mut words, mut above) = (Buffer::unspecified(planes * degree), Buffer::unspecified(degree));
        for (i, element) in elements.enumerate() {
            let element = element.to_words();
            for plane in 0..planes {
                words[plane * degree + i] = window(&element, plane as u32 * BITS);
            }
            above[i] = u64::from(less(half, element));
        }
        Self { degree, words, above, plain: F::MODULUS }
    }

    /// 1 for each element above `t/2`, else 0.
    pub(super) fn above(&self) -> &[u64] {
        &self.above
    }

    /// `out ← factor·x mod q` for the elements `x`, to those above `t/2` `wrap` added, a residue of the prime.
    pub(super) fn combine(&self, plan: &Plan, factor: u64, wrap: Option<u64>, out: &mut [u64]) {
        let m = plan.modulus();
        let step = m.reduce(1 << BITS);
        let factors = std::iter::successors(Some(factor), |&f| Some(m.mul(f, step)));
        let terms = self.words.chunks_exact(self.degree).zip(factors).chain(wrap.map(|wrap| (&*self.above, wrap)));
        plan.kernel().combine(m, out, &terms.collect::<Vec<_>>(), 1 << BITS);
    }

    /// Residues of the centred lifts.
    pub(super) fn lift(&self, plan: &Plan, out: &mut [u64]) {
        let m = plan.modulus();
        self.combine(plan, 1, Some(m.neg(m.reduce_words(&self.plain))), out);
    }
}

/// Bits `first..first + BITS` of a number.
fn window(words: &[u64; 4], first: u32) -> u64 {
    let (word, shift) = ((first / 64) as usize, first % 64);
    let high = if shift == 0 { 0 } else { words.get(word + 1).map_or(0, |w| w << (64 - shift)) };
    (words[word] >> shift | high) & ((1 << BITS) - 1)
}

impl<F: Field> Bfv<F> {
    /// The centred lift of a plaintext, modulo the primes of a level.
    pub(super) fn lift(&self, plaintext: &Plaintext<F>, level: usize) -> Poly<Coefficient> {
        let basis = self.params.basis();
        let planes = Planes::new(plaintext.coefficients().iter().copied());
        let mut lift = Poly::unspecified(basis, level);
        lift.limbs_mut().zip(basis.plans()).for_each(|(limb, plan)| planes.lift(plan, limb));
        lift
    }
}
