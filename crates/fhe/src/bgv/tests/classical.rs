//! The classical form of BGV, decrypted over integers.

use super::bench::{Bench, DEGREE, LOG_DEGREE};
use crate::bfv::FheError;
use crate::bgv::Ciphertext;
use crate::noise::Noise;
use crate::seeds::secret_generator;
use num_bigint::{BigInt, Sign};
use papilio_field::Field;
use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_ntt::dft::DftField;
use papilio_ring::sample::ShortPoly;
use papilio_ring::{Coefficient, Poly};

/// `x mod m` in `[0, m)`.
fn modulo(x: BigInt, m: &BigInt) -> BigInt {
    ((x % m) + m) % m
}

fn plain<F: DftField>() -> BigInt {
    BigInt::from_slice(Sign::Plus, &words32(F::MODULUS))
}

fn words32(words: [u64; 4]) -> Vec<u32> {
    words.into_iter().flat_map(|w| [w as u32, (w >> 32) as u32]).collect()
}

fn element<F: DftField>(x: &BigInt) -> F {
    let mut words = [0; 4];
    words.iter_mut().zip(modulo(x.clone(), &plain::<F>()).iter_u64_digits()).for_each(|(w, d)| *w = d);
    F::from_words(words).expect("reduced")
}

/// Coefficients of a polynomial as integers of `(−Q/2, Q/2)`, by the Chinese remainder theorem.
fn integers<F: DftField>(bench: &Bench<F>, x: &Poly<Coefficient>) -> Vec<BigInt> {
    let basis = bench.bgv.parameters().basis();
    let modulus: BigInt = basis.moduli(x.level()).map(|m| BigInt::from(m.value())).product();
    let units: Vec<BigInt> = (0..x.level())
        .map(|i| {
            let m = basis.modulus(i);
            &modulus / m.value() * m.inverse(basis.product_mod(m, x.level(), Some(i)))
        })
        .collect();
    let centered = |j: usize| {
        let sum: BigInt = units.iter().enumerate().map(|(i, unit)| unit * x.limb(i)[j]).sum();
        let residue = modulo(sum, &modulus);
        if &residue * 2 > modulus { residue - &modulus } else { residue }
    };
    (0..DEGREE).map(centered).collect()
}

/// `c_0 + c_1·s` over the secret as it is drawn from its seed.
fn phase<F: DftField>(bench: &Bench<F>, [body, mask]: &[Poly<Coefficient>; 2]) -> Poly<Coefficient> {
    let basis = bench.bgv.parameters().basis();
    let secret = ShortPoly::ternary(1 << LOG_DEGREE, &mut secret_generator(bench.secret.seed()));
    let mut product = mask.clone().into_evaluation(basis);
    product.mul_assign(basis, &secret.to_poly(basis, mask.level()).into_evaluation(basis));
    let mut phase = product.into_coefficient(basis);
    phase.add_assign(basis, body);
    phase
}

/// The message that the classical scheme decrypts: the phase as small integers, modulo `t`, over
/// `γ`.
fn classical<F: DftField>(bench: &Bench<F>, x: &Ciphertext<F>) -> Vec<F> {
    let (parts, gamma) = bench.bgv.to_lsb_parts(x).expect("context");
    let inverse = gamma.inverse().expect("not zero");
    integers(bench, &phase(bench, &parts)).iter().map(|w| element::<F>(w) * inverse).collect()
}

fn classical_form_has_the_message<F: DftField>(bits: &[u32], special: usize) {
    let mut bench = Bench::<F>::new(bits, special, 1);
    let (a, b) = (bench.fresh(), bench.fresh());
    let product = bench.multiply(&a, &b);
    for x in [&a, &product, &bench.add(&product, &a)] {
        assert!(bench.check(x, "classical"));
        let found = bench.bgv.bfv().encode_coefficients(&classical(&bench, &x.0)).expect("fits");
        assert!(bench.slots.decode(&found).expect("context") == x.1, "{}", F::NAME);
    }
}

#[test]
fn classical_form_of_every_field() {
    classical_form_has_the_message::<P32>(&[50; 4], 1);
    classical_form_has_the_message::<Goldilocks>(&[50, 61, 47, 45, 60], 1);
    classical_form_has_the_message::<Bn254>(&[50; 15], 3);
    classical_form_has_the_message::<Bls12_381>(&[60; 13], 3);
    classical_form_has_the_message::<Stark252>(&[50; 15], 3);
}

/// `(−a·s + m + t·e, a)`, as the classical scheme encrypts.
fn encrypt_classically<F: DftField>(bench: &mut Bench<F>, message: &[F]) -> [Poly<Coefficient>; 2] {
    let basis = bench.bgv.parameters().basis().clone();
    let zero = bench.bgv.encrypt_secret(&bench.secret, &bench.bgv.bfv().zero(), &mut bench.rng).expect("context");
    let [mut body, mut mask] = zero.parts().clone();
    let scale: Vec<u64> = basis.moduli(basis.limbs()).map(|m| m.reduce_words(&F::MODULUS)).collect();
    [&mut body, &mut mask].into_iter().for_each(|part| part.scale_assign(&basis, &scale));
    for (limb, m) in body.limbs_mut().zip(basis.moduli(basis.limbs())) {
        limb.iter_mut().zip(message).for_each(|(x, m_j)| *x = m.add(*x, m.reduce_centered(&m_j.centered())));
    }
    [body, mask]
}

#[test]
fn ciphertexts_of_the_classical_scheme_are_taken() {
    let mut bench = Bench::<Goldilocks>::new(&[50, 61, 47, 45, 60], 1, 2);
    let values = bench.values();
    let message = bench.encode(&values);
    let parts = encrypt_classically(&mut bench, message.coefficients());
    let noise = Noise::normal(4, crate::noise::fresh_secret().log2());
    let key = bench.secret.id();
    let x = bench.bgv.from_lsb_parts(parts.clone(), Goldilocks::ONE, key, noise.clone()).expect("levels");
    let x = super::bench::Pair(x, values);
    assert!(bench.check(&x, "classical"));
    assert!(bench.check(&bench.square(&x), "square of a classical one"));
    let (back, gamma) = bench.bgv.to_lsb_parts(&x.0).expect("context");
    assert_eq!((back, gamma), (parts.clone(), Goldilocks::ONE));
    let refused = bench.bgv.from_lsb_parts(parts.clone(), Goldilocks::ZERO, key, noise.clone());
    assert_eq!(refused, Err(FheError::NoFactor));
    let [mut body, mask] = parts;
    body.truncate(2);
    let refused = bench.bgv.from_lsb_parts([body, mask], Goldilocks::ONE, key, noise);
    assert_eq!(refused, Err(FheError::Level { found: 4, expected: 2 }));
}
