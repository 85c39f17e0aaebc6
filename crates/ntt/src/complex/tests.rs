use super::factor::{parts, twiddles};
use super::*;
use crate::double_double::Complex;

/// Units of the last place of a number.
fn ulp(x: f64) -> f64 {
    f64::from_bits(x.abs().to_bits() + 1) - x.abs()
}

/// Every twiddle of 2^12 values, and some of 2^24: the greatest distance from the
/// exact number, in units of the last place of each part.
#[test]
fn twiddles_err_by_about_a_unit() {
    let some = [1u64, 5, (1 << 25) - 3, 12_345_677, 23_456_789].map(|odd| odd << 38);
    let all = twiddles(12).forward.into_iter().skip(1);
    let mut greatest = 0.0f64;
    for turn in all.chain(some).flat_map(|turn| [turn, turn.wrapping_neg(), turn + (1 << 62)]) {
        let (found, exact) = (parts(turn), Complex::of_turn(turn));
        for (found, exact) in found.into_iter().zip([exact.re, exact.im]) {
            let error = (found - exact.high - exact.low).abs() / ulp(exact.high);
            greatest = greatest.max(error);
            assert!(error < 1.25, "turn {turn:#x}: {found} is {error} units from {exact:?}");
        }
    }
    println!("twiddles err by up to {greatest} units");
}

#[test]
fn axes_and_octants() {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turns = [[1.0, 0.0], [half, half], [0.0, 1.0], [-half, half], [-1.0, 0.0], [-half, -half], [0.0, -1.0]];
    for (octant, expected) in turns.into_iter().chain([[half, -half]]).enumerate() {
        let found = parts((octant as u64) << 61);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() <= f64::EPSILON / 2.0, "octant {octant}: {found} for {expected}");
        }
    }
    assert_eq!(parts(24), [1.0 / f64::from(1 << 24), 0.0]);
}

#[test]
fn factors_multiply_by_sums() {
    let [re, im] = parts((1 << 61) + 3);
    assert_eq!([re * 8.0, im * 8.0], parts(1 << 61));
    let table = twiddles(3);
    assert_eq!(table.forward, [0, 1 << 61, 1 << 60, 5 << 60, 1 << 59, 9 << 59, 5 << 59, 13 << 59]);
    assert_eq!(table.inverse[0], 3);
    assert_eq!(table.inverse[1], (1u64 << 61).wrapping_neg() + 3);
    assert_eq!(table.inverse[7], (13u64 << 59).wrapping_neg());
}

#[test]
fn digits() {
    for (shift, bits) in [(0, 0), (0, 52), (60, 5), (64, 1), (u32::MAX, 2)] {
        let error = Digit::new(0, shift, bits).expect_err("beyond a word");
        assert_eq!(error, ComplexError::Digit { shift, bits });
        let text = format!("no digit of {bits} bits above the lowest {shift} of a word: it has from 1 to 51 bits, of 64");
        assert_eq!(error.to_string(), text);
    }
    let digit = Digit::new(1 << 63, 60, 4).expect("the highest four bits");
    assert_eq!([0, u64::MAX, 1 << 63, (1 << 63) - 1].map(|word| digit.of(word)), [0, -1, -8, 7]);
    let digit = Digit::new(0, 0, 51).expect("the lowest 51 bits");
    assert_eq!([0, u64::MAX].map(|word| digit.of(word)), [-(1 << 50), (1 << 50) - 1]);
}

/// The digits of a word add up to it, but for half the unit of the last.
#[test]
fn digits_add_up() {
    let shifts = [57u32, 50, 43];
    let offset = shifts.iter().map(|shift| 1u64 << (shift + 6)).fold(1 << 42, u64::wrapping_add);
    for word in [0, 1, 1 << 42, (1 << 42) - 1, u64::MAX, 0x0123_4567_89AB_CDEF] {
        let sum = shifts.iter().fold(0u64, |sum, &shift| {
            let digit = Digit::new(offset, shift, 7).expect("seven bits");
            sum.wrapping_add((digit.of(word) as u64) << shift)
        });
        let rest = word.wrapping_sub(sum) as i64;
        assert!((-(1 << 42)..=1 << 42).contains(&rest), "{word:#x} is {sum:#x} and {rest}");
    }
}

#[test]
fn sizes_and_names() {
    for log_size in [0, 25, u32::MAX] {
        let error = ComplexPlan::new(log_size).expect_err("out of range");
        assert_eq!(error, ComplexError::Length { log_size });
        assert!(error.to_string().ends_with("there are those of 2^1 to 2^24"), "{error}");
        assert_eq!(ComplexPlan::with_kernel("scalar", log_size).map(|_| ()), Err(error));
    }
    let plan = ComplexPlan::new(10).expect("a plan");
    assert_eq!(plan.size(), 1024);
    assert!(plan.explain().contains(plan.kernel()) && plan.explain().contains("X^1024 - i"));
    assert!(ComplexPlan::kernels().all(|name| ComplexPlan::with_kernel(name, 6).is_ok_and(|plan| plan.kernel() == name)));
    let error = ComplexPlan::with_kernel("none", 6).expect_err("no such kernel").to_string();
    assert_eq!(error, "no kernel `none` that runs here takes 2^6 complex numbers");
}
