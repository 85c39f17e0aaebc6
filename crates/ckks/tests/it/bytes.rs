//! Random bytes as objects.

use crate::fuzz;
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

#[test]
fn random_bytes_are_refused_or_written_again() {
    let (mut rng, mut read) = (ChaCha20Rng::from_seed([9; 32]), 0);
    for _ in 0..2000 {
        let mut bytes = vec![0; 2 + (rng.next_u32() % 14) as usize];
        rng.fill_bytes(&mut bytes);
        // Places in header, message and noise.
        bytes.iter_mut().skip(3).step_by(3).for_each(|byte| *byte &= 0x0e);
        read += u32::from(fuzz::case(&bytes));
    }
    assert!((100..1900).contains(&read), "{read} of 2000 were read");
}
