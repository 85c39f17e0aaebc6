//! Sums of products that fill the words of
//! [`pointwise::accumulate_52`](crate::kernel::vector::pointwise): a chunk of pairs is added up
//! unreduced, so its length and the greatest sums of both halves are met here.

use super::portable::KERNELS64;
use super::suite::{Random, below};
use papilio_field::Modulus;

/// Numbers of pairs: the most that a chunk has, and more.
const COUNTS: [usize; 4] = [2047, 2048, 2049, 4100];

/// Factors whose product has a low half as near to `2^52` as a search finds.
fn fullest(q: u64) -> (u64, u64) {
    let mut random = Random::new(q);
    let pairs = (0..4_000_000).map(|_| (q - 1 - random.word() % 1024, random.word() % q));
    pairs.max_by_key(|&(a, b)| a.wrapping_mul(b) & ((1 << 52) - 1)).expect("pairs")
}

#[test]
fn fullest_chunks() {
    for edge in [12, 26, 30, 40, 46, 47] {
        let modulus = below(edge, 2).and_then(Modulus::new).expect("a prime");
        let q = modulus.value();
        for ((a, b), count) in [fullest(q), (q - 1, q - 1)].into_iter().flat_map(|pair| COUNTS.map(|count| (pair, count))) {
            let (a_words, b_words) = ([a; 9], [b; 9]);
            let factors = vec![(&a_words[..], &b_words[..]); count];
            let expected = (u128::from(q - 1) + count as u128 * u128::from(a) * u128::from(b)) % u128::from(q);
            for kernel in KERNELS64.iter().filter(|kernel| kernel.supports(&modulus, usize::MAX)) {
                let mut sum = [q - 1; 9];
                kernel.multiply_accumulate(&modulus, &mut sum, &factors);
                assert_eq!(sum, [expected as u64; 9], "{}: {count} pairs {a}·{b} modulo {q}", kernel.name());
            }
        }
    }
}
