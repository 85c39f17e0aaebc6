use crate::bfv::*;
use crate::bgv::Bgv;
use crate::{Parameters, ParametersLiteral, observed};
use chacha20::ChaCha20Rng;
use num_bigint::BigInt;
use papilio_field::Field;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

struct Bench<F: Field> {
    bfv: Bfv<F>,
    secret: SecretKey,
    public: PublicKey,
    message: Plaintext<F>,
    rng: ChaCha20Rng,
}

impl<F: Field> Bench<F> {
    fn new(bits: &[u32]) -> Self {
        let moduli = RnsBasis::choose_moduli(1 << 12, bits, 0).expect("primes");
        let literal =
            ParametersLiteral { log_degree: 12, moduli, special: vec![], insecure: true, ..ParametersLiteral::default() };
        let bfv = Bfv::<F>::new(Parameters::new(literal).expect("parameters")).expect("scheme");
        let mut rng = ChaCha20Rng::from_seed([8; 32]);
        let secret = SecretKey::generate(&bfv, &mut rng);
        let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
        let values: Vec<F> = (0..1 << 12).map(|_| F::random(&mut rng)).collect();
        Self { message: bfv.encode_coefficients(&values).expect("fits"), bfv, secret, public, rng }
    }

    fn fresh(&mut self) -> Ciphertext {
        self.bfv.encrypt_public(&self.public, &self.message, &mut self.rng).expect("context")
    }

    fn flood(&mut self, x: &Ciphertext, bits: u32) -> Result<Ciphertext, FheError> {
        self.bfv.flood(x, bits, &self.public, &mut self.rng)
    }

    /// The greatest distance that is allowed.
    fn most(&mut self, x: &Ciphertext) -> u32 {
        (0..2000).take_while(|&bits| self.flood(x, bits).is_ok()).last().expect("some")
    }

    /// `c_0 + c_1·s − ⌊Q·m/t⌉`, centered.
    fn noise(&self, x: &Ciphertext) -> Vec<BigInt> {
        let (basis, level) = (self.bfv.parameters().basis(), x.level());
        let [body, mask] = x.parts();
        let mut phase = mask.clone();
        phase.convolve_assign(basis, self.secret.secret());
        phase.add_assign(basis, body);
        let q = observed::product(basis, level);
        let weight = |i: usize| {
            let (m, rest) = (basis.modulus(i), basis.product_mod(basis.modulus(i), level, Some(i)));
            &q / BigInt::from(m.value()) * m.inverse(rest)
        };
        let weights: Vec<BigInt> = (0..level).map(weight).collect();
        let centered = |x: BigInt| {
            let x = ((x % &q) + &q) % &q;
            if &x * 2 > q { x - &q } else { x }
        };
        let lift = |j: usize| weights.iter().enumerate().map(|(i, weight)| weight * phase.limb(i)[j]).sum::<BigInt>();
        let message = self.message.coefficients().iter().map(|&m| observed::scaled(basis, level, m));
        message.enumerate().map(|(j, m)| centered(lift(j) - m)).collect()
    }
}

fn ratio(x: &BigInt, by: &BigInt) -> f64 {
    i64::try_from((x << 40) / by).expect("small") as f64 / 2f64.powi(40)
}

/// Uniform over an interval that depends on the level alone, at every level, for narrow and wide
/// intervals.
fn noise_fills_the_interval<F: Field>(bits: &[u32]) {
    let mut bench = Bench::<F>::new(bits);
    for level in (1..=bits.len()).rev() {
        if bench.bfv.check_modulus(level).is_err() {
            break;
        }
        let mut x = bench.fresh();
        bench.bfv.mod_switch_to_assign(&mut x, level).expect("a level");
        let Ok(flooded) = bench.flood(&x, 1) else {
            assert_eq!(level, 1, "{}", F::NAME);
            break;
        };
        assert_eq!(flooded.level(), level);
        let opened = bench.bfv.decrypt(&bench.secret, &flooded).expect("a bit is left");
        assert!(opened.plaintext == bench.message && (1.0..2.01).contains(&opened.predicted_bits), "{}", opened.predicted_bits);
        let half = BigInt::from(1) << (bench.bfv.flood_width(level) as u32 - 1);
        let places: Vec<f64> = bench.noise(&flooded).iter().map(|e| ratio(e, &half)).collect();
        let share = |from: f64, to: f64| places.iter().filter(|&&x| (from..to).contains(&x)).count() as f64 / 4096.0;
        // Five standard deviations of a share of a sixteenth are 0.019.
        for i in -8..8 {
            let share = share(f64::from(i) / 8.0, f64::from(i + 1) / 8.0);
            assert!((share - 0.0625).abs() < 0.019, "{} at {level}: a share of {share} from {i}/8 on", F::NAME);
        }
        assert!(share(-1.0005, -0.99) > 0.0 && share(0.99, 1.0005) > 0.0, "{}: nothing near the ends", F::NAME);
        assert!(places.iter().all(|x| x.abs() < 1.0005), "{}: beyond the ends", F::NAME);
        let bound = flooded.noise().log2_max(4096) - bench.bfv.flood_width(level) + 1.0;
        assert!((0.0007..0.01).contains(&bound), "{bound}");
    }
}

#[test]
fn noise_is_uniform() {
    noise_fills_the_interval::<P32>(&[50, 50, 50]);
    noise_fills_the_interval::<P32>(&[60, 36, 40, 61]);
    noise_fills_the_interval::<Goldilocks>(&[50, 61, 47]);
    noise_fills_the_interval::<Bn254>(&[50; 9]);
}

/// All bits that the budget allows, and not one more; at the least budget as well.
#[test]
fn the_budget_is_used_to_the_end() {
    let mut bench = Bench::<P32>::new(&[50, 50, 50]);
    let mut x = bench.fresh();
    let mut seen = Vec::new();
    loop {
        let Ok(_) = bench.flood(&x, 0) else { break };
        let most = bench.most(&x);
        seen.push(most);
        let flooded = bench.flood(&x, most).expect("allowed");
        assert!(bench.bfv.decrypt(&bench.secret, &flooded).expect("a bit is left").plaintext == bench.message, "{most}");
        // The distance is that stated, by the noise that there is.
        let sum: BigInt = bench.noise(&x).iter().map(|e| BigInt::from(e.magnitude().clone())).sum();
        let distance = sum.bits() as f64 - bench.bfv.flood_width(3);
        assert!(distance <= -f64::from(most) && distance > -f64::from(most) - 8.0, "2^{distance} where 2^-{most} is stated");
        let refused = bench.flood(&x, most + 1).expect_err("beyond");
        let FheError::Flood { bits, available, needed } = refused else { panic!("{refused}") };
        assert!(bits == most + 1 && available < needed && needed <= available + 1.0, "{refused}");
        assert!(available <= bench.bfv.predicted_budget_bits(&x), "{refused}");
        assert!(matches!(bench.flood(&x, u32::MAX), Err(FheError::Flood { .. })));
        bench.bfv.mul_scalar_assign(&mut x, P32::from_u64(1 << 16)).expect("context");
        bench.bfv.mul_scalar_assign(&mut x, P32::from_u64(1 << 16)).expect("context");
        let power = P32::from_u64(1 << 16) * P32::from_u64(1 << 16);
        let message: Vec<P32> = bench.message.coefficients().iter().map(|&m| m * power).collect();
        bench.message = bench.bfv.encode_coefficients(&message).expect("fits");
    }
    // In the first round, the noise of the encryption of zero that is added counts.
    assert!(seen.len() == 3 && seen.windows(2).all(|pair| (31..=32).contains(&(pair[0] - pair[1]))), "{seen:?}");
}

/// Nothing that a flooded ciphertext carries tells two circuits apart, and no part of it is what it
/// was.
#[test]
fn results_tell_nothing_of_the_circuit() {
    let mut bench = Bench::<P32>::new(&[50, 50, 50]);
    let x = bench.fresh();
    let mut y = bench.fresh();
    let zero = bench.bfv.encrypt_public(&bench.public, &bench.bfv.zero(), &mut bench.rng).expect("context");
    for _ in 0..20 {
        bench.bfv.add_assign(&mut y, &zero).expect("levels");
    }
    let [a, b, again] = [&x, &y, &x].map(|x| bench.flood(x, 20).expect("room"));
    assert_eq!(a.noise(), b.noise());
    assert_eq!((a.key(), b.key()), (bench.secret.id(), bench.secret.id()));
    for (first, second) in [(&a, &x), (&a, &again), (&b, &y), (&a, &b)] {
        for (one, other) in first.parts().iter().zip(second.parts()) {
            observed::assert_apart("a part", one.residues(), other.residues());
            assert!(!one.is_secret());
        }
    }
    // The noises of two are drawn apart.
    let [first, second] = [&a, &again].map(|x| bench.noise(x));
    assert!(first.iter().zip(&second).filter(|(x, y)| x == y).count() == 0);
    // An unknown key is that of the public one afterwards.
    let unknown = bench.bfv.zero_ciphertext(2).expect("a level");
    let flooded = bench.flood(&unknown, 20).expect("room");
    assert_eq!((flooded.key(), flooded.level()), (bench.secret.id(), 2));
    assert!(bench.bfv.decrypt(&bench.secret, &flooded).expect("budget").plaintext == bench.bfv.zero());
}

#[test]
fn what_does_not_belong_is_refused() {
    let (mut bench, mut other) = (Bench::<P32>::new(&[50, 50, 50]), Bench::<P32>::new(&[50, 50, 48]));
    let (x, y) = (bench.fresh(), other.fresh());
    assert!(matches!(bench.flood(&y, 20), Err(FheError::Context { .. })));
    assert!(matches!(bench.bfv.flood(&x, 20, &other.public, &mut other.rng), Err(FheError::Context { .. })));
    let secret = SecretKey::generate(&bench.bfv, &mut bench.rng);
    let public = PublicKey::generate(&bench.bfv, &secret, &mut bench.rng).expect("context");
    let refused = FheError::Key { found: secret.id(), expected: bench.secret.id() };
    assert_eq!(bench.bfv.flood(&x, 20, &public, &mut bench.rng), Err(refused));
}

/// The factor goes with the noise.
#[test]
fn factors_are_removed() {
    let mut bench = Bench::<P32>::new(&[50; 5]);
    let bgv = Bgv::over(bench.bfv.clone());
    let x = bench.fresh();
    let mut x = bgv.from_bfv(x).expect("context");
    let c = P32::from_u64(12_345);
    bgv.mul_scalar_by_factor_assign(&mut x, c).expect("context");
    let flooded = bgv.flood(&x, 40, &bench.public, &mut bench.rng).expect("room");
    assert!(x.factor() != P32::ONE && flooded.factor() == P32::ONE);
    let expected: Vec<P32> = bench.message.coefficients().iter().map(|&m| m * c).collect();
    assert!(bgv.decrypt(&bench.secret, &flooded).expect("budget").plaintext.coefficients() == expected);
    let most =
        |x: &_, rng: &mut ChaCha20Rng| (0..300).take_while(|&bits| bgv.flood(x, bits, &bench.public, rng).is_ok()).count();
    let with_factor = most(&x, &mut bench.rng);
    bgv.remove_factor_assign(&mut x).expect("context");
    assert_eq!(most(&x, &mut bench.rng), with_factor);
}
