mod bound;
mod ceilings;
mod device;
mod foreign;
mod jobs;

use papilio_bench::engine::jobs::Jobs;
use papilio_bench::engine::{Own, Place};
use papilio_cuda::select::{Operation, Shape};

const SHAPE: Shape = Shape { degree: 4096, limbs: 3, special: 2 };

#[test]
fn every_operation_of_the_processor_is_right() {
    let own = Own::new(SHAPE).expect("operands");
    let jobs = Jobs::new(&own, None).expect("tables");
    for operation in Operation::ALL {
        for batch in [1, 3] {
            let rows = jobs.run(operation, batch, 1).expect("an operation");
            let [row] = &*rows else { panic!("one row: {rows:?}") };
            assert!(row.correct && row.engine == Place::Cpu && !row.transfers, "{row:?}");
            assert!(row.microseconds.is_some_and(|time| time > 0.0) && row.peer.is_none(), "{row:?}");
            assert_eq!((row.degree, row.limbs, row.batch), (4096, 3, batch));
        }
    }
}

/// A result that is another one is told from the right one.
#[test]
fn operands_that_are_not_those_of_the_check_are_wrong() {
    let mut own = Own::new(SHAPE).expect("operands");
    let sound = |own: &Own, operation| Jobs::new(own, None).expect("tables").run(operation, 1, 1).expect("a row")[0].correct;
    own.messages[0][17] ^= 1;
    own.numbers[5] ^= 1;
    for operation in Operation::ALL {
        // Polynomials and the tensor are compared with their operands, not with messages.
        let compared = matches!(
            operation,
            Operation::NttForward | Operation::NttInverse | Operation::PolynomialProduct | Operation::Tensor
        );
        assert_eq!(sound(&own, operation), compared, "{operation}");
    }
}

#[test]
fn shapes_without_parameters_are_refused_in_words() {
    let refused = |degree, limbs| Own::new(Shape { degree, limbs, special: 1 }).expect_err("no parameters");
    assert!(!refused(4097, 3).is_empty() && !refused(4, 3).is_empty());
}
