//! The scalar field of BLS12-381 (S. Bowe's curve, used by Zcash and Ethereum).

use super::montgomery::montgomery;

montgomery! {
    /// An element of the BLS12-381 scalar field, 255 bits.
    ///
    /// The modulus is `0x73eda753_299d7d48_3339d808_09a1d805_53bda402_fffe5bfe_ffffffff_00000001`,
    /// see [draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1][draft].
    ///
    /// [draft]: https://datatracker.ietf.org/doc/html/draft-irtf-cfrg-pairing-friendly-curves-11#section-4.2.1
    Bls12_381, modulo [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
    "bls12-381", 255 bits, two-adicity 32, generator 7
}
