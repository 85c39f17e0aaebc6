use super::*;
use papilio_ring::Automorphism;

/// A basis of three primes.
fn basis(log_degree: u32, bits: &[u32]) -> RnsBasis {
    let n = 1 << log_degree;
    RnsBasis::new(n, &RnsBasis::choose_moduli(n, bits, 0).expect("primes")).expect("a basis")
}

/// Values that reach the edge of the unit square.
fn values(count: usize) -> Vec<Complex64> {
    let part = |i: usize| (i.wrapping_mul(2_654_435_761) % 2001) as f64 / 1000.0 - 1.0;
    (0..count).map(|i| Complex64::new(part(i), part(i + 7919))).collect()
}

/// The value at `ζ^(5^j)` by the definition.
fn definition(coefficients: &[f64], slot: usize) -> Complex64 {
    let modulus = 2 * coefficients.len();
    let exponent = (0..slot).fold(1, |power, _| power * 5 % modulus);
    let term = |(i, &c): (usize, &f64)| {
        Complex64::from_polar(c, core::f64::consts::PI * (i * exponent % modulus) as f64 / (modulus / 2) as f64)
    };
    coefficients.iter().enumerate().map(term).sum()
}

fn greatest_error(have: &[Complex64], want: &[Complex64]) -> f64 {
    assert_eq!(have.len(), want.len());
    have.iter().zip(want).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

#[test]
fn slots_are_values_at_powers_of_five() {
    let (basis, encoder) = (basis(10, &[49, 49, 40]), Encoder::new(10).expect("a degree"));
    for log_slots in 0..10 {
        let want = values(1 << log_slots);
        for log_scale in [40, 60, 80] {
            let scale = Scale::power_of_two(log_scale);
            let (poly, bound) = encoder.encode(&basis, 3, &want, log_slots, scale).expect("encoded");
            assert!((want.iter().map(|x| x.norm()).fold(0.0, f64::max).log2() - bound).abs() < 1e-6);
            let coefficients = encoder.decode_coefficients(&basis, &poly, scale);
            for slot in (0..512).step_by(37).chain([511]) {
                let error = (definition(&coefficients, slot) - want[slot % want.len()]).norm();
                assert!(error < 1e-9, "slot {slot} of 2^{log_slots} at 2^{log_scale}: {error}");
            }
            let have = encoder.decode(&basis, &poly, log_slots, scale);
            // Half a unit for each coefficient, as at random, and the last bits of doubles.
            let most = (1u64 << log_slots) as f64;
            let error = greatest_error(&have, &want);
            assert!(error < 4.0 * most.sqrt() * (-f64::from(log_scale)).exp2() + 1e-14, "{error} at 2^{log_scale}");
        }
    }
}

#[test]
fn automorphisms_rotate_and_conjugate() {
    let (basis, encoder) = (basis(10, &[49]), Encoder::new(10).expect("a degree"));
    let (want, scale) = (values(512), Scale::power_of_two(40));
    let (poly, _) = encoder.encode(&basis, 1, &want, 9, scale).expect("encoded");
    for steps in [1usize, 5, 511] {
        let exponent = (0..steps).fold(1, |power, _| power * 5 % 2048);
        let moved = Automorphism::new(1024, exponent).apply(&basis, &poly);
        let mut rotated = want.clone();
        rotated.rotate_left(steps);
        assert!(greatest_error(&encoder.decode(&basis, &moved, 9, scale), &rotated) < 1e-9, "{steps}");
    }
    let conjugate = Automorphism::new(1024, 2047).apply(&basis, &poly);
    let want: Vec<_> = want.iter().map(Complex64::conj).collect();
    assert!(greatest_error(&encoder.decode(&basis, &conjugate, 9, scale), &want) < 1e-9);
}

#[test]
fn products_of_polynomials_are_products_of_slots() {
    let (basis, encoder) = (basis(10, &[49, 49]), Encoder::new(10).expect("a degree"));
    let (a, b, scale) = (values(512), values(600).split_off(88), Scale::power_of_two(40));
    let [x, y] = [&a, &b].map(|v| encoder.encode(&basis, 2, v, 9, scale).expect("encoded").0.into_evaluation(&basis));
    let mut product = x;
    product.mul_assign(&basis, &y);
    let want: Vec<_> = a.iter().zip(&b).map(|(x, y)| x * y).collect();
    let have = encoder.decode(&basis, &product.into_coefficient(&basis), 9, scale * scale);
    assert!(greatest_error(&have, &want) < 1e-10);
    // X^(N/2) is i in every slot.
    let mut unit = Poly::<Coefficient>::zero(&basis, 2);
    unit.limbs_mut().for_each(|limb| limb[512] = 1);
    let have = encoder.decode(&basis, &unit, 9, Scale::ONE);
    assert!(greatest_error(&have, &[Complex64::I; 512]) < 1e-12);
}

/// Residues at both ends of the interval, for one prime to many.
#[test]
fn integers_are_next_to_zero() {
    let encoder = Encoder::new(10).expect("a degree");
    for bits in [&[49][..], &[49, 48], &[61, 60, 30], &[49, 48, 47, 46, 45, 44, 43, 42, 41, 40]] {
        let basis = basis(10, bits);
        let mut poly = Poly::<Coefficient>::zero(&basis, bits.len());
        for (limb, m) in poly.limbs_mut().zip(basis.moduli(bits.len())) {
            // Modulo every prime, (Q − 1)/2 is −1/2, and (Q + 1)/2 is 1/2.
            let half = m.inverse(2);
            (limb[0], limb[1], limb[2], limb[3]) = (m.neg(half), half, m.neg(1), 1);
        }
        let have = encoder.decode_coefficients(&basis, &poly, Scale::ONE);
        let half = (basis.log2(bits.len()) - 1.0).exp2();
        assert!((have[0] / half - 1.0).abs() < 1e-9 && (have[1] / half + 1.0).abs() < 1e-9, "{bits:?}: {have:?}");
        assert_eq!(have[2..5], [-1.0, 1.0, 0.0], "{bits:?}");
    }
}

#[test]
fn coefficients_need_no_transform() {
    let (basis, encoder) = (basis(10, &[49, 49]), Encoder::new(10).expect("a degree"));
    let want: Vec<f64> = values(1024).iter().map(|x| x.re).collect();
    for log_scale in [30, 49, 70] {
        let scale = Scale::power_of_two(log_scale);
        let (poly, _) = encoder.encode_coefficients(&basis, 2, &want, scale).expect("encoded");
        let have = encoder.decode_coefficients(&basis, &poly, scale);
        let error = have.iter().zip(&want).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error <= (-f64::from(log_scale) - 1.0).exp2() + f64::EPSILON / 2.0, "{error} at 2^{log_scale}");
    }
}

#[test]
fn what_cannot_be_encoded_is_refused() {
    let (basis, encoder) = (basis(10, &[49]), Encoder::new(10).expect("a degree"));
    let scale = Scale::power_of_two(40);
    let encode = |v: &[Complex64], log_slots| encoder.encode(&basis, 1, v, log_slots, scale).map(|_| ());
    assert_eq!(encode(&values(513), 9), Err(CkksError::Slots { found: 513, most: 512 }));
    assert!(matches!(encode(&values(1), 10), Err(CkksError::Slots { .. })));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = encode(&[Complex64::ONE, Complex64::new(0.0, bad)], 9);
        assert!(matches!(refused, Err(CkksError::NotFinite { index: 1, .. })), "{refused:?}");
    }
    assert!(matches!(encode(&[Complex64::new(1e30, 0.0)], 9), Err(CkksError::Constant { .. })));
    assert!(encode(&[Complex64::new(80f64.exp2(), 0.0)], 9).is_ok());
    for fine in [0.0, -0.0, f64::MIN_POSITIVE, 5e-324] {
        assert!(encode(&[Complex64::new(fine, fine)], 9).is_ok());
    }
    assert!(Encoder::new(9).is_err() && Encoder::new(17).is_err());
}

/// Coefficients are bounded by the value of a slot that all of them add up to.
#[test]
fn bounds_of_coefficients_hold_in_slots() {
    let (basis, encoder, scale) = (basis(10, &[49, 49]), Encoder::new(10).expect("a degree"), Scale::power_of_two(30));
    let (poly, bound) = encoder.encode_coefficients(&basis, 2, &[1.0; 1024], scale).expect("encoded");
    let greatest = encoder.decode(&basis, &poly, 9, scale).iter().map(|x| x.norm()).fold(0.0, f64::max);
    assert!(greatest.log2() <= bound && (bound - 10.0).abs() < 1e-6, "{greatest}, 2^{bound}");
}
