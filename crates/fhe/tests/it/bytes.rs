//! Bytes of objects, from outside.

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The fuzzer's cases over random bytes, most of them few.
#[test]
fn cases_of_the_fuzzer() {
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let mut case = || {
        let length = rng.next_u32() as usize % [3, 6, 12, 600][rng.next_u32() as usize % 4];
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        crate::fuzz::case(&bytes)
    };
    let read = (0..2000).filter(|_| case()).count();
    println!("objects read: {read} of 2000");
    assert!((300..1900).contains(&read), "{read}");
}
