//! Ciphertexts keep their messages from one representation to the other, and have the noise that is
//! predicted.

use super::*;
use crate::bivariate::ParametersLiteral;
use crate::{Parameters, ParametersLiteral as RnsLiteral};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

const DEGREE: usize = 1 << 12;

struct Bench {
    words: Bivariate,
    residues: Rlwe,
    rng: ChaCha20Rng,
}

impl Bench {
    fn new(log_q: &[u32], log_p: &[u32], key_bits: u32, digit_words: impl Into<DigitWords>) -> Self {
        let (log_q, log_p) = (log_q.to_vec(), log_p.to_vec());
        let literal = RnsLiteral { log_degree: 12, log_q, log_p, insecure: true, ..RnsLiteral::default() };
        let residues = Rlwe::approximate(Parameters::new(literal).expect("parameters"));
        let digit_words = digit_words.into();
        let words = Bivariate::new(&ParametersLiteral { degree: DEGREE, key_bits, digit_words, insecure: true });
        Self { words: words.expect("parameters"), residues, rng: ChaCha20Rng::from_seed([3; 32]) }
    }

    fn secrets(&mut self) -> (rlwe::SecretKey, SecretKey) {
        (rlwe::SecretKey::generate(&self.residues, &mut self.rng), SecretKey::generate(&self.words, &mut self.rng))
    }

    /// An encryption of `2^38·X`.
    fn encrypt(&mut self, secret: &rlwe::SecretKey) -> rlwe::Ciphertext {
        let basis = self.residues.parameters().basis();
        let mut message = Poly::<Coefficient>::zero(basis, basis.limbs());
        message.limbs_mut().zip(basis.moduli(basis.limbs())).for_each(|(limb, q)| limb[1] = q.reduce(1 << 38));
        let message = message.into_evaluation(basis);
        self.residues
            .encrypt_message(secret, &message, &mut self.rng)
            .expect("encryption")
            .map(|part| part.into_coefficient(basis))
    }

    fn log2(&self, level: usize) -> f64 {
        self.residues.parameters().basis().log2(level)
    }

    /// The noise of words that had residues of a level, in units of their last bit.
    fn word_errors(&self, secret: &SecretKey, a: &Ciphertext, level: usize) -> Vec<f64> {
        let mut errors = self.words.phase(secret, a).expect("a phase").to_numbers(0);
        errors[1] -= (38.0 - self.log2(level)).exp2();
        errors
    }

    fn residue_errors(&self, secret: &rlwe::SecretKey, a: &rlwe::Ciphertext, message: f64) -> Vec<f64> {
        let a = a.clone().map(|part| part.into_evaluation(self.residues.parameters().basis()));
        let phase = self.residues.phase(secret, &a, 1).expect("a phase");
        let q = self.residues.parameters().basis().modulus(0).value();
        let centered = |&x: &u64| if x > q / 2 { x as f64 - q as f64 } else { x as f64 };
        let mut errors: Vec<_> = phase.limb(0).iter().map(centered).collect();
        errors[1] -= message;
        errors
    }
}

/// The variance is not above the predicted one, and not far below it.
fn agrees(errors: &[f64], predicted: f64, what: &str) {
    let measured = (errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64).log2();
    assert!(measured < predicted + 0.2 && measured > predicted - 1.0, "{what}: 2^{measured:.2}, predicted 2^{predicted:.2}");
}

#[test]
fn both_ways_without_a_key() {
    let mut bench = Bench::new(&[45; 4], &[45], 300, 1);
    let (secret, _) = bench.secrets();
    let same = SecretKey::from_seed(&bench.words, secret.seed());
    let fresh = bench.encrypt(&secret);
    for bits in [248, 190, 150] {
        let a = bench.words.from_residues(&bench.residues, &fresh, bits).expect("words");
        assert_eq!((a.bits(), a.key()), (bits, secret.id()));
        agrees(&bench.word_errors(&same, &a, 4), a.log2_variance(), &format!("words of {bits} bits"));
        let back = bench.words.to_residues(&bench.residues, &a, 4).expect("residues");
        assert!(bits < 200 || back.parts() == fresh.parts(), "more bits than residues lose nothing");
        if bits < 180 {
            let errors = bench.residue_errors(&secret, &back, 38f64.exp2());
            agrees(&errors, back.noise().log2_variance(), &format!("by {bits} bits"));
        }
        // To fewer primes, as a switch of the modulus.
        let lower = bench.words.to_residues(&bench.residues, &a, 3).expect("residues");
        assert_eq!(lower.level(), 3);
        let message = (38.0 - bench.log2(4) + bench.log2(3)).exp2();
        let errors = bench.residue_errors(&secret, &lower, message);
        agrees(&errors, lower.noise().log2_variance(), &format!("at level 3 by {bits} bits"));
    }
}

#[test]
fn changes_of_secret_convert() {
    for (log_q, log_p, key_bits, digit_words) in [
        (&[45; 4][..], &[45, 45][..], 300, DigitWords { operand: 1, row: 2 }),
        (&[49; 5], &[49, 49, 49], 400, 2.into()),
        (&[40; 5], &[42, 42], 290, 1.into()),
    ] {
        let mut bench = Bench::new(log_q, log_p, key_bits, digit_words);
        let (of_residues, of_words) = bench.secrets();
        let fresh = bench.encrypt(&of_residues);
        let Bench { words, residues, rng, .. } = &mut bench;
        let key = ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key");
        let back = WordsToResiduesKey::generate(words, residues, (&of_words, &of_residues), rng).expect("a key");
        let bits = words.max_bits();
        for level in [log_q.len(), log_q.len() - 1, 1] {
            let a = bench.residues.mod_switch_to(&fresh, level).expect("a level");
            let a = bench.words.switch_from_residues(&bench.residues, &a, &key, bits).expect("words");
            assert_eq!((a.bits(), a.key()), (bits, of_words.id()));
            if level < log_q.len() {
                let message = bench.words.phase(&of_words, &a).expect("a phase").to_numbers(0)[1];
                let expected = (38.0 - bench.log2(log_q.len())).exp2();
                let noise = (a.log2_variance() / 2.0 + 3.0).exp2();
                assert!((message - expected).abs() < noise, "{message} for {expected} at level {level}");
                continue;
            }
            agrees(&bench.word_errors(&of_words, &a, level), a.log2_variance(), &format!("{log_q:?} to words"));
            let a = bench.words.switch_to_residues(&bench.residues, &a, &back).expect("residues");
            assert_eq!((a.level(), a.key()), (level, of_residues.id()));
            let errors = bench.residue_errors(&of_residues, &a, 38f64.exp2());
            agrees(&errors, a.noise().log2_variance(), &format!("{log_q:?} from words"));
        }
    }
}

#[test]
fn foreign_operands_are_refused() {
    let mut bench = Bench::new(&[45; 3], &[45], 250, 1);
    let mut other = Bench::new(&[45; 2], &[45], 251, 1);
    let (of_residues, of_words) = bench.secrets();
    let (foreign_residues, foreign_words) = other.secrets();
    let (second, _) = bench.secrets();
    let fresh = bench.encrypt(&of_residues);
    let another = bench.encrypt(&second);
    let Bench { words, residues, rng, .. } = &mut bench;
    let generate = |from: &rlwe::SecretKey, to: &SecretKey, rng: &mut ChaCha20Rng| {
        ResiduesToWordsKey::generate(words, residues, (from, to), rng)
    };
    let is_context = |error: &BivariateError| {
        matches!(error, BivariateError::Context { .. } | BivariateError::Residues(FheError::Context { .. }))
    };
    assert!(is_context(&generate(&foreign_residues, &of_words, rng).expect_err("residues")));
    assert!(is_context(&generate(&of_residues, &foreign_words, rng).expect_err("words")));
    let back = |from: &SecretKey, to: &rlwe::SecretKey, rng: &mut ChaCha20Rng| {
        WordsToResiduesKey::generate(words, residues, (from, to), rng)
    };
    assert!(is_context(&back(&foreign_words, &of_residues, rng).expect_err("words")));
    assert!(is_context(&back(&of_words, &foreign_residues, rng).expect_err("residues")));
    let key = generate(&of_residues, &of_words, rng).expect("a key");
    let back = back(&of_words, &of_residues, rng).expect("a key");
    let refused = words.switch_from_residues(residues, &another, &key, 100).expect_err("another secret");
    assert_eq!(refused, BivariateError::Key { found: second.id(), expected: of_residues.id() });
    let bits = BivariateError::Bits { found: 199, least: 1, most: 198 };
    assert_eq!(words.switch_from_residues(residues, &fresh, &key, 199), Err(bits.clone()));
    assert_eq!(words.from_residues(residues, &fresh, 199), Err(bits));
    let a = words.from_residues(residues, &fresh, 100).expect("words");
    let refused = words.switch_to_residues(residues, &a, &back).expect_err("another secret");
    assert_eq!(refused, BivariateError::Key { found: of_residues.id(), expected: of_words.id() });
    assert!(matches!(words.to_residues(residues, &a, 4), Err(BivariateError::Residues(FheError::LevelRange { found: 4, .. }))));
    assert!(is_context(&other.words.to_residues(residues, &a, 1).expect_err("other words")));
    assert!(is_context(&words.from_residues(&other.residues, &fresh, 100).expect_err("other residues")));
}

/// Errors that keys add are in predictions: elsewhere roundings and fresh errors hide them.
#[test]
fn the_noise_of_keys_is_predicted() {
    // Digits of 90 bits under keys of 300, for residues of 270 bits.
    let mut bench = Bench::new(&[45; 6], &[45, 45], 300, 1);
    let (of_residues, of_words) = bench.secrets();
    let fresh = bench.encrypt(&of_residues);
    let Bench { words, residues, rng, .. } = &mut bench;
    let key = ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key");
    let a = bench.words.switch_from_residues(&bench.residues, &fresh, &key, 248).expect("words");
    assert!(key.log2_variance > bench.words.rounding_variance(248) + 40.0);
    agrees(&bench.word_errors(&of_words, &a, 6), a.log2_variance(), "keys to words");
    // Digits of 104 bits, special primes of 90: the errors of rows are 2^14 times their own size.
    let mut bench = Bench::new(&[45; 4], &[45, 45], 352, 2);
    let (of_residues, of_words) = bench.secrets();
    let mut message = TorusPoly::zero(DEGREE, bench.words.max_bits());
    message.add_integers((0..DEGREE).map(|i| i64::from(i == 1)), 142);
    let Bench { words, residues, rng, .. } = &mut bench;
    let key = WordsToResiduesKey::generate(words, residues, (&of_words, &of_residues), rng).expect("a key");
    let fresh = words.encrypt(&of_words, &message, rng).expect("encryption");
    assert!(key.log2_variance > words.rounding_variance(0) + 20.0);
    let a = words.switch_to_residues(residues, &fresh, &key).expect("residues");
    let errors = bench.residue_errors(&of_residues, &a, (bench.log2(4) - 142.0).exp2());
    let measured = (errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64).log2();
    let predicted = a.noise().log2_variance();
    assert!((measured - predicted).abs() < 0.2, "keys to residues: 2^{measured:.2}, predicted 2^{predicted:.2}");
}

/// Rows without errors, or of one mask, would be the secret.
#[test]
fn every_row_of_a_key_has_a_mask_and_an_error_of_its_own() {
    let mut bench = Bench::new(&[45; 4], &[45], 250, 1);
    let (of_residues, of_words) = bench.secrets();
    let Bench { words, residues, rng, .. } = &mut bench;
    let keys = [(); 2].map(|()| ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key"));
    let gadget = residues.parameters().gadget().expect("special primes");
    let secret = integers(DEGREE, of_residues.seed());
    let rows: Vec<_> = keys.iter().flat_map(|key| (0..4).map(move |digit| (key, digit))).collect();
    let rows: Vec<(TorusPoly, Vec<f64>)> = rows
        .into_iter()
        .map(|(key, digit)| {
            // The digit 1 in its place: the row itself.
            let mut unit = TorusPoly::zero(DEGREE, 52 * 4);
            unit.add_integers((0..DEGREE).map(|i| i64::from(i == 0)), 52 * (digit as u32 + 1));
            let digits = key.transforms.transform(&unit);
            let sums = key.transforms.vector_matrix(&[(&digits, &key.matrix)], key.matrix.digits());
            let [body, mask] = sums.each_ref().map(|sums| key.transforms.carry(sums, None, 250));
            let mut error = words.transforms().multiply_integers(&mask, &of_words.values);
            error.add_assign(&body);
            let negative: Vec<i64> = secret.iter().map(|x| -x).collect();
            add_multiple(&mut error, &negative, &idempotent(residues, gadget, digit, 250));
            (mask, error.to_numbers(250))
        })
        .collect();
    for (i, (mask, error)) in rows.iter().enumerate() {
        let deviation = (error.iter().map(|x| x * x).sum::<f64>() / DEGREE as f64).sqrt();
        assert!((2.9..3.6).contains(&deviation), "row {i}: errors of deviation {deviation}");
        for (other, others) in &rows[..i] {
            assert!(mask.row(0).iter().zip(other.row(0)).filter(|(a, b)| a == b).count() < 4, "masks of two rows");
            assert!(error.iter().zip(others).filter(|(a, b)| a == b).count() < DEGREE / 4, "errors of two rows");
        }
    }
}

/// The same of rows in residues, by the products of two keys with one operand: masks differ, and so
/// do phases.
#[test]
fn keys_to_residues_have_masks_and_errors() {
    let mut bench = Bench::new(&[45; 4], &[45], 250, 1);
    let (of_residues, of_words) = bench.secrets();
    let Bench { words, residues, rng, .. } = &mut bench;
    let keys = [(); 2].map(|()| WordsToResiduesKey::generate(words, residues, (&of_words, &of_residues), rng).expect("a key"));
    // One digit at a time: operands that are zero but for it.
    let products: Vec<_> = keys
        .iter()
        .flat_map(|key| (0..4).map(move |digit| (key, digit)))
        .map(|(key, digit)| {
            let mut unit = TorusPoly::zero(DEGREE, 198);
            unit.add_integers((0..DEGREE).map(|i| i64::from(i == 0) << 40), (52 * (digit + 1)).min(198));
            let zero = TorusPoly::zero(DEGREE, 198);
            let a = Ciphertext { context: words.fingerprint(), key: of_words.id(), parts: [zero, unit], log2_variance: -400.0 };
            words.switch_to_residues(residues, &a, key).expect("residues")
        })
        .collect();
    for (i, a) in products.iter().enumerate() {
        for b in &products[..i] {
            let equal = a.parts()[1].limb(0).iter().zip(b.parts()[1].limb(0)).filter(|(a, b)| a == b).count();
            assert!(equal < 4, "masks of two rows");
        }
    }
    // The rows of one digit of two keys differ by two errors and roundings.
    for digit in 0..4 {
        let [a, b] = [0, 4].map(|first| {
            let values = products[first + digit].clone().map(|part| part.into_evaluation(residues.parameters().basis()));
            residues.phase(&of_residues, &values, 4).expect("a phase")
        });
        assert!(a != b, "digit {digit}: one error in two keys");
    }
}

#[test]
fn operands_of_other_schemes_are_refused_each() {
    let mut bench = Bench::new(&[45; 3], &[45], 250, 1);
    let mut other = Bench::new(&[45; 2], &[45], 251, 1);
    let (of_residues, of_words) = bench.secrets();
    let fresh = bench.encrypt(&of_residues);
    let (foreign, _) = other.secrets();
    let foreign = other.encrypt(&foreign);
    let Bench { words, residues, rng, .. } = &mut bench;
    let key = ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key");
    let back = WordsToResiduesKey::generate(words, residues, (&of_words, &of_residues), rng).expect("a key");
    let is_context = |error: &BivariateError| {
        matches!(error, BivariateError::Context { .. } | BivariateError::Residues(FheError::Context { .. }))
    };
    let to = |words: &Bivariate, residues: &Rlwe, a| words.switch_from_residues(residues, a, &key, 100).expect_err("foreign");
    assert!(is_context(&to(&other.words, residues, &fresh)));
    assert!(is_context(&to(words, &other.residues, &fresh)));
    let renamed = other.residues.ciphertext(foreign.parts().clone(), of_residues.id(), foreign.noise().clone());
    assert!(is_context(&to(words, residues, &renamed)));
    let a = words.from_residues(residues, &fresh, 100).expect("words");
    let a = Ciphertext { key: of_words.id(), ..a };
    let from = |words: &Bivariate, residues: &Rlwe, a| words.switch_to_residues(residues, a, &back).expect_err("foreign");
    assert!(is_context(&from(&other.words, residues, &a)));
    assert!(is_context(&from(words, &other.residues, &a)));
    assert!(is_context(&from(words, residues, &Ciphertext { context: other.words.fingerprint(), ..a.clone() })));
}

/// A ciphertext of zero without a key is under every key, in words as in residues.
#[test]
fn zero_is_under_every_key() {
    let mut bench = Bench::new(&[45; 3], &[45], 250, 1);
    let (of_residues, of_words) = bench.secrets();
    let Bench { words, residues, rng, .. } = &mut bench;
    let zero = residues.ciphertext([(); 2].map(|()| Poly::zero(residues.parameters().basis(), 3)), KeyId::ANY, Noise::none(3));
    let a = words.from_residues(residues, &zero, 100).expect("words");
    assert!(words.phase(&of_words, &a).is_ok_and(|phase| phase.publish() == TorusPoly::zero(DEGREE, 100)));
    let key = ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key");
    assert_eq!(words.switch_from_residues(residues, &zero, &key, 100).map(|a| a.key()), Ok(of_words.id()));
    let message = TorusPoly::zero(DEGREE, 100);
    let b = words.encrypt(&of_words, &message, rng).expect("encryption");
    assert_eq!(words.add(&a, &b).map(|sum| sum.key()), Ok(of_words.id()));
}

#[test]
fn residues_of_another_degree_are_refused() {
    let mut bench = Bench::new(&[45; 3], &[45], 250, 1);
    let (of_residues, _) = bench.secrets();
    let fresh = bench.encrypt(&of_residues);
    let literal = ParametersLiteral { degree: 2 * DEGREE, key_bits: 250, digit_words: 1.into(), insecure: true };
    let words = Bivariate::new(&literal).expect("parameters");
    let of_words = SecretKey::generate(&words, &mut bench.rng);
    let Bench { residues, rng, .. } = &mut bench;
    let degree = || BivariateError::PolynomialDegree { found: DEGREE, expected: 2 * DEGREE };
    assert_eq!(words.from_residues(residues, &fresh, 100), Err(degree()));
    let a = words.encrypt(&of_words, &TorusPoly::zero(2 * DEGREE, 100), rng).expect("encryption");
    assert_eq!(words.to_residues(residues, &a, 3).map(|_| ()), Err(degree()));
    let key = ResiduesToWordsKey::generate(&words, residues, (&of_residues, &of_words), rng);
    assert_eq!(key.map(|_| ()), Err(degree()));
    let key = WordsToResiduesKey::generate(&words, residues, (&of_words, &of_residues), rng);
    assert_eq!(key.map(|_| ()), Err(degree()));
}

#[test]
fn digits_of_different_sizes_convert() {
    for log_q in [[30, 30, 30, 49, 49, 49], [49, 49, 49, 30, 30, 30]] {
        let mut bench = Bench::new(&log_q, &[49, 49, 49], 400, 1);
        let (of_residues, of_words) = bench.secrets();
        let fresh = bench.encrypt(&of_residues);
        let Bench { words, residues, rng, .. } = &mut bench;
        let key = ResiduesToWordsKey::generate(words, residues, (&of_residues, &of_words), rng).expect("a key");
        let a = bench.words.switch_from_residues(&bench.residues, &fresh, &key, 300).expect("words");
        agrees(&bench.word_errors(&of_words, &a, log_q.len()), a.log2_variance(), &format!("{log_q:?}"));
    }
}

/// The variance in words is that of the worst coefficient, and not the mean one.
#[test]
fn noise_of_some_coefficients_counts_for_all() {
    let mut bench = Bench::new(&[45; 3], &[45], 250, 1);
    let (of_residues, _) = bench.secrets();
    let fresh = bench.encrypt(&of_residues);
    for noise in [Noise::bounded(3, 30.0), Noise::colored(3, 60.0, 3, 5.0), Noise::colored(3, 60.0, 8, 0.0)] {
        let worst = noise.log2_worst_variance(DEGREE);
        let a = bench.residues.ciphertext(fresh.parts().clone(), of_residues.id(), noise);
        let a = bench.words.from_residues(&bench.residues, &a, 198).expect("words");
        assert!(a.log2_variance() >= worst - 2.0 * bench.log2(3) - 1e-9);
    }
}
