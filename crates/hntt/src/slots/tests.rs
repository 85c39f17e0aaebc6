use super::*;
use crate::{Direction, Problem};
use chacha20::ChaCha20Rng;
use fhe::bfv::{Bfv, GaloisKeys, SecretKey, Slots};
use fhe::bgv::Bgv;
use fhe::{Literal, Params};
use ntt::Field;
use ntt::dft::Dft;
use ntt::field::{Bn254, Goldilocks, P32};
use proptest::prelude::*;
use rand_core::SeedableRng;
use ring::Basis;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn elements<F: Field>(count: usize, seed: u8) -> Vec<F> {
    let mut rng = rng(seed);
    (0..count).map(|_| F::random(&mut rng)).collect()
}

fn problem(log_columns: u32, inverse: bool, shift: u64) -> Problem {
    let direction = if inverse { Direction::Inverse } else { Direction::Forward };
    Problem { log_columns, direction, shift, log_blowup: 0 }
}

/// The transform by the library in the clear.
fn clear<F: Field>(problem: &Problem, values: &[F]) -> Vec<F> {
    let dft = Dft::coset(problem.log_columns, problem.shift_element()).expect("a root");
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

fn agrees<F: Field>(recipe: &SlotRecipe) {
    recipe.check().expect("a recipe");
    let values = elements::<F>(recipe.vectors() * recipe.size(), 1);
    let diagonals = Diagonals::<F>::new(recipe).expect("a root");
    let out = execute(recipe, &Plain(&diagonals), recipe.arrange(&values), &mut |_| true).expect("not cancelled");
    assert_eq!(recipe.collect(&out), clear(&recipe.problem, &values), "{recipe:?}");
}

#[test]
fn every_arrangement_in_both_directions() {
    for inverse in [false, true] {
        for shift in [0, 3] {
            let layers: &[&[(usize, usize)]] = &[&[(32, 8)], &[(8, 3), (4, 4)], &[(4, 2), (2, 1), (4, 5)]];
            for layers in layers {
                let mut layers = layers.to_vec();
                if inverse {
                    layers.reverse();
                }
                let problem = problem(5, inverse, shift);
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
        let mut recipe = recipe(problem(log, inverse, shift), log + extra, arrangement, &layers);
        for s in 0..layers.len() {
            recipe.layers[s].baby = 1 + take(recipe.offsets(s).count as u32) as usize;
        }
        agrees::<P32>(&recipe);
    }
}

#[test]
fn bad_recipes_are_refused() {
    let good = recipe(problem(4, false, 0), 6, Arrangement::Repeated, &[(4, 2), (4, 3)]);
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
    let recipe = recipe(problem(10, false, 0), 11, Arrangement::Repeated, &[(1024, 32)]);
    let counts = Counted::count(&recipe);
    assert_eq!((counts.ct_pt_multiplies, counts.ct_ct_adds, counts.layers), (1024, 1023, 1));
    assert_eq!((counts.rotations, counts.hoisted), (62, 31));
    // Thirty-one baby steps and one giant step.
    assert_eq!(recipe.rotations().0.len(), 32);
}

/// Under encryption at small degrees, which are not secure.
fn encrypted<F: Field>(recipe: &SlotRecipe, bits: &[u32], special: usize) {
    let degree = 1 << recipe.log_degree;
    let plain = if F::WORDS == 1 { F::MODULUS[0] } else { 0 };
    let mut moduli = Basis::choose_moduli(degree, bits, plain).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    let params = Params::new(Literal { log_degree: recipe.log_degree, moduli, special, insecure: true }).expect("valid");
    let model = NoiseModel::of(&params, fhe::noise::fresh_secret().log2());
    let bfv = Bfv::<F>::new(params).expect("a scheme");
    let mut rng = rng(2);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let keys = GaloisKeys::generate(&bfv, &secret, recipe.exponents(), &mut rng).expect("special primes");
    let diagonals = Diagonals::<F>::new(recipe).expect("a root");
    let slots = Slots::new(&bfv).expect("slots");
    let values = elements::<F>(recipe.vectors() * recipe.size(), 3);
    let x = bfv.encrypt_secret(&secret, &slots.encode(&recipe.arrange(&values)).expect("fits"), &mut rng);
    let algebra = Encrypted::new(&bfv, &keys, &diagonals).expect("keys");
    let out = algebra.transform(x.clone(), &mut |_| true).expect("budget");
    let opened = bfv.decrypt(&secret, &out).expect("budget");
    assert_eq!(recipe.collect(&slots.decode(&opened.plaintext)), clear(&recipe.problem, &values));
    let noise = fhe::noise::log2_max(predict::<F>(recipe, &model), degree as f64);
    let predicted = fhe::noise::budget_bits(bfv.params().basis().log2(recipe.output_limbs), Bfv::<F>::log_plain(), noise);
    let measured = bfv.noise_budget_bits(&secret, &out);
    assert!(predicted <= measured && measured < predicted + 4.0, "predicted {predicted:.2}, measured {measured:.2}");
    let bgv = Bgv::over(bfv.clone());
    let input = bgv.from_bfv(x.clone(), model.log2_input).expect("context");
    let output = algebra.transform_bgv(&bgv, input, &mut |_| true).expect("budget");
    assert!(bgv.predicted_budget_bits(&output) <= bgv.noise_budget_bits(&secret, &output));
    let opened = bgv.decrypt(&secret, &output).expect("budget");
    assert_eq!(recipe.collect(&slots.decode(&opened.plaintext)), clear(&recipe.problem, &values));
    let ended = algebra.transform(x, &mut |_| false);
    assert_eq!(ended, Err(EncryptedError::Cancelled(crate::Cancelled)));
}

#[test]
fn ciphertexts() {
    let limbs = |mut recipe: SlotRecipe, limbs: &[usize], output: usize| {
        (recipe.limbs, recipe.output_limbs) = (limbs.to_vec(), output);
        recipe
    };
    let forward = |arrangement, log, layers: &[(usize, usize)]| recipe(problem(log, false, 1), 12, arrangement, layers);
    encrypted::<P32>(&limbs(forward(Arrangement::Repeated, 6, &[(64, 8)]), &[4], 2), &[40, 40, 40, 40, 45], 1);
    encrypted::<P32>(&limbs(forward(Arrangement::Interleaved, 6, &[(8, 4), (8, 4)]), &[5, 3], 2), &[45; 7], 2);
    encrypted::<Bn254>(&limbs(forward(Arrangement::Whole, 12, &[(64, 8), (64, 16)]), &[20, 14], 7), &[47; 25], 5);
    let inverse = recipe(problem(5, true, 1), 12, Arrangement::Repeated, &[(4, 3), (8, 4)]);
    encrypted::<Goldilocks>(&limbs(inverse, &[7, 5], 3), &[47; 9], 2);
}

#[test]
fn designs_are_within_their_limits() {
    let request = |log: u32, method: Method| SlotRequest {
        problem: problem(log, false, 0),
        method,
        interleaved: false,
        log_degree: None,
        memory: 8 << 30,
        key_bytes: 2 << 30,
        insecure: false,
        public_key: false,
    };
    for (log, method) in [(15, Method::Diagonal), (15, Method::Factored), (8, Method::Auto), (12, Method::Auto)] {
        let (design, others) = design::design::<Bn254>(&request(log, method)).expect("a design");
        let params = design.check::<Bn254>().expect("valid");
        assert!(params.security_bits() >= 128 && design.budget_after > 0.0);
        assert!(design.memory_bytes <= 8 << 30 && design.galois_key_bytes <= 2 << 30);
        assert!(others.iter().all(|other| other.seconds >= design.seconds));
        let switching = params.switching().expect("special primes");
        let stored = GaloisKeys::stored_bytes(switching, design.recipe.exponents().len());
        assert_eq!(stored as u64, design.galois_key_bytes);
    }
    let tight = SlotRequest { key_bytes: 1 << 20, ..request(12, Method::Auto) };
    assert!(matches!(design::design::<Bn254>(&tight), Err(design::SlotDesignError::Limits { key_limit: 1_048_576, .. })));
    let small = SlotRequest { log_degree: Some(13), ..request(12, Method::Auto) };
    assert!(matches!(design::design::<Bn254>(&small), Err(design::SlotDesignError::Noise { degree: 8192, .. })));
    let many = SlotRequest { ..request(17, Method::Auto) };
    assert!(matches!(design::design::<Bn254>(&many), Err(design::SlotDesignError::Size { size: 131_072, .. })));
}

#[test]
fn coefficients_read_in_slots_are_transformed() {
    let moduli = Basis::choose_moduli(1 << 12, &[40, 40], 0).expect("primes");
    let params = Params::new(Literal { log_degree: 12, moduli, special: vec![], insecure: true }).expect("valid");
    let bfv = Bfv::<P32>::new(params).expect("a scheme");
    let slots = Slots::new(&bfv).expect("slots");
    for (log, inverse, shift) in [(12, false, 0), (12, true, 0), (5, false, 1), (7, true, 2), (1, false, 1)] {
        let problem = problem(log, inverse, shift);
        let encoded = EncodedTransform::new(&bfv, problem).expect("fits");
        let values = elements::<P32>(1 << log, 9);
        let plaintext = encoded.encode_for_transform(&bfv, &values).expect("fits");
        assert_eq!(encoded.collect(&slots.decode(&plaintext)), clear(&problem, &values), "{problem:?}");
        assert!(encoded.encode_for_transform(&bfv, &values[1..]).is_err());
    }
    assert!(EncodedTransform::<P32>::new(&bfv, problem(13, false, 0)).is_err());
}
