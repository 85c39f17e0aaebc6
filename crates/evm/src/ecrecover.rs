//! The precompile that prices are measured by.

use revm::precompile::secp256k1::ec_recover_run;
use revm::primitives::hex;

/// The gas of ecrecover.
pub const ECRECOVER_GAS: u64 = 3000;

/// The vector of the tests of precompiled contracts in go-ethereum: hash, `v`, `r`, `s`.
const INPUT: [u8; 128] = hex!(
    "18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c"
    "000000000000000000000000000000000000000000000000000000000000001c"
    "73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f"
    "eeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549"
);
/// The address that signed.
const SIGNER: [u8; 20] = hex!("a94f5374fce5edbc8e2a8697c15331677e6ebf0b");

/// Recovers the signer of a fixed signature, and says whether it is the right one.
#[must_use]
pub fn ecrecover() -> bool {
    ec_recover_run(&INPUT, ECRECOVER_GAS).is_ok_and(|output| output.bytes.get(12..) == Some(&SIGNER))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_signer_is_recovered() {
        assert!(super::ecrecover());
    }
}
