use papilio_bench::ntt::bound::Processor;
use papilio_bench::ntt::cases::cases;

#[test]
fn the_clock_is_that_of_a_processor() {
    let clock = Processor::measured().clock;
    assert!((0.3..8.0).contains(&clock), "{clock} cycles in a nanosecond");
}

#[test]
fn the_bound_counts_products() {
    let processor = Processor { clock: 4.0, vectors: 2.0, scalars: 1.0 };
    let case = cases().into_iter().find(|case| case.field == "p50" && case.n == 4096).expect("a case");
    // 2048·12 butterflies, three instructions for eight, two a cycle, four cycles a nanosecond.
    let bound = |kernel| processor.bound(case.arithmetic, case.butterflies(), kernel);
    assert_eq!(bound("avx512ifma"), Some(24576.0 * 3.0 / 8.0 / 8.0));
    assert_eq!(bound("unheard-of"), None);
}
