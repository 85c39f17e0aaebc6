use papilio_bench::timing::{Class, MIN_SAMPLES, Settings, THRESHOLD, differs, greatest_t, series, welch};
use rand_core::Rng;

/// Times of both classes in turn.
fn times(count: usize, time: impl Fn(Class, usize) -> f64) -> Vec<(Class, f64)> {
    let class = |i: usize| if i.is_multiple_of(2) { Class::Fixed } else { Class::Random };
    (0..count).map(|i| (class(i), time(class(i), i))).collect()
}

#[test]
fn equal_distributions_have_a_small_t_and_others_a_great_one() {
    // The same hundred times for both classes.
    let equal = times(1000, |_, i| 1.0 + (i / 2 % 100) as f64);
    assert!(greatest_t(equal).abs() < 1e-9);
    let later = times(1000, |class, i| (i / 2 % 100) as f64 + f64::from(u8::from(class == Class::Random)) * 50.0);
    assert!(greatest_t(later.clone()) > THRESHOLD);
    let earlier =
        later.into_iter().map(|(class, time)| (if class == Class::Fixed { Class::Random } else { Class::Fixed }, time));
    assert!(greatest_t(earlier.collect()) < -THRESHOLD);
}

#[test]
fn welch_by_hand() {
    // Fifty times each: means 1 and 2, sample variances 50/49 and 200/49.
    let found = welch(&times(100, |class, i| {
        let sign = if i / 2 % 2 == 0 { 1.0 } else { -1.0 };
        if class == Class::Fixed { 1.0 + sign } else { 2.0 + 2.0 * sign }
    }));
    let expected = 1.0 / (50.0f64 / 49.0 / 50.0 + 200.0 / 49.0 / 50.0).sqrt();
    assert!((found.expect("enough times") - expected).abs() < 1e-9, "{found:?}, {expected}");
    assert_eq!(welch(&times(98, |_, _| 1.0)), None, "49 of a class are too few");
}

#[test]
fn a_difference_is_one_in_every_series_and_to_one_side() {
    assert!(differs(&[11.0, 30.0], 2) && differs(&[-11.0, -30.0], 2));
    assert!(!differs(&[11.0, -30.0], 2) && !differs(&[11.0, 9.9], 2) && !differs(&[11.0], 2));
}

#[test]
fn series_end_with_the_first_that_is_within_the_threshold() {
    let settings = Settings { samples: MIN_SAMPLES, series: 4 };
    assert_eq!(series(settings, &mut |_, _| 1.0).len(), 1);
    let slow = series(settings, &mut |class, rng| f64::from(rng.next_u32() % 16) + class.choose(0.0, 1000.0));
    assert_eq!((slow.len(), differs(&slow, 4)), (4, true));
}
