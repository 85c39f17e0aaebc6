//! Signatures over SHAKE256 are those of Falcon-512; over either hash they are spherical.

use super::basis::Basis;
use super::{Secret, point, released, sampler};
use crate::falcon::point::tests::edge_cases;
use crate::falcon::{DEGREE, MODULUS, PublicKey, SALT, Signature};
use crate::xof::Hash;
use chacha20::ChaCha20Rng;
use pqcrypto_falcon::falcon512;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey as _, SecretKey as _};
use rand_core::{SeedableRng, TryCryptoRng, TryRng};
use std::convert::Infallible;

/// A generator of bytes that are known.
pub(super) struct Given(pub(super) Vec<u8>);

impl TryCryptoRng for Given {}

impl TryRng for Given {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("bytes alone are drawn");
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        panic!("bytes alone are drawn");
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(&self.0.drain(..bytes.len()).collect::<Vec<_>>());
        Ok(())
    }
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(7)
}

#[test]
fn pqclean_verifies_signatures_over_shake() {
    let rng = &mut rng();
    for round in 0_u8..10 {
        // Keys of either origin.
        let secret = if round % 2 == 0 {
            Secret::generate(rng)
        } else {
            let (_, secret) = falcon512::keypair();
            Secret::parse(secret.as_bytes().try_into().expect("its length")).expect("a key")
        };
        let public = falcon512::PublicKey::from_bytes(secret.public()).expect("a key");
        for length in [0, 1, 100] {
            let message = vec![round; length];
            let signature = secret.sign_over(Hash::Shake, &message, rng).expect("a public key").expect("a signature");
            let theirs = falcon512::DetachedSignature::from_bytes(&signature).expect("a signature");
            assert!(falcon512::verify_detached_signature(&theirs, &message, &public).is_ok(), "round {round}");
            let other = [&message[..], b"!"].concat();
            assert!(falcon512::verify_detached_signature(&theirs, &other, &public).is_err(), "round {round}");
        }
    }
}

/// `(s1, s2)`: the difference of a point and a vector of the lattice.
fn sample(basis: &Basis, key: &PublicKey, number: u32, rng: &mut ChaCha20Rng) -> [Vec<f64>; 2] {
    let c = point::of(Hash::Keccak, &[0; SALT], &number.to_be_bytes());
    let s2 = basis.near(&c, rng);
    let q = i64::from(MODULUS);
    let mut s1: Vec<i64> = c.iter().map(|&c| i64::from(c)).collect();
    for (i, &s) in s2.iter().enumerate() {
        for (j, &h) in key.coefficients().iter().enumerate() {
            let product = i64::from(s) * i64::from(h);
            s1[(i + j) % DEGREE] -= if i + j < DEGREE { product } else { -product };
        }
    }
    let centered = |x: i64| (x.rem_euclid(q) + q / 2) % q - q / 2;
    [s1.into_iter().map(|x| centered(x) as f64).collect(), s2.iter().map(|&x| f64::from(x)).collect()]
}

/// The variance is the same in every direction: along the coordinates, which gives the norm, along
/// the short rows of the basis and along the long ones. Where it is not, signatures show the key.
#[test]
fn samples_are_spherical() {
    let rng = &mut rng();
    let secret = Secret::generate(rng);
    let key = PublicKey::parse(secret.public()).expect("a key");
    let basis = Basis::new(&secret.bytes, &key).expect("a basis");
    let [short, long] = basis.rows();
    let count = 150;
    let mut variances = [0.0; 4];
    let mut means = [0.0; 2];
    for number in 0..count {
        let sample = sample(&basis, &key, number, rng);
        for half in 0..2 {
            variances[half] += sample[half].iter().map(|x| x * x).sum::<f64>() / DEGREE as f64;
            means[half] += sample[half].iter().sum::<f64>() / DEGREE as f64;
        }
        for (at, row) in [&short, &long].into_iter().enumerate() {
            // Its products with all rotations of the row.
            let products: f64 = (0..DEGREE).map(|shift| inner(&sample, row, shift).powi(2)).sum();
            let length: f64 = row.iter().flatten().map(|x| x * x).sum();
            variances[2 + at] += products / length / DEGREE as f64;
        }
    }
    let expected = sampler::DEVIATION.powi(2);
    // 76,800 coordinates: the standard deviation of a mean square is 0.5 %, of a mean 0.6.
    for variance in variances {
        let ratio = variance / f64::from(count) / expected;
        assert!((0.97..1.03).contains(&ratio), "{variances:?} over {count}, not {expected}");
    }
    assert!(means.iter().all(|mean| mean.abs() / f64::from(count) < 3.0), "{means:?} over {count}");
}

/// The product with a row times `X^shift`.
fn inner(sample: &[Vec<f64>; 2], row: &[Vec<f64>; 2], shift: usize) -> f64 {
    let term = |half: usize, i: usize| {
        let rotated = sample[half][(i + shift) % DEGREE] * row[half][i];
        if i + shift < DEGREE { rotated } else { -rotated }
    };
    (0..2).flat_map(|half| (0..DEGREE).map(move |i| (half, i))).map(|(half, i)| term(half, i)).sum()
}

/// The crate reads a key with the `F` of another one, and never ends signing with it.
#[test]
fn keys_without_a_basis_are_refused() {
    let rng = &mut rng();
    let (one, other) = (Secret::generate(rng), Secret::generate(rng));
    let mut mixed = one.bytes.clone();
    mixed[769..].copy_from_slice(&other.bytes[769..]);
    assert!(Secret::parse(&mixed).is_none() && Secret::parse(&one.bytes).is_some());
    let key = PublicKey::parse(one.public()).expect("a key");
    assert!(Basis::new(&mixed, &key).is_none() && Basis::new(&one.bytes, &key).is_some());
    let key = PublicKey::parse(other.public()).expect("a key");
    assert!(Basis::new(&one.bytes, &key).is_none(), "another public key");
}

/// A signature that is none, and one that is too long for the padded form, stay here.
#[test]
fn what_is_not_valid_is_not_given_out() {
    let secret = Secret::generate(&mut rng());
    let key = PublicKey::parse(secret.public()).expect("a key");
    let bytes = secret.sign_over(Hash::Keccak, b"message", &mut rng()).expect("a key").expect("a signature");
    let signature = Signature::parse_strict(&bytes).expect("a signature");
    let of = |hash, message: &[u8]| released(&signature, &key, hash, message).expect("a plan");
    assert_eq!(of(Hash::Keccak, b"message"), Some(bytes));
    assert_eq!([of(Hash::Keccak, b"massage"), of(Hash::Shake, b"message")], [None, None]);
    let mut lengths = Vec::new();
    for case in edge_cases().into_iter().filter(|case| case.valid) {
        let encoding = case.signature.encode().expect("coefficients in range");
        lengths.push(encoding.len());
        let expected = (encoding.len() <= 666).then_some(encoding);
        assert_eq!(released(&case.signature, &case.key, case.hash, &case.message), Ok(expected), "{}", case.title);
    }
    assert!([666, 667].iter().all(|length| lengths.contains(length)), "{lengths:?}");
}

/// A salt of 40 bytes and a seed of 32 are drawn, and every byte of both matters.
#[test]
fn salt_and_seed_are_drawn_whole() {
    let secret = Secret::generate(&mut rng());
    let drawn: Vec<u8> = (0..72).collect();
    let sign = |drawn: &[u8]| {
        let mut given = Given(drawn.to_vec());
        let signature = secret.sign_over(Hash::Keccak, b"message", &mut given).expect("a key").expect("a signature");
        assert!(given.0.is_empty(), "{} bytes are left", given.0.len());
        signature
    };
    let first = sign(&drawn);
    assert_eq!(first[1..=SALT], drawn[..SALT]);
    for at in [0, 39, 40, 44, 56, 71] {
        let mut other = drawn.clone();
        other[at] ^= 1;
        let other = sign(&other);
        assert_ne!(other[1 + SALT..], first[1 + SALT..], "byte {at}");
    }
}

#[test]
fn signatures_differ_and_given_randomness_repeats_them() {
    let secret = Secret::generate(&mut rng());
    let sign = |seed: u64| {
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        [(); 2].map(|()| secret.sign_over(Hash::Keccak, b"message", rng).expect("a key").expect("a signature"))
    };
    let [first, second] = sign(1);
    assert!(first[1..=SALT] != second[1..=SALT] && first[41..] != second[41..]);
    assert_eq!(sign(1), [first.clone(), second]);
    assert_ne!(sign(2)[0], first);
}
