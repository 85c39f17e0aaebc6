//! Sums and differences of many polynomials and ciphertexts against the host's, one by one.

use crate::Random;
use crate::gadgets::poly;
use crate::schemes::Scheme;
use papilio_cuda::{EngineError, Gpu};
use papilio_fhe::prelude::*;
use papilio_field::Modulus;
use papilio_ring::{Coefficient, Evaluation, Form, Poly, RnsBasis};

const N: usize = 4096;

/// Primes of these bits.
fn basis(bits: &[u32]) -> RnsBasis {
    RnsBasis::new(N, &RnsBasis::choose_moduli(N, bits, 0).expect("primes")).expect("a basis")
}

/// Two polynomials, whose sums have the greatest words and whose differences the least.
fn extremes<S: Form>(basis: &RnsBasis, level: usize, random: &mut Random) -> [[Poly<S>; 2]; 3] {
    let filled = |word: fn(u64) -> u64| {
        let mut poly = Poly::zero(basis, level);
        poly.limbs_mut().zip(basis.moduli(level).map(Modulus::value)).for_each(|(limb, q)| limb.fill(word(q)));
        poly
    };
    let greatest = || filled(|q| q - 1);
    [[greatest(), greatest()], [filled(|_| 0), greatest()], [poly(basis, level, random), poly(basis, level, random)]]
}

/// Pairs of levels, one after the other, that differ from one to the next by what is random.
fn pairs<S: Form>(basis: &RnsBasis, levels: &[usize], random: &mut Random) -> Vec<[Poly<S>; 2]> {
    let at = |(i, &level): (usize, &usize)| {
        let [greatest, least, any] = extremes(basis, level, random);
        [any, greatest, least].into_iter().nth(if i < 4 { i % 3 } else { 0 }).expect("one of three")
    };
    levels.iter().enumerate().map(at).collect()
}

/// Both operations of pairs of these levels.
pub(crate) fn same<S: Form + Clone>(gpu: &Gpu, basis: &RnsBasis, levels: &[usize]) {
    let pairs = pairs::<S>(basis, levels, &mut Random::new(levels.len() as u64));
    for subtract in [false, true] {
        let on = |x: &Poly<S>| x.to(gpu).expect("memory");
        let (mut found, others): (Vec<_>, Vec<_>) = pairs.iter().map(|[a, b]| (on(a), on(b))).unzip();
        let mut both: Vec<_> = found.iter_mut().zip(&others).collect();
        if subtract {
            Poly::sub_pairs(basis, &mut both)
        } else {
            Poly::add_pairs(basis, &mut both)
        }
        for (i, (found, [a, b])) in found.iter().zip(&pairs).enumerate() {
            let mut expected = a.clone();
            if subtract {
                expected.sub_assign(basis, b)
            } else {
                expected.add_assign(basis, b)
            }
            let name = format!("pair {i} of {}, level {}, subtract {subtract}", levels.len(), levels[i]);
            assert!(found.to_host().expect("words").residues() == expected.residues(), "{name}");
        }
        for (other, [_, b]) in others.iter().zip(&pairs) {
            assert!(other.to_host().expect("words").residues() == b.residues(), "an operand is as it was");
        }
    }
}

/// None, one, several of the same and of other levels, in launches of a few limbs.
#[test]
fn pairs_are_those_of_the_host() {
    for bits in [&[62, 30, 50][..], &[49, 50, 20], &[61, 62]] {
        let basis = basis(bits);
        let most = basis.limbs();
        for gpu in crate::gpus_of_limbs(7) {
            for levels in [&[][..], &[1], &[most], &[most; 8], &[most, most, 1, 2, 2, 1, most, 1, 1]] {
                same::<Coefficient>(&gpu, &basis, levels);
                same::<Evaluation>(&gpu, &basis, levels);
            }
        }
    }
}

/// The arguments of a launch have room for 128 pairs.
#[test]
fn pairs_are_more_than_a_launch_takes() {
    let (basis, gpu) = (basis(&[50, 62]), crate::shuffled_gpu());
    for count in [127, 128, 129, 257] {
        same::<Evaluation>(&gpu, &basis, &vec![1; count]);
    }
    same::<Evaluation>(&gpu, &basis, &[2; 130]);
}

/// Eight pairs of three limbs are four launches of a device that takes seven limbs; a pair of
/// another level among them is a launch of its own.
#[test]
#[cfg(feature = "emulate")]
fn launches_have_the_limbs_of_whole_pairs() {
    use papilio_cuda::Emulation;
    let basis = basis(&[49, 48, 47]);
    for (levels, launches) in [(&[3; 8][..], 4), (&[3, 3, 3, 3, 1, 3, 3, 3, 3], 5), (&[3, 3, 3, 1, 3, 3, 3], 5)] {
        for lost_after in [launches - 1, launches] {
            let gpu = Gpu::emulated(Emulation { max_limbs: 7, lost_after: Some(lost_after), ..Emulation::default() });
            let zero = |&level: &usize| Poly::<Evaluation>::zero(&basis, level).to(&gpu).expect("memory");
            let (mut sums, others): (Vec<_>, Vec<_>) = levels.iter().map(|level| (zero(level), zero(level))).unzip();
            Poly::add_pairs(&basis, &mut sums.iter_mut().zip(&others).collect::<Vec<_>>());
            assert_eq!(gpu.synchronize().is_ok(), lost_after == launches, "{levels:?}, {lost_after} launches");
        }
    }
}

#[test]
#[should_panic(expected = "operands of different levels")]
fn pairs_are_of_one_level() {
    let (basis, gpu) = (basis(&[49, 49]), crate::gpu());
    let [mut a, b] = [1, 2].map(|level| Poly::<Evaluation>::zero(&basis, level).to(&gpu).expect("memory"));
    Poly::add_pairs(&basis, &mut [(&mut a, &b)]);
}

/// The words, noise and key of every ciphertext.
fn same_as(found: &[Ciphertext<Coefficient, 2, Gpu>], expected: &[Ciphertext]) {
    assert_eq!(found.len(), expected.len());
    let equal = |(a, b): (&Ciphertext<Coefficient, 2, Gpu>, &Ciphertext)| a.to_host().expect("words") == *b;
    assert!(found.iter().zip(expected).all(equal));
}

fn on(gpu: &Gpu, all: &[Ciphertext]) -> Vec<Ciphertext<Coefficient, 2, Gpu>> {
    all.iter().map(|x| x.to(gpu).expect("memory")).collect()
}

/// Ciphertexts of several levels, and one that is both operands.
#[test]
fn ciphertexts_are_those_of_the_host() {
    let Scheme { bfv, x, y, .. } = Scheme::new(&[49, 49, 49], &[49]);
    let lower = bfv.mod_switch_to(&y, 2).expect("a level");
    let (a, b) = ([x.clone(), y.clone(), lower.clone(), x.clone()], [y.clone(), y.clone(), lower, x.clone()]);
    for gpu in crate::gpus_of_limbs(5) {
        let (mut found, others, mut expected) = (on(&gpu, &a), on(&gpu, &b), a.to_vec());
        bfv.add_each_assign(&mut found, &others).expect("sums");
        expected.iter_mut().zip(&b).for_each(|(a, b)| bfv.add_assign(a, b).expect("a sum"));
        same_as(&found, &expected);
        bfv.sub_each_assign(&mut found[1..3], &others[1..3]).expect("differences");
        expected[1..3].iter_mut().zip(&b[1..3]).for_each(|(a, b)| bfv.sub_assign(a, b).expect("a difference"));
        same_as(&found, &expected);
        // The words of all are those of one until they are changed.
        let one = x.to(&gpu).expect("memory");
        let (mut twice, mut expected) = (vec![one.clone(); 3], vec![x.clone(); 3]);
        bfv.add_each_assign(&mut twice, [&one; 3]).expect("sums");
        bfv.add_each_assign(&mut expected, [&x; 3]).expect("sums");
        same_as(&twice, &expected);
        same_as(&[one], core::slice::from_ref(&x));
        bfv.add_each_assign(&mut [], &others[..0]).expect("none");
    }
}

/// A pair that is refused leaves all others as they were, before it and behind.
#[test]
fn what_is_refused_changes_nothing() {
    let Scheme { bfv, x, y, .. } = Scheme::new(&[49, 49, 49], &[49]);
    let (gpu, lower) = (crate::gpu(), bfv.mod_switch_to(&y, 2).expect("a level"));
    let foreign = Scheme::new(&[49, 49], &[49]).x;
    let a = [x.clone(), y.clone(), x.clone()];
    let mut found = on(&gpu, &a);
    let [same, other_level, other_scheme] =
        [[&y, &x, &y], [&y, &lower, &y], [&y, &x, &foreign]].map(|all| on(&gpu, &all.map(Clone::clone)));
    let refused = bfv.add_each_assign(&mut found, &same[..2]).expect_err("two for three");
    assert_eq!(refused, FheError::Count { found: 2, expected: 3 });
    assert_eq!(refused.to_string(), "2 ciphertexts where 3 are needed, one for each of the others");
    assert_eq!(bfv.sub_each_assign(&mut found[..1], &same), Err(FheError::Count { found: 3, expected: 1 }));
    assert_eq!(bfv.add_each_assign(&mut found, &other_level), Err(FheError::Level { found: 2, expected: 3 }));
    assert!(matches!(bfv.sub_each_assign(&mut found, &other_scheme), Err(FheError::Context { .. })));
    same_as(&found, &a);
}

/// BGV: factors and levels of every pair are brought together first, or nothing is changed.
#[test]
fn ciphertexts_of_bgv_are_those_of_the_host() {
    let Scheme { bfv, relinearization, x, y, .. } = Scheme::new(&[49, 49, 49, 49], &[49]);
    let bgv = Bgv::over(bfv);
    let [x, y] = [x, y].map(|x| bgv.from_bfv(x).expect("a ciphertext"));
    let product = bgv.multiply_relinearize(&x, &y, &relinearization).expect("a product");
    let other = Bgv::over(Scheme::new(&[49, 49], &[49]).bfv);
    let foreign = other.from_bfv(Scheme::new(&[49, 49], &[49]).x).expect("a ciphertext");
    let (a, b) = ([x.clone(), product.clone(), y.clone(), product.clone()], [y.clone(), x.clone(), product.clone(), product]);
    for gpu in crate::gpus_of_limbs(9) {
        let on =
            |all: &[papilio_fhe::bgv::Ciphertext<u64>]| all.iter().map(|x| x.to(&gpu).expect("memory")).collect::<Vec<_>>();
        let (mut found, others, mut expected) = (on(&a), on(&b), a.to_vec());
        let foreign = on(&[y.clone(), y.clone(), y.clone(), foreign.clone()]);
        assert!(matches!(bgv.add_each_assign(&mut found, &foreign), Err(FheError::Context { .. })));
        assert!(found.iter().zip(&a).all(|(found, a)| found.to_host().expect("words") == *a));
        bgv.add_each_assign(&mut found, &others).expect("sums");
        expected.iter_mut().zip(&b).for_each(|(a, b)| bgv.add_assign(a, b).expect("a sum"));
        bgv.sub_each_assign(&mut found, &others).expect("differences");
        expected.iter_mut().zip(&b).for_each(|(a, b)| bgv.sub_assign(a, b).expect("a difference"));
        assert!(found.iter().zip(&expected).all(|(found, expected)| found.to_host().expect("words") == *expected));
    }
}

/// Words that several have are copied before they are changed: where there is no memory for a copy,
/// its sum says so, and no other.
#[test]
#[cfg(feature = "emulate")]
fn sums_that_have_no_memory_say_so() {
    use papilio_cuda::Emulation;
    let (basis, bytes) = (basis(&[49]), 8 * N as u64);
    let [a, b] = [1, 2].map(|seed| poly::<Evaluation>(&basis, 1, &mut Random::new(seed)));
    // Tables of the primes, four polynomials, and a copy.
    let room = |copies: u64| Gpu::emulated(Emulation { memory: bytes * (5 + copies) + 1024, ..Emulation::default() });
    for copies in [0, 1, 3] {
        let gpu = room(copies);
        let [shared, own, last, other] = [&a, &b, &a, &b].map(|x| x.to(&gpu).expect("memory"));
        let (mut sums, mut expected) = ([own, shared.clone(), last], [b.clone(), a.clone(), a.clone()]);
        Poly::add_pairs(&basis, &mut sums.iter_mut().map(|sum| (sum, &other)).collect::<Vec<_>>());
        Poly::add_pairs(&basis, &mut expected.iter_mut().map(|sum| (sum, &b)).collect::<Vec<_>>());
        for (i, (sum, expected)) in sums.iter().zip(&expected).enumerate() {
            match sum.to_host() {
                Ok(sum) => assert!(sum == *expected && (i != 1 || copies > 0), "sum {i}, {copies} copies"),
                Err(error) => {
                    assert!(matches!(error, EngineError::OutOfMemory { .. }) && i == 1 && copies == 0, "sum {i}: {error}");
                }
            }
        }
        assert!(shared.to_host().as_ref() == Ok(&a), "words of several");
    }
}

/// Pairs of several devices are computed where they are; a pair of two says so, and no other.
#[test]
fn what_a_pair_misses_is_told_by_it_alone() {
    let Scheme { bfv, x, y, .. } = Scheme::new(&[49, 49, 49], &[49]);
    let gpus = [(); 2].map(|()| crate::gpu());
    let at = |x: &Ciphertext, places: [usize; 4]| places.map(|i| x.to(&gpus[i]).expect("memory"));
    let (mut found, others) = (at(&x, [0, 0, 0, 1]), at(&y, [0, 1, 0, 1]));
    let mut expected = x.clone();
    for _ in 0..2 {
        bfv.add_each_assign(&mut found, &others).expect("sums");
        bfv.add_assign(&mut expected, &y).expect("a sum");
        for (i, found) in found.iter().enumerate() {
            match found.to_host() {
                Err(EngineError::OtherDevice { first, other }) if i == 1 => crate::are_two_devices(&first, &other),
                found => assert!(i != 1 && found.as_ref() == Ok(&expected), "pair {i}"),
            }
        }
    }
    assert!(others.iter().all(|other| other.to_host().as_ref() == Ok(&y)));
}
