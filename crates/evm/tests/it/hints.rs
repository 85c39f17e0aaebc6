//! Signatures of ML-DSA-44 that are encoded as none is, and at the bounds of what is allowed.

use crate::common::{call, own, run};
use papilio_evm::{Call, Scheme};

const SCHEMES: [Scheme; 2] = [Scheme::MlDsaEth, Scheme::MlDsa];
/// Where `z` and hints begin; places of hints come first, and then how many there are up to each
/// row.
const Z: usize = 32;
const HINTS: usize = 2336;
const PLACES: usize = 80;
/// `γ1`, and the bound that `z` stays below.
const GAMMA: u32 = 1 << 17;
const BOUND: u32 = GAMMA - 78;

fn is_valid(call: &Call) -> bool {
    let report = run(call);
    assert!(report.failure.is_none(), "{report:?}");
    report.valid
}

fn changed(call: &Call, change: impl FnOnce(&mut [u8])) -> Call {
    let mut call = call.clone();
    change(&mut call.calldata[HINTS..HINTS + PLACES + 4]);
    call
}

#[test]
fn hints_have_one_encoding() {
    for scheme in SCHEMES {
        let valid = call(scheme, &own(scheme));
        assert!(is_valid(&valid));
        let hints = valid.calldata[HINTS..][..PLACES + 4].to_vec();
        let ends: Vec<usize> = hints[PLACES..].iter().map(|&end| usize::from(end)).collect();
        assert!(ends[3] < PLACES && ends[0] >= 2 && ends[0] < ends[1], "the entry has room for what follows: {ends:?}");
        let cases = [
            ("places exchanged", changed(&valid, |h| h.swap(0, 1))),
            ("a place twice", changed(&valid, |h| h[1] = h[0])),
            ("a byte behind the last place", changed(&valid, |h| h[ends[3]] = 1)),
            ("the last byte of places", changed(&valid, |h| h[PLACES - 1] = 255)),
            ("numbers that decrease", changed(&valid, |h| h[PLACES + 1] = h[PLACES] - 1)),
            ("more than 80", changed(&valid, |h| h[PLACES + 3] = 81)),
            ("255 of them", changed(&valid, |h| h[PLACES..].fill(255))),
            ("none", changed(&valid, |h| h.fill(0))),
            ("one less", changed(&valid, |h| h[PLACES + 3] -= 1)),
            ("one of the next row", changed(&valid, |h| h[PLACES] += 1)),
        ];
        for (what, case) in cases {
            assert!(!is_valid(&case), "{scheme}: {what}");
        }
    }
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
