//! Arguments far out of range: errors or plain answers, at once.

use super::{Keys, rng, scheme, values};
use papilio_fhe::advice::{AdviceError, MAX_STEPS, Request, Scheme, Step, advise};
use papilio_fhe::bfv::{FheError, GaloisKeys, PeriodicEncoder, SecretKey, galois_element, galois_element_row_swap};
use papilio_fhe::bgv::Bgv;
use papilio_fhe::{Parameters, ParametersError, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::P32;
use papilio_ring::{Evaluation, RnsBasis, RnsBasisError};

const DEGREE: usize = 1 << 12;

#[test]
fn exponents_beyond_the_order_are_found_again() {
    let bfv = scheme::<P32>(&[50; 4], 1);
    let mut random = rng(1);
    let secret = SecretKey::generate(&bfv, &mut random);
    let exponent = galois_element(DEGREE, 1);
    let beyond = [exponent + 2 * DEGREE, galois_element_row_swap(DEGREE) + ((2 * DEGREE) << 40)];
    let keys = GaloisKeys::generate(&bfv, &secret, beyond, &mut random).expect("special primes");
    assert!(keys.galois_elements().eq([exponent, galois_element_row_swap(DEGREE)]));
    let message = bfv.encode_coefficients(&values(DEGREE, &mut random)).expect("fits");
    let x = bfv.encrypt_secret(&secret, &message, &mut random).expect("context");
    let rotated = bfv.rotate_rows(&x, 1, &keys).expect("a key");
    for exponent in [exponent, beyond[0], exponent + ((2 * DEGREE) << 20)] {
        assert!(bfv.apply_automorphism(&x, exponent, &keys).expect("a key") == rotated);
        let hoisted = bfv.hoist(&x).expect("special primes");
        let image = bfv.apply_hoisted(&hoisted, exponent, &keys).expect("a key");
        assert!(
            bfv.decrypt(&secret, &image).expect("budget").plaintext
                == bfv.decrypt(&secret, &rotated).expect("budget").plaintext
        );
    }
    bfv.rotate_columns(&x, &keys).expect("a key");
    for even in [0, 2, 2 * DEGREE, usize::MAX - 1] {
        let refused = FheError::Exponent { exponent: even, degree: DEGREE };
        assert_eq!(GaloisKeys::generate(&bfv, &secret, [even], &mut random).err(), Some(refused.clone()));
        assert_eq!(bfv.apply_automorphism(&x, even, &keys).err(), Some(refused));
    }
    let missing = bfv.apply_automorphism(&x, usize::MAX - 4, &keys).expect_err("no key");
    assert!(matches!(missing, FheError::MissingKey { exponent, .. } if exponent == (usize::MAX - 4) % (2 * DEGREE)));
}

#[test]
fn exponents_of_rotations() {
    for steps in [0, 1, -1, i64::MAX, i64::MIN] {
        assert_eq!((galois_element(0, steps), galois_element(1, steps), galois_element(2, steps)), (1, 1, 1));
        assert_eq!(galois_element(DEGREE, steps), galois_element(DEGREE, steps % 2048));
        // No ring has such a degree; there is an answer all the same.
        assert!(galois_element(usize::MAX, steps) < usize::MAX && galois_element(1 << 62, steps) % 2 == 1);
    }
    assert_eq!([1, 2, -1, 2047].map(|steps| galois_element(DEGREE, steps)), [5, 25, 3277, 3277]);
    assert_eq!(5 * 3277 % (2 * DEGREE), 1);
    assert_eq!([0, 1, 4, usize::MAX].map(galois_element_row_swap), [0, 1, 7, usize::MAX - 1]);
    for degree in [0, 1, 2, 3, usize::MAX, 1 << 63] {
        assert!(GaloisKeys::powers_of_two(degree).len() < 128, "{degree}");
    }
    assert_eq!(GaloisKeys::powers_of_two(8), [5, 9, 13, 15]);
}

#[test]
fn primes_of_no_degree() {
    for degree in [0, 3, usize::MAX] {
        assert_eq!(RnsBasis::choose_moduli(degree, &[50], 0), Err(RnsBasisError::Degree(degree)));
    }
}

#[test]
fn sizes_beyond_memory() {
    let bfv = scheme::<P32>(&[50; 4], 1);
    let gadget = bfv.parameters().gadget().expect("special primes");
    assert_eq!(GaloisKeys::stored_bytes(gadget, usize::MAX), usize::MAX);
    assert_eq!(GaloisKeys::memory_bytes(gadget, usize::MAX), usize::MAX);
    assert_eq!(GaloisKeys::memory_bytes(gadget, 2), 2 * GaloisKeys::memory_bytes(gadget, 1));
    assert_eq!((GaloisKeys::stored_bytes(gadget, 0), GaloisKeys::memory_bytes(gadget, 0)), (0, 0));
    for period in [0, 1, 3, DEGREE, usize::MAX] {
        assert!(matches!(PeriodicEncoder::new(&bfv, period), Err(FheError::NoSlots { .. })), "{period}");
    }
}

#[test]
fn levels_that_there_are_not() {
    let bfv = scheme::<P32>(&[50; 4], 1);
    let mut random = rng(2);
    let keys = Keys::new(bfv.clone(), 0, &mut random);
    let mut x = bfv.encrypt_secret(&keys.secret, &bfv.zero(), &mut random).expect("context");
    let bgv = Bgv::over(bfv.clone());
    let mut y = bgv.from_bfv(x.clone()).expect("context");
    let periodic = PeriodicEncoder::new(&bfv, 4).expect("slots");
    for level in [0, 4, usize::MAX] {
        let refused = FheError::LevelRange { found: level, most: 3 };
        assert_eq!(bfv.zero_ciphertext::<Evaluation>(level).err(), Some(refused.clone()));
        assert_eq!(bgv.zero_ciphertext::<Evaluation>(level).err(), Some(refused.clone()));
        assert_eq!(bfv.mod_switch_to_assign(&mut x, level).err(), Some(refused.clone()));
        assert_eq!(bgv.mod_switch_to_assign(&mut y, level).err(), Some(refused.clone()));
        assert_eq!(bgv.multiply_at(&y, &y, level).err(), Some(refused.clone()));
        let factor = periodic.prepare(&bfv, &[P32::ONE], level, &mut Vec::new());
        assert_eq!(factor.err(), Some(refused.clone()));
        assert_eq!(bgv.square_at(&y, level).err(), Some(refused));
    }
    bfv.mod_switch_to_assign(&mut x, 1).expect("a level");
    assert_eq!(bfv.mod_switch_to_next_assign(&mut x), Err(FheError::Level { found: 1, expected: 2 }));
    bgv.mod_switch_to_assign(&mut y, 1).expect("a level");
    assert_eq!(bgv.mod_switch_to_next_assign(&mut y), Err(FheError::Level { found: 1, expected: 2 }));
    for steps in [0, 2048, i64::MIN] {
        assert!(bfv.rotate_rows(&x, steps, &keys.galois).expect("no rotation") == x);
    }
}

#[test]
fn degrees_of_parameters() {
    let parameters = |log_degree: u32| {
        let moduli = RnsBasis::choose_moduli(1 << log_degree.clamp(3, 20), &[50], 0).expect("primes");
        Parameters::new(ParametersLiteral {
            log_degree,
            moduli,
            special: vec![],
            insecure: true,
            ..ParametersLiteral::default()
        })
        .map(|parameters| parameters.degree())
    };
    for log_degree in [10, 11, 12, 16] {
        assert_eq!(parameters(log_degree), Ok(1 << log_degree));
    }
    for log_degree in [0, 9, 17, u32::MAX] {
        assert_eq!(parameters(log_degree), Err(ParametersError::Degree(log_degree)));
    }
}

/// Steps are read as they are written, of 1 to [`Step::MOST`] terms.
#[test]
fn steps_as_text() {
    let counts = [1, 2, Step::MOST - 1, Step::MOST];
    let counted = counts.into_iter().flat_map(|terms| [Step::Add(terms), Step::LinearTransform(terms)]);
    let steps = [Step::Multiply, Step::MultiplyPlain, Step::Rotate, Step::InnerSum].into_iter().chain(counted);
    for step in steps {
        assert_eq!(step.to_string().parse(), Ok(step));
    }
    let beyond = ["0", "1048577", "4294967296", "-1", "", "x"]
        .map(|terms| ["add:", "linear:", "rotate:"].map(|name| name.to_owned() + terms));
    for text in beyond.as_flattened().iter().map(String::as_str).chain(["", "add", "linear", "Multiply", "multiply "]) {
        let refused = text.parse::<Step>().expect_err(text).to_string();
        assert!(
            refused.starts_with(&format!("{text:?} is no step")) && refused.ends_with("of 1 to 1048576 terms"),
            "{refused}"
        );
    }
}

#[test]
fn requests_beyond_what_is_considered() {
    let request = |circuit: Vec<Step>| Request { circuit, ..Request::products(256, 0) };
    for terms in [0, Step::MOST + 1, u32::MAX] {
        for step in [Step::Add(terms), Step::LinearTransform(terms)] {
            assert_eq!(advise(&request(vec![step])), Err(AdviceError::Terms(terms)));
        }
    }
    assert_eq!(advise(&request(vec![Step::Rotate; MAX_STEPS + 1])), Err(AdviceError::Steps(MAX_STEPS + 1)));
    assert!(matches!(advise(&Request::products(32, u32::MAX).with_rotations()), Err(AdviceError::Depth(_))));
    // The longest of what is.
    for (step, steps) in
        [(Step::LinearTransform(Step::MOST), MAX_STEPS), (Step::Add(Step::MOST), MAX_STEPS), (Step::InnerSum, 100)]
    {
        for scheme in [Scheme::Bfv, Scheme::Bgv] {
            let refused = advise(&Request { scheme, ..request(vec![step; steps]) }).expect_err("no room");
            assert!(matches!(refused, AdviceError::Modulus { .. } | AdviceError::Primes { .. }), "{refused}");
        }
    }
}

/// Which of the primes are special is part of the identity of parameters, as is their order.
#[test]
fn fingerprints_tell_special_primes_apart() {
    let primes = RnsBasis::choose_moduli(1 << 12, &[40, 41, 42], 0).expect("primes");
    let fingerprint = |special: &[u64], moduli: &[u64]| {
        let (special, moduli) = (special.to_vec(), moduli.to_vec());
        let literal = ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() };
        Parameters::new(literal).expect("parameters").fingerprint()
    };
    let [a, b, c] = [primes[0], primes[1], primes[2]];
    let all = [
        fingerprint(&[], &[a, b, c]),
        fingerprint(&[c], &[a, b]),
        fingerprint(&[b, c], &[a]),
        fingerprint(&[], &[a, c, b]),
        fingerprint(&[], &[a, b]),
    ];
    let distinct: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}
