use super::*;
use crate::columns::cost::Cost;
use crate::{KeyKind, Layout, Packing, Problem, ProductSharing, Recipe, Request, design, layout};
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::SecretKey;
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::fields::P32;
use papilio_field::{Field, FieldRing, ResidueRing};
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

type T = FieldRing<P32>;

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// A design of 16 columns with more room than fresh ciphertexts need.
fn roomy(limbs: Vec<usize>, output_limbs: usize) -> Design {
    of_primes(&vec![47; limbs[0]], vec![4; 2], limbs, output_limbs)
}

fn of_primes(bits: &[u32], radices: Vec<usize>, limbs: Vec<usize>, output_limbs: usize) -> Design {
    let problem = Problem::forward(radices.iter().product()).expect("columns");
    let log_degree = 12;
    let moduli = RnsBasis::choose_moduli(1 << log_degree, bits, 0).expect("primes");
    let request =
        Request { log_degree: Some(log_degree), insecure: true, ..Request::new(Problem::forward(16).expect("columns"), 4) };
    let (cheapest, _) = design(&T::new(), &request, &Cost::here()).expect("a design");
    let recipe = Recipe { problem, radices, evaluator: ProductSharing::Shared, limbs, output_limbs };
    let literal = ParametersLiteral { log_degree, moduli, insecure: true, ..ParametersLiteral::default() };
    Design { outer: problem, layout: Layout::Columns, packing: Packing::Coefficients, recipe, literal, ..cheapest }
}

struct Session {
    design: Design,
    bfv: Bfv<P32>,
    secret: SecretKey,
    rng: ChaCha20Rng,
}

impl Session {
    fn new(design: Design, seed: u64) -> Self {
        let bfv = Bfv::new(Parameters::new(design.literal.clone()).expect("parameters")).expect("a scheme");
        let mut rng = rng(seed);
        Self { secret: SecretKey::generate(&bfv, &mut rng), design, bfv, rng }
    }

    /// Values that fill every coefficient, and their encryption.
    fn fresh(&mut self) -> (Ciphertext, Vec<P32>) {
        let values: Vec<P32> = (0..self.bfv.parameters().degree()).map(|_| P32::random(&mut self.rng)).collect();
        let plaintext = self.bfv.encode_coefficients(&values).expect("fits");
        (self.bfv.encrypt_secret(&self.secret, &plaintext, &mut self.rng).expect("a key"), values)
    }

    /// Transforms, and checks every output: right where it decrypts, and never noisier than
    /// predicted. The least predicted budget, and the least measured one.
    fn run(&self, inputs: &[(Ciphertext, Vec<P32>)]) -> [f64; 2] {
        let (ciphertexts, rows): (Vec<Ciphertext>, Vec<Vec<P32>>) = inputs.iter().cloned().unzip();
        let lanes = self.bfv.parameters().degree();
        let expected = layout::reference(&T::new(), &self.design.outer, lanes, rows.concat()).expect("roots");
        let outputs = Encrypted::new(&self.bfv, &self.design).expect("a design").transform(&ciphertexts, &mut |_| true);
        let mut least = [f64::INFINITY; 2];
        for (output, expected) in outputs.expect("inputs").iter().zip(expected.chunks_exact(lanes)) {
            let budgets =
                [self.bfv.predicted_budget_bits(output), self.bfv.noise_budget_bits(&self.secret, output).expect("a key")];
            assert!(budgets[0] <= budgets[1], "predicted and measured: {budgets:?}");
            match self.bfv.decrypt(&self.secret, output) {
                Ok(found) => assert!(found.plaintext.coefficients() == expected, "wrong values at {budgets:?}"),
                Err(error) => assert!(matches!(error, FheError::Exhausted { .. }) && budgets[0] < 0.25, "{error}"),
            }
            least = [0, 1].map(|i| least[i].min(budgets[i]));
        }
        least
    }
}

/// The prediction is that of the design, whichever key the ciphertexts are under.
#[test]
fn fresh_ciphertexts_have_the_noise_of_the_design() {
    let (cheapest, _) =
        design(&T::new(), &Request::new(Problem::forward(16).expect("columns"), 1024), &Cost::here()).expect("a design");
    let mut session = Session::new(cheapest, 1);
    let inputs: Vec<_> = (0..session.design.recipe.problem.inputs()).map(|_| session.fresh()).collect();
    // The reference is that of one column a ciphertext.
    session.design.outer = session.design.recipe.problem;
    session.design.layout = Layout::Columns;
    let [predicted, measured] = session.run(&inputs);
    assert!((predicted - session.design.predicted.after).abs() < 1e-6, "{predicted} bits: {:?}", session.design.predicted);
    assert!(predicted >= 0.5 && measured < predicted + 4.0, "{predicted} predicted, {measured} measured");
    let bits = |key| session.design.budget_after(&T::new(), key);
    assert!(bits(KeyKind::Public) < bits(KeyKind::Secret));
    let model = session.bfv.model();
    let source = |i| papilio_fhe::noise::Sources::fresh(i);
    let noises: Vec<Noise> = (0..inputs.len() as u32).map(|i| model.fresh_public(source(i))).collect();
    let public = session.design.output_noise_of(&T::new(), &noises.iter().collect::<Vec<_>>());
    assert!((model.budget_bits(&public) - bits(KeyKind::Public)).abs() < 1e-6);
    // One input of one source that is not fresh is not taken for a fresh one.
    let image = model.inner_sum(&noises[0]);
    assert_eq!(image.sources().numbers().map(<[u32]>::len), Some(1));
    let others: Vec<&Noise> = core::iter::once(&image).chain(&noises[1..]).collect();
    let worse = model.budget_bits(&session.design.output_noise_of(&T::new(), &others));
    assert!(worse < model.budget_bits(&public) - 1.0, "{worse} bits");
}

/// Inputs that are the same, sums, and multiples whose masks are functions of their noise.
#[test]
fn ciphertexts_that_are_not_fresh_are_predicted() {
    for (limbs, output_limbs) in [(vec![4, 4], 4), (vec![4, 3], 2), (vec![4, 4], 2)] {
        let mut session = Session::new(roomy(limbs, output_limbs), 2);
        let fresh: Vec<_> = (0..16).map(|_| session.fresh()).collect();
        let [of_fresh, _] = session.run(&fresh);
        // One ciphertext in all places, with the signs that make most noise of it.
        let mut same = vec![fresh[0].clone(); 16];
        let [mut of_same, mut measured] = session.run(&same);
        for i in 0..16 {
            let before = same[i].clone();
            session.bfv.neg_assign(&mut same[i].0).expect("a context");
            same[i].1.iter_mut().for_each(|v| *v = -*v);
            match session.run(&same) {
                [predicted, less] if less < measured => [of_same, measured] = [predicted, less],
                _ => same[i] = before,
            }
        }
        assert!(of_same <= of_fresh && measured < of_same + 5.0, "{of_same} predicted, {measured} measured");
        // Sums of related ciphertexts, a thousand times as noisy.
        let multiples = fresh.iter().map(|(x, values)| {
            let (mut y, by) = (x.clone(), P32::from_u64(1000));
            session.bfv.mul_scalar_assign(&mut y, by).expect("a context");
            session.bfv.add_assign(&mut y, x).expect("a context");
            (y, values.iter().map(|&v| v * by + v).collect())
        });
        let multiples: Vec<_> = multiples.collect();
        let [of_multiples, measured] = session.run(&multiples);
        // At a low level the noise of the last switch is all there is.
        let less = if output_limbs == 4 { 9.0 } else { 0.0 };
        assert!(of_multiples <= of_fresh - less && measured < of_multiples + 8.0, "{of_multiples}, {measured} measured");
    }
}

/// Two ciphertexts in the places of sixteen each, where the noise is that of the switch: equal rows
/// have equal roundings, and signs make them add up.
#[test]
fn roundings_of_equal_rows_are_predicted() {
    let radix = 16;
    let mut session = Session::new(of_primes(&[42, 42, 47], vec![2, radix], vec![3, 2], 2), 6);
    let (t, recipe) = (T::new(), session.design.recipe.clone());
    let constants = Constants::<P32>::new(&t, &recipe).expect("roots");
    let fresh = [session.fresh(), session.fresh()];
    for k in 0..4 {
        let inputs = (0..2 * radix).map(|index| {
            let row = recipe.row(index);
            let (mut x, mut values) = fresh[row % 2].clone();
            if t.centered(constants.at(1, 0, k, row / 2)).scaled(0) < 0.0 {
                session.bfv.neg_assign(&mut x).expect("a context");
                values.iter_mut().for_each(|v| *v = -*v);
            }
            (x, values)
        });
        session.run(&inputs.collect::<Vec<_>>());
    }
}

/// A budget that does not last is refused by prediction: the answer would sometimes be right.
#[test]
fn what_does_not_last_is_refused() {
    let mut session = Session::new(roomy(vec![3, 3], 2), 3);
    let mut inputs: Vec<_> = (0..16).map(|_| session.fresh()).collect();
    let room = session.run(&inputs)[0];
    let by = P32::from_u64(1 << 20);
    for (x, values) in &mut inputs {
        for _ in 0..(room / 20.0).ceil() as usize {
            session.bfv.mul_scalar_assign(x, by).expect("a context");
            values.iter_mut().for_each(|v| *v = *v * by);
        }
    }
    assert!(session.run(&inputs)[0] < 0.25);
}

/// By one window and by many, whose progress goes on to the end.
#[test]
fn windows_have_the_words_of_the_whole() {
    let mut session = Session::new(roomy(vec![3, 2], 2), 11);
    let inputs: Vec<Ciphertext> = (0..16).map(|_| session.fresh().0).collect();
    let encrypted = Encrypted::new(&session.bfv, &session.design).expect("a design");
    let degree = session.bfv.parameters().degree();
    let whole = encrypted.written(&inputs, degree, &mut |_| true).expect("inputs").into_residues();
    for widest in [CHUNK, degree / 4] {
        let mut told = Vec::new();
        let mut progress = |done| {
            told.push(done);
            true
        };
        let found = encrypted.written(&inputs, widest, &mut progress).expect("inputs").into_residues();
        assert!(found == whole, "windows of {widest}");
        assert!(told.is_sorted() && told.last() == Some(&1.0) && told.len() > degree / widest, "{widest}: {told:?}");
    }
}

#[test]
fn progress_is_told_and_work_is_ended() {
    let mut session = Session::new(roomy(vec![2, 2], 2), 4);
    let inputs: Vec<Ciphertext> = (0..16).map(|_| session.fresh().0).collect();
    let encrypted = Encrypted::new(&session.bfv, &session.design).expect("a design");
    let mut told = Vec::new();
    encrypted
        .transform(&inputs, &mut |done| {
            told.push(done);
            true
        })
        .expect("inputs");
    assert!(told.is_sorted() && told[0] > 0.0 && told.last() == Some(&1.0), "{told:?}");
    for after in [0, told.len() / 2, told.len() - 1] {
        let mut count = 0;
        let ended = encrypted.transform(&inputs, &mut |_| {
            count += 1;
            count <= after
        });
        assert_eq!(ended.err(), Some(EncryptedError::Canceled(Canceled)), "after {after}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut session = Session::new(roomy(vec![3, 3], 2), 5);
    let inputs: Vec<Ciphertext> = (0..16).map(|_| session.fresh().0).collect();
    let encrypted = Encrypted::new(&session.bfv, &session.design).expect("a design");
    let refused = |inputs: &[Ciphertext]| encrypted.transform(inputs, &mut |_| true).expect_err("inputs that do not fit");
    assert_eq!(refused(&inputs[1..]), EncryptedError::Count { given: 15, expected: 16 });
    let with = |x: Ciphertext| [&inputs[..15], &[x]].concat();
    let mut low = inputs[0].clone();
    session.bfv.mod_switch_to_next_assign(&mut low).expect("a level");
    assert_eq!(refused(&with(low)), FheError::Level { found: 2, expected: 3 }.into());
    let other = SecretKey::generate(&session.bfv, &mut rng(6));
    let plaintext = session.bfv.encode_coefficients(&[P32::ONE]).expect("fits");
    let foreign = session.bfv.encrypt_secret(&other, &plaintext, &mut rng(7)).expect("a key");
    assert!(matches!(refused(&with(foreign)), EncryptedError::Scheme(FheError::Key { .. })));
    // Another plaintext modulus, and other primes.
    let babybear = Bfv::<papilio_field::fields::BabyBear>::new(session.bfv.parameters().clone()).expect("a scheme");
    let secret = SecretKey::generate(&babybear, &mut rng(8));
    let zero = babybear.encode_coefficients(&[]).expect("fits");
    let foreign = babybear.encrypt_secret(&secret, &zero, &mut rng(9)).expect("a key");
    assert!(matches!(refused(&with(foreign)), EncryptedError::Scheme(FheError::Context { .. })));
    assert!(matches!(Encrypted::new(&babybear, &session.design).err(), Some(EncryptedError::Design(_))));
    let others = roomy(vec![4, 3], 2);
    assert!(matches!(Encrypted::new(&session.bfv, &others).err(), Some(EncryptedError::Scheme(FheError::Context { .. }))));
    // A prime that has no room for 32 bits and the noise of a switch.
    let session = Session::new(of_primes(&[36, 47, 47], vec![4; 2], vec![3, 3], 1), 10);
    let refused = Encrypted::new(&session.bfv, &session.design).err();
    assert!(matches!(refused, Some(EncryptedError::Scheme(FheError::SmallModulus { level: 1, .. }))), "{refused:?}");
}
