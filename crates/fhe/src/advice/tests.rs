use super::*;
use crate::Parameters;
use crate::bfv::{BatchEncoder, Bfv, Ciphertext, GaloisKeys, PublicKey, RelinearizationKey, SecretKey, galois_element};
use crate::noise::{Model, Sources};
use chacha20::ChaCha20Rng;
use papilio_field::fields::{Bn254, P32};
use papilio_ntt::dft::DftField;
use rand_core::SeedableRng;

fn request(plain_bits: u32, depth: u32) -> Request {
    Request::products(plain_bits, depth).with_rotations()
}

/// A ciphertext and what it should hold.
#[derive(Clone)]
struct Pair<F>(Ciphertext, Vec<F>);

struct Run<F: DftField> {
    bfv: Bfv<F>,
    slots: BatchEncoder<F>,
    secret: SecretKey,
    relinearization: RelinearizationKey,
    galois: GaloisKeys,
}

impl<F: DftField> Run<F> {
    fn new(literal: ParametersLiteral, rng: &mut ChaCha20Rng) -> Self {
        let bfv = Bfv::new(Parameters::new(literal).expect("secure parameters")).expect("scheme");
        let secret = SecretKey::generate(&bfv, rng);
        let relinearization = RelinearizationKey::generate(&bfv, &secret, rng).expect("special primes");
        let galois =
            GaloisKeys::generate(&bfv, &secret, [galois_element(bfv.parameters().degree(), 1)], rng).expect("special primes");
        Self { slots: BatchEncoder::new(&bfv).expect("slots"), secret, relinearization, galois, bfv }
    }

    fn fresh(&self, rng: &mut ChaCha20Rng) -> Pair<F> {
        let values: Vec<F> = (0..self.bfv.parameters().degree()).map(|_| F::random(rng)).collect();
        let key = PublicKey::generate(&self.bfv, &self.secret, rng).expect("context");
        Pair(self.bfv.encrypt_public(&key, &self.slots.encode(&values).expect("fits"), rng).expect("context"), values)
    }

    fn rotated(&self, Pair(x, mut values): Pair<F>) -> Pair<F> {
        let row = values.len() / 2;
        values.chunks_mut(row).for_each(|row| row.rotate_left(1));
        Pair(self.bfv.rotate_rows(&x, 1, &self.galois).expect("a key"), values)
    }

    fn product(&self, a: &Pair<F>, b: &Pair<F>) -> Pair<F> {
        let values = a.1.iter().zip(&b.1).map(|(&a, &b)| a * b).collect();
        self.rotated(Pair(self.bfv.multiply_relinearize(&a.0, &b.0, &self.relinearization).expect("levels"), values))
    }

    fn check(&self, x: &Pair<F>, predicted: f64) {
        let opened = self.bfv.decrypt(&self.secret, &x.0).expect("budget").plaintext;
        assert!(self.slots.decode(&opened).expect("context") == x.1, "wrong values");
        let measured = self.bfv.noise_budget_bits(&self.secret, &x.0).expect("context");
        println!("{predicted:.2} bits predicted, {measured:.2} measured");
        // A fourth power of one ciphertext was measured 8.8 bits beyond.
        assert!(predicted <= measured && measured < predicted + 10.0, "{predicted:.2} bits predicted, {measured:.2} measured");
    }
}

/// Runs both circuits that were considered.
fn proposals_last<F: DftField>(request: &Request) {
    let advice = advise(request).expect("parameters");
    let mut rng = ChaCha20Rng::from_seed([30; 32]);
    let run = Run::<F>::new(advice.literal.clone(), &mut rng);
    let fresh = run.rotated(run.fresh(&mut rng));
    let (mut square, mut power) = (fresh.clone(), fresh.clone());
    // Budgets are those of every step, of which each level has a product and a rotation.
    run.check(&fresh, advice.budgets[1]);
    for &predicted in advice.budgets.iter().skip(3).step_by(2) {
        square = run.product(&square, &square);
        power = run.product(&power, &fresh);
        run.check(&square, predicted);
        run.check(&power, predicted);
    }
    assert_eq!(advice.budgets.len(), 2 * request.depth() as usize + 2);
}

#[test]
fn words_of_32_bits() {
    proposals_last::<P32>(&request(32, 0));
    proposals_last::<P32>(&request(32, 1));
    proposals_last::<P32>(&request(32, 2));
    proposals_last::<P32>(&Request { security: 256, ..request(32, 3) });
}

#[test]
fn primes_of_254_bits() {
    proposals_last::<Bn254>(&request(254, 1));
}

#[test]
fn every_proposal_is_secure_and_has_budget() {
    for (plain_bits, depth) in [2, 16, 30, 32, 33, 50, 64, 254, 256].into_iter().flat_map(|b| [0, 1, 2, 4, 9].map(|d| (b, d))) {
        // BGV is searched for longer.
        let few = [2, 30, 33, 254].contains(&plain_bits) && [1, 4].contains(&depth);
        let schemes = [Scheme::Bfv, Scheme::Bgv].into_iter().take(if few { 2 } else { 1 });
        for (security, scheme) in security::LEVELS.into_iter().flat_map(|s| schemes.clone().map(move |scheme| (s, scheme))) {
            let products = Request::products(plain_bits, depth);
            for products in [products.clone(), products.with_rotations()] {
                let request = Request { scheme, security, ..products };
                match advise(&request) {
                    Ok(advice) => sound(&request, &advice),
                    Err(error) => {
                        let none = matches!(error, AdviceError::Modulus { degree: 65_536, .. } | AdviceError::Primes { .. });
                        assert!(none, "{error}");
                    }
                }
            }
        }
    }
}

fn sound(request: &Request, advice: &Advice) {
    let Advice { literal, limit, .. } = advice;
    assert!(advice.log2_key_modulus <= f64::from(*limit) && advice.security_bits >= request.security, "{advice:?}");
    let least = if request.scheme == Scheme::Bfv { 0.5 } else { LEAST_BUDGET };
    assert!(advice.predicted_budget_bits() >= least && advice.budgets.is_sorted_by(|a, b| a >= b), "{request:?} {advice:?}");
    assert_eq!(literal.special.is_empty(), request.circuit.is_empty(), "{advice:?}");
    let sizes = literal.moduli.iter().chain(&literal.special).map(|q| q.ilog2() + 1);
    assert!(sizes.clone().all(|bits| (30..=50).contains(&bits) && bits != request.plain_bits), "{advice:?}");
    Parameters::new(literal.clone()).expect("parameters");
}

#[test]
fn a_degree_that_is_given_is_kept() {
    let given = |log_degree| advise(&Request { log_degree: Some(log_degree), ..request(32, 1) });
    assert_eq!(given(14).expect("parameters").literal.log_degree, 14);
    let AdviceError::Modulus { needed, degree, limit, .. } = given(12).expect_err("too small") else { panic!("another error") };
    assert!((degree, limit) == (4096, 106) && needed > limit, "{needed} {degree} {limit}");
}

#[test]
fn what_is_out_of_range_is_named() {
    for bits in [0, 1, 257, u32::MAX] {
        assert_eq!(advise(&request(bits, 1)), Err(AdviceError::PlainBits(bits)));
    }
    assert_eq!(advise(&request(32, 65)), Err(AdviceError::Depth(65)));
    assert_eq!(advise(&Request { log_degree: Some(11), ..request(32, 1) }), Err(AdviceError::Degree(11)));
    assert_eq!(advise(&Request { security: 100, ..request(32, 1) }), Err(AdviceError::Security(100)));
}

#[test]
fn what_is_missing_is_named() {
    let text = advise(&request(254, 40)).expect_err("too deep").to_string();
    assert!(text.starts_with("a path of 81 steps, 40 of them products, over 254 bits needs log2 PQ = "), "{text}");
    assert!(text.contains("at N = 65536, limit 1747 for 128-bit security"), "{text}");
    let text = advise(&request(254, 5)).expect_err("too many primes").to_string();
    assert!(text.contains("primes at N = 65536") && text.contains("at most 64"), "{text}");
}

#[test]
fn reasons_name_the_numbers() {
    let reasons = advise(&request(32, 2)).expect("parameters").reasons;
    for (reason, words) in reasons.iter().zip(["predicted budget", "log2 Q =", "at most 214", "special", "4096 would need"]) {
        assert!(reason.contains(words), "{words}: {reason}");
    }
    assert_eq!(reasons.len(), 5);
}

#[test]
fn degrees_that_are_given_are_named() {
    let reasons = advise(&Request { log_degree: Some(14), ..request(32, 1) }).expect("parameters").reasons;
    assert_eq!(reasons.last().map(String::as_str), Some("N = 16384 was given"));
}

/// Steps that cost no budget are passed over, and counted out of the path.
#[test]
fn steps_of_a_path_are_named_by_what_they_leave() {
    let circuit = vec![Step::Multiply, Step::Add(1), Step::Add(4)];
    let advice = advise(&Request { circuit, ..request(32, 0) }).expect("parameters");
    let [fresh, product, _, sum] = advice.budgets[..] else { panic!("{:?}", advice.budgets) };
    let expected = format!("predicted budget: {fresh:.1} fresh, {product:.1} after multiply, {sum:.1} after add:4 bits");
    assert_eq!(advice.reasons[0], expected);
}

/// Special primes are for circuits that switch keys.
#[test]
fn what_switches_keys_has_special_primes() {
    let special =
        |circuit: Vec<Step>| !advise(&Request { circuit, ..request(32, 0) }).expect("parameters").literal.special.is_empty();
    for step in [Step::MultiplyPlain, Step::Add(5)] {
        assert!(!special(vec![step]), "{step}");
    }
    for step in [Step::Multiply, Step::Rotate, Step::InnerSum, Step::LinearTransform(3)] {
        assert!(special(vec![step]) && special(vec![Step::Add(2), step]), "{step}");
    }
}

/// Less noise and smaller moduli of as many bits take products of BGV to other levels.
#[test]
fn moduli_of_as_many_bits_last_in_bgv() {
    use crate::bgv::Bgv;
    use papilio_field::PlaintextModulus;
    let circuit = vec![Step::MultiplyPlain, Step::Multiply, Step::MultiplyPlain, Step::Multiply];
    let request = Request { scheme: Scheme::Bgv, ..Request::new(18, circuit) };
    let advice = advise(&request).expect("parameters");
    let mut rng = ChaCha20Rng::from_seed([31; 32]);
    for t in [262_139, 260_569, 200_003, 131_101] {
        let parameters = Parameters::new(advice.literal.clone()).expect("secure parameters");
        let bgv = Bgv::over(Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(t).expect("a prime")).expect("scheme"));
        let secret = SecretKey::generate(bgv.bfv(), &mut rng);
        let keys = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng).expect("special primes");
        let values: Vec<u64> = (0..bgv.parameters().degree() as u64).map(|i| i * i * 7919 % t).collect();
        let values = bgv.bfv().encode_coefficients(&values).expect("fits");
        let factor = bgv.prepare(&values).expect("context");
        let mut x = bgv.to_evaluation(bgv.encrypt_secret(&secret, &values, &mut rng).expect("context")).expect("context");
        for _ in 0..2 {
            bgv.mul_plain_assign(&mut x, &factor).expect("context");
            x = bgv.multiply_relinearize(&x, &x.clone(), &keys).expect("context");
        }
        bgv.decrypt(&secret, &bgv.to_coefficient(x).expect("context")).expect("a budget");
    }
}

/// A sum over fewer slots than coefficients leaves more noise to a product than a trace does.
#[test]
fn inner_sums_of_fewer_slots_last() {
    use papilio_field::PlaintextModulus;
    // Slots for a ring of half the degree.
    let t = 974_849;
    let circuit = vec![Step::InnerSum, Step::Multiply];
    let advice = advise(&Request { log_degree: Some(13), ..Request::new(20, circuit) }).expect("parameters");
    let parameters = Parameters::new(advice.literal.clone()).expect("secure parameters");
    let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(t).expect("a prime")).expect("scheme");
    let mut rng = ChaCha20Rng::from_seed([32; 32]);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let keys = GaloisKeys::for_inner_sum(&bfv, &secret, 1 << 13, &mut rng).expect("special primes");
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let x = bfv.encrypt_public(&public, &slots.encode(&[3, 4]).expect("fits"), &mut rng).expect("context");
    let sum = bfv.inner_sum(&x, &keys).expect("keys");
    let product = bfv.multiply_relinearize(&sum, &sum, &relinearization).expect("context");
    let opened = bfv.decrypt(&secret, &product).expect("a budget");
    assert!(opened.predicted_bits >= advice.predicted_budget_bits(), "{} predicted", opened.predicted_bits);
    assert!(slots.slots() == 1 << 12 && slots.decode(&opened.plaintext).expect("context").iter().all(|&x| x == 49));
}

/// Circuits whose products take other levels after other forms of inner sums, and one that needs a
/// greater margin than most: prefixes of a circuit that has parameters have some.
#[test]
fn products_after_inner_sums_last() {
    use super::Step::{Add, InnerSum, Multiply};
    let bgv = |bits, circuit: Vec<Step>| Request { scheme: Scheme::Bgv, ..Request::new(bits, circuit) };
    let circuits = [
        bgv(9, vec![InnerSum, Multiply, Add(100), InnerSum, Multiply]),
        bgv(59, vec![InnerSum, Multiply, InnerSum, Multiply]),
        bgv(37, vec![Multiply, InnerSum, Multiply, Multiply]),
        bgv(17, [Multiply, InnerSum].repeat(7)),
    ];
    for request in circuits {
        let advice = advise(&request).unwrap_or_else(|error| panic!("{error}"));
        sound(&request, &advice);
        let degree = 1 << advice.literal.log_degree;
        let (moduli, special) = (log2_primes(&advice.literal.moduli), log2_primes(&advice.literal.special));
        for lacking in [0.0, 0.1, 0.3, 0.45, 0.6, 0.8, 0.95, 1.0] {
            let model = Model::new(degree, f64::from(request.plain_bits) - lacking, moduli.clone(), special.clone());
            let mut x = model.fresh_public(Sources::any());
            for step in &request.circuit {
                x = match step {
                    Multiply => {
                        let level = model.product_level(&x, &x);
                        let lowered = model.mod_switch_to(&x, level);
                        model.key_switch(&model.multiply_exactly(&lowered, &lowered))
                    }
                    InnerSum => model.inner_sum(&x),
                    Add(terms) => (1..*terms).fold(x.clone(), |sum, _| model.add(&sum, &x)),
                    step => panic!("{step}"),
                };
            }
            let left = model.budget_bits(&x);
            assert!(left >= LEAST_BUDGET, "{request:?}, {lacking}: {left} bits, {advice:?}");
        }
    }
}
