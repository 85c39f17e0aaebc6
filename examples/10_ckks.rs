//! CKKS: a step of logistic regression on encrypted samples.
//!
//! A client encrypts points with labels, a column of the table in the slots of each ciphertext. A
//! server without the secret key computes the margin of every sample, a polynomial of degree 3 in
//! the place of the logistic function, and by sums over all slots the gradient. The client decrypts
//! the new weights. The parameters are asked for by depth and precision.
//!
//! `cargo run --release -p papilio --example 10_ckks [decision.svg]`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::ckks::{Automatic, Ciphertext, CkksError, Complex64, Precision, PublicKey, advice};
use papilio::prelude::*;
use rand_core::{Rng, SeedableRng};
use std::fmt::Write;

const LOG_SAMPLES: u32 = 9;
const SAMPLES: usize = 1 << LOG_SAMPLES;
/// The length of the step along the gradient.
const RATE: f64 = 4.0;
/// `1/(1 + e^m)` is near `1/2 + c_1·m + c_3·m³`: least squares for margins from −4 to 4.
const LOGISTIC: [f64; 2] = [-0.2166, 0.0066];
/// The weights before: of the constant 1 and of both coordinates.
const WEIGHTS: [f64; 3] = [0.1, -0.2, 0.3];

type Row = [f64; 3];

/// Two clouds of points `p` on either side of a line, as rows `±(1, p)`: the sign is the label.
fn samples(rng: &mut ChaCha20Rng) -> Vec<Row> {
    let mut unit = || (rng.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0;
    let row = |i: usize| {
        let label = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let [x, y] = [0.8, 0.3].map(|center| (label * center + unit() + unit()) / 2.8);
        [1.0, x, y].map(|value| label * value)
    };
    (0..SAMPLES).map(row).collect()
}

/// The server's part: the new weights, each in every slot, from the columns of the rows.
fn step(on: &Automatic<'_>, columns: &[Ciphertext]) -> Result<Vec<Ciphertext>, CkksError> {
    let terms: Vec<(Complex64, &Ciphertext)> = WEIGHTS.iter().map(|&w| w.into()).zip(columns).collect();
    let margins = on.linear_combination(&terms, Complex64::ZERO)?;
    let [c1, c3] = LOGISTIC;
    let cubes = on.mul(&on.square(&margins)?, &on.mul_constant(&margins, c3)?)?;
    let logistic = on.add_constant(&on.add(&cubes, &on.mul_constant(&margins, c1)?)?, 0.5)?;
    let weight = |(w, column): (f64, &Ciphertext)| {
        let terms = on.mul_constant(&on.mul(&logistic, column)?, RATE / SAMPLES as f64)?;
        on.add_constant(&on.inner_sum(&terms, SAMPLES)?, w)
    };
    WEIGHTS.into_iter().zip(columns).map(weight).collect()
}

/// The same in the clear.
fn step_in_the_clear(rows: &[Row]) -> Row {
    let [c1, c3] = LOGISTIC;
    let logistic = rows.iter().map(|row| margin(&WEIGHTS, row)).map(|m| 0.5 + c1 * m + c3 * m.powi(3));
    let steps: Vec<f64> = logistic.map(|value| value * RATE / SAMPLES as f64).collect();
    core::array::from_fn(|j| WEIGHTS[j] + steps.iter().zip(rows).map(|(step, row)| step * row[j]).sum::<f64>())
}

fn margin(weights: &Row, row: &Row) -> f64 {
    weights.iter().zip(row).map(|(w, x)| w * x).sum()
}

/// The part of the samples that is on the right side.
fn accuracy(weights: &Row, rows: &[Row]) -> f64 {
    rows.iter().filter(|row| margin(weights, row) > 0.0).count() as f64 / rows.len() as f64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let rows = samples(&mut rng);

    // Margins, their squares, their cubes, times columns, times the rate: five levels.
    let request = advice::Request { slots: SAMPLES, ..advice::Request::new(5, 16) };
    let advice = advice::advise(&request)?;
    advice.reasons.iter().for_each(|reason| println!("{reason}"));
    println!(
        "a ciphertext of {} KiB, keys of {} KiB each\n",
        advice.ciphertext_bytes >> 10,
        advice.key_bytes.unwrap_or(0) >> 10
    );
    let ckks = Ckks::of(advice.literal)?;
    let secret = SecretKey::generate(&ckks, &mut rng);
    let public = PublicKey::generate(&ckks, &secret, &mut rng)?;
    let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng)?;
    let rotations = GaloisKeys::for_inner_sum(&ckks, &secret, SAMPLES, &mut rng)?;

    let (limbs, scale) = (ckks.parameters().limbs_of(5), ckks.parameters().scale(5));
    let encrypt = |j: usize| {
        let column: Vec<Complex64> = rows.iter().map(|row| row[j].into()).collect();
        ckks.encrypt_public(&public, &ckks.encode_at(&column, limbs, scale, LOG_SAMPLES)?, &mut rng)
    };
    let columns = (0..3).map(encrypt).collect::<Result<Vec<_>, _>>()?;
    let on = ckks.automatic().with_relinearization(&relinearization).with_rotations(&rotations);
    let found = step(&on, &columns)?;

    let slots = found.iter().map(|weight| Ok(ckks.decode(&ckks.decrypt(&secret, weight)?)));
    let slots = slots.collect::<Result<Vec<_>, CkksError>>()?;
    let (clear, weights): (Row, Row) = (step_in_the_clear(&rows), core::array::from_fn(|j| slots[j][0].re));
    let expected: Vec<Complex64> = clear.iter().flat_map(|&w| [w.into(); SAMPLES]).collect();
    let precision = Precision::of(&slots.concat(), &expected);
    println!("{precision}");
    println!("weights      {weights:+.7?}\nin the clear {clear:+.7?}");
    let accuracies = [&WEIGHTS, &weights, &clear].map(|weights| accuracy(weights, &rows));
    println!(
        "right: {:.3} of the samples before, {:.3} after, {:.3} in the clear",
        accuracies[0], accuracies[1], accuracies[2]
    );

    let predicted = found.iter().map(|weight| ckks.precision_bits(weight)).fold(f64::INFINITY, f64::min);
    println!("precision: {predicted:.1} bits predicted, {:.1} measured", precision.minimum());
    assert!(predicted >= 16.0 && precision.minimum() >= predicted);
    assert!(accuracies[1] > accuracies[0] && (accuracies[1] - accuracies[2]).abs() < 0.01);
    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(path, plot(&rows, &weights, &clear)?)?;
    }
    Ok(())
}

/// The points, and the lines where the margin is 0: found under encryption, and dashed in the
/// clear.
fn plot(rows: &[Row], weights: &Row, clear: &Row) -> Result<String, std::fmt::Error> {
    let mut svg = String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1.1 -1.1 2.2 2.2' width='600'>\n");
    for [label, x, y] in rows {
        let color = if *label > 0.0 { "#2a78b8" } else { "#d9822b" };
        writeln!(svg, "<circle cx='{:.4}' cy='{:.4}' r='0.012' fill='{color}'/>", label * x, -label * y)?;
    }
    for ([c, a, b], style) in [(weights, "stroke='black'"), (clear, "stroke='red' stroke-dasharray='0.04'")] {
        let y = |x: f64| (c + a * x) / b;
        writeln!(svg, "<line x1='-1' y1='{:.4}' x2='1' y2='{:.4}' {style} stroke-width='0.008'/>", y(-1.0), y(1.0))?;
    }
    Ok(svg + "</svg>\n")
}
