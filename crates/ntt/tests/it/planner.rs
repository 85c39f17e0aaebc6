//! Measurements of a planner, and their text.

use papilio_field::Modulus;
use papilio_ntt::planner::{Planner, PlannerError};
use papilio_ntt::{Domain, Plan};

fn domain(q: u64, n: usize) -> Domain {
    Domain::negacyclic(Modulus::new(q).expect("a prime"), n).expect("a domain")
}

#[test]
fn measurements_survive_their_text() {
    let mut planner = Planner::new();
    let measured = planner.measure::<u64>(&domain(65_537, 256), 1).expect("a plan");
    planner.measure::<u32>(&domain(65_537, 64), 3).expect("a plan");
    let again: Planner = planner.to_string().parse().expect("its own text");
    assert_eq!((&again, again.len()), (&planner, 2));
    let plan = again.plan::<u64>(domain(65_537, 256), 1).expect("a plan");
    assert_eq!((plan.kernel().name(), plan.passes()), (measured.kernel().name(), measured.passes()));
}

#[test]
fn a_plan_without_measurement_is_by_rule() {
    let plan = Planner::new().plan::<u64>(domain(65_537, 128), 1).expect("a plan");
    let rule = Plan::<u64>::columns(domain(65_537, 128), 1).expect("a plan");
    assert_eq!((plan.kernel().name(), plan.passes()), (rule.kernel().name(), rule.passes()));
}

#[test]
fn other_texts_are_refused() {
    let text = Planner::new().to_string();
    let header = text.lines().next().expect("a header");
    assert!(matches!("".parse::<Planner>(), Err(PlannerError::Header { .. })));
    for line in ["", "64", "64 17 256 1 scalar", "64 17 x 1 scalar 2 8", "64 17 256 1 scalar 2 8 x"] {
        let error = format!("{header}\n{line}\n").parse::<Planner>().expect_err("no measurement");
        assert!(matches!(error, PlannerError::Line { line: 2, .. }), "{line:?}: {error}");
    }
    // Passes that do not fit are noticed when a plan is made, and are then ignored.
    let text = format!("{header}\n64 17 256 1 scalar 2 8\n64 17 256 2 none 1 8 8 4\n");
    let planner: Planner = text.parse().expect("well formed");
    assert!(planner.plan::<u64>(domain(65_537, 256), 1).is_ok() && planner.plan::<u64>(domain(65_537, 256), 2).is_ok());
}
