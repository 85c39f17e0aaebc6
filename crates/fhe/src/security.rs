//! The greatest moduli that security allows.

/// Degree, and the greatest `log2 Q` at 128, 192 and 256 bits of classical security for a uniform
/// ternary secret and error deviation 3.19, zero where the table has none: J.-P. Bossuat et al.,
/// "Security Guidelines for Implementing Homomorphic Encryption" (ePrint 2024/463), table 5.2, as
/// in the authors' repository (github.com/gong-cr/FHE-Security-Guidelines,
/// `RNS-CKKS-examples/lattigo/parameters/tables.go`).
const TABLE: [(usize, [u32; 3]); 7] = [
    (1 << 10, [26, 0, 0]),
    (1 << 11, [53, 36, 27]),
    (1 << 12, [106, 73, 56]),
    (1 << 13, [214, 147, 114]),
    (1 << 14, [430, 297, 230]),
    (1 << 15, [868, 597, 462]),
    (1 << 16, [1747, 1199, 929]),
];
/// Where the table was published.
pub const SOURCE: &str = "Security Guidelines for Implementing Homomorphic Encryption, 2024, table 5.2";
/// Bits of security that the table has.
pub const LEVELS: [u32; 3] = [128, 192, 256];

/// `log2` of the ring degrees that searches for parameters consider.
pub const LOG_DEGREES: core::ops::RangeInclusive<u32> = 12..=16;

/// The refusal of a ring degree, by its `log2`.
#[must_use]
pub fn degree_refused(log_degree: u32, allowed: &core::ops::RangeInclusive<u32>) -> String {
    format!("ring degree 2^{log_degree} is not between 2^{} and 2^{}", allowed.start(), allowed.end())
}

/// The refusal of bits of security that are none of [`LEVELS`].
#[must_use]
pub fn level_refused(security: u32) -> String {
    let [least, more, most] = LEVELS;
    format!("{security} bits of security: the tables have {least}, {more} and {most}")
}

/// The greatest `log2 Q` of degree `n` at 128-bit security; zero for a degree outside the table.
#[must_use]
pub fn max_log_modulus(n: usize) -> u32 {
    TABLE.iter().find(|(degree, _)| *degree == n).map_or(0, |(_, bits)| bits[0])
}

/// The greatest `log2 Q` of degree `n` at 128, 192 or 256 bits of security; zero outside the table.
#[must_use]
pub fn limit(n: usize, security: u32) -> u32 {
    let column = LEVELS.iter().position(|&level| level == security);
    let row = TABLE.iter().find(|(degree, _)| *degree == n);
    row.zip(column).map_or(0, |((_, bits), column)| bits[column])
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
        assert_eq!(super::bits(1 << 14, 430.0), 128);
        assert_eq!(super::bits(1 << 14, 430.1), 0);
        assert_eq!(super::bits(1 << 14, 297.0), 192);
        assert_eq!(super::bits(1 << 14, 100.0), 256);
        assert_eq!(super::bits(1 << 9, 10.0), 0);
        assert_eq!(super::max_log_modulus(1 << 16), 1747);
        assert_eq!([128, 192, 256, 129].map(|bits| super::limit(1 << 13, bits)), [214, 147, 114, 0]);
        assert_eq!(super::limit(1 << 17, 128), 0);
        assert_eq!((super::bits(1 << 16, 1199.0), super::bits(1 << 16, 1199.1)), (192, 128));
        assert_eq!((super::bits(1 << 10, 26.0), super::bits(1 << 10, 13.0)), (128, 128), "no row of more");
        assert_eq!((super::bits(1 << 16, 929.0), super::bits(1 << 16, 929.1)), (256, 192));
    }
    #[test]
    fn the_published_table() {
        let column = |security| (10..=16).map(|log| super::limit(1 << log, security)).collect::<Vec<_>>();
        assert_eq!(column(128), [26, 53, 106, 214, 430, 868, 1747]);
        assert_eq!(column(192), [0, 36, 73, 147, 297, 597, 1199]);
        assert_eq!(column(256), [0, 27, 56, 114, 230, 462, 929]);
    }
}
