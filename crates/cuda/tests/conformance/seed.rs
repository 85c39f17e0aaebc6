//! The seed of a run, from which all words of tests are: another one each time, but where the
//! environment names it.

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::sync::OnceLock;

/// Names a seed, so that a failure can be seen again.
const VARIABLE: &str = "PAPILIO_SEED";

/// The seed of this run. It is printed once, and again before the text of each panic.
fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| {
        let named = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty());
        let drawn = || RandomState::new().hash_one(VARIABLE);
        let read = |text: String| text.parse().unwrap_or_else(|error| panic!("{VARIABLE}={text:?}: {error}"));
        let seed = named.map_or_else(drawn, read);
        // Not by a macro, whose text is shown of tests that fail alone.
        let _ = std::io::stderr().write_all(format!("{VARIABLE}={seed}\n").as_bytes());
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            eprintln!("the words of this run are those of {VARIABLE}={seed}");
            before(panic);
        }));
        seed
    })
}

/// Splitmix64 (S. Vigna), for words of tests.
pub(crate) struct Random(u64);

impl Random {
    /// Words of this run, others for each number.
    pub(crate) fn new(number: u64) -> Self {
        Self(seed().wrapping_add(number))
    }

    /// Words of every run, for shapes that a test counts with.
    #[cfg(feature = "emulate")]
    pub(crate) fn fixed(number: u64) -> Self {
        Self(number)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }
}

/// A generator of this run for keys and ciphertexts, another for each number.
pub(crate) fn generator(number: u64) -> ChaCha20Rng {
    let mut random = Random::new(number);
    let words = [(); 4].map(|()| random.word().to_le_bytes());
    ChaCha20Rng::from_seed(std::array::from_fn(|i| words[i / 8][i % 8]))
}
