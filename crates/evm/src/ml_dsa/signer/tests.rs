//! Over SHAKE the signer is that of FIPS 204: the same bytes as the vectors of Wycheproof, which
//! take many attempts and every way to fail, and as the crate `ml-dsa`.

use super::super::Representative;
use super::Secret;
use crate::xof::Hash;
use ::ml_dsa::{MlDsa44, SigningKey};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use wycheproof::TestResult;
use wycheproof::mldsa_sign::{Test, TestName, TestSet};
use zeroize::Zeroizing;

fn secret(seed: &[u8]) -> Secret {
    Secret::of_seed(Hash::Shake, Representative::Fips204, Zeroizing::new(seed.try_into().expect("a seed"))).expect("a key")
}

fn signed(secret: &Secret, test: &Test) -> Vec<u8> {
    let context = test.ctx.as_ref().map_or(&[][..], AsRef::as_ref);
    let representative = match (&test.mu, &test.msg) {
        (_, Some(message)) => secret.mu(context, message),
        (Some(mu), None) => mu[..].try_into().expect("64 bytes"),
        (None, None) => panic!("test {} signs nothing", test.tc_id),
    };
    let random = test.rnd.as_ref().map_or([0; 32], |random| random[..].try_into().expect("32 bytes"));
    secret.sign(&representative, &random)
}

#[test]
fn signatures_of_wycheproof() {
    let mut count = 0;
    for group in TestSet::load(TestName::MlDsa44SignSeed).expect("a set").test_groups {
        let seed = group.privseed.as_ref().map_or(&[][..], AsRef::as_ref);
        for test in group.tests.iter().filter(|test| test.result == TestResult::Valid) {
            let secret = secret(seed);
            assert_eq!(group.pubkey.as_ref().map(AsRef::as_ref), Some(&secret.public()[..]), "test {}", test.tc_id);
            assert!(signed(&secret, test) == test.sig[..], "test {}: {}", test.tc_id, test.comment);
            count += 1;
        }
    }
    assert_eq!(count, 82);
}

#[test]
fn signatures_of_the_crate() {
    let rng = &mut ChaCha20Rng::seed_from_u64(3);
    for round in 0..20 {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let (own, other) = (secret(&seed), SigningKey::<MlDsa44>::from_seed(&seed.into()));
        let other = other.expanded_key();
        assert_eq!(own.public()[..], other.verifying_key().encode()[..]);
        for length in [0, 1, 64, 1000] {
            let (mut message, mut random) = (vec![0; length], [0; 32]);
            rng.fill_bytes(&mut message);
            rng.fill_bytes(&mut random);
            let theirs = other.sign_internal(&[&[0, 0], &message], &random.into()).encode();
            assert!(own.sign(&own.mu(&[], &message), &random) == theirs[..], "round {round}, {length} bytes");
        }
    }
}
