//! Powers by squares and products.

/// `base^exponent` by products of a monoid, the exponent in little-endian words. Variable time: for
/// public values.
pub(crate) fn power<T: Copy>(one: T, base: T, exponent: &[u64], multiply: impl Fn(T, T) -> T) -> T {
    let Some(last) = exponent.iter().rposition(|&word| word != 0) else { return one };
    let bits = last as u32 * u64::BITS + exponent[last].ilog2() + 1;
    // From the least bit on: a square does not wait for the product beside it.
    let (mut power, mut square) = (one, base);
    for bit in 0..bits {
        if exponent[(bit / u64::BITS) as usize] >> (bit % u64::BITS) & 1 == 1 {
            power = multiply(power, square);
        }
        if bit + 1 < bits {
            square = multiply(square, square);
        }
    }
    power
}

#[cfg(test)]
mod tests {
    use super::power;

    /// Sums of integers as the monoid: a power is a multiple.
    #[test]
    fn powers_are_those_of_their_exponents() {
        let times = |exponent: &[u64]| power(0u128, 1, exponent, u128::wrapping_add);
        assert_eq!((times(&[]), times(&[0]), times(&[0, 0])), (0, 0, 0));
        for exponent in [1, 2, 3, 12, u64::MAX - 1, u64::MAX, 1 << 63] {
            assert_eq!((times(&[exponent]), times(&[exponent, 0])), (u128::from(exponent), u128::from(exponent)));
            assert_eq!(times(&[exponent, 5]), 5 << 64 | u128::from(exponent));
            assert_eq!(times(&[0, exponent]), u128::from(exponent) << 64);
        }
    }
}
