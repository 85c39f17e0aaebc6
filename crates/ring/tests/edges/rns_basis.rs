//! Primes that a basis takes and refuses.

use super::primes;
use papilio_field::Modulus;
use papilio_ntt::{Kernel, PlanError};
use papilio_ring::{RnsBasis, RnsBasisError};

const N: usize = 64;

fn values(bits: &[u32]) -> Vec<u64> {
    RnsBasis::choose_moduli(N, bits, 0).expect("primes")
}

#[test]
fn a_basis_has_one_to_sixty_four_primes() {
    let many = values(&[40; RnsBasis::MAX_LIMBS + 1]);
    assert_eq!(RnsBasis::new(N, &many[..RnsBasis::MAX_LIMBS]).expect("a basis").limbs(), RnsBasis::MAX_LIMBS);
    for moduli in [&many[..0], &many[..]] {
        assert_eq!(RnsBasis::new(N, moduli).err(), Some(RnsBasisError::Limbs(moduli.len())));
    }
}

#[test]
fn what_is_no_prime_of_the_ring_is_named() {
    let [q, r] = values(&[40, 41])[..] else { unreachable!("two primes") };
    assert_eq!(RnsBasis::new(N, &[q, r, q]).err(), Some(RnsBasisError::Repeated(q)));
    for no_prime in [0, 1, 2, q - 1, q * 3, (1 << 62) + 1, u64::MAX] {
        assert_eq!(RnsBasis::new(N, &[r, no_prime]).err(), Some(RnsBasisError::Modulus(no_prime)), "{no_prime}");
    }
    // A prime that is 1 modulo N and not modulo 2N has no root of order 2N.
    let other =
        (1u64 << 39..).find(|&x| x % (2 * N as u64) == N as u64 + 1 && papilio_field::prime::is_prime(x)).expect("a prime");
    assert!(
        matches!(RnsBasis::new(N, &[other]), Err(RnsBasisError::Plan(PlanError::Root { .. }))),
        "{:?}",
        RnsBasis::new(N, &[other])
    );
}

#[test]
fn chosen_primes_are_the_greatest_distinct_ones_that_are_not_avoided() {
    let step = 2 * N as u64;
    let chosen = values(&[30, 50, 30, 62, 30]);
    for (bits, of) in [(30, &[0, 2, 4][..]), (50, &[1]), (62, &[3])] {
        let greatest: Vec<_> = papilio_field::prime::descending(bits, step).take(of.len()).collect();
        assert_eq!(of.iter().map(|&i| chosen[i]).collect::<Vec<_>>(), greatest, "{bits}");
    }
    let greatest: Vec<_> = papilio_field::prime::descending(30, step).take(3).collect();
    assert_eq!(RnsBasis::choose_moduli(N, &[30], greatest[0]), Ok(vec![greatest[1]]));
    assert_eq!(RnsBasis::choose_moduli_apart(N, &[30], &greatest[..2]), Ok(vec![greatest[2]]));
}

#[test]
fn scarce_primes_are_counted() {
    // 1 mod 128 with eight bits: 129 is three times 43, so there is none; with nine, 257 and 385:
    // one prime.
    let scarce = |count, bits| Err(RnsBasisError::Scarce { count, bits, step: 128 });
    assert_eq!(RnsBasis::choose_moduli(N, &[8], 0), scarce(1, 8));
    assert_eq!(RnsBasis::choose_moduli(N, &[9], 0), Ok(vec![257]));
    assert_eq!(RnsBasis::choose_moduli(N, &[9, 30, 9], 0), scarce(2, 9));
    assert_eq!(RnsBasis::choose_moduli(N, &[9], 257), scarce(1, 9));
    for bits in [0, 1, 7, Modulus::MAX_BITS + 1, 64, u32::MAX] {
        assert_eq!(RnsBasis::choose_moduli(N, &[bits], 0), scarce(1, bits), "{bits}");
    }
}

#[test]
fn joined_bases_have_both_primes_and_ranges_give_them_back() {
    let moduli = values(&[40; 5]);
    let (a, b) = (RnsBasis::new(N, &moduli[..2]).expect("a basis"), RnsBasis::new(N, &moduli[2..]).expect("a basis"));
    let both = a.join(&b).expect("distinct primes");
    let list = |basis: &RnsBasis| basis.moduli(basis.limbs()).map(Modulus::value).collect::<Vec<_>>();
    assert_eq!(list(&both), moduli);
    assert_eq!(
        (list(&both.range(0..2)), list(&both.range(2..5)), list(&both.range(4..5))),
        (list(&a), list(&b), vec![moduli[4]])
    );
    assert_eq!(both.fingerprint(), RnsBasis::new(N, &moduli).expect("a basis").fingerprint());
    assert_eq!(both.join(&both.range(3..4)).err(), Some(RnsBasisError::Repeated(moduli[3])));
    let many = values(&[41; RnsBasis::MAX_LIMBS - 4]);
    let many = RnsBasis::new(N, &many).expect("a basis");
    assert_eq!(both.join(&many).err(), Some(RnsBasisError::Limbs(RnsBasis::MAX_LIMBS + 1)));
    assert_eq!(both.range(0..4).join(&many).expect("as many as there may be").limbs(), RnsBasis::MAX_LIMBS);
}

#[test]
#[should_panic(expected = "bases of different degrees")]
fn bases_of_different_degrees_are_not_joined() {
    let moduli = values(&[40; 2]);
    let (a, b) = (RnsBasis::new(N, &moduli[..1]).expect("a basis"), RnsBasis::new(N / 2, &moduli[1..]).expect("a basis"));
    drop(a.join(&b));
}

#[test]
#[should_panic(expected = "a basis of no primes")]
fn an_empty_range_is_no_basis() {
    drop(RnsBasis::new(N, &values(&[40; 2])).expect("a basis").range(1..1));
}

#[test]
fn fingerprints_tell_degrees_primes_and_their_order_apart() {
    let moduli = values(&[40, 41, 42]);
    let of = |n, moduli: &[u64]| RnsBasis::new(n, moduli).expect("a basis").fingerprint();
    let mut turned = moduli.clone();
    turned.swap(0, 2);
    let all = [of(N, &moduli), of(N / 2, &moduli), of(N, &moduli[..2]), of(N, &turned)];
    assert!((0..4).all(|i| (0..i).all(|j| all[i] != all[j])), "{all:?}");
    assert_eq!(of(N, &moduli), all[0]);
}

#[test]
fn products_and_logarithms_are_of_the_level() {
    let moduli = primes(N, &[30, 40, 50, 60]);
    let basis = RnsBasis::new(N, &moduli.iter().map(Modulus::value).collect::<Vec<_>>()).expect("a basis");
    let m = primes(N, &[62])[0];
    for level in 0..=4 {
        let expect = |skip: Option<usize>| {
            let kept = (0..level).filter(|&i| Some(i) != skip);
            kept.fold(1, |p, i| (u128::from(p) * u128::from(moduli[i].value()) % u128::from(m.value())) as u64)
        };
        for skip in [None, Some(0), Some(3), Some(4)] {
            assert_eq!(basis.product_mod(&m, level, skip), expect(skip), "level {level} without {skip:?}");
        }
        let log: f64 = moduli[..level].iter().map(|q| (q.value() as f64).log2()).sum();
        assert!((basis.log2(level) - log).abs() < 1e-9, "level {level}");
    }
}

#[test]
fn a_kernel_that_does_not_take_a_prime_refuses_the_basis() {
    for kernel in Kernel::<u64>::all() {
        for bits in [50, 51, 52, 62] {
            let moduli = values(&[bits]);
            let taken = kernel.supports(&primes(N, &[bits])[0], N);
            assert_eq!(RnsBasis::with_kernel(kernel, N, &moduli).is_ok(), taken, "{} and {bits} bits", kernel.name());
        }
    }
}
