//! The factors of a transform, one for every node of its tree.

use alloc::vec;
use alloc::vec::Vec;
use papilio_field::order::reversed;

/// The factors of a transform by node, as words of 64 bits, whatever the class makes of them.
///
/// The entry 0 is what results of the inverse are multiplied by, `n^(−1)`; the inverse twiddle of
/// the root has it too.
pub(crate) struct Twiddles {
    pub(crate) forward: Vec<u64>,
    pub(crate) inverse: Vec<u64>,
}

impl Twiddles {
    pub(crate) fn new(forward: Vec<u64>, mut inverse: Vec<u64>, scale: u64, mul: impl Fn(u64, u64) -> u64) -> Self {
        inverse[0] = scale;
        inverse[1] = mul(inverse[1], scale);
        Self { forward, inverse }
    }
}

/// The twiddles of the coset `shift·ω^i`: that of node `2^l + p` is
/// `shift^{n/2^(l+1)}·ω^{brv_{L−1}(p)}`, where `brv_k` reverses `k` bits.
pub(crate) fn coset_twiddles<T: Copy>(n: usize, root: T, shift: T, one: T, mul: impl Fn(T, T) -> T) -> Vec<T> {
    let log = n.trailing_zeros();
    let mut twiddles = vec![one; n];
    let mut power = one;
    for i in 0..n / 2 {
        twiddles[n / 2 + reversed(i, log - 1)] = power;
        power = mul(power, root);
    }
    let mut base = shift;
    let bases: Vec<T> = (0..log)
        .map(|_| {
            let this = base;
            base = mul(base, base);
            this
        })
        .collect();
    for (level, &base) in bases.iter().rev().enumerate() {
        for p in 0..1 << level {
            // The powers of the last level begin with those of every other, so it changes last.
            twiddles[(1 << level) + p] = mul(twiddles[n / 2 + p], base);
        }
    }
    twiddles
}
