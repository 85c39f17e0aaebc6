//! Erasure of secrets.

/// Makes every word zero, by writes that the compiler does not leave out though nothing reads them:
/// vectors of them, so that it costs a fraction of a transform where word after word would cost as
/// much.
pub fn erase<T: Copy + Default>(words: &mut [T]) {
    words.fill(T::default());
    zeroize::optimization_barrier(words);
}

#[cfg(test)]
mod tests {
    use crate::Field;
    use crate::fields::{Bn254, P32};

    fn erased<F: Field>() {
        let mut elements = [F::ONE; 9];
        super::erase(&mut elements);
        assert_eq!(elements, [F::ZERO; 9]);
    }

    #[test]
    fn elements_become_zero() {
        erased::<P32>();
        erased::<Bn254>();
    }
}
