//! Signatures by independent implementations: PQClean's Falcon-512 and the `ml-dsa` crate.

use crate::common::{Entry, is_valid};
use chacha20::ChaCha20Rng;
use ml_dsa::{EncodedSignature, MlDsa44, SigningKey};
use papilio_evm::{Call, Encoding, KeyPlace, Scheme};
use pqcrypto_falcon::falcon512;
use pqcrypto_traits::sign::{DetachedSignature, PublicKey, SignedMessage};
use rand_core::{Rng, SeedableRng};

/// A message of some length.
fn message(rng: &mut ChaCha20Rng, round: usize) -> Vec<u8> {
    let length = [0, 1, 31, 32, 33, 135, 136, 137, 300, 1000][round % 10];
    let mut message = vec![0; length];
    rng.fill_bytes(&mut message);
    message
}

fn try_call(scheme: Scheme, entry: &Entry) -> Result<Call, papilio_evm::Error> {
    Call::new(scheme, KeyPlace::Account, &entry.key, &entry.message, &entry.signature)
}

/// The verdict of the contract; what is not well formed is invalid.
fn verdict(scheme: Scheme, entry: &Entry) -> bool {
    try_call(scheme, entry).is_ok_and(|call| is_valid(&call))
}

/// The same for signatures in their standard encoding alone.
pub(crate) fn strict(scheme: Scheme, entry: &Entry) -> bool {
    let (key, message, signature) = (&entry.key, &entry.message, &entry.signature);
    let call = Call::with_encoding(Encoding::Strict, scheme, KeyPlace::Account, key, message, signature);
    call.is_ok_and(|call| is_valid(&call))
}

/// Flips a bit.
fn flipped(bytes: &[u8], rng: &mut ChaCha20Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = rng.next_u32() as usize % (8 * bytes.len());
    bytes[at / 8] ^= 1 << (at % 8);
    bytes
}

#[test]
fn falcon_of_pqclean() {
    let rng = &mut ChaCha20Rng::seed_from_u64(1);
    for round in 0..10 {
        let (public, secret) = falcon512::keypair();
        let message = message(rng, round);
        let detached = falcon512::detached_sign(&message, &secret);
        let key = public.as_bytes().to_vec();
        let entry = Entry { message, key, signature: detached.as_bytes().to_vec() };
        assert!(verdict(Scheme::Falcon, &entry), "round {round}: {entry:02x?}");
        assert!(!verdict(Scheme::FalconEth, &entry), "the hash function matters");
        // All encodings of the same signature.
        let (salt, compressed) = entry.signature[1..].split_at(40);
        let behind = [salt, &[0x29], compressed].concat();
        let front = [&[0x29], salt, compressed].concat();
        let length = |bytes: usize| (bytes as u16).to_be_bytes();
        let nist = [&length(1 + compressed.len())[..], salt, &entry.message, &[0x29], compressed].concat();
        let whole =
            [&length(41 + entry.message.len() + compressed.len())[..], salt, &entry.message, &[0x29], compressed].concat();
        let signed = falcon512::sign(&entry.message, &secret).as_bytes().to_vec();
        for signature in [behind, front, nist, whole, signed] {
            let other = Entry { signature, ..entry.clone() };
            assert!(verdict(Scheme::Falcon, &other), "round {round}: {other:02x?}");
        }
    }
}

/// The salt in front may begin as a detached signature does, and that behind end with the byte that
/// is between salt and coefficients. One salt in 128 does the first.
#[test]
fn salts_that_look_like_first_bytes() {
    let (public, secret) = falcon512::keypair();
    let mut found = [false; 3];
    for round in 0_u32.. {
        let message = round.to_be_bytes().to_vec();
        let signature = falcon512::detached_sign(&message, &secret).as_bytes().to_vec();
        let (salt, compressed) = signature[1..].split_at(40);
        let marks = [salt[0] == 0x29, salt[0] == 0x39, salt[39] == 0x29];
        let new: Vec<usize> = (0..3).filter(|&mark| marks[mark] && !found[mark]).collect();
        if !new.is_empty() {
            let behind = [salt, &[0x29], compressed].concat();
            for signature in [behind, signature.clone()] {
                let entry = Entry { message: message.clone(), key: public.as_bytes().to_vec(), signature };
                assert!(verdict(Scheme::Falcon, &entry), "{entry:02x?}");
                let other = Entry { message: [&message[..], b"!"].concat(), ..entry };
                assert!(!verdict(Scheme::Falcon, &other));
            }
        }
        new.into_iter().for_each(|mark| found[mark] = true);
        if found == [true; 3] {
            break;
        }
    }
}

/// Byte strings that are like a signature: a few bits, bytes, its length or its padding changed.
fn mutated(signature: &[u8], rng: &mut ChaCha20Rng) -> Vec<u8> {
    let mut bytes = signature.to_vec();
    let random = |rng: &mut ChaCha20Rng, below: usize| rng.next_u32() as usize % below;
    match random(rng, 8) {
        0 => return flipped(signature, rng),
        1 => bytes.truncate(random(rng, signature.len())),
        2 => bytes.resize(signature.len() + random(rng, 3), 0),
        3 => bytes.resize(664 + random(rng, 5), 0),
        4 => {
            bytes.resize(666, 0);
            let at = signature.len() + random(rng, 666 - signature.len());
            bytes[at] = u8::from(random(rng, 2) == 0) << random(rng, 8);
        }
        5 => bytes[0] = [0x09, 0x19, 0x29, 0x30, 0x38, 0x39, 0x3a, 0x49, 0x59, 0xb9][random(rng, 10)],
        6 => bytes[signature.len() - 1] |= 1 << random(rng, 8),
        _ => {
            // Where the coefficients begin, a sign without a value is likely.
            let at = 41 + random(rng, 20);
            bytes[at] = [0, 0x80, 0xff, 1][random(rng, 4)];
        }
    }
    bytes
}

/// In strict mode the contract takes exactly those byte strings that PQClean takes.
#[test]
fn strict_signatures_are_those_of_pqclean() {
    let rng = &mut ChaCha20Rng::seed_from_u64(4);
    let (mut valid, mut invalid) = (0, 0);
    for round in 0..10 {
        let (public, secret) = falcon512::keypair();
        let message = message(rng, round);
        let signature = falcon512::detached_sign(&message, &secret).as_bytes().to_vec();
        for _ in 0..100 {
            let mutated = mutated(&signature, rng);
            let theirs = falcon512::DetachedSignature::from_bytes(&mutated)
                .is_ok_and(|one| falcon512::verify_detached_signature(&one, &message, &public).is_ok());
            let entry = Entry { message: message.clone(), key: public.as_bytes().to_vec(), signature: mutated };
            assert_eq!(strict(Scheme::Falcon, &entry), theirs, "{entry:02x?}");
            *(if theirs { &mut valid } else { &mut invalid }) += 1;
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(valid > 100 && invalid > 500);
}

#[test]
fn ml_dsa_of_the_crate() {
    let rng = &mut ChaCha20Rng::seed_from_u64(2);
    for round in 0..10 {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let secret = SigningKey::<MlDsa44>::from_seed(&seed.into());
        let public = secret.expanded_key().verifying_key();
        let message = message(rng, round);
        let signature = secret.expanded_key().sign_deterministic(&message, &[]).expect("a signature");
        let entry = Entry { message, key: public.encode().to_vec(), signature: signature.encode().to_vec() };
        assert!(verdict(Scheme::MlDsa, &entry), "round {round}: {entry:02x?}");
        assert!(!verdict(Scheme::MlDsaEth, &entry), "the hash function matters");
        let with_context = secret.expanded_key().sign_deterministic(&entry.message, b"context").expect("a signature");
        assert!(!verdict(Scheme::MlDsa, &Entry { signature: with_context.encode().to_vec(), ..entry.clone() }));
        for _ in 0..20 {
            let other = Entry { signature: flipped(&entry.signature, rng), ..entry.clone() };
            let encoded = EncodedSignature::<MlDsa44>::try_from(&other.signature[..]).expect("its length");
            let theirs = ml_dsa::Signature::<MlDsa44>::decode(&encoded)
                .is_some_and(|one| public.verify_with_context(&other.message, &[], &one));
            assert_eq!(theirs, verdict(Scheme::MlDsa, &other), "{other:02x?}");
        }
    }
}
