use super::*;
use crate::{ParametersLiteral, Precision, Scale};
use chacha20::ChaCha20Rng;
use papilio_fhe::noise::Noise;
use papilio_fhe::rlwe::{FheError, RelinearizationKey};
use rand_core::{Rng, SeedableRng};

/// One in a thousand pairs of samples of one distribution is further apart.
const RARE: f64 = 1.95;

struct Bench {
    ckks: Ckks,
    secret: SecretKey,
    relinearization: RelinearizationKey,
    values: Vec<Complex64>,
    rng: ChaCha20Rng,
}

impl Bench {
    /// Three levels of 80 bits, with 2^10 coefficients.
    fn new(seed: u8) -> Self {
        let literal =
            ParametersLiteral { log_degree: 10, log_scale: 80, levels: 3, log_base: 98, log_p: vec![49, 49], insecure: true };
        let ckks = Ckks::of(literal).expect("parameters");
        let mut rng = ChaCha20Rng::from_seed([seed; 32]);
        let secret = SecretKey::generate(&ckks, &mut rng);
        let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng).expect("a key");
        let mut part = || (rng.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0;
        let values = (0..ckks.slots()).map(|_| Complex64::new(part(), part())).collect();
        Self { ckks, secret, relinearization, values, rng }
    }

    fn fresh(&mut self) -> Ciphertext {
        let plaintext = self.ckks.encode(&self.values).expect("encoded");
        self.ckks.encrypt(&self.secret, &plaintext, &mut self.rng).expect("encrypted")
    }

    /// A fourth power, and what it is.
    fn deep(&mut self) -> (Ciphertext, Vec<Complex64>) {
        let fresh = self.fresh();
        let auto = self.ckks.automatic().with_relinearization(&self.relinearization);
        let square = auto.square(&fresh).expect("a square");
        let fourth = auto.rescaled(&auto.square(&square).expect("a square")).expect("rescaled");
        (fourth, self.values.iter().map(|x| x * x * (x * x)).collect())
    }

    /// The errors of the coefficients of `count` published results, in units of a deviation.
    fn errors(&mut self, a: &Ciphertext, values: &[Complex64], log2_deviation: f64, count: usize) -> Vec<f64> {
        let basis = self.ckks.rlwe().parameters().basis().clone();
        let wanted = self.ckks.encode_at(values, a.level(), a.scale(), a.log_slots()).expect("encoded");
        let units = Scale::power_of_two(40);
        let one = || {
            let mut flooded = self.ckks.flooded(&self.secret, a, log2_deviation, &mut self.rng).expect("room");
            let mut wanted = wanted.poly.clone();
            wanted.truncate(flooded.level());
            flooded.sub_assign(&basis, &wanted);
            self.ckks.encoder().decode_coefficients(&basis, &flooded, units)
        };
        let unit = (log2_deviation - 40.0).exp2();
        core::iter::repeat_with(one).take(count).flatten().map(|x| x / unit).collect()
    }
}

fn variance(samples: &[f64]) -> f64 {
    samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64
}

/// The greatest distance of two empirical distributions, scaled (Kolmogorov and Smirnov).
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let [a, b] = [a, b].map(|samples| {
        let mut samples = samples.to_vec();
        samples.sort_by(f64::total_cmp);
        samples
    });
    let (mut i, mut j, mut apart) = (0, 0, 0f64);
    while i < a.len() && j < b.len() {
        if a[i] < b[j] {
            i += 1
        } else {
            j += 1
        }
        apart = apart.max((i as f64 / a.len() as f64 - j as f64 / b.len() as f64).abs());
    }
    apart * (a.len() as f64 * b.len() as f64 / (a.len() + b.len()) as f64).sqrt()
}

const HOW: PublicDecryption = PublicDecryption { queries: 1000, statistical_bits: 30, least_bits: 10 };

#[test]
fn the_published_error_has_the_deviation_of_the_formula() {
    let mut bench = Bench::new(1);
    let fresh = bench.fresh();
    let t = fresh.noise().log2_max(1 << 10);
    let deviation = HOW.log2_deviation(bench.ckks.predicted_error(&fresh));
    assert!((deviation - ((12_000f64).sqrt() * 2f64.powi(15)).log2() - t).abs() < 1e-9);
    // The error is published as it is: through all of the decryption, slots and rounding too.
    let wanted = bench.values.clone();
    let (mut sum, count) = (0.0, 100);
    for _ in 0..count {
        let (values, left) = bench.ckks.decrypt_public(&bench.secret, &fresh, &HOW, &mut bench.rng).expect("bits");
        let digits = f64::from(left + GUARD).exp2();
        assert!(values.iter().all(|x| (x.re * digits).fract() == 0.0 && (x.im * digits).fract() == 0.0), "not rounded");
        let precision = Precision::of(&values, &wanted).minimum();
        assert!(precision >= f64::from(left) && precision < f64::from(left) + 4.0, "{precision} beside {left} bits");
        sum += values.iter().zip(&wanted).map(|(x, y)| (x - y).norm_sqr()).sum::<f64>() / wanted.len() as f64;
    }
    // A slot is the sum of all coefficients; rounding adds a twelfth of the square of its unit to
    // either part.
    let (_, left) = bench.ckks.decrypt_public(&bench.secret, &fresh, &HOW, &mut bench.rng).expect("bits");
    let variance_in_slots = sum / f64::from(count) - f64::from(-2 * (left + GUARD)).exp2() / 6.0;
    let measured = (variance_in_slots / 1024.0).log2() / 2.0 + fresh.scale().log2();
    assert!((measured - deviation).abs() < 0.028, "2^{measured} where 2^{deviation} is the formula's");
    let errors = bench.errors(&fresh, &wanted, deviation, 100);
    assert!((variance(&errors).sqrt() - 1.0).abs() < 0.02, "{} of the formula's", variance(&errors).sqrt());
}

#[test]
fn published_errors_do_not_depend_on_key_and_circuit() {
    let [mut bench, mut other] = [2, 3].map(Bench::new);
    let ((deep, fourth), fresh, foreign) = (bench.deep(), bench.fresh(), other.fresh());
    let (values, foreign_values) = (bench.values.clone(), other.values.clone());
    let deviation = HOW.log2_deviation(bench.ckks.predicted_error(&deep));
    assert!(bench.ckks.predicted_error(&deep) > bench.ckks.predicted_error(&fresh));
    let of_fresh = bench.errors(&fresh, &values, deviation, 20);
    let of_deep = bench.errors(&deep, &fourth, deviation, 20);
    let of_foreign = other.errors(&foreign, &foreign_values, deviation, 20);
    for (samples, what) in [(&of_deep, "a circuit"), (&of_foreign, "another key")] {
        let apart = distance(&of_fresh, samples);
        assert!(apart < RARE, "{apart} for {what}");
    }
    // A tenth more is seen, and so is an error as great as the deviation.
    let wider = bench.errors(&fresh, &values, deviation + 0.14, 20);
    assert!(distance(&of_fresh, &wider.iter().map(|x| x * 1.1).collect::<Vec<_>>()) > RARE);
    assert!(distance(&of_fresh, &of_deep.iter().map(|x| x + 0.1).collect::<Vec<_>>()) > RARE);
}

#[test]
fn the_deviation_is_of_predictions_and_not_of_measurements() {
    let mut bench = Bench::new(4);
    let fresh = bench.fresh();
    let claimed =
        Ciphertext { inner: fresh.inner.clone().with_noise(Noise::bounded(fresh.level(), 30.0)).expect("a level"), ..fresh };
    assert_eq!(bench.ckks.predicted_error(&claimed), 30.0);
    // Nothing is so well known that nothing is added.
    let zero = bench.ckks.zero(8, Scale::power_of_two(80)).expect("a level");
    assert_eq!(bench.ckks.predicted_error(&zero), 0.0);
    let (values, left) = bench.ckks.decrypt_public(&bench.secret, &zero, &HOW, &mut bench.rng).expect("bits");
    let greatest = values.iter().map(|x| x.norm()).fold(0.0, f64::max);
    assert!(greatest > 0.0 && greatest < f64::from(-left).exp2());
}

#[test]
fn bits_are_left_up_to_an_edge() {
    let mut bench = Bench::new(5);
    let fresh = bench.fresh();
    let Bench { ckks, secret, rng, .. } = &mut bench;
    for (statistical_bits, queries) in [(30, 1), (31, 1 << 20), (64, 1 << 40), (90, 3)] {
        let how = |least_bits| PublicDecryption { queries, statistical_bits, least_bits };
        let (_, left) = ckks.decrypt_public(secret, &fresh, &how(i32::MIN), rng).expect("any bits");
        assert_eq!(ckks.decrypt_public(secret, &fresh, &how(left), rng).map(|x| x.1), Ok(left));
        let refused = ckks.decrypt_public(secret, &fresh, &how(left + 1), rng);
        assert_eq!(refused, Err(CkksError::TooFewBits { left, asked: left + 1 }));
        // Two statistical bits cost one of the result.
        let fewer = PublicDecryption { statistical_bits: statistical_bits + 2, ..how(i32::MIN) };
        assert_eq!(ckks.decrypt_public(secret, &fresh, &fewer, rng).map(|x| x.1), Ok(left - 1));
    }
}

#[test]
fn what_hides_too_little_or_does_not_fit_is_refused() {
    let mut bench = Bench::new(6);
    let fresh = bench.fresh();
    let Bench { ckks, secret, rng, .. } = &mut bench;
    let mut with = |queries, statistical_bits| {
        let how = PublicDecryption { queries, statistical_bits, least_bits: i32::MIN };
        ckks.decrypt_public(secret, &fresh, &how, rng).map(|_| ())
    };
    assert_eq!(with(1, 29), Err(CkksError::StatisticalBits { found: 29, least: 30 }));
    assert_eq!(with(0, 30), Err(CkksError::Queries));
    assert_eq!(with(1, 30), Ok(()));
    // Eight primes of 338 bits in all.
    assert_eq!(with(1, 600), Ok(()));
    for bits in [680, 2000, u32::MAX] {
        assert!(matches!(with(u64::MAX, bits), Err(CkksError::Overflow { .. })), "{bits}");
    }
    let stranger = SecretKey::generate(ckks, rng);
    let refused = ckks.decrypt_public(&stranger, &fresh, &HOW, rng);
    assert!(matches!(refused, Err(CkksError::Fhe(FheError::Key { .. }))));
}

#[test]
fn roundings() {
    assert_eq!([0, 1, 2, -1].map(|bits| rounded(2.3, bits)), [2.0, 2.5, 2.25, 2.0]);
    assert_eq!([rounded(1e300, 100), rounded(-0.4, 0)], [1e300, 0.0]);
    assert_eq!(rounded(3e9, -20), 2861.0 * 2f64.powi(20));
}

/// The noise that hides errors is drawn again for every decryption.
#[test]
fn every_decryption_has_noise_of_its_own() {
    let mut bench = Bench::new(7);
    let (fresh, values) = (bench.fresh(), bench.values.clone());
    let deviation = HOW.log2_deviation(bench.ckks.predicted_error(&fresh));
    let [a, b] = [(); 2].map(|()| bench.errors(&fresh, &values, deviation, 1));
    let correlation = a.iter().zip(&b).map(|(x, y)| x * y).sum::<f64>() / a.len() as f64;
    assert!(correlation.abs() < 0.2, "{correlation} of one deviation is in both");
}
