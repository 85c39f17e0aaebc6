//! The search for a plan: sets of members, and for each the divisions with the fewest products.

use super::Basis;
use super::powers::{Step, depth, steps};
use super::shape::Shape;
use super::support::Support;
use std::collections::{HashMap, HashSet};

/// The greatest degree for which all sets of the search are tried.
const EXHAUSTIVE: usize = 127;
/// Products where no division stays within the depth.
const UNABLE: usize = usize::MAX;

/// The members to compute and the divisions, with the fewest products within a depth, then the
/// least depth, then the fewest linear combinations; none for a depth below the least.
pub(super) fn search(basis: Basis, support: &Support, most: usize) -> Option<(Vec<Step>, Shape)> {
    let (mut tried, mut best, mut least) = (HashSet::new(), None, (usize::MAX, 0, 0));
    for wanted in candidates(support) {
        let mut members: Support = steps(basis, &wanted).iter().map(|step| step.power).collect();
        members.insert(1);
        // Sets that alone take more products are left by all but a few of their members, which are
        // another set.
        if members.powers().count() > least.0 || !tried.insert(members.clone()) {
            continue;
        }
        let Some((steps, shape)) = within(basis, members, support, most) else { continue };
        let cost = (steps.len() + shape.products(), shape.depth(), shape.combinations());
        if cost < least {
            (best, least) = (Some((steps, shape)), cost);
        }
    }
    best
}

/// The plan with a set of members, and only the steps that it takes.
pub(super) fn within(basis: Basis, members: Support, support: &Support, most: usize) -> Option<(Vec<Step>, Shape)> {
    let mut divisions = Divisions { basis, members, choices: HashMap::new() };
    let shape = divisions.shape(support, most)?;
    let mut taken = Support::default();
    shape.members(&mut taken);
    Some((steps(basis, &taken), shape))
}

/// Sets of members: the first `baby` of the parity of the polynomial, `giant` times powers of two,
/// and all powers of two or only those that these need.
fn candidates(support: &Support) -> impl Iterator<Item = Support> + '_ {
    let (degree, parity) = (support.degree(), support.parity());
    let most = degree.min((degree as f64 * if parity.is_some() { 16.0 } else { 8.0 }).sqrt() as usize + 2);
    let all = degree <= EXHAUSTIVE;
    let able = move |&baby: &usize| all || baby.is_power_of_two() || baby.is_multiple_of(3) && (baby / 3).is_power_of_two();
    (1..=most.max(1)).filter(able).flat_map(move |baby| {
        let giants = (2..=2 * baby + 2).filter(move |&giant| all || giant == baby + 1 || giant == 2 * baby);
        let babies = (1..=baby).filter(move |baby| parity.is_none_or(|parity| baby % 2 == parity));
        giants.flat_map(move |giant| {
            let own: Support = babies.clone().chain(doubled(giant, degree)).collect();
            let with_powers = own.powers().chain(doubled(2, degree)).collect();
            [own, with_powers]
        })
    })
}

/// `first`, `2·first`, … up to a degree.
fn doubled(first: usize, degree: usize) -> impl Iterator<Item = usize> + Clone {
    core::iter::successors(Some(first), |giant| Some(2 * giant)).take_while(move |&giant| giant <= degree)
}

/// The best divisions of supports by a set of members.
struct Divisions {
    basis: Basis,
    members: Support,
    choices: HashMap<(Support, usize), Choice>,
}

/// Products of the best way, and the divisor, 0 for a linear combination.
#[derive(Clone, Copy)]
struct Choice {
    products: usize,
    divisor: usize,
}

impl Divisions {
    fn best(&mut self, support: &Support, most: usize) -> Choice {
        if support.is_constant() {
            return Choice { products: 0, divisor: 0 };
        }
        if most == 0 {
            return Choice { products: UNABLE, divisor: 0 };
        }
        let key = (support.clone(), most);
        if let Some(&choice) = self.choices.get(&key) {
            return choice;
        }
        let choice = self.choose(support, most);
        self.choices.insert(key, choice);
        choice
    }

    fn choose(&mut self, support: &Support, most: usize) -> Choice {
        let degree = support.degree();
        if depth(degree) < most && support.first_missing(&self.members).is_none() {
            return Choice { products: 0, divisor: 0 };
        }
        let mut best = Choice { products: UNABLE, divisor: 0 };
        for divisor in (degree.div_ceil(2)..=degree).rev() {
            if !self.members.contains(divisor) || depth(divisor) >= most {
                continue;
            }
            let (quotient, remainder) = support.divide(self.basis, divisor);
            let own = usize::from(!quotient.is_constant()).saturating_add(self.best(&quotient, most - 1).products);
            if own < best.products {
                let products = own.saturating_add(self.best(&remainder, most).products);
                if products < best.products {
                    best = Choice { products, divisor };
                }
            }
        }
        best
    }

    fn shape(&mut self, support: &Support, most: usize) -> Option<Shape> {
        let Choice { products, divisor } = self.best(support, most);
        if products == UNABLE {
            return None;
        }
        if divisor == 0 {
            return Some(Shape::Combination(support.clone()));
        }
        let (quotient, remainder) = support.divide(self.basis, divisor);
        let quotient = Box::new(self.shape(&quotient, most - 1)?);
        Some(Shape::Split { power: divisor, quotient, remainder: Box::new(self.shape(&remainder, most)?) })
    }
}
