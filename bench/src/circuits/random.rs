//! Random circuits.

use super::messages::draw;
use super::scheme::{Key, Scheme, Setting};
use super::{Counts, DEGREE, Place, foreign, zip};
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{self, FheError};
use papilio_fhe::bgv;
use papilio_ntt::dft::DftField;
use rand_core::{Rng, SeedableRng};

/// Most steps of a circuit.
const STEPS: u32 = 10;

/// A ciphertext, and what it has in the clear.
#[derive(Clone)]
pub(super) struct Pair<C, F>(pub(super) C, pub(super) Vec<F>);

/// Runs the circuits of a session, BFV and BGV in turns.
pub(super) fn run<F: DftField>(bits: &[u32], special: usize, place: Place) -> Counts {
    let mut rng = ChaCha20Rng::seed_from_u64(place.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place.session);
    let mut counts = Counts::default();
    let on = match Setting::<F>::new(bits, special, &mut rng) {
        Ok(on) => on,
        Err(error) => {
            counts.wrong += 1;
            counts.fail(format!("{} over {bits:?}: {error}", F::NAME));
            return counts;
        }
    };
    for number in 0..place.circuits {
        let what = format!("{} over {bits:?}, session {}, circuit {number}", F::NAME, place.session);
        let mut circuit = Circuit { on: &on, rng: &mut rng, counts: &mut counts, what };
        let outcome = if number % 2 == 0 { circuit.run::<bfv::Ciphertext>() } else { circuit.run::<bgv::Ciphertext<F>>() };
        if let Err(error) = outcome {
            counts.wrong += 1;
            counts.fail(format!("{} over {bits:?}, session {}, circuit {number}: {error}", F::NAME, place.session));
        }
        counts.circuits += 1;
    }
    foreign::refused(&on, &mut rng, &mut counts);
    counts
}

/// A circuit in the making.
pub(super) struct Circuit<'a, F: DftField> {
    pub(super) on: &'a Setting<F>,
    pub(super) rng: &'a mut ChaCha20Rng,
    pub(super) counts: &'a mut Counts,
    pub(super) what: String,
}

impl<F: DftField> Circuit<'_, F> {
    fn pick(&mut self, below: usize) -> usize {
        self.rng.next_u32() as usize % below.max(1)
    }

    fn run<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let mut pool = vec![self.fresh::<C>()?, self.fresh::<C>()?];
        for _ in 0..1 + self.rng.next_u32() % STEPS {
            let (i, j) = (self.pick(pool.len()), self.pick(pool.len()));
            let (name, result) = self.step(&pool[i], &pool[j])?;
            self.counts.operations += 1;
            if self.check(name, &result)? {
                let place = self.pick(4);
                if place < pool.len() { pool[place] = result } else { pool.push(result) }
            }
        }
        Ok(())
    }

    fn fresh<C: Scheme<F>>(&mut self) -> Result<Pair<C, F>, FheError> {
        let message = draw(&self.on.bfv, &self.on.slots, self.rng);
        let key = if self.rng.next_u32().is_multiple_of(3) { Key::Public } else { Key::Secret };
        let x = C::encrypt(self.on, &message.plaintext, key, self.rng)?;
        Ok(Pair(x, message.values))
    }

    /// Whether the result decrypts; counts what came of it.
    pub(super) fn check<C: Scheme<F>>(&mut self, name: &str, Pair(x, values): &Pair<C, F>) -> Result<bool, FheError> {
        let (predicted, measured) = (x.predicted(self.on), x.measured(self.on)?);
        let right = |x: &C| x.decrypt(self.on).and_then(|open| Ok(self.on.slots.decode(&open.plaintext)? == *values));
        match right(x) {
            Ok(true) => self.counts.decryptions += 1,
            Ok(false) => {
                self.counts.wrong += 1;
                self.counts.fail(format!("{}: {name} is wrong at {predicted:.2} bits, {measured:.2} measured", self.what));
            }
            Err(FheError::Exhausted { .. }) => {
                self.counts.refused += 1;
                self.counts.refused_intact += u64::from(right(&x.forgetful(self.on)?).is_ok_and(|right| right));
                return Ok(false);
            }
            Err(FheError::Damaged { bits, .. }) if measured >= predicted => {
                self.counts.optimistic += 1;
                self.counts
                    .fail(format!("{}: {name} is taken for damaged at {bits:.3} bits, {predicted:.3} predicted", self.what));
            }
            Err(FheError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
        if measured < predicted {
            self.counts.optimistic += 1;
            self.counts.fail(format!("{}: {name} has {measured:.3} bits where {predicted:.3} are predicted", self.what));
        } else if measured < f64::INFINITY {
            self.counts.slack.entry(format!("{} {name}", C::NAME)).or_default().add(measured - predicted);
        }
        Ok(true)
    }

    fn step<C: Scheme<F>>(&mut self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        match self.rng.next_u32() % 30 {
            0..8 => self.linear(a, b),
            8..14 => self.with_plaintext(a),
            14..20 => self.product(a, b),
            20..27 => self.moved(a),
            _ => self.other(a),
        }
    }

    /// Both at the lower level.
    fn leveled<C: Scheme<F>>(&self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<[C; 2], FheError> {
        let level = a.0.level().min(b.0.level());
        let [mut x, mut y] = [a.0.clone(), b.0.clone()];
        [&mut x, &mut y]
            .into_iter()
            .try_for_each(|x| if x.level() > level { x.mod_switch_to(self.on, level) } else { Ok(()) })?;
        Ok([x, y])
    }

    fn linear<C: Scheme<F>>(&mut self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        let [mut x, y] = self.leveled(a, b)?;
        let (v, w) = (&a.1, &b.1);
        Ok(match self.rng.next_u32() % 7 {
            0 => {
                x.add(self.on, &y)?;
                ("sum", Pair(x, zip(v, w, |a, b| a + b)))
            }
            1 => {
                x.sub(self.on, &y)?;
                ("difference", Pair(x, zip(v, w, |a, b| a - b)))
            }
            2 => {
                x.negate(self.on)?;
                ("negative", Pair(x, v.iter().map(|&v| -v).collect()))
            }
            3 => ("sum of many", Pair(C::add_many(self.on, &[x.clone(), y, x])?, zip(v, w, |a, b| a + b + a))),
            4 => {
                let c = F::random(self.rng);
                x.scale(self.on, c)?;
                ("multiple", Pair(x, v.iter().map(|&v| c * v).collect()))
            }
            _ => {
                // A chain of doublings, which ends anywhere within the budget or beyond.
                let count = self.pick(24);
                let mut v = v.clone();
                for _ in 0..count {
                    let same = x.clone();
                    x.add(self.on, &same)?;
                    v.iter_mut().for_each(|v| *v = *v + *v);
                }
                self.counts.operations += count as u64;
                ("doublings", Pair(x, v))
            }
        })
    }

    fn with_plaintext<C: Scheme<F>>(&mut self, Pair(x, v): &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        let p = draw(&self.on.bfv, &self.on.slots, self.rng);
        let mut y = x.clone();
        Ok(match self.rng.next_u32() % 5 {
            0 => {
                let times = 1 + self.pick(40);
                (0..times).try_for_each(|_| y.add_plain(self.on, &p.plaintext))?;
                let times = F::from_u64(times as u64);
                ("plaintext added again and again", Pair(y, zip(v, &p.values, |a, b| a + times * b)))
            }
            1 => {
                y.sub_plain(self.on, &p.plaintext)?;
                ("plaintext subtracted", Pair(y, zip(v, &p.values, |a, b| a - b)))
            }
            2 => {
                let q = draw(&self.on.bfv, &self.on.slots, self.rng);
                let sum = x.mul_plain_sum(self.on, [&p.plaintext, &q.plaintext])?;
                let factors = zip(&p.values, &q.values, |a, b| a + b);
                ("sum of plain products", Pair(sum, zip(v, &factors, |a, b| a * b)))
            }
            3 => {
                let square = zip(&p.values, &p.values, |a, b| a * b);
                let twice = x.mul_plain(self.on, &p.plaintext)?.mul_plain(self.on, &p.plaintext)?;
                ("product with one plaintext twice", Pair(twice, zip(v, &square, |a, b| a * b)))
            }
            _ => ("plain product", Pair(x.mul_plain(self.on, &p.plaintext)?, zip(v, &p.values, |a, b| a * b))),
        })
    }

    fn product<C: Scheme<F>>(&mut self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        let [x, y] = self.leveled(a, b)?;
        let (v, w) = (&a.1, &b.1);
        let row = DEGREE / 2;
        Ok(match self.rng.next_u32() % 4 {
            0 => ("square", Pair(x.square(self.on)?, zip(v, v, |a, b| a * b))),
            1 => {
                // An image of the same ciphertext: its noise has one coefficient that is a sum of
                // squares.
                let image = [&v[row..], &v[..row]].concat();
                ("product with an image", Pair(x.multiply(self.on, &x.swap(self.on)?)?, zip(v, &image, |a, b| a * b)))
            }
            _ => ("product", Pair(x.multiply(self.on, &y)?, zip(v, w, |a, b| a * b))),
        })
    }

    fn moved<C: Scheme<F>>(&mut self, Pair(x, v): &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        let row = DEGREE / 2;
        let rotated = |steps: usize| {
            let mut rows = v.clone();
            rows.chunks_mut(row).for_each(|row| row.rotate_left(steps));
            rows
        };
        let swapped = [&v[row..], &v[..row]].concat();
        Ok(match self.rng.next_u32() % 6 {
            0 => ("rotation", Pair(x.rotate(self.on, 8)?, rotated(8))),
            1 => ("rotation by two keys", Pair(x.rotate(self.on, 5)?, rotated(5))),
            2 => ("rows exchanged", Pair(x.swap(self.on)?, swapped)),
            3 => ("hoisted sum", Pair(x.hoisted_sum(self.on)?, zip(&rotated(4), &swapped, |a, b| a + b))),
            _ => {
                self.counts.inner_sums += 1;
                let total = v.iter().fold(F::ZERO, |sum, &v| sum + v);
                ("inner sum", Pair(x.inner_sum(self.on)?, vec![total; DEGREE]))
            }
        })
    }

    fn other<C: Scheme<F>>(&mut self, Pair(x, v): &Pair<C, F>) -> Result<(&'static str, Pair<C, F>), FheError> {
        if self.rng.next_u32().is_multiple_of(3) {
            let back = x.through_bytes(self.on);
            assert!(back.noise() == x.noise() && back.level() == x.level(), "bytes that change a prediction");
            return Ok(("through bytes", Pair(back, v.clone())));
        }
        let (mut y, level) = (x.clone(), 1 + self.pick(x.level()));
        match y.mod_switch_to(self.on, level) {
            Ok(()) => Ok(("switched down", Pair(y, v.clone()))),
            // The modulus would be none for the field.
            Err(FheError::SmallModulus { .. }) => Ok(("itself", Pair(x.clone(), v.clone()))),
            Err(error) => Err(error),
        }
    }
}
