use papilio_bench::circuits::{Schemes, run};

/// Runs to the end are tests of the program, `selftest circuits`.
#[test]
fn circuits_that_are_ended_are_none() {
    let none = run(Schemes::All, 100, 1, &|_| false);
    assert_eq!((none.circuits, none.operations), (0, 0), "work that was ended");
}
