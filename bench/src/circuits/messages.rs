//! Messages: random ones, and those of as much structure as there is.

use super::DEGREE;
use chacha20::ChaCha20Rng;
use papilio_fhe::bfv::{BatchEncoder, Bfv, FheError, Plaintext};
use papilio_ntt::dft::DftField;
use rand_core::Rng;

/// A plaintext, and the values of its slots.
pub(super) struct Message<F: DftField> {
    pub(super) plaintext: Plaintext<F>,
    pub(super) values: Vec<F>,
}

impl<F: DftField> Message<F> {
    pub(super) fn of_coefficients(bfv: &Bfv<F>, slots: &BatchEncoder<F>, coefficients: &[F]) -> Self {
        let plaintext = bfv.encode_coefficients(coefficients).expect("as many coefficients as the degree");
        Self { values: slots.decode(&plaintext).expect("a plaintext of this ring"), plaintext }
    }
}

/// The element whose product with `Q/t` is an integer and a half, or nearly: `Q` of all primes.
pub(super) fn half_rounded<F: DftField>(bfv: &Bfv<F>) -> F {
    let moduli = &bfv.parameters().literal().moduli;
    let product = moduli.iter().fold(F::ONE, |product, &q| product * F::from_u64(q));
    // (t − 1)/2 of t.
    -F::from_u64(2).inverse().expect("an odd prime") * product.inverse().expect("no multiple of t")
}

/// Two elements whose scaled values, where a ciphertext has nothing else, are rounded by nearly one
/// half when the last prime is divided away: the first down, the second up.
pub(super) fn half_switched<F: DftField>(bfv: &Bfv<F>, rng: &mut ChaCha20Rng) -> Result<[F; 2], FheError> {
    let candidates: Vec<F> = (0..DEGREE).map(|_| F::random(rng)).collect();
    let top = bfv.parameters().limbs();
    let mut scaled = bfv.zero_ciphertext(top)?;
    bfv.add_plain_assign(&mut scaled, &bfv.encode_coefficients(&candidates)?)?;
    let half = bfv.parameters().basis().modulus(top - 1).value() / 2;
    let residues = scaled.parts()[0].limb(top - 1);
    let nearest = |is_up: bool| {
        let places = (0..DEGREE).filter(|&i| (residues[i] > half) == is_up);
        candidates[places.min_by_key(|&i| residues[i].abs_diff(half)).unwrap_or(0)]
    };
    Ok([false, true].map(nearest))
}

/// Small coefficients that have nearly all of their squares at one pair of roots of `X^N + 1`.
pub(super) fn one_root<F: DftField>(root: usize) -> Vec<F> {
    let angle = |i: usize| core::f64::consts::PI * ((2 * root + 1) * i % (2 * DEGREE)) as f64 / DEGREE as f64;
    let signed = |x: f64| if x < 0.0 { -F::from_u64(-x as u64) } else { F::from_u64(x as u64) };
    (0..DEGREE).map(|i| signed((3.0 * angle(i).cos()).round())).collect()
}

/// A message of a kind that is drawn at random.
pub(super) fn draw<F: DftField>(bfv: &Bfv<F>, slots: &BatchEncoder<F>, rng: &mut ChaCha20Rng) -> Message<F> {
    let half = -F::from_u64(2).inverse().expect("an odd prime");
    let random = F::random(rng);
    let few = F::from_u64(u64::from(rng.next_u32() % 8));
    let place = rng.next_u32() as usize % DEGREE;
    let only = |x: F| (0..DEGREE).map(|i| if i == place { x } else { F::ZERO }).collect::<Vec<F>>();
    let alternate = |x: F| (0..DEGREE).map(|i| if i % 2 == 0 { x } else { -x }).collect::<Vec<F>>();
    let (in_slots, values): (bool, Vec<F>) = match rng.next_u32() % 16 {
        0..=4 => (true, (0..DEGREE).map(|_| F::random(rng)).collect()),
        5 => (true, vec![random; DEGREE]),
        6 => (true, only(random)),
        7 => (false, vec![random; DEGREE]),
        // The greatest centered lift in every coefficient, of one sign and of both.
        8 => (false, vec![half; DEGREE]),
        9 => (false, alternate(half)),
        10 => (false, only(half)),
        11 => (false, only(few)),
        12 => (false, (0..DEGREE).map(|_| F::from_u64(u64::from(rng.next_u32() % 3))).collect()),
        13 => (false, one_root(place)),
        14 => (false, vec![half_rounded(bfv); DEGREE]),
        _ => (true, vec![F::ZERO; DEGREE]),
    };
    let encoded = if in_slots { slots.encode(&values) } else { bfv.encode_coefficients(&values) };
    let plaintext = encoded.expect("as many values as there are slots");
    let values = slots.decode(&plaintext).expect("a plaintext of this ring");
    Message { plaintext, values }
}
