//! Products of many factors, and powers, by the product of two.

use super::FheError;

/// The product of all, multiplied in pairs, so that the depth is the logarithm of their number.
pub(crate) fn product<C: Clone>(factors: &[C], mut multiply: impl FnMut(&C, &C) -> Result<C, FheError>) -> Result<C, FheError> {
    let mut factors = factors.to_vec();
    while factors.len() > 1 {
        let pairs = factors.chunks(2).map(|pair| match pair {
            [a, b] => multiply(a, b),
            _ => Ok(pair[0].clone()),
        });
        factors = pairs.collect::<Result<_, _>>()?;
    }
    factors.pop().ok_or(FheError::Factors(0))
}

/// `a^exponent` by squarings, at a depth of `⌈log2 exponent⌉`.
pub(crate) fn power<C: Clone>(
    a: &C,
    exponent: u64,
    mut square: impl FnMut(&C) -> Result<C, FheError>,
    mut multiply: impl FnMut(&C, &C) -> Result<C, FheError>,
) -> Result<C, FheError> {
    let (mut power, mut factors) = (a.clone(), Vec::new());
    for bit in 0..u64::BITS - exponent.leading_zeros() {
        if bit > 0 {
            power = square(&power)?;
        }
        if exponent >> bit & 1 == 1 {
            factors.push(power.clone());
        }
    }
    // The lesser powers first, so that the greatest is multiplied once.
    let product = factors.into_iter().map(Ok).reduce(|a, b| multiply(&a?, &b?));
    product.unwrap_or(Err(FheError::Factors(0)))
}
