//! The scalar field of BN254 (circom's default prime), over the arithmetic of `ark-ff`.

use super::montgomery::montgomery;

montgomery! {
    /// An element of the BN254 scalar field, 254 bits.
    Bn254 over ark_bn254::Fr, "bn254", 254 bits, two-adicity 28, generator 5
}
