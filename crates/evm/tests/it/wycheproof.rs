//! The vectors of Wycheproof for the verification of ML-DSA-44, all of them on the machine.

use crate::common::run;
use papilio_evm::{Call, Encoding, KeyPlace, Scheme};
use wycheproof::TestResult;
use wycheproof::mldsa_verify::{Test, TestFlag, TestGroup, TestName, TestSet};

/// The verdict: not well formed is not valid.
fn verdict(group: &TestGroup, test: &Test) -> bool {
    let (key, message, signature) = (&group.pubkey, &test.msg, &test.sig);
    let call = Call::with_encoding(Encoding::Strict, Scheme::MlDsa, KeyPlace::Account, key, message, signature);
    // Lengths are all that the converter finds fault with: the contract decides the rest.
    let wrong = [TestFlag::IncorrectPublicKeyLength, TestFlag::IncorrectSignatureLength];
    assert_eq!(call.is_err(), test.flags.iter().any(|flag| wrong.contains(flag)), "test {}: {call:?}", test.tc_id);
    call.is_ok_and(|call| {
        let report = run(&call);
        assert!(report.failure.is_none(), "test {}: {report:?}", test.tc_id);
        report.valid
    })
}

/// The verifier knows the empty context alone: to it a signature in another is one of another
/// message.
#[test]
fn ml_dsa_44() {
    let (mut valid, mut elsewhere, mut invalid) = (0, 0, 0);
    for group in TestSet::load(TestName::MlDsa44Verify).expect("a set").test_groups {
        for test in &group.tests {
            let in_context = test.ctx.as_ref().is_some_and(|context| !context.is_empty());
            let expected = test.result == TestResult::Valid && !in_context;
            assert_eq!(verdict(&group, test), expected, "test {}: {}", test.tc_id, test.comment);
            let count = if expected {
                &mut valid
            } else if in_context {
                &mut elsewhere
            } else {
                &mut invalid
            };
            *count += 1;
        }
    }
    println!("{valid} valid, {elsewhere} in another context, {invalid} invalid");
    assert!(valid >= 75 && elsewhere >= 7 && invalid >= 95, "the set has become smaller");
}
