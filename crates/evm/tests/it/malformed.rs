//! Keys and signatures that are not well formed are refused with the value and its limit.

use crate::common::own;
use papilio_evm::{Call, Error, KeyPlace, MESSAGE_LIMIT, Scheme};

for_each_scheme!(lengths_are_checked);

fn refused(scheme: Scheme, key: &[u8], message: &[u8], signature: &[u8]) -> Error {
    match Call::new(scheme, KeyPlace::Account, key, message, signature) {
        Err(Error::Signature(error)) => *error,
        Err(error) => error,
        Ok(_) => panic!("{scheme}: {} bytes of signature are taken", signature.len()),
    }
}

fn lengths_are_checked(scheme: Scheme) {
    let entry = own(scheme);
    for length in [0, 1, entry.key.len() - 1, entry.key.len() + 1, 5000] {
        let mut key = entry.key.clone();
        key.resize(length, 0);
        let error = refused(scheme, &key, &entry.message, &entry.signature);
        assert!(
            matches!(error, Error::Length { got, expected, .. } if got == length && expected == entry.key.len()),
            "{error}"
        );
    }
    for length in (0..entry.signature.len()).chain([entry.signature.len() + 1, 10_000]) {
        let mut signature = entry.signature.clone();
        signature.resize(length, 0);
        // A signed message of ML-DSA without its message is a signature.
        let detached = scheme.representative().is_some() && length == 2420;
        if !detached {
            refused(scheme, &entry.key, &entry.message, &signature);
        }
    }
    let long = vec![0; MESSAGE_LIMIT + 1];
    let error = refused(scheme, &entry.key, &long, &entry.signature);
    assert!(matches!(error, Error::TooLong { limit: MESSAGE_LIMIT, got, .. } if got == long.len()), "{error}");
    assert!(error.to_string().contains("65536") && error.to_string().contains("65537"), "{error}");
}

#[test]
fn a_message_inside_must_be_the_one_given() {
    for scheme in [Scheme::FalconEth, Scheme::MlDsaEth, Scheme::MlDsa, Scheme::MlDsaText] {
        let entry = own(scheme);
        let mut message = entry.message.clone();
        message[3] ^= 1;
        assert_eq!(refused(scheme, &entry.key, &message, &entry.signature), Error::OtherMessage { index: 3 }, "{scheme}");
    }
}

#[test]
fn keys_of_falcon() {
    let entry = own(Scheme::Falcon);
    let of = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut key = entry.key.clone();
        change(&mut key);
        refused(Scheme::Falcon, &key, &entry.message, &entry.signature)
    };
    assert_eq!(of(&|key| key[0] = 0x0a), Error::FirstByte { what: "a Falcon-512 public key", expected: 9, got: 10 });
    // The first coefficient is the fourteen bits behind the first byte: 12289 is 11000000000001.
    let error = of(&|key| (key[1], key[2]) = (0b1100_0000, key[2] & 3 | 0b100));
    assert_eq!(error, Error::KeyCoefficient { index: 0, value: 12289, limit: 12288 });
    assert_eq!(error.to_string(), "coefficient 0 of the public key is 12289; the limit is 12288");
    assert_eq!(of(&|key| key[895..].fill(255)), Error::KeyCoefficient { index: 511, value: 16383, limit: 12288 });
}

#[test]
fn signatures_of_falcon() {
    let entry = own(Scheme::Falcon);
    let of = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut signature = entry.signature.clone();
        change(&mut signature);
        refused(Scheme::Falcon, &entry.key, &entry.message, &signature)
    };
    // The header of the encoding without compression.
    let error = of(&|signature| (signature[0], signature[40]) = (0x59, 0));
    assert_eq!(error, Error::SignatureHeader { first: 0x59, inner: 0 });
    assert!(matches!(of(&|signature| signature.push(0)), Error::Trailing { .. }));
    assert!(matches!(of(&|signature| signature.truncate(signature.len() - 1)), Error::Truncated { index: 480..512, .. }));
    assert!(matches!(of(&|signature| signature[41..].fill(0)), Error::Coefficient { index: 0, limit: 2047 }));
    // A sign, no low bits, and no high ones.
    assert_eq!(
        of(&|signature| (signature[41], signature[42]) = (0x80, signature[42] | 0x80)),
        Error::NegativeZero { index: 0 }
    );
}

#[test]
fn names() {
    for scheme in Scheme::ALL {
        assert_eq!(scheme.name().parse(), Ok(scheme));
        assert_eq!(scheme.to_string(), scheme.name());
    }
    let error = "falcon1024".parse::<Scheme>().expect_err("unknown").to_string();
    assert!(error.contains("falcon1024") && error.contains("mldsa44-eth"), "{error}");
    let error = "geth".parse::<papilio_evm::Client>().expect_err("unknown").to_string();
    assert!(error.contains("revm"), "{error}");
}
