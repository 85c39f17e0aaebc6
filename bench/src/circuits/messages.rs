//! Messages: random ones, and those of as much structure as there is.

use super::DEGREE;
use ::ntt::Field;
use chacha20::ChaCha20Rng;
use fhe::bfv::{Bfv, Plaintext, Slots};
use rand_core::Rng;

/// A plaintext, and the values of its slots.
pub(super) struct Message<F: Field> {
    pub(super) plaintext: Plaintext<F>,
    pub(super) values: Vec<F>,
}

/// A message of a kind that is drawn at random.
pub(super) fn draw<F: Field>(bfv: &Bfv<F>, slots: &Slots<F>, rng: &mut ChaCha20Rng) -> Message<F> {
    let half = -F::from_u64(2).inverse().expect("an odd prime");
    let random = F::random(rng);
    let few = F::from_u64(u64::from(rng.next_u32() % 8));
    let place = rng.next_u32() as usize % DEGREE;
    let only = |x: F| (0..DEGREE).map(|i| if i == place { x } else { F::ZERO }).collect::<Vec<F>>();
    let alternate = |x: F| (0..DEGREE).map(|i| if i % 2 == 0 { x } else { -x }).collect::<Vec<F>>();
    let (in_slots, values): (bool, Vec<F>) = match rng.next_u32() % 14 {
        0..=4 => (true, (0..DEGREE).map(|_| F::random(rng)).collect()),
        5 => (true, vec![random; DEGREE]),
        6 => (true, only(random)),
        7 => (false, vec![random; DEGREE]),
        // The greatest centred lift in every coefficient, of one sign and of both.
        8 => (false, vec![half; DEGREE]),
        9 => (false, alternate(half)),
        10 => (false, only(half)),
        11 => (false, only(few)),
        12 => (false, (0..DEGREE).map(|_| F::from_u64(u64::from(rng.next_u32() % 3))).collect()),
        _ => (true, vec![F::ZERO; DEGREE]),
    };
    let encoded = if in_slots { slots.encode(&values) } else { bfv.encode_coefficients(&values) };
    let plaintext = encoded.expect("as many values as there are slots");
    let values = slots.decode(&plaintext).expect("a plaintext of this ring");
    Message { plaintext, values }
}
