//! Lookups.

use crate::support::Party;
use papilio_gates::{GatesError, Table};

/// A lookup of eight values in a small set fails with a probability of `2^(−21.6)`.
const ALLOWED: f64 = -20.0;

#[test]
fn lookups_are_the_function() {
    let mut party = Party::small(10);
    let parameters = *party.secret.parameters();
    for size in [2u32, 4, 8] {
        let values: Vec<u32> = (0..size).map(|x| (x * x + 3 * x + 1) % 8).collect();
        let table = Table::new(&parameters, &values, 8, ALLOWED).expect("a table");
        let inputs: Vec<_> =
            (0..size).map(|value| party.secret.encrypt_integer(value, size, &mut party.rng).expect("an integer")).collect();
        for (value, input) in (0..size).zip(&inputs) {
            assert_eq!(party.secret.decrypt_integer(input), Ok(value));
        }
        let outputs = party.evaluator.lookup(&table, &inputs.iter().collect::<Vec<_>>()).expect("lookups");
        let found: Vec<u32> = outputs.iter().map(|x| party.secret.decrypt_integer(x).expect("an integer")).collect();
        assert_eq!(found, values, "{size} values");
        assert!(outputs.iter().all(|output| output.size() == 8));
        // Results are inputs of a table of their size.
        let next = Table::new(&parameters, &[7, 6, 5, 4, 3, 2, 1, 0], 8, ALLOWED).expect("a table");
        let again = party.evaluator.lookup(&next, &outputs.iter().collect::<Vec<_>>()).expect("lookups");
        assert!(again.iter().zip(&values).all(|(x, value)| party.secret.decrypt_integer(x) == Ok(7 - value)));
    }
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let mut party = Party::small(11);
    let parameters = *party.secret.parameters();
    let refused = |values: &[u32], output, allowed| Table::new(&parameters, values, output, allowed).expect_err("refused");
    assert_eq!(refused(&[0, 1, 2], 4, -40.0), GatesError::Space { size: 3, most: 64 });
    assert_eq!(refused(&[0, 1], 128, -40.0), GatesError::Space { size: 128, most: 64 });
    assert_eq!(refused(&[0, 1, 4, 3], 4, -40.0), GatesError::Value { value: 4, position: 2, size: 4 });
    let error = refused(&[0; 64], 64, -40.0);
    assert!(matches!(error, GatesError::Failure { size: 64, .. }), "{error:?}");
    assert!(error.to_string().starts_with("a table of 64 values fails with a probability of 2^-"), "{error}");
    let table = Table::new(&parameters, &[1, 0], 2, -40.0).expect("a table");
    let four = party.secret.encrypt_integer(3, 4, &mut party.rng).expect("an integer");
    assert_eq!(party.evaluator.lookup(&table, &[&four]), Err(GatesError::Table { found: 2, size: 4 }));
    let rng = &mut party.rng;
    assert_eq!(party.secret.encrypt_integer(4, 4, rng), Err(GatesError::Value { value: 4, position: 0, size: 4 }));
    assert_eq!(party.secret.encrypt_integer(0, 5, rng), Err(GatesError::Space { size: 5, most: 64 }));
}
