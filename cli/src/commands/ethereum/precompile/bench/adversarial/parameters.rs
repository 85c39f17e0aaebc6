//! Headers that are sound: moduli and roots for every form, kind, width and length.

use num_bigint::BigUint;
use papilio_field::prime::is_prime;
use papilio_precompile::Kind;

/// The form, the kind, the width and the length that a header has, and the modulus that is sought
/// for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// The kind of form X, or none for form S.
    pub(super) kind: Option<Kind>,
    /// Bytes of an element.
    pub(super) width: usize,
    /// `log2 n`.
    pub(super) log: u32,
    pub(super) modulus: Modulus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Modulus {
    /// Made of the least factors that the width allows.
    Least,
    /// Made of the greatest.
    Greatest,
    /// Made of factors anywhere between.
    Random(u64),
    /// Below `2^32` in elements of 8 bytes, which form S allows.
    Narrow,
    /// A prime modulo which small numbers are squares, so that a root is found late.
    Squares,
    /// The product of two primes, which form S refuses last.
    Composite,
}

/// A header, and the modulus that elements are below.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub(super) header: Vec<u8>,
    pub(super) q: BigUint,
}

/// The greatest `log2 n` of a width.
pub(super) fn max_log(width: usize) -> u32 {
    match width {
        32 => 13,
        16 => 14,
        _ => 16,
    }
}

impl Shape {
    /// Whether a modulus of this choice is one of its form and width.
    fn is_possible(&self) -> bool {
        let short = self.kind.is_none();
        let fits = match self.modulus {
            Modulus::Least | Modulus::Greatest | Modulus::Random(_) => !short || self.width <= 8,
            Modulus::Narrow | Modulus::Squares | Modulus::Composite => short && self.width == 8,
        };
        fits && (1..=max_log(self.width)).contains(&self.log)
    }

    /// None where no modulus is found.
    pub(super) fn parameters(&self) -> Option<Parameters> {
        if !self.is_possible() {
            return None;
        }
        match self.kind {
            None => self.short(),
            Some(kind) => self.extended(kind),
        }
    }

    fn short(&self) -> Option<Parameters> {
        let step = 2u64 << self.log;
        let q = match self.modulus {
            Modulus::Narrow => Progression { step, rest: 1, bottom: 1 << 16, top: u32::MAX.into() }.below(u32::MAX.into(), &[]),
            // One chance in 2^14: the step of short vectors leaves no others.
            Modulus::Squares => {
                let step = step.max(8);
                let candidates = (1..1u64 << 22).map(|i| (u64::MAX / step - i) * step + 1);
                candidates.filter(|&q| small_primes_are_squares(q)).find(|&q| is_prime(q))
            }
            Modulus::Composite => {
                let factors = Progression { step, rest: 1, bottom: 1 << 17, top: u32::MAX.into() };
                let greatest = factors.below(u32::MAX.into(), &[])?;
                Some(greatest * factors.below(greatest, &[greatest])?)
            }
            _ => self.primes(step, 1)?.first().copied(),
        }?;
        let header = [(1u32 << self.log).to_be_bytes().to_vec(), q.to_be_bytes().to_vec()].concat();
        Some(Parameters { header, q: q.into() })
    }

    fn extended(&self, kind: Kind) -> Option<Parameters> {
        let (complex, levels) = (kind == Kind::Complex, self.log - u32::from(kind != Kind::Negacyclic));
        let primes = if complex { self.primes(1 << self.log.max(2), -1) } else { self.primes(2 << levels, 1) }?;
        let root = |p| if complex { complex_root(p, self.log) } else { plain_root(p, levels) };
        let (mut q, mut whole) = (BigUint::from(1u32), [BigUint::ZERO, BigUint::ZERO]);
        for p in primes {
            let (root, p) = (root(p)?, BigUint::from(p));
            let inverse = (&q % &p).modpow(&(&p - 2u32), &p);
            for (whole, part) in whole.iter_mut().zip(root) {
                // The Chinese remainder theorem, prime by prime.
                let lift = (part + &p - &*whole % &p) * &inverse % &p;
                *whole += &q * lift;
            }
            q *= p;
        }
        let parts = if complex { 2 } else { 1 };
        let number = Kind::ALL.iter().position(|&each| each == kind)? as u8;
        let mut header = vec![1, number, self.log as u8, self.width as u8];
        header.extend(big_endian(&q, self.width));
        whole[..parts].iter().for_each(|part| header.extend(big_endian(part, self.width)));
        Some(Parameters { header, q })
    }

    /// The primes whose product is the modulus: as many as fill the width, and an odd number of
    /// them where the modulus has to be 3 modulo 4.
    fn primes(&self, step: u64, rest: i8) -> Option<Vec<u64>> {
        let complex = self.kind == Some(Kind::Complex);
        let (count, bottom, top) = match (self.width, complex) {
            (2, _) => (1, 2, 0xFFFF),
            (4, _) => (1, 1 << 16, 0xFFFF_FFFF),
            (8, _) => (1, 1 << 32, u64::MAX),
            (16, false) => (2, 1 << 33, u64::MAX),
            (16, true) => (3, 1 << 23, 1 << 42),
            (_, false) => (4, 1 << 33, u64::MAX),
            (_, true) => (5, 1 << 27, 1 << 51),
        };
        let progression = Progression { step, rest, bottom, top };
        let mut primes = Vec::new();
        for i in 0..count {
            let prime = match self.modulus {
                Modulus::Least => progression.above(bottom, &primes),
                Modulus::Random(seed) => {
                    let place =
                        (seed ^ i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    let start = bottom + place % (top - bottom);
                    progression.below(start, &primes).or_else(|| progression.above(start, &primes))
                }
                _ => progression.below(top, &primes),
            }?;
            primes.push(prime);
        }
        Some(primes)
    }
}

/// Numbers between `bottom` and `top` that are `rest` modulo `step`.
struct Progression {
    step: u64,
    rest: i8,
    bottom: u64,
    top: u64,
}

/// Most candidates that are looked at.
const CANDIDATES: u64 = 1 << 12;

impl Progression {
    /// The place of the first number from `start` on, as a multiple of the step.
    fn number(&self, multiple: u64) -> Option<u64> {
        multiple.checked_mul(self.step)?.checked_add_signed(self.rest.into())
    }

    fn holds(&self, candidate: u64, taken: &[u64]) -> bool {
        candidate > self.bottom
            && candidate <= self.top
            && candidate % 2 == 1
            && !taken.contains(&candidate)
            && is_prime(candidate)
    }

    /// The greatest prime up to `start` that is not taken.
    fn below(&self, start: u64, taken: &[u64]) -> Option<u64> {
        let first = start / self.step;
        (0..CANDIDATES.min(first + 1))
            .filter_map(|i| self.number(first - i))
            .find(|&candidate| candidate <= start && self.holds(candidate, taken))
    }

    /// The least from `start` on.
    fn above(&self, start: u64, taken: &[u64]) -> Option<u64> {
        let first = start / self.step;
        (0..CANDIDATES)
            .map_while(|i| self.number(first.checked_add(i)?).or(Some(0)))
            .find(|&candidate| candidate >= start && self.holds(candidate, taken))
    }
}

/// The bytes of a number in a width that holds it.
pub(super) fn big_endian(x: &BigUint, width: usize) -> Vec<u8> {
    let digits = x.to_bytes_be();
    [vec![0; width.saturating_sub(digits.len())], digits].concat()
}

fn small_primes_are_squares(q: u64) -> bool {
    [3u64, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].iter().all(|&p| (1..p).any(|x| x * x % p == q % p))
}

/// `x` with `x^(2^levels) = −1` modulo a prime that is 1 modulo `2^(levels + 1)`.
fn plain_root(p: u64, levels: u32) -> Option<[u64; 2]> {
    let (exponent, half, p) = (BigUint::from((p - 1) >> (levels + 1)), BigUint::from(1u64 << levels), BigUint::from(p));
    let mut powers = (2u32..500).map(|a| BigUint::from(a).modpow(&exponent, &p));
    let root = powers.find(|x| x.modpow(&half, &p) == &p - 1u32)?;
    Some([u64::try_from(root).ok()?, 0])
}

/// `θ` with `θ^(n/2) = i` modulo a prime that is −1 modulo `n` and modulo 4.
fn complex_root(p: u64, log: u32) -> Option<[u64; 2]> {
    let wide = |x: u64| u128::from(x);
    let mul = |[a, b]: [u64; 2], [c, d]: [u64; 2]| {
        let product = |x, y| wide(x) * wide(y) % wide(p);
        let parts = [product(a, c) + product(p - b, d), product(a, d) + product(b, c)];
        parts.map(|part| (part % wide(p)) as u64)
    };
    let power = |x: [u64; 2], exponent: u128| {
        (0..u128::BITS - exponent.leading_zeros()).rev().fold([1, 0], |power, i| {
            let square = mul(power, power);
            if exponent >> i & 1 == 1 { mul(square, x) } else { square }
        })
    };
    // The order of the group without its part that the order of the root divides.
    let exponent = (wide(p) * wide(p) - 1) >> (log + 1);
    (1..200.min(p)).find_map(|re| {
        let x = power([re, 1], exponent);
        let conjugate = [x[0], (p - x[1]) % p];
        [x, conjugate].into_iter().find(|&x| power(x, 1 << (log - 1)) == [0, 1])
    })
}
