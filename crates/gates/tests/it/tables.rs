//! Lookups.

use crate::support::{Party, SMALL, parameters};
use papilio_gates::{Decomposition, GatesError, ParametersLiteral, Table};

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

/// Roundings of a modulus switch alone: as many results are above as below, and as many as
/// predicted.
#[test]
fn lookups_fail_on_both_sides_alike() {
    let key_switch = Decomposition::new(8, 3);
    let literal = ParametersLiteral { lwe_dimension: 120, glwe_deviation: 1e-9, lwe_deviation: 1e-8, key_switch, ..SMALL };
    let (size, mut sides) = (16, [0usize; 2]);
    let values: Vec<u32> = (0..size).collect();
    let (keys, count) = (6u8, 400);
    let mut predicted = 0.0;
    for seed in 0..keys {
        let mut party = Party::new(&parameters(literal), 50 + seed);
        let parameters = *party.secret.parameters();
        predicted = parameters.noise().log2_lookup_failure(size as usize).exp2();
        let table = Table::new(&parameters, &values, size, 0.0).expect("a table");
        let value = |i: u32| 1 + i % (size - 2);
        let encrypt = |i| party.secret.encrypt_integer(value(i), size, &mut party.rng).expect("an integer");
        let inputs: Vec<_> = (0..count).map(encrypt).collect();
        let outputs = party.evaluator.lookup(&table, &inputs.iter().collect::<Vec<_>>()).expect("lookups");
        for (i, output) in (0..count).zip(&outputs) {
            let found = party.secret.decrypt_integer(output).expect("an integer");
            sides[0] += usize::from(found > value(i));
            sides[1] += usize::from(found < value(i));
        }
    }
    let expected = predicted * f64::from(u32::from(keys) * count) / 2.0;
    println!("{sides:?}, {expected} on each side predicted");
    let near = |side: usize| (0.6..1.6).contains(&(side as f64 / expected));
    assert!(sides.into_iter().all(near), "{sides:?}, {expected} on each side predicted");
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
