//! Polynomials: division by the last prime at every limit of words, and what their shapes allow.

use super::{integer, primes, product, residues, round, word};
use num_bigint::BigInt;
use papilio_field::Modulus;
use papilio_ntt::Kernel;
use papilio_ring::{Coefficient, Evaluation, Poly, RnsBasis};

const N: usize = 64;
/// Bit lengths on either side of what rows, classes and words take.
const BITS: [u32; 10] = [13, 30, 31, 47, 49, 50, 51, 59, 61, 62];

/// Integers of `[0, Q)` where a division by `d` could go wrong, and others.
fn values(q: &BigInt, d: &BigInt) -> Vec<BigInt> {
    let (one, half): (BigInt, BigInt) = (1.into(), d / 2);
    let ends =
        [0.into(), one.clone(), half.clone(), &half + 1, d - 1, d.clone(), d + 1, d + &half, d + &half + 1, q / 2, q / 2 + 1];
    let last = [q - 1, q - &half, q - &half - 1, q - d, q - d - 1, q - d + 1, q - d - &half, q - d - &half - 1];
    let mut values: Vec<BigInt> = ends.into_iter().chain(last).collect();
    values.extend((values.len()..N).map(|i| integer(i, 3, q)));
    values
}

/// Every pair of sizes, with a third prime that is kept as well, over every kernel that takes them.
#[test]
fn switching_down_is_the_rounded_quotient() {
    let mut cases = 0;
    for (kept, dropped) in BITS.iter().flat_map(|&kept| BITS.map(|dropped| (kept, dropped))) {
        let moduli = primes(N, &[kept, 40, dropped]);
        let (q, d) = (product(&moduli), BigInt::from(moduli[2].value()));
        let values = values(&q, &d);
        let quotients: Vec<BigInt> = values.iter().map(|x| round(x, &d)).collect();
        for kernel in Kernel::<u64>::all().iter().filter(|kernel| moduli.iter().all(|m| kernel.supports(m, N))) {
            let list: Vec<_> = moduli.iter().map(Modulus::value).collect();
            let basis = RnsBasis::with_kernel(kernel, N, &list).expect("primes that the kernel takes");
            let mut poly = Poly::<Coefficient>::from_residues(&basis, 3, residues(&values, &moduli)).expect("residues");
            poly.mod_switch_to_next(&basis);
            assert_eq!(poly.level(), 2);
            assert_eq!(poly.residues(), residues(&quotients, &moduli[..2]), "{}: {kept} bits over {dropped}", kernel.name());
            cases += 1;
        }
    }
    assert!(cases >= BITS.len() * BITS.len(), "the portable kernel takes all: {cases}");
}

#[test]
fn switching_down_again_divides_by_one_prime_after_the_other() {
    let moduli = primes(N, &[50, 30, 61, 45]);
    let basis = RnsBasis::new(N, &moduli.iter().map(Modulus::value).collect::<Vec<_>>()).expect("a basis");
    let mut values = values(&product(&moduli), &BigInt::from(moduli[3].value()));
    let mut poly = Poly::<Coefficient>::from_residues(&basis, 4, residues(&values, &moduli)).expect("residues");
    for level in (1..4).rev() {
        poly.mod_switch_to_next(&basis);
        values.iter_mut().for_each(|x| *x = round(x, &BigInt::from(moduli[level].value())));
        assert_eq!(poly.residues(), residues(&values, &moduli[..level]), "level {level}");
    }
}

#[test]
#[should_panic(expected = "the last prime cannot be divided away")]
fn the_last_prime_stays() {
    let (basis, mut poly) = sample(1);
    poly.mod_switch_to_next(&basis);
}

/// A basis of five primes of different rows, and residues at random.
fn sample(level: usize) -> (RnsBasis, Poly<Coefficient>) {
    let basis = RnsBasis::new(N, &RnsBasis::choose_moduli(N, &[50, 30, 61, 45, 20], 0).expect("primes")).expect("a basis");
    let residues = basis.moduli(level).flat_map(|m| (0..N).map(|i| m.reduce(word(i, m.value())))).collect();
    let poly = Poly::from_residues(&basis, level, residues).expect("residues");
    (basis, poly)
}

#[test]
fn residues_are_taken_when_there_are_as_many_and_all_are_below_their_primes() {
    let (basis, poly) = sample(5);
    let take = |level, residues: &[u64]| Poly::<Evaluation>::from_residues(&basis, level, residues.to_vec());
    assert!(take(5, poly.residues()).is_some());
    assert!(take(4, &poly.residues()[..4 * N]).is_some());
    for (level, words) in [(0, 0), (1, 0), (5, 5 * N - 1), (4, 5 * N), (5, 4 * N)] {
        assert!(take(level, &poly.residues()[..words]).is_none(), "{words} words at level {level}");
    }
    assert!(take(6, &[poly.residues(), &[0; N]].concat()).is_none(), "more primes than there are");
    for (i, m) in basis.moduli(5).enumerate() {
        for place in [i * N, (i + 1) * N - 1] {
            let mut residues = poly.residues().to_vec();
            residues[place] = m.value() - 1;
            assert!(take(5, &residues).is_some());
            residues[place] = m.value();
            assert!(take(5, &residues).is_none(), "the prime itself at {place}");
        }
    }
}

#[test]
fn ranges_joined_are_the_whole() {
    let (basis, poly) = sample(5);
    let (first, rest) = (poly.range(0..2), poly.range(2..5));
    assert_eq!((first.level(), rest.level()), (2, 3));
    assert_eq!(rest.limb(0), poly.limb(2));
    assert_eq!(first.joined(&rest), poly);
    // A range is a polynomial over the basis of that range.
    let values = rest.clone().into_evaluation(&basis.range(2..5));
    assert_eq!(values, poly.to_evaluation(&basis).range(2..5));
    let mut low = poly.clone();
    low.truncate(2);
    assert_eq!(low, first);
    let (mut split, whole) = (poly.clone(), poly.residues().to_vec());
    let (a, b) = split.split_limbs_mut(2);
    assert_eq!((&*a, &*b), whole.split_at(2 * N));
}

#[test]
fn both_ways_between_the_forms_agree() {
    let (basis, poly) = sample(4);
    let values = poly.to_evaluation(&basis);
    assert_eq!(poly.clone().into_evaluation(&basis), values);
    assert_eq!((values.to_coefficient(&basis), values.into_coefficient(&basis)), (poly.clone(), poly));
}

/// `(X^i·a)` for every `i`, so that what wraps around changes its sign; the factor may have more
/// primes.
#[test]
fn products_are_those_of_the_ring() {
    let (basis, poly) = sample(3);
    let mut power = Poly::<Coefficient>::zero(&basis, 5);
    for shift in 0..N {
        power.limbs_mut().for_each(|limb| limb.iter_mut().enumerate().for_each(|(i, x)| *x = u64::from(i == shift)));
        let factor = power.to_evaluation(&basis);
        let mut expected = Poly::<Coefficient>::zero(&basis, 3);
        for (i, (limb, m)) in expected.limbs_mut().zip(basis.moduli(3)).enumerate() {
            for (j, &x) in poly.limb(i).iter().enumerate() {
                limb[(j + shift) % N] = if j + shift < N { x } else { m.neg(x) };
            }
        }
        let mut product = poly.clone();
        product.convolve_assign(&basis, &factor);
        assert_eq!(product, expected, "shift {shift}");
        let mut values = poly.to_evaluation(&basis);
        values.mul_assign(&basis, &factor);
        assert_eq!(values.to_coefficient(&basis), expected, "shift {shift}, place by place");
        let mut sum = poly.to_evaluation(&basis);
        let (a, b) = (poly.to_evaluation(&basis), &factor);
        sum.multiply_accumulate(&basis, &[(&a, b), (&a, b)]);
        expected.add_assign(&basis, &expected.clone());
        expected.add_assign(&basis, &poly);
        assert_eq!(sum.into_coefficient(&basis), expected, "shift {shift}, two products and a sum");
    }
    let values = poly.to_evaluation(&basis);
    let mut product = poly.clone();
    product.convolve_assign(&basis, &values);
    assert_eq!(Poly::sum_of_products(&basis, &[(&values, &values)]).into_coefficient(&basis), product);
    product.add_assign(&basis, &product.clone());
    assert_eq!(Poly::sum_of_products(&basis, &[(&values, &values); 2]).into_coefficient(&basis), product);
}

#[test]
fn sums_differences_and_multiples_are_those_of_residues() {
    let (basis, a) = sample(4);
    let mut b = a.clone();
    b.scale_assign(&basis, &basis.moduli(4).map(|m| m.value() - 1).collect::<Vec<_>>());
    let mut negated = a.clone();
    negated.neg_assign(&basis);
    assert_eq!(b, negated, "times −1");
    b.add_assign(&basis, &a);
    assert_eq!(b, Poly::zero(&basis, 4));
    b.sub_assign(&basis, &a);
    assert_eq!(b, negated);
    b.sub_assign(&basis, &negated);
    assert_eq!(b, Poly::zero(&basis, 4));
}

/// A panic that names operands of different levels.
fn refuses(f: impl FnOnce() + std::panic::UnwindSafe, text: &str) {
    let panic = std::panic::catch_unwind(f).expect_err(text);
    let said = panic.downcast_ref::<&str>().map(|s| (*s).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned());
    assert!(said.as_deref().is_some_and(|said| said.contains(text)), "{said:?} without {text:?}");
}

#[test]
fn operands_of_other_levels_and_degrees_are_refused() {
    let ((basis, high), (_, low)) = (sample(4), sample(3));
    refuses(|| low.clone().add_assign(&basis, &high), "operands of different levels");
    refuses(|| high.clone().sub_assign(&basis, &low), "operands of different levels");
    refuses(|| high.clone().convolve_assign(&basis, &low.to_evaluation(&basis)), "factor of a lower level");
    refuses(|| high.to_evaluation(&basis).mul_assign(&basis, &low.to_evaluation(&basis)), "factor of a lower level");
    let half = RnsBasis::new(N / 2, &RnsBasis::choose_moduli(N / 2, &[40], 0).expect("primes")).expect("a basis");
    refuses(|| drop(high.joined(&Poly::zero(&half, 1))), "polynomials of different degrees");
}
