//! The greatest 32-bit prime `≡ 1 mod 2^20`, `p = 2^32 − 2^20 + 1 = 4293918721`.

use super::word32::{difference_below_32_bits, remainder, sum_below_32_bits, word32};

word32! {
    /// An element of `F_p`, `p = 2^32 − 2^20 + 1`.
    P32, modulo 0xFFF0_0001, "p32", 32 bits, two-adicity 20, generator 19,
    sum_below_32_bits, difference_below_32_bits, remainder
}
