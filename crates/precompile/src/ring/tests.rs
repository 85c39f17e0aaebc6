//! The arithmetic of every width against long division bit by bit.

use super::*;
use proptest::prelude::*;

/// `a·b mod q` by doubling, over integers of five words.
fn product(a: [u64; 4], b: [u64; 4], q: [u64; 4]) -> [u64; 4] {
    let mut sum = [0u64; 4];
    for i in (0..256).rev() {
        sum = add(sum, sum, q);
        if b[i / 64] >> (i % 64) & 1 == 1 {
            sum = add(sum, a, q);
        }
    }
    sum
}

/// `a + b mod q` for `a, b < q`.
fn add(a: [u64; 4], b: [u64; 4], q: [u64; 4]) -> [u64; 4] {
    let mut carry = 0u128;
    let sum: [u64; 4] = core::array::from_fn(|i| {
        carry += u128::from(a[i]) + u128::from(b[i]);
        let word = carry as u64;
        carry >>= 64;
        word
    });
    if carry > 0 || sum.iter().rev().cmp(q.iter().rev()).is_ge() { subtract(sum, q) } else { sum }
}

fn subtract(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let mut borrow = false;
    core::array::from_fn(|i| {
        let (word, below) = a[i].overflowing_sub(b[i]);
        let (word, again) = word.overflowing_sub(u64::from(borrow));
        borrow = below || again;
        word
    })
}

/// `x mod q`.
fn reduce(x: [u64; 4], q: [u64; 4]) -> [u64; 4] {
    product([1, 0, 0, 0], x, q)
}

fn integer(words: [u64; 4]) -> Integer {
    let bytes: Vec<u8> = words.iter().rev().flat_map(|word| word.to_be_bytes()).collect();
    Integer::from_be(&bytes)
}

use alloc::vec::Vec;

fn agrees<M: Modular>(q: [u64; 4], a: [u64; 4], b: [u64; 4])
where
    M::Residue: core::fmt::Debug,
{
    let ring = M::new(&integer(q));
    let residue = |x: [u64; 4]| ring.residue(&integer(x)).expect("a residue");
    let (a, b) = (reduce(a, q), reduce(b, q));
    assert!(ring.residue(&integer(q)).is_none());
    assert_eq!(Ring::mul(&ring, residue(a), ring.enter(residue(b))), residue(product(a, b, q)), "{a:?}·{b:?} mod {q:?}");
    assert_eq!(Ring::add(&ring, residue(a), residue(b)), residue(add(a, b, q)), "{a:?} + {b:?} mod {q:?}");
    assert_eq!(Ring::sub(&ring, residue(add(a, b, q)), residue(b)), residue(a));
    assert_eq!(ring.neg(residue([0; 4])), residue([0; 4]));
    assert_eq!(ring.enter(residue([1, 0, 0, 0])), ring.one());
    for k in 1..=16 {
        let mut doubled = Ring::halve(&ring, residue(a), k);
        (0..k).for_each(|_| doubled = Ring::add(&ring, doubled, doubled));
        assert_eq!(doubled, residue(a), "2^-{k}·{a:?} mod {q:?}");
    }
}

/// An odd modulus of `bits` bits.
fn modulus(x: [u64; 4], bits: u32) -> [u64; 4] {
    let mut q = core::array::from_fn(|i| {
        let below = bits.saturating_sub(64 * i as u32).min(64);
        if below == 0 { 0 } else { x[i] & u64::MAX >> (64 - below) }
    });
    q[(bits as usize - 1) / 64] |= 1 << ((bits - 1) % 64);
    q[0] |= 1;
    q
}

fn any_words() -> impl Strategy<Value = [u64; 4]> {
    // Words of all zeros and all ones are where carries go wrong.
    let word = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1), Just(1 << 63)];
    prop::array::uniform4(word)
}

proptest! {
    #[test]
    fn widths_agree_with_long_division(x in any_words(), a in any_words(), b in any_words(), bits in 2u32..=256) {
        let q = modulus(x, bits);
        match bits {
            ..=32 => {
                agrees::<Word32>(q, a, b);
                agrees::<Word64>(q, a, b);
            }
            33..=64 => agrees::<Word64>(q, a, b),
            65..=128 => agrees::<Word128>(q, a, b),
            _ => agrees::<Limbs>(q, a, b),
        }
    }
}

#[test]
fn the_greatest_and_least_moduli_of_every_width() {
    let ones = [u64::MAX; 4];
    let operands = [[0; 4], [1, 0, 0, 0], ones, [u64::MAX - 1, u64::MAX, u64::MAX, u64::MAX], [0, 0, 0, 1 << 63]];
    for a in operands {
        for b in operands {
            for bits in [2, 3, 31, 32] {
                agrees::<Word32>(modulus(ones, bits), a, b);
                agrees::<Word32>(modulus([0; 4], bits), a, b);
            }
            for bits in [33, 63, 64] {
                agrees::<Word64>(modulus(ones, bits), a, b);
                agrees::<Word64>(modulus([0; 4], bits), a, b);
            }
            for bits in [65, 127, 128] {
                agrees::<Word128>(modulus(ones, bits), a, b);
                agrees::<Word128>(modulus([0; 4], bits), a, b);
            }
            for bits in [129, 192, 193, 255, 256] {
                agrees::<Limbs>(modulus(ones, bits), a, b);
                agrees::<Limbs>(modulus([0; 4], bits), a, b);
            }
        }
    }
}
