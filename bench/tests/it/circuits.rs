use papilio_bench::circuits::{Schemes, run};

#[test]
fn circuits_of_every_session() {
    // Every set of parameters of BFV and BGV has a session of four among these.
    let counts = run(Schemes::All, 92, 1, &|_| true);
    assert!(counts.sound(), "{counts:?}");
    assert!(counts.circuits >= 92 && counts.decryptions > 300 && counts.inner_sums > 0 && counts.foreign_operands > 50);
    assert!(["BFV sum", "BGV sum", "CKKS fresh"].iter().all(|name| counts.slack.contains_key(*name)), "{counts:?}");
    let none = run(Schemes::All, 100, 1, &|_| false);
    assert_eq!((none.circuits, none.operations), (0, 0), "work that was ended");
}
