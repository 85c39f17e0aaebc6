//! The evaluator that rescales by itself.

use crate::{Bench, map, rotated, zip};
use papilio_ckks::{CkksError, Complex64, Scale};

#[test]
fn operands_of_any_levels() {
    for log_scale in [30, 40, 70] {
        let mut bench = Bench::small(4, log_scale, 1);
        // At the bound in every slot, as predictions take it.
        let [x, y] = [(); 2].map(|()| map(&bench.values(1.0), |x| x / x.norm()));
        let (a, b) = (bench.encrypt(&x), bench.encrypt(&y));
        let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization).with_rotations(&bench.rotations);
        let ab = auto.mul(&a, &b).expect("a product");
        let want = zip(&x, &y, |x, y| x * y);
        // A product that is not rescaled, beside a fresh ciphertext, in either order.
        let sum = zip(&want, &x, |p, x| p + x);
        bench.near(&auto.add(&ab, &a).expect("a sum"), &sum, "a product and a fresh one");
        bench.near(&auto.add(&a, &ab).expect("a sum"), &sum, "a fresh one and a product");
        // Sums of products are rescaled once.
        let twice = auto.add(&ab, &auto.square(&a).expect("a square")).expect("a sum");
        assert_eq!(bench.ckks.levels_left(&twice), 4);
        bench.near(&twice, &zip(&want, &x, |p, x| p + x * x), "a sum of products");
        // Three levels below.
        let cube = auto.mul(&ab, &a).expect("a product");
        let fifth = auto.mul(&auto.mul(&cube, &b).expect("a product"), &b).expect("a product");
        let want = zip(&x, &y, |x, y| x * x * y * y * y);
        bench.near(&fifth, &want, "five factors");
        bench.near(&auto.sub(&fifth, &a).expect("a difference"), &zip(&want, &x, |p, x| p - x), "far apart");
        bench.near(&auto.sub(&a, &fifth).expect("a difference"), &zip(&want, &x, |p, x| x - p), "far apart the other way");
        let low = auto.rescaled(&fifth).expect("rescaled");
        bench.near(
            &auto.add(&ab, &low).expect("a sum"),
            &zip(&want, &zip(&x, &y, |x, y| x * y), |p, q| p + q),
            "a product above",
        );
        let moved = auto.rotate(&auto.conjugate(&low).expect("conjugated"), 2).expect("rotated");
        bench.near(&moved, &rotated(&map(&want, |x| x.conj()), 2), "rotated");
    }
}

#[test]
fn constants_and_vectors() {
    let mut bench = Bench::small(3, 40, 2);
    let (x, y) = (bench.values(1.0), bench.values(1.0));
    let a = bench.encrypt(&x);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let c = Complex64::new(0.3, -1.7);
    bench.near(&auto.mul_constant(&a, c).expect("a product"), &map(&x, |x| x * c), "a constant");
    let whole = auto.mul_constant(&a, -3.0).expect("a product");
    assert_eq!((whole.scale(), whole.level()), (a.scale(), a.level()));
    bench.near(&auto.mul_values(&a, &y).expect("a product"), &zip(&x, &y, |x, y| x * y), "a vector");
    bench.near(&auto.add_values(&a, &y).expect("a sum"), &zip(&x, &y, |x, y| x + y), "plus a vector");
    let wide = Bench::small(2, 80, 2);
    let auto_wide = wide.ckks.automatic().with_relinearization(&wide.relinearization);
    let fresh = wide.ckks.encrypt(&wide.secret, &wide.ckks.encode(&x).expect("encoded"), &mut bench.rng).expect("encrypted");
    let square = auto_wide.square(&fresh).expect("a square");
    let want = map(&x, |x| x * x + c);
    wide.near(&auto_wide.add_constant(&square, c).expect("a sum"), &want, "a square and a constant at 2^160");
    wide.near(&auto_wide.add_values(&square, &[c; 512]).expect("a sum"), &want, "a square and a vector at 2^160");
    let square = auto.square(&a).expect("a square");
    bench.near(&auto.add_values(&square, &y).expect("a sum"), &zip(&x, &y, |x, y| x * x + y), "a square plus a vector");
    let fourth = auto.square(&square).expect("a square");
    let terms = [(Complex64::from(0.5), &a), (Complex64::from(-0.25), &square), (c, &fourth)];
    let want = map(&x, |x| x * 0.5 - x * x * 0.25 + c * x.powi(4) + 2.0);
    let sum = auto.linear_combination(&terms, Complex64::from(2.0)).expect("a combination");
    assert_eq!(bench.ckks.levels_left(&auto.rescaled(&sum).expect("rescaled")), 0);
    bench.near(&sum, &want, "a combination");
}

#[test]
fn the_last_level_is_the_last() {
    let mut bench = Bench::small(1, 40, 3);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization);
    let square = auto.square(&a).expect("a square");
    assert!(matches!(auto.mul(&square, &a), Err(CkksError::NoLevel { levels: 0, .. })));
    assert!(matches!(auto.mul_constant(&square, 0.5), Err(CkksError::NoLevel { levels: 0, .. })));
    bench.near(
        &auto.mul_constant(&auto.rescaled(&square).expect("rescaled"), 2.0).expect("a sum"),
        &map(&x, |x| x * x * 2.0),
        "doubled",
    );
    assert!(matches!(auto.rotate(&a, 1), Err(CkksError::NoKey(_))));
    assert!(matches!(bench.ckks.automatic().square(&a), Err(CkksError::NoKey(_))));
}

#[test]
fn scales_and_sums_that_it_refuses() {
    let mut bench = Bench::small(2, 40, 4);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let auto = bench.ckks.automatic();
    let mut other = a.clone();
    bench.ckks.scale_up_assign(&mut other, Scale::power_of_two(7)).expect("scaled");
    let expected = bench.ckks.parameters().scale(2);
    let want = Err(CkksError::AutomaticScale { found: other.scale(), expected, levels: 2, bits: 37 });
    for refused in [auto.add(&a, &other), auto.add(&other, &a), auto.sub(&a, &other), auto.rescaled(&other)] {
        assert_eq!(refused, want);
        let text = refused.expect_err("refused").to_string();
        assert!(text.contains("or its square") && !text.contains("use the automatic evaluator"), "{text}");
    }
    let mut below = other.clone();
    bench.ckks.set_scale_assign(&mut below, bench.ckks.parameters().scale(1)).expect("a scale");
    bench.check(&auto.add(&a, &below).expect("a sum"), &map(&x, |x| x + x), "at the scale of the level below");
    assert_eq!(auto.linear_combination(&[], Complex64::ONE), Err(CkksError::NoTerms));
}

/// A constant of which one part is an integer is scaled for the other one.
#[test]
fn constants_of_one_whole_part() {
    let mut bench = Bench::small(3, 40, 2);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    for c in [Complex64::new(2.0, 0.5), Complex64::new(0.5, 2.0), Complex64::new(0.0, -0.25)] {
        let product = bench.ckks.automatic().mul_constant(&a, c).expect("a product");
        bench.near(&product, &map(&x, |x| x * c), &format!("{c}"));
        assert!(bench.ckks.precision_bits(&product) > 20.0, "{c}: {}", bench.ckks.precision_bits(&product));
    }
}
