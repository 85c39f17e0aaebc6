//! Each operation beside the same on vectors, with its predicted precision.

use crate::{Bench, STEPS, map, rotated, zip};
use papilio_ckks::{CkksError, Complex64, Scale};

/// One prime a level and two, of few and of many bits.
const SCALES: [u32; 4] = [30, 40, 50, 80];

#[test]
fn fresh_ciphertexts() {
    for log_scale in SCALES {
        let mut bench = Bench::small(2, log_scale, 1);
        let values = bench.values(1.0);
        let plaintext = bench.ckks.encode(&values).expect("encoded");
        let public = bench.encrypt(&values);
        let Bench { ckks, secret, rng, .. } = &mut bench;
        let own = ckks.encrypt(secret, &plaintext, rng).expect("encrypted");
        let seeded = ckks.encrypt_seeded(secret, &plaintext, rng).expect("encrypted").expand(ckks).expect("expanded");
        for (what, ciphertext) in [("public", public), ("secret", own), ("seeded", seeded)] {
            bench.near(&ciphertext, &values, &format!("{what} at 2^{log_scale}"));
        }
    }
}

#[test]
fn sums_and_constants() {
    let mut bench = Bench::small(2, 40, 2);
    let (x, y) = (bench.values(1.0), bench.values(3.0));
    let (a, b) = (bench.encrypt(&x), bench.encrypt(&y));
    let Bench { ckks, .. } = &bench;
    let on = |f: &dyn Fn(&mut papilio_ckks::Ciphertext)| {
        let mut result = a.clone();
        f(&mut result);
        result
    };
    bench.near(&on(&|a| ckks.add_assign(a, &b).expect("a sum")), &zip(&x, &y, |x, y| x + y), "a sum");
    bench.near(&on(&|a| ckks.sub_assign(a, &b).expect("a difference")), &zip(&x, &y, |x, y| x - y), "a difference");
    bench.near(&on(&|a| ckks.neg_assign(a).expect("the negative")), &map(&x, |x| -x), "the negative");
    bench.near(&on(&|a| ckks.mul_i_assign(a).expect("i times")), &map(&x, |x| x * Complex64::I), "i times");
    let plaintext = ckks.encode(&y).expect("encoded");
    bench.near(&on(&|a| ckks.add_plain_assign(a, &plaintext).expect("a sum")), &zip(&x, &y, |x, y| x + y), "a plaintext");
    for c in [Complex64::new(0.3, 0.0), Complex64::new(-2.5, 1.25), Complex64::new(0.0, -7.0), Complex64::ZERO] {
        bench.near(&on(&|a| ckks.add_constant_assign(a, c).expect("a sum")), &map(&x, |x| x + c), &format!("plus {c}"));
        for log_scale in [10, 30, 40] {
            let scaled = on(&|a| ckks.mul_constant_assign(a, c, Scale::power_of_two(log_scale)).expect("a product"));
            bench.check(&scaled, &map(&x, |x| x * c), &format!("times {c} at 2^{log_scale}"));
        }
    }
    let whole = on(&|a| ckks.mul_constant_assign(a, Complex64::new(3.0, -4.0), Scale::ONE).expect("a product"));
    bench.near(&whole, &map(&x, |x| x * Complex64::new(3.0, -4.0)), "an integer");
    assert_eq!(whole.scale(), a.scale());
}

#[test]
fn products_rescaled() {
    for log_scale in SCALES {
        let mut bench = Bench::small(3, log_scale, 3);
        let (x, y) = (bench.values(1.0), bench.values(2.0));
        let (a, b) = (bench.encrypt(&x), bench.encrypt(&y));
        let Bench { ckks, relinearization, .. } = &bench;
        let want = zip(&x, &y, |x, y| x * y);
        let product = ckks.multiply(&a, &b).expect("a product");
        bench.near(&product, &want, "a product");
        let mut linear = ckks.relinearize(&product, relinearization).expect("two parts");
        bench.near(&linear, &want, "relinearized");
        ckks.rescale_assign(&mut linear).expect("rescaled");
        bench.near(&linear, &want, &format!("rescaled at 2^{log_scale}"));
        assert!((linear.scale().log2() - f64::from(log_scale)).abs() < 1e-3, "the scale is {}", linear.scale());
        let once = ckks.multiply_relinearize_rescale(&a, &b, relinearization).expect("a product");
        assert_eq!((once.scale(), once.level()), (linear.scale(), linear.level()));
        bench.near(&once, &want, "a product in one step");
        let square = ckks.square_relinearize_rescale(&a, relinearization).expect("a square");
        bench.near(&square, &map(&x, |x| x * x), "a square");
        let factor = ckks.prepare(&ckks.encode(&y).expect("encoded")).expect("prepared");
        let mut plain = a.clone();
        ckks.mul_plain_assign(&mut plain, &factor).expect("a product");
        ckks.rescale_assign(&mut plain).expect("rescaled");
        bench.near(&plain, &want, "times a plaintext");
    }
}

/// Down to the last level, where scales have drifted most.
#[test]
fn powers_down_to_the_last_level() {
    let mut bench = Bench::small(6, 40, 4);
    // On the unit circle, where every slot has the greatest error.
    let x = map(&bench.values(1.0), |x| x / x.norm());
    let (mut a, mut want) = (bench.encrypt(&x), x);
    for level in (0..6).rev() {
        a = bench.ckks.relinearize(&bench.ckks.square(&a).expect("a square"), &bench.relinearization).expect("two parts");
        bench.ckks.rescale_assign(&mut a).expect("rescaled");
        want = map(&want, |x| x * x);
        assert_eq!(bench.ckks.levels_left(&a), level);
        assert!(a.scale().agrees(bench.ckks.parameters().scale(level), 95), "{} at {level}", a.scale());
        bench.near(&a, &want, &format!("level {level}"));
    }
}

#[test]
fn rotations_and_conjugates() {
    let mut bench = Bench::small(2, 40, 5);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let Bench { ckks, rotations, .. } = &bench;
    let hoisted = ckks.hoist(&a).expect("hoisted");
    for steps in STEPS {
        let want = rotated(&x, steps);
        bench.near(&ckks.rotate(&a, steps, rotations).expect("rotated"), &want, &format!("by {steps}"));
        bench.near(&ckks.rotate_hoisted(&hoisted, steps, rotations).expect("rotated"), &want, &format!("hoisted by {steps}"));
    }
    bench.near(&ckks.conjugate(&a, rotations).expect("conjugated"), &map(&x, |x| x.conj()), "the conjugate");
}

#[test]
fn sums_over_slots() {
    let mut bench = Bench::small(2, 40, 6);
    let (x, y) = (bench.values(1.0), bench.values(1.0));
    let (a, b) = (bench.encrypt(&x), bench.encrypt(&y));
    let Bench { ckks, rotations, relinearization, .. } = &bench;
    for count in [1, 2, 64, 512] {
        let sums: Vec<Complex64> = (0..512).map(|i| (i..i + count).map(|j| x[j % 512]).sum()).collect();
        bench.near(&ckks.inner_sum(&a, count, rotations).expect("a sum"), &sums, &format!("of {count}"));
    }
    for count in [0, 3, 1024] {
        assert_eq!(ckks.inner_sum(&a, count, rotations), Err(papilio_ckks::CkksError::InnerSum { count, slots: 512 }));
    }
    let product = ckks.inner_product(&a, &b, relinearization, rotations).expect("a product");
    bench.check(&product, &[x.iter().zip(&y).map(|(x, y)| x * y).sum(); 512], "an inner product");
}

/// Errors that are the same in all slots add up as they are, and not as their squares do.
#[test]
fn sums_over_slots_of_equal_errors() {
    for log_scale in [30, 40] {
        let mut bench = Bench::small(2, log_scale, 8);
        let x = bench.values(1.0);
        let a = bench.encrypt(&x);
        let Bench { ckks, secret, rotations, rng, .. } = &mut bench;
        let once = ckks.inner_sum(&a, 512, rotations).expect("a sum");
        let twice = ckks.inner_sum(&once, 512, rotations).expect("a sum");
        // A constant that is rounded by nearly a half, times the same in all slots.
        let great = vec![Complex64::from(3000.0); 512];
        let mut multiple = ckks.encrypt(secret, &ckks.encode(&great).expect("encoded"), rng).expect("encrypted");
        let c = (300.0 + 0.499) / 1024.0;
        ckks.mul_constant_assign(&mut multiple, c, Scale::power_of_two(10)).expect("a product");
        let multiples = ckks.inner_sum(&multiple, 512, rotations).expect("a sum");
        let all = |x: &[Complex64]| vec![x.iter().sum::<Complex64>(); 512];
        bench.check(&twice, &all(&all(&x)), "a sum of sums");
        bench.check(&multiples, &all(&map(&great, |x| x * c)), "a sum of multiples");
    }
}

#[test]
fn fewer_slots() {
    let mut bench = Bench::small(2, 40, 7);
    for log_slots in [0, 1, 3, 8] {
        let x: Vec<Complex64> = bench.values(1.0)[..1 << log_slots].to_vec();
        let Bench { ckks, secret, rng, relinearization, rotations, .. } = &mut bench;
        let scale = ckks.parameters().scale(2);
        let plaintext = ckks.encode_at(&x, ckks.parameters().limbs_of(2), scale, log_slots).expect("encoded");
        let a = ckks.encrypt(secret, &plaintext, rng).expect("encrypted");
        let mut square = ckks.relinearize(&ckks.square(&a).expect("a square"), relinearization).expect("two parts");
        ckks.rescale_assign(&mut square).expect("rescaled");
        let moved = ckks.rotate(&a, 1, rotations).expect("rotated");
        bench.check(&a, &x, &format!("in 2^{log_slots} slots"));
        bench.check(&square, &map(&x, |x| x * x), &format!("a square in 2^{log_slots} slots"));
        bench.check(&moved, &rotated(&x, 1), &format!("rotated in 2^{log_slots} slots"));
    }
}

#[test]
fn scales_and_levels_by_hand() {
    let mut bench = Bench::small(3, 40, 8);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let Bench { ckks, .. } = &bench;
    let mut dropped = a.clone();
    ckks.drop_level_assign(&mut dropped, 1).expect("dropped");
    assert_eq!((ckks.levels_left(&dropped), dropped.scale()), (1, a.scale()));
    bench.near(&dropped, &x, "a level dropped");
    let refused = ckks.drop_level_assign(&mut dropped, 2);
    assert!(matches!(refused, Err(CkksError::NoLevel { levels: 1, needed: 2, .. })), "{refused:?}");
    // Nothing would be left of a scale of 40 bits.
    assert!(matches!(ckks.rescale_assign(&mut dropped), Err(CkksError::SmallScale { .. })));
    assert_eq!(ckks.levels_left(&dropped), 1);
    let mut set = a.clone();
    ckks.set_scale_assign(&mut set, Scale::power_of_two(37)).expect("set");
    assert!(set.scale().agrees(Scale::power_of_two(37), 36) && ckks.levels_left(&set) == 2, "{}", set.scale());
    bench.near(&set, &x, "a scale set");
    let mut up = a.clone();
    ckks.scale_up_assign(&mut up, Scale::power_of_two(40)).expect("scaled");
    ckks.scale_up_assign(&mut up, Scale::power_of_two(40)).expect("scaled");
    ckks.rescale_to_assign(&mut up, Scale::power_of_two(39)).expect("rescaled");
    assert_eq!(ckks.levels_left(&up), 1);
    bench.near(&up, &x, "scaled up and rescaled");
    ckks.rescale_to_assign(&mut up, Scale::power_of_two(39)).expect("nothing to do");
    assert_eq!(ckks.levels_left(&up), 1);
}

/// Coefficients that fill a prime take another one to decode.
#[test]
fn messages_next_to_the_modulus_of_fewer_primes() {
    let mut bench = Bench::small(2, 40, 1);
    for log2 in [12.9, 13.4, 13.9, 14.4, 14.9, 15.4] {
        let x = vec![Complex64::from(f64::exp2(log2)); 512];
        let plaintext = bench.ckks.encode(&x).expect("encoded");
        let far = bench.ckks.decode(&plaintext).iter().zip(&x).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
        assert!(far < 1e-6, "2^{log2}: {far}");
        let Bench { ckks, secret, rng, .. } = &mut bench;
        let a = ckks.encrypt(secret, &plaintext, rng).expect("encrypted");
        bench.near(&a, &x, &format!("2^{log2}"));
    }
}
