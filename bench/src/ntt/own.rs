//! Our side of a case. Every value of a short transform is compared with the definition, a few of a
//! long one.

use super::protocol::{Answer, Kind, Order, Request, elements, measure, residues};
use papilio_field::fields::{Complex31, Mersenne31};
use papilio_field::order::{self, reversed};
use papilio_field::{Field, Modulus};
use papilio_ntt::circle::{CircleDomain, CirclePlan, FoldedDomain, FoldedPlan};
use papilio_ntt::dft::{Dft, DftField};
use papilio_ntt::{Domain, IncompletePlan, KernelWord, Plan};

/// Up to this length every value is compared with the definition, which takes quadratic time.
const SHORT: usize = 4096;

/// The measurement of our side.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The answer, in a peer's form; the name is the kernel's.
    pub answer: Answer,
    /// Whether the values are those of the definition, as far as they were compared, and the
    /// inverse gave the data back.
    pub sound: bool,
}

/// The reference that a measurement is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The definition and the data that the inverse gives back.
    Definition,
    /// The data alone.
    RoundTrip,
}

/// How we do a case.
pub type Own = fn(request: &Request, check: Check) -> Result<Measured, String>;

/// A polynomial modulo `X^n + 1`, over a word prime.
///
/// # Errors
/// When the prime has no such transform.
pub fn negacyclic<W: KernelWord>(request: &Request, check: Check) -> Result<Measured, String> {
    let plan = Plan::<W>::new(modulus(request)?, request.n).map_err(text)?;
    let side = Side::over(plan.domain(), request, 1, check)?;
    Ok(side.run(request, plan.kernel().name(), |a: &mut Vec<W>| plan.forward(a), |a: &mut Vec<W>| plan.inverse(a)))
}

/// The transform of ML-KEM, which treats even and odd coefficients apart.
///
/// # Errors
/// When the prime has no such transform.
pub fn incomplete<W: KernelWord>(request: &Request, check: Check) -> Result<Measured, String> {
    let plan = IncompletePlan::<W>::new(modulus(request)?, request.n).map_err(text)?;
    let side = Side::over(plan.half().domain(), request, 2, check)?;
    Ok(side.run(request, plan.kernel(), |a: &mut Vec<W>| plan.forward(a), |a: &mut Vec<W>| plan.inverse(a)))
}

/// The values at roots of unity, over a field whose elements have `W` words.
///
/// # Errors
/// When the field has no such transform.
pub fn field<F: DftField, const W: usize>(request: &Request, check: Check) -> Result<Measured, String> {
    let log = request.n.trailing_zeros();
    let plan = Dft::<F>::columns(log, request.width, F::ONE).map_err(text)?;
    let order = match request.order {
        Order::Natural => order::Order::Natural,
        Order::Any => order::Order::BitReversed,
    };
    let side = Side::<F, W>::of_field(request, check)?;
    if request.threads > 1 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads).build().map_err(text)?;
        let forward = |a: &mut Vec<F>| plan.forward_parallel(a, order);
        let inverse = |a: &mut Vec<F>| plan.inverse_parallel(a, order);
        return Ok(pool.install(|| side.run(request, plan.kernel(), forward, inverse)));
    }
    let natural = request.order == Order::Natural;
    let forward = |a: &mut Vec<F>| if natural { plan.forward_natural(a) } else { plan.forward(a) };
    let inverse = |a: &mut Vec<F>| if natural { plan.inverse_natural(a) } else { plan.inverse(a) };
    Ok(side.run(request, plan.kernel(), forward, inverse))
}

/// The values on the circle, over the Mersenne field.
///
/// # Errors
/// When there is no transform of that length.
pub fn circle(request: &Request, check: Check) -> Result<Measured, String> {
    let log = request.n.trailing_zeros();
    let (plan, domain) = CirclePlan::new(log, 1).zip(CircleDomain::new(log)).ok_or("no circle transform of that length")?;
    let definition: Definition<'_, Mersenne31> = Box::new(move |data, row, _| {
        let point = domain.point(row);
        let terms = data.iter().enumerate().map(|(j, &c)| c * CircleDomain::basis(j, point));
        terms.fold(Mersenne31::ZERO, |sum, term| sum + term)
    });
    let side = Side::<_, 1>::of_mersenne(request, (check == Check::Definition).then_some(definition));
    let kernel = plan.words().kernel().name();
    Ok(side.run(request, kernel, |a: &mut Vec<_>| plan.forward(a), |a: &mut Vec<_>| plan.inverse(a)))
}

/// A polynomial modulo `X^n + 1` over the Mersenne field, by its complex extension.
///
/// # Errors
/// When there is no transform of that length.
pub fn folded(request: &Request, check: Check) -> Result<Measured, String> {
    let log = request.n.trailing_zeros();
    let (plan, domain) = FoldedPlan::new(log, 1).zip(FoldedDomain::new(log)).ok_or("no folded transform of that length")?;
    let half = request.n / 2;
    let definition: Definition<'_, Mersenne31> = Box::new(move |data, row, _| {
        let point = domain.point(row % half);
        let value = FoldedDomain::fold(data).into_iter().rev().fold(Complex31::ZERO, |sum, z| sum * point + z);
        if row < half { value.re } else { value.im }
    });
    let side = Side::<_, 1>::of_mersenne(request, (check == Check::Definition).then_some(definition));
    Ok(side.run(request, plan.kernel(), |a: &mut Vec<_>| plan.forward(a), |a: &mut Vec<_>| plan.inverse(a)))
}

/// The prime of a request, when it is one of a word.
fn modulus(request: &Request) -> Result<Modulus, String> {
    request.modulus.parse().ok().and_then(Modulus::new).ok_or_else(|| format!("{} is no prime of one word", request.modulus))
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// The value of a row and a column, computed from the data by the definition.
type Definition<'d, T> = Box<dyn Fn(&[T], usize, usize) -> T + Send + 'd>;

/// The common parts of transforms of all kinds.
struct Side<'d, T, const W: usize> {
    data: Vec<T>,
    columns: usize,
    /// Canonical words of an element.
    words: fn(&T) -> [u64; W],
    /// Present when the values are to be compared.
    definition: Option<Definition<'d, T>>,
}

impl<'d, W: KernelWord> Side<'d, W, 1> {
    /// Over a word prime, down `columns` columns, in bit-reversed order.
    fn over(domain: &Domain, request: &Request, columns: usize, check: Check) -> Result<Self, String> {
        let (root, shift) = domain.coset_parts().ok_or("not a coset")?;
        let (modulus, log) = (*domain.modulus(), domain.size().trailing_zeros());
        let definition: Definition<'d, W> = Box::new(move |data, row, column| {
            let point = modulus.mul(shift, modulus.pow(root, reversed(row, log) as u64));
            let coefficients = data.iter().skip(column).step_by(columns).rev();
            W::truncate(coefficients.fold(0, |sum, &c| modulus.add(modulus.mul(sum, point), c.extend())))
        });
        let data = residues(request.seed, modulus.value(), request.n).into_iter().map(W::truncate).collect();
        Ok(Self { data, columns, words: |x| [x.extend()], definition: (check == Check::Definition).then_some(definition) })
    }
}

impl<'d, F: DftField, const W: usize> Side<'d, F, W> {
    /// Over a field, `request.width` columns, in the order asked for.
    fn of_field(request: &Request, check: Check) -> Result<Self, String> {
        let (natural, columns, log) = (request.order == Order::Natural, request.width, request.n.trailing_zeros());
        let root = F::root_of_unity(log).ok_or("no root of unity of that order")?;
        let count = request.n * columns;
        let data: Option<Vec<F>> = match W {
            1 => residues(request.seed, F::MODULUS[0], count).into_iter().map(|x| F::from_words([x, 0, 0, 0])).collect(),
            _ => elements(request.seed, F::BITS, count).into_iter().map(F::from_words).collect(),
        };
        let definition: Definition<'d, F> = Box::new(move |data, row, column| {
            let point = root.pow(&[if natural { row } else { reversed(row, log) } as u64]);
            data.iter().skip(column).step_by(columns).rev().fold(F::ZERO, |sum, &c| sum * point + c)
        });
        let words = |x: &F| core::array::from_fn(|i| x.to_words()[i]);
        let data = data.ok_or("data beyond the modulus")?;
        Ok(Self { data, columns, words, definition: (check == Check::Definition).then_some(definition) })
    }
}

impl<'d> Side<'d, Mersenne31, 1> {
    /// One column over the Mersenne field.
    fn of_mersenne(request: &Request, definition: Option<Definition<'d, Mersenne31>>) -> Self {
        let data = residues(request.seed, Mersenne31::MODULUS[0], request.n).into_iter().map(Mersenne31::from_u64).collect();
        Self { data, columns: 1, words: |x| [x.to_words()[0]], definition }
    }
}

impl<T: Copy + PartialEq, const W: usize> Side<'_, T, W> {
    fn run(
        self,
        request: &Request,
        kernel: &str,
        mut forward: impl FnMut(&mut Vec<T>),
        inverse: impl FnMut(&mut Vec<T>),
    ) -> Measured {
        let Self { data, columns, words, definition } = self;
        let defined = definition.is_none_or(|definition| {
            let mut values = data.clone();
            forward(&mut values);
            let rows = data.len() / columns;
            let mut all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let mut few = [0, 1, rows / 3, rows - 1].into_iter().map(|row| (row, row % columns));
            let same = |(row, column)| values[row * columns + column] == definition(&data, row, column);
            if data.len() <= SHORT { all.all(same) } else { few.all(same) }
        });
        // A matrix answers with its first column; the two columns of an incomplete transform are
        // one polynomial.
        let step = if request.kind == Kind::Columns { columns } else { 1 };
        let values = |a: &Vec<T>| a.iter().step_by(step).map(words).collect();
        let answer = measure(request, kernel, &data, forward, inverse, values);
        Measured { sound: defined && answer.round_trip, answer }
    }
}
