//! Operations on polynomials side by side, which are compared with values at a few points.

use super::case::{Case, Steps, each};
use super::own::Own;
use super::side::Side;
use papilio_cuda::select::Operation;
use papilio_field::order::reversed;
use papilio_ntt::naive;

/// Polynomials `x` and `y`, and where a conversion goes.
struct Operands<M> {
    x: M,
    y: Option<M>,
}

/// An operation on whole batches, if it is one of those.
pub(super) fn case<'a, E: Side + 'a>(
    operation: Operation,
    own: &'a Own,
    (engine, tables): (&'a E, &'a E::Tables),
    batch: usize,
) -> Option<Box<dyn Case + 'a>> {
    let conversion = operation == Operation::BaseConversion;
    let (x, y) = match operation {
        Operation::NttForward | Operation::NttInverse => (&own.polynomials[0], None),
        Operation::PolynomialProduct => (&own.polynomials[0], Some(own.polynomials[1].clone())),
        Operation::BaseConversion => (&own.small, Some(vec![0; own.converter.targets().len() * own.shape.degree])),
        _ => return None,
    };
    let load = move |_| {
        let many = |words: &Vec<u64>| engine.many(&words.repeat(batch));
        Ok(Operands { x: many(x)?, y: y.as_ref().map(many).transpose()? })
    };
    let run = move |Operands { x, y }: &mut Operands<E::Many>, _| {
        match (operation, y) {
            (Operation::NttForward, _) => E::to_values(tables, x),
            (Operation::BaseConversion, Some(y)) => E::convert(tables, x, y),
            (Operation::PolynomialProduct, Some(y)) => E::multiply_polynomials(tables, x, y),
            (_, _) => E::to_coefficients(tables, x),
        }
        Ok(())
    };
    let result = move |operands: &Operands<E::Many>| match &operands.y {
        Some(y) if conversion => E::words(y),
        _ => E::words(&operands.x),
    };
    let right = move |operands: &Operands<E::Many>| Ok(is_right(operation, own, &result(operands)?));
    Some(each(1, Steps { load, run, words: result, right }))
}

/// Whether the first polynomial is the result of the operation.
fn is_right(operation: Operation, own: &Own, found: &[u64]) -> bool {
    let degree = own.shape.degree;
    if operation == Operation::BaseConversion {
        let mut limbs = own.converter.targets().iter().zip(found.chunks_exact(degree));
        return limbs.all(|(to, limb)| own.numbers.iter().zip(limb).all(|(&x, &found)| found == to.modulus.reduce(x)));
    }
    let [x, y] = &own.polynomials;
    let limb = |words: &[u64], i: usize| -> Vec<u64> { words[i * degree..(i + 1) * degree].to_vec() };
    (0..own.shape.limbs).all(|i| {
        let [x, y, found] = [x, y, found].map(|words: &[u64]| limb(words, i));
        [0, 1, degree / 3, degree - 1].into_iter().all(|row| {
            let value = |words: &[u64]| value(own, i, row, words);
            match operation {
                Operation::NttForward => value(&x) == Some(found[row]),
                Operation::NttInverse => value(&found) == Some(x[row]),
                _ => {
                    let product = value(&x).zip(value(&y)).map(|(x, y)| own.basis().modulus(i).mul(x, y));
                    product.is_some() && value(&found) == product
                }
            }
        })
    })
}

/// The value of a polynomial modulo a prime that a transform has in a row.
fn value(own: &Own, prime: usize, row: usize, coefficients: &[u64]) -> Option<u64> {
    let (root, shift) = own.basis().plans()[prime].domain().coset_parts()?;
    let modulus = own.basis().modulus(prime);
    let point = modulus.mul(shift, modulus.pow(root, reversed(row, own.shape.degree.ilog2()) as u64));
    Some(naive::evaluate(modulus, coefficients, point))
}
