use crate::columns::design::LayoutChoice;
use crate::cost::Cost;
use crate::over::bfv::Prepared;
use crate::over::counts::{Counts, counts};
use crate::over::plain;
use crate::*;
use chacha20::ChaCha20Rng;
use core::ops::Range;
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{Bfv, Ciphertext, SecretKey};
use papilio_field::FieldRing;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use rand_core::{Rng, SeedableRng};

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn matrix<F: DftField>(elements: usize, seed: u64) -> Vec<F> {
    let mut rng = rng(seed);
    (0..elements).map(|_| F::random(&mut rng)).collect()
}

/// A random problem of at most `2^max_log` columns.
fn random_problem(rng: &mut impl Rng, max_log: u32) -> Problem {
    let log_columns = 1 + rng.next_u32() % max_log;
    let direction = if rng.next_u32().is_multiple_of(2) { Direction::Forward } else { Direction::Inverse };
    let shift = u64::from(rng.next_u32() % 2) * u64::from(rng.next_u32() % 5);
    let log_blowup = if direction == Direction::Forward { (rng.next_u32() % 4).min(log_columns) } else { 0 };
    Problem { log_columns, direction, shift, log_blowup }
}

fn random_radices(rng: &mut impl Rng, mut log: u32) -> Vec<usize> {
    let mut radices = Vec::new();
    while log > 0 {
        let part = 1 + rng.next_u32() % log;
        radices.push(1 << part);
        log -= part;
    }
    radices
}

fn random_recipe(rng: &mut impl Rng, problem: Problem) -> Recipe {
    let radices = random_radices(rng, problem.log_columns);
    let evaluator = if rng.next_u32().is_multiple_of(2) { ProductSharing::Dense } else { ProductSharing::Shared };
    Recipe { problem, limbs: vec![1; radices.len()], radices, evaluator, output_limbs: 1 }
}

/// The definition: every output by evaluation or interpolation, point by point.
fn naive<F: DftField>(problem: &Problem, input: &[F]) -> Vec<F> {
    let (n, g) = (problem.columns(), problem.shift_element(&FieldRing::<F>::new()).expect("a generator"));
    let root = F::root_of_unity(problem.log_columns).expect("root");
    let mut padded = input.to_vec();
    padded.resize(n, F::ZERO);
    match problem.direction {
        Direction::Forward => papilio_ntt::naive::dft(root, g, &padded),
        Direction::Inverse => {
            let scale = F::from_u64(n as u64).inverse().expect("n is not 0");
            let sums = papilio_ntt::naive::dft(root.inverse().expect("root"), F::ONE, &padded);
            let back = g.inverse().expect("a unit");
            sums.iter().enumerate().map(|(i, &y)| y * scale * back.pow(&[i as u64])).collect()
        }
    }
}

fn random_recipes_over_the_plain_field<F: DftField>(count: u64) {
    for seed in 0..count {
        let mut rng = rng(seed);
        let problem = random_problem(&mut rng, 7);
        let recipe = random_recipe(&mut rng, problem);
        recipe.check().expect("a recipe");
        let input = matrix::<F>(problem.inputs(), seed);
        let output = plain::transform(&FieldRing::<F>::new(), &recipe, 1, &input).expect("root");
        assert_eq!(output, naive(&problem, &input), "{recipe:?}");
        assert_eq!(
            layout::reference(&FieldRing::<F>::new(), &problem, 1, input.clone()).expect("root"),
            output,
            "reference of {problem:?}"
        );
    }
}

#[test]
fn random_recipes_equal_the_naive_transform() {
    random_recipes_over_the_plain_field::<P32>(300);
    random_recipes_over_the_plain_field::<Goldilocks>(300);
    random_recipes_over_the_plain_field::<Bn254>(100);
}

#[test]
fn blocked_layouts_equal_the_naive_transform() {
    for seed in 0..300 {
        let mut rng = rng(1000 + seed);
        let outer = Problem { log_columns: 2 + rng.next_u32() % 5, ..random_problem(&mut rng, 2) };
        let outer = Problem { log_blowup: outer.log_blowup.min(outer.log_columns - 1), ..outer };
        let log_blocks = 1 + rng.next_u32() % (outer.log_columns - outer.log_blowup.max(1));
        let layout = Layout::Blocked { log_blocks, after: outer.log_blowup > 0 || seed % 2 == 0 };
        let inner = layout.inner(&outer);
        let recipe = random_recipe(&mut rng, inner);
        let lanes = 3;
        let input = matrix::<Goldilocks>(outer.inputs() * lanes, seed);
        let packed = layout.pack(&FieldRing::<Goldilocks>::new(), &outer, lanes, input.clone()).expect("root");
        let values = plain::transform(&FieldRing::<Goldilocks>::new(), &recipe, lanes << log_blocks, &packed).expect("root");
        let output = layout.unpack(&FieldRing::<Goldilocks>::new(), &outer, lanes, values).expect("root");
        for lane in 0..lanes {
            let column = |m: &[Goldilocks]| m.iter().skip(lane).step_by(lanes).copied().collect::<Vec<_>>();
            assert_eq!(column(&output), naive(&outer, &column(&input)), "{outer:?} {layout:?}");
        }
    }
}

#[test]
fn dense_counts_are_those_of_the_seed_tables() {
    // Columns, depth, products, additions: "Constant-Depth NTT for FHE-Based Private Proof
    // Delegation" (2025), section 4.
    let tables = [
        (7, [(16384, 16256), (3072, 2816), (2048, 1664), (2816, 2304), (2048, 1408)]),
        (8, [(65536, 65280), (8192, 7680), (6144, 5376), (4096, 3072), (6144, 4864)]),
        (12, [(16_777_216, 16_773_120), (524_288, 516_096), (196_608, 184_320), (131_072, 114_688), (131_072, 110_592)]),
    ];
    for (log_columns, rows) in tables {
        for (depth, (multiplies, additions)) in (1..).zip(rows) {
            let radices = Recipe::constant_depth(log_columns, depth).expect("radices");
            let problem = Problem::forward(1 << log_columns).expect("columns");
            let recipe =
                Recipe { problem, limbs: vec![1; radices.len()], radices, evaluator: ProductSharing::Dense, output_limbs: 1 };
            let Counts { ct_pt_multiplies, ct_ct_additions, rotations, key_switches, .. } = counts(&recipe);
            assert_eq!(
                (ct_pt_multiplies, ct_ct_additions, rotations, key_switches),
                (multiplies, additions, 0, 0),
                "{recipe:?}"
            );
        }
    }
    assert_eq!(Recipe::constant_depth(7, 8), None);
    assert_eq!(layout::near_square(5570), (64, 128));
    assert_eq!(layout::near_square(22_280), (128, 256));
    assert_eq!(layout::near_square(2_250_280), (1024, 4096));
}

#[test]
fn shared_products_are_a_third() {
    for (radix, distinct) in [(2, 1), (4, 5), (8, 21), (16, 85)] {
        let problem = Problem::forward(radix).expect("columns");
        let recipe =
            Recipe { problem, radices: vec![radix], evaluator: ProductSharing::Shared, limbs: vec![1], output_limbs: 1 };
        let counts = counts(&recipe);
        assert_eq!((counts.ct_pt_multiplies, counts.distinct_products), (distinct, distinct));
    }
}

fn request(problem: Problem, lanes: usize) -> Request {
    Request { log_degree: Some(12), insecure: true, ..Request::new(problem, lanes) }
}

/// Encrypts, transforms in windows, decrypts; returns the output and the least budget.
fn run<F: DftField>(design: &Design, input: &[F], window: usize) -> (Vec<F>, f64) {
    let mut rng = rng(99);
    let parameters = Parameters::new(design.literal.clone()).expect("parameters");
    let (degree, basis) = (parameters.degree(), parameters.basis().clone());
    let bfv = Bfv::<F>::new(parameters).expect("scheme");
    let secret = SecretKey::generate(&bfv, &mut rng);
    let packed = design.layout.pack(&FieldRing::<F>::new(), &design.outer, design.lanes, input.to_vec()).expect("root");
    let encrypt = |values: &[F]| {
        let plaintext = bfv.encode_coefficients(values).expect("fits");
        bfv.encrypt_seeded(&secret, &plaintext, &mut rng).and_then(|x| x.expand(&bfv)).expect("a key")
    };
    let inputs: Vec<Ciphertext> = packed.chunks_exact(design.values()).map(encrypt).collect();
    let source = MemorySource::<Canceled>::new(&inputs);
    let constants = Constants::<F>::new(&FieldRing::new(), &design.recipe).expect("root");
    let prepared = Prepared::new(&design.recipe, &constants, &basis).expect("prepared");
    let sink = MemorySink::<Canceled>::new(design.recipe.problem.columns(), design.recipe.output_limbs, degree);
    for start in (0..degree).step_by(window) {
        let mut batch = Batch::new(&prepared, start..start + window);
        batch.load(&prepared, &source, &|_| true).expect("not canceled");
        batch.transform(&prepared, &|_| true).expect("not canceled");
        batch.store(&prepared, &sink, &|_| true).expect("not canceled");
    }
    let mut least = f64::INFINITY;
    let noise = design.output_noise(&FieldRing::<F>::new());
    let outputs = sink.into_ciphertexts(&bfv, secret.id(), &noise).expect("levels");
    let values = outputs.into_iter().flat_map(|ciphertext| {
        least = least.min(bfv.noise_budget_bits(&secret, &ciphertext).expect("a key"));
        let values = bfv.decrypt(&secret, &ciphertext).expect("budget").plaintext.into_coefficients();
        values[..design.values()].to_vec()
    });
    let values: Vec<F> = values.collect();
    (design.layout.unpack(&FieldRing::<F>::new(), &design.outer, design.lanes, values).expect("root"), least)
}

fn check_design<F: DftField>(request: &Request, seed: u64) -> f64 {
    let (design, _) = design(&FieldRing::<F>::new(), request, &Cost::here()).unwrap_or_else(|e| panic!("{request:?}: {e}"));
    let input = matrix::<F>(design.outer.inputs() * design.lanes, seed);
    let (output, budget) = run(&design, &input, 1 << 12);
    assert_eq!(
        output,
        layout::reference(&FieldRing::<F>::new(), &design.outer, design.lanes, input).expect("root"),
        "{design:?}"
    );
    assert!(budget >= design.predicted.after, "{:.2} measured, {:.2} predicted: {design:?}", budget, design.predicted.after);
    budget - design.predicted.after
}

#[test]
fn random_designs_over_ciphertexts_are_exact_and_their_noise_is_predicted() {
    let mut gaps = Vec::new();
    for seed in 0..24u64 {
        let mut rng = rng(seed);
        let problem = random_problem(&mut rng, 5);
        let mut request = request(problem, 1 << (rng.next_u32() % 4));
        request.layout = [LayoutChoice::Columns, LayoutChoice::Blocked][seed as usize % 2];
        if request.layout == LayoutChoice::Columns {
            let radices = random_radices(&mut rng, problem.log_columns);
            request.radices = Some(radices);
        }
        request.lanes = if request.layout == LayoutChoice::Blocked { 1 << 11 } else { request.lanes };
        request.evaluator = if rng.next_u32().is_multiple_of(3) { ProductSharing::Dense } else { ProductSharing::Shared };
        request.follow_noise = !rng.next_u32().is_multiple_of(4);
        request.switch_output = !rng.next_u32().is_multiple_of(4);
        gaps.push(match seed % 3 {
            0 => check_design::<P32>(&request, seed),
            1 => check_design::<Goldilocks>(&request, seed),
            _ => check_design::<Bn254>(&request, seed),
        });
    }
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    assert!(mean < 8.0, "predictions are {mean:.1} bits below the measurements on average: {gaps:?}");
}

#[test]
fn windows_give_the_result_of_the_whole_and_dense_that_of_shared() {
    let mut request = request(Problem::forward(64).expect("columns"), 16);
    request.layout = LayoutChoice::Columns;
    let mut results = Vec::new();
    for (evaluator, radices) in [(ProductSharing::Shared, [4, 16]), (ProductSharing::Dense, [4, 16])] {
        (request.evaluator, request.radices) = (evaluator, Some(radices.to_vec()));
        let (design, _) = design(&FieldRing::<P32>::new(), &request, &Cost::here()).expect("design");
        let input = matrix::<P32>(64 * 16, 5);
        results.push(run(&design, &input, 1 << 12));
        results.push(run(&design, &input, 256));
    }
    assert!(results.iter().all(|r| r.0 == results[0].0), "values differ");
    assert_eq!(results[0].1, results[1].1, "a window changes nothing, noise included");
}

/// Transforms random residues of a small ring with one kernel.
fn transform_with(kernel: &'static papilio_ntt::Kernel, recipe: &Recipe, moduli: &[u64]) -> Vec<Vec<u64>> {
    let degree = 1 << 8;
    let basis = papilio_ring::RnsBasis::with_kernel(kernel, degree, moduli).expect("basis");
    let constants = Constants::<P32>::new(&FieldRing::new(), recipe).expect("root");
    let prepared = Prepared::new(recipe, &constants, &basis).expect("prepared");
    let random = Random(basis);
    let sink = MemorySink::<Canceled>::new(recipe.problem.columns(), recipe.output_limbs, degree);
    let mut batch = Batch::new(&prepared, 0..degree);
    batch.load(&prepared, &random, &|_| true).expect("not canceled");
    batch.transform(&prepared, &|_| true).expect("not canceled");
    batch.store(&prepared, &sink, &|_| true).expect("not canceled");
    sink.into_residues()
}

/// Residues that depend on the index, the limb and the coefficient alone.
struct Random(papilio_ring::RnsBasis);

impl Source for Random {
    type Error = Canceled;
    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Canceled> {
        for (i, limb) in out.chunks_exact_mut(window.len()).enumerate() {
            let seed = [index as u8, (i / self.0.limbs()) as u8];
            let uniform = papilio_fhe::seeds::ciphertext_mask(core::array::from_fn(|b| seed[b % 2]));
            uniform.fill(self.0.modulus(i % self.0.limbs()), i % self.0.limbs(), window.start, limb);
        }
        Ok(())
    }
}

#[test]
fn every_kernel_gives_the_same_ciphertexts() {
    let kernels = papilio_ntt::Kernel::all();
    let names: Vec<_> = kernels.iter().map(|k| k.name()).collect();
    println!("kernels exercised: {names:?}");
    let mut expected = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
        let rows = [
            ("avx512ifma", avx512 && is_x86_feature_detected!("avx512ifma")),
            ("avx512", avx512),
            ("avx512dq", avx512),
            ("avx2fma", is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")),
            ("avx2", is_x86_feature_detected!("avx2")),
        ];
        expected.extend(rows.iter().filter(|(_, runs)| *runs).map(|(name, _)| *name));
    }
    expected.push("scalar");
    if std::env::var("PAPILIO_KERNEL").is_err() {
        assert_eq!(names, expected);
    }
    for seed in 0..40u64 {
        let mut rng = rng(seed);
        let problem = random_problem(&mut rng, 6);
        let mut recipe = random_recipe(&mut rng, problem);
        // Any schedule will do: the arithmetic is compared, not the noise.
        let bits: Vec<u32> = (0..1 + rng.next_u32() % 5).map(|_| 25 + rng.next_u32() % 23).collect();
        let moduli = papilio_ring::RnsBasis::choose_moduli(1 << 8, &bits, 0).expect("primes");
        let mut limbs = moduli.len();
        recipe.limbs[0] = limbs;
        for s in 1..recipe.layers() {
            limbs -= rng.next_u32() as usize % limbs.min(3);
            recipe.limbs[s] = limbs;
        }
        recipe.output_limbs = limbs - rng.next_u32() as usize % limbs.min(2);
        let results: Vec<_> = kernels.iter().map(|kernel| transform_with(kernel, &recipe, &moduli)).collect();
        assert!(results.iter().all(|r| *r == results[0]), "{names:?} differ for {recipe:?} modulo {moduli:?}");
    }
}

#[test]
fn refusals_name_the_numbers() {
    let cost = Cost::here();
    let mut deep = request(Problem::forward(4096).expect("columns"), 64);
    (deep.insecure, deep.radices, deep.layout) = (false, Some(vec![2; 12]), LayoutChoice::Columns);
    let error = design(&FieldRing::<P32>::new(), &deep, &cost).expect_err("12 layers at N = 4096").to_string();
    assert!(error.contains("12 layers") && error.contains("106") && error.contains("more than"), "{error}");
    let wrong = Request { radices: Some(vec![3, 5]), ..deep.clone() };
    assert!(matches!(
        design(&FieldRing::<P32>::new(), &wrong, &cost),
        Err(DesignError::Recipe(RecipeError::Radices { product: 15, .. }))
    ));
    let large = Problem { log_columns: 21, ..deep.problem };
    assert!(matches!(
        design(&FieldRing::<P32>::new(), &Request { problem: large, ..deep.clone() }, &cost),
        Err(DesignError::Problem(_))
    ));
    assert!(matches!(Problem::forward(96), Err(ProblemError::Columns(96))));
    let lanes = Request { lanes: 48, ..deep };
    assert!(matches!(design(&FieldRing::<P32>::new(), &lanes, &cost), Err(DesignError::Lanes { lanes: 48, .. })));
}
