//! Elements of vectors, as bytes.

use blake3::OutputReader;

/// Uniform elements from a stream of bytes, by rejection; `greatest` has the bytes of `q − 1`.
pub(super) fn uniform(greatest: &[u8], count: usize, stream: &mut OutputReader) -> Vec<u8> {
    // An element gets as many leading zeros as the modulus has, so that at least half of the
    // candidates are below it.
    let first = greatest.iter().position(|&byte| byte != 0).unwrap_or(0);
    let mut elements = vec![0; count * greatest.len()];
    // The first candidate of every element at once: few bytes take the hash as long as a block.
    stream.fill(&mut elements);
    for element in elements.chunks_exact_mut(greatest.len()) {
        element[..first].fill(0);
        loop {
            element[first] &= u8::MAX >> greatest[first].leading_zeros();
            if *element <= *greatest {
                break;
            }
            stream.fill(&mut element[first..]);
        }
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ends of the interval are met, and nothing beyond it: where the modulus fills its bytes,
    /// has leading zeros, or is a power of two.
    #[test]
    fn every_element_is_met() {
        for greatest in [&[4][..], &[0, 4], &[1, 0], &[0, 1, 2], &[7]] {
            let mut stream = blake3::Hasher::new().update(greatest).finalize_xof();
            let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | usize::from(byte));
            let elements = uniform(greatest, 1 << 13, &mut stream);
            let mut met = vec![0; number(greatest) + 1];
            elements.chunks_exact(greatest.len()).for_each(|element| met[number(element)] += 1);
            assert!(met.iter().all(|&count| count > 0), "{greatest:?}: {met:?}");
            // Six deviations of a count beyond its mean.
            let mean = (1 << 13) as f64 / met.len() as f64;
            assert!(met.iter().all(|&count| f64::from(count) < mean + 6.0 * mean.sqrt()), "{greatest:?}: {met:?}");
        }
    }
}
