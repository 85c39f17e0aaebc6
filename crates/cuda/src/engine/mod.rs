//! A GPU as an engine of polynomials.

mod steps;
mod tables;
mod words;

pub use steps::StepPolynomials;
pub use words::PolyWords;

use crate::driver::{self, Pointwise, PointwiseConstant, PointwisePairs};
use crate::{Basis, DeviceWords, EngineError, Gpu, Key};
use papilio_ring::engine::{
    AutomorphismEngine, Factors, Halves, KeySwitchEngine, ModulusSwitchEngine, Pair, Place, PolyEngine, ScaledProductEngine,
};
use papilio_ring::gadget::{Dropping, Gadget, GadgetForm, GiantStep, KeyRows, Step, StepFactors, Summands};
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{Automorphism, AutomorphismForm, Coefficient, Evaluation, Form, ModulusSwitch, Poly, PooledVec, RnsBasis};
use std::sync::Arc;
use tables::{Products, Switch};

/// Values.
type Values = Poly<Evaluation, Gpu>;
/// Coefficients.
type Coefficients = Poly<Coefficient, Gpu>;

/// Words of polynomials that could not be computed say why when they are copied to the host: there
/// was no memory for them, an operand is on another device, or the kernels have no such ring.
/// Other words, and those of the host, are not lost with them.
impl Place for Gpu {
    type Words = PolyWords;

    fn upload(&self, words: &PooledVec) -> Result<PolyWords, EngineError> {
        assert!(!words.is_secret(), "secret words for a device");
        DeviceWords::upload(self, words).map(|uploaded| PolyWords::new(words.len(), Ok(uploaded)))
    }

    fn beside(words: &PolyWords, of: PooledVec) -> PolyWords {
        PolyWords::new(of.len(), words.get().and_then(|words| DeviceWords::upload(&words.gpu(), &of)))
    }

    fn download(words: &PolyWords) -> Result<PooledVec, EngineError> {
        words.get()?.to_host().map(PooledVec::from)
    }

    fn len(words: &PolyWords) -> usize {
        words.len()
    }

    fn truncate(words: &mut PolyWords, len: usize) {
        words.truncate(len);
    }
}

impl PolyEngine for Gpu {
    fn add<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, b: &Poly<F, Self>) {
        pointwise(Pointwise::Add, basis, a, b);
    }

    fn subtract<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, b: &Poly<F, Self>) {
        pointwise(Pointwise::Subtract, basis, a, b);
    }

    fn add_pairs<F: Form>(basis: &RnsBasis, pairs: &mut [Pair<'_, F, Self>]) {
        pointwise_pairs(PointwisePairs::Add, basis, pairs);
    }

    fn subtract_pairs<F: Form>(basis: &RnsBasis, pairs: &mut [Pair<'_, F, Self>]) {
        pointwise_pairs(PointwisePairs::Subtract, basis, pairs);
    }

    fn negate<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>) {
        let minus_one: Vec<u64> = basis.moduli(a.level()).map(|m| m.value() - 1).collect();
        Self::scale(basis, a, &minus_one);
    }

    fn scale<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, scalar: &[u64]) {
        constants(PointwiseConstant::Scale, basis, a, [scalar; 2]);
    }

    fn scale_halves(basis: &RnsBasis, a: &mut Values, factors: Halves<'_>) {
        constants(PointwiseConstant::Scale, basis, a, factors);
    }

    fn add_to_halves(basis: &RnsBasis, a: &mut Values, summands: Halves<'_>) {
        constants(PointwiseConstant::Add, basis, a, summands);
    }

    fn add_from_host<F: Form>(basis: &RnsBasis, a: &mut Poly<F, Self>, add: impl FnOnce(&mut Poly<F>)) {
        let mut summand = Poly::zero(basis, a.level());
        add(&mut summand);
        let summand = summand.into_place_of(a);
        Self::add(basis, a, &summand);
    }

    fn zero_beside<F: Form, G: Form>(basis: &RnsBasis, level: usize, other: &Poly<G, Self>) -> Poly<F, Self> {
        let words = other.words().get().and_then(|words| DeviceWords::unspecified(&words.gpu(), basis.degree() * level));
        let mut zero = poly([basis.degree(), level], words);
        if level > 0 {
            constants(PointwiseConstant::Scale, basis, &mut zero, [&vec![0; level]; 2]);
        }
        zero
    }

    fn add_multiples<F: Form>(basis: &RnsBasis, sum: &mut Poly<F, Self>, terms: &[(&[u64], &Poly<F, Self>)]) {
        change(basis, sum, |gpu, basis, sum| {
            for (c, term) in terms {
                let term = term.words().on(gpu)?.place(0);
                let (operation, to) = (PointwiseConstant::AddMultiple, sum.memory_mut());
                driver::pointwise_constant(operation, basis.tables(), (to, 0), Some(term), [c; 2]);
            }
            Ok(())
        });
    }

    fn forward(basis: &RnsBasis, mut a: Coefficients) -> Values {
        change(basis, &mut a, |_, basis, words| {
            words.forward(basis);
            Ok(())
        });
        Poly::from_words(a.degree(), a.into_words())
    }

    fn inverse(basis: &RnsBasis, mut a: Values) -> Coefficients {
        change(basis, &mut a, |_, basis, words| {
            words.inverse(basis);
            Ok(())
        });
        Poly::from_words(a.degree(), a.into_words())
    }

    fn multiply(basis: &RnsBasis, a: &mut Values, b: &Values) {
        pointwise(Pointwise::Multiply, basis, a, b);
    }

    fn multiply_accumulate(basis: &RnsBasis, sum: &mut Values, factors: &[Factors<'_, Self>]) {
        change(basis, sum, |gpu, basis, sum| {
            let pairs = pairs(gpu, factors)?;
            driver::sum_of_products(basis.tables(), (sum.memory_mut(), 0), &pairs, true);
            Ok(())
        });
    }

    fn sum_of_products(basis: &RnsBasis, factors: &[Factors<'_, Self>]) -> Values {
        let first = factors[0].0;
        let sum = || {
            let words = first.words().get()?;
            let (gpu, mut sum) = (words.gpu(), DeviceWords::unspecified(&words.gpu(), words.len())?);
            let (basis, pairs) = (tables::basis(&gpu, basis, first.level())?, pairs(&gpu, factors)?);
            driver::sum_of_products(basis.tables(), (sum.memory_mut(), 0), &pairs, false);
            Ok(sum)
        };
        poly([first.degree(), first.level()], sum())
    }
}

impl AutomorphismEngine for Gpu {
    fn automorphism<S: AutomorphismForm>(by: &Automorphism, basis: &RnsBasis, a: &Poly<S, Self>) -> Poly<S, Self> {
        let image = || {
            let from = a.words().get()?;
            let (gpu, mut image) = (from.gpu(), DeviceWords::unspecified(&from.gpu(), from.len())?);
            let basis = tables::basis(&gpu, basis, a.level())?;
            if S::IS_EVALUATION {
                image.automorphism_of_values(&basis, by.exponent(), from);
            } else {
                image.automorphism_of_coefficients(&basis, by.exponent(), from);
            }
            Ok(image)
        };
        poly([a.degree(), a.level()], image())
    }
}

impl KeySwitchEngine for Gpu {
    type Rows = Arc<Key>;
    /// A polynomial modulo all primes for each.
    type Digits = Result<Arc<DeviceWords>, EngineError>;
    type Factors = Arc<StepPolynomials>;

    fn rows(&self, gadget: &Gadget, rows: &KeyRows) -> Result<Arc<Key>, EngineError> {
        Key::new(self, gadget, &rows.whole(gadget)).map(Arc::new)
    }

    fn product<S: GadgetForm>(
        gadget: &Gadget,
        c: &Poly<S, Self>,
        rows: &Arc<Key>,
        plus: Summands<'_, S, Self>,
    ) -> [Poly<S, Self>; 2] {
        switched::<_, S>(gadget, c, rows, plus)
    }

    fn product_of_values<S: GadgetForm>(
        gadget: &Gadget,
        c: &Values,
        rows: &Arc<Key>,
        plus: Summands<'_, Evaluation, Self>,
    ) -> [Poly<S, Self>; 2] {
        let [first, second] = plus.map(|plus| plus.map(|plus| in_form::<S>(gadget, plus)));
        switched::<_, S>(gadget, c, rows, [first.as_ref(), second.as_ref()])
    }

    fn product_dropping(
        gadget: &Gadget,
        c: &Values,
        rows: &Arc<Key>,
        plus: Summands<'_, Evaluation, Self>,
        dropped: usize,
    ) -> [Values; 2] {
        let (level, kept) = (c.level(), c.level() - dropped);
        let rounded = match gadget.dropping(level, dropped) {
            Dropping::Together(rounded) => rounded,
            Dropping::Apart(switch) => {
                let halves = Self::product(gadget, c, rows, plus);
                return halves.map(|half| Self::switch_values(switch, gadget.moduli(), &half));
            }
        };
        let halves = of_coefficients(gadget, c, |tables, gpu, c| {
            let plus = beside_key(gpu, rows, plus)?;
            let by = tables::quotient(gpu, gadget, rounded, [level, kept])?;
            tables.values_dropping(c, rows, plus, &by, kept)
        });
        several([c.degree(), kept], halves)
    }

    fn decompose<S: GadgetForm>(gadget: &Gadget, c: &Poly<S, Self>) -> Result<Arc<DeviceWords>, EngineError> {
        of_coefficients(gadget, c, |tables, _, c| tables.decompose(c).map(Arc::new))
    }

    fn block(_: &Arc<Key>) -> Option<usize> {
        None
    }

    fn factors(&self, _: &Gadget, factors: &StepFactors) -> Result<Arc<StepPolynomials>, EngineError> {
        StepPolynomials::new(self, factors).map(Arc::new)
    }

    fn step_sums(
        gadget: &Gadget,
        x: &[Values; 2],
        babies: &[Option<Step<'_, Arc<Key>>>],
        giants: &[GiantStep<'_, Arc<Key>, Arc<StepPolynomials>>],
        (sums, _): (usize, usize),
    ) -> Vec<[Values; 2]> {
        let shape = [gadget.basis().degree(), gadget.special() + x[0].level()];
        match steps::sums(gadget, x, babies, giants, sums) {
            Ok(pairs) => pairs.into_iter().map(|pair| several(shape, Ok(pair))).collect(),
            Err(error) => (0..sums).map(|_| several(shape, Err(error.clone()))).collect(),
        }
    }

    fn quotient_dropping(gadget: &Gadget, x: &Values, dropped: usize) -> Values {
        let level = x.level() - gadget.special();
        let kept = level - dropped;
        let rounded = match gadget.dropping(level, dropped) {
            Dropping::Together(rounded) => rounded,
            Dropping::Apart(switch) => {
                let quotient = Self::quotient_dropping(gadget, x, 0);
                return Self::switch_values(switch, gadget.moduli(), &quotient);
            }
        };
        let quotient = || {
            let words = x.words().get()?;
            let gpu = words.gpu();
            let by = tables::quotient(&gpu, gadget, rounded, [level, kept])?;
            tables::gadget(&gpu, gadget, level)?.dropping(words, 0, (&by, kept))
        };
        poly([x.degree(), kept], quotient())
    }

    fn product_hoisted<S: GadgetForm>(
        gadget: &Gadget,
        (digits, c): (&Result<Arc<DeviceWords>, EngineError>, &Poly<S, Self>),
        rows: &Arc<Key>,
        plus: Summands<'_, S, Self>,
    ) -> [Poly<S, Self>; 2] {
        let level = c.level();
        let halves = || {
            let digits = digits.as_deref().map_err(Clone::clone)?;
            let plus = beside_key(&digits.gpu(), rows, plus)?;
            let tables = tables::gadget(&digits.gpu(), gadget, level)?;
            if S::IS_EVALUATION {
                tables.values_decomposed(digits, rows, plus)
            } else {
                tables.product_decomposed(digits, rows, plus)
            }
        };
        several([gadget.moduli().degree(), level], halves())
    }
}

impl ModulusSwitchEngine for Gpu {
    fn switch(by: &ModulusSwitch, basis: &RnsBasis, a: &Coefficients) -> Coefficients {
        let quotient = || {
            let words = a.words().get()?;
            Switch::get(&words.gpu(), by, basis)?.coefficients(words)
        };
        poly([a.degree(), by.level()], quotient())
    }

    fn switch_values(by: &ModulusSwitch, basis: &RnsBasis, a: &Values) -> Values {
        let quotient = || {
            let words = a.words().get()?;
            Switch::get(&words.gpu(), by, basis)?.values(words)
        };
        poly([a.degree(), by.level()], quotient())
    }
}

impl ScaledProductEngine for Gpu {
    fn scaled_product(tables: &ScaledProduct, a: &[Coefficients; 2], b: &[Coefficients; 2]) -> [Coefficients; 3] {
        scaled(tables, a, Some(b))
    }

    fn scaled_square(tables: &ScaledProduct, a: &[Coefficients; 2]) -> [Coefficients; 3] {
        scaled(tables, a, None)
    }
}

/// Changes words by the tables of their primes.
fn change<F: Form>(
    basis: &RnsBasis,
    a: &mut Poly<F, Gpu>,
    f: impl FnOnce(&Gpu, &Basis, &mut DeviceWords) -> Result<(), EngineError>,
) {
    let level = a.level();
    a.words_mut().change(|words| {
        let gpu = words.gpu();
        f(&gpu, &tables::basis(&gpu, basis, level)?, words)
    });
}

/// An operation with two constants for each prime, and no other polynomial.
fn constants<F: Form>(operation: PointwiseConstant, basis: &RnsBasis, a: &mut Poly<F, Gpu>, constants: [&[u64]; 2]) {
    change(basis, a, |_, basis, a| {
        driver::pointwise_constant(operation, basis.tables(), (a.memory_mut(), 0), None, constants);
        Ok(())
    });
}

/// The words of factors on a device.
fn pairs<'a>(gpu: &Gpu, factors: &[Factors<'a, Gpu>]) -> Result<Vec<[driver::Place<'a>; 2]>, EngineError> {
    let place = |x: &'a Values| x.words().on(gpu).map(|words| words.place(0));
    factors.iter().map(|&(a, b)| Ok([place(a)?, place(b)?])).collect()
}

fn pointwise<F: Form>(operation: Pointwise, basis: &RnsBasis, a: &mut Poly<F, Gpu>, b: &Poly<F, Gpu>) {
    change(basis, a, |gpu, basis, a| {
        let b = b.words().on(gpu)?;
        driver::pointwise(operation, basis.tables(), a.memory_mut(), b.memory());
        Ok(())
    });
}

/// An operation on pairs, together for neighbors of one level on one device.
fn pointwise_pairs<F: Form>(operation: PointwisePairs, basis: &RnsBasis, pairs: &mut [Pair<'_, F, Gpu>]) {
    let together =
        |(a, _): &Pair<'_, F, Gpu>, (b, _): &Pair<'_, F, Gpu>| a.level() == b.level() && a.words().is_with(b.words());
    for pairs in pairs.chunk_by_mut(together) {
        let (first, _) = &pairs[0];
        // Words that are missing have no neighbors here.
        let Ok(gpu) = first.words().get().map(DeviceWords::gpu) else { continue };
        let tables = tables::basis(&gpu, basis, first.level());
        let words = pairs.iter_mut().filter_map(|(a, b)| {
            let operand = tables.as_ref().map_err(Clone::clone).and_then(|_| b.words().on(&gpu));
            a.words_mut().beside(operand)
        });
        let mut memory: Vec<_> = words.map(|(a, b)| (a.memory_mut(), b.memory())).collect();
        if let Ok(tables) = &tables {
            driver::pointwise_pairs(operation, tables.tables(), &mut memory);
        }
    }
}

fn scaled(tables: &ScaledProduct, a: &[Coefficients; 2], b: Option<&[Coefficients; 2]>) -> [Coefficients; 3] {
    let product = || {
        let [first, second] = a.each_ref().map(Poly::words);
        let gpu = first.get()?.gpu();
        let a = [first.on(&gpu)?, second.on(&gpu)?];
        let b = match b {
            Some([first, second]) => Some([first.words().on(&gpu)?, second.words().on(&gpu)?]),
            None => None,
        };
        Products::get(&gpu, tables)?.multiply(a, b)
    };
    several([tables.basis().degree(), tables.level()], product())
}

/// A result of a polynomial of a level by the tables of the level, with its coefficients.
fn of_coefficients<F: GadgetForm, T>(
    gadget: &Gadget,
    c: &Poly<F, Gpu>,
    f: impl FnOnce(&crate::Gadget, &Gpu, &DeviceWords) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let words = c.words().get()?;
    let gpu = words.gpu();
    let tables = tables::gadget(&gpu, gadget, c.level())?;
    if !F::IS_EVALUATION {
        return f(&tables, &gpu, words);
    }
    let mut coefficients = words.first(words.len())?;
    coefficients.inverse(&tables::basis(&gpu, gadget.moduli(), c.level())?);
    f(&tables, &gpu, &coefficients)
}

/// The products of the digits of a polynomial with both halves of a key, divided by `P`.
fn switched<F: GadgetForm, S: GadgetForm>(
    gadget: &Gadget,
    c: &Poly<F, Gpu>,
    rows: &Arc<Key>,
    plus: Summands<'_, S, Gpu>,
) -> [Poly<S, Gpu>; 2] {
    let halves = of_coefficients(gadget, c, |tables, gpu, c| {
        let plus = beside_key(gpu, rows, plus)?;
        if S::IS_EVALUATION { tables.values(c, rows, plus) } else { tables.product(c, rows, plus) }
    });
    several([gadget.moduli().degree(), c.level()], halves)
}

/// Values in another form, or in theirs.
fn in_form<S: GadgetForm>(gadget: &Gadget, values: &Values) -> Poly<S, Gpu> {
    let mut words = values.words().clone();
    if !S::IS_EVALUATION {
        words = <Gpu as PolyEngine>::inverse(gadget.moduli(), Poly::from_words(values.degree(), words)).into_words();
    }
    Poly::from_words(values.degree(), words)
}

/// The words of what is added, where it and a key are on a device.
fn beside_key<'a, F: Form>(
    gpu: &Gpu,
    key: &Key,
    plus: Summands<'a, F, Gpu>,
) -> Result<[Option<&'a DeviceWords>; 2], EngineError> {
    key.on(gpu)?;
    let words = |x: Option<&'a Poly<F, Gpu>>| x.map(|x| x.words().on(gpu)).transpose();
    Ok([words(plus[0])?, words(plus[1])?])
}

/// A polynomial of a degree and level.
fn poly<F: Form>([degree, level]: [usize; 2], words: Result<DeviceWords, EngineError>) -> Poly<F, Gpu> {
    Poly::from_words(degree, PolyWords::new(degree * level, words))
}

/// Polynomials of a degree and level, all of which are computed or none.
fn several<F: Form, const N: usize>(shape: [usize; 2], words: Result<[DeviceWords; N], EngineError>) -> [Poly<F, Gpu>; N] {
    match words {
        Ok(words) => words.map(|words| poly(shape, Ok(words))),
        Err(error) => core::array::from_fn(|_| poly(shape, Err(error.clone()))),
    }
}
