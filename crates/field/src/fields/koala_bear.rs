//! The KoalaBear prime, `p = 2^31 − 2^24 + 1`.

use super::word32::{difference_below_31_bits, remainder, sum_below_31_bits, word32};

word32! {
    /// An element of `F_p`, `p = 2^31 − 2^24 + 1 = 127·2^24 + 1`.
    KoalaBear, modulo 0x7F00_0001, "koala-bear", 31 bits, two-adicity 24, generator 3,
    sum_below_31_bits, difference_below_31_bits, remainder
}
