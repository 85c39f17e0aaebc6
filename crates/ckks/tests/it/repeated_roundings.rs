//! The rounding of a vector is the same whenever the vector is used: errors add up, where those of
//! noise are added by their squares.

use crate::Bench;
use papilio_ckks::{Ciphertext, CkksError, Complex64, LinearTransform, Scale};
use papilio_fhe::codec::Object;
use papilio_fhe::rlwe::{GaloisKeys, SecretKey, SecretSwitchingKey};

fn times(x: &[Complex64], factor: f64) -> Vec<Complex64> {
    x.iter().map(|x| x * factor).collect()
}

/// A ciphertext without noise, or with that of an encryption of zero, and a vector added to it.
#[test]
fn a_vector_that_is_added_to_itself() {
    let mut bench = Bench::small(2, 40, 31);
    let w = bench.values(1e-5);
    let plaintext = bench.ckks.encode(&w).expect("encoded");
    let encrypted = bench.encrypt(&[]);
    for mut x in [bench.ckks.zero(plaintext.level(), encrypted.scale()).expect("zero"), encrypted] {
        bench.ckks.add_plain_assign(&mut x, &plaintext).expect("a sum");
        for doublings in 0..=16 {
            bench.check(&x, &times(&w, f64::from(1 << doublings)), &format!("doubled {doublings} times"));
            let copy = x.clone();
            bench.ckks.add_assign(&mut x, &copy).expect("a sum");
        }
    }
}

/// One plaintext for many ciphertexts, as weights are: multiplied by each, or added to each.
#[test]
fn a_vector_for_many_ciphertexts() {
    let mut bench = Bench::small(2, 40, 32);
    let w = bench.values(0.001);
    let plaintext = bench.ckks.encode(&w).expect("encoded");
    let prepared = bench.ckks.prepare(&plaintext).expect("prepared");
    let ones = vec![Complex64::ONE; bench.ckks.slots()];
    let [mut products, mut sums] = [(); 2].map(|()| None::<Ciphertext>);
    for count in 1..=256 {
        let x = bench.encrypt(&ones);
        let (mut product, mut sum) = (x.clone(), x);
        bench.ckks.mul_plain_assign(&mut product, &prepared).expect("a product");
        bench.ckks.add_plain_assign(&mut sum, &plaintext).expect("a sum");
        for (all, one) in [(&mut products, product), (&mut sums, sum)] {
            match all {
                Some(all) => bench.ckks.add_assign(all, &one).expect("a sum"),
                None => *all = Some(one),
            }
        }
        if usize::is_power_of_two(count) {
            let factor = count as f64;
            bench.check(products.as_ref().expect("a sum"), &times(&w, factor), &format!("{count} products"));
            let want: Vec<Complex64> = w.iter().map(|w| (w + 1.0) * factor).collect();
            bench.check(sums.as_ref().expect("a sum"), &want, &format!("{count} sums"));
        }
    }
}

/// Diagonals that are all the same round by the same, and a factor to a power.
#[test]
fn equal_diagonals_and_powers() {
    let mut bench = Bench::small(3, 40, 33);
    let slots = bench.ckks.slots();
    for real in [true, false] {
        let mut d = bench.values(0.01);
        d.iter_mut().filter(|_| real).for_each(|x| x.im = 0.0);
        let ones = vec![Complex64::ONE; slots];
        let a = bench.encrypt(&times(&ones, 8.0));
        for count in [4, 64] {
            let diagonals = (0..count).map(|steps| (steps, d.clone())).collect();
            let matrix = LinearTransform::new(&bench.ckks, &diagonals, 3, 9).expect("a matrix");
            let elements = matrix.galois_elements(&bench.ckks);
            let keys = GaloisKeys::generate(&bench.ckks, &bench.secret, elements, &mut bench.rng).expect("keys");
            let product = matrix.apply(&bench.ckks, &a, &keys).expect("a product");
            bench.check(&product, &times(&d, 8.0 * count as f64), &format!("{count} diagonals"));
        }
        let signs: Vec<Complex64> =
            (0..slots).map(|i| Complex64::from(1.0 - 2.0 * f64::from(u8::from(i * i % 7 < 3)))).collect();
        let plaintext = bench.ckks.encode_at(&signs, a.level(), Scale::power_of_two(20), 9).expect("encoded");
        let prepared = bench.ckks.prepare(&plaintext).expect("prepared");
        let (mut x, mut want) = (bench.encrypt(&d), d);
        for power in 1..=3 {
            bench.ckks.mul_plain_assign(&mut x, &prepared).expect("a product");
            want.iter_mut().zip(&signs).for_each(|(x, sign)| *x *= sign);
            bench.check(&x, &want, &format!("a factor to the power {power}"));
        }
    }
}

/// A real vector rounds to a polynomial of the same symmetry, whose values are real and so more
/// often great than complex ones are.
#[test]
fn roundings_of_real_vectors() {
    let mut bench = Bench::small(2, 40, 34);
    let ones = vec![Complex64::ONE; bench.ckks.slots()];
    for i in 0..300 {
        let mut w = bench.values(0.001);
        w.iter_mut().for_each(|x| x.im = 0.0);
        let plaintext = bench.ckks.encode(&w).expect("encoded");
        let mut x = bench.ckks.zero(plaintext.level(), plaintext.scale()).expect("zero");
        bench.ckks.add_plain_assign(&mut x, &plaintext).expect("a sum");
        bench.check(&x, &w, &format!("sum {i}"));
        let mut x = bench.ckks.zero(plaintext.level(), plaintext.scale()).expect("zero");
        bench.ckks.add_constant_assign(&mut x, 1.0).expect("a sum");
        bench.ckks.mul_plain_assign(&mut x, &bench.ckks.prepare(&plaintext).expect("prepared")).expect("a product");
        bench.check(&x, &w, &format!("product {i} of {} ones", ones.len()));
    }
}

/// The errors of values go with them, to another key and through bytes.
#[test]
fn errors_are_kept() {
    let mut bench = Bench::small(2, 40, 35);
    let x = bench.values(1.0);
    let mut a = bench.encrypt(&x);
    bench.ckks.mul_constant_assign(&mut a, 0.3, Scale::power_of_two(10)).expect("a product");
    let other = SecretKey::generate(&bench.ckks, &mut bench.rng);
    let key = SecretSwitchingKey::generate(&bench.ckks, &bench.secret, &other, &mut bench.rng).expect("a key");
    let switched = bench.ckks.switch_secret(&a, &key).expect("switched");
    assert!(bench.ckks.precision_bits(&a) < 14.0 && bench.ckks.precision_bits(&switched) <= bench.ckks.precision_bits(&a));
    let from = |bounds| bench.ckks.from_inner(switched.inner().clone(), switched.scale(), switched.log_slots(), bounds);
    assert_eq!(from([switched.log2_bound(), switched.log2_error()]), Ok(switched.clone()));
    for bounds in [[f64::NAN, 0.0], [0.0, f64::NAN], [0.0, f64::INFINITY]] {
        assert!(matches!(from(bounds), Err(CkksError::Bound(_))), "{bounds:?}");
    }
    bench.secret = other;
    bench.check(&switched, &times(&x, 0.3), "under another key");

    // An error as great as the bound, and as great a scale as there may be.
    let mut b = bench.encrypt(&[Complex64::from(0.5)]);
    bench.ckks.mul_constant_assign(&mut b, 0.4, Scale::ONE).expect("a product");
    let most = (0..130).rev().find_map(|bits| {
        let mut b = b.clone();
        bench.ckks.scale_up_assign(&mut b, Scale::power_of_two(bits)).ok().map(|()| b)
    });
    let most = most.expect("a scale");
    assert_eq!(Ciphertext::<2>::from_bytes(&bench.ckks, &most.to_bytes(&bench.ckks)), Ok(most));
}

/// Scales that are no numbers, which would make zeros of all values.
#[test]
fn scales_that_are_none() {
    let bench = Bench::small(2, 40, 36);
    let basis = bench.ckks.parameters().ring().basis();
    let great = Scale::power_of_two(511);
    for scale in [great * great * great, Scale::ONE / (great * great * great)] {
        let found = bench.ckks.encoder().encode(basis, 1, &[Complex64::ONE], 9, scale);
        assert!(matches!(found, Err(CkksError::Scale { .. })), "{scale:?}");
        let found = bench.ckks.encoder().encode_coefficients(basis, 1, &[1.0], scale);
        assert!(matches!(found, Err(CkksError::Scale { .. })), "{scale:?}");
    }
    assert_eq!(bench.ckks.parameters().limbs_of(usize::MAX), usize::MAX);
}
