//! Depth, levels and budgets.

use super::bench::{Bench, Pair, parameters};
use crate::bgv::Bgv;
use crate::noise::{Model, Noise};
use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_ntt::dft::DftField;
use proptest::prelude::*;

/// Products to a depth, of fresh ciphertexts and of the chain itself, each within its predicted
/// budget.
fn chains_reach<F: DftField>(bits: &[u32], special: usize, depth: u32) {
    let mut bench = Bench::<F>::new(bits, special, 3);
    let fresh = bench.fresh();
    let (mut chain, mut square) = (fresh.clone(), fresh);
    for d in 1..=depth {
        let next = bench.fresh();
        chain = bench.multiply(&chain, &next);
        square = bench.square(&square);
        for x in [&chain, &square] {
            assert!(bench.check(x, &format!("depth {d}")), "{} depth {d}", F::NAME);
            assert!(bench.bgv.predicted_budget_bits(&x.0) > 0.5, "{} depth {d}", F::NAME);
        }
        // Sums with other levels and factors, above and below.
        assert!(bench.check(&bench.add(&chain, &next), "chain and fresh"), "{} depth {d}", F::NAME);
        assert!(bench.check(&bench.add(&next, &square), "fresh and square"), "{} depth {d}", F::NAME);
    }
    assert!(square.0.level() < bench.bgv.parameters().limbs(), "{}: nothing was switched down", F::NAME);
}

#[test]
fn depths_of_every_field() {
    chains_reach::<P32>(&[50; 6], 1, 3);
    chains_reach::<P32>(&[36; 8], 2, 3);
    chains_reach::<Goldilocks>(&[60; 7], 1, 3);
    chains_reach::<Bn254>(&[50; 20], 3, 2);
    chains_reach::<Bls12_381>(&[60; 17], 3, 2);
    chains_reach::<Stark252>(&[50; 20], 3, 2);
}

#[test]
fn one_product_of_a_large_field() {
    let mut bench = Bench::<Bn254>::new(&[50; 14], 3, 4);
    let (a, b) = (bench.fresh(), bench.fresh());
    assert!(bench.check(&bench.multiply(&a, &b), "depth 1"));
}

#[test]
fn exhausted_budgets_are_errors() {
    let mut bench = Bench::<P32>::new(&[45; 4], 1, 5);
    let mut x = bench.fresh();
    let mut lost = 0;
    for _ in 0..6 {
        x = bench.square(&x);
        lost += u32::from(!bench.check(&x, "square"));
    }
    assert!(lost >= 3, "{lost} of 6 squares are lost");
    // Products that are lost already are refused as well.
    let product = bench.bgv.square(&x.0).expect("context");
    assert!(bench.bgv.decrypt(&bench.secret, &product).is_err());
}

/// At every level a product is that of the field, or exhausted; and the level that is chosen loses
/// none that another keeps.
#[test]
fn products_at_every_level() {
    let mut bench = Bench::<P32>::new(&[50; 6], 1, 6);
    let (a, b) = (bench.fresh(), bench.fresh());
    let (a, b) = (bench.square(&a), bench.multiply(&a, &b));
    let mut kept = Vec::new();
    for level in 1..=a.0.level() {
        let product = bench.bgv.multiply_at(&a.0, &b.0, level).expect("a level");
        assert_eq!(product.level(), level);
        let values = super::bench::zip(&a.1, &b.1, |a, b| a * b);
        let product = Pair(bench.bgv.relinearize(&product, &bench.key).expect("key"), values);
        assert_eq!(product.0.level(), level);
        if bench.check(&product, "product at a level") {
            kept.push((level, bench.bgv.noise_budget_bits(&bench.secret, &product.0).expect("context")));
        }
    }
    let chosen = bench.bgv.model().product_level(a.0.noise(), b.0.noise());
    let best = kept.iter().map(|x| x.1).fold(0.0, f64::max);
    let own = kept.iter().find(|x| x.0 == chosen).map_or(0.0, |x| x.1);
    assert!(chosen < a.0.level() && own > best - 5.0, "level {chosen} of {kept:?}");
}

fn model() -> Model {
    Bgv::<P32>::new(parameters(&[50, 45, 36, 36, 40, 50, 50], 1)).expect("scheme").model().clone()
}

proptest! {
    #[test]
    fn no_level_is_chosen_that_loses_a_product(top in 1usize..=6, other in 1usize..=6, a in 1.0f64..500.0, b in 1.0f64..500.0) {
        let model = model();
        let [a, b] = [(top, a), (other, b)].map(|(level, variance)| Noise::normal(level, variance));
        let budget = |level| {
            let [a, b] = [&a, &b].map(|x| model.mod_switch_to(x, level));
            model.budget_bits(&model.multiply_exactly(&a, &b))
        };
        let chosen = model.product_level(&a, &b);
        let best = (1..=top.min(other)).map(budget).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(chosen <= top.min(other));
        prop_assert!(budget(chosen) >= best - 8.0 && (best <= 0.0 || budget(chosen) > 0.0));
    }
}
