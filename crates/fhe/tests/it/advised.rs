//! Parameters that are advised are run: every step of a circuit on its worst operands.

use super::{Keys, rng, values};
use chacha20::ChaCha20Rng;
use papilio_fhe::Parameters;
use papilio_fhe::advice::{Request, Scheme as SchemeName, Step, advise};
use papilio_fhe::bfv::{Bfv, Ciphertext, FheError, Plaintext, galois_element};
use papilio_fhe::bgv::{self, Bgv};
use papilio_field::Field;
use papilio_field::fields::{Bn254, P32};
use papilio_ntt::dft::DftField;

/// A scheme: what steps are made of.
trait Scheme<F: DftField> {
    const NAME: &'static str;
    type Value: Clone;

    fn fresh(&self, keys: &Keys<F>, message: &Plaintext<F>, rng: &mut ChaCha20Rng) -> Self::Value;
    fn multiply(&self, keys: &Keys<F>, a: &Self::Value, b: &Self::Value) -> Self::Value;
    fn mul_plain(&self, a: &Self::Value, by: &Plaintext<F>) -> Self::Value;
    fn add(&self, a: &mut Self::Value, b: &Self::Value);
    fn automorphism(&self, keys: &Keys<F>, a: &Self::Value, exponent: usize) -> Self::Value;
    fn inner_sum(&self, keys: &Keys<F>, a: &Self::Value) -> Self::Value;
    /// The values, and the predicted and the measured budget.
    fn open(&self, keys: &Keys<F>, a: &Self::Value) -> (Result<Plaintext<F>, FheError>, f64, f64);
}

impl<F: DftField> Scheme<F> for Bfv<F> {
    const NAME: &'static str = "BFV";
    type Value = Ciphertext;

    fn fresh(&self, keys: &Keys<F>, message: &Plaintext<F>, rng: &mut ChaCha20Rng) -> Ciphertext {
        self.encrypt_public(&keys.public, message, rng).expect("context")
    }

    fn multiply(&self, keys: &Keys<F>, a: &Ciphertext, b: &Ciphertext) -> Ciphertext {
        self.multiply_relinearize(a, b, &keys.relinearization).expect("levels")
    }

    fn mul_plain(&self, a: &Ciphertext, by: &Plaintext<F>) -> Ciphertext {
        Bfv::mul_plain(self, a, by).expect("degree")
    }

    fn add(&self, a: &mut Ciphertext, b: &Ciphertext) {
        self.add_assign(a, b).expect("levels");
    }

    fn automorphism(&self, keys: &Keys<F>, a: &Ciphertext, exponent: usize) -> Ciphertext {
        self.apply_automorphism(a, exponent, &keys.galois).expect("a key")
    }

    fn inner_sum(&self, keys: &Keys<F>, a: &Ciphertext) -> Ciphertext {
        papilio_fhe::rlwe::Rlwe::inner_sum(self, a, &keys.galois).expect("keys")
    }

    fn open(&self, keys: &Keys<F>, a: &Ciphertext) -> (Result<Plaintext<F>, FheError>, f64, f64) {
        let measured = self.noise_budget_bits(&keys.secret, a).expect("context");
        (self.decrypt(&keys.secret, a).map(|found| found.plaintext), self.predicted_budget_bits(a), measured)
    }
}

impl<F: DftField> Scheme<F> for Bgv<F> {
    const NAME: &'static str = "BGV";
    type Value = bgv::Ciphertext<F>;

    fn fresh(&self, keys: &Keys<F>, message: &Plaintext<F>, rng: &mut ChaCha20Rng) -> Self::Value {
        self.encrypt_public(&keys.public, message, rng).expect("context")
    }

    fn multiply(&self, keys: &Keys<F>, a: &Self::Value, b: &Self::Value) -> Self::Value {
        self.multiply_relinearize(a, b, &keys.relinearization).expect("levels")
    }

    fn mul_plain(&self, a: &Self::Value, by: &Plaintext<F>) -> Self::Value {
        Bgv::mul_plain(self, a, by).expect("degree")
    }

    fn add(&self, a: &mut Self::Value, b: &Self::Value) {
        self.add_assign(a, b).expect("context");
    }

    fn automorphism(&self, keys: &Keys<F>, a: &Self::Value, exponent: usize) -> Self::Value {
        self.apply_automorphism(a, exponent, &keys.galois).expect("a key")
    }

    fn inner_sum(&self, keys: &Keys<F>, a: &Self::Value) -> Self::Value {
        Bgv::inner_sum(self, a, &keys.galois).expect("keys")
    }

    fn open(&self, keys: &Keys<F>, a: &Self::Value) -> (Result<Plaintext<F>, FheError>, f64, f64) {
        let measured = self.noise_budget_bits(&keys.secret, a).expect("context");
        (self.decrypt(&keys.secret, a).map(|found| found.plaintext), self.predicted_budget_bits(a), measured)
    }
}

/// A ciphertext and the values of its slots.
#[derive(Clone)]
struct Pair<V, F>(V, Vec<F>);

struct Run<'a, F: DftField, S: Scheme<F>> {
    scheme: &'a S,
    keys: &'a Keys<F>,
    rng: ChaCha20Rng,
}

impl<F: DftField, S: Scheme<F>> Run<'_, F, S> {
    fn multiply(&self, a: &Pair<S::Value, F>, b: &Pair<S::Value, F>) -> Pair<S::Value, F> {
        let product = self.scheme.multiply(self.keys, &a.0, &b.0);
        Pair(product, a.1.iter().zip(&b.1).map(|(&a, &b)| a * b).collect())
    }

    fn times_plain(&mut self, a: &Pair<S::Value, F>) -> Pair<S::Value, F> {
        let factors = values::<F>(a.1.len(), &mut self.rng);
        let product = self.scheme.mul_plain(&a.0, &self.keys.slots.encode(&factors).expect("fits"));
        Pair(product, a.1.iter().zip(&factors).map(|(&a, &b)| a * b).collect())
    }

    fn rotated(&self, a: &Pair<S::Value, F>, steps: i64) -> Pair<S::Value, F> {
        let mut values = a.1.clone();
        let row = values.len() / 2;
        values.chunks_mut(row).for_each(|row| row.rotate_left(steps as usize));
        Pair(self.scheme.automorphism(self.keys, &a.0, galois_element(2 * row, steps)), values)
    }

    fn sum(&self, terms: Vec<Pair<S::Value, F>>) -> Pair<S::Value, F> {
        let add = |mut a: Pair<S::Value, F>, b: Pair<S::Value, F>| {
            self.scheme.add(&mut a.0, &b.0);
            a.1.iter_mut().zip(&b.1).for_each(|(a, &b)| *a = *a + b);
            a
        };
        terms.into_iter().reduce(add).expect("terms")
    }

    /// A step that is no product of ciphertexts; `fresh` is one of another depth.
    fn linear(&mut self, a: &Pair<S::Value, F>, fresh: &Pair<S::Value, F>, step: Step) -> Pair<S::Value, F> {
        match step {
            Step::AddAcross => self.sum(vec![a.clone(), fresh.clone()]),
            Step::MultiplyPlain => self.times_plain(a),
            Step::Add(terms) => self.sum(vec![a.clone(); terms as usize]),
            Step::Rotate => self.rotated(a, 1),
            Step::InnerSum => {
                let total = a.1.iter().fold(F::ZERO, |sum, &x| sum + x);
                Pair(self.scheme.inner_sum(self.keys, &a.0), vec![total; a.1.len()])
            }
            Step::LinearTransform(diagonals) => {
                let terms = (1..=i64::from(diagonals)).map(|steps| {
                    let moved = self.rotated(a, steps);
                    self.times_plain(&moved)
                });
                let terms = terms.collect();
                self.sum(terms)
            }
            step => panic!("{step} is no linear step"),
        }
    }

    /// Right, or refused with no budget predicted; the advised budget is at most the one that there
    /// is, and so is that carried.
    fn check(&self, what: &str, x: &Pair<S::Value, F>, advised: Option<f64>) -> bool {
        let (opened, carried, measured) = self.scheme.open(self.keys, &x.0);
        let text = format!("{} over {}, {what}: {carried:.2} bits predicted, {measured:.2} measured", S::NAME, F::NAME);
        if let Some(advised) = advised {
            assert!(advised <= measured && opened.is_ok(), "{text}, {advised:.2} advised: {:?}", opened.err());
            // The moduli that advice is for have no logarithm of their own.
            assert!(advised <= carried + 0.05, "{text}, {advised:.2} advised");
        }
        match opened {
            Ok(found) => {
                assert!(carried <= measured, "{text}");
                assert!(self.keys.slots.decode(&found).expect("degree") == x.1, "{text}: wrong values");
                true
            }
            Err(FheError::Exhausted { bits }) => {
                assert!(bits < 0.25, "{text}: exhausted");
                false
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }

    /// Products of the same depth and powers of one ciphertext, as far as they are alive. How many
    /// results were.
    fn circuit(&mut self, steps: &[Step], advised: Option<&[f64]>) -> usize {
        let row = values::<F>(self.keys.bfv.parameters().degree(), &mut self.rng);
        let message = self.keys.slots.encode(&row).expect("fits");
        let fresh = Pair(self.scheme.fresh(self.keys, &message, &mut self.rng), row);
        let (mut product, mut power, mut base, mut alive) = (fresh.clone(), fresh.clone(), None, 0);
        for (i, &step) in steps.iter().enumerate() {
            if step == Step::Multiply {
                let base = base.get_or_insert_with(|| power.clone());
                product = self.multiply(&product, &product.clone());
                power = self.multiply(&power, base);
            } else {
                [product, power] = [&product, &power].map(|x| self.linear(x, &fresh, step));
            }
            let what = format!("step {i} of {steps:?}");
            let sound = [&product, &power].map(|x| self.check(&what, x, advised.map(|advised| advised[i + 1])));
            if sound.contains(&false) {
                break;
            }
            alive += 1;
        }
        alive
    }
}

/// Each scheme with what was advised for it.
fn runs<F: DftField>(steps: &[Step]) {
    for scheme in [SchemeName::Bfv, SchemeName::Bgv] {
        let advice = advise(&Request { scheme, ..Request::new(F::BITS, steps.to_vec()) }).expect("parameters");
        let bfv = Bfv::<F>::new(Parameters::new(advice.literal.clone()).expect("secure")).expect("scheme");
        let mut random = rng(steps.len() as u64);
        let diagonals =
            steps.iter().filter_map(|step| if let Step::LinearTransform(count) = step { Some(count + 1) } else { None });
        let keys = Keys::new(bfv.clone(), diagonals.max().unwrap_or(0), &mut random);
        let budgets = Some(&*advice.budgets);
        let alive = match scheme {
            SchemeName::Bfv => Run { scheme: &bfv, keys: &keys, rng: rng(1) }.circuit(steps, budgets),
            SchemeName::Bgv => Run { scheme: &Bgv::over(bfv), keys: &keys, rng: rng(2) }.circuit(steps, budgets),
        };
        assert_eq!(alive, steps.len(), "{scheme} over {}: {advice:?}", F::NAME);
    }
}

#[test]
fn circuits_over_a_word() {
    use Step::{Add, AddAcross, InnerSum, LinearTransform, Multiply, MultiplyPlain, Rotate};
    runs::<P32>(&[Multiply, InnerSum]);
    runs::<P32>(&[InnerSum, Multiply]);
    runs::<P32>(&[LinearTransform(4), Multiply, Rotate, InnerSum]);
    runs::<P32>(&[Multiply, Add(16), Multiply, Rotate]);
    runs::<P32>(&[Multiply, MultiplyPlain, InnerSum, Add(3), Multiply]);
    runs::<P32>(&[LinearTransform(8), Rotate, LinearTransform(2)]);
    runs::<P32>(&[InnerSum, InnerSum, MultiplyPlain]);
    runs::<P32>(&[Multiply, AddAcross, Multiply, Multiply]);
    runs::<P32>(&[Multiply, AddAcross]);
}

#[test]
fn circuits_over_a_large_prime() {
    runs::<Bn254>(&[Step::Multiply, Step::InnerSum]);
    runs::<Bn254>(&[Step::LinearTransform(2), Step::InnerSum, Step::Rotate]);
}

/// Ciphertexts of BGV of different factors and of the same noise: a sum multiplies both by a
/// constant.
#[test]
fn sums_across_depths_of_as_much_noise() {
    type F = P32;
    let steps = [Step::Multiply, Step::Multiply, Step::AddAcross];
    let advice = advise(&Request { scheme: SchemeName::Bgv, ..Request::new(F::BITS, steps.to_vec()) }).expect("parameters");
    let bfv = Bfv::<F>::new(Parameters::new(advice.literal.clone()).expect("secure")).expect("scheme");
    let keys = Keys::new(bfv.clone(), 0, &mut rng(3));
    let bgv = Bgv::over(bfv);
    let run = Run { scheme: &bgv, keys: &keys, rng: rng(4) };
    let row = values::<F>(keys.bfv.parameters().degree(), &mut rng(5));
    let x = Pair(bgv.fresh(&keys, &keys.slots.encode(&row).expect("fits"), &mut rng(6)), row);
    let square = run.multiply(&x, &x);
    let product = run.multiply(&square, &square);
    let mut other = square;
    bgv.mod_switch_to_assign(&mut other.0, product.0.level()).expect("a level");
    while bgv.predicted_budget_bits(&other.0) > bgv.predicted_budget_bits(&product.0) {
        other = run.sum(vec![other.clone(), other]);
    }
    let before = bgv.predicted_budget_bits(&product.0);
    let sum = run.sum(vec![product, other]);
    assert!(run.check("a sum", &sum, Some(advice.budgets[3])));
    let cost = before - bgv.predicted_budget_bits(&sum.0);
    assert!(cost > f64::from(F::BITS) / 2.0 - 4.0, "{cost} bits: not the sum that is meant");
}
