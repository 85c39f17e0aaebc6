//! Integers and digits that come in, and integers that go out.

use super::{after, bits, digit, numbers, others, scalar};
use crate::kernel::lanes::{Doubles, Lanes};
use crate::kernel::tests::portable::Numbers;
use crate::kernel::tests::suite::Random;

/// The nearest integer, of ties the even one, modulo `2^64`, by the bits of the number.
fn rounded(x: f64) -> i64 {
    let exponent = (x.to_bits() >> 52 & 0x7FF) as i32 - 1075;
    let significand = i128::from(x.to_bits() & ((1 << 52) - 1) | u64::from(exponent > -1075) << 52);
    let magnitude = match exponent {
        0.. => significand << exponent.min(64),
        -64.. => {
            let (whole, rest, half) = (significand >> -exponent, significand % (1 << -exponent), 1 << (-exponent - 1));
            whole + i128::from(rest > half || rest == half && whole % 2 == 1)
        }
        _ => 0,
    };
    (if x < 0.0 { -magnitude } else { magnitude }) as i64
}

/// Numbers at ties and at the ends of the intervals of each step.
fn edges() -> Vec<f64> {
    let powers = [0, 1, 30, 31, 32, 33, 50, 51, 52, 53, 61, 62, 63, 64, 65, 80, 81].map(|log| 2f64.powi(log));
    let near = powers.into_iter().flat_map(|x| {
        let bits = x.to_bits();
        [x, f64::from_bits(bits - 1), f64::from_bits(bits + 1), x + 0.5, x - 0.5, x + 1.5, 1.5 * x, 1.25 * x]
    });
    let small = [0.0, 0.25, 0.5, 0.75, 1.5, 2.5, f64::MIN_POSITIVE, 0.499_999_999_999_999_94, 4_503_599_627_370_495.5];
    near.chain(small).filter(|x| x.abs() < 2f64.powi(82)).flat_map(|x| [x, -x]).collect()
}

#[test]
fn numbers_become_the_nearest_integers() {
    let random = numbers(&mut Random::new(5), 10_000, 80);
    for x in edges().into_iter().chain(random) {
        let mut word = 0u64;
        // SAFETY: one portable lane needs no instruction set.
        unsafe { Numbers::<1>::number(x).to_integers().store(&mut word) }
        assert_eq!(word as i64, rounded(x), "{x:e}");
    }
}

#[test]
fn integers_become_numbers() {
    for x in [0i64, 1, -1, 1 << 50, (1 << 51) - 1, -(1 << 51), 1 - (1 << 51), 12_345_678_901] {
        let mut word = 0u64;
        // SAFETY: as above.
        unsafe { Numbers::<1>::splat(x as u64).of_integers().store(&mut word) }
        assert_eq!(word, (x as f64).to_bits(), "{x}");
    }
}

/// A transform of integers has the bits of that of their numbers, on every kernel.
#[test]
fn transforms_of_integers_and_digits() {
    for log in 1..=12 {
        let (n, reference, mut random) = (2usize << log, scalar(log), Random::new(u64::from(log) + 50));
        let ends = [-(1i64 << 51), (1 << 51) - 1, 0, -1];
        let integer = |i: usize, word: u64| if i.is_multiple_of(3) { ends[i / 3 % 4] } else { word as i64 >> 12 };
        let words: Vec<u64> =
            (0..n).map(|i| if i % 5 == 0 { 0u64.wrapping_sub(i as u64 % 2) } else { random.word() }).collect();
        let integers: Vec<i64> = words.iter().enumerate().map(|(i, &word)| integer(i, word)).collect();
        let digits = [digit(0, 0, 1), digit(1 << 63, 13, 51), digit(0x8421_0842_1084_2108, 59, 5), digit(u64::MAX, 30, 23)];
        let of = |x: Vec<f64>| bits(&after(&x, |x| reference.forward(x)));
        let expected = of(integers.iter().map(|&x| x as f64).collect());
        for plan in others(log).chain([scalar(log)]) {
            let mut values = vec![f64::NAN; n];
            plan.forward_integers(&integers, &mut values);
            assert_eq!(bits(&values), expected, "{}", plan.explain());
            for digit in digits {
                plan.forward_digits(&words, digit, &mut values);
                let expected = of(words.iter().map(|&word| digit.of(word) as f64).collect());
                assert_eq!(bits(&values), expected, "{digit:?}, {}", plan.explain());
                // The same with memory that is asked for, more than there are words and less.
                for len in [1, n, 7 * n] {
                    values.fill(f64::NAN);
                    plan.forward_digits_ahead(&words, digit, &mut values, &vec![0; len]);
                    assert_eq!(bits(&values), expected, "{digit:?}, {len} words ahead, {}", plan.explain());
                }
            }
        }
    }
}

/// The rounded inverse is the inverse, rounded, on every kernel.
#[test]
fn inverses_are_rounded() {
    for log in 1..=12 {
        let input = numbers(&mut Random::new(u64::from(log) + 60), 2 << log, 60);
        let expected: Vec<i64> = after(&input, |a| scalar(log).inverse(a)).into_iter().map(rounded).collect();
        for plan in others(log).chain([scalar(log)]) {
            let (mut values, mut integers) = (input.clone(), vec![1; 2 << log]);
            plan.inverse_rounded(&mut values, &mut integers);
            assert_eq!(integers, expected, "{}", plan.explain());
        }
    }
}
