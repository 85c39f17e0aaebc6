//! The noise of gates is that of the formula, and they fail as often as it says.

use crate::support::{Party, SMALL, parameters};
use papilio_gates::{BinaryGate, Bit, Decomposition, Gate, Order, ParametersLiteral, Precision};

/// Dimensions for which halves of the bits of a key are halves to a few per cent.
const NOISY: ParametersLiteral = ParametersLiteral { lwe_dimension: 160, log_degree: 6, ..SMALL };

/// The mean square of the errors of gates.
fn measured(party: &mut Party, count: usize, multiplexers: bool) -> f64 {
    let bits = party.bits(3 * count);
    let encrypted: Vec<Bit> = bits.iter().map(|&bit| party.secret.encrypt(bit, &mut party.rng)).collect();
    let triples = encrypted.chunks_exact(3).map(|triple| (&triple[0], &triple[1], &triple[2]));
    let gate = |(a, b, c)| if multiplexers { Gate::Mux(a, b, c) } else { Gate::Binary(BinaryGate::And, a, b) };
    let outputs = party.evaluator.evaluate(&triples.map(gate).collect::<Vec<_>>()).expect("gates");
    let square = |(output, triple): (&Bit, &[bool])| {
        let message = if triple[0] { triple[1] } else { multiplexers & triple[2] };
        party.secret.error_of(output, message).expect("a bit of this key").powi(2)
    };
    outputs.iter().zip(bits.chunks_exact(3)).map(square).sum::<f64>() / count as f64
}

/// Sets in which one term of the formula is nearly all of it.
#[test]
fn every_term_of_the_formula_is_measured() {
    let first = Order::BlindRotationFirst;
    let sets = [
        // Errors of the key times digits of masks, then of bodies.
        ("masks", ParametersLiteral { glwe_deviation: (-21f64).exp2(), ..NOISY }),
        ("bodies", ParametersLiteral { glwe_deviation: (-22f64).exp2(), body: Decomposition::new(2, 9), ..NOISY }),
        // Roundings to digits, of masks, times the secret, and of bodies.
        ("rounding of masks", ParametersLiteral { mask: Decomposition::new(2, 5), glwe_deviation: 1e-9, ..NOISY }),
        ("rounding of bodies", ParametersLiteral { body: Decomposition::new(1, 6), glwe_deviation: 1e-9, ..NOISY }),
        // The preparation of keys as integers.
        (
            "preparation",
            ParametersLiteral {
                glwe_deviation: 9.5e-10,
                mask: Decomposition::new(2, 13),
                body: Decomposition::new(2, 13),
                ..NOISY
            },
        ),
        // Key switches: errors in words of 16 and of 32 bits, and what digits leave out.
        ("narrow key switch", ParametersLiteral { order: first, lwe_deviation: (-13f64).exp2(), ..NOISY }),
        ("wide key switch", ParametersLiteral { order: first, lwe_deviation: (-15f64).exp2(), ..NOISY }),
        (
            "rounding of key switches",
            ParametersLiteral { order: first, lwe_deviation: 1e-8, key_switch: Decomposition::new(2, 3), ..NOISY },
        ),
    ];
    for (name, literal) in sets {
        for precision in [Precision::Fixed, Precision::Double] {
            // Products in doubles need no preparation, and key switches have no such products.
            let is_of_fixed = name == "preparation" || name.contains("key switch");
            if is_of_fixed && precision == Precision::Double {
                continue;
            }
            let parameters = parameters(ParametersLiteral { precision, ..literal });
            let mut party = Party::new(&parameters, 6);
            let (found, expected) = (measured(&mut party, 600, false), parameters.noise().gate());
            let bits = (found / expected).log2() / 2.0;
            println!("{name}, {precision}: {bits:+.3} bits from 2^{:.2}", expected.log2() / 2.0);
            assert!(bits.abs() < 0.2, "{name}, {precision}: a deviation {bits} bits from the formula");
        }
    }
    for order in [Order::BlindRotationFirst, Order::KeySwitchFirst] {
        let parameters = parameters(ParametersLiteral { order, glwe_deviation: (-21f64).exp2(), ..NOISY });
        let (found, expected) = (measured(&mut Party::new(&parameters, 7), 600, true), parameters.noise().multiplexer());
        let bits = (found / expected).log2() / 2.0;
        assert!(bits.abs() < 0.2, "{order}: a multiplexer {bits} bits from the formula");
    }
}

/// The errors of a key are not in every result: the mean of many errors under one key is little,
/// for every key.
#[test]
fn errors_of_a_key_switch_have_no_mean() {
    let parameters = parameters(ParametersLiteral {
        order: Order::BlindRotationFirst,
        lwe_deviation: (-15f64).exp2(),
        key_switch: Decomposition::new(8, 2),
        ..NOISY
    });
    let mean = |seed| {
        let mut party = Party::new(&parameters, seed);
        let bit = party.secret.encrypt(true, &mut party.rng);
        let bits: Vec<Bit> = (0..500).map(|_| party.secret.encrypt(true, &mut party.rng)).collect();
        let gates: Vec<_> = bits.iter().map(|other| Gate::Binary(BinaryGate::And, &bit, other)).collect();
        let outputs = party.evaluator.evaluate(&gates).expect("gates");
        let error = |output| party.secret.error_of(output, true).expect("a bit of this key");
        outputs.iter().map(error).sum::<f64>() / 500.0
    };
    let squares = (20..28).map(|seed| mean(seed).powi(2)).sum::<f64>() / 8.0;
    let (found, noise) = (squares / parameters.noise().gate(), 1.0 / 500.0);
    println!("a variance of {found} of means, {noise} by chance");
    assert!(found < 10.0 * noise, "means of errors have {found} of the variance of errors");
}

/// Inputs of a known variance, and a rotation of few steps: gates fail as often as the tail says.
#[test]
fn gates_fail_as_often_as_the_formula_says() {
    for (order, log2_deviation) in [(Order::BlindRotationFirst, -11.3), (Order::KeySwitchFirst, -10.3)] {
        let literal = ParametersLiteral {
            order,
            lwe_deviation: f64::exp2(log2_deviation),
            key_switch: Decomposition::new(3, 4),
            ..NOISY
        };
        let parameters = parameters(literal);
        let noise = parameters.noise();
        // Both inputs of a gate are one output of another, so that deviations are added; one end is
        // near.
        let predicted = papilio_gates::log2_tail(0.125 / noise.decision(noise.gate(), 2.0).sqrt()).exp2() / 2.0;
        assert!((0.01..0.4).contains(&predicted), "{order}: gates that fail with a probability of {predicted}");
        let (keys, count) = (8..14, 500);
        let failed: usize = keys.clone().map(|seed| failures(&mut Party::new(&parameters, seed), count)).sum();
        let found = failed as f64 / (keys.len() * count) as f64;
        println!("{order}: {found} of gates fail, {predicted} by the formula");
        assert!((0.7..1.4).contains(&(found / predicted)), "{order}: {found} of gates fail, {predicted} by the formula");
    }
}

/// How many of some gates fail, whose inputs are outputs of gates.
fn failures(party: &mut Party, count: usize) -> usize {
    let bits = party.bits(count);
    let fresh: Vec<Bit> = bits.iter().map(|&bit| party.secret.encrypt(bit, &mut party.rng)).collect();
    // The first gates' own decisions are of fresh bits, whose noise is little.
    let gates: Vec<_> = fresh.iter().map(|bit| Gate::Binary(BinaryGate::And, bit, bit)).collect();
    let once = party.evaluator.evaluate(&gates).expect("gates");
    let gates: Vec<_> = once.iter().map(|bit| Gate::Binary(BinaryGate::Nand, bit, bit)).collect();
    let outputs = party.evaluator.evaluate(&gates).expect("gates");
    let failed = |((output, input), bit): ((&Bit, &Bit), &bool)| {
        // Where the first gate failed, the second is judged by what it was given.
        let first_failed = party.secret.error_of(input, *bit).expect("a bit").abs() >= 0.125;
        party.secret.decrypt(output) == Ok(*bit ^ first_failed)
    };
    outputs.iter().zip(&once).zip(&bits).filter(|pair| failed(*pair)).count()
}
