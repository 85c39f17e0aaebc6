//! Signatures of ML-DSA-44 with responses at the bounds, at many places.

use crate::common::{call, own, run};
use papilio_evm::{Call, Scheme};

const SCHEMES: [Scheme; 4] = [Scheme::MlDsaEth, Scheme::MlDsa, Scheme::MlDsaEthText, Scheme::MlDsaText];
/// Where `z` begins.
const Z: usize = 32;
/// `γ1`, and the bound that `z` stays below.
const GAMMA: u32 = 1 << 17;
const BOUND: u32 = GAMMA - 78;

fn is_valid(call: &Call) -> bool {
    let report = run(call);
    assert!(report.failure.is_none(), "{report:?}");
    report.valid
}

/// Writes a field of 18 bits, which is `γ1 − z`.
fn set(call: &mut Call, at: usize, field: u32) {
    for bit in 0..18 {
        let place = at * 18 + bit;
        let byte = &mut call.calldata[Z + place / 8];
        *byte = *byte & !(1 << (place % 8)) | ((field >> bit & 1) as u8) << (place % 8);
    }
}

#[test]
fn responses_out_of_bounds_are_refused() {
    for scheme in SCHEMES {
        let valid = call(scheme, &own(scheme));
        for at in [0, 1, 7, 255, 256, 1023] {
            for field in [0, GAMMA - BOUND, GAMMA + BOUND, (1 << 18) - 1, GAMMA - BOUND + 1, GAMMA + BOUND - 1] {
                let mut other = valid.clone();
                set(&mut other, at, field);
                assert!(!is_valid(&other), "{scheme}: field {at} is {field}");
            }
        }
    }
}
