use super::*;
use crate::words::{self, Words};
use crate::{Centered, Field};
use alloc::vec;
use alloc::vec::Vec;
use num_bigint::BigUint;

fn field_axioms<F: Field>() {
    let t_minus_1 = -F::ONE;
    assert_eq!(t_minus_1.to_words(), words::sub(F::MODULUS, [1, 0, 0, 0]));
    assert_eq!(t_minus_1 + F::ONE, F::ZERO);
    assert_eq!(t_minus_1 * t_minus_1, F::ONE);
    assert_eq!(F::ZERO - F::ONE, t_minus_1);
    assert!(F::from_words(F::MODULUS).is_none());
    assert_eq!(F::from_words(t_minus_1.to_words()), Some(t_minus_1));
    assert_eq!(F::ZERO.inverse(), None);
    let mut x = F::from_u64(u64::MAX);
    for i in 1..200 {
        assert_eq!(x * x.inverse().expect("nonzero"), F::ONE);
        let y = F::from_u64(i) * x;
        assert_eq!((x + y) * (x - y), x * x - y * y);
        assert_eq!(-(x - y), y - x);
        x = x * x + F::from_u64(i);
    }
    assert!(F::from_u64(2).pow(&[u64::from(F::BITS) - 1]) != F::ZERO);
}

fn roots_have_their_order<F: Field>() {
    let top = F::root_of_unity(F::TWO_ADICITY).expect("root");
    assert!(F::root_of_unity(F::TWO_ADICITY + 1).is_none());
    let mut root = top;
    for log in (1..=F::TWO_ADICITY).rev() {
        assert_eq!(F::root_of_unity(log), Some(root));
        assert_ne!(root, F::ONE);
        root = root * root;
    }
    assert_eq!(root, F::ONE);
}

fn centered_lift<F: Field>() {
    let one = F::ONE.centered();
    assert_eq!((one.negative, one.magnitude), (false, [1, 0, 0, 0]));
    let minus = (-F::ONE).centered();
    assert_eq!((minus.negative, minus.magnitude), (true, [1, 0, 0, 0]));
    let half = F::from_u64(2).inverse().expect("odd");
    assert!(half.centered().negative, "(t+1)/2 lies above t/2");
    assert!(!(half - F::ONE).centered().negative);
}

#[test]
fn every_field() {
    fn check<F: Field>() {
        field_axioms::<F>();
        roots_have_their_order::<F>();
        centered_lift::<F>();
    }
    check::<P32>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<Mersenne31>();
    check::<Goldilocks>();
    check::<Bls12_381>();
    check::<Bn254>();
    check::<Stark252>();
}

/// The primes that divide `n`, by trial division.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = vec![];
    for d in 2..1 << 17 {
        if n.is_multiple_of(d) {
            factors.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
    }
    assert_eq!(n, 1, "a factor above 2^17");
    factors
}

#[test]
fn generators_are_the_smallest() {
    fn check<F: Field>() {
        let order = F::MODULUS[0] - 1;
        let factors = prime_factors(order);
        let generates = |&g: &u64| factors.iter().all(|f| F::from_u64(g).pow(&[order / f]) != F::ONE);
        assert_eq!((1..).find(generates), Some(F::generator().to_words()[0]), "{}", F::NAME);
    }
    check::<P32>();
    check::<Goldilocks>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<Mersenne31>();
}

/// The quotient of words by a word, when nothing remains.
fn divided(words: Words, by: u64) -> Option<Words> {
    let (mut quotient, mut rest) = ([0; 4], 0);
    for i in (0..4).rev() {
        let part = u128::from(rest) << 64 | u128::from(words[i]);
        (quotient[i], rest) = ((part / u128::from(by)) as u64, (part % u128::from(by)) as u64);
    }
    (rest == 0).then_some(quotient)
}

fn integer(words: Words) -> BigUint {
    BigUint::from_slice(&words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect::<Vec<_>>())
}

fn words(x: &BigUint) -> Words {
    let mut words = [0; 4];
    x.iter_u64_digits().zip(&mut words).for_each(|(digit, word)| *word = digit);
    words
}

/// The quotient of words by words, when nothing remains.
fn quotient(a: Words, b: Words) -> Words {
    let (a, b) = (integer(a), integer(b));
    assert_eq!(&a / &b * &b, a, "no divisor");
    words(&(a / b))
}

#[test]
fn arithmetic_of_four_words_is_that_of_integers() {
    fn check<F: Field>() {
        let t = integer(F::MODULUS);
        let mut x = F::from_u64(0x9E37_79B9_7F4A_7C15);
        for i in 0..300 {
            let y = if i % 7 == 0 { -F::from_u64(i) } else { x * x + F::from_u64(i) };
            let (a, b) = (integer(x.to_words()), integer(y.to_words()));
            assert_eq!(integer((x * y).to_words()), &a * &b % &t, "{}", F::NAME);
            assert_eq!(integer((x + y).to_words()), (&a + &b) % &t, "{}", F::NAME);
            assert_eq!(integer((x - y).to_words()), (&t + &a - &b) % &t, "{}", F::NAME);
            assert_eq!(F::from_words(words(&a)), Some(x));
            x = x * y + F::from_u64(3);
        }
    }
    check::<Bls12_381>();
    check::<Bn254>();
    check::<Stark252>();
}

#[test]
fn generators_of_large_fields_are_the_smallest() {
    fn check<F: Field>(factors: &[u64]) {
        let order = words::sub(F::MODULUS, [1, 0, 0, 0]);
        let rest =
            factors.iter().fold(order, |rest, &f| core::iter::successors(Some(rest), |&x| divided(x, f)).last().expect("one"));
        // The last factor of BN254's order has more than a word, and is what the others leave.
        let cofactor = (rest != [1, 0, 0, 0]).then(|| quotient(order, rest));
        let quotients = factors.iter().map(|&f| divided(order, f).expect("a factor")).chain(cofactor);
        let quotients: Vec<Words> = quotients.collect();
        let generates = |&g: &u64| quotients.iter().all(|quotient| F::from_u64(g).pow(quotient) != F::ONE);
        assert_eq!((1..).find(generates).map(F::from_u64), Some(F::generator()), "{}", F::NAME);
    }
    check::<Bn254>(&[2, 3, 13, 29, 983, 11_003, 237_073, 405_928_799, 1_670_836_401_704_629]);
    check::<Bls12_381>(&[2, 3, 11, 19, 10_177, 125_527, 859_267, 906_349, 2_508_409, 2_529_403, 52_437_899, 254_760_293]);
    check::<Stark252>(&[2, 5, 7, 98_714_381, 166_848_103]);
}

#[test]
fn moduli_of_large_fields() {
    let bls12_381 = [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];
    assert_eq!((Bls12_381::MODULUS, Bls12_381::BITS, Bls12_381::WORDS), (bls12_381, 255, 4));
    assert_eq!(Stark252::MODULUS, [1, 0, 0, 17 | 1 << 59]);
}

/// Sums of two elements and the words of the greatest ones reach bit 255.
#[test]
fn fields_of_four_words_at_their_ends() {
    fn check<F: Field>() {
        let element = |words: Words| F::from_words(words).expect("below the modulus");
        let minus = |x: u64| element(words::sub(F::MODULUS, [x, 0, 0, 0]));
        let half = words::shift_right(F::MODULUS, 1);
        let above = words::sub(F::MODULUS, half);
        assert_eq!(element(half).centered(), Centered { negative: false, magnitude: half });
        assert_eq!(element(above).centered(), Centered { negative: true, magnitude: half });
        assert_eq!([element(above) + element(above), element(half) + element(above)], [F::ONE, F::ZERO]);
        assert_eq!(
            [minus(5) + minus(7), minus(5) * minus(7), minus(5) - minus(7)],
            [minus(12), F::from_u64(35), F::from_u64(2)]
        );
        let ones = |bits: u32| [u64::MAX, u64::MAX, u64::MAX, u64::MAX >> (256 - bits)];
        assert!(F::from_words(ones(F::BITS)).is_none() && F::from_words(ones(256)).is_none());
    }
    check::<Bls12_381>();
    check::<Bn254>();
    check::<Stark252>();
}

#[test]
fn small_fields_are_integers_modulo_their_prime() {
    fn check<F: Field>() {
        let t = u128::from(F::MODULUS[0]);
        let word = |x: F| u128::from(x.to_words()[0]);
        let edges = [0, 1, 2, F::MODULUS[0] / 2, F::MODULUS[0] / 2 + 1, F::MODULUS[0] - 2, F::MODULUS[0] - 1];
        let random = (1..200u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let values: Vec<u64> = edges.into_iter().chain(random).chain([F::MODULUS[0], u64::MAX, u64::MAX - 1]).collect();
        for &a in &values {
            let x = F::from_u64(a);
            assert_eq!(word(x), u128::from(a) % t);
            for &b in &values {
                let (a, b, y) = (word(x), word(F::from_u64(b)), F::from_u64(b));
                assert_eq!([word(x + y), word(x - y), word(x * y)], [(a + b) % t, (a + t - b) % t, a * b % t], "{}", F::NAME);
            }
        }
    }
    check::<P32>();
    check::<Goldilocks>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<Mersenne31>();
}

#[test]
fn elements_are_seen_as_words() {
    use bytemuck::TransparentWrapper;
    let mut elements = [5, 6, 7].map(BabyBear::from_u64);
    BabyBear::peel_slice_mut(&mut elements)[1] = 9;
    assert_eq!(elements, [5, 9, 7].map(BabyBear::from_u64));
    assert_eq!(Mersenne31::wrap_slice(&[3u32, 4]), [3, 4].map(Mersenne31::from_u64));
    assert_eq!(Goldilocks::peel_slice(&[Goldilocks::ONE]), [1u64]);
    assert_eq!(P32::peel(P32::ONE), 1u32);
}
