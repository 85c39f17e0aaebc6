//! The point that a message is hashed to, and the relation between it, a key and a signature.

use super::{DEGREE, MODULUS, PublicKey, SALT, Signature};
use crate::error::Error;
use crate::xof::Hash;
use papilio_ntt::{Plan, lattice};

/// The greatest squared norm of `(s1, s2)`: `⌊β²⌋` of table 3.3 of Falcon's specification.
const BOUND: u64 = 34_034_726;

/// The two parts that are hashed, in their order.
pub(super) fn hashed<'p>(hash: Hash, salt: &'p [u8; SALT], message: &'p [u8]) -> [&'p [u8]; 2] {
    match hash {
        Hash::Keccak => [message, salt],
        Hash::Shake => [salt, message],
    }
}

/// Coefficients in `[0, q)`: the specification's algorithm 3. Samples are of 16 bits, the high byte
/// first, and those from `5q` are left out.
pub(super) fn of(hash: Hash, salt: &[u8; SALT], message: &[u8]) -> [u16; DEGREE] {
    let mut stream = hash.stream(&hashed(hash, salt, message).concat());
    std::array::from_fn(|_| {
        loop {
            let mut sample = [0; 2];
            stream.read(&mut sample);
            let sample = u16::from_be_bytes(sample);
            if sample < 5 * MODULUS {
                return sample % MODULUS;
            }
        }
    })
}

impl Signature {
    /// Whether `s1 = c − s2·h` and `s2` are short.
    pub(super) fn is_valid(&self, key: &PublicKey, hash: Hash, message: &[u8]) -> Result<bool, Error> {
        let plan: Plan<u16> = lattice::falcon(DEGREE)?;
        let mut product: Vec<u16> = self.coefficients().iter().map(|s| s.rem_euclid(MODULUS as i16) as u16).collect();
        let mut h = key.coefficients().to_vec();
        plan.forward(&mut product);
        plan.forward(&mut h);
        product.iter_mut().zip(&h).for_each(|(s2, &h)| *s2 = (u32::from(*s2) * u32::from(h) % u32::from(MODULUS)) as u16);
        plan.inverse(&mut product);
        let c = of(hash, self.salt(), message);
        let s1 = c.iter().zip(&product).map(|(&c, &product)| {
            let difference = (c + MODULUS - product) % MODULUS;
            difference.min(MODULUS - difference)
        });
        let s2 = self.coefficients().iter().map(|s| s.unsigned_abs());
        Ok(s1.chain(s2).map(|s| u64::from(s).pow(2)).sum::<u64>() <= BOUND)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::scheme::Scheme;
    use revm::primitives::hex;

    /// A well-formed case of the file of edge cases.
    pub(in crate::falcon) struct EdgeCase {
        pub(in crate::falcon) title: String,
        pub(in crate::falcon) hash: Hash,
        pub(in crate::falcon) key: PublicKey,
        pub(in crate::falcon) message: Vec<u8>,
        pub(in crate::falcon) signature: Signature,
        pub(in crate::falcon) valid: bool,
    }

    pub(in crate::falcon) fn edge_cases() -> Vec<EdgeCase> {
        let file: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/data/edge-cases.json")).expect("the file of edge cases");
        let case = |case: &serde_json::Value| {
            let scheme: Scheme = case["scheme"].as_str().expect("a scheme").parse().expect("one that is known");
            let bytes = |name: &str| hex::decode(case[name].as_str().expect("digits")).expect("hexadecimal");
            Some(EdgeCase {
                title: format!("{scheme}: {}", case["title"]),
                hash: scheme.hash(),
                key: PublicKey::parse(&bytes("public_key")).ok()?,
                message: bytes("message"),
                signature: Signature::parse_strict(&bytes("signature")).ok()?,
                valid: case["valid"].as_bool().expect("a verdict"),
            })
        };
        file["cases"].as_array().expect("a list").iter().filter_map(case).collect()
    }

    /// The contracts have these verdicts by arithmetic of their own; so has what decides here which
    /// signature is given out, and which of two readings is taken.
    #[test]
    fn verdicts_at_the_edges() {
        let mut counts = [0; 2];
        for case in edge_cases() {
            let valid = case.signature.is_valid(&case.key, case.hash, &case.message).expect("a plan");
            assert_eq!(valid, case.valid, "{}", case.title);
            counts[usize::from(valid)] += 1;
        }
        assert!(counts.iter().all(|&count| count >= 12), "invalid and valid: {counts:?}");
    }

    /// Samples of `5q − 1` and `5q` are rare: one message in 128 has one.
    #[test]
    fn samples_from_five_moduli_are_left_out() {
        for hash in [Hash::Keccak, Hash::Shake] {
            let mut found = [false; 2];
            for number in 0_u32..5000 {
                let message = number.to_be_bytes();
                let mut bytes = [0; 4 * DEGREE];
                hash.stream(&hashed(hash, &[0; SALT], &message).concat()).read(&mut bytes);
                let samples = bytes.chunks(2).map(|pair| 256 * u32::from(pair[0]) + u32::from(pair[1]));
                let first: Vec<u32> = samples.clone().take(DEGREE).collect();
                let edges = [61_444, 61_445].map(|edge| first.contains(&edge));
                if edges.contains(&true) {
                    let expected: Vec<u32> = samples.filter(|&sample| sample <= 61_444).map(|sample| sample % 12_289).collect();
                    let got = of(hash, &[0; SALT], &message);
                    assert!(got.iter().zip(&expected).all(|(&got, &expected)| u32::from(got) == expected), "{number}");
                    found = [found[0] | edges[0], found[1] | edges[1]];
                }
                if found == [true; 2] {
                    break;
                }
            }
            assert_eq!(found, [true; 2], "{hash:?}");
        }
    }
}
