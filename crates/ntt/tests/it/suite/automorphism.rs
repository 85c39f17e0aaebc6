//! Automorphisms of polynomials, against powers of `X` one at a time.

use super::super::subject::Kernel;
use super::{Random, below};
use papilio_field::Modulus;

pub(crate) fn residues_conform(kernel: &Kernel) {
    for bits in [2, 30, 50, 51, 62] {
        let modulus = below(bits, 2).and_then(Modulus::new).expect("a prime");
        let q = modulus.value();
        let mut random = Random::new(q);
        for log in 0..8 {
            let n = 1usize << log;
            let mut from = random.below(q, n);
            (from[0], from[n / 2]) = (0, q - 1);
            for g in (1..2 * n).step_by(2) {
                let step = (1..2 * n).step_by(2).find(|h| g * h % (2 * n) == 1).expect("an inverse");
                let mut expected = vec![0; n];
                for (k, &x) in from.iter().enumerate() {
                    let power = k * g % (2 * n);
                    expected[power % n] = if power < n { x } else { modulus.neg(x) };
                }
                let mut to = vec![u64::MAX; n];
                kernel.automorphism(&modulus, &from, &mut to, step);
                assert_eq!(to, expected, "{}: X to X^{g}, {n} coefficients modulo {q}", kernel.name());
            }
        }
    }
}

/// Blocks in any order, some of them more than once, and patterns that are no permutations.
pub(crate) fn values_conform(kernel: &Kernel) {
    for log in 3..9 {
        let n = 1usize << log;
        let mut random = Random::new(n as u64);
        let from: Vec<u64> = (0..n).map(|_| random.word()).collect();
        let places: Vec<u32> = (0..n / 8).map(|_| random.word() as u32).collect();
        let patterns = [(); 8].map(|()| [(); 8].map(|()| (random.word() % 8) as u8));
        let mut to = vec![0; n];
        kernel.automorphism_values(&from, &mut to, &places, &patterns);
        for (i, &found) in to.iter().enumerate() {
            let place = places[i / 8] as usize;
            let expected = from[place % n / 8 * 8 + usize::from(patterns[place % 8][i % 8])];
            assert_eq!(found, expected, "{}: value {i} of {n}", kernel.name());
        }
    }
}

/// Integers of two words, of which the lower has 20 bits, against integers of 128 bits.
pub(crate) fn words_conform(kernel: &Kernel) {
    const BITS: [u64; 2] = [(1 << 52) - 1, ((1 << 20) - 1) << 32];
    for log in 0..8 {
        let n = 1usize << log;
        let mut random = Random::new(n as u64);
        let mut from = BITS.map(|bits| (0..n).map(|_| random.word() & bits).collect::<Vec<_>>());
        // Zero, whose negative has a carry out of the highest word, and the greatest integer.
        (from[0][0], from[1][0], from[0][n / 2], from[1][n / 2]) = (0, 0, BITS[0], BITS[1]);
        for step in (1..2 * n).step_by(2) {
            let odd = |i: usize| i * step / n % 2 == 1;
            let mut carry: Vec<u64> = (0..n).map(|i| if odd(i) { 1 << 32 } else { 0 }).collect();
            let mut to = [vec![u64::MAX; n], vec![u64::MAX; n]];
            for row in [1, 0] {
                kernel.automorphism_words(&from[row], &mut to[row], &mut carry, step, BITS[row]);
            }
            for (i, &carry) in carry.iter().enumerate() {
                let of = |rows: &[Vec<u64>; 2], i: usize| u128::from(rows[0][i]) << 52 | u128::from(rows[1][i]);
                let (x, one) = (of(&from, i * step % n), 1u128 << 104);
                let expected = if odd(i) { (one - x) % one } else { x };
                let name = kernel.name();
                assert_eq!(of(&to, i), expected, "{name}: coefficient {i} of {n} from that of X^({step}·{i})");
                assert_eq!(carry, u64::from(odd(i) && x == 0), "{name}: carry {i} of {n}, step {step}");
            }
        }
    }
}
