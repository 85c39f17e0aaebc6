//! The plaintext field, and the transform the homomorphic one is checked against.

/// 2^32 − 2^20 + 1.
pub(crate) const T: u64 = 4_293_918_721;

pub(crate) fn add(a: u64, b: u64) -> u64 {
    (a + b) % T
}

pub(crate) fn sub(a: u64, b: u64) -> u64 {
    (a + T - b) % T
}

pub(crate) fn mul(a: u64, b: u64) -> u64 {
    a * b % T
}

fn pow(mut base: u64, mut exponent: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul(power, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    power
}

/// A primitive root of unity of the power-of-two order `n`, at most 2^20: a power of the least
/// quadratic non-residue.
pub(crate) fn root(n: usize) -> u64 {
    let residue = |a: &u64| pow(*a, (T - 1) / 2) == 1;
    let generator = (2..T).find(|a| !residue(a)).unwrap_or(0);
    pow(generator, (T - 1) / n as u64)
}

/// The first `n` powers of `root(n)`.
pub(crate) fn powers(n: usize) -> Vec<u64> {
    let root = root(n);
    std::iter::successors(Some(1), |&power| Some(mul(power, root))).take(n).collect()
}

/// The transform of `values`, whose length is a power of two, at the powers of `root`.
pub(crate) fn transform(values: &[u64], root: u64) -> Vec<u64> {
    let n = values.len();
    if n == 1 {
        return values.to_vec();
    }
    let half = |from| transform(&values.iter().skip(from).step_by(2).copied().collect::<Vec<_>>(), mul(root, root));
    let (even, odd) = (half(0), half(1));
    let (mut out, mut power) = (vec![0; n], 1);
    for k in 0..n / 2 {
        let odd = mul(power, odd[k]);
        (out[k], out[k + n / 2]) = (add(even[k], odd), sub(even[k], odd));
        power = mul(power, root);
    }
    out
}

/// Field elements that look random, the same for the same `(row, column)`.
pub(crate) fn sample(row: usize, column: usize) -> u64 {
    let mut x = ((row as u64) << 32 | column as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for shift in [30, 27, 31] {
        x = (x ^ x >> shift).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    (x >> 32) % T
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_is_the_sum_of_its_definition() {
        let n = 32;
        let (powers, values): (_, Vec<_>) = (powers(n), (0..n).map(|j| sample(3, j)).collect());
        let term = |k: usize, j: usize| mul(values[j], powers[j * k % n]);
        let naive: Vec<_> = (0..n).map(|k| (0..n).fold(0, |sum, j| add(sum, term(k, j)))).collect();
        assert_eq!(transform(&values, root(n)), naive);
    }

    #[test]
    fn the_root_is_primitive() {
        assert_eq!((pow(root(4096), 4096), pow(root(4096), 2048)), (1, T - 1));
    }
}
