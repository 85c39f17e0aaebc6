//! Powers by squares and products.

/// `base^exponent` by products of a monoid, the exponent in little-endian words. Variable time: for
/// public values.
pub(crate) fn power<T: Copy>(one: T, base: T, exponent: &[u64], multiply: impl Fn(T, T) -> T) -> T {
    let words = exponent.len() - exponent.iter().rev().take_while(|&&word| word == 0).count();
    let Some((&greatest, lesser)) = exponent[..words].split_last() else { return one };
    let bits = |word: u64, length: u32| (0..length).rev().map(move |bit| word >> bit & 1 == 1);
    // The first bit is the base itself.
    let first = bits(greatest, greatest.ilog2());
    first.chain(lesser.iter().rev().flat_map(|&word| bits(word, u64::BITS))).fold(base, |power, bit| {
        let square = multiply(power, power);
        if bit { multiply(square, base) } else { square }
    })
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
