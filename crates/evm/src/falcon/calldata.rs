//! The calldata that the contracts take: `contracts/falcon/FalconEth.yul` and
//! `contracts/falcon/FalconNist.yul` say the same.

use super::{PublicKey, Signature, point};
use crate::xof::Hash;
use revm::primitives::Address;

/// Where the contract finds the key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key<'k> {
    /// The code of this account.
    Account(Address),
    /// In the calldata.
    Here(&'k PublicKey),
}

impl Signature {
    /// The signature as `contracts/solidity/PapilioVerifier.sol` takes it: `number of patches
    /// ‖ low bytes ‖ high bits ‖ patches ‖ salt`.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let (low, high, patches) = self.fields();
        let count = (patches.len() / 2) as u8;
        [&[count][..], &low, &high, &patches, self.salt()].concat()
    }

    /// `place of the key ‖ number of patches ‖ low bytes ‖ high bits
    /// ‖ key ‖ patches ‖ what is hashed`.
    pub(crate) fn calldata(&self, key: Key<'_>, hash: Hash, message: &[u8]) -> Vec<u8> {
        let (low, high, patches) = self.fields();
        let (place, key) = match key {
            Key::Account(address) => (0, address.to_vec()),
            Key::Here(key) => (1, key.packed().to_vec()),
        };
        let hashed = point::hashed(hash, self.salt(), message);
        let count = (patches.len() / 2) as u8;
        [&[place, count][..], &low, &high, &key, &patches, hashed[0], hashed[1]].concat()
    }

    /// The ten bits of each coefficient modulo 1024, 512 added: low bytes, and pairs of high bits.
    /// A coefficient outside `[−512, 512)` has a patch of two bytes: which multiple of 1024 to add,
    /// and its place. A valid signature has at most 129 of them, by its norm; of more than 255 the
    /// rest is left out, and what remains is too long as it was.
    fn fields(&self) -> ([u8; 512], [u8; 128], Vec<u8>) {
        let (mut low, mut high, mut patches) = ([0; 512], [0; 128], Vec::new());
        for (at, &s) in self.coefficients().iter().enumerate() {
            let field = (s + 512).rem_euclid(1024) as u16;
            low[low_place(at)] = field as u8;
            let (byte, shift) = high_place(at);
            high[byte] |= (field >> 8 << shift) as u8;
            let multiple = (s + 512).div_euclid(1024);
            if multiple != 0 && patches.len() < 2 * usize::from(u8::MAX) {
                // −2, −1, 1, 2.
                let code = (multiple + if multiple < 0 { 2 } else { 1 }) as u16;
                patches.extend((code << 9 | at as u16).to_be_bytes());
            }
        }
        (low, high, patches)
    }
}

/// The halves of 32 coefficients alternate, so that they are the two halves of 16-bit lanes.
fn low_place(at: usize) -> usize {
    at / 32 * 32 + at % 16 * 2 + at / 16 % 2
}

/// A lane of 16 bits has the pairs of the coefficients at its place in eight words, the first in
/// its lowest bits.
fn high_place(at: usize) -> (usize, usize) {
    let pair = at / 16 % 8;
    (at / 128 * 32 + at % 16 * 2 + usize::from(pair < 4), pair % 4 * 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falcon::{DEGREE, SALT};

    /// Reads the layout as the contracts describe it.
    fn decoded(low: &[u8], high: &[u8], patches: &[u8]) -> Vec<i16> {
        let mut s2 = vec![0; DEGREE];
        for k in 0..16 {
            for i in 0..16 {
                s2[32 * k + i] = i16::from(low[32 * k + 2 * i]);
                s2[32 * k + 16 + i] = i16::from(low[32 * k + 2 * i + 1]);
            }
        }
        for k in 0..4 {
            for i in 0..16 {
                let pairs = u16::from_be_bytes([high[32 * k + 2 * i], high[32 * k + 2 * i + 1]]);
                for j in 0..8 {
                    s2[128 * k + 16 * j + i] += (pairs >> (2 * j) & 3) as i16 * 256;
                }
            }
        }
        s2.iter_mut().for_each(|s| *s -= 512);
        for patch in patches.chunks(2) {
            let entry = u16::from_be_bytes([patch[0], patch[1]]);
            s2[usize::from(entry & 511)] += [-2048, -1024, 1024, 2048][usize::from(entry >> 9)];
        }
        s2
    }

    #[test]
    fn every_value_at_every_place() {
        let extremes = [-2047, -1537, -1536, -1025, -1024, -513, -512, -1, 0, 1, 511, 512, 1023, 1535, 1536, 2047];
        for shift in [0, 5, 11] {
            let s2: Vec<i16> = (0..DEGREE)
                .map(|i| if i % 3 == 0 { extremes[(i / 3 + shift) % 16] } else { (i * 37 % 1024) as i16 - 512 })
                .collect();
            let signature = Signature::of([0; SALT], s2.clone());
            let (low, high, patches) = signature.fields();
            assert_eq!(decoded(&low, &high, &patches), s2);
            assert!(patches.windows(4).step_by(2).all(|two| (two[0] & 1, two[1]) < (two[2] & 1, two[3])), "increasing places");
        }
        let signature = Signature::of([0; SALT], vec![2047; DEGREE]);
        assert_eq!(signature.fields().2.len(), 510);
    }

    #[test]
    fn the_order_of_the_parts() {
        let signature = Signature::of([7; SALT], vec![-512; DEGREE]);
        let account = Address::repeat_byte(9);
        let data = signature.calldata(Key::Account(account), Hash::Keccak, b"message");
        assert_eq!(data, [&[0, 0][..], &[0; 640], &[9; 20], b"message", &[7; SALT]].concat());
        let data = signature.calldata(Key::Account(account), Hash::Shake, b"message");
        assert_eq!(data, [&[0, 0][..], &[0; 640], &[9; 20], &[7; SALT], b"message"].concat());
    }
}
