//! Properties of switching keys on which their security rests, stated with both secrets in hand.

use super::*;
use crate::observed::{alike, assert_apart, assert_errors, integers};
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use papilio_ring::{Coefficient, RnsBasis};
use rand_core::SeedableRng;

struct Bench {
    parameters: Parameters,
    from: Poly<Evaluation>,
    to: Poly<Evaluation>,
}

impl Bench {
    /// Six primes in digits of two: three digits.
    fn new() -> Self {
        let moduli = RnsBasis::choose_moduli(1 << 12, &[50; 8], 0).expect("primes");
        let literal = ParametersLiteral {
            log_degree: 12,
            special: moduli[6..].to_vec(),
            moduli: moduli[..6].to_vec(),
            insecure: true,
            ..ParametersLiteral::default()
        };
        let parameters = Parameters::new(literal).expect("parameters");
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let [from, to] = [(); 2].map(|()| {
            let basis = parameters.gadget().expect("special primes").basis();
            ShortPoly::ternary(1 << 12, &mut rng).to_evaluation(basis, basis.limbs())
        });
        Self { parameters, from, to }
    }

    fn gadget(&self) -> &Gadget {
        self.parameters.gadget().expect("special primes")
    }

    fn key(&self, rng: &mut ChaCha20Rng) -> KeySwitchingKey {
        KeySwitchingKey::generate(self.gadget(), &self.from, &self.to, rng)
    }

    /// Both halves of a digit as the key holds them.
    fn halves(&self, key: &KeySwitchingKey, digit: usize) -> [Poly<Evaluation>; 2] {
        let basis = self.gadget().basis();
        [0, 1].map(|half| {
            let mut poly = Poly::zero(basis, basis.limbs());
            for (prime, limb) in poly.limbs_mut().enumerate() {
                let tiles: Vec<u64> = key.rows().whole(self.gadget()).half(prime, digit, half).flatten().copied().collect();
                limb.copy_from_slice(&tiles);
            }
            poly
        })
    }

    /// `body + mask·to − P·from`, the last modulo the primes of the digit alone.
    fn error(&self, key: &KeySwitchingKey, digit: usize) -> Vec<i64> {
        let (gadget, basis) = (self.gadget(), self.gadget().basis());
        let [mut error, mut product] = self.halves(key, digit);
        product.mul_assign(basis, &self.to);
        error.add_assign(basis, &product);
        let mut message = Poly::zero(basis, basis.limbs());
        add_message(gadget, digit, &self.from, &mut message);
        error.sub_assign(basis, &message);
        let error: Poly<Coefficient> = error.into_coefficient(basis);
        integers(basis, &error)
    }
}

#[test]
fn every_digit_has_an_error_and_a_uniform_half_of_its_own() {
    let (bench, mut rng) = (Bench::new(), ChaCha20Rng::from_seed([2; 32]));
    let keys = [bench.key(&mut rng), bench.key(&mut rng), bench.key(&mut ChaCha20Rng::from_seed([3; 32]))];
    let digits: Vec<_> = keys.iter().flat_map(|key| (0..3).map(move |digit| (key, digit))).collect();
    let found: Vec<_> = digits.iter().map(|&(key, digit)| (bench.error(key, digit), bench.halves(key, digit))).collect();
    for (i, (error, [body, mask])) in found.iter().enumerate() {
        let name = format!("digit {} of key {}", i % 3, i / 3);
        assert_errors(&name, error);
        assert_apart(&name, body.residues(), mask.residues());
        for (other_error, [other_body, other_mask]) in &found[..i] {
            assert!(alike(error, other_error) < 0.2, "{name}: the error of another digit");
            assert_apart(&name, mask.residues(), other_mask.residues());
            assert_apart(&name, body.residues(), other_body.residues());
        }
        let basis = bench.gadget().basis();
        for (prime, m) in basis.moduli(basis.limbs()).enumerate() {
            let mean = mask.limb(prime).iter().map(|&x| x as f64 / m.value() as f64).sum::<f64>() / basis.degree() as f64;
            // Standard deviation: 1/√(12·4096) = 0.0045.
            assert!((mean - 0.5).abs() < 0.025, "{name}: the mean of the uniform half is {mean} of the prime");
        }
    }
}

#[test]
fn every_key_has_a_seed_of_its_own() {
    let (bench, mut rng) = (Bench::new(), ChaCha20Rng::from_seed([2; 32]));
    let seeds = [bench.key(&mut rng), bench.key(&mut rng), bench.key(&mut ChaCha20Rng::from_seed([3; 32]))].map(|key| key.seed);
    assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2] && seeds[1] != seeds[2]);
}
