//! Word primes: testing and searching.

use crate::power::power;
use alloc::vec::Vec;

/// `a·b mod q` for any `q > 0`.
fn mul_mod(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}

/// Products modulo an odd number `q > 1`, of residues that are multiplied by `2^64` (P. L.
/// Montgomery, "Modular multiplication without trial division", 1985): a division each would take
/// most of the time of a search.
struct Montgomery {
    q: u64,
    /// `q^(−1) mod 2^64`.
    inverse: u64,
}

impl Montgomery {
    fn new(q: u64) -> Self {
        // Newton's method; q is its own inverse modulo 8, and bits double: 3, 6, 12, 24, 48, 96.
        let inverse = (0..5).fold(q, |x, _| x.wrapping_mul(2u64.wrapping_sub(q.wrapping_mul(x))));
        Self { q, inverse }
    }

    /// `2^64·x mod q`.
    fn residue(&self, x: u64) -> u64 {
        ((u128::from(x) << 64) % u128::from(self.q)) as u64
    }

    /// `a·b/2^64 mod q`. Input and output `< q`.
    fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = u128::from((product as u64).wrapping_mul(self.inverse)) * u128::from(self.q);
        // The lower words are equal.
        let (difference, is_negative) = ((product >> 64) as u64).overflowing_sub((multiple >> 64) as u64);
        if is_negative { difference.wrapping_add(self.q) } else { difference }
    }
}

/// Whether `candidate` is prime. Deterministic: Miller–Rabin with the twelve prime bases that
/// decide every 64-bit integer (Sorenson and Webster, "Strong pseudoprimes to twelve prime bases",
/// 2017).
#[must_use]
pub fn is_prime(candidate: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if candidate < 2 {
        return false;
    }
    for base in BASES {
        if candidate.is_multiple_of(base) {
            return candidate == base;
        }
    }
    let shift = (candidate - 1).trailing_zeros();
    let odd = (candidate - 1) >> shift;
    let modulo = Montgomery::new(candidate);
    let one = modulo.residue(1);
    let minus_one = candidate - one;
    BASES.iter().all(|&base| {
        let mut power = power(one, modulo.residue(base), &[odd], |a, b| modulo.mul(a, b));
        if power == one || power == minus_one {
            return true;
        }
        (1..shift).any(|_| {
            power = modulo.mul(power, power);
            power == minus_one
        })
    })
}

/// Primes `q ≡ 1 mod step` with `q < 2^bits`, from the largest down to `2^(bits−1)`.
///
/// # Panics
/// Unless `step` is a power of two below `2^bits` and `bits ≤ 63`.
pub fn descending(bits: u32, step: u64) -> impl Iterator<Item = u64> {
    assert!(bits <= 63 && step.is_power_of_two() && step < 1 << bits, "no primes = 1 mod {step} below 2^{bits}");
    let (top, floor) = ((1u64 << bits) - step + 1, 1u64 << (bits - 1));
    (0..).map(move |i| top.wrapping_sub(i * step)).take_while(move |&q| q > floor && q <= top).filter(|&q| is_prime(q))
}

/// Primes `q ≡ 1 mod step` with `q > 2^(bits−1)`, from the least up to `2^bits`.
///
/// # Panics
/// Unless `step` is a power of two below `2^bits` and `bits ≤ 63`.
pub fn ascending(bits: u32, step: u64) -> impl Iterator<Item = u64> {
    assert!(bits <= 63 && step.is_power_of_two() && step < 1 << bits, "no primes = 1 mod {step} below 2^{bits}");
    let first = (1u64 << (bits - 1)).next_multiple_of(step) + 1;
    (0..).map(move |i| first + i * step).take_while(move |&q| q >> bits == 0).filter(|&q| is_prime(q))
}

/// The distinct prime factors of `n ≥ 1`, ascending: small ones by division, the others by J. M.
/// Pollard's method ("A Monte Carlo method for factorization", 1975).
#[must_use]
pub fn factors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for p in (2..1 << 10).filter(|&p| is_prime(p)) {
        if n.is_multiple_of(p) {
            found.push(p);
        }
        while n.is_multiple_of(p) && n > 1 {
            n /= p;
        }
    }
    let mut left = Vec::from_iter((n > 1).then_some(n));
    while let Some(n) = left.pop() {
        if is_prime(n) {
            found.push(n);
        } else {
            let factor = proper_factor(n);
            left.extend([factor, n / factor]);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A factor of an odd composite number that is neither 1 nor the number: where a sequence `x² + c`
/// modulo `n` meets itself modulo a factor.
fn proper_factor(n: u64) -> u64 {
    (1..n)
        .find_map(|c| {
            let step = |x| ((u128::from(mul_mod(x, x, n)) + u128::from(c)) % u128::from(n)) as u64;
            let (mut slow, mut fast) = (2, 2);
            loop {
                (slow, fast) = (step(slow), step(step(fast)));
                match gcd(slow.abs_diff(fast), n) {
                    1 => {}
                    factor if factor == n => return None,
                    factor => return Some(factor),
                }
            }
        })
        .unwrap_or(n)
}

/// The greatest common divisor. That of a number and zero is the number.
#[must_use]
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primality_agrees_with_a_sieve_and_known_values() {
        let mut composite = [false; 5000];
        for i in 2..5000 {
            if !composite[i] {
                (2 * i..5000).step_by(i).for_each(|j| composite[j] = true);
            }
            assert_eq!(is_prime(i as u64), !composite[i], "{i}");
        }
        assert!(is_prime((1 << 61) - 1));
        assert!(!is_prime(3_215_031_751), "strong pseudoprime to bases 2, 3, 5 and 7");
        assert!(!is_prime(3_825_123_056_546_413_051), "strong pseudoprime to the first nine prime bases");
    }

    /// Numbers at both ends of the odd ones, and beside powers of two.
    #[test]
    fn products_are_those_of_division() {
        let beside = (2..64).flat_map(|log| [(1u64 << log) - 1, (1 << log) + 1]);
        for q in beside.chain([3, u64::MAX, u64::MAX - 2, (1 << 50) - 27]) {
            let modulo = Montgomery::new(q);
            let values = [0, 1, 2, q / 2, q / 2 + 1, q - 2, q - 1].map(|x| x % q);
            for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
                let product = modulo.mul(modulo.residue(a), modulo.residue(b));
                assert_eq!(product, modulo.residue(mul_mod(a, b, q)), "{a}·{b} modulo {q}");
                assert_eq!(modulo.mul(product, 1), mul_mod(a, b, q), "{a}·{b} modulo {q}");
            }
        }
        assert!(is_prime(u64::MAX - 58) && !is_prime(u64::MAX), "the greatest prime of a word");
    }

    #[test]
    fn search_gives_distinct_primes_of_the_stated_form() {
        let primes: Vec<_> = descending(47, 1 << 15).take(8).collect();
        assert_eq!(primes.len(), 8);
        assert!(primes.is_sorted_by(|a, b| a > b));
        assert!(primes.iter().all(|&q| q % (1 << 15) == 1 && q >> 46 == 1 && is_prime(q)));
    }

    /// Both directions are those of a sieve, at steps up to the whole interval.
    #[test]
    fn ascending_is_the_reverse_of_descending() {
        for (bits, log_step) in (2..16).flat_map(|bits| (0..bits).map(move |log_step| (bits, log_step))) {
            let step = 1 << log_step;
            let expected: Vec<u64> =
                (1 << (bits - 1)..1 << bits).filter(|q| q % step == 1 % step && is_prime(*q) && *q > 2).collect();
            let mut down: Vec<u64> = descending(bits, step).collect();
            down.reverse();
            assert_eq!(ascending(bits, step).collect::<Vec<_>>(), expected, "{bits} bits, step {step}");
            assert_eq!(down, expected, "{bits} bits, step {step}");
        }
        assert_eq!(ascending(63, 1 << 20).next().map(|q| (q >> 62, q % (1 << 20))), Some((1, 1)));
    }

    #[test]
    fn factors_are_prime_and_divide() {
        let numbers = (1..2000).chain([
            (1 << 61) - 2,
            (1 << 60) - 1,
            1_000_003 * 1_000_033,
            1_000_003 * 1_000_003,
            3 << 59,
            1_073_741_789 * 1_073_741_783,
        ]);
        for n in numbers {
            let mut left = n;
            for p in factors(n) {
                assert!(is_prime(p) && left.is_multiple_of(p), "{p} of {n}");
                while left.is_multiple_of(p) {
                    left /= p;
                }
            }
            assert_eq!(left, 1, "{n}");
        }
    }
}
