//! Integers of up to 256 bits as headers have them.

use core::fmt;

/// An unsigned integer below `2^256`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Integer {
    /// From the most significant, so that the derived order is that of the integers.
    words: [u64; 4],
}

impl Integer {
    /// The integer of big-endian bytes, at most 32.
    pub(crate) fn from_be(bytes: &[u8]) -> Self {
        let mut all = [0; 32];
        all[32 - bytes.len()..].copy_from_slice(bytes);
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(all.as_chunks::<8>().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        Self { words }
    }

    /// The words, the least significant first.
    #[must_use]
    pub fn words(&self) -> [u64; 4] {
        let [a, b, c, d] = self.words;
        [d, c, b, a]
    }

    /// The value, if it is below `2^64`.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        let [high @ .., low] = self.words;
        (high == [0; 3]).then_some(low)
    }

    /// Number of binary digits.
    #[must_use]
    pub fn bits(&self) -> u32 {
        let used = self.words.iter().position(|&word| word != 0).unwrap_or(3);
        64 * (4 - used as u32) - self.words[used].leading_zeros()
    }

    pub(crate) fn is_even(&self) -> bool {
        self.words[3].is_multiple_of(2)
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        Self { words: [0, 0, 0, value] }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STEP: u64 = 10_000_000_000_000_000_000;
        let (mut words, mut groups, mut count) = (self.words, [0; 5], 0);
        while count == 0 || words != [0; 4] {
            let mut rest = 0;
            for word in &mut words {
                let value = u128::from(rest) << 64 | u128::from(*word);
                (*word, rest) = ((value / u128::from(STEP)) as u64, (value % u128::from(STEP)) as u64);
            }
            groups[count] = rest;
            count += 1;
        }
        let (top, others) = groups[..count].split_last().unwrap_or((&0, &[]));
        let mut digits = alloc::format!("{top}");
        others.iter().rev().for_each(|group| digits.push_str(&alloc::format!("{group:019}")));
        f.pad_integral(true, "", &digits)
    }
}
