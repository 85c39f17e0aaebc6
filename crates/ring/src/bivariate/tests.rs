//! Products, carries and roundings against long integers.

mod products;
mod refusals;

use super::torus_poly::MASK;
use super::*;
use crate::PooledVec;
use crate::sample::{SeededUniform, ShortPoly};
use chacha20::ChaCha20Rng;
use num_bigint::{BigInt, Sign};
use rand_core::{Rng, SeedableRng};

const DEGREE: usize = 128;

/// Numerators over `2^bits`.
fn integers(x: &TorusPoly) -> Vec<BigInt> {
    let spare = x.rows() * WORD_BITS as usize - x.bits() as usize;
    let one = |i: usize| (0..x.rows()).fold(BigInt::from(0), |sum, row| (sum << WORD_BITS) + x.row(row)[i]);
    (0..x.degree()).map(|i| one(i) >> spare).collect()
}

/// The element of numerators over `2^bits`, modulo 1.
fn torus(numerators: &[BigInt], bits: u32) -> TorusPoly {
    let rows = bits.div_ceil(WORD_BITS) as usize;
    let spare = rows * WORD_BITS as usize - bits as usize;
    let mut words = PooledVec::zero(rows * numerators.len());
    for (i, x) in numerators.iter().enumerate() {
        let x = modulo(x, bits) << spare;
        for row in 0..rows {
            let word = (&x >> (WORD_BITS as usize * (rows - 1 - row))) & BigInt::from(MASK);
            words[row * numerators.len() + i] = u64::try_from(word).expect("a word");
        }
    }
    TorusPoly::from_words(numerators.len(), bits, words).expect("words of the torus")
}

fn modulo(x: &BigInt, bits: u32) -> BigInt {
    let one = BigInt::from(1) << bits;
    ((x % &one) + &one) % &one
}

/// `⌊x/2^by⌉`, halves up.
fn rounded(x: &BigInt, by: u32) -> BigInt {
    if by == 0 { x.clone() } else { (x + (BigInt::from(1) << (by - 1))) >> by }
}

/// `⌊x/2^by⌉`, halves to even.
fn rounded_to_even(x: &BigInt, by: u32) -> BigInt {
    let (half, up) = ((BigInt::from(1) << by) / 2, rounded(x, by));
    if by > 0 && modulo(x, by) == half && up.bit(0) { up - 1 } else { up }
}

/// Elements whose digits of `K` bits are random, of which the greatest magnitude is frequent.
fn random(rng: &mut ChaCha20Rng, bits: u32, k: u32) -> TorusPoly {
    let numerator = |_| {
        (0..bits.div_ceil(k)).fold(BigInt::from(0), |sum, _| {
            let words: Vec<u32> = (0..k.div_ceil(32)).map(|_| rng.next_u32()).collect();
            let digit = match rng.next_u32() % 4 {
                0 => BigInt::from(1) << (k - 1),
                1 => (BigInt::from(1) << (k - 1)) - 1,
                _ => modulo(&BigInt::from_slice(Sign::Plus, &words), k),
            };
            (sum << k) + digit
        })
    };
    torus(&(0..DEGREE).map(numerator).collect::<Vec<_>>(), bits)
}

/// The element of which every digit is the least: the magnitude of each is `2^(K−1)`.
fn least(bits: u32, k: u32) -> TorusPoly {
    // Digits from the lowest one on: each of them borrows.
    let count = bits.div_ceil(k);
    let number = (0..count).fold(BigInt::from(0), |sum, _| (sum << k) - (BigInt::from(1) << (k - 1)));
    torus(&vec![number >> (count * k - bits); DEGREE], bits)
}

/// Digits from the highest on, by the definition.
fn digits(x: &TorusPoly, k: u32) -> Vec<Vec<BigInt>> {
    let count = x.bits().div_ceil(k);
    let (mut numbers, base) = (integers(x), BigInt::from(1) << k);
    let spare = count * k - x.bits();
    numbers.iter_mut().for_each(|x| *x <<= spare);
    let mut digits: Vec<Vec<BigInt>> = (0..count)
        .map(|_| {
            let digit = |x: &mut BigInt| {
                let digit = modulo(&(&*x + (&base >> 1)), k) - (&base >> 1);
                *x = (&*x - &digit) >> k;
                digit
            };
            numbers.iter_mut().map(digit).collect()
        })
        .collect();
    digits.reverse();
    digits
}

/// The product modulo `X^N + 1`.
fn product(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let mut sums = vec![BigInt::from(0); DEGREE];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let at = (i + j) % DEGREE;
            if i + j < DEGREE { sums[at] += a * b } else { sums[at] -= a * b }
        }
    }
    sums
}

fn add(a: &mut [BigInt], b: &[BigInt]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
}

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

#[test]
fn plans() {
    for (degree, bits) in [(1 << 15, 865), (1 << 16, 1729)] {
        for (words, primes) in [(1, 3), (2, 5), (3, 7), (4, 9), (6, 13)] {
            let digits = (bits as usize).div_ceil(52 * words);
            let plan = DigitPlan::new(words, degree, digits, DigitPlan::LOG2_FAILURE).expect("a plan");
            assert_eq!((plan.words(), plan.primes(), plan.bits()), (words.into(), primes, 52 * words as u32), "{degree}");
            assert!(plan.log2_failure() <= -128.0, "{}", plan.log2_failure());
            // Only digits of six words need to be uniform for as few primes.
            let certain = DigitPlan::certain(words, degree, digits).expect("a plan");
            assert_eq!(certain.primes(), primes + usize::from(words == 6));
            assert_eq!(certain.log2_failure(), f64::NEG_INFINITY);
        }
    }
    let error = DigitPlan::new(0, 1 << 15, 9, -128.0).expect_err("no words");
    assert_eq!(error, DigitPlanError::Words { operand: 0, row: 0, terms: 9, degree: 1 << 15 });
    let half = DigitWords { operand: 2, row: 0 };
    assert!(matches!(DigitPlan::certain(half, 1 << 15, 9), Err(DigitPlanError::Words { row: 0, .. })));
    assert!(DigitPlan::certain(16, 1 << 15, 9).expect_err("too many").to_string().contains("16 and 16 words"));
    assert!(DigitPlan::certain(usize::MAX, 1 << 15, 9).is_err());
    for failure in [0.0, 1.0, f64::NAN] {
        assert!(matches!(DigitPlan::new(1, 1 << 15, 9, failure), Err(DigitPlanError::Failure(_))), "{failure}");
    }
}

/// `d·N·2^(2K − 2)` is within a quarter of the primes' product, and with one bit more it is not.
#[test]
fn certain_plans_are_those_of_their_bound() {
    for (operand, row, primes) in [(1usize, 1usize, 3usize), (2, 2, 5), (3, 3, 7), (4, 4, 9), (1, 4, 6), (5, 1, 7)] {
        let room = digit_plan::LOG2_PRIME * primes as f64 - 2.0 - (52.0 * (operand + row) as f64 - 2.0);
        let (terms, words) = (1usize << (room as u32 - 7), DigitWords { operand, row });
        assert_eq!(DigitPlan::certain(words, DEGREE, terms).expect("a plan").primes(), primes, "{words:?}");
        assert!(DigitPlan::certain(words, DEGREE, 2 * terms).is_ok_and(|plan| plan.primes() > primes), "{words:?}");
    }
}

#[test]
fn sums_differences_and_small_integers() {
    let mut rng = rng(1);
    for bits in [1, 51, 52, 53, 104, 130, 161] {
        let (x, y) = (random(&mut rng, bits, 7), random(&mut rng, bits, 52));
        let (a, b) = (integers(&x), integers(&y));
        assert_eq!(torus(&a, bits), x);
        let each = |f: fn(&BigInt, &BigInt) -> BigInt| torus(&a.iter().zip(&b).map(|(a, b)| f(a, b)).collect::<Vec<_>>(), bits);
        let mut sum = x.clone();
        sum.add_assign(&y);
        assert_eq!(sum, each(|a, b| a + b), "{bits} bits");
        let mut difference = x.clone();
        difference.sub_assign(&y);
        assert_eq!(difference, each(|a, b| a - b), "{bits} bits");
        let mut negative = x.clone();
        negative.neg_assign();
        assert_eq!(negative, each(|a, _| -a), "{bits} bits");
        for place in [1, bits.div_ceil(2), bits] {
            let small: Vec<i64> = (0..DEGREE).map(|i| [0, 1, -1, i64::MAX, i64::MIN][i % 5]).collect();
            let mut sum = x.clone();
            sum.add_integers(small.iter().copied(), place);
            let expected: Vec<_> = a.iter().zip(&small).map(|(a, e)| a + (BigInt::from(*e) << (bits - place))).collect();
            assert_eq!(sum, torus(&expected, bits), "place {place} of {bits} bits");
        }
        assert!(TorusPoly::from_words(DEGREE, bits, PooledVec::zero(DEGREE * (x.rows() + 1))).is_none());
        let mut words = PooledVec::zero(DEGREE * x.rows());
        words[DEGREE - 1] = 1 << 52;
        assert!(TorusPoly::from_words(DEGREE, bits, words).is_none());
        let spare = x.rows() as u32 * WORD_BITS - bits;
        if spare > 0 {
            let mut words = PooledVec::zero(DEGREE * x.rows());
            words[DEGREE * x.rows() - 1] = 1 << (spare - 1);
            assert!(TorusPoly::from_words(DEGREE, bits, words).is_none(), "a bit beyond {bits}");
        }
    }
}

#[test]
fn numbers() {
    let numerators: Vec<BigInt> = (0..DEGREE as i64).map(|i| BigInt::from(i - 64) * 3).collect();
    for bits in [10, 52, 60, 161] {
        let unit = 2f64.powi(-(bits as i32));
        let expected: Vec<_> = (0..DEGREE).map(|i| (i as f64 - 64.0) * 3.0 * unit).collect();
        assert_eq!(torus(&numerators, bits).to_numbers(0), expected, "{bits} bits");
    }
    let half = torus(&vec![BigInt::from(1) << 51; DEGREE], 52);
    assert_eq!(half.to_numbers(0), [-0.5; DEGREE]);
    // Units and elements beyond the exponents of doubles.
    let integers: Vec<_> = (0..DEGREE).map(|i| (i as f64 - 64.0) * 3.0).collect();
    for bits in [60, 1500, 3000] {
        assert_eq!(torus(&numerators, bits).to_numbers(bits), integers, "{bits} bits");
    }
    let half = torus(&vec![BigInt::from(1) << 1499; DEGREE], 1500);
    assert_eq!(half.to_numbers(1500), [f64::NEG_INFINITY; DEGREE]);
}

#[test]
fn shifts_and_roundings() {
    let mut rng = rng(2);
    for bits in [52, 60, 104, 161] {
        let x = random(&mut rng, bits, 13);
        let a = integers(&x);
        for by in [0, 1, 51, 52, 53, 60, 104, bits, 10_000, u32::MAX] {
            // The last ones leave out one bit and two, of which many are halves.
            for to in [0, 1, 20, 52, 53, 100, 161, 210, bits - 1, bits - 2] {
                let shifted: Vec<_> = a.iter().map(|a| modulo(&(a << by.min(bits)), bits)).collect();
                let at = |a: &BigInt| if to >= bits { a << (to - bits) } else { rounded_to_even(a, bits - to) };
                let expected = torus(&shifted.iter().map(at).collect::<Vec<_>>(), to);
                assert_eq!(x.shifted(by, to), expected, "2^{by} times {bits} bits to {to}");
            }
        }
    }
}

/// Halves by the first bit that is left out, and the least more and less, in this word and others.
#[test]
fn halves_go_to_even_multiples() {
    for (bits, to) in [(161, 160), (161, 104), (161, 103), (161, 51), (104, 52), (52, 3)] {
        let by = bits - to;
        let half = BigInt::from(1) << (by - 1);
        let near = |i: usize| (BigInt::from(i / 3) << by) + &half + BigInt::from(i % 3) - 1;
        let numerators: Vec<BigInt> = (0..DEGREE).map(|i| modulo(&near(i), bits)).collect();
        let expected: Vec<_> = numerators.iter().map(|x| rounded_to_even(x, by)).collect();
        assert_eq!(torus(&numerators, bits).with_bits(to), torus(&expected, to), "{bits} bits to {to}");
    }
}

#[test]
fn automorphisms() {
    let x = random(&mut rng(3), 121, 11);
    for g in [1, 3, 5, 2 * DEGREE - 1, 2 * DEGREE + 7] {
        let mut image = vec![BigInt::from(0); DEGREE];
        for (i, a) in integers(&x).into_iter().enumerate() {
            let power = i * g % (2 * DEGREE);
            image[power % DEGREE] = if power < DEGREE { a } else { -a };
        }
        assert_eq!(x.automorphism(g), torus(&image, 121), "X to {g}");
    }
    assert!(x.automorphism(5).automorphism(5).automorphism(5).degree() == DEGREE);
}

#[test]
fn uniform_elements_are_those_of_their_number() {
    let seed = SeededUniform::new("papilio-ring test of torus elements", [3; 32]);
    let poly = |number| TorusPoly::uniform(DEGREE, 121, &seed, number);
    assert_eq!(poly(1), poly(1));
    assert_ne!(poly(1), poly(2));
    let whole = TorusPoly::from_words(
        DEGREE,
        121,
        PooledVec::copy_of(&(0..3).flat_map(|i| poly(1).row(i).to_vec()).collect::<Vec<_>>()),
    );
    assert_eq!(whole, Some(poly(1)));
    let equal = |i: usize| poly(1).row(i).iter().zip(poly(1).row(i + 1)).filter(|(a, b)| a == b).count();
    assert_eq!([equal(0), equal(1)], [0, 0]);
    // Every bit of every row is there.
    let or = |i| poly(1).row(i).iter().fold(0, |or, word| or | word);
    assert_eq!([or(0), or(1), or(2)], [MASK, MASK, MASK & !((1 << 35) - 1)]);
}

#[test]
fn vector_matrix_products() {
    // Words of digits; bits of the operand, of the matrix and of the result.
    for (words, bits, of_matrix, to) in [
        ((1, 1), 121u32, 180, 121),
        ((1, 1), 104, 156, 156),
        ((2, 2), 300, 420, 290),
        ((3, 3), 313, 500, 313),
        ((4, 4), 520, 740, 520),
        ((1, 4), 250, 370, 250),
        ((3, 1), 313, 500, 313),
        ((2, 5), 300, 420, 290),
    ] {
        let words = DigitWords { operand: words.0, row: words.1 };
        let [k, row_k] = [words.operand, words.row].map(|words| 52 * words as u32);
        let rows = bits.div_ceil(k) as usize;
        let plan = DigitPlan::certain(words, DEGREE, rows).expect("a plan");
        let transforms = DigitTransforms::new(plan).expect("transforms");
        let mut rng = rng(k.into());
        let columns = plan.row_digits(of_matrix);
        for extreme in [false, true] {
            let mut element = |bits, k| if extreme { least(bits, k) } else { random(&mut rng, bits, k) };
            let (x, plus) = (element(bits, k), element(bits, k));
            let pairs: Vec<_> = (0..rows).map(|_| [(); 2].map(|()| element(of_matrix, row_k))).collect();
            let mut matrix = DigitMatrix::unspecified(transforms.plan(), rows, columns);
            for (row, pair) in pairs.iter().enumerate() {
                pair.iter().enumerate().for_each(|(half, poly)| matrix.set(row, half, &transforms.prepare(poly)));
            }
            let sums = transforms.vector_matrix(&[(&transforms.transform(&x), &matrix)], columns);
            let digits = digits(&x, k);
            for (half, sums) in sums.iter().enumerate() {
                let mut expected = vec![BigInt::from(0); DEGREE];
                for (digit, pair) in digits.iter().zip(&pairs) {
                    add(&mut expected, &product(digit, &integers(&pair[half])));
                }
                let round = |sums: &[BigInt]| torus(&sums.iter().map(|x| rounded(x, of_matrix - to)).collect::<Vec<_>>(), to);
                assert_eq!(transforms.carry(sums, None, to), round(&expected), "{words:?}, half {half}, extreme {extreme}");
                let wider: Vec<_> = integers(&plus).iter().map(|x| x << (of_matrix - bits)).collect();
                add(&mut expected, &wider);
                assert_eq!(transforms.carry(sums, Some(&plus), to), round(&expected), "{words:?}, half {half}, a summand");
            }
            // A prefix of the digits by a prefix of the rows, to a prefix of the columns.
            let prefix = x.with_bits(k);
            let [first, _] = transforms.vector_matrix(&[(&transforms.transform(&prefix), &matrix)], 1);
            let top = |x: &TorusPoly, k| super::tests::digits(x, k).swap_remove(0);
            let expected = product(&top(&prefix, k), &top(&pairs[0][0], row_k));
            assert_eq!(transforms.carry(&first, None, row_k), torus(&expected, row_k), "{words:?}, a prefix");
        }
    }
}

/// Memory of results was used before, and words below those of the sums are zero all the same.
#[test]
fn more_bits_than_sums() {
    const DEGREE: usize = 1 << 10;
    let plan = DigitPlan::certain(1, DEGREE, 1).expect("a plan");
    let transforms = DigitTransforms::new(plan).expect("transforms");
    let mut sums = transforms.products().unspecified_sums(1, false);
    sums.words.fill(0);
    for bits in [52, 260, 300] {
        let used = |rows: usize| PooledVec::unspecified(rows * DEGREE).fill(MASK);
        (4..8).for_each(used);
        assert_eq!(transforms.carry(&sums, None, bits), TorusPoly::zero(DEGREE, bits), "{bits} bits");
    }
}

#[test]
fn convolutions() {
    for (words, bits) in [(1, 161), (2, 301)] {
        let k = 52 * words as u32;
        let plan = DigitPlan::certain(words, DEGREE, 4).expect("a plan");
        let transforms = DigitTransforms::new(plan).expect("transforms");
        for extreme in [false, true] {
            let mut rng = rng(9);
            let [x, y] = [(); 2].map(|()| if extreme { least(bits, k) } else { random(&mut rng, bits, k) });
            let (a, b) = (digits(&x, k), digits(&y, k));
            let (left, right) = (transforms.transform(&x), transforms.prepare(&y));
            for (first, count) in [(1, 3), (2, 7), (4, 4), (5, 2), (9, 2)] {
                let sums = transforms.convolve(&left, &right, first, count);
                let mut expected = vec![BigInt::from(0); DEGREE];
                for place in first..first + count {
                    let mut sum = vec![BigInt::from(0); DEGREE];
                    for (i, a) in (1..).zip(&a) {
                        if let Some(b) = place.checked_sub(i + 1).and_then(|j| b.get(j)) {
                            add(&mut sum, &product(a, b));
                        }
                    }
                    expected.iter_mut().for_each(|x| *x <<= k);
                    add(&mut expected, &sum);
                }
                let bits = k * count as u32;
                assert_eq!(
                    transforms.carry(&sums, None, bits),
                    torus(&expected, bits),
                    "{words} words, places {first}+{count}"
                );
            }
        }
    }
}

#[test]
fn products_with_small_integers() {
    let mut rng = rng(11);
    let transforms = DigitTransforms::new(DigitPlan::certain(2, DEGREE, 3).expect("a plan")).expect("transforms");
    let small = ShortPoly::ternary(DEGREE, &mut rng);
    let values: Vec<_> = small.words().iter().map(|&x| BigInt::from(x) - ShortPoly::SHIFT).collect();
    for bits in [52, 161, 250] {
        let x = random(&mut rng, bits, 104);
        let found = transforms.multiply_integers(&x, &small.to_evaluation(transforms.basis(), transforms.plan().primes()));
        assert!(found.is_secret());
        assert_eq!(found.publish(), torus(&product(&integers(&x), &values), bits), "{bits} bits");
    }
}

/// Words that come of a secret are erased when dropped.
#[test]
fn secrets_stay_secret() {
    let transforms = DigitTransforms::new(DigitPlan::certain(1, DEGREE, 3).expect("a plan")).expect("transforms");
    let (secret, public) = (TorusPoly::secret(DEGREE, 121), TorusPoly::zero(DEGREE, 121));
    assert!(secret.is_secret() && !public.is_secret() && !secret.clone().publish().is_secret());
    assert!(secret.automorphism(3).is_secret() && secret.shifted(3, 60).is_secret() && secret.with_bits(60).is_secret());
    let changed = |f: &dyn Fn(&mut TorusPoly)| {
        let mut poly = public.clone();
        f(&mut poly);
        poly.is_secret()
    };
    let small = ShortPoly::ternary(DEGREE, &mut rng(5));
    assert!(
        changed(&|x| x.add_assign(&secret)) && changed(&|x| x.sub_assign(&secret)) && changed(&|x| x.add_short(&small, 100))
    );
    assert!(!changed(&|x| x.add_assign(&public)) && !changed(&TorusPoly::neg_assign));
    let mut negative = secret.clone();
    negative.neg_assign();
    assert!(negative.is_secret());
    let mut matrix = DigitMatrix::unspecified(transforms.plan(), 3, 3);
    (0..6).for_each(|i| matrix.set(i / 2, i % 2, &transforms.prepare(&public)));
    for (operand, is_secret) in [(&secret, true), (&public, false)] {
        let digits = transforms.transform(operand);
        let [sums, _] = transforms.vector_matrix(&[(&digits, &matrix)], 3);
        assert_eq!(transforms.carry(&sums, None, 100).is_secret(), is_secret);
        let sums = transforms.convolve(&digits, &transforms.prepare(&public), 2, 2);
        assert_eq!(transforms.carry(&sums, None, 100).is_secret(), is_secret);
        let [sums, _] = transforms.vector_matrix(&[(&transforms.transform(&public), &matrix)], 3);
        assert_eq!(transforms.carry(&sums, Some(operand), 100).is_secret(), is_secret);
    }
}

/// `log2` of the failure of 13 primes for twelve products of digits of six words at degree 2^16.
const FAILURE: f64 = -160.39;

/// The failure of a plan that is not certain, by its formula; with one prime more there is none.
#[test]
fn failures_have_their_values() {
    let plan = DigitPlan::new(6, 1 << 16, 12, DigitPlan::LOG2_FAILURE).expect("a plan");
    assert_eq!(plan.primes(), 13);
    assert!((plan.log2_failure() - FAILURE).abs() < 0.01, "{}", plan.log2_failure());
    let surer = DigitPlan::new(6, 1 << 16, 12, 2.0 * FAILURE).expect("a plan");
    assert_eq!((surer.primes(), surer.log2_failure()), (14, f64::NEG_INFINITY));
}

#[test]
#[should_panic(expected = "of a plan for 3")]
fn more_products_than_planned() {
    let transforms = DigitTransforms::new(DigitPlan::certain(1, DEGREE, 3).expect("a plan")).expect("transforms");
    let matrix = DigitMatrix::unspecified(transforms.plan(), 4, 4);
    let digits = transforms.transform(&TorusPoly::zero(DEGREE, 208));
    let _ = transforms.vector_matrix(&[(&digits, &matrix)], 4);
}

#[test]
#[should_panic(expected = "uniform digits alone")]
fn products_of_any_digits_by_a_plan_that_is_not_certain() {
    let plan = DigitPlan::new(6, 1 << 16, 12, DigitPlan::LOG2_FAILURE).expect("a plan");
    let transforms = DigitTransforms::new(plan).expect("transforms");
    let zero = TorusPoly::zero(1 << 16, 312);
    let _ = transforms.convolve(&transforms.transform(&zero), &transforms.prepare(&zero), 2, 1);
}

#[test]
#[should_panic(expected = "place 122 of 121 bits")]
fn integers_below_the_last_bit() {
    TorusPoly::zero(DEGREE, 121).add_integers((0..DEGREE).map(|_| 1), 122);
}
