//! Products of pairs, multiples and quotients against long integers.

use super::*;

/// Every digit of `K` bits is `−2^(K−1)`, every word is the greatest, or random.
fn elements(rng: &mut ChaCha20Rng, bits: u32, k: u32) -> [TorusPoly; 3] {
    let ones = torus(&vec![(BigInt::from(1) << bits) - 1; DEGREE], bits);
    [least(bits, k), ones, random(rng, bits, k)]
}

/// The sum of digits of places from `first` on, as an element of `K·count` bits.
fn convolved(a: &[Vec<BigInt>], b: &[Vec<BigInt>], k: u32, (first, count): (usize, usize)) -> Vec<BigInt> {
    let mut sums = vec![BigInt::from(0); DEGREE];
    for place in first..first + count {
        sums.iter_mut().for_each(|x| *x <<= k);
        for (i, a) in (1..).zip(a) {
            if let Some(b) = place.checked_sub(i + 1).and_then(|j| b.get(j)) {
                add(&mut sums, &product(a, b));
            }
        }
    }
    sums
}

#[test]
fn tensors() {
    for (words, bits) in [(1usize, 161u32), (1, 104), (2, 301), (3, 301), (4, 400)] {
        let k = 52 * words as u32;
        let count = bits.div_ceil(k) as usize;
        let plan = DigitPlan::certain(words, DEGREE, 2 * count).expect("a plan");
        let transforms = DigitTransforms::new(plan).expect("transforms");
        let mut rng = rng(31);
        for x in elements(&mut rng, bits, k) {
            for y in elements(&mut rng, bits, k) {
                let pairs = [[x.clone(), least(bits, k)], [y, x.clone()]];
                let [a, b] = pairs.each_ref().map(|pair| pair.each_ref().map(|x| transforms.transform(x)));
                let prepared = b.each_ref().map(|b| transforms.prepared(b));
                let digits = pairs.each_ref().map(|pair| pair.each_ref().map(|x| super::digits(x, k)));
                for window in [(1, 1), (count + 1, count), (1, 2 * count)] {
                    let square = transforms.square([&a[0], &a[1]], window.0, window.1);
                    let prepared = a.each_ref().map(|a| transforms.prepared(a));
                    let product = transforms.tensor([&a[0], &a[1]], [&prepared[0], &prepared[1]], window.0, window.1);
                    for (square, product) in square.iter().zip(&product) {
                        let bits = k * window.1 as u32;
                        assert_eq!(transforms.carry(square, None, bits), transforms.carry(product, None, bits), "{window:?}");
                    }
                }
                for window in [(1, 2), (count + 1, count), (count + 1, 1), (1, 2 * count)] {
                    let sums = transforms.tensor([&a[0], &a[1]], [&prepared[0], &prepared[1]], window.0, window.1);
                    let of = |i: usize, j: usize| convolved(&digits[0][i], &digits[1][j], k, window);
                    let mut middle = of(0, 1);
                    add(&mut middle, &of(1, 0));
                    let bits = k * window.1 as u32;
                    for (sums, expected) in sums.iter().zip([of(0, 0), middle, of(1, 1)]) {
                        assert_eq!(transforms.carry(sums, None, bits), torus(&expected, bits), "{words} words, {window:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn products_of_secrets_are_secret() {
    let transforms = DigitTransforms::new(DigitPlan::certain(1, DEGREE, 4).expect("a plan")).expect("transforms");
    let [secret, public] = [TorusPoly::secret(DEGREE, 100), TorusPoly::zero(DEGREE, 100)].map(|x| transforms.transform(&x));
    let prepared = [&secret, &public].map(|x| transforms.prepared(x));
    let is_secret = |sums: [DigitSums; 3]| sums.map(|sums| transforms.carry(&sums, None, 100).is_secret());
    assert_eq!(is_secret(transforms.tensor([&public; 2], [&prepared[1], &prepared[0]], 3, 2)), [true; 3]);
    assert_eq!(is_secret(transforms.tensor([&public, &secret], [&prepared[1]; 2], 3, 2)), [true; 3]);
    assert_eq!(is_secret(transforms.tensor([&public; 2], [&prepared[1]; 2], 3, 2)), [false; 3]);
    assert_eq!(is_secret(transforms.square([&public, &secret], 3, 2)), [true; 3]);
    assert_eq!(is_secret(transforms.square([&public; 2], 3, 2)), [false; 3]);
}

#[test]
#[should_panic(expected = "6 products, of a plan for 5")]
fn tensors_need_twice_as_many_products() {
    let transforms = DigitTransforms::new(DigitPlan::certain(1, DEGREE, 5).expect("a plan")).expect("transforms");
    let digits = transforms.transform(&TorusPoly::zero(DEGREE, 156));
    let prepared = transforms.prepared(&digits);
    let _ = transforms.tensor([&digits; 2], [&prepared; 2], 4, 3);
}

/// Integers in words of 64 bits.
const FACTORS: [[u64; 4]; 7] = [
    [1, 0, 0, 0],
    [3, 0, 0, 0],
    [65537, 0, 0, 0],
    [(1 << 61) - 1, 0, 0, 0],
    [u64::MAX, u64::MAX, 0, 0],
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
    [u64::MAX; 4],
];

fn integer(words: [u64; 4]) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, &word| (sum << 64) + word)
}

#[test]
fn multiples() {
    let mut rng = rng(37);
    for bits in [1, 52, 61, 104, 300, 421] {
        for x in elements(&mut rng, bits, 52) {
            for factor in FACTORS {
                let t = integer(factor);
                let products: Vec<_> = integers(&x).iter().map(|x| x * &t).collect();
                assert_eq!(x.times(factor), torus(&products, bits), "{t} times {bits} bits");
                let rounded_all: Vec<_> = products.iter().map(|x| rounded(x, bits)).collect();
                let found = x.rounded_multiples(factor);
                let of = |i: usize| found.integer(i).fold(BigInt::from(0), |sum, word| (sum << WORD_BITS) + word);
                assert_eq!((0..DEGREE).map(of).collect::<Vec<_>>(), rounded_all, "{t} times {bits} bits");
                // The distance to 52 bits, from above.
                let distance = |(x, near): (&BigInt, &BigInt)| BigInt::from((x - (near << bits)).magnitude().clone());
                let greatest = products.iter().zip(&rounded_all).map(distance).max().expect("coefficients");
                let (found, exact) = (BigInt::from(found.greatest_distance()) << bits, greatest << WORD_BITS);
                assert!(exact <= found && found <= exact + (BigInt::from(2) << bits), "{t} times {bits} bits");
            }
        }
    }
    let secret = TorusPoly::secret(DEGREE, 60);
    assert!(secret.times(FACTORS[3]).is_secret() && secret.rounded_multiples(FACTORS[3]).words.is_secret());
    assert!(secret.divided(70).is_secret() && !TorusPoly::zero(DEGREE, 60).times(FACTORS[3]).is_secret());
}

#[test]
fn quotients() {
    let mut rng = rng(41);
    for factor in FACTORS.into_iter().filter(|t| t[0] != 1) {
        let t = integer(factor);
        let numerators: Vec<BigInt> = (0..DEGREE)
            .map(|i| match i {
                0 => BigInt::from(0),
                1 => &t - 1,
                2 => (&t - 1) >> 1,
                3 => (&t + 1) >> 1,
                _ => integer(core::array::from_fn(|_| rng.next_u64())) % &t,
            })
            .collect();
        let mut words = PooledVec::secret(5 * DEGREE);
        for (i, x) in numerators.iter().enumerate() {
            for row in 0..5 {
                let word = (x >> (52 * row)) & BigInt::from(MASK);
                words[row * DEGREE + i] = u64::try_from(word).expect("a word");
            }
        }
        for bits in [1, 52, 60, 300, 421] {
            let expected: Vec<_> = numerators.iter().map(|m| ((m << (bits + 1)) + &t) / (BigInt::from(2) * &t)).collect();
            let found = TorusPoly::quotients(DEGREE, &words, factor, bits);
            assert!(found.is_secret());
            assert_eq!(found.publish(), torus(&expected, bits), "over {t}, {bits} bits");
        }
    }
}

#[test]
fn elements_over_powers_of_two() {
    let mut rng = rng(43);
    for bits in [1, 51, 52, 60, 161] {
        for x in elements(&mut rng, bits, 52) {
            for by in [0, 1, 13, 51, 52, 53, 104, 130] {
                assert_eq!(x.divided(by), torus(&integers(&x), bits + by), "{bits} bits over 2^{by}");
            }
        }
    }
}
