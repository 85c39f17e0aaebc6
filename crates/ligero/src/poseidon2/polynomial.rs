//! Polynomials modulo a monic one, for the irreducibility test.

use papilio_field::Field;

/// Arithmetic modulo a monic polynomial of degree at least two. Elements have as many coefficients
/// as the degree, lowest first.
pub(super) struct Modular<F> {
    /// The modulus without its leading one.
    tail: Vec<F>,
}

impl<F: Field> Modular<F> {
    /// Modulo `x^n + tail`, `n` the length of `tail`.
    pub(super) fn new(tail: Vec<F>) -> Self {
        Self { tail }
    }

    fn degree(&self) -> usize {
        self.tail.len()
    }

    fn x(&self) -> Vec<F> {
        let mut x = vec![F::ZERO; self.degree()];
        x[1] = F::ONE;
        x
    }

    fn multiply(&self, a: &[F], b: &[F]) -> Vec<F> {
        let n = self.degree();
        let mut product = vec![F::ZERO; 2 * n - 1];
        for (i, &a) in a.iter().enumerate() {
            product[i..].iter_mut().zip(b).for_each(|(p, &b)| *p = *p + a * b);
        }
        for i in (n..product.len()).rev() {
            let lead = product[i];
            product[i - n..i].iter_mut().zip(&self.tail).for_each(|(p, &t)| *p = *p - lead * t);
        }
        product.truncate(n);
        product
    }

    /// `base^p`, `p` the characteristic.
    fn frobenius(&self, base: &[F]) -> Vec<F> {
        let bit = |i: u32| F::MODULUS[i as usize / 64] >> (i % 64) & 1 == 1;
        (0..F::BITS - 1).rev().fold(base.to_vec(), |power, i| {
            let square = self.multiply(&power, &power);
            if bit(i) { self.multiply(&square, base) } else { square }
        })
    }

    /// `x^(p^d)` for `d = 1, …, n/2`, or `None` when the modulus is reducible: it is reducible
    /// exactly when it shares a factor with one of `x^(p^d) − x`, whose factors are the irreducible
    /// polynomials of degrees dividing `d`.
    pub(super) fn conjugates_if_irreducible(&self) -> Option<Vec<Vec<F>>> {
        let mut conjugates: Vec<Vec<F>> = Vec::new();
        for _ in 0..self.degree() / 2 {
            let next = self.frobenius(conjugates.last().unwrap_or(&self.x()));
            let difference = next.iter().zip(self.x()).map(|(&a, b)| a - b).collect();
            if !self.is_coprime_to(difference) {
                return None;
            }
            conjugates.push(next);
        }
        Some(conjugates)
    }

    /// Whether `x^i ≠ y^i` for `i = 1, …, count`.
    pub(super) fn powers_differ(&self, y: &[F], count: usize) -> bool {
        let x = self.x();
        let (mut x_power, mut y_power) = (x.clone(), y.to_vec());
        (0..count).all(|_| {
            let differ = x_power != y_power;
            (x_power, y_power) = (self.multiply(&x_power, &x), self.multiply(&y_power, y));
            differ
        })
    }

    fn is_coprime_to(&self, g: Vec<F>) -> bool {
        let mut modulus = self.tail.clone();
        modulus.push(F::ONE);
        let (mut a, mut b) = (modulus, trimmed(g));
        while !b.is_empty() {
            let rest = remainder(a, &b);
            (a, b) = (b, rest);
        }
        a.len() == 1
    }
}

fn trimmed<F: Field>(mut f: Vec<F>) -> Vec<F> {
    f.truncate(f.iter().rposition(|&c| c != F::ZERO).map_or(0, |last| last + 1));
    f
}

/// `a mod b` for `b` with a leading coefficient that is not zero.
fn remainder<F: Field>(mut a: Vec<F>, b: &[F]) -> Vec<F> {
    let inverse = b.last().and_then(|lead| lead.inverse()).expect("the leading coefficient is not zero");
    while a.len() >= b.len() {
        let (shift, factor) = (a.len() - b.len(), a[a.len() - 1] * inverse);
        a[shift..].iter_mut().zip(b).for_each(|(a, &b)| *a = *a - factor * b);
        a = trimmed(a);
    }
    a
}
