//! Members of a basis by products of others, each at its least depth `⌈log2 k⌉`.

use super::Basis;
use super::support::Support;

/// One member of a basis as a product of two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Its degree, `left + right`.
    pub power: usize,
    /// The factor of the greater degree.
    pub left: usize,
    /// The factor of the lesser degree.
    pub right: usize,
}

/// The depth of the member of degree `power`, at least 1: products of two at a time.
pub(super) fn depth(power: usize) -> usize {
    power.next_power_of_two().ilog2() as usize
}

/// The steps that make these members, ascending: those that are missing for them are added.
pub(super) fn steps(basis: Basis, wanted: &Support) -> Vec<Step> {
    let (mut members, mut steps) = (wanted.clone(), Vec::new());
    members.insert(1);
    for power in (2..=wanted.degree()).rev() {
        if !members.contains(power) {
            continue;
        }
        let right = factor(basis, &members, power).unwrap_or(power / 2);
        let step = Step { power, left: power - right, right };
        // The polynomials of Chebyshev need the one of the difference as well.
        let difference = step.left - right;
        let needed = [step.left, right, if basis == Basis::Chebyshev { difference } else { 0 }];
        needed.into_iter().filter(|&needed| needed > 0).for_each(|needed| members.insert(needed));
        steps.push(step);
    }
    steps.reverse();
    steps
}

/// The lesser factor, the greatest possible, of a product of two members at the least depth.
fn factor(basis: Basis, members: &Support, power: usize) -> Option<usize> {
    let able = |&right: &usize| {
        let left = power - right;
        let difference = basis == Basis::Power || left == right || members.contains(left - right);
        members.contains(left) && members.contains(right) && difference && depth(left) < depth(power)
    };
    (1..=power / 2).rev().find(able)
}
