use papilio_bench::calls::Measured;
use papilio_bench::ckks::protocol::Answer;
use papilio_bench::keyswitch::cases::{Operation, SETS};
use papilio_bench::keyswitch::jobs::{Job, jobs};
use papilio_bench::keyswitch::own::{Outcome, Own, Side};
use papilio_bench::peers::{Peers, Reply};
use papilio_bench::rounds::Rounds;
use papilio_fhe::frontend::{Candidate, Costs};

fn candidates() -> Vec<(Candidate, bool)> {
    SETS[0].candidates(&Costs::TYPICAL).expect("candidates")
}

fn own(candidate: &Candidate, operation: Operation) -> Own {
    Own::new(candidate, SETS[0].degree(), operation).expect("keys")
}

fn is_right(own: &Own) -> bool {
    own.measure(1).expect("a time").measured.correct
}

#[test]
fn every_operation_is_right_in_every_arithmetic() {
    let set = &SETS[0];
    let mut peers = Peers::default();
    let candidates = candidates();
    assert_eq!(candidates.iter().filter(|(_, chosen)| *chosen).count(), 1);
    let names: Vec<_> = candidates.iter().map(|(candidate, _)| candidate.frontend.name()).collect();
    assert_eq!(names, ["rns", "klss", "bivariate"]);
    for (candidate, chosen) in &candidates {
        for operation in Operation::ALL {
            let own = own(candidate, operation);
            for job in jobs(set, &peers) {
                let row = job.run(&mut peers, (&own, *chosen), 1).expect("a row");
                assert!(row.correct && row.milliseconds > 0.0 && row.ratio.is_none(), "{row:?}");
                assert!(row.details.key_bytes.is_some_and(|bytes| (1..row.details.prepared_bytes).contains(&bytes)), "{row:?}");
                assert_eq!(row.details.predicted_milliseconds.is_some(), operation != Operation::CkksProduct);
            }
        }
    }
    assert_eq!(Operation::named(Some("ckks_product")).collect::<Vec<_>>(), [Operation::CkksProduct]);
    assert_eq!(Operation::named(Some("flip")).count(), 0);
}

/// Noise of another deviation is told from that which is predicted.
#[test]
fn a_wrong_result_on_either_side_is_told() {
    let set = &SETS[0];
    let (mut candidate, chosen) = candidates().swap_remove(1);
    candidate.noise_bits -= 1.0;
    let own = own(&candidate, Operation::KeySwitch);
    assert!(!is_right(&own));
    let job = Job { set, peer: Some("lattigo") };
    let line = r#"{"peer":"x","operation":"rotate","milliseconds":4.0,"correct":false,"precision_min":1.0,"precision_mean":1.0,"ciphertext_bytes":1}"#;
    let answer: Result<Answer, String> = serde_json::from_str::<Reply<Answer>>(line).expect("a reply").into();
    let rounds = |correct| {
        let measured = Measured { milliseconds: 2.0, correct };
        Rounds { own: vec![Outcome { measured, peak_bytes: None }], theirs: Some(Ok(vec![answer.clone().expect("an answer")])) }
    };
    let row = job.row((&own, chosen), &rounds(true));
    assert_eq!((row.correct, row.ratio, row.note.as_deref()), (true, None, Some("the peer's result is wrong")));
    assert_eq!(row.details.peer_operation.as_deref(), Some("rotate"));
    assert!(!job.row((&own, chosen), &rounds(false)).correct);
}

/// The noise of a product has three terms of a size: one less, or one more, is told.
#[test]
fn a_term_of_the_noise_of_a_product_is_not_left_out() {
    for (candidate, _) in candidates() {
        for factor in [2.0 / 3.0, 4.0 / 3.0] {
            let mut own = own(&candidate, Operation::CkksProduct);
            let messages = match &mut own.side {
                Side::Residues(own) => &mut own.messages,
                Side::Words(own) => &mut own.messages,
            };
            messages.noise_bits += f64::log2(factor) / 2.0;
            assert!(!is_right(&own), "{}: {factor} of the variance", candidate.frontend.name());
        }
    }
}

/// Products of other operands, and of another scale: one that has twice its message.
#[test]
fn a_wrong_product_is_told() {
    for (candidate, _) in candidates() {
        let name = candidate.frontend.name();
        let [mut square, mut double] = [(); 2].map(|()| own(&candidate, Operation::CkksProduct));
        for (own, is_square) in [(&mut square, true), (&mut double, false)] {
            match &mut own.side {
                Side::Residues(own) if is_square => own.operands[1] = own.operands[0].clone(),
                Side::Residues(own) => {
                    let again = own.operands[1].clone();
                    own.rlwe.add_assign(&mut own.operands[1], &again).expect("a sum");
                }
                Side::Words(own) if is_square => own.operands[1] = own.operands[0].clone(),
                Side::Words(own) => own.operands[1] = own.scheme.add(&own.operands[1], &own.operands[1]).expect("a sum"),
            }
            assert!(!is_right(own), "{name}, square: {is_square}");
        }
    }
}

#[test]
fn peers_have_the_moduli_of_the_set() {
    for set in &SETS {
        let request = set.request(Operation::KeySwitch, 3);
        assert_eq!(request.prime_bits.iter().sum::<u32>(), set.usable_bits);
        assert!(request.special_bits.iter().sum::<u32>() <= set.key_bits - set.usable_bits);
        assert!(request.prime_bits.iter().max() <= request.special_bits.iter().min(), "{request:?}");
        assert!(request.prime_bits.iter().chain(&request.special_bits).all(|bits| (30..=60).contains(bits)), "{request:?}");
        // A product keeps a scale, and room for it and six bits more.
        let (scale, last) = (request.scale_bits, request.prime_bits.last().copied().expect("a prime"));
        assert!(2 * scale >= last + 40 && 2 * scale + 6 <= set.usable_bits, "{request:?}");
        let product = set.request(Operation::CkksProduct, 3);
        assert_eq!((request.operation, product.operation), ("rotate", "multiply_relinearize_rescale"));
        assert_eq!(papilio_bench::ckks::protocol::Request { operation: "rotate", ..product }, request);
    }
}
