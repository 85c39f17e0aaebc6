use super::*;
use crate::integer::Integer;
use crate::ring::Word32;

#[test]
fn primality_agrees_with_a_sieve_and_known_values() {
    let mut composite = [false; 5000];
    for i in 2..5000 {
        if !composite[i] {
            (2 * i..5000).step_by(i).for_each(|j| composite[j] = true);
        }
        if i % 2 == 1 {
            assert_eq!(is_prime(i as u64), !composite[i], "{i}");
        }
    }
    let primes = [4_294_967_291, 4_294_967_311, (1 << 61) - 1, 0xFFFF_FFFF_0000_0001, u64::MAX - 58, 1_795_265_023];
    assert!(primes.iter().all(|&q| is_prime(q) == papilio_field::prime::is_prime(q)));
    // Strong pseudoprimes to the first four, and the first nine, prime bases; squares of primes;
    // Carmichael numbers.
    let composites = [3_215_031_751, 3_825_123_056_546_413_051, 4_294_967_291 * 4_294_967_291, 561, 1_729, 825_265];
    assert!(composites.iter().all(|&q| !is_prime(q)));
}

#[test]
fn primality_agrees_with_another_test_at_random() {
    let mut x = 1u64;
    for bits in 2..=64 {
        for _ in 0..40 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let q = (x >> (64 - bits)) | 1 | 1 << (bits - 1);
            assert_eq!(is_prime(q), papilio_field::prime::is_prime(q), "{q}");
        }
    }
}

#[test]
fn the_least_root_is_the_least() {
    for (q, n) in [(17, 2), (97, 16), (97, 4), (257, 128), (3329, 128), (12_289, 512), (7681, 256), (40_961, 64)] {
        let ring = Word32::new(&Integer::from(q));
        let found = least(&ring, q, n).expect("a root");
        let power = |x: u64| (0..n).fold(1, |power, _| power * x % q);
        let expected = (1..q).find(|&x| power(x) == q - 1).expect("a root");
        assert_eq!(found.power(0), ring.enter(expected as u32), "{n} modulo {q}");
    }
}

#[test]
fn symbols_agree_with_squares() {
    for b in (3..200u64).step_by(2).filter(|&b| is_prime(b)) {
        for a in 0..b {
            let square = (1..b).any(|x| x * x % b == a);
            assert_eq!(jacobi(a, b), if a == 0 { 0 } else { 2 * i32::from(square) - 1 }, "{a} modulo {b}");
        }
    }
}
