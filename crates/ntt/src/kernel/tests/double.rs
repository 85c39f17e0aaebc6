//! Products and residues in doubles at the ends of their intervals, against words of 128 bits.

use super::portable::Numbers;
use super::suite::below;
use crate::kernel::lanes::Lanes;
use crate::kernel::vector::double::{DoublePrime, Wide};

type One = Numbers<1>;

fn lane(x: i64) -> One {
    // SAFETY: portable lanes need no instruction set.
    unsafe { One::splat((x as f64).to_bits()) }
}

fn number(x: One) -> i128 {
    let mut word = [0];
    // SAFETY: one lane.
    unsafe { x.store(word.as_mut_ptr()) }
    f64::from_bits(word[0]) as i128
}

/// Numbers at the ends of an interval, and beside the places where a quotient is rounded.
fn edges(most: i64, q: i64) -> Vec<i64> {
    let near = [0, 1, q / 2, q / 2 + 1, q - 1, q, q + q / 2, 3 * q + q / 2, most - 1, most];
    near.into_iter().filter(|&x| x <= most).flat_map(|x| [x, -x]).collect()
}

#[test]
fn ends_of_intervals() {
    for q in [3, 17].into_iter().chain([20, 30, 47, 48, 49].into_iter().filter_map(|edge| below(edge, 2))) {
        // SAFETY: portable lanes need no instruction set.
        let (prime, q) = (unsafe { DoublePrime::<One>::of(q) }, q as i64);
        for x in edges((1 << 52) - 1, q) {
            for w in edges(q / 2, q) {
                let product = i128::from(x) * i128::from(w);
                let word = w.rem_euclid(q) as u64;
                let companions = DoublePrime::<One>::companions(q as u64, word);
                // SAFETY: as above; factors are within the intervals of both.
                let (times, scaled) = unsafe {
                    let companions = companions.map(|word| One::splat(word));
                    (number(prime.times(lane(x), lane(w))), number(prime.product(lane(x), companions)))
                };
                assert!((product - times) % i128::from(q) == 0 && times.abs() <= i128::from(q), "{x}·{w} modulo {q}: {times}");
                assert!(
                    (product - scaled) % i128::from(q) == 0 && 4 * scaled.abs() <= 3 * i128::from(q),
                    "{x}·{w} modulo {q}: {scaled}"
                );
            }
        }
        for x in edges((1 << 53) - 1, q).into_iter().filter(|x| x.abs() < q << 50) {
            // SAFETY: as above.
            let centered = number(unsafe { prime.center(lane(x)) });
            assert!(
                (i128::from(x) - centered) % i128::from(q) == 0 && 2 * centered.abs() <= i128::from(q),
                "{x} modulo {q}: {centered}"
            );
        }
        // The greatest products, up to the number that is summed, with the greatest words that may
        // be there.
        for (a, b, count) in
            [(q - 1, q - 1, 8), ((1 << 49) - 1, q / 2, 8), ((1 << 52) - 1, q / 2, 2), ((1 << 52) - 1, -(q / 2), 2)]
        {
            // SAFETY: as above.
            let found = unsafe {
                let sum = (0..count).fold(Wide::of(lane(q - 1)), |sum, _| sum.add_product(lane(a), lane(b)));
                number(prime.center_wide(sum))
            };
            let sum = i128::from(q - 1) + count * i128::from(a) * i128::from(b);
            assert!(
                (sum - found) % i128::from(q) == 0 && 2 * found.abs() <= i128::from(q),
                "{count}·{a}·{b} modulo {q}: {found}"
            );
        }
    }
}
