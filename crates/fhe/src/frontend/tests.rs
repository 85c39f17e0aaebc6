//! Candidates keep to their request, and have the sizes and the noise of what they stand for.

use super::*;
use crate::bivariate::{Bivariate, DigitWords, ParametersLiteral};
use crate::rlwe::GaloisKeys;
use crate::{Parameters, ParametersLiteral as RnsLiteral};

fn request(degree: usize, key_bits: u32, usable_bits: u32) -> Request {
    Request { degree, key_bits, usable_bits, memory_limit: None, insecure: false }
}

#[test]
fn sizes_are_those_of_keys() {
    let candidates = request(1 << 13, 214, 98).candidates(&Costs::TYPICAL).expect("candidates");
    let mut seen = [0; 3];
    for candidate in candidates {
        assert!(candidate.key_bits <= 214.0 && candidate.usable_bits >= 98.0, "{candidate:?}");
        let (ring, words) = (candidate.ring_literal(1 << 13), candidate.word_literal(1 << 13));
        assert_eq!(
            (ring.is_some(), words.is_some()),
            (!matches!(candidate.frontend, Frontend::Bivariate { .. }), ring.is_none())
        );
        let blocks = candidate.row_blocks();
        match candidate.frontend {
            Frontend::Rns { log_q, log_p } => {
                let literal = RnsLiteral { log_degree: 13, log_q, log_p, ..RnsLiteral::default() };
                assert_eq!((ring, blocks), (Some(literal.clone()), None));
                let parameters = Parameters::new(literal).expect("parameters");
                let gadget = parameters.gadget().expect("special primes");
                assert_eq!(candidate.key_bytes, GaloisKeys::memory_bytes(gadget, 1));
                assert_eq!(candidate.digits, gadget.digits(parameters.limbs()));
                assert!(parameters.log_modulus() > 97.9 && parameters.log_key_modulus() <= candidate.key_bits);
                seen[0] += 1;
            }
            Frontend::Klss { log_q, log_p, block, .. } => {
                let literal = RnsLiteral { log_degree: 13, log_q, log_p, ..RnsLiteral::default() };
                assert_eq!((ring, blocks), (Some(literal.clone()), Some(block)));
                let parameters = Parameters::new(literal).expect("parameters");
                let gadget = parameters.gadget().expect("special primes");
                assert_eq!(gadget.block_bytes(block), Ok(candidate.key_bytes));
                seen[2] += 1;
            }
            Frontend::Bivariate { key_bits, digit_words, primes } => {
                let literal = ParametersLiteral { degree: 1 << 13, key_bits, digit_words, insecure: false };
                assert_eq!(words, Some(literal));
                let scheme = Bivariate::new(&literal).expect("parameters");
                assert_eq!((candidate.key_bytes, scheme.max_bits()), (scheme.key_bytes(), 98));
                assert_eq!((scheme.plan().primes(), scheme.plan().digits(98)), (primes, candidate.digits));
                seen[1] += 1;
            }
        }
    }
    assert_eq!(seen, [2, 2, 2]);
}

/// The work of a switch, counted by hand for a set of each arithmetic.
#[test]
fn work_is_that_of_the_formulas() {
    let candidates = request(1 << 16, 1729, 1470).candidates(&Costs::TYPICAL).expect("candidates");
    let rns = candidates.iter().find(|c| matches!(&c.frontend, Frontend::Rns { log_p, .. } if log_p.len() == 5));
    // 30 primes in 6 digits, to 35.
    let work = Work { transforms: 30 + 6 * 35 - 30 + 10 + 60, products: 420, terms: 6 * 30 * 6 + 60 * 6, words: 0, moved: 0 };
    assert_eq!(rns.map(|c| (c.digits, c.work)), Some((6, work)));
    let words = candidates
        .iter()
        .find(|c| matches!(c.frontend, Frontend::Bivariate { digit_words: DigitWords { operand: 3, row: 8 }, .. }));
    // 1470 bits in 10 digits of 156, keys of 1626 in 4 of 416; products of 592 bits.
    let work = Work {
        transforms: 12 * 18,
        products: 2 * 10 * 4 * 12,
        terms: 12 * 10 * 4,
        words: 2 * 4 * 12 * 13,
        moved: (12 * (30 + 40 + 29) + 16 * 29) / 3,
    };
    assert_eq!(words.map(|c| (c.digits, c.work)), Some((10, work)));
    // The same 30 primes in blocks: both factors of products have 5·49 bits and those of a block.
    let klss = candidates.iter().find(|c| matches!(&c.frontend, Frontend::Klss { log_p, .. } if log_p.len() == 5));
    let Some(Candidate { frontend: Frontend::Klss { block, primes, .. }, work, .. }) = klss else { panic!("no blocks") };
    let (blocks, p) = (35usize.div_ceil(*block), *primes);
    let least = (5.0 * 49.0 + *block as f64 * 49.0 + (6f64 * 65536.0).log2()) / 49.0;
    assert!((least.ceil() as usize..=least.ceil() as usize + 1).contains(&p), "{p} primes for {least}");
    let expected = Work {
        transforms: 30 + p * (6 + 2 * blocks) + 60,
        products: 2 * 6 * blocks * p,
        terms: 6 * p * 6 + 2 * (blocks * p + 35 * (p + 1)) + 60 * 6,
        words: 0,
        moved: (p * (18 + 10 * blocks) + 6 * 35) / 3,
    };
    assert_eq!(*work, expected);
    let order: Vec<_> = candidates.iter().map(|c| c.milliseconds).collect();
    assert!(order[1..].is_sorted());
}

#[test]
fn requests_are_refused_with_their_bounds() {
    let refused = |request: Request| request.candidates(&Costs::TYPICAL).expect_err("refused");
    assert_eq!(refused(request(1 << 17, 100, 20)), FrontendError::Degree(1 << 17));
    assert_eq!(refused(request(1000, 100, 20)), FrontendError::Degree(1000));
    let security = FrontendError::Security { degree: 1 << 13, key_bits: 215, limit: 214 };
    assert_eq!(refused(request(1 << 13, 215, 100)), security);
    assert!(Request { insecure: true, ..request(1 << 13, 215, 100) }.candidates(&Costs::TYPICAL).is_ok());
    for (key_bits, usable_bits) in [(200, 0), (200, 200), (200, 201)] {
        assert_eq!(refused(request(1 << 13, key_bits, usable_bits)), FrontendError::UsableBits { usable_bits, key_bits });
    }
    for (key_bits, usable_bits, most) in [(200, 180, 160), (50, 1, 0)] {
        assert_eq!(refused(request(1 << 13, key_bits, usable_bits)), FrontendError::Bits { usable_bits, key_bits, most });
        assert!(most == 0 || request(1 << 13, key_bits, most).candidates(&Costs::TYPICAL).is_ok());
    }
    let most = Request { insecure: true, ..request(1 << 16, 3329, 100) };
    assert_eq!(refused(most), FrontendError::KeyBits(3329));
    // Words have these bits, and the noise more; primes are too great.
    let noise = refused(request(1 << 13, 58, 5));
    assert!(matches!(noise, FrontendError::Noise { usable_bits: 5, noise_bits } if noise_bits > 5.0), "{noise}");
    let all = request(1 << 13, 214, 98).candidates(&Costs::TYPICAL).expect("candidates");
    let least = all.iter().map(|candidate| candidate.key_bytes).min().expect("candidates");
    let within = |limit| Request { memory_limit: Some(limit), ..request(1 << 13, 214, 98) };
    assert_eq!(refused(within(least - 1)), FrontendError::Memory { least, limit: least - 1 });
    let kept = within(least).candidates(&Costs::TYPICAL).expect("candidates");
    assert!(kept.iter().all(|candidate| candidate.key_bytes == least));
}

#[test]
fn costs_are_measured() {
    let costs = Costs::measure(1 << 12).expect("costs");
    for cost in [costs.transform, costs.product, costs.term, costs.word, costs.moved] {
        assert!(cost > 0.0 && cost < 1e3, "{costs:?}");
    }
    // Milliseconds are linear in the work.
    let work = Work { transforms: 1, products: 2, terms: 3, words: 4, moved: 5 };
    let sums = 2.0 * costs.product + 3.0 * costs.term + 4.0 * costs.word + 5.0 * costs.moved;
    let expected = (12.0 * costs.transform + sums) * 4096.0 / 1e6;
    assert!((costs.milliseconds(1 << 12, &work) - expected).abs() < 1e-9 * expected);
}

/// The choice among candidates that are predicted to take about as long.
#[test]
fn the_smallest_key_of_the_fastest_is_chosen() {
    for (degree, key_bits, usable_bits) in [(1 << 13, 214, 98), (1 << 15, 865, 700), (1 << 16, 1729, 1540)] {
        let mut sizes = Vec::new();
        for moved in (0..40).map(|i| f64::from(i) / 40.0) {
            let costs = Costs { transform: 0.06, product: 0.32, term: 0.2, word: 0.06, moved };
            let candidates = request(degree, key_bits, usable_bits).candidates(&costs).expect("candidates");
            let fastest = candidates.iter().map(|c| c.milliseconds).fold(f64::INFINITY, f64::min);
            let near: Vec<_> = candidates.iter().filter(|c| c.milliseconds <= candidate::NEAR * fastest).collect();
            assert_eq!(Some(candidates[0].key_bytes), near.iter().map(|c| c.key_bytes).min());
            sizes.push(near.len());
        }
        assert!(sizes.iter().any(|&near| near > 1) || degree < 1 << 16, "no two candidates are near: {sizes:?}");
    }
}

/// Primes have a least size: ciphertexts then have more bits than asked for.
#[test]
fn every_lesser_request_has_what_a_greater_one_has() {
    let of = |usable_bits| request(1 << 13, 100, usable_bits).candidates(&Costs::TYPICAL);
    let rns = |usable| of(usable).expect("candidates").into_iter().find(|c| c.frontend.name() == "rns").map(|c| c.frontend);
    assert_eq!(rns(60), Some(Frontend::Rns { log_q: vec![30, 30], log_p: vec![30] }));
    (50..60).for_each(|usable| assert_eq!(rns(usable), rns(60), "{usable} bits"));
    assert_eq!(rns(1), Some(Frontend::Rns { log_q: vec![30], log_p: vec![30] }));
    assert!(of(1).expect("candidates").iter().all(|candidate| candidate.usable_bits >= 1.0));
    for degree in [0, 1, 2, 64, 512, 3000, 1 << 17] {
        assert_eq!(Costs::measure(degree), Err(FrontendError::Degree(degree)));
    }
}

/// The noise of a candidate is the one that its scheme predicts of a key switch.
#[test]
fn noise_is_that_of_the_schemes() {
    let candidates = request(1 << 13, 214, 110).candidates(&Costs::TYPICAL).expect("candidates");
    let (n, error) = (8192f64, papilio_ring::sample::ERROR_VARIANCE);
    let rounding = (1.0 + 2.0 * n / 3.0) / 12.0;
    for candidate in candidates {
        let key = match &candidate.frontend {
            Frontend::Bivariate { .. } => n * candidate.digits as f64 * error / 12.0,
            // Three primes of 37, 37 and 36 bits: digits of one, beside a special one of 37.
            Frontend::Rns { log_p, .. } | Frontend::Klss { log_p, .. } if log_p.len() == 1 => {
                n * error / 12.0 * (1.0 + 1.0 + 0.25)
            }
            // A digit of two and one of one.
            Frontend::Rns { .. } | Frontend::Klss { .. } => n * error / 12.0 * (1.0 + 2f64.powi(2 * (36 - 74))),
        };
        let expected = (key + rounding).log2() / 2.0;
        assert!((candidate.noise_bits - expected).abs() < 1e-9, "{candidate:?}: {expected}");
    }
}

#[test]
fn three_percent_longer_is_about_as_long() {
    let candidates = request(1 << 13, 214, 98).candidates(&Costs::TYPICAL).expect("candidates");
    let of = |milliseconds, key_bytes| Candidate { milliseconds, key_bytes, ..candidates[0].clone() };
    let mut all = vec![of(1.04, 1), of(1.0, 4), of(1.02, 3), of(1.029, 2), of(1.031, 1)];
    candidate::chosen_first(&mut all);
    let order: Vec<_> = all.iter().map(|c| (c.milliseconds, c.key_bytes)).collect();
    assert_eq!(order, [(1.029, 2), (1.0, 4), (1.02, 3), (1.031, 1), (1.04, 1)]);
}

#[test]
fn the_fastest_blocks_and_rows_are_chosen() {
    let (request, costs) = (request(1 << 16, 1729, 1470), Costs::TYPICAL);
    for candidate in request.candidates(&costs).expect("candidates") {
        let is_fastest = |other: Option<Candidate>| other.is_none_or(|other| other.milliseconds >= candidate.milliseconds);
        match &candidate.frontend {
            Frontend::Rns { .. } => (),
            Frontend::Klss { log_q, log_p, .. } => {
                let whole = residues::hybrid(1 << 16, (log_q, log_p), &costs);
                for block in 1..=log_q.len() + log_p.len() {
                    let other = residues::in_blocks_of(1 << 16, &whole, block, &costs);
                    assert!(is_fastest(other), "blocks of {block}: {candidate:?}");
                }
            }
            Frontend::Bivariate { digit_words: DigitWords { operand, .. }, .. } => {
                for row in 1..=12 {
                    let other = words::of_digits(&request, DigitWords { operand: *operand, row }, &costs);
                    assert!(is_fastest(other), "rows of {row}: {candidate:?}");
                }
            }
        }
    }
}

#[test]
fn candidates_in_residues_have_at_most_64_primes() {
    let sizes = [(1 << 16, 3328, 3000), (1 << 16, 3328, 2700), (1 << 14, 438, 60), (1 << 13, 214, 49)];
    for (degree, key_bits, usable_bits) in sizes {
        let request = Request { insecure: true, ..request(degree, key_bits, usable_bits) };
        for candidate in request.candidates(&Costs::TYPICAL).expect("candidates") {
            let Frontend::Rns { log_q, log_p } = &candidate.frontend else { continue };
            assert!(log_q.len() + log_p.len() <= 64 && log_p.len() <= log_q.len(), "{candidate:?}");
        }
    }
}

#[test]
fn plans_of_candidates_are_those_of_products() {
    let mut uncertain = 0;
    for degree in [1 << 11, 1 << 13, 1 << 15] {
        for usable_bits in (60..900).step_by(30) {
            let request = Request { insecure: true, ..request(degree, usable_bits + 320, usable_bits) };
            for candidate in request.candidates(&Costs::TYPICAL).expect("candidates") {
                let Frontend::Bivariate { primes, digit_words, .. } = candidate.frontend else { continue };
                let terms = 2 * usable_bits.div_ceil(52 * digit_words.operand as u32) as usize;
                let plan = papilio_ring::bivariate::DigitPlan::new(digit_words, degree, terms, -128.0).expect("a plan");
                assert_eq!((primes, candidate.log2_failure), (plan.primes(), plan.log2_failure()), "{candidate:?}");
                uncertain += usize::from(plan.log2_failure().is_finite());
            }
        }
    }
    assert!(uncertain > 0, "every plan is certain");
}

/// The greatest of 2^13 coefficients is between three and sixteen deviations.
#[test]
fn bits_are_above_the_greatest_coefficient_of_a_noise() {
    for candidate in request(1 << 13, 214, 98).candidates(&Costs::TYPICAL).expect("candidates") {
        let above = candidate.usable_bits - candidate.noise_bits - candidate.bits_above_noise(1 << 13);
        assert!(above > 1.5 && above < 4.0, "{above}");
    }
}
