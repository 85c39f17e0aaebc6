//! Digits are centered: what they are multiplied by is the noise of a key, and what is not centered
//! doubles it or worse.

use super::*;
use crate::{Coefficient, Evaluation, Poly, RnsBasis};
use num_bigint::BigInt;

/// The primes of `Q`, and the gadget whose special primes are the last ones.
pub(super) fn gadget(bits: &[u32], special: usize) -> (RnsBasis, Gadget) {
    gadget_of_degree(1 << 12, bits, special)
}

pub(super) fn gadget_of_degree(degree: usize, bits: &[u32], special: usize) -> (RnsBasis, Gadget) {
    let mut moduli = RnsBasis::choose_moduli(degree, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    let [moduli, special] = [moduli, special].map(|primes| RnsBasis::new(degree, &primes).expect("a basis"));
    let gadget = Gadget::new(&special, &moduli).expect("distinct primes");
    (moduli, gadget)
}

/// The product of the primes.
pub(super) fn product(basis: &RnsBasis) -> BigInt {
    basis.moduli(basis.limbs()).map(|m| BigInt::from(m.value())).product()
}

/// The residue of an integer.
pub(super) fn residue(x: &BigInt, q: u64) -> u64 {
    let q = BigInt::from(q);
    u64::try_from(((x % &q) + &q) % &q).expect("a residue")
}

/// The digits of one polynomial modulo the special primes and those of its level, in coefficient
/// form.
pub(super) fn digits(gadget: &Gadget, c: &Poly<Coefficient>) -> Vec<Poly<Coefficient>> {
    let (basis, cut) = (&gadget.basis, gadget.decompose(c));
    let row = |digit: usize, prime: usize| {
        let words = gadget.digits(c.level()) * gadget.row_words();
        &cut.digits[prime * words + digit * gadget.row_words()..][..basis.degree()]
    };
    let digit = |digit| {
        let mut poly = Poly::<Evaluation>::zero(basis, gadget.special + c.level());
        poly.limbs_mut().enumerate().for_each(|(prime, limb)| limb.copy_from_slice(row(digit, prime)));
        poly.into_coefficient(basis)
    };
    (0..gadget.digits(c.level())).map(digit).collect()
}

/// Both ends of the interval of centered representatives, the ends of that of canonical ones, and
/// what lies between.
fn extremes(d: &BigInt, margin: u64) -> Vec<BigInt> {
    let half: BigInt = d / 2 - d / margin;
    let ends = [0, 1, 2].map(BigInt::from).into_iter().chain([half.clone(), &half - 1, d / 3, d / 4]);
    ends.flat_map(|x| [-&x, x]).collect()
}

/// A polynomial whose digits are all the same integers, and what they are.
fn cut(bits: &[u32], special: usize, margin: u64) {
    let (moduli, gadget) = gadget(bits, special);
    let basis = &gadget.basis;
    for first in (0..moduli.limbs()).step_by(special) {
        let own = moduli.range(first..moduli.limbs().min(first + special));
        let integers = extremes(&product(&own), margin);
        let mut c = Poly::<Coefficient>::zero(&moduli, moduli.limbs());
        for (limb, m) in c.limbs_mut().zip(moduli.moduli(moduli.limbs())).skip(first).take(special) {
            limb.iter_mut().zip(integers.iter().cycle()).for_each(|(x, integer)| *x = residue(integer, m.value()));
        }
        let digit = &digits(&gadget, &c)[first / special];
        for (prime, m) in basis.moduli(basis.limbs()).enumerate() {
            for (place, integer) in integers.iter().enumerate() {
                let found = digit.limb(prime)[place];
                assert_eq!(found, residue(integer, m.value()), "{integer} modulo {} with {special} special primes", m.value());
            }
        }
    }
}

#[test]
fn digits_are_centered_at_the_ends_of_their_interval() {
    // By a shift: exact to the last integer.
    cut(&[50, 49, 50], 1, u64::MAX);
    // By a conversion of one prime, which the words of a shift are too short for, and of several:
    // not nearer than fractions tell apart.
    cut(&[60, 61, 60], 1, 1 << 20);
    // The same between kernels of different words.
    cut(&[52, 40, 51, 50, 52], 1, 1 << 20);
    cut(&[51, 51, 50], 1, 1 << 20);
    cut(&[50, 50, 50, 50, 50, 50], 2, 1 << 20);
    cut(&[45, 50, 40, 50, 50, 50, 50], 3, 1 << 20);
}
