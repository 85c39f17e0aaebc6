//! Numbers of several bits, lowest first.

use super::{Circuit, Net};
use crate::gate::BinaryGate;

impl Circuit {
    /// `a + b` and the carry, for numbers of the same width: four rotations a bit, and a depth of
    /// one gate more than the width.
    ///
    /// # Panics
    /// Unless both have the same width.
    pub fn add(&mut self, a: &[Net], b: &[Net]) -> (Vec<Net>, Net) {
        let carry = self.constant(false);
        self.add_with_carry(a, b, carry)
    }

    /// `a − b` modulo a power of two, and whether `a ≥ b`.
    ///
    /// # Panics
    /// Unless both have the same width.
    pub fn subtract(&mut self, a: &[Net], b: &[Net]) -> (Vec<Net>, Net) {
        let negated: Vec<Net> = b.iter().map(|&bit| self.not(bit)).collect();
        let carry = self.constant(true);
        self.add_with_carry(a, &negated, carry)
    }

    fn add_with_carry(&mut self, a: &[Net], b: &[Net], mut carry: Net) -> (Vec<Net>, Net) {
        assert!(a.len() == b.len(), "numbers of {} and {} bits", a.len(), b.len());
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.binary(BinaryGate::Xor, a, b);
            sum.push(self.binary(BinaryGate::Xor, differ, carry));
            // The carry goes on where the bits differ, and is one of them where they do not.
            carry = self.mux(differ, carry, a);
        }
        (sum, carry)
    }

    /// Whether `a < b`, of numbers without a sign.
    ///
    /// # Panics
    /// Unless both have the same width.
    pub fn less_than(&mut self, a: &[Net], b: &[Net]) -> Net {
        assert!(a.len() == b.len(), "numbers of {} and {} bits", a.len(), b.len());
        let mut less = self.constant(false);
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.binary(BinaryGate::Xor, a, b);
            less = self.mux(differ, b, less);
        }
        less
    }

    /// Whether `a = b`: a tree.
    ///
    /// # Panics
    /// Unless both have the same width.
    pub fn equal(&mut self, a: &[Net], b: &[Net]) -> Net {
        assert!(a.len() == b.len(), "numbers of {} and {} bits", a.len(), b.len());
        let mut same: Vec<Net> = a.iter().zip(b).map(|(&a, &b)| self.binary(BinaryGate::Xnor, a, b)).collect();
        while same.len() > 1 {
            same = same
                .chunks(2)
                .map(|pair| if let [a, b] = *pair { self.binary(BinaryGate::And, a, b) } else { pair[0] })
                .collect();
        }
        same.pop().unwrap_or_else(|| self.constant(true))
    }

    /// `a` where `select` is true, else `b`, bit by bit.
    ///
    /// # Panics
    /// Unless both have the same width.
    pub fn choose(&mut self, select: Net, a: &[Net], b: &[Net]) -> Vec<Net> {
        assert!(a.len() == b.len(), "numbers of {} and {} bits", a.len(), b.len());
        a.iter().zip(b).map(|(&a, &b)| self.mux(select, a, b)).collect()
    }
}
