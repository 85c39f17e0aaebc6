//! Conversions at the ends of the interval, at ties, and at the limits of primes and blocks.

use super::{integer, primes, product, residue, residues, round};
use num_bigint::BigInt;
use papilio_field::Modulus;
use papilio_ring::BasisConverter;

/// `log2` of the share of `Q` beside a half where rounding may go either way.
const NEAR: u32 = 20;

/// Sources and targets of every size that kernels tell apart.
const BASES: [(&[u32], &[u32]); 12] = [
    (&[30], &[30, 62]),
    (&[31, 30], &[13]),
    (&[40], &[40, 41]),
    (&[47, 48], &[47, 50]),
    (&[49; 3], &[50]),
    (&[50], &[50]),
    (&[50, 51], &[50]),
    (&[50; 2], &[51, 52]),
    (&[58, 59, 60, 61], &[59]),
    (&[62, 62], &[62, 30]),
    (&[62], &[61]),
    (&[30; 4], &[62; 5]),
];

/// Sources and targets, distinct.
fn split((from, to): (&[u32], &[u32])) -> (Vec<Modulus>, Vec<Modulus>) {
    let mut from_primes = primes(64, &[from, to].concat());
    let to = from_primes.split_off(from.len());
    (from_primes, to)
}

/// Residues in `[−Q/2, Q/2]` that are told apart from a half, its ends among them.
fn clear(q: &BigInt) -> Vec<BigInt> {
    let most: BigInt = q / 2 - (q >> NEAR) - 1;
    let small = [0, 1, 2, 3].map(BigInt::from);
    let mut values: Vec<_> = small.into_iter().chain([most.clone(), &most - 1, &most / 2]).collect();
    values.extend((0..40).map(|i| integer(i, 7, &most)));
    values.iter().flat_map(|x| [x.clone(), -x]).collect()
}

/// The two residues next to `Q/2`, and those just within what may go either way.
fn near_half(q: &BigInt) -> Vec<BigInt> {
    let (half, width) = (q / 2, q >> (NEAR + 2));
    [BigInt::from(0), BigInt::from(1), &width / 2, width].iter().flat_map(|w| [&half - w, w - &half]).collect()
}

#[test]
fn extensions_keep_numbers_up_to_nearly_a_half() {
    for base in BASES {
        let (from, to) = split(base);
        let values = clear(&product(&from));
        let mut out = vec![u64::MAX; to.len() * values.len()];
        BasisConverter::extend(&from, &to).apply(&residues(&values, &from), &mut out);
        assert_eq!(out, residues(&values, &to), "{base:?}");
    }
}

/// One of the two numbers nearest to a half in magnitude, and the same one modulo every target.
#[test]
fn extensions_near_a_half_are_one_of_two_numbers() {
    for base in BASES {
        let (from, to) = split(base);
        let q = product(&from);
        let values = near_half(&q);
        let mut out = vec![u64::MAX; to.len() * values.len()];
        BasisConverter::extend(&from, &to).apply(&residues(&values, &from), &mut out);
        for (i, x) in values.iter().enumerate() {
            let found: Vec<_> = (0..to.len()).map(|j| out[j * values.len() + i]).collect();
            let other = if *x > BigInt::from(0) { x - &q } else { x + &q };
            let either = [x, &other].map(|x| to.iter().map(|p| residue(x, p)).collect::<Vec<_>>());
            assert!(either.contains(&found), "{base:?}: {x} became {found:?}");
        }
    }
}

/// `⌊t·x/Q⌉` for `x = k·Q + r`: quotients known without rounding when `t = 1`, and by integers for
/// other `t`.
#[test]
fn scalings_are_rounded_quotients_away_from_ties() {
    for base in BASES {
        let (from, to) = split(base);
        let (q, p) = (product(&from), product(&to));
        for t in [1u64, 2, 3, 65_537, (1 << 32) - (1 << 20) + 1] {
            let multiples = [0.into(), 1.into(), BigInt::from(2), &p / 2, &p / 2 + 1, &p - 1];
            let remainders = clear(&q);
            // With r = t·x modulo Q away from a half: x = r·t^(−1) modulo Q, found by its residues.
            let values: Vec<BigInt> = multiples
                .iter()
                .flat_map(|k| remainders.iter().take(20).map(move |r| (k, r)))
                .map(|(k, r)| inverse_multiple(r, t, &from) + k * &q)
                .collect();
            let expected: Vec<BigInt> = values.iter().map(|x| round(&(x * t), &q)).collect();
            let mut out = residues(&values, &to);
            BasisConverter::scale_and_round(&from, &to, |m| m.reduce(t)).apply(&residues(&values, &from), &mut out);
            assert_eq!(out, residues(&expected, &to), "{base:?}, t = {t}");
        }
    }
}

/// `r·t^(−1)` modulo the product of primes, in `[0, Q)`.
fn inverse_multiple(r: &BigInt, t: u64, primes: &[Modulus]) -> BigInt {
    let q = product(primes);
    let terms = primes.iter().map(|m| {
        let others: BigInt = &q / m.value();
        let y = m.mul(residue(r, m), m.mul(m.inverse(m.reduce(t)), m.inverse(residue(&others, m))));
        others * y
    });
    terms.sum::<BigInt>() % q
}

/// Where the quotient is next to a tie, both neighbors are right, but the same one modulo every
/// target.
#[test]
fn scalings_near_ties_are_one_of_two_neighbors() {
    for base in BASES {
        let (from, to) = split(base);
        let q = product(&from);
        let values: Vec<BigInt> = near_half(&q).iter().flat_map(|r| [r.clone(), r + &q * 5, r - &q * 7]).collect();
        let mut out = residues(&values, &to);
        BasisConverter::scale_and_round(&from, &to, |_| 1).apply(&residues(&values, &from), &mut out);
        for (i, x) in values.iter().enumerate() {
            let nearest = round(x, &q);
            let found: Vec<_> = (0..to.len()).map(|j| out[j * values.len() + i]).collect();
            let right = [-1, 0, 1].map(|d| (&nearest + d, d));
            let widest: BigInt = &q + (&q >> (NEAR - 1));
            let twice = |y: &BigInt| -> BigInt { (y * &q - x) * 2 };
            let right = right.iter().filter(|(y, _)| twice(y).magnitude() <= widest.magnitude());
            let right: Vec<_> = right.map(|(y, _)| to.iter().map(|p| residue(y, p)).collect::<Vec<_>>()).collect();
            assert!(right.contains(&found), "{base:?}: {x} became {found:?}, one of {right:?}");
        }
    }
}

/// Lengths on either side of a block of the conversion, and beyond what a cache holds; with and
/// without residues to add.
#[test]
fn lengths_do_not_matter() {
    for base in [(&[50][..], &[50, 49][..]), (&[50, 50], &[50, 51]), (&[60, 45, 30], &[40])] {
        let (from, to) = split(base);
        let q = product(&from);
        let scaling = BasisConverter::scale_and_round(&from, &to, |_| 1);
        let extension = BasisConverter::extend(&from, &to);
        for length in [1, 7, 8, 511, 512, 513, 1024, 1030, (1 << 13) + 512, 1 << 14] {
            // Few different values, so that long vectors cost no long integers.
            let few: Vec<BigInt> = (0..13).map(|i| integer(i, 11, &(&q >> 1)) >> 1).collect();
            let values: Vec<BigInt> = (0..length).map(|i| few[i * i % 13].clone()).collect();
            let (inputs, mut out) = (residues(&values, &from), vec![0; to.len() * length]);
            let expected = residues(&values, &to);
            extension.apply(&inputs, &mut out);
            assert!(out == expected, "extension of {length}, {base:?}");
            // The number itself is added to its extension: twice the number.
            let mut twice = vec![0; out.len()];
            extension.apply_plus(&inputs, &mut twice, Some(&expected));
            let double = residues(&values.iter().map(|x| x * 2).collect::<Vec<_>>(), &to);
            assert!(twice == double, "extension of {length} and itself, {base:?}");
            // Quotients of x + 3·Q are 3, and that is added to x.
            let mut scaled = residues(&values.iter().map(|x| x + &q * 3).collect::<Vec<_>>(), &to);
            scaling.apply_plus(&inputs, &mut scaled, Some(&expected));
            let three = residues(&values.iter().map(|x| x + 3).collect::<Vec<_>>(), &to);
            assert!(scaled == three, "scaling of {length}, {base:?}");
        }
    }
}

/// Digits and targets one at a time give what a whole conversion gives.
#[test]
fn targets_from_digits_are_those_of_the_conversion() {
    for base in BASES {
        let (from, to) = split(base);
        let values = clear(&product(&from));
        let (inputs, width) = (residues(&values, &from), values.len());
        let extension = BasisConverter::extend(&from, &to);
        assert_eq!(extension.digit_rows(), from.len() + 1);
        let mut digits = vec![0; extension.digit_rows() * width];
        extension.digits(&inputs, &mut digits);
        for (i, expected) in residues(&values, &to).chunks_exact(width).enumerate() {
            let mut out = vec![u64::MAX; width];
            extension.target(i, &digits, &mut out);
            assert_eq!(out, expected, "{base:?}, target {i}");
        }
    }
}

/// The greatest distance is found at any place of a vector of any length, on either side of an
/// integer, and is not understated.
#[test]
fn the_greatest_distance_is_measured_wherever_it_is() {
    for bits in [&[50, 50][..], &[60, 61], &[30], &[50; 5]] {
        let (from, to) = split((bits, &[33]));
        let q = product(&from);
        let scaling = BasisConverter::scale_and_round(&from, &to, |_| 1);
        let unit = 2f64.powi(-(scaling.fraction_bits() as i32));
        for (length, place) in (1..20).flat_map(|length| (0..length).map(move |place| (length, place))) {
            let (third, nearly): (BigInt, BigInt) = (&q / 3, &q / 2 - (&q >> 18));
            for far in [third.clone(), -third, nearly.clone(), -nearly, &q >> 10] {
                let mut values = vec![BigInt::from(place as u64); length];
                values[place] = far.clone();
                let mut out = residues(&values, &to);
                let found = scaling.apply_measured(&residues(&values, &from), &mut out).exp2();
                // Quotients to 64 bits.
                let distance =
                    u64::try_from((far.magnitude() << 64u32) / q.magnitude()).expect("below a half") as f64 / 2f64.powi(64);
                assert!(found >= distance * (1.0 - 1e-12), "{found} of {distance}, place {place} of {length}");
                assert!(found <= distance + 2.0 * (from.len() + 2) as f64 * unit, "{found} of {distance}, {bits:?}");
                assert_eq!(out, vec![0; length]);
            }
        }
    }
}

#[test]
fn at_most_sixty_four_sources_convert() {
    let all = primes(64, &[50; 66]);
    let values: Vec<_> = clear(&product(&all[..64])).into_iter().take(12).collect();
    let mut out = vec![0; values.len()];
    BasisConverter::extend(&all[..64], &all[65..]).apply(&residues(&values, &all[..64]), &mut out);
    assert_eq!(out, residues(&values, &all[65..]));
}

#[test]
#[should_panic(expected = "65 primes to convert from")]
fn more_sources_are_refused() {
    let all = primes(64, &[50; 66]);
    drop(BasisConverter::extend(&all[..65], &all[65..]));
}

#[test]
#[should_panic(expected = "0 primes to convert from")]
fn no_sources_are_refused() {
    drop(BasisConverter::extend(&[], &primes(64, &[50])));
}

#[test]
#[should_panic(expected = "a prime of 29 bits to convert from: 30 is the least")]
fn sources_that_are_too_small_are_refused() {
    let all = primes(64, &[50, 29, 50]);
    drop(BasisConverter::extend(&all[..2], &all[2..]));
}

#[test]
#[should_panic(expected = "a scaling needs the residues modulo its targets")]
fn a_scaling_has_no_targets_by_digits() {
    let (from, to) = split((&[50, 50], &[50]));
    BasisConverter::scale_and_round(&from, &to, |_| 1).target(0, &[0; 3], &mut [0]);
}

#[test]
#[should_panic(expected = "4 words for 3 rows")]
fn digits_that_are_no_rows_are_refused() {
    let (from, to) = split((&[50, 50], &[50]));
    BasisConverter::extend(&from, &to).target(0, &[0; 4], &mut [0]);
}

#[test]
#[should_panic(expected = "3 residues modulo 2 primes")]
fn residues_that_are_no_rows_are_refused() {
    let (from, to) = split((&[50, 50], &[50]));
    BasisConverter::extend(&from, &to).apply(&[0; 3], &mut [0; 1]);
}

#[test]
#[should_panic(expected = "residues of another number to add")]
fn summands_of_another_length_are_refused() {
    let (from, to) = split((&[50, 50], &[50]));
    BasisConverter::extend(&from, &to).apply_plus(&[0; 4], &mut [0; 2], Some(&[0; 1]));
}
