//! A batch of columns: the low-degree extension that provers of proof systems spend their time on.
//!
//! A matrix over BabyBear has 64 columns, each of which holds the 1024 coefficients of a
//! polynomial. All of them are evaluated on a coset of twice as many points at once. One value is
//! compared with Horner's rule.
//!
//! `cargo run --release -p papilio --example 02_columns`

use papilio::field::fields::BabyBear;
use papilio::prelude::*;

const LOG_ROWS: u32 = 10;
const COLUMNS: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = 1 << LOG_ROWS;
    let coefficients: Vec<BabyBear> = (0..(rows * COLUMNS) as u64).map(|i| BabyBear::from_u64(i * i + 7)).collect();

    // Twice as many rows: the rate of the code is 1/2. The coset keeps the points apart from those
    // of the subgroup.
    let shift = BabyBear::generator();
    let dft = Dft::<BabyBear>::columns(LOG_ROWS + 1, COLUMNS, shift)?;
    let mut values = coefficients.clone();
    values.resize(2 * rows * COLUMNS, BabyBear::ZERO);
    dft.forward_natural(&mut values);

    // Row 5 holds the values at shift·ω^5.
    let (row, column) = (5, 3);
    let root = BabyBear::root_of_unity(LOG_ROWS + 1).ok_or("a root of that order")?;
    let point = shift * root.pow(&[row as u64]);
    let column_of = coefficients.iter().skip(column).step_by(COLUMNS);
    let expected = column_of.rev().fold(BabyBear::ZERO, |sum, &c| sum * point + c);
    assert_eq!(values[row * COLUMNS + column], expected);

    println!("{}", dft.explain());
    println!("{COLUMNS} columns of {rows} coefficients became {} values each", 2 * rows);
    Ok(())
}
