use super::*;
use core::ptr;

/// The transform of `X` modulo `X^2 + 1` and 5, whose least root is 2.
const INPUT: [u8; 16] = [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1];
const OUTPUT: [u8; 4] = [0, 2, 0, 3];

fn run(op: u8, input: &[u8], out: &mut [u8]) -> (i32, usize) {
    let mut len = usize::MAX;
    // SAFETY: all come of slices and a variable.
    let code = unsafe { papilio_precompile_run(op, input.as_ptr(), input.len(), out.as_mut_ptr(), out.len(), &raw mut len) };
    (code, len)
}

fn gas(op: u8, input: &[u8]) -> u64 {
    // SAFETY: the input is a slice.
    unsafe { papilio_precompile_gas(op, input.as_ptr(), input.len()) }
}

fn output_len(op: u8, input: &[u8]) -> usize {
    // SAFETY: the input is a slice.
    unsafe { papilio_precompile_output_len(op, input.as_ptr(), input.len()) }
}

#[test]
fn calls_are_those_of_the_library() {
    papilio_precompile_prepare();
    let mut out = [0xAA; 6];
    assert_eq!((run(0, &INPUT, &mut out), out), ((0, 4), [0, 2, 0, 3, 0xAA, 0xAA]));
    assert_eq!((gas(0, &INPUT), output_len(0, &INPUT)), (papilio_precompile::gas(Operation::Forward, &INPUT), 4));
    let back = [&INPUT[..12], &OUTPUT].concat();
    assert_eq!((run(1, &back, &mut out), &out[..4]), ((0, 4), &INPUT[12..]));
}

#[test]
fn errors_are_numbers_in_the_order_of_validation() {
    let mut out = [0xAA; 4];
    let with = |place: usize, byte: u8| {
        let mut input = INPUT;
        input[place] = byte;
        input
    };
    let inputs = [
        (&INPUT[..11], -1),
        (&with(0, 9), -2),
        (&with(3, 3), -3),
        (&with(3, 1), -4),
        (&with(11, 0), -5),
        (&with(11, 4), -6),
        (&with(11, 7), -7),
        (&[&[1, 0, 1, 2, 0, 5, 0, 4][..], &INPUT[12..]].concat(), -8),
        (&INPUT[..15], -9),
        (&with(13, 5), -10),
        (&with(11, 9), -11),
    ];
    for (input, code) in inputs {
        assert_eq!((run(0, input, &mut out), out), ((code, 0), [0xAA; 4]), "{input:?}");
    }
    assert_eq!((gas(0, &[]), output_len(0, &[])), (200, 0));
}

#[test]
fn arguments_that_cannot_be() {
    let mut out = [0xAA; 4];
    assert_eq!(run(4, &INPUT, &mut out), (BAD_ARGUMENT, 0));
    assert_eq!((gas(255, &INPUT), output_len(4, &INPUT)), (u64::MAX, 0));
    assert_eq!((run(0, &INPUT, &mut out[..3]), out), ((OUTPUT_TOO_SMALL, 4), [0xAA; 4]));
    let mut len = 0;
    // SAFETY: null pointers are what the functions check; the others are of variables.
    unsafe {
        let out = out.as_mut_ptr();
        assert_eq!(papilio_precompile_run(0, ptr::null(), 16, out, 4, &raw mut len), BAD_ARGUMENT);
        assert_eq!(papilio_precompile_run(0, INPUT.as_ptr(), 16, ptr::null_mut(), 4, &raw mut len), BAD_ARGUMENT);
        assert_eq!(papilio_precompile_run(0, INPUT.as_ptr(), 16, out, 4, ptr::null_mut()), BAD_ARGUMENT);
        assert_eq!((papilio_precompile_run(0, ptr::null(), 0, ptr::null_mut(), 0, &raw mut len), len), (-1, 0));
        assert_eq!(
            (papilio_precompile_run(0, INPUT.as_ptr(), 16, ptr::null_mut(), 0, &raw mut len), len),
            (OUTPUT_TOO_SMALL, 4)
        );
        assert_eq!(papilio_precompile_gas(0, ptr::null(), 16), u64::MAX);
        assert_eq!(papilio_precompile_output_len(0, ptr::null(), 16), 0);
    }
}

#[test]
fn panics_stop_at_the_border() {
    assert_eq!(guarded(7, || if OUTPUT.is_empty() { None } else { panic!("a defect") }), 7);
    assert_eq!(guarded(7, || None), 7);
}
