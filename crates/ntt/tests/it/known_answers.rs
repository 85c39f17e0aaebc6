//! The specification against answers computed outside this workspace: standards, reference
//! implementations, big integers.

use crate::vectors::{falcon, mersenne31, ml_dsa, ml_kem, squares, weighted_sum};
use papilio_field::fields::Mersenne31;
use papilio_field::{Field, Modulus};
use papilio_ntt::naive;

fn bit_reverse(i: usize, bits: u32) -> u64 {
    (i as u64).reverse_bits() >> (64 - bits)
}

fn mersenne_squares(n: usize) -> Vec<Mersenne31> {
    squares(n, (1 << 31) - 1).into_iter().map(Mersenne31::from_u64).collect()
}

#[test]
fn complete_transforms() {
    use falcon::{FALCON_512_RAMP, FALCON_512_SQUARES, FALCON_1024_RAMP, FALCON_1024_SQUARES};
    let falcon = [FALCON_512_SQUARES, FALCON_512_RAMP, FALCON_1024_SQUARES, FALCON_1024_RAMP];
    for answer in falcon.into_iter().chain([ml_dsa::ML_DSA_SQUARES, ml_dsa::ML_DSA_RAMP]) {
        let modulus = Modulus::new(answer.modulus).expect("prime");
        answer.check(&naive::negacyclic(&modulus, answer.root, &(answer.input)(answer.n, answer.modulus)));
    }
    ml_dsa::ML_DSA_SQUARES.check(&ml_dsa::ML_DSA_SQUARES_OUTPUT);
}

#[test]
fn incomplete_transforms_and_their_products() {
    let modulus = Modulus::new(3329).expect("prime");
    let [squares, ramp] = [ml_kem::ML_KEM_SQUARES, ml_kem::ML_KEM_RAMP].map(|answer| {
        let outputs = naive::incomplete(&modulus, answer.root, &(answer.input)(answer.n, answer.modulus));
        answer.check(&outputs);
        outputs
    });
    assert_eq!(squares, ml_kem::ML_KEM_SQUARES_OUTPUT);
    let pairs = squares.chunks_exact(2).zip(ramp.chunks_exact(2)).zip(ml_kem::GAMMAS);
    let product = pairs.flat_map(|((f, g), gamma)| {
        let low = f[0] * g[0] + f[1] * g[1] % 3329 * gamma;
        [low % 3329, (f[0] * g[1] + f[1] * g[0]) % 3329]
    });
    ml_kem::ML_KEM_PRODUCT.check(&product.collect::<Vec<_>>());
}

#[test]
fn roots_of_the_standards_are_the_smallest() {
    for (q, n, root) in [(12289, 512, 49), (12289, 1024, 7), (8_380_417, 256, 1753), (3329, 128, 17)] {
        let modulus = Modulus::new(q).expect("prime");
        assert_eq!((1..q).find(|&x| modulus.pow(x, n) == q - 1), Some(root), "x^{n} = -1 modulo {q}");
    }
}

#[test]
fn tables_of_the_standards() {
    let (dsa, kem) = (Modulus::new(8_380_417).expect("prime"), Modulus::new(3329).expect("prime"));
    assert!((0..256).all(|i| ml_dsa::ZETAS[i] == dsa.pow(1753, bit_reverse(i, 8))));
    assert!((0..128).all(|i| ml_kem::ZETAS[i] == kem.pow(17, bit_reverse(i, 7))));
    assert!((0..128).all(|i| ml_kem::GAMMAS[i] == kem.pow(17, 2 * bit_reverse(i, 7) + 1)));
}

#[test]
fn circle_transform() {
    let words = |n| naive::circle(&mersenne_squares(n)).into_iter().map(|x| x.to_words()[0]).collect::<Vec<_>>();
    assert_eq!(words(16), mersenne31::CIRCLE_16);
    assert_eq!(weighted_sum(words(256).into_iter()), mersenne31::CIRCLE_256_WEIGHTED_SUM);
}

#[test]
fn folded_transform() {
    let words = |n| naive::complex31(&mersenne_squares(n)).into_iter().map(|z| [z.re, z.im].map(|x| x.to_words()[0]));
    assert_eq!(words(16).collect::<Vec<_>>(), mersenne31::FOLDED_16);
    assert_eq!(weighted_sum(words(256).flatten()), mersenne31::FOLDED_256_WEIGHTED_SUM);
}
