//! The scalar field of BN254, circom's default prime.

use super::montgomery::montgomery;

montgomery! {
    /// An element of the BN254 scalar field, 254 bits.
    ///
    /// The modulus is `0x30644e72_e131a029_b85045b6_8181585d_2833e848_79b97091_43e1f593_f0000001`,
    /// the order of the curve of [EIP-197](https://eips.ethereum.org/EIPS/eip-197).
    Bn254, modulo [0x43e1_f593_f000_0001, 0x2833_e848_79b9_7091, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029],
    "bn254", 254 bits, two-adicity 28, generator 5
}
