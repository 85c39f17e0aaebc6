//! Ways to make signatures of Falcon-512 without a secret, by what a careless verifier leaves out.

use crate::common::point::{centered, compute, norm, point};
use crate::common::{call, own, run};
use papilio_evm::falcon::{DEGREE, MODULUS, PublicKey, Signature};
use papilio_evm::{Call, Client, Fork, KeyPlace, Scheme};
use papilio_precompile::{DEFAULT_BASE, Operation};

const SCHEMES: [Scheme; 2] = [Scheme::FalconEth, Scheme::Falcon];
/// The greatest squared norm of a signature.
const BOUND: i64 = 34_034_726;

/// Where the number of patches, fields, and patches lie with the key in an account.
const COUNT: usize = 1;
const LOW: usize = 2;
const PATCHES: usize = 662;

fn is_valid(call: &Call) -> bool {
    let report = run(call);
    assert!(report.failure.is_none(), "{report:?}");
    report.valid
}

/// Replaces the patches of a call.
fn patched(call: &Call, patches: &[u16]) -> Call {
    let mut call = call.clone();
    let old = usize::from(call.calldata[COUNT]);
    call.calldata.splice(PATCHES..PATCHES + 2 * old, patches.iter().flat_map(|patch| patch.to_be_bytes()));
    call.calldata[COUNT] = patches.len() as u8;
    call
}

/// The patches of a call.
fn patches(call: &Call) -> Vec<u16> {
    let count = usize::from(call.calldata[COUNT]);
    call.calldata[PATCHES..PATCHES + 2 * count].chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
}

#[test]
fn the_definition_agrees_with_valid_signatures() {
    for scheme in SCHEMES {
        let entry = own(scheme);
        let key = PublicKey::parse(&entry.key).expect("a key");
        let signature = Signature::parse(&entry.signature, &key, scheme.hash(), &entry.message).expect("a signature");
        let s2: Vec<i32> = signature.coefficients().iter().map(|&s| i32::from(s)).collect();
        let c = point(scheme.hash(), &entry.message, signature.salt());
        let norm = norm(key.coefficients(), &c, &s2);
        assert!(0 < norm && norm <= BOUND, "{scheme}: {norm}");
    }
}

/// `s2 = c/h` makes `s1` zero. A verifier that forgets the norm of `s2` accepts it, as one
/// published for Ethereum did; here its coefficients do not even fit, and the nearest that do are
/// refused.
#[test]
fn a_quotient_is_no_signature() {
    for scheme in SCHEMES {
        let entry = own(scheme);
        let key = PublicKey::parse(&entry.key).expect("a key");
        let valid = call(scheme, &entry);
        let signature = Signature::parse(&entry.signature, &key, scheme.hash(), &entry.message).expect("a signature");
        let c = point(scheme.hash(), &entry.message, signature.salt());
        let h = compute(Operation::Forward, &[key.coefficients()]);
        assert!(h.iter().all(|&h| h != 0), "the key of the entry has an inverse");
        let inverse: Vec<u16> = h.iter().map(|&h| power(h, MODULUS - 2)).collect();
        let quotient = compute(Operation::Multiply, &[&compute(Operation::Forward, &[&c]), &inverse]);
        let s2 = centered(&compute(Operation::Inverse, &[&quotient]));
        let own: i64 = s2.iter().map(|&s| i64::from(s) * i64::from(s)).sum();
        assert_eq!(norm(key.coefficients(), &c, &s2), own, "s1 is zero");
        assert!(own > 100 * BOUND && s2.iter().filter(|s| s.abs() > 2047).count() > 255, "{scheme}: {own}");
        let mut forged = patched(&valid, &[]);
        for (at, s) in s2.iter().enumerate() {
            set(&mut forged, at, (s + 512).rem_euclid(1024) as u16);
        }
        assert!(!is_valid(&forged), "{scheme}: residues modulo 1024");
        let far = s2.iter().enumerate().filter(|(_, s)| !(-512..512).contains(*s));
        let far: Vec<u16> = far.map(|(at, &s)| at as u16 | if s < 0 { 0 } else { 3 << 9 }).take(255).collect();
        assert!(!is_valid(&patched(&forged, &far)), "{scheme}: with patches");
    }
}

/// Writes a field of ten bits.
fn set(call: &mut Call, at: usize, field: u16) {
    let low = LOW + at / 32 * 32 + at % 16 * 2 + at / 16 % 2;
    let (high, shift) = (LOW + DEGREE + at / 128 * 32 + at % 16 * 2 + usize::from(at / 16 % 8 < 4), at / 16 % 4 * 2);
    call.calldata[low] = field as u8;
    call.calldata[high] = call.calldata[high] & !(3 << shift) | (field >> 8 << shift) as u8;
}

fn power(base: u16, exponent: u16) -> u16 {
    let (mut power, q) = (1, u32::from(MODULUS));
    for bit in (0..16).rev() {
        power = power * power % q;
        if exponent >> bit & 1 == 1 {
            power = power * u32::from(base) % q;
        }
    }
    power as u16
}

#[test]
fn zeros_and_large_vectors_are_no_signatures() {
    for scheme in SCHEMES {
        let valid = call(scheme, &own(scheme));
        for field in [512, 0, 1023, 511] {
            let mut constant = patched(&valid, &[]);
            (0..DEGREE).for_each(|at| set(&mut constant, at, field));
            assert!(!is_valid(&constant), "{scheme}: all coefficients {}", i32::from(field) - 512);
        }
    }
}

/// There is one calldata for each signature: adding a multiple of `q` or undoing a patch is
/// refused, not reduced.
#[test]
fn signatures_are_not_malleable() {
    for scheme in SCHEMES {
        let valid = call(scheme, &own(scheme));
        assert!(is_valid(&patched(&valid, &patches(&valid))));
        let with = |more: &[u16]| {
            let mut all = [&patches(&valid)[..], more].concat();
            all.sort_by_key(|patch| patch & 511);
            patched(&valid, &all)
        };
        for at in [0, 1, 255, 511] {
            // 1024 added and taken away again, in both orders; then any single step.
            for codes in [[1, 2], [2, 1], [0, 3], [3, 0]] {
                assert!(!is_valid(&with(&codes.map(|code| code << 9 | at))), "{scheme}: {codes:?} at {at}");
            }
            for code in 0..4 {
                assert!(!is_valid(&with(&[code << 9 | at])), "{scheme}: {code} at {at}");
            }
        }
        // Bits above the two of the step.
        let mut all = patches(&valid);
        if let Some(first) = all.first_mut() {
            *first |= 1 << 11;
            assert!(!is_valid(&patched(&valid, &all)), "{scheme}: a bit that means nothing");
        }
        for unsorted in [[1 << 9 | 7, 1 << 9 | 3], [1 << 9 | 3, 1 << 9 | 3]] {
            assert!(!is_valid(&patched(&valid, &unsorted)), "{scheme}: places that do not increase");
        }
    }
}

#[test]
fn a_key_in_the_calldata_counts_as_much() {
    for scheme in SCHEMES {
        let entry = own(scheme);
        let place = KeyPlace::Calldata;
        let valid = Call::new(scheme, place, &entry.key, &entry.message, &entry.signature).expect("well formed");
        assert!(valid.key.is_none() && is_valid(&valid), "{scheme}");
        for at in (0..valid.calldata.len()).step_by(3) {
            let mut changed = valid.clone();
            changed.calldata[at] ^= 1 << (at % 8);
            assert!(!is_valid(&changed), "{scheme}: byte {at}");
        }
        // The first coefficient that stays below 2^14 with q added.
        let key = PublicKey::parse(&entry.key).expect("a key");
        let at = key.coefficients().iter().position(|&h| h < 4095).expect("a third of all are");
        let mut other = valid.clone();
        let value = key.coefficients()[at] + MODULUS;
        for bit in 0..14 {
            let place = at * 14 + bit;
            let byte = &mut other.calldata[642 + place / 8];
            let mask = 0x80 >> (place % 8);
            *byte = if value >> (13 - bit) & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
        assert_ne!(other, valid);
        assert!(!is_valid(&other), "{scheme}: a coefficient that is not canonical");
        assert!(
            !Client::Revm.run(&valid, &Fork::default(), DEFAULT_BASE + 0x100).expect("it runs").valid,
            "{scheme}: without precompiles"
        );
    }
    assert!(Call::new(Scheme::MlDsa, KeyPlace::Calldata, &[], &[], &[]).is_err());
}
