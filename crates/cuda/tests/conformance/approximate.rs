//! Circuits of CKKS on a device: one text for both engines, and the same words, scales
//! and predictions.

use chacha20::ChaCha20Rng;
use papilio_ckks::{
    Ciphertext, Ckks, CkksError, Complex64, Dft, DftPlan, Direction, LinearTransform, ParametersLiteral, Plaintext,
    PreparedPlaintext, Scale,
};
use papilio_cuda::Gpu;
use papilio_fhe::polynomial::{Interval, Polynomial};
use papilio_fhe::rlwe::{FheError, GaloisKeys, RelinearizationKey, SecretKey, SecretSwitchingKey, inner_sum_galois_elements};
use papilio_ring::{Cpu, Engine};
use std::collections::BTreeMap;

const LOG_SLOTS: u32 = 5;

/// A scheme, and keys and operands of a server, on the host.
struct Scheme {
    ckks: Ckks,
    relinearization: RelinearizationKey,
    galois: GaloisKeys,
    to_other: SecretSwitchingKey,
    matrix: LinearTransform,
    dft: Dft,
    plaintext: Plaintext,
    x: Ciphertext,
    y: Ciphertext,
}

fn values(factor: f64) -> Vec<Complex64> {
    (0..1 << LOG_SLOTS).map(|i| Complex64::from_polar(0.9, factor * f64::from(i))).collect()
}

impl Scheme {
    fn new(log_scale: u32, log_p: Vec<u32>) -> Self {
        let mut rng = crate::seed::generator(9);
        // The least ring that a device has kernels for; secure or not makes no difference to it.
        let literal =
            ParametersLiteral { log_degree: 12, log_scale, levels: 5, log_base: log_scale + 15, log_p, insecure: true };
        let ckks = Ckks::of(literal).expect("parameters");
        let [secret, other] = [(); 2].map(|()| SecretKey::generate(&ckks, &mut rng));
        let diagonals = [0, 1, 2, 3, 4, 5, 9, 20].map(|k| (k, values(0.1 * k as f64)));
        let matrix = LinearTransform::new(&ckks, &BTreeMap::from(diagonals), 5, LOG_SLOTS).expect("a matrix");
        let plan = DftPlan::new(&ckks, Direction::CoefficientsToSlots, 2, 5, LOG_SLOTS).expect("a plan");
        let dft = Dft::new(&ckks, plan, 1.0).expect("a transform");
        let rotations = [1, 2, -3].map(|steps| papilio_fhe::rlwe::galois_element(4096, steps));
        let sums = inner_sum_galois_elements(4096, 1 << LOG_SLOTS).expect("a power of two");
        let all = rotations.into_iter().chain(sums).chain([ckks.conjugation()]);
        let elements: Vec<usize> = all.chain(matrix.galois_elements(&ckks)).chain(dft.galois_elements(&ckks)).collect();
        let top = ckks.parameters().limbs_of(5);
        let encoded =
            |factor: f64| ckks.encode_at(&values(factor), top, ckks.parameters().scale(5), LOG_SLOTS).expect("values");
        let encrypted =
            |factor: f64, rng: &mut ChaCha20Rng| ckks.encrypt(&secret, &encoded(factor), rng).expect("a ciphertext");
        let (x, y) = (encrypted(0.7, &mut rng), encrypted(2.1, &mut rng));
        Self {
            relinearization: RelinearizationKey::generate(&ckks, &secret, &mut rng).expect("special primes"),
            galois: GaloisKeys::generate(&ckks, &secret, elements, &mut rng).expect("special primes"),
            to_other: SecretSwitchingKey::generate(&ckks, &secret, &other, &mut rng).expect("special primes"),
            plaintext: encoded(0.3),
            matrix,
            dft,
            x,
            y,
            ckks,
        }
    }

    fn on<E: Engine>(&self, engine: &E) -> Result<Vec<(&'static str, Ciphertext)>, CkksError> {
        let Self { ckks, .. } = self;
        let server = Server {
            ckks,
            relinearization: &self.relinearization.to(ckks, engine)?,
            galois: &self.galois.to(ckks, engine)?,
            to_other: &self.to_other.to_engine(ckks, engine)?,
            matrix: &self.matrix.to(ckks, engine)?,
            dft: &self.dft.to(ckks, engine)?,
            plaintext: &self.plaintext,
            prepared: &ckks.prepare(&self.plaintext)?.to(engine)?,
        };
        let results = server.circuit(&self.x.to(engine)?, &self.y.to(engine)?)?;
        results.into_iter().map(|(name, result)| Ok((name, result.to_host()?))).collect()
    }
}

/// The scheme and keys of a server, on an engine.
struct Server<'a, E: Engine> {
    ckks: &'a Ckks,
    relinearization: &'a RelinearizationKey<E>,
    galois: &'a GaloisKeys<E>,
    to_other: &'a SecretSwitchingKey<E>,
    matrix: &'a LinearTransform<E>,
    dft: &'a Dft<E>,
    plaintext: &'a Plaintext,
    prepared: &'a PreparedPlaintext<E>,
}

type Results<E> = Vec<(&'static str, Ciphertext<2, E>)>;

impl<E: Engine> Server<'_, E> {
    /// Everything that a server does with ciphertexts.
    fn circuit(&self, x: &Ciphertext<2, E>, y: &Ciphertext<2, E>) -> Result<Results<E>, CkksError> {
        let mut results = self.linear(x, y)?;
        results.extend(self.products(x, y)?);
        results.extend(self.rotations(x, y)?);
        results.extend(self.automatic(x, y)?);
        Ok(results)
    }

    fn linear(&self, x: &Ciphertext<2, E>, y: &Ciphertext<2, E>) -> Result<Results<E>, CkksError> {
        let (ckks, mut results) = (self.ckks, Vec::new());
        let mut sum = x.clone();
        ckks.add_assign(&mut sum, y)?;
        ckks.sub_assign(&mut sum, x)?;
        ckks.neg_assign(&mut sum)?;
        results.push(("sums", sum.clone()));
        ckks.add_constant_assign(&mut sum, Complex64::new(0.25, -1.5))?;
        results.push(("a sum with a complex constant", sum.clone()));
        ckks.add_constant_assign(&mut sum, -0.75)?;
        ckks.add_plain_assign(&mut sum, self.plaintext)?;
        results.push(("a sum with a plaintext", sum.clone()));
        ckks.mul_i_assign(&mut sum)?;
        results.push(("a product with i", sum.clone()));
        ckks.mul_constant_assign(&mut sum, Complex64::new(-1.0, 2.0), Scale::ONE)?;
        results.push(("a product with a complex integer", sum.clone()));
        ckks.mul_constant_assign(&mut sum, 0.3, ckks.parameters().scale(5))?;
        results.push(("a product with a constant", ckks.rescale(&sum)?));
        let mut product = x.clone();
        ckks.mul_plain_assign(&mut product, self.prepared)?;
        results.push(("a product with a plaintext", product.clone()));
        ckks.rescale_assign(&mut product)?;
        ckks.drop_level_assign(&mut product, 3)?;
        ckks.set_scale_assign(&mut product, ckks.parameters().scale(2))?;
        results.push(("of another scale", product));
        Ok(results)
    }

    fn products(&self, x: &Ciphertext<2, E>, y: &Ciphertext<2, E>) -> Result<Results<E>, CkksError> {
        let (ckks, key) = (self.ckks, self.relinearization);
        let product = ckks.multiply_relinearize(x, y, key)?;
        let mut three = ckks.multiply(x, y)?;
        ckks.add_assign(&mut three, &ckks.square(y)?)?;
        ckks.mul_i_assign(&mut three)?;
        Ok(vec![
            ("a product rescaled", ckks.rescale(&product)?),
            ("a product", product),
            ("a product rescaled in one step", ckks.multiply_relinearize_rescale(x, y, key)?),
            ("a square", ckks.square_relinearize_rescale(x, key)?),
            ("a sum of products", ckks.relinearize(&three, key)?),
        ])
    }

    fn rotations(&self, x: &Ciphertext<2, E>, y: &Ciphertext<2, E>) -> Result<Results<E>, CkksError> {
        let (ckks, keys) = (self.ckks, self.galois);
        let hoisted = ckks.hoist(x)?;
        Ok(vec![
            ("a rotation", ckks.rotate(x, -3, keys)?),
            ("a conjugate", ckks.conjugate(x, keys)?),
            ("a hoisted rotation", ckks.rotate_hoisted(&hoisted, 2, keys)?),
            ("a sum over slots", ckks.inner_sum(x, 1 << LOG_SLOTS, keys)?),
            ("an inner product", ckks.inner_product(x, y, self.relinearization, keys)?),
            ("another secret", ckks.switch_secret(x, self.to_other)?),
            ("a matrix", self.matrix.apply(ckks, x, keys)?),
            ("a matrix, one giant step at once", self.matrix.clone().at_once(1).apply(ckks, y, keys)?),
            ("a homomorphic transform", self.dft.apply(ckks, x, keys)?),
        ])
    }

    fn automatic(&self, x: &Ciphertext<2, E>, y: &Ciphertext<2, E>) -> Result<Results<E>, CkksError> {
        let on = self.ckks.automatic().with_relinearization(self.relinearization).with_rotations(self.galois);
        let (polynomial, _) = Polynomial::fit(f64::sin, Interval::symmetric(1.0).expect("an interval"), 7).expect("a fit");
        let power = Polynomial::power(vec![0.5, -1.0, 0.0, 0.25]).expect("coefficients");
        let terms = [(Complex64::new(0.5, 0.1), x), (Complex64::ONE, y)];
        Ok(vec![
            ("a product with values", on.mul_values(x, &values(0.2))?),
            ("a sum with values", on.add_values(&on.mul(x, y)?, &values(0.4))?),
            ("a linear combination", on.linear_combination(&terms, Complex64::new(0.0, 1.0))?),
            ("a polynomial of Chebyshev", on.evaluate(&polynomial, x)?),
            ("a polynomial of powers", on.evaluate(&power, y)?),
            ("a matrix of the automatic evaluator", on.linear_transform(self.matrix, y)?),
        ])
    }
}

#[test]
fn circuits_of_ckks_are_those_of_the_host() {
    for (log_scale, log_p, gpu) in [(40, vec![49, 49], crate::gpu()), (80, vec![49, 49, 49], crate::shuffled_gpu())] {
        let scheme = Scheme::new(log_scale, log_p);
        let host = scheme.on(&Cpu).expect("a circuit");
        for ((name, found), (_, expected)) in scheme.on(&gpu).expect("a circuit").iter().zip(&host) {
            let words = |c: &Ciphertext| c.parts().each_ref().map(|part| part.residues().to_vec());
            assert!(words(found) == words(expected), "{name} at 2^{log_scale}: words");
            assert!(found == expected, "{name} at 2^{log_scale}: scale, bounds and noise");
        }
    }
}

/// Sums and differences of several ciphertexts at once are those one by one; a pair that is refused
/// changes none.
#[test]
fn sums_of_several_ciphertexts_of_ckks() {
    let Scheme { ckks, x, y, .. } = Scheme::new(40, vec![49, 49]);
    let (mut lower, mut scaled) = (y.clone(), y.clone());
    ckks.drop_level_assign(&mut lower, 2).expect("a level");
    ckks.mul_constant_assign(&mut scaled, 0.5, ckks.parameters().scale(5)).expect("a multiple");
    let (a, b) = ([x.clone(), lower.clone(), y.clone(), x.clone()], [y.clone(), lower.clone(), x.clone(), x.clone()]);
    let gpu = crate::shuffled_gpu();
    let on = |all: &[Ciphertext]| all.iter().map(|x| x.to(&gpu).expect("memory")).collect::<Vec<_>>();
    let is = |found: &[Ciphertext<2, Gpu>], expected: &[Ciphertext]| {
        let found: Vec<_> = found.iter().map(|found| found.to_host().expect("words")).collect();
        assert!(found == expected);
    };
    let (mut found, others, mut expected) = (on(&a), on(&b), a.to_vec());
    let [scales, levels] = [scaled, lower].map(|wrong| on(&[y.clone(), b[1].clone(), wrong, y.clone()]));
    assert!(matches!(ckks.add_each_assign(&mut found, &scales), Err(CkksError::ScaleMismatch { .. })));
    assert!(matches!(ckks.sub_each_assign(&mut found, &levels), Err(CkksError::Fhe(FheError::Level { .. }))));
    let few = FheError::Count { found: 2, expected: 4 };
    assert_eq!(ckks.add_each_assign(&mut found, &others[..2]), Err(CkksError::Fhe(few)));
    is(&found, &a);
    ckks.add_each_assign(&mut found, &others).expect("sums");
    expected.iter_mut().zip(&b).for_each(|(a, b)| ckks.add_assign(a, b).expect("a sum"));
    is(&found, &expected);
    ckks.sub_each_assign(&mut found[1..], &others[1..]).expect("differences");
    expected[1..].iter_mut().zip(&b[1..]).for_each(|(a, b)| ckks.sub_assign(a, b).expect("a difference"));
    is(&found, &expected);
}
