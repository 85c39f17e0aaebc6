//! Matrices times encrypted vectors are what they are in the clear, within the predicted noise.

use super::*;
use crate::bfv::{BatchEncoder, Bfv, Ciphertext, FheError, GaloisKeys, SecretKey};
use crate::bgv::Bgv;
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use papilio_field::{PlaintextModulus, ResidueRing, fields::P32};
use papilio_ntt::dft::DftResidue;
use papilio_ring::{Evaluation, RnsBasis};
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

fn parameters(log_degree: u32, bits: &[u32], special: usize) -> Parameters {
    let mut moduli = RnsBasis::choose_moduli(1 << log_degree, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    Parameters::new(ParametersLiteral { log_degree, moduli, special, insecure: true, ..ParametersLiteral::default() })
        .expect("parameters")
}

struct Bench<F: DftResidue> {
    bfv: Bfv<F>,
    slots: BatchEncoder<F>,
    secret: SecretKey,
    rng: ChaCha20Rng,
}

type Diagonals<F> = BTreeMap<i64, Vec<F>>;

impl<F: DftResidue> Bench<F> {
    fn new(parameters: Parameters, t: F::Ring) -> Self {
        let bfv = Bfv::<F>::with_modulus(parameters, t).expect("a scheme");
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let secret = SecretKey::generate(&bfv, &mut rng);
        Self { slots: BatchEncoder::new(&bfv).expect("slots"), secret, rng, bfv }
    }

    fn values(&mut self) -> Vec<F> {
        (0..self.slots.slots()).map(|_| self.bfv.plaintext_modulus().reduce(self.rng.next_u64())).collect()
    }

    fn diagonals(&mut self, steps: impl IntoIterator<Item = i64>) -> Diagonals<F> {
        steps.into_iter().map(|steps| (steps, self.values())).collect()
    }

    fn encrypt(&mut self, values: &[F], level: usize) -> Ciphertext<Evaluation> {
        let message = self.slots.encode(values).expect("fits");
        let mut x = self.bfv.encrypt_secret(&self.secret, &message, &mut self.rng).expect("context");
        self.bfv.mod_switch_to_assign(&mut x, level).expect("a level");
        self.bfv.to_evaluation(x).expect("context")
    }

    fn keys(&mut self, transform: &LinearTransform) -> GaloisKeys {
        let rotations = transform.split().rotations();
        GaloisKeys::for_rotations(&self.bfv, &self.secret, rotations, &mut self.rng).expect("special primes")
    }

    /// Row by row, by the definition.
    fn product(&self, diagonals: &Diagonals<F>, x: &[F]) -> Vec<F> {
        let (t, row) = (self.bfv.plaintext_modulus(), x.len() / 2);
        let at = |i: usize, steps: i64| x[i / row * row + (i as i64 % row as i64 + steps).rem_euclid(row as i64) as usize];
        let sum = |i| diagonals.iter().fold(F::default(), |sum, (&steps, d)| t.add(sum, t.mul(d[i], at(i, steps))));
        (0..x.len()).map(sum).collect()
    }

    /// Decrypts to the values, within the predicted budget, which is no less than so many bits
    /// below the measured one.
    fn check(&self, x: &Ciphertext<Evaluation>, expected: &[F], within: f64, name: &str) {
        let x = self.bfv.to_coefficient(x.clone()).expect("context");
        let (predicted, measured) =
            (self.bfv.predicted_budget_bits(&x), self.bfv.noise_budget_bits(&self.secret, &x).expect("context"));
        assert!(predicted <= measured && measured < predicted + within, "{name}: predicted {predicted}, measured {measured}");
        let found = self.bfv.decrypt(&self.secret, &x).expect("budget").plaintext;
        assert!(self.slots.decode(&found).expect("context") == expected, "{name}: other values");
    }

    fn matrix(&self, diagonals: &Diagonals<F>, level: usize) -> LinearTransform {
        LinearTransform::of_slots(&self.bfv, &self.slots, diagonals, level).expect("diagonals")
    }
}

fn matrices<F: DftResidue>(mut bench: Bench<F>, steps: &[i64], levels: &[usize], name: &str) {
    let diagonals = bench.diagonals(steps.iter().copied());
    let top = bench.bfv.parameters().limbs();
    let transform = bench.matrix(&diagonals, top);
    assert_eq!(transform.split().diagonals().count(), steps.len());
    let keys = bench.keys(&transform);
    for &level in levels {
        let values = bench.values();
        let x = bench.encrypt(&values, level);
        let found = transform.apply(&bench.bfv, &x, &keys).expect("keys");
        assert_eq!(found.level(), level);
        // Deviations of summands are added up in predictions, as if rotations were related.
        let within = 6.0 + (steps.len() as f64).log2() / 2.0;
        bench.check(&found, &bench.product(&diagonals, &values), within, &format!("{name} at level {level}"));
    }
}

fn modulus(t: u64) -> PlaintextModulus {
    PlaintextModulus::new(t).expect("a modulus")
}

#[test]
fn few_diagonals() {
    let t = modulus(65537);
    for steps in [&[0][..], &[5], &[0, 1], &[-3, -2, -1, 0, 1, 2, 3], &[0, 64, 128, -64], &[7, 500, 40, 41, 42, 43, 300]] {
        let bench = Bench::<u64>::new(parameters(10, &[50, 50, 50, 50], 1), t);
        matrices(bench, steps, &[3, 2], &format!("diagonals {steps:?}"));
    }
}

#[test]
fn all_diagonals() {
    let all = |row: i64| (0..row).collect::<Vec<_>>();
    matrices(Bench::<u64>::new(parameters(10, &[50, 50, 50, 50], 1), modulus(65537)), &all(512), &[3, 2], "512");
    matrices(Bench::<P32>::new(parameters(10, &[50, 50, 50, 50, 50], 2), Default::default()), &all(512), &[3], "512 of P32");
    matrices(Bench::<u64>::new(parameters(11, &[40, 45, 40, 45, 45], 2), modulus(65537)), &all(1024), &[3], "1024");
}

/// A modulus with fewer roots of unity has shorter rows.
#[test]
fn rows_of_fewer_slots() {
    let bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(257));
    assert_eq!(bench.slots.slots(), 128);
    matrices(bench, &(0..64).collect::<Vec<_>>(), &[2], "64 of 64 diagonals");
}

#[test]
fn steps_are_taken_around_the_row() {
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(65537));
    let diagonals = bench.diagonals([-512, -1, 0, 511, 512, 1023]);
    let (transform, values) = (bench.matrix(&diagonals, 2), bench.values());
    assert_eq!(transform.split().diagonals().collect::<Vec<_>>(), [0, 511]);
    let (keys, x) = (bench.keys(&transform), bench.encrypt(&values, 2));
    let found = transform.apply(&bench.bfv, &x, &keys).expect("keys");
    bench.check(&found, &bench.product(&diagonals, &values), 12.0, "diagonals in several turns");
}

#[test]
fn splits_say_what_they_need() {
    let wide = Split::with_width(512, 0..64, 16).expect("diagonals");
    assert_eq!(wide.rotations(), (1..=16).chain([32, 48]).collect::<Vec<_>>());
    assert_eq!((wide.key_switches(), wide.transforms(6, 2)), (18, 136));
    let narrow = Split::with_width(512, 0..64, 8).expect("diagonals");
    assert_eq!((narrow.key_switches(), narrow.transforms(6, 2)), (14, 264));
    let none = Split::with_width(512, [0, 512], 8).expect("diagonals");
    assert_eq!((none.key_switches(), none.transforms(6, 2), none.diagonals().count()), (0, 16, 1));
    assert_eq!(Split::with_width(512, [], 8), Err(FheError::NoDiagonals));
    let bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(65537));
    let cheapest = |diagonals: Vec<i64>| Split::cheapest(&bench.bfv, 512, diagonals, 2).expect("diagonals");
    // Square roots, but for giant steps that cost more; multiples of 64 are as good as neighbors.
    let (few, all) = (cheapest((0..8).map(|k| 64 * k).collect()), cheapest((0..512).collect()));
    assert!(few.key_switches() <= 7 && few.width().is_multiple_of(64), "{few:?}");
    assert!(all.key_switches() < 64 && all.width() >= 16, "{} steps, width {}", all.key_switches(), all.width());
    assert_eq!(cheapest(vec![-1, 0, 1]).key_switches(), 2);
}

/// Every width, and any number of giant steps at once, gives the same message; the latter the same
/// ciphertext.
#[test]
fn every_split_is_the_same_matrix() {
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(65537));
    let (diagonals, values) = (bench.diagonals((0..24).map(|k| 3 * k - 20)), bench.values());
    let (x, expected) = (bench.encrypt(&values, 2), bench.product(&diagonals, &values));
    for width in [1, 2, 7, 16, 512, 4096] {
        let split = Split::with_width(512, diagonals.keys().copied(), width).expect("diagonals");
        assert_eq!(split.width(), width);
        assert!(split.baby_steps().all(|b| (1..width).contains(&b)) && split.giant_steps().all(|g| g % width == 0 && g > 0));
        let transform = LinearTransform::of_slots_split(&bench.bfv, &bench.slots, &diagonals, (split, 2)).expect("diagonals");
        let keys = bench.keys(&transform);
        let found = transform.apply(&bench.bfv, &x, &keys).expect("keys");
        bench.check(&found, &expected, 12.0, &format!("width {width}"));
        let fewer = transform.clone().at_once(2);
        assert!(fewer.working_bytes(&bench.bfv) <= transform.working_bytes(&bench.bfv));
        assert!(fewer.apply(&bench.bfv, &x, &keys).expect("keys") == found, "width {width}, two giant steps at once");
    }
}

#[test]
fn many_matrices_are_those_by_themselves() {
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50, 50], 1), modulus(65537));
    let sets = [bench.diagonals(0..9), bench.diagonals([2, 3, 77]), bench.diagonals([0])];
    let transforms = sets.each_ref().map(|diagonals| bench.matrix(diagonals, 3));
    let rotations = transforms.iter().flat_map(|transform| transform.split().rotations()).collect::<Vec<_>>();
    let keys = GaloisKeys::for_rotations(&bench.bfv, &bench.secret, rotations, &mut bench.rng).expect("special primes");
    let values = bench.values();
    for (level, dropped) in [(3, 0), (3, 1), (2, 0)] {
        let x = bench.encrypt(&values, level);
        let all = transforms.each_ref();
        let found = LinearTransform::apply_many(&all, &bench.bfv, &x, &keys, dropped).expect("keys");
        for ((transform, diagonals), found) in transforms.iter().zip(&sets).zip(&found) {
            assert!(*found == transform.apply_dropping(&bench.bfv, &x, &keys, dropped).expect("keys"));
            assert_eq!(found.level(), level - dropped);
            bench.check(found, &bench.product(diagonals, &values), 12.0, &format!("{level}, {dropped} dropped"));
        }
    }
}

#[test]
fn matrices_of_bgv() {
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(65537));
    let (diagonals, values) = (bench.diagonals([0, 1, 2, 30, 31, 99]), bench.values());
    let transform = bench.matrix(&diagonals, 2);
    let (keys, bgv) = (bench.keys(&transform), Bgv::over(bench.bfv.clone()));
    let message = bench.slots.encode(&values).expect("fits");
    let mut x = bgv.encrypt_secret(&bench.secret, &message, &mut bench.rng).expect("context");
    bgv.mul_scalar_assign(&mut x, 3).expect("context");
    let expected: Vec<u64> = bench.product(&diagonals, &values).into_iter().map(|x| 3 * x % 65537).collect();
    let found = bgv.apply_linear(&transform, &bgv.to_evaluation(x).expect("context"), &keys).expect("keys");
    let found = bgv.to_coefficient(found).expect("context");
    let (predicted, measured) =
        (bgv.predicted_budget_bits(&found), bgv.noise_budget_bits(&bench.secret, &found).expect("context"));
    assert!(predicted <= measured && measured < predicted + 12.0, "predicted {predicted}, measured {measured}");
    let found = bgv.decrypt(&bench.secret, &found).expect("budget").plaintext;
    assert_eq!(bench.slots.decode(&found).expect("context"), expected);
}

#[test]
fn a_missing_key_is_named() {
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(65537));
    let diagonals = bench.diagonals([0, 1, 2, 3, 4, 5, 6, 7, 100]);
    let transform = bench.matrix(&diagonals, 2);
    let x = bench.encrypt(&[1], 2);
    let rotations = transform.split().rotations();
    assert_eq!(rotations.len(), transform.split().key_switches());
    for &missing in &rotations {
        let others = rotations.iter().copied().filter(|&steps| steps != missing);
        let keys = GaloisKeys::for_rotations(&bench.bfv, &bench.secret, others, &mut bench.rng).expect("special primes");
        let refused = transform.apply(&bench.bfv, &x, &keys).map(|_| ());
        assert!(
            matches!(refused, Err(FheError::MissingKey { steps: Some(steps), .. }) if steps == missing as usize),
            "{refused:?}"
        );
    }
}

#[test]
fn foreign_operands_are_refused() {
    let t = modulus(65537);
    let mut bench = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), t);
    let mut other = Bench::<u64>::new(parameters(10, &[50, 50, 49], 1), t);
    let mut plain = Bench::<u64>::new(parameters(10, &[50, 50, 50], 1), modulus(12289));
    let diagonals = bench.diagonals([0, 1]);
    let (transform, x) = (bench.matrix(&diagonals, 1), bench.encrypt(&[1], 1));
    let keys = bench.keys(&transform);
    let context = |result: Result<Ciphertext<Evaluation>, FheError>| matches!(result, Err(FheError::Context { .. }));
    assert!(context(transform.apply(&other.bfv, &x, &keys)));
    let of_plain = plain.encrypt(&[1], 1);
    assert!(context(transform.apply(&plain.bfv, &of_plain, &keys)));
    assert!(context(transform.apply(&bench.bfv, &other.encrypt(&[1], 1), &keys)));
    assert!(context(transform.apply(&bench.bfv, &x, &other.keys(&transform))));
    let factor = plain.bfv.prepare_extended_at(&plain.bfv.zero(), 1).expect("a level");
    let split = transform.split().clone();
    let foreign = LinearTransform::new::<FheError>(&bench.bfv, split, 1, |_, _| Ok(factor.clone())).map(|_| ());
    assert!(matches!(foreign, Err(FheError::Context { .. })));
    let above = bench.encrypt(&[1], 2);
    assert_eq!(transform.apply(&bench.bfv, &above, &keys), Err(FheError::Level { found: 1, expected: 2 }));
    assert_eq!(transform.apply_dropping(&bench.bfv, &x, &keys, 1), Err(FheError::Level { found: 1, expected: 2 }));
    let secret = SecretKey::generate(&bench.bfv, &mut bench.rng);
    let strange = GaloisKeys::for_rotations(&bench.bfv, &secret, [1], &mut bench.rng).expect("special primes");
    assert!(matches!(transform.apply(&bench.bfv, &x, &strange), Err(FheError::Key { .. })));
    let of =
        |diagonals: &Diagonals<u64>, level| LinearTransform::of_slots(&bench.bfv, &bench.slots, diagonals, level).map(|_| ());
    assert_eq!(of(&Diagonals::new(), 1), Err(FheError::NoDiagonals));
    assert_eq!(of(&diagonals, 3), Err(FheError::LevelRange { found: 3, most: 2 }));
    assert_eq!(of(&BTreeMap::from([(0, vec![0; 1025])]), 1), Err(FheError::TooLong { given: 1025, degree: 1024 }));
    assert!(matches!(of(&BTreeMap::from([(0, vec![65537])]), 1), Err(FheError::Unreduced { place: 0, .. })));
    let without = Bench::<u64>::new(parameters(10, &[50, 50], 0), t);
    let refused = LinearTransform::of_slots(&without.bfv, &without.slots, &diagonals, 1).map(|_| ());
    assert_eq!(refused, Err(FheError::NoSpecialPrimes));
}
