//! Polynomials on ciphertexts of BFV and BGV against their values modulo `t`.

use super::*;
use crate::bfv::{BatchEncoder, Bfv, FheError, RelinearizationKey, SecretKey};
use crate::bgv::Bgv;
use crate::{Parameters, ParametersLiteral};
use papilio_field::{PlaintextModulus, ResidueRing};
use papilio_ring::RnsBasis;

const T: u64 = 65537;

struct Bench {
    bgv: Bgv<u64>,
    slots: BatchEncoder<u64>,
    secret: SecretKey,
    key: RelinearizationKey,
    rng: ChaCha20Rng,
}

impl Bench {
    /// Over primes of these bits, the last of them special.
    fn new(log_degree: u32, bits: &[u32]) -> Self {
        let mut moduli = RnsBasis::choose_moduli(1 << log_degree, bits, 0).expect("primes");
        let special = moduli.split_off(bits.len() - 1);
        let literal = ParametersLiteral { log_degree, moduli, special, insecure: true, ..ParametersLiteral::default() };
        let parameters = Parameters::new(literal).expect("parameters");
        let bfv = Bfv::with_modulus(parameters, PlaintextModulus::new(T).expect("a prime")).expect("scheme");
        let mut rng = rng(7);
        let secret = SecretKey::generate(&bfv, &mut rng);
        let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("a special prime");
        Self { slots: BatchEncoder::new(&bfv).expect("slots"), bgv: Bgv::over(bfv), secret, key, rng }
    }

    fn values(&mut self) -> Vec<u64> {
        (0..self.bgv.parameters().degree()).map(|_| self.rng.next_u64() % T).collect()
    }

    fn polynomial(&mut self, degree: usize) -> Polynomial<u64> {
        let coefficients = (0..=degree).map(|_| 1 + self.rng.next_u64() % (T - 1)).collect();
        Polynomial::power(coefficients).expect("a polynomial")
    }

    fn expected(&self, polynomial: &Polynomial<u64>, values: &[u64]) -> Vec<u64> {
        values.iter().map(|&x| polynomial.evaluate_residue(self.bgv.plaintext_modulus(), x)).collect()
    }

    /// Asserts the values by BFV, BGV or both.
    fn check(&mut self, polynomial: &Polynomial<u64>, bfv: bool, bgv: bool) {
        let values = self.values();
        let (expected, message) = (self.expected(polynomial, &values), self.slots.encode(&values).expect("fits"));
        let (plan, scheme) = (Plan::new(polynomial), &self.bgv);
        if bfv {
            let x = scheme.bfv().encrypt_secret(&self.secret, &message, &mut self.rng).expect("context");
            let value = polynomial.evaluate(&Keyed::new(scheme.bfv(), &self.key), &x).expect("levels");
            let found = scheme.bfv().decrypt(&self.secret, &value).expect("budget").plaintext;
            assert!(self.slots.decode(&found).expect("context") == expected, "BFV, {plan}");
        }
        if bgv {
            let x = scheme.encrypt_secret(&self.secret, &message, &mut self.rng).expect("context");
            let value = polynomial.evaluate(&Keyed::new(scheme, &self.key), &x).expect("levels");
            let found = scheme.decrypt(&self.secret, &value).expect("budget").plaintext;
            assert!(self.slots.decode(&found).expect("context") == expected, "BGV, {plan}");
        }
    }
}

#[test]
fn degrees_up_to_17() {
    let mut bench = Bench::new(10, &[50; 8]);
    for degree in 0..=17 {
        let polynomial = bench.polynomial(degree);
        bench.check(&polynomial, true, true);
    }
}

#[test]
fn a_degree_of_31() {
    let mut bench = Bench::new(11, &[50; 9]);
    let polynomial = bench.polynomial(31);
    bench.check(&polynomial, true, true);
}

#[test]
fn sparse_polynomials_and_zero() {
    let mut bench = Bench::new(10, &[50; 8]);
    for coefficients in [vec![0], vec![0, 0, 0, 5], vec![3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, T - 1]] {
        bench.check(&Polynomial::power(coefficients).expect("a polynomial"), true, true);
    }
}

#[test]
fn the_basis_of_chebyshev_modulo_a_prime() {
    let mut bench = Bench::new(10, &[50; 8]);
    let real = Polynomial::chebyshev(Interval::UNIT, (1..=12).map(f64::from).collect()).expect("finite");
    bench.check(&real.map(|c| c as u64).expect("integers"), true, true);
}

#[test]
fn chebyshev_values_are_those_of_their_power_series() {
    // T_3 = 4x³ − 3x.
    let ring = PlaintextModulus::new(T).expect("a prime");
    let real = Polynomial::chebyshev(Interval::UNIT, vec![0.0, 0.0, 0.0, 1.0]).expect("finite");
    let residues = real.map(|c| c as u64).expect("integers");
    for x in [0, 1, 2, 77, T - 1] {
        let expected = ring.sub(ring.mul(4, ring.pow(x, 3)), ring.mul(3, x));
        assert_eq!(residues.evaluate_residue(&ring, x), expected);
    }
}

#[test]
fn other_plans_are_refused() {
    let mut bench = Bench::new(10, &[50; 3]);
    let message = bench.slots.encode(&[2]).expect("fits");
    let x = bench.bgv.bfv().encrypt_secret(&bench.secret, &message, &mut bench.rng).expect("context");
    let scheme = Keyed::new(bench.bgv.bfv(), &bench.key);
    let [given, more] = [vec![1, 0, 1], vec![1, 1, 1]].map(|c| Polynomial::power(c).expect("a polynomial"));
    let refused = Plan::new(&given).evaluate(&scheme, &more, &x);
    assert_eq!(refused, Err(FheError::Polynomial(PolynomialError::Term { power: 1 })));
    let real = Polynomial::chebyshev(Interval::symmetric(2.0).expect("an interval"), vec![0.0, 1.0]).expect("finite");
    let other = real.map(|c| c as u64).expect("integers");
    assert!(matches!(Plan::new(&other).evaluate(&scheme, &given, &x), Err(FheError::Polynomial(PolynomialError::Plan(_)))));
    let inner = Plan::new(&other.without_substitution());
    assert!(matches!(inner.evaluate(&scheme, &other, &x), Err(FheError::Polynomial(PolynomialError::Plan(_)))));
    let unreduced = Polynomial::power(vec![0, T]).expect("a polynomial");
    assert!(matches!(unreduced.evaluate(&scheme, &x), Err(FheError::Unreduced { .. })));
}
