use super::*;
use crate::{Direction, KeyKind, Problem};
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{BatchEncoder, Bfv, FheError, GaloisKeys, RelinearizationKey, SecretKey};
use papilio_fhe::bgv::Bgv;
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_field::{Field, FieldRing, PlaintextModulus};
use papilio_ntt::dft::{Dft, DftField};
use papilio_ring::RnsBasis;
use proptest::prelude::*;
use rand_core::SeedableRng;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn elements<F: DftField>(count: usize, seed: u8) -> Vec<F> {
    let mut rng = rng(seed);
    (0..count).map(|_| F::random(&mut rng)).collect()
}

fn problem(log_columns: u32, direction: Direction, shift: u64) -> Problem {
    Problem { log_columns, direction, shift, log_blowup: 0 }
}

/// The transform by the library in the clear.
fn clear<F: DftField>(problem: &Problem, values: &[F]) -> Vec<F> {
    let dft = Dft::coset(problem.log_columns, problem.shift_element(&FieldRing::new()).expect("a generator")).expect("a root");
    let mut out = values.to_vec();
    for vector in out.chunks_exact_mut(problem.columns()) {
        match problem.direction {
            Direction::Forward => dft.forward_natural(vector),
            Direction::Inverse => dft.inverse_natural(vector),
        }
    }
    out
}

fn recipe(problem: Problem, log_degree: u32, arrangement: Arrangement, layers: &[(usize, usize)]) -> SlotRecipe {
    let layers: Vec<_> = layers.iter().map(|&(radix, baby)| SlotLayer { radix, baby }).collect();
    let limbs = vec![2; layers.len()];
    SlotRecipe { problem, log_degree, arrangement, layers, limbs, output_limbs: 1 }
}

fn agrees<F: DftField>(recipe: &SlotRecipe) {
    recipe.check().expect("a recipe");
    let values = elements::<F>(recipe.vectors() * recipe.size(), 1);
    let diagonals = Diagonals::<F>::new(&FieldRing::new(), recipe).expect("a root");
    let out = execute(recipe, &Plain(&diagonals), recipe.arrange(&values), &mut |_| true).expect("not canceled");
    assert_eq!(recipe.collect(&out), clear(&recipe.problem, &values), "{recipe:?}");
}

#[test]
fn every_arrangement_in_both_directions() {
    for direction in [Direction::Forward, Direction::Inverse] {
        for shift in [0, 3] {
            let layers: &[&[(usize, usize)]] = &[&[(32, 8)], &[(8, 3), (4, 4)], &[(4, 2), (2, 1), (4, 5)]];
            for layers in layers {
                let mut layers = layers.to_vec();
                if direction == Direction::Inverse {
                    layers.reverse();
                }
                let problem = problem(5, direction, shift);
                agrees::<P32>(&recipe(problem, 7, Arrangement::Repeated, &layers));
                agrees::<Goldilocks>(&recipe(problem, 7, Arrangement::Interleaved, &layers));
                agrees::<Bn254>(&recipe(problem, 6, Arrangement::Interleaved, &layers));
                let halved: Vec<_> = layers.iter().map(|&(radix, baby)| (radix, baby.min((radix / 2).max(1)))).collect();
                agrees::<Bn254>(&recipe(problem, 5, Arrangement::Whole, &halved));
            }
        }
    }
}

proptest! {
    #[test]
    fn random_recipes(seed in any::<u64>(), log in 1u32..7, extra in 0u32..3, inverse: bool, interleaved: bool, shift in 0u64..3) {
        let mut bits = seed;
        let mut take = |limit: u32| { let x = bits as u32 % limit; bits /= u64::from(limit); x };
        let (mut rest, mut layers) = (log, Vec::new());
        while rest > 0 {
            let part = 1 + take(rest);
            layers.push((1usize << part, 1));
            rest -= part;
        }
        let arrangement = match (extra, interleaved) { (0, _) => Arrangement::Whole, (_, true) => Arrangement::Interleaved, _ => Arrangement::Repeated };
        let direction = if inverse { Direction::Inverse } else { Direction::Forward };
        let mut recipe = recipe(problem(log, direction, shift), log + extra, arrangement, &layers);
        for s in 0..layers.len() {
            recipe.layers[s].baby = 1 + take(recipe.offsets(s).count as u32) as usize;
        }
        agrees::<P32>(&recipe);
    }
}

#[test]
fn bad_recipes_are_refused() {
    let good = recipe(problem(4, Direction::Forward, 0), 6, Arrangement::Repeated, &[(4, 2), (4, 3)]);
    assert_eq!(good.check(), Ok(()));
    let check = |change: &dyn Fn(&mut SlotRecipe)| {
        let mut bad = good.clone();
        change(&mut bad);
        bad.check().expect_err("refused")
    };
    assert!(matches!(check(&|r| r.arrangement = Arrangement::Whole), SlotRecipeError::Size { size: 16, slots: 64, .. }));
    assert!(matches!(check(&|r| r.log_degree = 4), SlotRecipeError::Size { size: 16, slots: 8, .. }));
    assert!(matches!(check(&|r| r.layers[0].radix = 8), SlotRecipeError::Radices { size: 16, .. }));
    assert!(matches!(check(&|r| r.layers[1].baby = 8), SlotRecipeError::Baby { baby: 8, offsets: 7 }));
    assert!(matches!(check(&|r| r.layers[1].baby = 0), SlotRecipeError::Baby { .. }));
    assert!(matches!(check(&|r| r.limbs = vec![1, 2]), SlotRecipeError::Limbs { .. }));
    assert!(matches!(check(&|r| r.problem.log_blowup = 1), SlotRecipeError::Padded));
}

#[test]
fn counts_are_those_of_the_diagonal_method() {
    let recipe = recipe(problem(10, Direction::Forward, 0), 11, Arrangement::Repeated, &[(1024, 32)]);
    let counts = Counted::count(&recipe);
    assert_eq!((counts.ct_pt_multiplies, counts.ct_ct_additions, counts.layers), (1024, 1023, 1));
    assert_eq!((counts.rotations, counts.hoisted), (62, 31));
    // Thirty-one baby steps and one giant step.
    assert_eq!(recipe.rotations().0.len(), 32);
}

/// A prediction by hand: of 64 diagonals by eight baby steps, with a key whose switches have as
/// much noise as the input.
#[test]
fn noise_of_a_layer() {
    let mut recipe = recipe(problem(6, Direction::Forward, 0), 12, Arrangement::Repeated, &[(64, 8)]);
    (recipe.limbs, recipe.output_limbs) = (vec![3], 2);
    let switch = papilio_fhe::noise::key_switch(1 << 12, &[40.0; 3], 38.0);
    let model = NoiseModel { moduli: vec![39.0, 41.0, 40.0], special: vec![38.0], log2_input: switch.log2() };
    let plain = papilio_fhe::noise::log2_modulus(&FieldRing::<P32>::new()).exp2();
    let digits = [39.0, 41.0, 40.0].map(|digit| f64::exp2(2.0 * (digit - 40.0))).iter().sum::<f64>() / 3.0;
    let floor = papilio_fhe::noise::mod_switch(1 << 12);
    let own = (switch - floor) * digits + floor;
    // A diagonal that repeats 64 values in both rows has 128 coefficients.
    let confidence = 20.0 * core::f64::consts::LN_2 / 128.0;
    let slack = 1.0 + (1.6 * confidence).sqrt() + 4.0 / 3.0 * confidence;
    let layer = (switch + own) * 64.0 * slack * (128.0 * plain * plain / 12.0);
    let expected = layer / 80f64.exp2() + floor;
    let found = predict(&FieldRing::<P32>::new(), &recipe, &model);
    assert!((found - expected.log2()).abs() < 1e-9, "{found}, not {}", expected.log2());
}

/// A ciphertext of roundings alone has noise that is a function of a message: what is predicted of
/// its transform has it all.
#[test]
fn roundings_are_transformed() {
    let mut recipe = recipe(problem(6, Direction::Forward, 0), 12, Arrangement::Repeated, &[(64, 8)]);
    (recipe.limbs, recipe.output_limbs) = (vec![4], 4);
    let mut moduli = RnsBasis::choose_moduli(1 << 12, &[40, 40, 40, 40, 45], 0).expect("primes");
    let special = moduli.split_off(4);
    let parameters =
        Parameters::new(ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() })
            .expect("valid");
    let bfv = Bfv::<P32>::new(parameters).expect("a scheme");
    let mut rng = rng(4);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<P32>::new(&FieldRing::new(), &recipe).expect("a root");
    let algebra = Encrypted::new(&bfv, &keys, &diagonals).expect("keys");
    let message = bfv.encode_coefficients(&elements::<P32>(1 << 12, 5)).expect("fits");
    let mut x = bfv.zero_ciphertext(4).expect("a level");
    bfv.add_plain_assign(&mut x, &message).expect("context");
    bfv.mul_scalar_assign(&mut x, P32::from_u64(1 << 24)).expect("context");
    let out = algebra.transform(x, &mut |_| true).expect("a level");
    let (predicted, measured) = (bfv.predicted_budget_bits(&out), bfv.noise_budget_bits(&secret, &out).expect("a key"));
    assert!(predicted <= measured && measured < predicted + 10.0, "predicted {predicted:.2}, measured {measured:.2}");
}

/// Under encryption at small degrees, which are not secure.
fn encrypted<F: DftField>(recipe: &SlotRecipe, bits: &[u32], special: usize) {
    let degree = 1 << recipe.log_degree;
    let plain = if F::WORDS == 1 { F::MODULUS[0] } else { 0 };
    let mut moduli = RnsBasis::choose_moduli(degree, bits, plain).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    let parameters = Parameters::new(ParametersLiteral {
        log_degree: recipe.log_degree,
        moduli,
        special,
        insecure: true,
        ..ParametersLiteral::default()
    })
    .expect("valid");
    let model = NoiseModel::of(&parameters, papilio_fhe::noise::fresh_secret().log2());
    let bfv = Bfv::<F>::new(parameters).expect("a scheme");
    let mut rng = rng(2);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<F>::new(&FieldRing::new(), recipe).expect("a root");
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let values = elements::<F>(recipe.vectors() * recipe.size(), 3);
    let x = bfv.encrypt_secret(&secret, &slots.encode(&recipe.arrange(&values)).expect("fits"), &mut rng).expect("a key");
    let algebra = Encrypted::new(&bfv, &keys, &diagonals).expect("keys");
    let out = algebra.transform(x.clone(), &mut |_| true).expect("budget");
    let opened = bfv.decrypt(&secret, &out).expect("budget");
    assert_eq!(recipe.collect(&slots.decode(&opened.plaintext).expect("a plaintext")), clear(&recipe.problem, &values));
    let noise = papilio_fhe::noise::log2_max(predict(&FieldRing::<F>::new(), recipe, &model), degree as f64);
    let predicted = papilio_fhe::noise::budget_bits(
        bfv.parameters().basis().log2(recipe.output_limbs),
        papilio_fhe::noise::log2_modulus(&FieldRing::<F>::new()),
        noise,
    );
    let measured = bfv.noise_budget_bits(&secret, &out).expect("a key");
    assert!(predicted <= measured && measured < predicted + 4.0, "predicted {predicted:.2}, measured {measured:.2}");
    let bgv = Bgv::over(bfv.clone());
    let input = bgv.from_bfv(x.clone()).expect("context");
    let output = algebra.transform_bgv(&bgv, input, &mut |_| true).expect("budget");
    assert!(bgv.predicted_budget_bits(&output) <= bgv.noise_budget_bits(&secret, &output).expect("a key"));
    let opened = bgv.decrypt(&secret, &output).expect("budget");
    assert_eq!(recipe.collect(&slots.decode(&opened.plaintext).expect("a plaintext")), clear(&recipe.problem, &values));
    let ended = algebra.transform(x, &mut |_| false);
    assert_eq!(ended, Err(EncryptedError::Canceled(crate::Canceled)));
}

/// A chain of products and transforms, filtered at one root of `X^N + 1` after another: the values
/// there are products of random factors, of those of the operands as of those of the diagonals.
#[test]
fn transforms_keep_the_factors_of_their_noise() {
    type F = P32;
    let (log_degree, limbs) = (12, 9);
    let degree = 1usize << log_degree;
    let mut moduli = RnsBasis::choose_moduli(degree, &[50; 10], F::MODULUS[0]).expect("primes");
    let special = moduli.split_off(limbs);
    let parameters =
        Parameters::new(ParametersLiteral { log_degree, moduli, special, insecure: true, ..ParametersLiteral::default() })
            .expect("valid");
    let bfv = Bfv::<F>::new(parameters).expect("a scheme");
    let mut rng = rng(5);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
    let layers = vec![SlotLayer { radix: 2, baby: 1 }];
    let (problem, arrangement) = (problem(1, Direction::Forward, 0), Arrangement::Interleaved);
    let recipe = SlotRecipe { problem, log_degree, arrangement, layers, limbs: vec![limbs], output_limbs: limbs };
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<F>::new(&FieldRing::new(), &recipe).expect("a root");
    let algebra = Encrypted::new(&bfv, &keys, &diagonals).expect("keys");
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let mut random = |seed| {
        let message = slots.encode(&elements::<F>(degree, seed)).expect("fits");
        bfv.encrypt_secret(&secret, &message, &mut rng).expect("a key")
    };
    let mut x = random(1);
    for step in 0..4 {
        x = bfv.multiply_relinearize(&x, &random(2 + step), &relinearization).expect("levels");
        x = algebra.transform(x, &mut |_| true).expect("levels");
        let least = (0..degree / 2).step_by(4).map(|root| {
            let angle = |i: usize| core::f64::consts::PI * ((2 * root + 1) * i % (2 * degree)) as f64 / degree as f64;
            let signed = |x: f64| if x < 0.0 { -F::from_u64(-x as u64) } else { F::from_u64(x as u64) };
            let filter: Vec<F> = (0..degree).map(|i| signed((3.0 * angle(i).cos()).round())).collect();
            let filtered = bfv.mul_plain(&x, &bfv.encode_coefficients(&filter).expect("fits")).expect("context");
            bfv.noise_budget_bits(&secret, &filtered).expect("a key") - bfv.predicted_budget_bits(&filtered)
        });
        let least = least.fold(f64::INFINITY, f64::min);
        assert!(least >= 0.0, "a prediction too good by {:.2} bits after {} transforms", -least, step + 1);
    }
}

#[test]
fn an_output_level_without_room_for_messages_is_refused() {
    let recipe = recipe(problem(2, Direction::Forward, 0), 12, Arrangement::Interleaved, &[(4, 2)]);
    let mut moduli = RnsBasis::choose_moduli(1 << 12, &[50; 3], 0).expect("primes");
    let special = moduli.split_off(2);
    let parameters =
        Parameters::new(ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() })
            .expect("valid");
    let bfv = Bfv::<Goldilocks>::new(parameters).expect("a scheme");
    let mut rng = rng(6);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<Goldilocks>::new(&FieldRing::new(), &recipe).expect("a root");
    let refused = Encrypted::new(&bfv, &keys, &diagonals).expect_err("50 bits for messages of 64");
    assert!(matches!(refused, EncryptedError::Scheme(FheError::SmallModulus { level: 1, .. })), "{refused}");
}

#[test]
fn ciphertexts() {
    let limbs = |mut recipe: SlotRecipe, limbs: &[usize], output: usize| {
        (recipe.limbs, recipe.output_limbs) = (limbs.to_vec(), output);
        recipe
    };
    let forward =
        |arrangement, log, layers: &[(usize, usize)]| recipe(problem(log, Direction::Forward, 1), 12, arrangement, layers);
    encrypted::<P32>(&limbs(forward(Arrangement::Repeated, 6, &[(64, 8)]), &[4], 2), &[40, 40, 40, 40, 45], 1);
    encrypted::<P32>(&limbs(forward(Arrangement::Interleaved, 6, &[(8, 4), (8, 4)]), &[5, 3], 2), &[45; 7], 2);
    encrypted::<Bn254>(&limbs(forward(Arrangement::Whole, 12, &[(64, 8), (64, 16)]), &[20, 14], 7), &[47; 25], 5);
    let inverse = recipe(problem(5, Direction::Inverse, 1), 12, Arrangement::Repeated, &[(4, 3), (8, 4)]);
    encrypted::<Goldilocks>(&limbs(inverse, &[7, 5], 3), &[47; 9], 2);
}

#[test]
fn designs_are_within_their_limits() {
    let request = |log: u32, method| SlotRequest { method, ..SlotRequest::new(problem(log, Direction::Forward, 0)) };
    for (log, method) in [(15, Method::Diagonal), (15, Method::Factored), (8, Method::Auto), (12, Method::Auto)] {
        let (design, others) = design(&FieldRing::<Bn254>::new(), &request(log, method)).expect("a design");
        let parameters = design.check(&FieldRing::<Bn254>::new()).expect("valid");
        assert!(parameters.security_bits() >= 128 && design.budget_after > 0.0);
        assert!(design.memory_bytes <= 8 << 30 && design.galois_key_bytes <= 2 << 30);
        assert!(others.iter().all(|other| other.seconds >= design.seconds));
        let gadget = parameters.gadget().expect("special primes");
        let stored = GaloisKeys::stored_bytes(gadget, design.recipe.galois_elements().len());
        assert_eq!(stored as u64, design.galois_key_bytes);
        let (work, counts) = (design.work(), design.counts);
        assert_eq!([work.degree, work.limbs], [parameters.basis().degree(), parameters.basis().limbs()]);
        assert_eq!([work.special, work.keys], [design.literal.special.len(), design.recipe.galois_elements().len()]);
        let counted = [counts.ct_pt_multiplies, counts.rotations, counts.hoisted].map(|count| count as usize);
        assert!([work.diagonals, work.rotations, work.hoisted] == counted && work.hoisted < work.rotations, "{work:?}");
        let read = SlotDesign { counts: SlotCounts::default(), ..design };
        assert_eq!(read.work(), work);
    }
    let tight = SlotRequest { key_bytes: 1 << 20, ..request(12, Method::Auto) };
    assert!(matches!(design(&FieldRing::<Bn254>::new(), &tight), Err(SlotDesignError::Limits { key_limit: 1_048_576, .. })));
    let small = SlotRequest { log_degree: Some(13), ..request(12, Method::Auto) };
    assert!(matches!(design(&FieldRing::<Bn254>::new(), &small), Err(SlotDesignError::Noise { degree: 8192, .. })));
    let many = SlotRequest { ..request(17, Method::Auto) };
    assert!(matches!(design(&FieldRing::<Bn254>::new(), &many), Err(SlotDesignError::Size { size: 131_072, .. })));
}

#[test]
fn coefficients_read_in_slots_are_transformed() {
    let moduli = RnsBasis::choose_moduli(1 << 12, &[40, 40], 0).expect("primes");
    let parameters = Parameters::new(ParametersLiteral {
        log_degree: 12,
        moduli,
        special: vec![],
        insecure: true,
        ..ParametersLiteral::default()
    })
    .expect("valid");
    let bfv = Bfv::<P32>::new(parameters).expect("a scheme");
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let (forward, inverse) = (Direction::Forward, Direction::Inverse);
    for (log, direction, shift) in [(12, forward, 0), (12, inverse, 0), (5, forward, 1), (7, inverse, 2), (1, forward, 1)] {
        let problem = problem(log, direction, shift);
        let encoded = EncodedTransform::new(&bfv, problem).expect("fits");
        let values = elements::<P32>(1 << log, 9);
        let plaintext = encoded.encode_for_transform(&bfv, &values).expect("fits");
        assert_eq!(encoded.collect(&slots.decode(&plaintext).expect("a plaintext")), clear(&problem, &values), "{problem:?}");
        assert!(encoded.encode_for_transform(&bfv, &values[1..]).is_err());
    }
    assert!(EncodedTransform::<P32>::new(&bfv, problem(13, Direction::Forward, 0)).is_err());
}

/// A store that makes each key when it is asked for, and counts how often.
struct Lent<'a>(&'a GaloisKeys, std::sync::atomic::AtomicUsize, Option<usize>);

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the key of {0} is away")]
struct Away(usize);

impl RotationKeys for Lent<'_> {
    type Error = Away;

    fn galois_elements(&self) -> Vec<usize> {
        self.0.galois_elements().collect()
    }

    fn lend(&self, exponent: usize) -> Result<std::borrow::Cow<'_, GaloisKeys>, Away> {
        if self.2 == Some(exponent) {
            return Err(Away(exponent));
        }
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(std::borrow::Cow::Owned(self.0.clone()))
    }
}

#[test]
fn keys_are_lent_once_each_and_one_that_is_missing_ends_the_work() {
    let mut recipe = recipe(problem(6, Direction::Forward, 0), 12, Arrangement::Repeated, &[(64, 8)]);
    (recipe.limbs, recipe.output_limbs) = (vec![4], 2);
    let mut moduli = RnsBasis::choose_moduli(1 << 12, &[45, 40, 40, 40, 40], P32::MODULUS[0]).expect("primes");
    let special = moduli.split_off(4);
    let bfv = Bfv::<P32>::new(
        Parameters::new(ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() })
            .expect("valid"),
    );
    let (bfv, mut rng) = (bfv.expect("a scheme"), rng(4));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<P32>::new(&FieldRing::new(), &recipe).expect("a root");
    let x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("a key");
    let whole = Encrypted::new(&bfv, &keys, &diagonals).expect("keys").transform(x.clone(), &mut |_| true).expect("budget");
    for at_once in [0, 1, 3, 100] {
        let lent = Lent(&keys, 0.into(), None);
        let algebra = Encrypted::new(&bfv, &lent, &diagonals).expect("keys").at_once(at_once);
        assert_eq!(algebra.transform(x.clone(), &mut |_| true).expect("budget"), whole, "{at_once} at once");
        // Seven baby steps and the giant step, which is taken seven times.
        assert_eq!(lent.1.into_inner(), 8, "{at_once} at once");
    }
    for away in recipe.galois_elements() {
        let lent = Lent(&keys, 0.into(), Some(away));
        let algebra = Encrypted::new(&bfv, &lent, &diagonals).expect("keys");
        assert_eq!(algebra.transform(x.clone(), &mut |_| true), Err(EncryptedError::Keys(Away(away))));
    }
}

fn ask(log: u32, key: KeyKind) -> SlotRequest {
    SlotRequest { key, ..SlotRequest::new(problem(log, Direction::Forward, 0)) }
}

#[test]
fn memory_and_keys_that_are_scarce_are_met_by_fewer_baby_steps() {
    let (free, _) = design(&FieldRing::<Bn254>::new(), &ask(9, KeyKind::Secret)).expect("a design");
    let frugal = |design: &SlotDesign| design.working_within(0, 1).expect_err("more than nothing");
    let all = |design: &SlotDesign| design.working_within(u64::MAX, 7).expect("any will do");
    assert_eq!(all(&free), Working { keys: KeyPlace::Memory, at_once: 7 });
    let memory = frugal(&free) * 3 / 4;
    let (tight, _) = design(&FieldRing::<Bn254>::new(), &SlotRequest { memory, ..ask(9, KeyKind::Secret) }).expect("a design");
    assert!(frugal(&tight) <= memory && tight.seconds >= free.seconds, "{} of {memory}", frugal(&tight));
    let key_bytes = free.galois_key_bytes / 2;
    let (tight, _) =
        design(&FieldRing::<Bn254>::new(), &SlotRequest { key_bytes, ..ask(9, KeyKind::Secret) }).expect("a design");
    assert!(tight.galois_key_bytes <= key_bytes && tight.seconds >= free.seconds);
}

#[test]
fn a_design_from_outside_is_checked_part_by_part() {
    let (good, _) = design(&FieldRing::<P32>::new(), &ask(6, KeyKind::Secret)).expect("a design");
    assert!(good.check(&FieldRing::<P32>::new()).is_ok());
    let refused = |change: &dyn Fn(&mut SlotDesign), words: &str| {
        let mut bad = good.clone();
        change(&mut bad);
        let text = bad.check(&FieldRing::<P32>::new()).expect_err("refused").to_string();
        assert!(text.contains(words), "{text:?} does not say {words:?}");
    };
    assert!(good.check(&FieldRing::<Goldilocks>::new()).is_err());
    refused(&|d| d.field = "f7".into(), "f7");
    for log in [0, 11, 17, 63, 64, u32::MAX] {
        refused(&|d| d.recipe.log_degree = log, "ring degree");
        refused(&|d| (d.recipe.log_degree, d.literal.log_degree) = (log, log), "ring degree");
    }
    for log in [0, 21, u32::MAX] {
        refused(&|d| d.recipe.problem.log_columns = log, "columns");
    }
    refused(&|d| d.recipe.problem.shift = u64::MAX, "coset");
    refused(&|d| d.recipe.problem.log_blowup = 1, "not padded");
    refused(&|d| d.recipe.layers.clear(), "radices");
    refused(&|d| d.recipe.layers[0].baby = usize::MAX, "baby");
    refused(&|d| d.recipe.limbs[0] = 63, "limb");
    refused(&|d| d.recipe.output_limbs = usize::MAX, "limb");
    refused(&|d| d.literal.special.clear(), "special primes");
    refused(&|d| d.literal.moduli.clear(), "0 moduli");
    refused(&|d| d.literal.moduli[0] = 0, "0");
    // Beyond the limit of security as well, which would be named first.
    refused(&|d| (d.literal.special[0], d.literal.insecure) = (u64::MAX, true), &u64::MAX.to_string());
}

#[test]
fn a_public_key_is_planned_for_or_its_budget_is_told() {
    for log in 2..12 {
        let (secret, _) = design(&FieldRing::<Bn254>::new(), &ask(log, KeyKind::Secret)).expect("a design");
        let (public, _) = design(&FieldRing::<Bn254>::new(), &ask(log, KeyKind::Public)).expect("a design");
        assert!(
            public.key == KeyKind::Public
                && public.takes_public_key(&FieldRing::<Bn254>::new())
                && public.budget_after(&FieldRing::<Bn254>::new(), KeyKind::Public) == public.budget_after
        );
        assert!(
            secret.key == KeyKind::Secret
                && secret.budget_after(&FieldRing::<Bn254>::new(), KeyKind::Secret) == secret.budget_after
        );
        assert!(secret.budget_after(&FieldRing::<Bn254>::new(), KeyKind::Public) < secret.budget_after);
    }
}

/// A modulus with as many roots as the transform needs, and fewer than there are coefficients.
#[test]
fn fewer_slots_than_coefficients_are_refused() {
    let parameters = Parameters::builder().log_degree(10).log_q(&[50; 3]).log_p(&[50]).insecure().build().expect("valid");
    let t = PlaintextModulus::new(7681).expect("a modulus");
    let bfv = Bfv::<u64>::with_modulus(parameters, t).expect("a scheme");
    let secret = SecretKey::generate(&bfv, &mut rng(7));
    let refused = FheError::FewSlots { field: "7681".into(), slots: 256, needed: 1024 };
    for (arrangement, log, layer) in [(Arrangement::Interleaved, 3, (8, 4)), (Arrangement::Repeated, 9, (512, 16))] {
        let mut recipe = recipe(problem(log, Direction::Forward, 1), 10, arrangement, &[layer]);
        (recipe.limbs, recipe.output_limbs) = (vec![3], 3);
        let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng(8)).expect("special primes");
        let Some(diagonals) = Diagonals::<u64>::new(&t, &recipe) else { panic!("{arrangement:?}: no root") };
        assert_eq!(Encrypted::new(&bfv, &keys, &diagonals).err(), Some(EncryptedError::Scheme(refused.clone())));
    }
}

#[test]
fn words_that_are_no_residues_are_not_encoded_for_a_transform() {
    let parameters = Parameters::builder().log_degree(10).log_q(&[50; 2]).insecure().build().expect("valid");
    let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537).expect("a modulus")).expect("a scheme");
    let encoded = EncodedTransform::new(&bfv, problem(2, Direction::Forward, 0)).expect("roots");
    assert!(encoded.encode_for_transform(&bfv, &[0, 1, 2, 65536]).is_ok());
    let refused = FheError::Unreduced { place: 3, modulus: "65537".into() };
    assert_eq!(encoded.encode_for_transform(&bfv, &[0, 1, 2, 65537]).err(), Some(refused));
}

/// Diagonals and encodings that were made for another modulus or ring would give other values.
#[test]
fn diagonals_over_another_modulus_are_refused() {
    let [t, other] = [65537, 786_433].map(|t| PlaintextModulus::new(t).expect("a prime"));
    let (design, _) = design(&t, &SlotRequest::new(problem(6, Direction::Forward, 0))).expect("a design");
    let parameters = design.check(&t).expect("valid");
    let bfv = Bfv::<u64>::with_modulus(parameters, t).expect("a scheme");
    let mut rng = ChaCha20Rng::seed_from_u64(17);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, design.recipe.galois_elements(), &mut rng).expect("special primes");
    let refused = FheError::PlaintextModulus { found: "786433".into(), expected: "65537".into() };
    for (t, expected) in [(t, None), (other, Some(EncryptedError::Scheme(refused.clone())))] {
        let diagonals = Diagonals::<u64>::new(&t, &design.recipe).expect("roots");
        assert_eq!(Encrypted::new(&bfv, &keys, &diagonals).err(), expected);
    }
    let log_degree = design.recipe.log_degree;
    let encode = |t: PlaintextModulus, log_degree| {
        let moduli = RnsBasis::choose_moduli(1usize << log_degree, &[50, 50], 0).expect("primes");
        let literal = ParametersLiteral { log_degree, moduli, insecure: true, ..ParametersLiteral::default() };
        let made_for = Bfv::<u64>::with_modulus(Parameters::new(literal).expect("parameters"), t).expect("a scheme");
        let encoded = EncodedTransform::new(&made_for, problem(6, Direction::Forward, 0)).expect("roots");
        encoded.encode_for_transform(&bfv, &[1; 64]).map(|_| ())
    };
    // Primes do not matter to a plaintext.
    assert_eq!(encode(t, log_degree), Ok(()));
    assert_eq!(encode(other, log_degree), Err(refused));
    let (found, expected) = (1usize << log_degree, 1usize << (log_degree - 1));
    assert_eq!(encode(t, log_degree - 1), Err(FheError::Degree { found, expected }));
}
