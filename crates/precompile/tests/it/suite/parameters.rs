//! Parameters of every kind and width, over primes and over composite moduli.

use super::{Pair, bytes, gaussian, gaussian_power};
use num_bigint::BigUint;
use papilio_precompile::Kind;

/// A header, decoded.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub kind: Kind,
    pub n: usize,
    pub q: BigUint,
    /// Real and imaginary part.
    pub root: Pair,
    pub width: usize,
}

impl Parameters {
    pub fn new(kind: Kind, n: usize, q: BigUint, root: BigUint) -> Self {
        let width = [2, 4, 8, 16].into_iter().find(|&width| q.bits() <= 8 * width).unwrap_or(32) as usize;
        Self { kind, n, q, root: [root, BigUint::ZERO], width }
    }

    /// The header in form X.
    pub fn header(&self) -> Vec<u8> {
        let kind = Kind::ALL.iter().position(|&kind| kind == self.kind).unwrap_or_default() as u8;
        let parts = if self.kind == Kind::Complex { 2 } else { 1 };
        let start = vec![1, kind, self.n.trailing_zeros() as u8, self.width as u8];
        [start, bytes(std::slice::from_ref(&self.q), self.width), bytes(&self.root[..parts], self.width)].concat()
    }

    /// An input in form X.
    pub fn input(&self, vectors: &[&[BigUint]]) -> Vec<u8> {
        let body = vectors.iter().map(|vector| bytes(vector, self.width));
        [self.header()].into_iter().chain(body).flatten().collect()
    }
}

pub fn number(digits: &str) -> BigUint {
    digits.parse().expect("decimal digits")
}

pub fn goldilocks() -> BigUint {
    BigUint::from(0xFFFF_FFFF_0000_0001u64)
}

pub fn stark() -> BigUint {
    (BigUint::from(1u32) << 251u32) + (BigUint::from(17u32) << 192u32) + 1u32
}

/// A root of `X^n + 1` modulo a prime.
pub fn prime_root(q: &BigUint, n: usize) -> BigUint {
    let exponent = (q - 1u32) / (2 * n);
    let mut powers = (2u32..1000).map(|a| BigUint::from(a).modpow(&exponent, q));
    powers.find(|x| x.modpow(&BigUint::from(n), q) == q - 1u32).expect("a root")
}

/// `θ` with `θ^(n/2) = i` modulo a prime that is 3 modulo 4.
pub fn complex_root(q: &BigUint, n: usize) -> Pair {
    let i = [BigUint::ZERO, BigUint::from(1u32)];
    let (order, half) = (q * q - 1u32, BigUint::from(n / 2));
    assert_eq!(&order % (2 * n), BigUint::ZERO, "no root for {n} modulo {q}");
    for re in 1u32..1000 {
        let x = gaussian_power(&[BigUint::from(re), BigUint::from(1u32)], &(&order / (2 * n)), q);
        let inverse = gaussian_power(&x, &BigUint::from(2 * n - 1), q);
        if let Some(root) = [x, inverse].into_iter().find(|x| gaussian_power(x, &half, q) == i) {
            return root;
        }
    }
    panic!("no root for {n} modulo {q}")
}

/// `q = x^(2^k) + 1` for even `x`: `x` is a root of `X^(2^k) + 1`, whether `q` is prime or not. The
/// greatest of these come near to the range of every width.
fn power_plus_one(x: u64, log: u32) -> (BigUint, BigUint) {
    let x = BigUint::from(x);
    (x.pow(1 << log) + 1u32, x)
}

/// A root modulo a product of primes that have one, by the Chinese remainder theorem.
fn composite(primes: &[u64], n: usize) -> (BigUint, BigUint) {
    let mut known = (BigUint::from(1u32), BigUint::ZERO);
    for &p in primes {
        let p = BigUint::from(p);
        let root = prime_root(&p, n);
        let (q, x) = known;
        let inverse = (&q % &p).modpow(&(&p - 2u32), &p);
        let lift = (root + &p - &x % &p) * inverse % &p;
        known = (&q * p, x + q * lift);
    }
    known
}

/// Every kind, over every field of interest and moduli of every width.
pub fn all() -> Vec<Parameters> {
    let mut moduli = vec![
        power_plus_one(14, 2),
        power_plus_one(254, 2),
        power_plus_one(65_534, 2),
        power_plus_one(14, 4),
        power_plus_one(254, 4),
        power_plus_one(65_534, 4),
        power_plus_one(2, 5),
        power_plus_one(2, 6),
        power_plus_one(2, 7),
        composite(&[17, 97], 8),
        composite(&[12_289, 8_380_417], 64),
        composite(&[2_013_265_921, 0xFFFF_FFFF_0000_0001], 32),
        composite(&[0xFFFF_FFFF_0000_0001, 2_013_265_921, 2_130_706_433, 12_289], 16),
        (BigUint::from(97u32), BigUint::from(28u32)),
    ];
    let fields = [3329u64, 12_289, 8_380_417, 2_013_265_921, 2_130_706_433].map(BigUint::from);
    for (q, n) in fields.into_iter().chain([goldilocks(), stark()]).zip([128, 64, 256, 64, 64, 64, 32]) {
        let root = prime_root(&q, n);
        moduli.push((q, root));
    }
    let mut all = Vec::new();
    for (q, root) in moduli {
        let minus_one = &q - 1u32;
        let squares = core::iter::successors(Some(root.clone()), |x| Some(x * x % &q));
        let n = 1 << squares.take_while(|x| *x != minus_one).count();
        if n > 1 {
            all.push(Parameters::new(Kind::Negacyclic, n, q.clone(), root.clone()));
        }
        all.push(Parameters::new(Kind::Cyclic, 2 * n, q.clone(), root.clone()));
        all.push(Parameters::new(Kind::Incomplete, 2 * n, q, root));
    }
    all.push(Parameters::new(Kind::Cyclic, 2, BigUint::from(3u32), BigUint::from(2u32)));
    all.push(Parameters::new(Kind::Incomplete, 2, BigUint::from(9u32), BigUint::from(8u32)));
    all.extend(complex());
    all
}

fn complex() -> Vec<Parameters> {
    let mersenne = |bits: u32| (BigUint::from(1u32) << bits) - 1u32;
    let secp256k1 = (BigUint::from(1u32) << 256u32) - (BigUint::from(1u32) << 32u32) - 977u32;
    let primes = [
        (BigUint::from(7u32), 8),
        (BigUint::from(7u32), 2),
        (mersenne(13), 32),
        (mersenne(31), 256),
        (mersenne(61), 32),
        (mersenne(127), 32),
        (secp256k1, 16),
    ];
    let over_primes = primes.map(|(q, n)| {
        let root = complex_root(&q, n);
        Parameters { root, ..Parameters::new(Kind::Complex, n, q, BigUint::ZERO) }
    });
    // 119 = 7·17 is 3 modulo 4 and composite.
    let q = BigUint::from(119u32);
    let candidates = (0..119u32).flat_map(|re| (0..119u32).map(move |im| [re, im].map(BigUint::from)));
    let i = [BigUint::ZERO, BigUint::from(1u32)];
    let root = candidates.into_iter().find(|x| gaussian(&gaussian(x, x, &q), &gaussian(x, x, &q), &q) == i);
    let root = root.expect("a fourth root of i");
    over_primes.into_iter().chain([Parameters { root, ..Parameters::new(Kind::Complex, 8, q, BigUint::ZERO) }]).collect()
}
