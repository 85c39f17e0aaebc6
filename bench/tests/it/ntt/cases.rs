use papilio_bench::ntt::cases::{Arithmetic, Case, M31, cases};
use papilio_bench::ntt::protocol::Kind;
use papilio_field::Modulus;
use papilio_field::prime;

#[test]
fn every_prime_is_one_and_has_the_roots() {
    let one_word = |case: &&Case| !matches!(case.arithmetic, Arithmetic::Bls12_381 | Arithmetic::Bn254 | Arithmetic::Stark252);
    // The Mersenne prime has its transforms without roots of its own.
    for case in cases().iter().filter(one_word).filter(|case| case.modulus != M31) {
        let q: u64 = case.modulus.parse().expect("a word");
        let order = match case.kind {
            Kind::Negacyclic => 2 * case.n as u64,
            _ => case.n as u64,
        };
        assert!(prime::is_prime(q) && q % order == 1, "{case:?}");
        assert!(case.arithmetic == Arithmetic::Goldilocks || Modulus::new(q).is_some(), "{case:?}");
    }
}

#[test]
fn rows_of_different_cases_differ() {
    let cases = cases();
    for (i, case) in cases.iter().enumerate() {
        let same = |other: &&Case| {
            (other.field, other.n, other.width, other.order, other.threads)
                == (case.field, case.n, case.width, case.order, case.threads)
        };
        assert_eq!(cases[..i].iter().find(same).map(|c| c.field), None);
    }
}
