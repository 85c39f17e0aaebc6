use super::*;

fn field_axioms<F: Field>() {
    let t_minus_1 = -F::ONE;
    assert_eq!(t_minus_1.to_words(), sub_words(F::MODULUS, [1, 0, 0, 0]));
    assert_eq!(t_minus_1 + F::ONE, F::ZERO);
    assert_eq!(t_minus_1 * t_minus_1, F::ONE);
    assert_eq!(F::ZERO - F::ONE, t_minus_1);
    assert!(F::from_words(F::MODULUS).is_none());
    assert_eq!(F::from_words(t_minus_1.to_words()), Some(t_minus_1));
    assert_eq!(F::ZERO.inverse(), None);
    let mut x = F::from_u64(u64::MAX);
    for i in 1..200 {
        assert_eq!(x * x.inverse().expect("nonzero"), F::ONE);
        let y = F::from_u64(i) * x;
        assert_eq!((x + y) * (x - y), x * x - y * y);
        assert_eq!(-(x - y), y - x);
        x = x * x + F::from_u64(i);
    }
    assert!(F::from_u64(2).pow(&[u64::from(F::BITS) - 1]) != F::ZERO);
}

fn roots_have_their_order<F: Field>() {
    let top = F::root_of_unity(F::TWO_ADICITY).expect("root");
    assert!(F::root_of_unity(F::TWO_ADICITY + 1).is_none());
    let mut root = top;
    for log in (1..=F::TWO_ADICITY).rev() {
        assert_eq!(F::root_of_unity(log), Some(root));
        assert_ne!(root, F::ONE);
        root = root * root;
    }
    assert_eq!(root, F::ONE);
}

fn centred_lift<F: Field>() {
    let one = F::ONE.centred();
    assert_eq!((one.negative, one.magnitude), (false, [1, 0, 0, 0]));
    let minus = (-F::ONE).centred();
    assert_eq!((minus.negative, minus.magnitude), (true, [1, 0, 0, 0]));
    let half = F::from_u64(2).inverse().expect("odd");
    assert!(half.centred().negative, "(t+1)/2 lies above t/2");
    assert!(!(half - F::ONE).centred().negative);
}

#[test]
fn every_field() {
    fn check<F: Field>() {
        field_axioms::<F>();
        roots_have_their_order::<F>();
        centred_lift::<F>();
    }
    check::<P32>();
    check::<Goldilocks>();
    check::<Bn254>();
}

#[test]
fn generators_are_the_smallest() {
    /// Whether `g` generates the group of order `t − 1`, whose prime factors are given.
    fn generates<F: Field>(g: u64, factors: &[u64]) -> bool {
        let order = F::MODULUS[0] - 1;
        factors.iter().all(|f| F::from_u64(g).pow(&[order / f]) != F::ONE)
    }
    let p32 = [2, 3, 5, 7, 13];
    let goldilocks = [2, 3, 5, 17, 257, 65537];
    assert_eq!((1..).find(|&g| generates::<P32>(g, &p32)), Some(P32::generator().to_words()[0]));
    assert_eq!((1..).find(|&g| generates::<Goldilocks>(g, &goldilocks)), Some(Goldilocks::generator().to_words()[0]));
}
