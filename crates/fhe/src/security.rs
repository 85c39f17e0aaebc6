//! How large a modulus may be.

/// Degree, and the greatest `log2 Q` at 128, 192 and 256 bits of classical security for a uniform ternary secret and error
/// deviation 3.19: M. Albrecht et al., "Homomorphic Encryption Standard" (homomorphicencryption.org, 2018), table 1; the row
/// of `2^16` from J.-P. Bossuat et al., "Security Guidelines for Implementing Homomorphic Encryption" (2024), table 5.2.
const TABLE: [(usize, [u32; 3]); 7] = [
    (1 << 10, [27, 19, 14]),
    (1 << 11, [54, 37, 29]),
    (1 << 12, [109, 75, 58]),
    (1 << 13, [218, 152, 118]),
    (1 << 14, [438, 305, 237]),
    (1 << 15, [881, 611, 476]),
    (1 << 16, [1747, 1199, 929]),
];
/// Bits of security that the tables have.
pub const LEVELS: [u32; 3] = [128, 192, 256];

/// The greatest `log2 Q` of degree `n` at 128-bit security; zero for a degree outside the tables.
#[must_use]
pub fn max_log_modulus(n: usize) -> u32 {
    TABLE.iter().find(|(degree, _)| *degree == n).map_or(0, |(_, bits)| bits[0])
}

/// The greatest `log2 Q` of degree `n` at 128, 192 or 256 bits of security; zero outside the tables.
#[must_use]
pub fn limit(n: usize, security: u32) -> u32 {
    let column = LEVELS.iter().position(|&level| level == security);
    let row = TABLE.iter().find(|(degree, _)| *degree == n);
    row.zip(column).map_or(0, |((_, bits), column)| bits[column])
}

/// Where the row of degree `n` was published.
#[must_use]
pub fn source(n: usize) -> &'static str {
    match n {
        65_536 => "Security Guidelines for Implementing Homomorphic Encryption, 2024, table 5.2",
        _ => "Homomorphic Encryption Standard, 2018, table 1",
    }
}

/// The security in bits of degree `n` and `log2 Q`: 256, 192 or 128 as tabulated, zero below that.
#[must_use]
pub fn bits(n: usize, log_modulus: f64) -> u32 {
    let row = TABLE.iter().find(|(degree, _)| *degree == n).map(|(_, bits)| bits);
    let reached = |&(_, &max): &(&u32, &u32)| log_modulus <= f64::from(max);
    row.and_then(|row| LEVELS.iter().zip(row).rev().find(reached)).map_or(0, |(level, _)| *level)
}

#[cfg(test)]
mod tests {
    #[test]
    fn thresholds() {
        assert_eq!(super::bits(1 << 14, 438.0), 128);
        assert_eq!(super::bits(1 << 14, 438.1), 0);
        assert_eq!(super::bits(1 << 14, 305.0), 192);
        assert_eq!(super::bits(1 << 14, 100.0), 256);
        assert_eq!(super::bits(1 << 9, 10.0), 0);
        assert_eq!(super::max_log_modulus(1 << 16), 1747);
        assert_eq!([128, 192, 256, 129].map(|bits| super::limit(1 << 13, bits)), [218, 152, 118, 0]);
        assert_eq!(super::limit(1 << 17, 128), 0);
        assert_eq!((super::bits(1 << 16, 1199.0), super::bits(1 << 16, 1199.1)), (192, 128));
        assert_eq!((super::bits(1 << 16, 929.0), super::bits(1 << 16, 929.1)), (256, 192));
    }
}
