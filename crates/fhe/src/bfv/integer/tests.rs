use crate::bfv::{Bfv, FheError, Plaintext, RelinearizationKey, SecretKey};
use crate::bgv::Bgv;
use crate::{Parameters, ParametersLiteral};
use chacha20::ChaCha20Rng;
use num_bigint::{BigInt, BigUint, Sign};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_ring::RnsBasis;
use rand_core::{Rng, SeedableRng};

const DEGREE: usize = 1 << 12;

/// The last prime is special.
fn scheme<F: Field>(bits: &[u32]) -> Bfv<F> {
    let mut moduli = RnsBasis::choose_moduli(DEGREE, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - 1);
    let literal = ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() };
    Bfv::new(Parameters::new(literal).expect("parameters")).expect("scheme")
}

fn centered<F: Field>(x: F) -> BigInt {
    let lift = x.centered();
    let magnitude = lift.magnitude.iter().rev().fold(BigUint::ZERO, |high, &word| (high << 64u32) + word);
    BigInt::from_biguint(if lift.negative { Sign::Minus } else { Sign::Plus }, magnitude)
}

/// The expected result of [`Bfv::decode_integer`].
fn value_at_two<F: Field>(plaintext: &Plaintext<F>) -> Result<i128, FheError> {
    let value = plaintext.coefficients().iter().rev().fold(BigInt::ZERO, |value, &x| (value << 1u32) + centered(x));
    // The numbers from −2^b to 2^b − 1 have b bits and a sign.
    let bits = if value.sign() == Sign::Minus { (-&value - 1u32).bits() } else { value.bits() };
    i128::try_from(value).map_err(|_| FheError::Integer { bits: bits as usize + 1, most: 128 })
}

fn random(rng: &mut ChaCha20Rng, bits: u32) -> i128 {
    let wide = i128::from(rng.next_u64()) << 64 | i128::from(rng.next_u64());
    wide >> (128 - bits)
}

fn any_integer_is_decoded<F: Field>() {
    let (bfv, mut rng) = (scheme::<F>(&[50; 7]), ChaCha20Rng::seed_from_u64(1));
    let small = -300..=300;
    let edges = [i128::MIN, i128::MIN + 1, i128::MAX - 1, i128::MAX, i128::MAX / 3, i128::MIN / 3];
    let integers = small.chain(edges).chain((1..=128).flat_map(|bits| [random(&mut rng, bits), random(&mut rng, bits)]));
    for integer in integers.collect::<Vec<_>>() {
        let plaintext = bfv.encode_integer(integer).expect("128 digits");
        let digits: Vec<bool> = plaintext.coefficients().iter().map(|&x| x != F::ZERO).collect();
        assert!(plaintext.coefficients().iter().all(|x| [F::ZERO, F::ONE, -F::ONE].contains(x)), "{integer}");
        assert!(digits.windows(2).all(|pair| pair != [true, true]) && digits[128..].iter().all(|digit| !digit), "{integer}");
        assert_eq!(bfv.decode_integer(&plaintext), Ok(integer), "{}", F::NAME);
    }
}

#[test]
fn any_integer_of_every_field() {
    any_integer_is_decoded::<BabyBear>();
    any_integer_is_decoded::<P32>();
    any_integer_is_decoded::<Goldilocks>();
    any_integer_is_decoded::<Bn254>();
    any_integer_is_decoded::<Bls12_381>();
    any_integer_is_decoded::<Stark252>();
}

/// Sums, products, and products of those, of integers that only just fit.
fn integers_under_encryption<F: Field>(bits: &[u32]) {
    let (bfv, mut rng) = (scheme::<F>(bits), ChaCha20Rng::seed_from_u64(2));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("a special prime");
    let multiply = |a: &_, b: &_| bfv.multiply_relinearize(a, b, &key).expect("a key");
    for (bits, rounds) in [(8, 2), (31, 2)] {
        for _ in 0..rounds {
            let integers: [i128; 4] = core::array::from_fn(|_| random(&mut rng, bits));
            let [w, x, y, z] = integers.map(|integer| {
                let plaintext = bfv.encode_integer(integer).expect("fits");
                bfv.encrypt_secret(&secret, &plaintext, &mut rng).expect("context")
            });
            let (mut sum, mut difference) = (multiply(&w, &x), multiply(&y, &z));
            bfv.add_assign(&mut sum, &y).expect("levels");
            bfv.sub_assign(&mut difference, &w).expect("levels");
            let product = multiply(&sum, &difference);
            let open = |x| bfv.decode_integer(&bfv.decrypt(&secret, x).expect("budget").plaintext);
            let [a, b, c, d] = integers;
            assert_eq!(open(&sum), Ok(a * b + c), "{}: {integers:?}", F::NAME);
            assert_eq!(open(&difference), Ok(c * d - a), "{}: {integers:?}", F::NAME);
            assert_eq!(open(&product), Ok((a * b + c) * (c * d - a)), "{}: {integers:?}", F::NAME);
        }
    }
}

#[test]
fn sums_and_products_under_encryption() {
    integers_under_encryption::<BabyBear>(&[50; 6]);
    integers_under_encryption::<P32>(&[50; 6]);
    integers_under_encryption::<Goldilocks>(&[50; 8]);
    integers_under_encryption::<Bn254>(&[50; 18]);
}

#[test]
fn powers_in_bgv() {
    let (bgv, mut rng) = (Bgv::over(scheme::<P32>(&[50; 9])), ChaCha20Rng::seed_from_u64(3));
    let secret = SecretKey::generate(bgv.bfv(), &mut rng);
    let key = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng).expect("a special prime");
    let x = bgv.encrypt_secret(&secret, &bgv.bfv().encode_integer(-25_931).expect("fits"), &mut rng).expect("context");
    let power = |exponent| {
        let power = bgv.exponentiate(&x, exponent, &key).expect("a key");
        bgv.bfv().decode_integer(&bgv.decrypt(&secret, &power).expect("budget").plaintext)
    };
    assert_eq!(power(5), Ok((-25_931i128).pow(5)));
    assert_eq!(power(8), Ok(25_931i128.pow(8)));
    assert_eq!(power(10), Err(FheError::Integer { bits: 148, most: 128 }));
}

fn any_coefficients_are_evaluated<F: Field>() {
    let (bfv, mut rng) = (scheme::<F>(&[50; 7]), ChaCha20Rng::seed_from_u64(4));
    let check = |coefficients: &[F]| {
        let plaintext = bfv.encode_coefficients(coefficients).expect("fits");
        let expected = value_at_two(&plaintext);
        assert_eq!(bfv.decode_integer(&plaintext), expected, "{}: {} coefficients", F::NAME, coefficients.len());
        expected
    };
    for length in [1, 2, 3, 60, 100, 128, 200, DEGREE - 1] {
        let random: Vec<F> = (0..length).map(|_| F::random(&mut rng)).collect();
        let _ = check(&random);
        // A multiple of X − 2 whose coefficients do not wrap around, and one power of two.
        let mut small = || core::iter::repeat_with(|| F::random(&mut rng)).find(|x| x.centered().scaled(F::BITS).abs() < 0.08);
        let factor: Vec<F> = (0..length).filter_map(|_| small()).collect();
        let shifted = core::iter::once(F::ZERO).chain(factor.iter().copied());
        let double = factor.iter().map(|&x| x + x).chain([F::ZERO]);
        let mut multiple: Vec<F> = shifted.zip(double).map(|(x, y)| x - y).collect();
        let place = length.min(126);
        multiple[place] = multiple[place] + F::ONE;
        assert_eq!(check(&multiple), Ok(1 << place));
    }
    // −1/2 is the greatest integer of all.
    let half = F::from_u64(2).inverse().expect("not zero");
    assert_eq!([-half, half].map(|x| check(&[x; DEGREE]).is_err()), [true; 2]);
}

#[test]
fn any_coefficients_of_every_field() {
    any_coefficients_are_evaluated::<BabyBear>();
    any_coefficients_are_evaluated::<P32>();
    any_coefficients_are_evaluated::<Goldilocks>();
    any_coefficients_are_evaluated::<Bn254>();
    any_coefficients_are_evaluated::<Bls12_381>();
    any_coefficients_are_evaluated::<Stark252>();
}

#[test]
fn integers_beyond_128_bits_are_refused() {
    let bfv = scheme::<P32>(&[40, 40]);
    let with_lowest = |integer, lowest| {
        let mut coefficients = bfv.encode_integer(integer).expect("fits").into_coefficients();
        coefficients[0] = coefficients[0] + lowest;
        bfv.decode_integer(&bfv.encode_coefficients(&coefficients).expect("fits"))
    };
    assert_eq!(with_lowest(i128::MAX - 1, P32::ONE), Ok(i128::MAX));
    assert_eq!(with_lowest(i128::MIN + 1, -P32::ONE), Ok(i128::MIN));
    let refused = FheError::Integer { bits: 129, most: 128 };
    assert_eq!(with_lowest(i128::MAX, P32::ONE), Err(refused.clone()));
    assert_eq!(with_lowest(i128::MIN, -P32::ONE), Err(refused.clone()));
    assert_eq!(refused.to_string(), "the decoded integer has 129 bits with its sign, of which at most 128 fit");
    let mut highest = vec![P32::ZERO; DEGREE];
    highest[DEGREE - 1] = P32::ONE;
    let plaintext = bfv.encode_coefficients(&highest).expect("fits");
    assert_eq!(bfv.decode_integer(&plaintext), Err(FheError::Integer { bits: DEGREE + 1, most: 128 }));
}

/// Beyond half of `t` a coefficient wraps around, which nothing can tell.
#[test]
fn coefficients_count_up_to_half_of_the_modulus() {
    let bfv = scheme::<P32>(&[40, 40]);
    let half = P32::MODULUS[0] / 2;
    let decoded = |x: P32| bfv.decode_integer(&bfv.encode_coefficients(&[P32::ZERO, x]).expect("fits"));
    assert_eq!(decoded(P32::from_u64(half)), Ok(2 * i128::from(half)));
    assert_eq!(decoded(-P32::from_u64(half)), Ok(-2 * i128::from(half)));
    assert_eq!(decoded(P32::from_u64(half + 1)), Ok(-2 * i128::from(half)));
}
