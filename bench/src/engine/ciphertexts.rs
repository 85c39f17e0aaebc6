//! Operations on ciphertexts, each of which is decrypted.

use super::case::{Case, Outcome, Steps, each};
use super::own::Own;
use super::side::Side;
use papilio_cuda::select::Operation;
use papilio_fhe::bfv::{Ciphertext, FheError, GaloisKeys, PreparedPlaintext, Product, RelinearizationKey};
use papilio_fhe::rlwe::galois_element;
use papilio_ring::engine::{Engine, Factors};
use papilio_ring::{Coefficient, Evaluation, Form, Poly};

/// Keys on an engine.
pub(super) struct Keys<E: Engine> {
    relinearization: RelinearizationKey<E>,
    galois: GaloisKeys<E>,
}

impl<E: Engine> Keys<E> {
    pub(super) fn of(own: &Own, engine: &E) -> Outcome<Self> {
        let relinearization = own.relinearization.to(&own.bfv, engine).map_err(text)?;
        Ok(Self { relinearization, galois: own.galois.to(&own.bfv, engine).map_err(text)? })
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Results of an operation that makes them, once it has.
type Made<I, const PARTS: usize, E> = (I, Vec<Ciphertext<Coefficient, PARTS, E>>);

/// An operation that makes ciphertexts of an operand, whose messages are `values`.
fn made<'a, I: 'a, const PARTS: usize, E: Side + 'a>(
    own: &'a Own,
    batch: usize,
    load: impl Fn() -> Result<I, FheError> + 'a,
    call: impl Fn(&I) -> Result<Vec<Ciphertext<Coefficient, PARTS, E>>, FheError> + 'a,
    values: impl Fn() -> Vec<Vec<u64>> + 'a,
) -> Box<dyn Case + 'a> {
    let run = move |(operand, results): &mut Made<I, PARTS, E>, kept| {
        let made = call(operand).map_err(text)?;
        *results = if kept { made } else { Vec::new() };
        Ok(())
    };
    let words = |(_, results): &Made<I, PARTS, E>| {
        let words = results.iter().map(|one| words(one.parts()));
        Ok(words.collect::<Outcome<Vec<_>>>()?.concat())
    };
    let right = move |(_, results): &Made<I, PARTS, E>| {
        let expected = values();
        let opens = |(one, values): (&Ciphertext<Coefficient, PARTS, E>, &Vec<u64>)| {
            Ok(own.opens(&one.to_host().map_err(text)?, values))
        };
        let opened = results.iter().zip(&expected).map(opens).collect::<Outcome<Vec<_>>>()?;
        Ok(results.len() == expected.len() && opened.into_iter().all(|opens| opens))
    };
    each(batch, Steps { load: move |_| Ok((load().map_err(text)?, Vec::new())), run, words, right })
}

/// The words of polynomials.
fn words<S: Form, E: Engine>(parts: &[Poly<S, E>]) -> Outcome<Vec<u64>> {
    let part = |part: &Poly<S, E>| Ok(part.to_host().map_err(text)?.residues().to_vec());
    Ok(parts.iter().map(part).collect::<Outcome<Vec<_>>>()?.concat())
}

/// An operation on ciphertexts, if it is one of those.
pub(super) fn case<'a, E: Side + 'a>(
    operation: Operation,
    own: &'a Own,
    (engine, keys): (&'a E, &'a Keys<E>),
    batch: usize,
) -> Outcome<Option<Box<dyn Case + 'a>>> {
    let (bfv, [x, y]) = (&own.bfv, &own.ciphertexts);
    let one = move || Ok(x.to(engine)?);
    let pair = move || Ok([x.to(engine)?, y.to(engine)?]);
    let same = || vec![own.messages[0].clone()];
    let products = || vec![own.joined(|x, y| x * y)];
    Ok(Some(match operation {
        Operation::Add => sums(own, engine, batch),
        Operation::Tensor => tensor(own, engine, batch)?,
        Operation::MultiplyPlain => multiply_plain(own, engine, batch)?,
        Operation::Multiply => {
            made::<_, 3, E>(own, batch, pair, move |[x, y]: &[Ciphertext<_, 2, E>; 2]| Ok(vec![bfv.multiply(x, y)?]), products)
        }
        Operation::Relinearize => {
            let product = bfv.multiply(x, y).map_err(text)?;
            let call = move |x: &Product<Coefficient, E>| Ok(vec![bfv.relinearize(x, &keys.relinearization)?]);
            made(own, batch, move || Ok(product.to(engine)?), call, products)
        }
        Operation::Rotate => {
            let call = move |x: &Ciphertext<_, 2, E>| Ok(vec![bfv.rotate_rows(x, 1, &keys.galois)?]);
            made(own, batch, one, call, || vec![own.turned(1)])
        }
        Operation::HoistedRotations => {
            let call = move |x: &Ciphertext<_, 2, E>| {
                let (hoisted, degree) = (bfv.hoist(x)?, own.shape.degree);
                let rotated = |steps| bfv.apply_hoisted(&hoisted, galois_element(degree, steps), &keys.galois);
                (1..=Operation::HOISTED as i64).map(rotated).collect()
            };
            made(own, batch, one, call, || (1..=Operation::HOISTED).map(|steps| own.turned(steps)).collect())
        }
        Operation::ModulusSwitch => {
            let call = move |x: &Ciphertext<_, 2, E>| Ok(vec![bfv.mod_switch_to(x, own.shape.limbs - 1)?]);
            made(own, batch, one, call, same)
        }
        _ => return Ok(None),
    }))
}

/// Sums in place, all of a batch at once, as their transfers are. The words of the first and the
/// last are compared.
fn sums<'a, E: Side + 'a>(own: &'a Own, engine: &'a E, batch: usize) -> Box<dyn Case + 'a> {
    type Operands<E> = [Vec<Ciphertext<Coefficient, 2, E>>; 2];
    let many = move |x: &Ciphertext| (0..batch).map(|_| x.to(engine).map_err(text)).collect::<Outcome<Vec<_>>>();
    let load = move |_| Ok([many(&own.ciphertexts[0])?, many(&own.ciphertexts[1])?]);
    let run = |[x, y]: &mut Operands<E>, _| own.bfv.add_each_assign(x, &*y).map_err(text);
    let ends = |[sums, _]: &Operands<E>| {
        let [first, .., last] = &sums[..] else { return sums.first().map_or(Ok(Vec::new()), |sum| words(sum.parts())) };
        Ok([words(first.parts())?, words(last.parts())?].concat())
    };
    let right = |[sums, _]: &Operands<E>| {
        let first = sums.first().ok_or("no sums")?.to_host().map_err(text)?;
        Ok(own.opens(&first, &own.joined(|x, y| x + y)))
    };
    each(1, Steps { load, run, words: ends, right })
}

/// A product with a plaintext in place, both values.
fn multiply_plain<'a, E: Side + 'a>(own: &'a Own, engine: &'a E, batch: usize) -> Outcome<Box<dyn Case + 'a>> {
    type Operands<E> = (Ciphertext<Evaluation, 2, E>, PreparedPlaintext<E>);
    let factor = own.bfv.prepare(&own.plaintext).map_err(text)?;
    let values = own.bfv.to_evaluation(own.ciphertexts[0].clone()).map_err(text)?;
    let load = move |_| Ok((values.to(engine).map_err(text)?, factor.to(engine).map_err(text)?));
    let run = |(x, factor): &mut Operands<E>, _| own.bfv.mul_plain_assign(x, factor).map_err(text);
    let right = |(product, _): &Operands<E>| {
        let host = product.to_host().map(|product| own.bfv.to_coefficient(product));
        let host = host.map_err(text)?.map_err(text)?;
        Ok(own.opens(&host, &own.joined(|x, y| x * y)))
    };
    Ok(each(batch, Steps { load, run, words: |(product, _): &Operands<E>| words(product.parts()), right }))
}

/// Two ciphertexts of values, and the three parts of their product.
type Tensor<E> = ([Ciphertext<Evaluation, 2, E>; 2], Vec<Poly<Evaluation, E>>);

/// The products of the parts of two ciphertexts.
fn tensor<'a, E: Side + 'a>(own: &'a Own, engine: &'a E, batch: usize) -> Outcome<Box<dyn Case + 'a>> {
    let values = |x: &Ciphertext| own.bfv.to_evaluation(x.clone()).map_err(text);
    let [x, y] = [values(&own.ciphertexts[0])?, values(&own.ciphertexts[1])?];
    let operands = [x.parts().clone(), y.parts().clone()];
    let load = move |_| Ok(([x.to(engine).map_err(text)?, y.to(engine).map_err(text)?], Vec::new()));
    let run = |([x, y], products): &mut Tensor<E>, kept| {
        let ([a, b], [c, d]) = (x.parts(), y.parts());
        let sum = |factors: &[Factors<'_, E>]| Poly::sum_of_products(own.basis(), factors);
        let made = vec![sum(&[(a, c)]), sum(&[(a, d), (b, c)]), sum(&[(b, d)])];
        *products = if kept { made } else { Vec::new() };
        Ok(())
    };
    let right = move |(_, products): &Tensor<E>| {
        let [[a, b], [c, d]] = operands.each_ref().map(|parts| parts.each_ref().map(Poly::residues));
        let found = words(products)?;
        let (degree, count) = (own.shape.degree, a.len());
        Ok(found.len() == 3 * count
            && (0..count).all(|i| {
                let q = own.basis().modulus(i / degree);
                let middle = q.add(q.mul(a[i], d[i]), q.mul(b[i], c[i]));
                [q.mul(a[i], c[i]), middle, q.mul(b[i], d[i])] == [found[i], found[count + i], found[2 * count + i]]
            }))
    };
    Ok(each(batch, Steps { load, run, words: |(_, products): &Tensor<E>| words(products), right }))
}
