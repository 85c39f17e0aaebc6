//! The tree is the orthogonalization of Gram and Schmidt, and what it samples the vector of the
//! nearest planes; keys that are none are refused by each check alone.

use super::*;
use crate::falcon::PUBLIC_KEY;
use crate::falcon::signer::Secret;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

/// A vector of two polynomials, one after the other.
type Row = Vec<f64>;

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Both halves times `X^shift`.
fn rotated(row: &[f64], shift: usize) -> Row {
    let n = row.len() / 2;
    let place = |i: usize, at: usize| if at < shift { -row[i * n + at + n - shift] } else { row[i * n + at - shift] };
    (0..2).flat_map(|half| (0..n).map(move |at| (half, at))).map(|(half, at)| place(half, at)).collect()
}

/// `(row, power of X)` of all vectors of a lattice, in the order in which the tree makes them
/// orthogonal: a vector over polynomials of `n` coefficients is two over those of `n/2`, itself and
/// `X` times itself. At last two are left, of two coefficients each.
fn order(n: usize) -> Vec<(usize, usize)> {
    fn halves(n: usize, step: usize, (row, power): (usize, usize), order: &mut Vec<(usize, usize)>) {
        for vector in [(row, power), (row, power + step)] {
            if n == 2 { order.push(vector) } else { halves(n / 2, 2 * step, vector, order) }
        }
    }
    let mut order = Vec::new();
    (0..2).for_each(|row| halves(n, 1, (row, 0), &mut order));
    order
}

/// Two rows of `2n` coefficients, of which all vectors of the orthogonalization have lengths that
/// the sampler has, and the second is far from orthogonal to the first.
fn rows(n: usize, seed: u64) -> [Row; 2] {
    let rng = &mut ChaCha20Rng::seed_from_u64(seed);
    let mut real = || f64::from(rng.next_u32()) / f64::from(u32::MAX) - 0.5;
    let spread = 60.0 / (n as f64).sqrt();
    let [first, mut second] = [0, 1].map(|row| {
        let length = |at: usize| if at == row * n { 105.0 } else { 0.0 };
        (0..2 * n).map(|at| length(at) + spread * real()).collect::<Row>()
    });
    let multiples: Vec<f64> = (0..n).map(|_| real()).collect();
    for (power, multiple) in multiples.into_iter().enumerate() {
        second.iter_mut().zip(rotated(&first, power)).for_each(|(x, other)| *x += multiple * other);
    }
    [first, second]
}

fn tree(transform: &Transform, rows: &[Row; 2]) -> Option<Tree> {
    let values = rows.each_ref().map(|row| {
        let (left, right) = row.split_at(row.len() / 2);
        [transform.values(left), transform.values(right)]
    });
    let gram = |i: usize, j: usize| {
        let part = |half: usize| each(&values[i][half], &values[j][half], |a, b| product(a, conjugate(b)));
        each(&part(0), &part(1), sum)
    };
    Tree::new(transform, [gram(0, 0), gram(0, 1), gram(1, 1)])
}

/// The vectors of a lattice in that order, and the same made orthogonal.
fn orthogonalized(rows: &[Row; 2]) -> [Vec<Row>; 2] {
    let vectors: Vec<Row> = order(rows[0].len() / 2).iter().map(|&(row, power)| rotated(&rows[row], power)).collect();
    let mut orthogonal: Vec<Row> = Vec::new();
    for vector in &vectors {
        let mut rest = vector.clone();
        for earlier in &orthogonal {
            let factor = inner(&rest, earlier) / inner(earlier, earlier);
            rest.iter_mut().zip(earlier).for_each(|(x, other)| *x -= factor * other);
        }
        orthogonal.push(rest);
    }
    [vectors, orthogonal]
}

fn leaves(tree: &Tree) -> Vec<f64> {
    match tree {
        Tree::Leaf { deviations, .. } => deviations.to_vec(),
        Tree::Branch { children, .. } => children.iter().flat_map(leaves).collect(),
    }
}

#[test]
fn deviations_are_of_vectors_made_orthogonal() {
    for (n, seed) in [(2, 1), (4, 2), (8, 3), (16, 4), (32, 5)] {
        let rows = rows(n, seed);
        let [_, orthogonal] = orthogonalized(&rows);
        // A vector and the next, which is it times X of the last ring, are of one length.
        let expected: Vec<f64> = orthogonal.iter().step_by(2).map(|row| DEVIATION / inner(row, row).sqrt()).collect();
        let got = leaves(&tree(&Transform::new(n), &rows).expect("deviations of the sampler"));
        assert_eq!(got.len(), expected.len());
        assert!(
            got.iter().zip(&expected).all(|(got, expected)| (got / expected - 1.0).abs() < 1e-9),
            "{n}: {got:?}, {expected:?}"
        );
    }
}

/// A sample for every vector, the last first, each around what is left of the target: `target` has
/// the coefficients of a point in the rows.
fn nearest_planes(rows: &[Row; 2], target: &[Row; 2], rng: &mut ChaCha20Rng) -> [Row; 2] {
    let n = rows[0].len() / 2;
    let [vectors, orthogonal] = orthogonalized(rows);
    let mut left = vec![0.0; 2 * n];
    for row in 0..2 {
        for (power, factor) in target[row].iter().enumerate() {
            let vector = rotated(&rows[row], power);
            left.iter_mut().zip(vector).for_each(|(x, part)| *x += factor * part);
        }
    }
    let order = order(n);
    let mut near = [vec![0.0; n], vec![0.0; n]];
    for pair in (0..n).rev() {
        // The two of a pair are orthogonal.
        for at in [2 * pair, 2 * pair + 1] {
            let square = inner(&orthogonal[at], &orthogonal[at]);
            let center = inner(&left, &orthogonal[at]) / square;
            let integer = f64::from(sampler::sample(center, DEVIATION / square.sqrt(), rng));
            left.iter_mut().zip(&vectors[at]).for_each(|(x, part)| *x -= integer * part);
            let (row, power) = order[at];
            near[row][power] = integer;
        }
    }
    near
}

#[test]
fn samples_are_of_the_nearest_planes() {
    for (n, seed) in [(2, 1), (4, 2), (8, 3), (16, 4)] {
        let (transform, rows) = (Transform::new(n), rows(n, seed));
        let tree = tree(&transform, &rows).expect("deviations of the sampler");
        for round in 0..40_u64 {
            // No center is an integer, where a rounding decides which one is below it.
            let at = |i: usize| ((i as u64 + 1) * (round + 7) * 2_654_435_761 % 65_536) as f64 / 255.93 - 128.03;
            let target = [0, n].map(|from| (from..from + n).map(at).collect::<Row>());
            let values = target.each_ref().map(|part| transform.values(part));
            let near = tree.near(&transform, &values, &mut ChaCha20Rng::seed_from_u64(round));
            let got = near.each_ref().map(|part| transform.coefficients(part).iter().map(|x| x.round()).collect::<Row>());
            let expected = nearest_planes(&rows, &target, &mut ChaCha20Rng::seed_from_u64(round));
            assert_eq!(got, expected, "{n} coefficients, round {round}");
        }
    }
}

/// Each of the two of a leaf, at either end.
#[test]
fn deviations_that_the_sampler_has_not_are_refused() {
    let transform = Transform::new(2);
    let of = |deviations: [f64; 2]| {
        let [first, second] = deviations.map(|deviation| Zeroizing::new(vec![[(DEVIATION / deviation).powi(2), 0.0]]));
        Tree::new(&transform, [first, Zeroizing::new(vec![[0.0, 0.0]]), second]).is_some()
    };
    let (least, greatest) = (LEAST * (1.0 + 1e-9), GREATEST * (1.0 - 1e-9));
    assert!(of([least, greatest]) && of([greatest, least]));
    for beyond in [LEAST * (1.0 - 1e-9), GREATEST * (1.0 + 1e-9), 0.5, 4.0, f64::INFINITY, f64::NAN] {
        assert!(!of([beyond, 1.5]) && !of([1.5, beyond]), "{beyond}");
    }
}

/// A key whose halves are those of a constant.
fn constant(h: u16) -> PublicKey {
    let mut bytes = [0; PUBLIC_KEY];
    bytes[0] = 9;
    [bytes[1], bytes[2]] = (h << 2).to_be_bytes();
    PublicKey::parse(&bytes).expect("a key")
}

#[test]
fn polynomials_of_eight_bits() {
    let times = |h: u16, factor: i32| {
        let mut big_f = vec![0; DEGREE];
        big_f[3] = factor;
        let product = product_with(&constant(h), &big_f)?;
        assert!(product.iter().enumerate().all(|(at, &x)| at == 3 || x == 0));
        Some(product[3])
    };
    let minus = MODULUS - 2;
    assert_eq!([times(2, 63), times(127, 1), times(minus, 64)], [Some(126), Some(127), Some(-128)]);
    assert_eq!([times(2, 64), times(129, -1), times(128, 1), times(2, 127), times(2, -128)], [None; 5]);
    assert_eq!(times(MODULUS / 2, 1), None);
}

/// The encoding of a key with some of its `F` changed; its last 512 bytes.
fn with_long(secret: &Secret, change: impl Fn(&mut [u8])) -> Zeroizing<[u8; SECRET_KEY]> {
    let mut bytes = secret.bytes().clone();
    change(&mut bytes[SECRET_KEY - DEGREE..]);
    bytes
}

#[test]
fn the_equation_is_over_the_integers() {
    let secret = Secret::generate(&mut ChaCha20Rng::seed_from_u64(11));
    let key = PublicKey::parse(secret.public()).expect("a key");
    let fields = |bytes: &[u8], width: usize| -> Vec<i32> {
        bits::big_endian(bytes, width).map(|field| (field << (32 - width)) as i32 >> (32 - width)).collect()
    };
    let bytes = &secret.bytes()[1..];
    let (f, g, big_f) = (fields(&bytes[..384], 6), fields(&bytes[384..768], 6), fields(&bytes[768..], 8));
    let big_g = product_with(&key, &big_f).expect("eight bits").to_vec();
    assert!(solves(&f, &g, &big_f, &big_g));
    for at in [0, 1, 255, 511] {
        let changed = |polynomial: &[i32], by: i32| {
            let mut other = polynomial.to_vec();
            other[at] += by;
            other
        };
        for by in [-1, 1, i32::from(MODULUS)] {
            assert!(!solves(&changed(&f, by), &g, &big_f, &big_g) && !solves(&f, &changed(&g, by), &big_f, &big_g));
            assert!(!solves(&f, &g, &changed(&big_f, by), &big_g) && !solves(&f, &g, &big_f, &changed(&big_g, by)));
        }
    }
    // Each coefficient by itself: of `1·G − 0·F`.
    let (zero, monomial) =
        (vec![0; DEGREE], |at: usize, x: i32| (0..DEGREE).map(|i| if i == at { x } else { 0 }).collect::<Vec<_>>());
    let (one, modulus) = (monomial(0, 1), monomial(0, MODULUS.into()));
    assert!(solves(&one, &zero, &zero, &modulus));
    for at in 0..DEGREE {
        let mut other = modulus.clone();
        other[at] += 1;
        assert!(!solves(&one, &zero, &zero, &other), "coefficient {at}");
    }
    // −F and −G are as short, and their tree is the same: `f·G − g·F = −q` is all that is wrong.
    let negated = with_long(&secret, |long| long.iter_mut().for_each(|x| *x = x.wrapping_neg()));
    assert!(Basis::new(&negated, &key).is_none() && Basis::new(secret.bytes(), &key).is_some());
}
