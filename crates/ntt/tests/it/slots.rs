//! The order of slots.

use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_ntt::SlotPermutation;
use papilio_ntt::dft::{Dft, DftField};

/// The specification: the polynomial `X + 1` has `1 + ψ^(±5^i)` in its slots.
fn slots_are_powers_of_five<F: DftField>() {
    for log_size in 1..=12 {
        let n = 1usize << log_size;
        let psi = F::root_of_unity(log_size + 1).expect("root");
        let dft = Dft::coset(log_size, psi).expect("transform");
        let permutation = SlotPermutation::<F>::new(log_size);
        let mut values = vec![F::ZERO; n];
        values[..2].copy_from_slice(&[F::ONE; 2]);
        dft.forward(&mut values);
        let mut slots = vec![F::ZERO; n];
        permutation.to_slots(&values, &mut slots);
        let (mut x, mut y) = (psi, psi.inverse().expect("unit"));
        for i in 0..n / 2 {
            assert_eq!((slots[i], slots[n / 2 + i]), (x + F::ONE, y + F::ONE), "slot {i} of {n} over {}", F::NAME);
            (x, y) = (x.pow(&[5]), y.pow(&[5]));
        }
        let mut back = vec![F::ZERO; n];
        permutation.to_values(&slots, &mut back);
        assert_eq!(back, values, "{n} over {}", F::NAME);
    }
}

#[test]
fn slots_are_powers_of_five_over_all_words() {
    slots_are_powers_of_five::<P32>();
    slots_are_powers_of_five::<BabyBear>();
    slots_are_powers_of_five::<Goldilocks>();
    slots_are_powers_of_five::<Bn254>();
}

/// `X^(n/2)` is `ψ^(n/2)`, a root of −1, in all of the first row, in the second its negative.
#[test]
fn a_root_of_minus_one_is_the_same_in_a_row() {
    for log_size in 1..=8 {
        let n = 1usize << log_size;
        let psi = P32::root_of_unity(log_size + 1).expect("root");
        let mut values = vec![P32::ZERO; n];
        values[n / 2] = P32::ONE;
        Dft::coset(log_size, psi).expect("transform").forward(&mut values);
        let mut slots = vec![P32::ZERO; n];
        SlotPermutation::new(log_size).to_slots(&values, &mut slots);
        let unit = psi.pow(&[n as u64 / 2]);
        assert_eq!(unit * unit, -P32::ONE);
        assert!(slots[..n / 2].iter().all(|&x| x == unit) && slots[n / 2..].iter().all(|&x| x == -unit), "{n}");
    }
}

#[test]
#[should_panic(expected = "8 slots and 4 values, not 8")]
fn lengths_are_checked() {
    SlotPermutation::<P32>::new(3).to_values(&[P32::ZERO; 8], &mut [P32::ZERO; 4]);
}
