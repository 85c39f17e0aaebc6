use super::matrix::{M4, characteristic, resists_subspace_trails};
use super::*;
use papilio_field::fields::{Bn254, Goldilocks, P32};

fn counting<F: Field>(width: usize) -> Vec<F> {
    (0..width as u64).map(F::from_u64).collect()
}

fn permuted<F: Field>(width: usize) -> Vec<F> {
    let mut state = counting(width);
    Poseidon2::<F>::derive(width).expect("an instance").permute(&mut state);
    state
}

/// The known answer of `github.com/HorizenLabs/poseidon2`, commit 055bde3f,
/// `plain_implementations/src/poseidon2/poseidon2.rs`, test `kats` of `poseidon2_tests_goldilocks`.
#[test]
fn goldilocks_of_width_12_gives_the_published_answer() {
    let published = [
        0x01ea_ef96_bdf1_c0c1,
        0x1f0d_2cc5_25b2_540c,
        0x6282_c1df_e1e0_358d,
        0xe780_d721_f698_e1e6,
        0x280c_0b6f_753d_833b,
        0x1b94_2dd5_0231_56ab,
        0x43f0_df3f_cccb_8398,
        0xe8e8_1905_8548_9025,
        0x56bd_bf72_f77a_da22,
        0x7911_c32b_f9dc_d705,
        0xec46_7926_508f_be67,
        0x6a50_450d_df85_a6ed,
    ];
    assert_eq!(permuted::<Goldilocks>(12), published.map(Goldilocks::from_u64));
}

/// The known answer of the same file, `kats` of `poseidon2_tests_bn256`: the fixed matrices of
/// width 3.
#[test]
fn bn254_of_width_3_gives_the_published_answer() {
    let published = [
        [0x47f7_6005_4f4a_3033, 0x8134_334d_a98e_a4f8, 0xbcb1_929a_8265_0f32, 0x0bb6_1d24_daca_55ee],
        [0x92de_fe7f_f8d0_3570, 0x77a1_5d3f_74ca_6549, 0xcbcc_8021_4f26_a302, 0x303b_6f7c_86d0_43bf],
        [0x8629_6242_cf76_6ec8, 0xe660_b145_9944_27cc, 0xf861_7361_c3ba_7c52, 0x1ed2_5194_542b_12ee],
    ];
    assert_eq!(permuted::<Bn254>(3).into_iter().map(Field::to_words).collect::<Vec<_>>(), published);
}

/// The first constants and the matrix of the published instance of width 8 (same repository,
/// `poseidon2_instance_goldilocks.rs`), which has no published answer.
#[test]
fn goldilocks_of_width_8_has_the_published_parameters() {
    let instance = Poseidon2::<Goldilocks>::derive(8).expect("an instance");
    let constants = [0xdd57_43e7_f2a5_a5d9, 0xcb3a_864e_58ad_a44b, 0xffa2_449e_d32f_8cdc, 0x4202_5f65_d6bd_13ee];
    let diagonal = [
        0xa988_11a1_fed4_e3a5,
        0x1cc4_8b54_f377_e2a0,
        0xe40c_d4f6_c560_9a26,
        0x11de_79eb_ca97_a4a3,
        0x9177_c73d_8b7e_929c,
        0x2a6f_e808_5797_e791,
        0x3de6_e933_29f8_d5ad,
        0x3f7a_f912_5da9_62fe,
    ];
    assert_eq!(instance.full_constants[..4], constants.map(Goldilocks::from_u64));
    assert_eq!(instance.diagonal(), diagonal.map(Goldilocks::from_u64));
}

#[test]
fn exponents_and_round_numbers() {
    fn of<F: Field>(width: usize) -> (u64, u32, u32) {
        let instance = Poseidon2::<F>::derive(width).expect("an instance");
        (instance.exponent(), instance.rounds().full, instance.rounds().partial)
    }
    assert_eq!([8, 12, 16, 20].map(of::<Goldilocks>), [(7, 8, 22); 4], "as published");
    assert_eq!(of::<Bn254>(3), (5, 8, 56), "as published");
    assert_eq!(of::<Bn254>(2), (5, 8, 56));
    assert_eq!([8, 16, 24].map(of::<P32>), [(11, 8, 9), (11, 8, 13), (11, 8, 21)]);
    let baby_bear = [2_013_265_921, 0, 0, 0];
    let published = [(16, 13), (24, 21)].map(|(width, partial)| (width, Rounds { full: 8, partial }));
    for (width, rounds) in published {
        assert_eq!(rounds::exponent(baby_bear), 7);
        assert_eq!(Rounds::derive(baby_bear, 31, width, 7), rounds, "as published for BabyBear");
    }
}

#[test]
fn widths_without_an_instance_are_refused() {
    for width in [0, 1, 5, 28] {
        assert_eq!(Poseidon2::<P32>::derive(width), Err(WidthError::Width { width }));
    }
    assert_eq!(Poseidon2::<P32>::derive(4), Err(WidthError::State { width: 4, bits: 32, minimum: 256 }));
    assert_eq!(Poseidon2::<Goldilocks>::derive(3), Err(WidthError::State { width: 3, bits: 64, minimum: 256 }));
}

type Matrix<F> = Vec<Vec<F>>;

fn apply<F: Field>(matrix: &Matrix<F>, vector: &[F]) -> Vec<F> {
    matrix.iter().map(|row| row.iter().zip(vector).fold(F::ZERO, |sum, (&m, &v)| sum + m * v)).collect()
}

fn product<F: Field>(a: &Matrix<F>, b: &Matrix<F>) -> Matrix<F> {
    let column = |j: usize| b.iter().map(|row| row[j]).collect::<Vec<_>>();
    let columns: Matrix<F> = (0..b.len()).map(|j| apply(a, &column(j))).collect();
    (0..a.len()).map(|i| columns.iter().map(|column| column[i]).collect()).collect()
}

fn matrix<F: Field>(width: usize, entry: impl Fn(usize, usize) -> F) -> Matrix<F> {
    (0..width).map(|i| (0..width).map(|j| entry(i, j)).collect()).collect()
}

fn internal<F: Field>(diagonal: &[F]) -> Matrix<F> {
    matrix(diagonal.len(), |i, j| if i == j { F::ONE + diagonal[i] } else { F::ONE })
}

fn external<F: Field>(width: usize) -> Matrix<F> {
    matrix(width, |i, j| F::from_u64(M4[i % 4][j % 4] * if i / 4 == j / 4 { 2 } else { 1 }))
}

/// The paper's description with dense matrices: `E`, then half of the full rounds, the partial
/// ones, the other half.
fn dense<F: Field>(instance: &Poseidon2<F>, state: &[F]) -> Vec<F> {
    let (width, rounds) = (instance.width(), instance.rounds());
    let (external, internal) = (external(width), internal(instance.diagonal()));
    let power = |x: F| x.pow(&[instance.exponent()]);
    let mut state = apply(&external, state);
    for round in 0..rounds.full + rounds.partial {
        let partial = round.wrapping_sub(rounds.full / 2);
        if partial < rounds.partial {
            state[0] = power(state[0] + instance.partial_constants[partial as usize]);
            state = apply(&internal, &state);
        } else {
            let full = if round < rounds.full / 2 { round } else { round - rounds.partial } as usize;
            let constants = &instance.full_constants[full * width..][..width];
            state = apply(&external, &state.iter().zip(constants).map(|(&x, &c)| power(x + c)).collect::<Vec<_>>());
        }
    }
    state
}

#[test]
fn layers_agree_with_dense_matrices() {
    fn agree<F: Field>(width: usize) {
        let instance = Poseidon2::<F>::derive(width).expect("an instance");
        assert_eq!(permuted::<F>(width), dense(&instance, &counting(width)), "{} {width}", F::NAME);
    }
    agree::<P32>(8);
    agree::<P32>(16);
    agree::<P32>(24);
    agree::<Goldilocks>(8);
    agree::<Goldilocks>(20);
    agree::<Bn254>(8);
}

#[test]
fn compression_feeds_the_input_forward() {
    let instance = Poseidon2::<P32>::compression().expect("an instance");
    let input = counting::<P32>(16);
    let digest = instance.compress(&input[..8], &input[8..]);
    let expected: Vec<_> = permuted::<P32>(16).into_iter().zip(&input).map(|(p, &x)| p + x).take(8).collect();
    assert_eq!((digest_len::<P32>(), digest_len::<Goldilocks>(), digest_len::<Bn254>()), (8, 4, 1));
    assert_eq!(digest, expected);
}

fn unit<F: Field>(width: usize) -> Vec<F> {
    (0..width).map(|i| if i == 0 { F::ONE } else { F::ZERO }).collect()
}

fn rank<F: Field>(mut rows: Matrix<F>) -> usize {
    let mut rank = 0;
    for column in 0..rows[0].len() {
        let Some(pivot) = (rank..rows.len()).find(|&i| rows[i][column] != F::ZERO) else { continue };
        rows.swap(rank, pivot);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let inverse = done[rank][column].inverse().expect("not zero");
        for row in rest {
            let factor = row[column] * inverse;
            row.iter_mut().zip(&done[rank]).for_each(|(r, &p)| *r = *r - factor * p);
        }
        rank += 1;
    }
    rank
}

/// A subspace on which the partial rounds' S-box stays inactive for ever under steps of `k` rounds
/// lies in the kernel of `e₀ᵀ, e₀ᵀM^k, e₀ᵀM^2k, …`: full rank leaves none. Wide matrices satisfy
/// the stronger condition that they were drawn by.
#[test]
fn internal_matrices_leave_no_inactive_subspace() {
    fn holds<F: Field>(width: usize) {
        let instance = Poseidon2::<F>::derive(width).expect("an instance");
        let m = internal(instance.diagonal());
        let mut power = m.clone();
        for k in 1..=4 * width {
            let mut rows = vec![unit(width)];
            while rows.len() < width {
                // M is symmetric, so rows times M^k are M^k times columns.
                rows.push(apply(&power, &rows[rows.len() - 1]));
            }
            assert_eq!(rank(rows), width, "{} {width} {k}", F::NAME);
            power = product(&power, &m);
        }
        assert!(width < 4 || resists_subspace_trails(instance.diagonal()));
    }
    holds::<P32>(16);
    holds::<Goldilocks>(8);
    holds::<Bn254>(2);
    holds::<Bn254>(3);
}

#[test]
fn characteristic_polynomial_annihilates_the_matrix() {
    let diagonal = counting::<P32>(8).iter().map(|&i| i * i + P32::from_u64(3)).collect::<Vec<_>>();
    let (m, mut coefficients) = (internal(&diagonal), characteristic(&diagonal));
    coefficients.push(P32::ONE);
    for basis in 0..8 {
        let mut power: Vec<_> = (0..8).map(|i| P32::from_u64(u64::from(i == basis))).collect();
        let mut sum = vec![P32::ZERO; 8];
        for &coefficient in &coefficients {
            sum.iter_mut().zip(&power).for_each(|(s, &p)| *s = *s + coefficient * p);
            power = apply(&m, &power);
        }
        assert_eq!(sum, [P32::ZERO; 8]);
    }
}

#[test]
fn weak_matrices_are_refused() {
    // Equal entries make e_i − e_j an eigenvector: the characteristic polynomial is reducible.
    assert!(!resists_subspace_trails(&[P32::from_u64(5); 16]));
    // x⁴ − c with c a generator is irreducible over p32 (4 divides p − 1), but its square lies in
    // the subfield of degree 2.
    let modular = super::polynomial::Modular::new(vec![-P32::generator(), P32::ZERO, P32::ZERO, P32::ZERO]);
    let conjugates = modular.conjugates_if_irreducible().expect("irreducible");
    assert!(modular.powers_differ(&conjugates[1], 1));
    assert!(!modular.powers_differ(&conjugates[1], 2));
}

#[test]
fn residues_of_long_integers() {
    let modulus_plus_five = Bn254::MODULUS.iter().enumerate().map(|(i, &w)| w + if i == 0 { 5 } else { 0 });
    assert_eq!(residue::<Bn254>(&modulus_plus_five.collect::<Vec<_>>()), Bn254::from_u64(5));
    assert_eq!(residue::<P32>(&[0xFFF0_0001 + 7]), P32::from_u64(7));
}
