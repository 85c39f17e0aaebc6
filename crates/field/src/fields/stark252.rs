//! The Stark prime, `p = 2^251 + 17·2^192 + 1`.

use super::montgomery::montgomery;

montgomery! {
    /// An element of the field of the Stark prime, 252 bits.
    Stark252, modulo [1, 0, 0, 17 | 1 << 59], "stark252", 252 bits, two-adicity 192, generator 3
}
