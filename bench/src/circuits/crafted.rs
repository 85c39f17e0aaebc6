//! Circuits whose messages and plaintexts are chosen for each other, so that what a prediction
//! takes for random lines up: each was predicted too well once.

use super::messages::{Message, half_rounded, half_switched, one_root};
use super::random::{Circuit, Pair};
use super::scheme::{Key, Scheme, Setting};
use super::{Counts, DEGREE, zip};
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{self, FheError};
use papilio_fhe::bgv;
use papilio_field::fields::P32;
use papilio_ntt::dft::DftField;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// Runs all of them, for both schemes.
pub(super) fn run(seed: u64) -> Counts {
    let mut rng = ChaCha20Rng::seed_from_u64(seed ^ 0x0063_7261_6674_6564);
    let mut counts = Counts::default();
    let on = Setting::<P32>::new(&[50; 9], 1, &mut rng).expect("parameters of a session");
    circuits::<_, bfv::Ciphertext>(&on, &mut rng, &mut counts);
    circuits::<_, bgv::Ciphertext<P32>>(&on, &mut rng, &mut counts);
    // One digit of key switching covers all primes; the special prime is below the greatest digit.
    for (bits, special) in [(&[58; 4][..], 2), (&[60, 50, 50, 50, 50, 50, 50, 50, 50], 1)] {
        let on = Setting::<P32>::new(bits, special, &mut rng).expect("parameters of a session");
        circuits::<_, bfv::Ciphertext>(&on, &mut rng, &mut counts);
        circuits::<_, bgv::Ciphertext<P32>>(&on, &mut rng, &mut counts);
    }
    let on = Setting::<P32>::new(&FINE, 2, &mut rng).expect("parameters of a session");
    spent_circuits::<_, bfv::Ciphertext>(&on, &mut rng, &mut counts);
    spent_circuits::<_, bgv::Ciphertext<P32>>(&on, &mut rng, &mut counts);
    // Crafted circuits say nothing of the usual slack.
    Counts { slack: BTreeMap::new(), ..counts }
}

/// Primes that are less than half the field's, so that there are multiples by them, below others;
/// the last two are special.
const FINE: [u32; 14] = [30, 30, 30, 30, 30, 30, 30, 30, 30, 50, 50, 50, 50, 50];
/// The primes of 30 bits, and those of them that a product leaves.
const SMALL: usize = 9;
const FEW: usize = 4;

type Run<F> = fn(&mut Crafted<'_, '_, F>) -> Result<(), FheError>;

fn circuits<F: DftField, C: Scheme<F>>(on: &Setting<F>, rng: &mut ChaCha20Rng, counts: &mut Counts) {
    let crafted: [(&str, Run<F>); 11] = [
        ("plaintexts alone, doubled", |c| c.plaintexts_alone::<C>()),
        ("roundings matched to a plaintext", |c| c.matched_roundings::<C>()),
        ("one message encrypted often, times a plaintext matched to it", |c| c.matched_encryptions::<C>()),
        ("equal plaintexts switched down without masks, times a plaintext matched to them", |c| c.matched_switches::<C>()),
        ("products of equal roundings", |c| c.products_of_roundings::<C>()),
        ("factors filtered at one root", |c| c.factors_of_one_root::<C>()),
        ("products of products with images", |c| c.products_of_images::<C>()),
        ("sums of products with images", |c| c.sums_of_images::<C>()),
        ("products of what one key switched", |c| c.products_of_switched::<C>()),
        ("products filtered at one root", |c| c.filtered_products::<C>()),
        ("powers times a plaintext", |c| c.powers_times_plaintext::<C>()),
    ];
    all::<_, C>(&crafted, on, rng, counts);
}

/// Circuits of ciphertexts whose masks are functions of what other switches rounded away.
fn spent_circuits<F: DftField, C: Scheme<F>>(on: &Setting<F>, rng: &mut ChaCha20Rng, counts: &mut Counts) {
    let crafted: [(&str, Run<F>); 4] = [
        ("roundings of spent masks", |c| c.roundings_of_spent_masks::<C>()),
        ("roundings of masks of messages", |c| c.roundings_of_masks::<C>()),
        ("images of noise times its phase", |c| c.images_times_phases::<C>()),
        ("squares of noise that is the phase", |c| c.squares_of_phases::<C>()),
    ];
    all::<_, C>(&crafted, on, rng, counts);
}

fn all<F: DftField, C: Scheme<F>>(crafted: &[(&str, Run<F>)], on: &Setting<F>, rng: &mut ChaCha20Rng, counts: &mut Counts) {
    for (name, run) in crafted {
        let what = format!("{} over {}: {name}", C::NAME, F::NAME);
        let mut circuit = Circuit { on, rng: &mut *rng, counts: &mut *counts, what: what.clone() };
        let outcome = run(&mut Crafted(&mut circuit));
        counts.circuits += 1;
        if let Err(error) = outcome {
            counts.wrong += 1;
            counts.fail(format!("{what}: {error}"));
        }
    }
}

struct Crafted<'a, 'b, F: DftField>(&'b mut Circuit<'a, F>);

impl<'a, F: DftField> Crafted<'a, '_, F> {
    fn on(&self) -> &'a Setting<F> {
        self.0.on
    }

    fn check<C: Scheme<F>>(&mut self, pair: &Pair<C, F>) -> Result<bool, FheError> {
        self.0.counts.operations += 1;
        self.0.check("the result", pair)
    }

    /// A ciphertext under the secret key.
    fn encrypt<C: Scheme<F>>(&mut self, message: &Message<F>) -> Result<Pair<C, F>, FheError> {
        Ok(Pair(C::encrypt(self.0.on, &message.plaintext, Key::Secret, self.0.rng)?, message.values.clone()))
    }

    fn random<C: Scheme<F>>(&mut self) -> Result<Pair<C, F>, FheError> {
        let message = self.uniform();
        self.encrypt(&message)
    }

    /// A message of uniform coefficients.
    fn uniform(&mut self) -> Message<F> {
        let coefficients: Vec<F> = (0..DEGREE).map(|_| F::random(self.0.rng)).collect();
        self.message(&coefficients)
    }

    fn message(&self, coefficients: &[F]) -> Message<F> {
        Message::of_coefficients(&self.on().bfv, &self.on().slots, coefficients)
    }

    /// A message whose roundings are one half, or nearly, with the signs that make them add up in
    /// the first coefficient of a product.
    fn matched(&self, plaintext: &Message<F>) -> Message<F> {
        let half = half_rounded(&self.on().bfv);
        let factors = plaintext.plaintext.coefficients();
        let coefficients: Vec<F> = (0..DEGREE)
            .map(|i| {
                let (factor, wraps) = if i == 0 { (factors[0], false) } else { (factors[DEGREE - i], true) };
                if (factor.centered().scaled(0) < 0.0) == wraps { half } else { -half }
            })
            .collect();
        self.message(&coefficients)
    }

    fn add_plain<C: Scheme<F>>(&self, Pair(x, v): &mut Pair<C, F>, message: &Message<F>) -> Result<(), FheError> {
        x.add_plain(self.on(), &message.plaintext)?;
        *v = zip(v, &message.values, |a, b| a + b);
        Ok(())
    }

    fn mul_plain<C: Scheme<F>>(&self, Pair(x, v): &Pair<C, F>, message: &Message<F>) -> Result<Pair<C, F>, FheError> {
        Ok(Pair(x.mul_plain(self.on(), &message.plaintext)?, zip(v, &message.values, |a, b| a * b)))
    }

    fn multiply<C: Scheme<F>>(&self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        let [mut x, mut y] = [a.0.clone(), b.0.clone()];
        let level = x.level().min(y.level());
        [&mut x, &mut y].into_iter().try_for_each(|x| x.mod_switch_to(self.on(), level))?;
        Ok(Pair(x.multiply(self.on(), &y)?, zip(&a.1, &b.1, |a, b| a * b)))
    }

    fn inner_sum<C: Scheme<F>>(&mut self, Pair(x, v): &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        self.0.counts.inner_sums += 1;
        let total = v.iter().fold(F::ZERO, |sum, &v| sum + v);
        Ok(Pair(x.inner_sum(self.on())?, vec![total; DEGREE]))
    }

    /// A ciphertext that never was encrypted has nothing but roundings, and the same ones in every
    /// summand.
    fn plaintexts_alone<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let message = self.message(&[half_rounded(&self.on().bfv); DEGREE]);
        let mut x = Pair(C::zero(self.on())?, vec![F::ZERO; DEGREE]);
        self.add_plain(&mut x, &message)?;
        for level in [x.0.level(), x.0.level() - 1] {
            x.0.mod_switch_to(self.on(), level)?;
            for _ in 0..24 {
                let same = x.0.clone();
                x.0.add(self.on(), &same)?;
                x.1.iter_mut().for_each(|v| *v = *v + *v);
                if !self.check(&x)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn matched_roundings<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let plaintext = self.uniform();
        let message = self.matched(&plaintext);
        let mut x = self.random::<C>()?;
        for _ in 0..20 {
            self.add_plain(&mut x, &message)?;
        }
        let product = self.mul_plain(&x, &plaintext)?;
        self.check(&product)?;
        let twice = self.mul_plain(&product, &plaintext)?;
        self.check(&twice).map(|_| ())
    }

    fn matched_encryptions<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let plaintext = self.uniform();
        let message = self.matched(&plaintext);
        let mut sum = self.encrypt::<C>(&message)?;
        for _ in 1..400 {
            let Pair(x, v) = self.encrypt::<C>(&message)?;
            sum.0.add(self.on(), &x)?;
            sum.1 = zip(&sum.1, &v, |a, b| a + b);
        }
        self.check(&sum)?;
        let product = self.mul_plain(&sum, &plaintext)?;
        self.check(&product).map(|_| ())
    }

    /// Nothing is left of the masks of unrelated ciphertexts: what a switch rounds is the plaintext
    /// that is added to each.
    fn matched_switches<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let on = self.on();
        let [down, up] = half_switched(&on.bfv, self.0.rng)?;
        let signs: Vec<bool> = (0..DEGREE).map(|_| self.0.rng.next_u32() % 2 == 1).collect();
        let signed: Vec<F> = signs.iter().map(|&minus| if minus { -F::ONE } else { F::ONE }).collect();
        let plaintext = self.message(&signed);
        // The first coefficient of the product is m_0·p_0 − m_1·p_(N−1) − m_2·p_(N−2) − …
        let coefficients: Vec<F> =
            (0..DEGREE).map(|i| if signs[(DEGREE - i) % DEGREE] == (i == 0) { down } else { up }).collect();
        let message = self.message(&coefficients);
        let mut sum: Option<Pair<C, F>> = None;
        for _ in 0..100 {
            let mut x = self.random::<C>()?;
            let same = x.0.clone();
            x.0.sub(on, &same)?;
            x.1 = vec![F::ZERO; DEGREE];
            self.add_plain(&mut x, &message)?;
            let level = x.0.level() - 1;
            x.0.mod_switch_to(on, level)?;
            match &mut sum {
                None => sum = Some(x),
                Some(Pair(sum, v)) => {
                    sum.add(on, &x.0)?;
                    *v = zip(v, &x.1, |a, b| a + b);
                }
            }
        }
        let Some(sum) = sum else { return Ok(()) };
        let product = self.mul_plain(&sum, &plaintext)?;
        self.check(&product).map(|_| ())
    }

    fn products_of_roundings<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let message = self.message(&[half_rounded(&self.on().bfv); DEGREE]);
        let (mut x, mut y) = (self.encrypt::<C>(&message)?, self.encrypt::<C>(&message)?);
        for more in 0..3 {
            let product = self.multiply(&x, &y)?;
            self.check(&product)?;
            let sum = self.inner_sum(&product)?;
            self.check(&sum)?;
            for _ in 0..more * 40 {
                self.add_plain(&mut x, &message)?;
                self.add_plain(&mut y, &message)?;
            }
        }
        Ok(())
    }

    /// A tree of products: switches leave noises of both operands above the floor, and so at their
    /// root.
    fn factors_of_one_root<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let filter = self.message(&one_root(77));
        let mut factors = Vec::new();
        for _ in 0..8 {
            let factor = self.random::<C>()?;
            factors.push(self.mul_plain(&factor, &filter)?);
        }
        while factors.len() > 1 {
            let mut products = Vec::new();
            for pair in factors.chunks_exact(2) {
                let product = self.multiply(&pair[0], &pair[1])?;
                if !self.check(&product)? {
                    return Ok(());
                }
                let sum = self.inner_sum(&product)?;
                self.check(&sum)?;
                products.push(product);
            }
            factors = products;
        }
        Ok(())
    }

    fn product_with_image<C: Scheme<F>>(&mut self) -> Result<Pair<C, F>, FheError> {
        let row = DEGREE / 2;
        let mut x = self.random::<C>()?;
        // Above the noise of switching keys, which is no image of the other.
        let factor = F::from_u64(1000);
        x.0.scale(self.on(), factor)?;
        x.1.iter_mut().for_each(|v| *v = *v * factor);
        let image = Pair(x.0.swap(self.on())?, [&x.1[row..], &x.1[..row]].concat());
        self.multiply(&x, &image)
    }

    fn products_of_images<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let (x, y) = (self.product_with_image::<C>()?, self.product_with_image::<C>()?);
        let product = self.multiply(&x, &y)?;
        self.check(&product)?;
        let square = self.multiply(&product, &product)?;
        self.check(&square).map(|_| ())
    }

    /// Products with images have a mean, which adds up as no noise does.
    fn sums_of_images<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let mut sum = self.product_with_image::<C>()?;
        for _ in 1..64 {
            let product = self.product_with_image::<C>()?;
            let level = sum.0.level().min(product.0.level());
            sum.0.mod_switch_to(self.on(), level)?;
            let mut x = product.0;
            x.mod_switch_to(self.on(), level)?;
            sum.0.add(self.on(), &x)?;
            sum.1 = zip(&sum.1, &product.1, |a, b| a + b);
        }
        if self.check(&sum)? {
            let square = Pair(sum.0.square(self.on())?, zip(&sum.1, &sum.1, |a, b| a * b));
            self.check(&square)?;
        }
        Ok(())
    }

    /// Noises of ciphertexts that are not related have the errors of one switching key in common.
    fn products_of_switched<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let mut product: Option<Pair<C, F>> = None;
        for _ in 0..9 {
            let x = self.random::<C>()?;
            let rows = x.1.chunks(DEGREE / 2).flat_map(|row| [&row[8..], &row[..8]].concat()).collect();
            let x = Pair(x.0.rotate(self.on(), 8)?, rows);
            product = Some(match product {
                None => x,
                Some(Pair(y, v)) => Pair(y.multiply_here(self.on(), &x.0)?, zip(&v, &x.1, |a, b| a * b)),
            });
            if !product.as_ref().map_or(Ok(true), |product| self.check(product))? {
                break;
            }
        }
        Ok(())
    }

    /// At one of many roots the values of several random factors are great together.
    fn filtered_products<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let (x, y, z) = (self.random::<C>()?, self.random::<C>()?, self.random::<C>()?);
        let mut product = self.multiply(&x, &y)?;
        for roots in [200, 50] {
            for root in 0..roots {
                let filter = self.message(&one_root(root * 5));
                let filtered = self.mul_plain(&product, &filter)?;
                self.check(&filtered)?;
            }
            product = self.multiply(&product, &z)?;
        }
        Ok(())
    }

    fn powers_times_plaintext<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let plaintext = self.uniform();
        let mut x = self.random::<C>()?;
        for _ in 0..2 {
            let square = Pair(x.0.square(self.on())?, zip(&x.1, &x.1, |a, b| a * b));
            let product = self.mul_plain(&square, &plaintext)?;
            self.check(&product)?;
            x = self.multiply(&square, &x)?;
            self.check(&x)?;
        }
        Ok(())
    }

    fn scale<C: Scheme<F>>(&self, Pair(x, v): &Pair<C, F>, by: u64) -> Result<Pair<C, F>, FheError> {
        let (mut x, by) = (x.clone(), F::from_u64(by));
        x.scale(self.on(), by)?;
        Ok(Pair(x, v.iter().map(|&v| by * v).collect()))
    }

    fn down<C: Scheme<F>>(&self, Pair(x, v): &Pair<C, F>, level: usize) -> Result<Pair<C, F>, FheError> {
        let mut x = x.clone();
        x.mod_switch_to(self.on(), level)?;
        Ok(Pair(x, v.clone()))
    }

    fn sum<C: Scheme<F>>(&self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        let mut x = a.0.clone();
        x.add(self.on(), &b.0)?;
        Ok(Pair(x, zip(&a.1, &b.1, |a, b| a + b)))
    }

    fn difference<C: Scheme<F>>(&self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        let mut x = a.0.clone();
        x.sub(self.on(), &b.0)?;
        Ok(Pair(x, zip(&a.1, &b.1, |a, b| a - b)))
    }

    fn here<C: Scheme<F>>(&self, a: &Pair<C, F>, b: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        Ok(Pair(a.0.multiply_here(self.on(), &b.0)?, zip(&a.1, &b.1, |a, b| a * b)))
    }

    fn square<C: Scheme<F>>(&self, Pair(x, v): &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        Ok(Pair(x.square(self.on())?, zip(v, v, |a, b| a * b)))
    }

    fn swapped<C: Scheme<F>>(&self, Pair(x, v): &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        let row = DEGREE / 2;
        Ok(Pair(x.swap(self.on())?, [&v[row..], &v[..row]].concat()))
    }

    fn primes(&self) -> &'a [u64] {
        &self.on().bfv.parameters().literal().moduli
    }

    /// `⌊K·y/q⌉ − K·⌊y/q⌉`, whose mask is small and whose noise is the mask times the secret: half
    /// of a prime times it, divided by the prime, is as far from an integer in the same direction.
    fn spent_mask<C: Scheme<F>>(&mut self) -> Result<Pair<C, F>, FheError> {
        let times = 6;
        let y = self.random::<C>()?;
        let y = self.down(&y, SMALL)?;
        let first = self.down(&self.scale(&y, times)?, SMALL - 1)?;
        let second = self.scale(&self.down(&y, SMALL - 1)?, times)?;
        let mut x = self.difference(&first, &second)?;
        for level in (FEW..SMALL - 1).rev() {
            let half = (0.501 * self.primes()[level] as f64) as u64;
            x = self.down(&self.scale(&x, half)?, level)?;
            self.check(&x)?;
        }
        Ok(x)
    }

    fn roundings_of_spent_masks<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        for _ in 0..4 {
            let (x, y) = (self.spent_mask::<C>()?, self.spent_mask::<C>()?);
            let product = self.here(&x, &y)?;
            self.check(&product)?;
            let sum = self.inner_sum(&product)?;
            self.check(&sum)?;
        }
        Ok(())
    }

    /// `⌊(⌊q·y/q'⌉ + q·⌊y/q'⌉)/q⌉`, whose mask is not small.
    fn roundings_of_masks<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let last = self.primes()[SMALL - 2];
        for _ in 0..24 {
            let y = self.random::<C>()?;
            let y = self.down(&y, SMALL)?;
            let first = self.down(&self.scale(&y, last)?, SMALL - 1)?;
            let second = self.scale(&self.down(&y, SMALL - 1)?, last)?;
            let x = self.down(&self.sum(&first, &second)?, SMALL - 2)?;
            self.check(&x)?;
        }
        Ok(())
    }

    /// `y` times the primes of the lowest levels, which a switch leaves the rounded parts of the
    /// mask of.
    fn rounded_away<C: Scheme<F>>(&self, y: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        self.primes()[..FEW].iter().try_fold(y.clone(), |x, &q| self.scale(&x, q))
    }

    /// `y` times the same primes, by products with ciphertexts of plaintexts alone.
    fn times_trivial<C: Scheme<F>>(&mut self, y: &Pair<C, F>) -> Result<Pair<C, F>, FheError> {
        self.primes()[..FEW].iter().try_fold(y.clone(), |x, &q| {
            let prime = self.message(&[&[F::from_u64(q)][..], &[F::ZERO; DEGREE - 1]].concat());
            let mut trivial = C::zero(self.on())?;
            trivial.add_plain(self.on(), &prime.plaintext)?;
            self.here(&x, &Pair(trivial, prime.values.clone()))
        })
    }

    fn images_times_phases<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        let (y, z) = (self.random::<C>()?, self.random::<C>()?);
        let (low, other) = (self.down(&y, FEW)?, self.down(&z, FEW)?);
        for phase in [self.rounded_away(&y)?, self.times_trivial(&y)?] {
            let phase = self.down(&phase, FEW)?;
            self.images_times(&phase, &low, &other)?;
        }
        Ok(())
    }

    /// Products of images of `low` and of another ciphertext with the phase, and of what they make.
    fn images_times<C: Scheme<F>>(&mut self, phase: &Pair<C, F>, low: &Pair<C, F>, other: &Pair<C, F>) -> Result<(), FheError> {
        self.check(phase)?;
        // Above the noise of switching keys.
        let great = self.scale(low, 64)?;
        let image = self.swapped(&great)?;
        for image in [image, self.swapped(&self.scale(other, 64)?)?, self.swapped(low)?] {
            for with in [phase, low] {
                let product = self.here(&image, with)?;
                self.check(&product)?;
            }
        }
        let mut power = great;
        for _ in 0..2 {
            power = self.here(&power, phase)?;
            if !self.check(&power)? {
                return Ok(());
            }
        }
        let trace = self.inner_sum(low)?;
        for product in [self.here(&trace, low)?, self.square(&trace)?] {
            self.check(&product)?;
        }
        Ok(())
    }

    fn squares_of_phases<C: Scheme<F>>(&mut self) -> Result<(), FheError> {
        for _ in 0..8 {
            let y = self.random::<C>()?;
            let low = self.scale(&self.down(&y, FEW)?, 64)?;
            let both = self.sum(&self.rounded_away(&y)?, &self.scale(&y, 64)?)?;
            let own = self.difference(&self.down(&both, FEW)?, &low)?;
            for product in [self.square(&own)?, self.here(&own, &own)?] {
                self.check(&product)?;
            }
        }
        Ok(())
    }
}
