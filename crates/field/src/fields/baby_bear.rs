//! The BabyBear prime, `p = 2^31 − 2^27 + 1`.

use super::word32::{difference_below_31_bits, remainder, sum_below_31_bits, word32};

word32! {
    /// An element of `F_p`, `p = 2^31 − 2^27 + 1 = 15·2^27 + 1`.
    BabyBear, modulo 0x7800_0001, "baby-bear", 31 bits, two-adicity 27, generator 31,
    sum_below_31_bits, difference_below_31_bits, remainder
}
