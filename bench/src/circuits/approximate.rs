//! Random circuits of CKKS: whether a result is ever further from the clear than is predicted, or a
//! value beyond the bound that a ciphertext carries.

use super::{Counts, Place};
use chacha20::ChaCha20Rng;
use papilio_ckks::{Ciphertext, Ckks, CkksError, Complex64, ParametersLiteral, Precision, PublicKey};
use papilio_fhe::codec::Object;
use papilio_fhe::noise::log2_sum;
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey, SecretKey, galois_element, inner_sum_galois_elements};
use rand_core::{Rng, SeedableRng};

/// Most steps of a circuit.
const STEPS: usize = 12;
/// Rotations that there are keys for.
const ROTATIONS: [i64; 4] = [1, 2, -3, 64];
/// The greatest error of an operation on doubles, relative to its greatest operand or result.
const CLEAR_ERROR: f64 = 1.0 / (1u64 << 50) as f64;
/// Results that are so many bits worse than predicted are wrong, not just predicted too well.
const WRONG_BITS: f64 = 8.0;

/// A ciphertext, and what it has in the clear: doubles, which have an error too.
#[derive(Clone)]
struct Wire {
    ciphertext: Ciphertext,
    values: Vec<Complex64>,
    error: f64,
    /// Whether noises of related ciphertexts or of several slots were added up, in this one or in
    /// one that went into it: they may have canceled out, which no prediction can know.
    may_cancel: bool,
}

impl Wire {
    /// A result whose values have errors of the operands, and those of one more operation.
    fn new(ciphertext: Ciphertext, values: Vec<Complex64>, error: f64) -> Self {
        let error = error + CLEAR_ERROR * greatest(&values);
        Self { ciphertext, values, error, may_cancel: false }
    }
}

/// Scheme and keys of a session.
struct Setting {
    ckks: Ckks,
    secret: SecretKey,
    public: PublicKey,
    relinearization: RelinearizationKey,
    galois: GaloisKeys,
}

/// Runs the circuits of a session, the one of such a number among those of CKKS.
pub(super) fn run(place: Place, number: u64) -> Counts {
    let mut rng = ChaCha20Rng::seed_from_u64(place.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ !place.session);
    let literal = literal(number);
    let mut counts = Counts::default();
    let what = format!("CKKS of {} levels of 2^{} at degree 2^{}", literal.levels, literal.log_scale, literal.log_degree);
    let what = format!("{what}, session {}", place.session);
    let outcome = Setting::new(literal, &mut rng).and_then(|on| {
        for number in 0..place.circuits {
            let what = format!("{what}, circuit {number}");
            Circuit { on: &on, rng: &mut rng, counts: &mut counts, what, is_random: number % 4 != 3 }.run()?;
            counts.circuits += 1;
        }
        foreign(&on, &mut rng, &mut counts)
    });
    if let Err(error) = outcome {
        counts.wrong += 1;
        counts.fail(format!("{what}: {error}"));
    }
    counts
}

/// Parameters take turns. None are secure.
fn literal(number: u64) -> ParametersLiteral {
    let (log_degree, log_scale, levels, log_base, special) = match number % 6 {
        0 => (12, 40, 5, 55, 1),
        1 => (12, 30, 3, 41, 1),
        2 => (12, 80, 3, 91, 2),
        3 => (12, 45, 7, 56, 2),
        4 => (11, 50, 2, 60, 2),
        _ => (13, 40, 5, 55, 2),
    };
    ParametersLiteral { log_degree, log_scale, levels, log_base, log_p: vec![49; special], insecure: true }
}

impl Setting {
    fn new(literal: ParametersLiteral, rng: &mut ChaCha20Rng) -> Result<Self, CkksError> {
        let ckks = Ckks::of(literal)?;
        let secret = SecretKey::generate(&ckks, rng);
        let degree = 2 * ckks.slots();
        let elements = ROTATIONS.map(|steps| galois_element(degree, steps)).into_iter().chain([ckks.conjugation()]);
        let exponents = elements.chain(inner_sum_galois_elements(degree, degree / 2)?);
        Ok(Self {
            public: PublicKey::generate(&ckks, &secret, rng)?,
            relinearization: RelinearizationKey::generate(&ckks, &secret, rng)?,
            galois: GaloisKeys::generate(&ckks, &secret, exponents, rng)?,
            secret,
            ckks,
        })
    }
}

/// A circuit in the making.
struct Circuit<'a> {
    on: &'a Setting,
    rng: &'a mut ChaCha20Rng,
    counts: &'a mut Counts,
    what: String,
    /// Vectors are random, and bounds those of the clear. Other circuits say nothing of the usual
    /// slack: their vectors have structure, and their bounds are those that operations carry.
    is_random: bool,
}

impl Circuit<'_> {
    fn run(&mut self) -> Result<(), CkksError> {
        let mut pool = vec![self.fresh()?, self.fresh()?];
        for _ in 0..1 + self.pick(STEPS) {
            let (i, j) = (self.pick(pool.len()), self.pick(pool.len()));
            let (name, result) = match self.step(&pool[i], &pool[j]) {
                Ok(result) => result,
                // Out of levels, or of room for values: refused as it should be.
                Err(CkksError::NoLevel { .. } | CkksError::Overflow { .. }) => {
                    self.counts.refused += 1;
                    continue;
                }
                Err(error) => return Err(error),
            };
            self.counts.operations += 1;
            self.what = format!("{}, {name}({i}, {j})", self.what);
            let (left, right) = (&pool[i], &pool[j]);
            let is_of_both = matches!(name, "sum" | "difference" | "product");
            let related = is_of_both && left.ciphertext.noise().is_related(right.ciphertext.noise());
            let may_cancel = left.may_cancel || name == "inner sum" || related || is_of_both && right.may_cancel;
            let result = self.checked(name, Wire { may_cancel, ..result })?;
            let place = self.pick(4);
            if place < pool.len() { pool[place] = result } else { pool.push(result) }
        }
        Ok(())
    }

    fn pick(&mut self, below: usize) -> usize {
        self.rng.next_u32() as usize % below.max(1)
    }

    /// A number of the interval `[−1, 1]`.
    fn real(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0
    }

    fn values(&mut self) -> Vec<Complex64> {
        let slots = self.on.ckks.slots();
        let kind = if self.is_random { 0 } else { self.pick(6) };
        let (place, one) = (self.pick(slots), Complex64::new(self.real(), self.real()));
        match kind {
            0 => (0..slots).map(|_| Complex64::new(self.real(), self.real())).collect(),
            1 => vec![one; slots],
            2 => (0..slots).map(|i| if i == place { 1.0.into() } else { Complex64::ZERO }).collect(),
            3 => (0..slots).map(|i| if i % 2 == 0 { one } else { -one }).collect(),
            4 => (0..slots).map(|i| if i == place { one } else { one * 2f64.powi(-20) }).collect(),
            _ => vec![Complex64::new(1.0, 1.0); slots],
        }
    }

    fn fresh(&mut self) -> Result<Wire, CkksError> {
        let values = self.values();
        let Setting { ckks, secret, public, .. } = self.on;
        let plaintext = ckks.encode(&values)?;
        let ciphertext = match self.pick(3) {
            0 => ckks.encrypt_public(public, &plaintext, self.rng)?,
            1 => ckks.encrypt(secret, &plaintext, self.rng)?,
            _ => ckks.encrypt_seeded(secret, &plaintext, self.rng)?.expand(ckks)?,
        };
        self.checked("fresh", Wire::new(ciphertext, values, 0.0))
    }

    fn step(&mut self, left: &Wire, right: &Wire) -> Result<(&'static str, Wire), CkksError> {
        let Setting { ckks, relinearization, galois, .. } = self.on;
        let auto = ckks.automatic().with_relinearization(relinearization).with_rotations(galois);
        let (Wire { ciphertext: a, values: x, error: e, .. }, Wire { ciphertext: b, values: y, error: f, .. }) = (left, right);
        let (e, f) = (*e, *f);
        let c = Complex64::new(self.real(), self.real());
        let steps = ROTATIONS[self.pick(ROTATIONS.len())];
        Ok(match self.pick(16) {
            0 | 1 => ("sum", Wire::new(auto.add(a, b)?, zip(x, y, |x, y| x + y), e + f)),
            2 => ("difference", Wire::new(auto.sub(a, b)?, zip(x, y, |x, y| x - y), e + f)),
            3..6 => {
                let error = e * greatest(y) + f * greatest(x) + e * f;
                ("product", Wire::new(auto.mul(a, b)?, zip(x, y, |x, y| x * y), error))
            }
            6 => ("square", Wire::new(auto.square(a)?, map(x, |x| x * x), e * (2.0 * greatest(x) + e))),
            7 => ("multiple", Wire::new(auto.mul_constant(a, c)?, map(x, |x| x * c), e * c.norm())),
            8 => ("sum with a constant", Wire::new(auto.add_constant(a, c)?, map(x, |x| x + c), e)),
            9 => {
                let values = self.values();
                let product = auto.mul_values(a, &values)?;
                ("plain product", Wire::new(product, zip(x, &values, |x, y| x * y), e * greatest(&values)))
            }
            10 => {
                let values = self.values();
                ("sum with a plaintext", Wire::new(auto.add_values(a, &values)?, zip(x, &values, |x, y| x + y), e))
            }
            11 => ("rotation", Wire::new(auto.rotate(a, steps)?, rotated(x, steps), e)),
            12 => ("conjugate", Wire::new(ckks.conjugate(a, galois)?, map(x, |x| x.conj()), e)),
            13 => {
                let mut product = a.clone();
                ckks.mul_i_assign(&mut product)?;
                ("product with i", Wire::new(product, map(x, |x| x * Complex64::I), e))
            }
            14 => {
                self.counts.inner_sums += 1;
                let (total, n) = (x.iter().sum(), x.len());
                let error = n as f64 * (e + CLEAR_ERROR * n as f64 * greatest(x));
                ("inner sum", Wire::new(ckks.inner_sum(a, n, galois)?, vec![total; n], error))
            }
            _ => {
                let read = Ciphertext::from_bytes(ckks, &a.to_bytes(ckks)).expect("its own bytes");
                ("through bytes", Wire::new(read, x.clone(), e))
            }
        })
    }

    /// The result with the bound of the clear; counts what its precision is beside the prediction.
    fn checked(&mut self, name: &str, wire: Wire) -> Result<Wire, CkksError> {
        let Setting { ckks, secret, .. } = self.on;
        let Wire { ciphertext: a, values: want, error, may_cancel } = wire;
        let greatest = greatest(&want).log2();
        if greatest > a.log2_bound() + 1e-9 {
            self.counts.optimistic += 1;
            self.counts.fail(format!(
                "{}: {name} has values of 2^{greatest} where 2^{} bounds them",
                self.what,
                a.log2_bound()
            ));
        }
        // Bounds grow faster than values: a caller knows those of the circuit.
        let a = if self.is_random { a.with_bound(greatest + 1e-6)? } else { a };
        let measured = Precision::of(&ckks.decode(&ckks.decrypt(secret, &a)?), &want).minimum();
        let predicted = -log2_sum(-ckks.precision_bits(&a), error.log2());
        self.counts.decryptions += 1;
        if measured < predicted {
            let count = if measured < predicted - WRONG_BITS { &mut self.counts.wrong } else { &mut self.counts.optimistic };
            *count += 1;
            let text = format!("{}: {name} has {measured:.3} bits where {predicted:.3} are predicted", self.what);
            self.counts.fail(text);
        } else if self.is_random && measured < -error.log2() {
            let name = if may_cancel { format!("CKKS {name}, may cancel") } else { format!("CKKS {name}") };
            self.counts.slack.entry(name).or_default().add(measured - predicted);
        }
        Ok(Wire { ciphertext: a, values: want, error, may_cancel })
    }
}

/// Gives the operands of another key and of other parameters to the operations of a setting.
fn foreign(on: &Setting, rng: &mut ChaCha20Rng, counts: &mut Counts) -> Result<(), CkksError> {
    let Setting { ckks, secret, .. } = on;
    let literal = ckks.parameters().literal().clone();
    let same = Setting::new(literal.clone(), rng)?;
    let far = Setting::new(ParametersLiteral { levels: literal.levels + 1, ..literal }, rng)?;
    let fresh =
        |on: &Setting, rng: &mut ChaCha20Rng| on.ckks.encrypt_public(&on.public, &on.ckks.encode(&[Complex64::ONE])?, rng);
    let [x, y, z] = [fresh(on, rng)?, fresh(&same, rng)?, fresh(&far, rng)?];
    let mut sum = x.clone();
    let offered = [
        ("a ciphertext under another key, added", ckks.add_assign(&mut sum, &y).is_ok()),
        ("a ciphertext under another key, multiplied", ckks.multiply(&x, &y).is_ok()),
        ("a ciphertext under another key, decrypted", ckks.decrypt(secret, &y).is_ok()),
        ("another key's relinearization", ckks.relinearize(&ckks.square(&x)?, &same.relinearization).is_ok()),
        ("another key's rotation", ckks.rotate(&x, 1, &same.galois).is_ok()),
        ("a ciphertext of other parameters, added", ckks.add_assign(&mut sum, &z).is_ok()),
        ("a ciphertext of other parameters, multiplied", ckks.multiply(&z, &z).is_ok()),
        ("a ciphertext of other parameters, decrypted", ckks.decrypt(secret, &z).is_ok()),
        ("a rotation key of other parameters", ckks.rotate(&x, 1, &far.galois).is_ok()),
        ("a plaintext of other parameters", ckks.encrypt(secret, &far.ckks.encode(&[Complex64::ONE])?, rng).is_ok()),
    ];
    for (name, taken) in offered {
        counts.foreign_operands += 1;
        if taken || sum != x {
            counts.wrong += 1;
            counts.fail(format!("CKKS: {name} was taken"));
        }
    }
    Ok(())
}

/// The greatest magnitude.
fn greatest(x: &[Complex64]) -> f64 {
    x.iter().map(|x| x.norm()).fold(0.0, f64::max)
}

fn zip(a: &[Complex64], b: &[Complex64], f: impl Fn(Complex64, Complex64) -> Complex64) -> Vec<Complex64> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

fn map(a: &[Complex64], f: impl Fn(Complex64) -> Complex64) -> Vec<Complex64> {
    a.iter().map(|&x| f(x)).collect()
}

/// The slots from this one on, and then those before.
fn rotated(a: &[Complex64], steps: i64) -> Vec<Complex64> {
    let mut out = a.to_vec();
    out.rotate_left(steps.rem_euclid(a.len() as i64) as usize);
    out
}
