//! A product of polynomials by the number-theoretic transform: forward, value by value, inverse.
//!
//! Two polynomials of degree below 1024 with coefficients modulo 12289 are multiplied modulo
//! `X^1024 + 1`. The transform takes `n log n` steps where the definition takes `n²`; the result is
//! compared with the definition.
//!
//! `cargo run --release -p papilio --example 01_transform`

use papilio::prelude::*;

const N: usize = 1024;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let q = Modulus::new(12289).ok_or("12289 is an odd prime")?;
    let a: Vec<u64> = (0..N as u64).map(|i| q.reduce(3 * i + 1)).collect();
    let b: Vec<u64> = (0..N as u64).map(|i| q.reduce(i * i)).collect();

    // The tables of the transform, for the fastest kernel that this processor has.
    let plan = Plan::<u64>::new(q, N)?;
    let (mut x, mut y) = (a.clone(), b.clone());
    plan.forward(&mut x);
    plan.forward(&mut y);
    // Values are in bit-reversed order, the same for both; a product of values does not mind.
    let mut product: Vec<u64> = x.iter().zip(&y).map(|(&x, &y)| q.mul(x, y)).collect();
    plan.inverse(&mut product);

    assert_eq!(product, by_definition(&q, &a, &b));
    println!("kernel: {}", plan.kernel().name());
    println!("the first coefficients of the product modulo X^{N} + 1 and 12289: {:?}", &product[..4]);
    Ok(())
}

/// The product term by term; `X^1024 = −1`.
fn by_definition(q: &Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; N];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let (place, term) = ((i + j) % N, q.mul(x, y));
            product[place] = if i + j < N { q.add(product[place], term) } else { q.sub(product[place], term) };
        }
    }
    product
}
