//! Digits and carries of integers from their residues, against long integers: beside the suite,
//! which the fuzzer includes without them.

use super::subject::{DigitOperands, Kernel, Reconstruction};
use super::suite::Random;
use num_bigint::BigInt;
use papilio_field::{Modulus, prime};

const WORD: u32 = 52;
/// Parts of a vector, whole ones, groups of them, and all together.
const LENGTHS: [usize; 4] = [1, 8, 32, 77];

/// The greatest primes of 49 bits.
fn primes(count: usize) -> Vec<Modulus> {
    prime::descending(49, 2).take(count).map(|q| Modulus::new(q).expect("a prime")).collect()
}

fn big(q: &Modulus) -> BigInt {
    BigInt::from(q.value())
}

fn residue(x: &BigInt, q: &Modulus) -> u64 {
    u64::try_from(((x % big(q)) + big(q)) % big(q)).expect("a residue")
}

/// Words of an integer that is not below zero, the lowest first.
fn words(x: &BigInt, count: usize) -> Vec<u64> {
    let word = |t: usize| u64::try_from((x >> (WORD as usize * t)) % (1u64 << WORD)).expect("a word");
    assert!(*x >= BigInt::from(0) && x >> (WORD as usize * count) == BigInt::from(0), "{x} has more than {count} words");
    (0..count).map(word).collect()
}

fn slices(rows: &[Vec<u64>]) -> Vec<&[u64]> {
    rows.iter().map(Vec::as_slice).collect()
}

/// A kernel makes the right words of an integer of each lane, its carry and its summand.
fn check(kernel: &Kernel, primes: &[Modulus], digit_words: usize, cases: &[[BigInt; 3]]) {
    let (p, n) = (primes.len(), cases.len());
    let product: BigInt = primes.iter().map(big).product();
    let bias = words(&(BigInt::from(1) << (WORD as usize * p - 1)), p);
    let factors: Vec<u64> = primes.iter().map(|q| q.inverse(residue(&(&product / big(q)), q))).collect();
    let vector = |q: &Modulus, f: u64| cases.iter().map(|[x, ..]| q.mul(residue(x, q), f)).collect::<Vec<_>>();
    let residues: Vec<_> = primes.iter().zip(factors).map(|(q, f)| vector(q, f)).collect();
    let rows = |count: usize, of: usize| -> Vec<Vec<u64>> {
        let rows = (0..count).map(|t| cases.iter().map(|case| words(&case[of], count)[t]).collect());
        rows.collect()
    };
    let (plus, mut carry) = (rows(digit_words, 1), rows(p - digit_words, 2).concat());
    let mut digit = vec![vec![u64::MAX; n]; digit_words];
    let operands = DigitOperands {
        residues: &slices(&residues),
        plus: &slices(&plus),
        bias: &bias,
        carry: &mut carry,
        digit: &mut digit.iter_mut().map(Vec::as_mut_slice).collect::<Vec<_>>(),
    };
    kernel.reconstruct(&Reconstruction::new(primes).expect("primes of 49 bits"), operands);
    for (i, [x, plus, below]) in cases.iter().enumerate() {
        let expected = words(&(x + plus + below + (BigInt::from(1) << (WORD as usize * p - 1))), p);
        let found: Vec<_> = digit.iter().map(|row| row[i]).chain(carry.chunks_exact(n).map(|row| row[i])).collect();
        assert_eq!(found, expected, "{}: {x} + {plus} + {below}, {p} primes, {digit_words} words", kernel.name());
    }
}

pub(crate) fn conforms(kernel: &Kernel) {
    let mut random = Random::new(49);
    for (p, digit_words) in [(1, 1), (3, 1), (5, 2), (7, 3), (9, 4), (13, 6), (4, 4), (32, 15)] {
        let primes = primes(p);
        let most: BigInt = primes.iter().map(big).product::<BigInt>() / 4;
        let unit = |words: usize| -> BigInt { (BigInt::from(1) << (WORD as usize * words)) - 1 };
        let mut integer = |most: &BigInt| {
            let words: Vec<u32> = (0..2 * p).map(|_| random.word() as u32).collect();
            BigInt::from_slice(num_bigint::Sign::Plus, &words) % (most + 1)
        };
        // The greatest carry, summand and integer have no more words with the bias.
        let carries = unit(p - digit_words);
        let summands: BigInt = unit(digit_words) / if digit_words == p { 4 } else { 1 };
        for n in LENGTHS {
            let mut cases = Vec::new();
            for x in [BigInt::from(0), 1.into(), (-1).into(), most.clone(), -&most] {
                for (plus, carry) in [(0.into(), 0.into()), (summands.clone(), carries.clone())] {
                    cases.push([x.clone(), plus, carry]);
                }
            }
            while cases.len() < n {
                cases.push([integer(&(&most * 2)) - &most, integer(&summands), integer(&carries)]);
            }
            cases.chunks(n).filter(|cases| cases.len() == n).for_each(|cases| check(kernel, &primes, digit_words, cases));
        }
    }
}
