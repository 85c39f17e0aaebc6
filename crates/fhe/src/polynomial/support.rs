//! The set of powers whose coefficients are not zero.

use super::Basis;

/// A set of powers, by the bits of words; the last word is not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Support(Vec<u64>);

impl Support {
    /// The greatest power, and 0 for a constant.
    pub(super) fn degree(&self) -> usize {
        self.0.last().map_or(0, |word| 64 * (self.0.len() - 1) + word.ilog2() as usize)
    }

    pub(super) fn contains(&self, power: usize) -> bool {
        self.0.get(power / 64).is_some_and(|word| word >> (power % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, power: usize) {
        if self.0.len() <= power / 64 {
            self.0.resize(power / 64 + 1, 0);
        }
        self.0[power / 64] |= 1 << (power % 64);
    }

    /// Whether there is no power above 0.
    pub(super) fn is_constant(&self) -> bool {
        self.0.iter().skip(1).all(|&word| word == 0) && self.0.first().is_none_or(|&word| word < 2)
    }

    /// The powers, ascending.
    pub(super) fn powers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|&power| self.contains(power))
    }

    /// The greatest power that is not in another set, powers 0 left out.
    pub(super) fn first_missing(&self, other: &Self) -> Option<usize> {
        let beyond = |(i, word): (usize, &u64)| {
            let left = word & !other.0.get(i).copied().unwrap_or(0) & if i == 0 { !1 } else { u64::MAX };
            (left != 0).then(|| 64 * i + left.ilog2() as usize)
        };
        self.0.iter().enumerate().rev().find_map(beyond)
    }

    /// Whether all powers are even, or all odd.
    pub(super) fn parity(&self) -> Option<usize> {
        let (even, odd) = (0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa);
        match self.0.iter().fold(0, |union, word| union | word) {
            union if union & even == 0 => Some(1),
            union if union & odd == 0 => Some(0),
            _ => None,
        }
    }

    /// The powers that quotient and remainder of a division by the member of degree `k` of a basis
    /// can have.
    pub(super) fn divide(&self, basis: Basis, k: usize) -> (Self, Self) {
        let (mut quotient, mut remainder) = (Self::default(), Self::default());
        let mut left: Vec<bool> = (0..=self.degree()).map(|power| self.contains(power)).collect();
        for power in (0..left.len()).rev() {
            if !left[power] {
                continue;
            }
            if power < k {
                remainder.insert(power);
                continue;
            }
            quotient.insert(power - k);
            if basis == Basis::Chebyshev && power > k {
                left[(power - k).abs_diff(k)] = true;
            }
        }
        (quotient, remainder)
    }
}

impl FromIterator<usize> for Support {
    fn from_iter<I: IntoIterator<Item = usize>>(powers: I) -> Self {
        let mut support = Self::default();
        powers.into_iter().for_each(|power| support.insert(power));
        support
    }
}
