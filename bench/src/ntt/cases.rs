//! The measurements: lengths, primes, and who else is asked.

use super::own::{self, Own};
use super::protocol::{Direction, Kind, Order, Request};
use papilio_field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, KoalaBear, Stark252};
use papilio_field::prime;

/// The numbers whose arithmetic a transform is made of; with a kernel, it decides what a butterfly
/// costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Primes in words of 16 bits.
    Word16,
    /// Primes in words of 32 bits.
    Word32,
    /// Primes in words of 64 bits.
    Word64,
    /// 2^64 − 2^32 + 1, whose reduction needs no product.
    Goldilocks,
    /// Complex numbers over 2^31 − 1: four products.
    Complex31,
    /// Complex numbers in doubles.
    ComplexDouble,
    /// The scalar field of BLS12-381.
    Bls12_381,
    /// The scalar field of BN254.
    Bn254,
    /// The prime 2^251 + 17·2^192 + 1, three of whose words are short.
    Stark252,
}

/// A prime.
#[derive(Clone, Copy, Debug)]
enum Prime {
    /// The greatest of so many bits with roots of unity for all lengths here.
    Below(u32),
    /// This one.
    Is(&'static str),
}

/// Transforms that differ in length only.
struct Family {
    field: &'static str,
    prime: Prime,
    arithmetic: Arithmetic,
    kind: Kind,
    /// Binary logarithms of the lengths, first and last.
    logs: (u32, u32),
    width: usize,
    threads: usize,
    orders: &'static [Order],
    peers: &'static [&'static str],
    own: Own,
}

/// One transform.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the field, for rows and filters.
    pub field: &'static str,
    /// The prime, in decimal.
    pub modulus: String,
    /// The arithmetic that it uses.
    pub arithmetic: Arithmetic,
    /// Which transform.
    pub kind: Kind,
    /// Its length.
    pub n: usize,
    /// Columns.
    pub width: usize,
    /// Threads.
    pub threads: usize,
    /// The order of values.
    pub order: Order,
    /// Folders of `bench/peers` whose programs are asked.
    pub peers: &'static [&'static str],
    /// How we do it.
    pub own: Own,
}

/// Where the values of the transform are bit-reversed by definition.
const ANY: &[Order] = &[Order::Any];
const BOTH: &[Order] = &[Order::Natural, Order::Any];

const BLS12_381: &str = "52435875175126190479447740508185965837690552500527637822603658699938581184513";

const BN254: &str = "21888242871839275222246405745257275088548364400416034343698204186575808495617";

const STARK252: &str = "3618502788666131213697322783095070105623107215331596699973092056135872020481";

/// The Mersenne prime.
pub const M31: &str = "2147483647";

/// Every prime of a given size has roots for negacyclic transforms of this length.
const LONGEST: u64 = 1 << 17;

const fn negacyclic(field: &'static str, bits: u32, arithmetic: Arithmetic, own: Own) -> Family {
    let peers = &["tfhe-ntt", "hexl"];
    Family {
        field,
        prime: Prime::Below(bits),
        arithmetic,
        kind: Kind::Negacyclic,
        logs: (10, 17),
        width: 1,
        threads: 1,
        orders: ANY,
        peers,
        own,
    }
}

const fn cyclic(field: &'static str, prime: &'static str, arithmetic: Arithmetic, own: Own) -> Family {
    let (prime, peers) = (Prime::Is(prime), &["plonky3"]);
    Family { field, prime, arithmetic, kind: Kind::Cyclic, logs: (20, 20), width: 1, threads: 1, orders: BOTH, peers, own }
}

/// Natural order only: arkworks has no other.
const fn large(field: &'static str, prime: &'static str, arithmetic: Arithmetic, own: Own, threads: usize) -> Family {
    let (peers, orders) = (&["arkworks"], &[Order::Natural]);
    Family { threads, peers, orders, ..cyclic(field, prime, arithmetic, own) }
}

const fn bn254(threads: usize) -> Family {
    large("bn254", BN254, Arithmetic::Bn254, own::field::<Bn254, 4>, threads)
}

const fn bls12_381(threads: usize) -> Family {
    large("bls12-381", BLS12_381, Arithmetic::Bls12_381, own::field::<Bls12_381, 4>, threads)
}

const fn stark252(threads: usize) -> Family {
    large("stark252", STARK252, Arithmetic::Stark252, own::field::<Stark252, 4>, threads)
}

/// All of them, by field.
const FAMILIES: &[Family] = &[
    negacyclic("p30", 30, Arithmetic::Word32, own::negacyclic::<u32>),
    negacyclic("p47", 47, Arithmetic::Word64, own::negacyclic::<u64>),
    negacyclic("p49", 49, Arithmetic::Word64, own::negacyclic::<u64>),
    negacyclic("p50", 50, Arithmetic::Word64, own::negacyclic::<u64>),
    // tfhe-ntt chooses its 52-bit kernel for this prime and makes the tables for the 64-bit one:
    // its results are wrong.
    Family {
        prime: Prime::Is("2251799779737601"),
        logs: (12, 12),
        ..negacyclic("p51", 51, Arithmetic::Word64, own::negacyclic::<u64>)
    },
    negacyclic("p60", 60, Arithmetic::Word64, own::negacyclic::<u64>),
    negacyclic("p61", 61, Arithmetic::Word64, own::negacyclic::<u64>),
    Family {
        prime: Prime::Is("12289"),
        logs: (9, 10),
        peers: &["fn-dsa", "tfhe-ntt"],
        ..negacyclic("falcon", 14, Arithmetic::Word16, own::negacyclic::<u16>)
    },
    Family {
        prime: Prime::Is("8380417"),
        logs: (8, 8),
        peers: &["pqclean", "tfhe-ntt"],
        ..negacyclic("ml-dsa", 23, Arithmetic::Word32, own::negacyclic::<u32>)
    },
    Family {
        prime: Prime::Is("3329"),
        kind: Kind::Incomplete,
        logs: (8, 8),
        peers: &["pqclean"],
        ..negacyclic("ml-kem", 12, Arithmetic::Word16, own::incomplete::<u16>)
    },
    cyclic("babybear", "2013265921", Arithmetic::Word32, own::field::<BabyBear, 1>),
    Family {
        kind: Kind::Columns,
        logs: (16, 16),
        width: 256,
        ..cyclic("babybear", "2013265921", Arithmetic::Word32, own::field::<BabyBear, 1>)
    },
    cyclic("koalabear", "2130706433", Arithmetic::Word32, own::field::<KoalaBear, 1>),
    cyclic("goldilocks", "18446744069414584321", Arithmetic::Goldilocks, own::field::<Goldilocks, 1>),
    Family {
        kind: Kind::Circle,
        logs: (20, 20),
        peers: &["plonky3"],
        ..Family { prime: Prime::Is(M31), ..negacyclic("m31-circle", 31, Arithmetic::Word32, own::circle) }
    },
    Family {
        prime: Prime::Is(M31),
        logs: (20, 20),
        peers: &[],
        ..negacyclic("m31-folded", 31, Arithmetic::Complex31, own::folded)
    },
    bn254(1),
    bn254(2),
    bls12_381(1),
    bls12_381(2),
    stark252(1),
    stark252(2),
];

/// Every case, in the order of the table.
#[must_use]
pub fn cases() -> Vec<Case> {
    FAMILIES.iter().flat_map(Family::cases).collect()
}

impl Family {
    fn cases(&self) -> Vec<Case> {
        let modulus = self.prime.decimal();
        let lengths = self.logs.0..=self.logs.1;
        let one = |log: u32, order: Order| Case {
            field: self.field,
            modulus: modulus.clone(),
            arithmetic: self.arithmetic,
            kind: self.kind,
            n: 1 << log,
            width: self.width,
            threads: self.threads,
            order,
            peers: self.peers,
            own: self.own,
        };
        lengths.flat_map(|log| self.orders.iter().map(move |&order| (log, order))).map(|(log, order)| one(log, order)).collect()
    }
}

impl Prime {
    fn decimal(self) -> String {
        match self {
            Self::Is(decimal) => decimal.to_owned(),
            Self::Below(bits) => {
                let greatest = prime::descending(bits, 2 * LONGEST).next();
                greatest.map_or_else(String::new, |q| q.to_string())
            }
        }
    }
}

impl Case {
    /// The case as it is put to a side.
    #[must_use]
    pub fn request(&self, direction: Direction, samples: usize) -> Request {
        Request {
            field: self.field.to_owned(),
            modulus: self.modulus.clone(),
            kind: self.kind,
            n: self.n,
            width: self.width,
            threads: self.threads,
            direction,
            order: self.order,
            seed: 1,
            samples,
        }
    }

    /// Butterflies of the transform: a twiddle, a sum and a difference each.
    #[must_use]
    pub fn butterflies(&self) -> f64 {
        let levels = self.n.trailing_zeros() - u32::from(self.kind == Kind::Incomplete);
        (self.n / 2 * self.width) as f64 * f64::from(levels)
    }
}
