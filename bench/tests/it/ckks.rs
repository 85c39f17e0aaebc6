use papilio_bench::ckks::cases::OPERATIONS;
use papilio_bench::ckks::jobs::jobs;
use papilio_bench::ckks::own::Own;
use papilio_bench::ckks::sets::{SETS, Set};
use papilio_bench::peers::Peers;

/// The arithmetic that the peers have too, for its own tests.
#[path = "../../peers/ckks/clear.rs"]
#[expect(dead_code, reason = "the library makes the messages")]
mod clear;

/// Fewer coefficients and primes than the table has.
const SMALL: Set = Set { name: "small", log_degree: 12, levels: 1, scale_bits: 30, base_bits: 37, special: 1 };

#[test]
fn every_set_is_secure() {
    for set in SETS {
        assert_eq!(set.parameters().expect("parameters").ring().security_bits(), 128, "{}", set.name);
    }
}

#[test]
fn every_operation_is_checked() {
    let own = Own::new(&SMALL).expect("keys");
    let jobs = jobs(&SMALL, None, &Peers::default());
    assert_eq!(jobs.len(), OPERATIONS.iter().filter(|one| one.levels <= 1).count());
    for job in jobs {
        let row = job.run(&mut Peers::default(), &own, 1).expect("a row");
        assert!(row.correct && row.details.precision_min > 8.0, "{}: {} bits", row.operation, row.details.precision_min);
        assert!(row.milliseconds > 0.0 && row.ratio.is_none() && row.peer.is_none());
    }
}

#[test]
fn a_wrong_result_is_found() {
    let mut own = Own::new(&SMALL).expect("keys");
    own.first_message()[1][77] += 0.01;
    for job in jobs(&SMALL, Some("multiply_relinearize_rescale"), &Peers::default()) {
        assert!(!job.run(&mut Peers::default(), &own, 1).expect("a row").correct);
    }
}

/// The polynomial needs six levels.
#[test]
fn polynomials_are_checked() {
    let set = Set { name: "deep", levels: 7, log_degree: 14, special: 1, ..SMALL };
    let own = Own::new(&set).expect("keys");
    let jobs = jobs(&set, Some("chebyshev_31"), &Peers::default());
    let row = jobs[0].run(&mut Peers::default(), &own, 1).expect("a row");
    assert!(row.correct && row.details.precision_min > 8.0, "{} bits", row.details.precision_min);
}
