//! Whatever is changed in a valid call makes it invalid, and nothing makes it run away.

use crate::common::{call, is_valid, own, run};
use papilio_evm::{Call, Client, Fork, Scheme};

for_each_scheme!(
    every_field_of_the_calldata_matters,
    every_part_of_the_key_matters,
    calldata_of_other_lengths_is_refused,
    keys_that_are_not_canonical_are_refused,
    a_chain_without_the_precompiles_accepts_nothing,
);

/// A contract answers within this gas, whatever it is given.
const GAS_LIMIT: u64 = 2_000_000;

/// Invalid by a verdict, or at worst by a revert, at bounded cost.
fn assert_refused(call: &Call, what: &str) {
    let report = run(call);
    assert!(!report.valid, "{what} is accepted");
    assert!(report.failure.is_none() && report.gas < GAS_LIMIT, "{what}: {report:?}");
}

fn every_field_of_the_calldata_matters(scheme: Scheme) {
    let valid = call(scheme, &own(scheme));
    assert!(is_valid(&valid));
    for at in 0..valid.calldata.len() {
        let mut changed = valid.clone();
        changed.calldata[at] ^= 1 << (at * 5 % 8);
        assert_refused(&changed, &format!("byte {at} of the calldata changed"));
    }
}

fn every_part_of_the_key_matters(scheme: Scheme) {
    let valid = call(scheme, &own(scheme));
    // The first byte keeps the code from being called and is not read.
    for at in (1..valid.key.as_ref().expect("an account").code.len()).step_by(61) {
        let mut changed = valid.clone();
        changed.key.as_mut().expect("an account").code[at] ^= 1;
        assert_refused(&changed, &format!("byte {at} of the key changed"));
    }
    // With a zero behind it, without its last byte, and without the last element.
    let length = valid.key.as_ref().expect("an account").code.len();
    for other in [length + 1, length - 1, length - 4, 1, 24_576] {
        let mut changed = valid.clone();
        changed.key.as_mut().expect("an account").code.resize(other, 0);
        assert_refused(&changed, &format!("a key of {other} bytes"));
    }
    let mut without = valid;
    without.key = None;
    assert_refused(&without, "a key that is not there");
}

fn calldata_of_other_lengths_is_refused(scheme: Scheme) {
    let valid = call(scheme, &own(scheme));
    let length = valid.calldata.len();
    for shorter in (0..length).step_by(37).chain(length - 70..length) {
        let mut changed = valid.clone();
        changed.calldata.truncate(shorter);
        assert_refused(&changed, &format!("{shorter} bytes of calldata"));
    }
    for longer in [1, 2, 32, 1000, 70_000] {
        let mut changed = valid.clone();
        changed.calldata.resize(length + longer, 0);
        let report = run(&changed);
        assert!(!report.valid, "{longer} zeros more");
    }
}

/// An element of the key with the modulus added to it is congruent to what it was.
fn keys_that_are_not_canonical_are_refused(scheme: Scheme) {
    let valid = call(scheme, &own(scheme));
    let (first, width, q) = match scheme.representative() {
        None => (1, 2, 12289),
        Some(representative) => (1 + representative.digest_bytes(), 4, 8_380_417_u32),
    };
    let elements = (valid.key.as_ref().expect("an account").code.len() - first) / width;
    for element in (0..elements).step_by(elements / 13).chain([elements - 1]) {
        let mut changed = valid.clone();
        let bytes = &mut changed.key.as_mut().expect("an account").code[first + element * width..][..width];
        let value = bytes.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)) + q;
        bytes.copy_from_slice(&value.to_be_bytes()[4 - width..]);
        assert_refused(&changed, &format!("element {element} of the key, and q"));
    }
}

fn a_chain_without_the_precompiles_accepts_nothing(scheme: Scheme) {
    let valid = call(scheme, &own(scheme));
    let mut zeros = valid.clone();
    let length = zeros.calldata.len() - own(scheme).message.len();
    zeros.calldata[..length].fill(0);
    // None of them where they are called; then all but one, two, three, each other than it should
    // be.
    for base in [0x1000, 0x11, 0x13, 0x14, 0x15] {
        for call in [&valid, &zeros] {
            let report = Client::Revm.run(call, &Fork::default(), base).expect("it runs");
            assert!(!report.valid && report.gas < GAS_LIMIT, "precompiles from {base:#x} on: {report:?}");
        }
    }
    assert_refused(&zeros, "a signature of zeros");
}
